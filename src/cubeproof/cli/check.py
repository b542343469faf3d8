"""`cubeproof check`."""

from __future__ import annotations

import argparse
import json

from cubeproof.cli.output.progress import Display
from cubeproof.cli.output.streams import NO_TURN, show, valid_in_json
from cubeproof.cli.statuses import OK
from cubeproof.problem import Problem
from cubeproof.proof.certificate import Certificate
from cubeproof.proof.checker import check_certificate
from cubeproof.proof.others.formal import check_formally
from cubeproof.sentences import Sentence, Template

_HOLDS = Template(
    "command.holds",
    "The certificate holds: {turns} solves the {what} in {length} turns ({metric}), "
    "and there is no shorter way.",
)
_LEMMAS = Template(
    "command.lemmas",
    "{lemmas:,} {lemmas?one:lemma|other:lemmas} in {parts} {parts?one:part|other:parts} checked.",
)
_LEMMAS_BY = Template(
    "command.lemmas-by",
    "{lemmas:,} {lemmas?one:lemma|other:lemmas} in {parts} {parts?one:part|other:parts} checked, by {programs} too.",
)
_PROVED = Template(
    "command.proved",
    "Proved: {turns} {goal?solved:solves the cube|held:leads to the goal, held just so,} "
    "in {length} {length?one:turn|other:turns} ({metric}), and nothing shorter does, "
    "by the theorem {theorem} of formal/{file} and a refutation of {lemmas:,} {lemmas?one:lemma|other:lemmas}.",
)


def run(parsed: argparse.Namespace) -> int:
    """Check a certificate and say what it certifies."""
    return _by_theorem(parsed) if parsed.formal else _by_us(parsed)


def _by_theorem(parsed: argparse.Namespace) -> int:
    found = check_formally(parsed.folder)
    told: dict[str, object] = {
        "solution": str(found.alg),
        "length": found.length,
        "metric": str(found.metric),
        "goal": "solved" if found.goal is None else found.goal.facelets,
        "parts": found.parts,
        "lemmas": found.lemmas,
        "also": [],
        "theorem": found.theorem,
        "file": f"formal/{found.file}",
    }
    if parsed.json:
        cube = {"size": found.cube.size, "start": found.cube.facelets}
        print(json.dumps(valid_in_json({"holds": True, **cube, **told})))
        return OK
    show(
        _PROVED(
            turns=str(found.alg) or NO_TURN(),
            goal="solved" if found.goal is None else "held",
            length=found.length,
            metric=str(found.metric),
            theorem=found.theorem,
            file=found.file,
            lemmas=found.lemmas,
        )
    )
    return OK


def _by_us(parsed: argparse.Namespace) -> int:
    with Display() as display:
        found = check_certificate(parsed.folder, display)
    asked = found.question
    what = "puzzle" if isinstance(asked, Problem) else "cube"
    told: dict[str, object]
    if isinstance(asked, Problem):
        told, written = {"start": asked.start.tolist()}, " ".join(found.names)
    else:
        told, written = {"size": asked.cube.size, "start": asked.cube.facelets}, str(found.alg)
    if parsed.json:
        answer = {
            "holds": True,
            **told,
            "solution": written,
            "length": found.length,
            "metric": str(asked.metric),
            "parts": found.parts,
            "lemmas": found.lemmas,
            "also": list(found.also),
        }
        print(json.dumps(valid_in_json(answer)))
        return OK
    turns = written or NO_TURN()
    show(_HOLDS(turns=turns, what=what, length=found.length, metric=str(asked.metric)))
    if found.parts:
        show(_lemmas(found))
    return OK


def _lemmas(found: Certificate) -> Sentence:
    if found.also:
        return _LEMMAS_BY(lemmas=found.lemmas, parts=found.parts, programs=found.also)
    return _LEMMAS(lemmas=found.lemmas, parts=found.parts)
