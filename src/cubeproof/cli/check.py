"""`cubeproof check`: a certificate, or any formula and its proof.

The program extracted from Coq gives the verdict if it is present and a theorem covers the question. Otherwise the
readable checker in Python does. The output names the checker.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from cubeproof.cli.output.progress import Display
from cubeproof.cli.output.streams import NO_TURN, print_message, print_on_stdout, valid_in_json
from cubeproof.cli.statuses import INTERRUPTED, NO_ANSWER, OK
from cubeproof.cli.text_files import bytes_of, text_of
from cubeproof.contract.abandonable_run import AbandonedError, run_abandonable
from cubeproof.contract.control import Control
from cubeproof.contract.events import Event
from cubeproof.contract.limit import Limit, Stop
from cubeproof.errors import StoppedError, TimeUpError, UnsupportedError, UsageError
from cubeproof.places import fetched_file, shown
from cubeproof.problem import Problem
from cubeproof.proof.certificate import Certificate, CertificateFolder
from cubeproof.proof.check.manifest import MANIFEST, SEARCH
from cubeproof.proof.check.search_manifest import is_search
from cubeproof.proof.checker import check_certificate
from cubeproof.proof.external.extracted import PROGRAM
from cubeproof.proof.external.formal import (
    FormalVerdict,
    SearchedShares,
    check_formally,
    refute_formally,
    sha256,
)
from cubeproof.sentences import Sentence, Template, say
from cubeproof.work.executor import usable_cores

if TYPE_CHECKING:
    from cubeproof.proof.external.refutation import Refutation

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
_LOOKS = Template(
    "command.looks", "A search of all words of {most} turns found none that solves it: {looks:,} looks."
)
_NEITHER = Template("command.neither-checker", "{python} {reason}")
_STOPPED = Template(
    "command.check-stopped",
    "{stop?timeout:The time ran out|interrupted:Interrupted} before the certificate was checked. The search has proved "
    "that {bound} or more turns are needed{kept?true:; it continues where it stopped if you check again|false:}.",
)
_NOTHING_PROVED = Template(
    "command.check-stopped-early",
    "{stop?timeout:The time ran out|interrupted:Interrupted} before the certificate was checked. Nothing is excluded "
    "yet; the check of a proof by search tests its tables first.",
)
_FROM_JOURNAL = Template(
    "command.from-journal",
    "{kept} of the {shares} shares of this search came from the journal of an interrupted check; "
    "{again} of them {again?one:was|other:were} searched again, with the same {again?one:result|other:results}.",
)
_DAMAGED_LINES = Template(
    "command.damaged-lines",
    "{count:,} {count?one:line|other:lines} of the journal had no right sum, and did not count.",
)
_FOR_CERTIFICATES = Template("command.for-certificates", "--jobs is for certificates.")
_NO_TIME = Template("command.check-no-time", "The time ran out before the proof was checked.")
_NO_FOLDER = Template(
    "command.check-file",
    "{file} is a file. Give a formula with its proof, as in `cubeproof check {file} PROOF.lrat`, or the folder of a "
    "certificate.",
)
_BY_PYTHON = Template("command.by-python", "Checked by the readable checker in Python.")
_NOT_PROVED = Template(
    "command.not-proved", "Checked by the readable checker in Python, not by the proved one. {reason}"
)
_REFUTED = Template(
    "command.formula-refuted",
    "The formula {file} (SHA-256 {digest}) has no model. This says nothing about a cube.",
)
_BY_THEOREM = Template(
    "command.by-theorem",
    "By the theorem {theorem} of formal/{file} and a refutation of {lemmas:,} {lemmas?one:lemma|other:lemmas}, "
    "checked by {program}.",
)


def run(parsed: argparse.Namespace) -> int:
    """Check a certificate or a formula's proof, and print what it shows."""
    if parsed.formal and parsed.python:
        raise UsageError(say("command.two-checkers", "--formal and --python name two checkers: choose one."))
    display = Display()
    control = Control(Limit(parsed.timeout), display)
    by_program, by_python = (
        (_prove, _check) if parsed.proof is None else (_refute_formally, _refute_in_python)
    )
    if parsed.proof is not None and parsed.jobs is not None:
        raise UsageError(_FOR_CERTIFICATES())
    if parsed.proof is None and Path(parsed.folder).is_file():
        raise UsageError(_NO_FOLDER(file=parsed.folder))
    try:
        with display:
            return _by_either(
                parsed, partial(by_program, parsed, control), partial(by_python, parsed, control)
            )
    except (KeyboardInterrupt, StoppedError, TimeUpError) as error:
        stop = Stop.TIMEOUT if isinstance(error, TimeUpError) else Stop.INTERRUPTED
        bound = control.state.lower_bound or None
        if bound is None and not _is_local_search(parsed.folder):
            if stop is Stop.TIMEOUT:
                raise TimeUpError(_NO_TIME()) from None
            raise
        if bound is None:
            print_message(_NOTHING_PROVED(stop=stop))
        else:
            from cubeproof.proof.external.search_program import keeps_shares

            print_message(_STOPPED(stop=stop, bound=bound, kept=not parsed.python and keeps_shares()))
        if parsed.json:
            print(json.dumps({"holds": None, "lower_bound": bound, "stopped": str(stop)}))
        return NO_ANSWER if stop is Stop.TIMEOUT else INTERRUPTED


