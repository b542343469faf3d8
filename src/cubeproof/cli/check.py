"""`cubeproof check`."""

import argparse
import json

from cubeproof.cli.output.progress import Display
from cubeproof.cli.output.streams import NO_TURN, print_on_stdout, valid_in_json
from cubeproof.cli.statuses import OK
from cubeproof.problem import Problem
from cubeproof.proof.certificate import Certificate
from cubeproof.proof.checker import check_certificate
from cubeproof.proof.others.formal import check_formally
from cubeproof.sentences import Sentence, Template, say

_HOLDS = Template(
    "command.holds",
    "The certificate holds: {turns} solves the {what} in {length} {length?one:turn|other:turns} ({metric}), "
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


def run(parsed: argparse.Namespace) -> int:
    """Check a certificate and print what it certifies."""
    return _check_formally(parsed) if parsed.formal else _check(parsed)


def _check_formally(parsed: argparse.Namespace) -> int:
    proved = check_formally(parsed.folder)
    answer: dict[str, object] = {
        "solution": str(proved.alg),
        "length": proved.length,
        "metric": str(proved.metric),
        "goal": "solved" if proved.goal is None else proved.goal.facelets,
        "parts": proved.parts,
        "lemmas": proved.lemmas,
        "also": [],
        "theorem": proved.theorem,
        "file": f"formal/{proved.file}",
    }
    if parsed.json:
        cube = {"size": proved.cube.size, "start": proved.cube.facelets}
        print(json.dumps(valid_in_json({"holds": True, **cube, **answer})))
        return OK
    print_on_stdout(
        say(
            "command.proved",
            "Proved: {turns} {goal?solved:solves the cube {start}"
            "|held:leads from the cube {start} to the goal in exactly this orientation,} in {length} "
            "{length?one:turn|other:turns} ({metric}), and nothing shorter does, by the theorem {theorem} "
            "of formal/{file} and a refutation of {lemmas:,} {lemmas?one:lemma|other:lemmas}.",
            turns=str(proved.alg) or NO_TURN(),
            start=proved.cube.facelets,
            goal="solved" if proved.goal is None else "held",
            length=proved.length,
            metric=str(proved.metric),
            theorem=proved.theorem,
            file=proved.file,
            lemmas=proved.lemmas,
        )
    )
    return OK


def _check(parsed: argparse.Namespace) -> int:
    with Display() as display:
        certificate = check_certificate(parsed.folder, display)
    question = certificate.question
    what = "puzzle" if isinstance(question, Problem) else "cube"
    start: dict[str, object]
    if isinstance(question, Problem):
        start, turns = {"start": question.start.tolist()}, " ".join(certificate.names)
    else:
        start, turns = {"size": question.cube.size, "start": question.cube.facelets}, str(certificate.alg)
    if parsed.json:
        answer = {
            "holds": True,
            **start,
            "solution": turns,
            "length": certificate.length,
            "metric": str(question.metric),
            "parts": certificate.parts,
            "lemmas": certificate.lemmas,
            "also": list(certificate.also),
        }
        print(json.dumps(valid_in_json(answer)))
        return OK
    print_on_stdout(
        _HOLDS(turns=turns or NO_TURN(), what=what, length=certificate.length, metric=str(question.metric))
    )
    if certificate.parts:
        print_on_stdout(_lemmas(certificate))
    return OK


def _lemmas(certificate: Certificate) -> Sentence:
    if certificate.also:
        return _LEMMAS_BY(lemmas=certificate.lemmas, parts=certificate.parts, programs=certificate.also)
    return _LEMMAS(lemmas=certificate.lemmas, parts=certificate.parts)