def _is_local_search(folder: str) -> bool:
    """Whether a folder of this machine has a certificate by search, without waiting for a pipe."""
    path = Path(folder)
    return (path / MANIFEST).is_file() and is_search(CertificateFolder(path))


def _by_either(
    parsed: argparse.Namespace,
    by_program: Callable[[], int],
    by_python: Callable[[Sentence | None], int],
) -> int:
    """Run the program, or the readable checker on request or if the program gives no verdict."""
    if parsed.python:
        return by_python(None)
    try:
        return by_program()
    except UnsupportedError as error:
        if parsed.formal:
            raise
        reason = error.sentence
    parsed.python = True
    return by_python(reason)


def _print(parsed: argparse.Namespace, answer: dict[str, object], sentences: list[Sentence]) -> int:
    if parsed.json:
        print(json.dumps(valid_in_json(answer)))
    else:
        for sentence in sentences:
            print_on_stdout(sentence)
    return OK


def _prove(parsed: argparse.Namespace, control: Control) -> int:
    jobs = parsed.jobs or usable_cores()
    proved = check_formally(parsed.folder, jobs=jobs, control=control, fresh=parsed.fresh)
    work = (
        {"looks": proved.looks, **proved.shares.to_dict()}
        if proved.shares is not None
        else {"parts": proved.parts, "lemmas": proved.lemmas}
    )
    answer: dict[str, object] = {
        "holds": True,
        "size": proved.cube.size,
        "start": proved.cube.facelets,
        "solution": str(proved.alg),
        "length": proved.length,
        "metric": str(proved.metric),
        "goal": "solved" if proved.goal is None else proved.goal.facelets,
        "proof": proved.proof,
        **work,
        "also": [],
        "checker": PROGRAM,
        "theorem": proved.theorem,
        "file": f"formal/{proved.file}",
    }
    return _print(parsed, answer, [_statement(proved), *_journal(proved.shares)])


def _journal(shares: SearchedShares | None) -> list[Sentence]:
    """Return what the verdict rests on besides this search."""
    if shares is None:
        return []
    sentences = []
    if shares.from_journal:
        kept, again = shares.from_journal, shares.searched_again
        sentences.append(_FROM_JOURNAL(kept=kept, shares=shares.count, again=again))
    if shares.damaged_lines:
        sentences.append(_DAMAGED_LINES(count=shares.damaged_lines))
    return sentences


def _statement(proved: FormalVerdict) -> Sentence:
    return say(
        "command.proved",
        "Proved: {turns} {goal?solved:solves the cube {start}"
        "|held:leads from the cube {start} to the goal in exactly this orientation,} in {length} "
        "{length?one:turn|other:turns} ({metric}), and nothing shorter does, by the theorem {theorem} "
        "of formal/{file} and {proof?lrat:a refutation of {lemmas:,} {lemmas?one:lemma|other:lemmas}"
        "|search:a search of {looks:,} {looks?one:look|other:looks}}, checked by {program}.",
        turns=str(proved.alg) or NO_TURN(),
        start=proved.cube.facelets,
        goal="solved" if proved.goal is None else "held",
        length=proved.length,
        metric=str(proved.metric),
        theorem=proved.theorem,
        file=proved.file,
        proof=proved.proof,
        lemmas=proved.lemmas,
        looks=proved.looks,
        program=PROGRAM,
    )


def _check(parsed: argparse.Namespace, control: Control, reason: Sentence | None) -> int:
    def progress(event: Event) -> None:
        control.emit(event)
        control.check()

    try:
        certificate = check_certificate(parsed.folder, progress)
    except UnsupportedError as error:
        # Both checkers may lack the same package.
        both = reason is not None and reason != error.sentence
        raise UnsupportedError(
            _NEITHER(python=error.sentence, reason=reason) if both else error.sentence
        ) from None
    question = certificate.question
    start: dict[str, object]
    if isinstance(question, Problem):
        what, turns = "puzzle", " ".join(certificate.names)
        start = {"start": question.start.tolist()}
    else:
        what, turns = "cube", str(certificate.alg)
        start = {"size": question.cube.size, "start": question.cube.facelets}
    answer = {
        "holds": True,
        **start,
        "solution": turns,
        "length": certificate.length,
        "metric": str(question.metric),
        "proof": certificate.proof,
        **({"looks": certificate.looks} if certificate.proof == SEARCH else _parts(certificate)),
        "also": list(certificate.also),
        "checker": "python",
    }
    holds = _HOLDS(
        turns=turns or NO_TURN(), what=what, length=certificate.length, metric=str(question.metric)
    )
    return _print(parsed, answer, [holds, *_work(certificate), _checker(reason)])


def _parts(certificate: Certificate) -> dict[str, object]:
    return {"parts": certificate.parts, "lemmas": certificate.lemmas}


def _work(certificate: Certificate) -> list[Sentence]:
    if certificate.proof == SEARCH and certificate.length:
        return [_LOOKS(most=certificate.length - 1, looks=certificate.looks)]
    return [_lemmas(certificate)] if certificate.parts else []


def _checker(reason: Sentence | None) -> Sentence:
    return _NOT_PROVED(reason=reason) if reason else _BY_PYTHON()


def _lemmas(certificate: Certificate) -> Sentence:
    if certificate.also:
        return _LEMMAS_BY(lemmas=certificate.lemmas, parts=certificate.parts, programs=certificate.also)
    return _LEMMAS(lemmas=certificate.lemmas, parts=certificate.parts)


def _refute_formally(parsed: argparse.Namespace, control: Control) -> int:
    refuted = refute_formally(parsed.folder, parsed.proof, control)
    answer: dict[str, object] = {
        "holds": True,
        "formula": refuted.sha256,
        "lemmas": refuted.lemmas,
        "checker": PROGRAM,
        "theorem": refuted.theorem,
        "file": f"formal/{refuted.file}",
    }
    by_theorem = _BY_THEOREM(
        theorem=refuted.theorem, file=refuted.file, lemmas=refuted.lemmas, program=PROGRAM
    )
    return _print(parsed, answer, [_REFUTED(file=shown(parsed.folder), digest=refuted.sha256), by_theorem])


def _refutation(parsed: argparse.Namespace, control: Control) -> tuple[str, Refutation]:
    """Return the SHA-256 of the formula's file, and the refutation."""
    # Only this case needs the code that reads formulas and proofs of other solvers.
    from cubeproof.formulas.dimacs import read_file
    from cubeproof.proof.external.refutation import check_refutation

    with fetched_file(parsed.folder) as path:
        formula = read_file(text_of(str(path)).splitlines(), named=False)
        digest = sha256(path)
    with bytes_of(parsed.proof) as proof:
        seconds = None if control.limit.seconds is None else control.remaining
        return digest, check_refutation(formula, proof, seconds=seconds)


def _refute_in_python(parsed: argparse.Namespace, control: Control, reason: Sentence | None) -> int:
    try:
        # Neither reading a formula nor a checker in Python can be interrupted.
        digest, refutation = run_abandonable(partial(_refutation, parsed), control)
    except AbandonedError as error:
        raise (TimeUpError if error.stop is Stop.TIMEOUT else StoppedError) from None
    checker = "python" if refutation.checker == "cubeproof" else refutation.checker
    answer: dict[str, object] = {
        "holds": True,
        "formula": digest,
        "lemmas": refutation.lemmas,
        "checker": checker,
    }
    lemmas = [] if refutation.lemmas is None else [_LEMMAS(lemmas=refutation.lemmas, parts=1)]
    sentences = [_REFUTED(file=shown(parsed.folder), digest=digest), *lemmas, _checker(reason)]
    return _print(parsed, answer, sentences)
