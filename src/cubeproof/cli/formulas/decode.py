"""`cubeproof decode`: prints the turns of a solver's answer; with --wait it waits for the answer."""

import argparse
import json
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import BinaryIO

from cubeproof.cli.output.failures import reason
from cubeproof.cli.output.streams import NO_TURN, in_words, print_message, print_on_stdout, valid_in_json
from cubeproof.cli.statuses import NO_ANSWER, OK
from cubeproof.cli.text_files import DAMAGED_GZIP, NO_TEXT, bytes_of, text_of
from cubeproof.contract.abandonable_run import AbandonedError, run_abandonable
from cubeproof.contract.control import Control
from cubeproof.contract.limit import Limit
from cubeproof.errors import StoppedError, TimeUpError, UsageError
from cubeproof.formulas.answers import Decoded, SolverAnswer, decode, read_answer
from cubeproof.formulas.dimacs import File, read_file
from cubeproof.places import shown
from cubeproof.places.faults import is_not_there, may_pass
from cubeproof.proof.external.refutation import Refutation, check_refutation
from cubeproof.sentences import Sentence, Template, say

_WAIT_FOR_STDIN = Template(
    "command.wait-for-stdin", "--wait reads a file repeatedly; stdin is read once, to its end."
)
_NO_PROOF_WANTED = Template(
    "command.no-proof-wanted",
    "There is an answer, and it was checked: no proof is needed, and --proof was not read.",
)


def run(parsed: argparse.Namespace) -> int:
    """Print a solver's answer as turns, or check its proof that there is no answer."""
    if parsed.timeout is not None and not parsed.wait:
        raise UsageError(say("command.timeout-alone", "--timeout only applies together with --wait."))
    if parsed.wait and parsed.answer == "-":
        raise UsageError(_WAIT_FOR_STDIN())
    control = Control(Limit(parsed.timeout))
    file = read_file(text_of(parsed.cnf).splitlines())
    answer = wait_for_answer(parsed.answer, control) if parsed.wait else current_answer(parsed.answer)
    decoded = decode(file, answer)
    refutation = None
    if parsed.proof is not None and decoded.satisfiable:
        print_message(_NO_PROOF_WANTED())
    elif parsed.proof is not None and decoded.satisfiable is False:
        file_of_proof = wait_for_proof(parsed.proof, control) if parsed.wait else bytes_of(parsed.proof)
        with file_of_proof as proof:
            refutation = check_refutation(file, proof)
    if parsed.json:
        print(json.dumps(valid_in_json(_as_json(file, decoded, refutation))))
    elif decoded.satisfiable:
        print_on_stdout(" ".join(decoded.turns) or NO_TURN())
    if decoded.satisfiable:
        return OK
    print_message(_no_turns(file, answer, refutation))
    return NO_ANSWER


def _as_json(file: File, decoded: Decoded, refutation: Refutation | None) -> dict[str, object]:
    members: dict[str, object] = {
        "satisfiable": decoded.satisfiable,
        "solution": " ".join(decoded.turns) if decoded.satisfiable else None,
        "length": decoded.length,
        "formula": file.hash,
        "proved": refutation is not None,
    }
    if refutation is not None:
        members |= {"checker": refutation.checker, "lemmas": refutation.lemmas}
    return members


def _no_turns(file: File, answer: SolverAnswer, refutation: Refutation | None) -> Sentence:
    """Return the reason why there are no turns."""
    if answer.satisfiable is None:
        return say("command.gave-up", "The solver gave up without a verdict.")
    if refutation is None:
        return say(
            "command.no-answer-of-length",
            "The solver reports that no answer of this length exists. This is unproved.{named?true:|false: "
            "The output also does not name the formula.}",
            named=answer.formula is not None,
        )
    return say(
        "command.refuted",
        "Proved: the formula has no model ({checker} followed the proof{lemmas?none:|other:, {lemmas:,} "
        "{lemmas?one:lemma|other:lemmas}}). So there is no answer of {exactly?true:exactly|false:at "
        "most} {steps} {steps?one:turn|other:turns}, if the file contains the question that it names: "
        "`decode` does not check that. `cubeproof solve --certify` and `cubeproof check` also check the "
        "question.",
        checker=refutation.checker,
        lemmas=refutation.lemmas,
        exactly=file.legend.exactly,
        steps=file.legend.steps,
    )


_NOT_THERE = Template("command.no-answer-yet", "There is no answer of a solver yet: {file} does not exist.")
_NO_PROOF = Template("command.no-proof-yet", "There is no proof yet: {file} does not exist.")
_TIME_UP = Template("command.none-came", "{seconds:g} seconds passed before the input was complete. {reason}")

# Seconds between two reads: the first pause, the factor for each next one, the longest.
_FIRST, _FACTOR, _LONGEST = 1.0, 1.5, 20.0


def current_answer(name: str) -> SolverAnswer:
    """Read the answer in a file, or on stdin for `-`; an unreadable file counts as unfinished."""
    try:
        text = text_of(name)
    except OSError as error:
        if not may_pass(error):
            raise
        missing = _NOT_THERE(file=shown(name)) if is_not_there(error) else reason(error)
        return SolverAnswer(None, unfinished=missing)
    except UsageError as error:
        if error.sentence.code in (DAMAGED_GZIP.code, NO_TEXT.code):
            return SolverAnswer(None, unfinished=error.sentence)
        raise
    return read_answer(text)


def wait_for_answer(name: str, control: Control) -> SolverAnswer:
    """Wait until the answer in a file is complete, and return it."""
    answer = SolverAnswer(None)

    def missing() -> Sentence | None:
        nonlocal answer
        answer = current_answer(name)
        return answer.unfinished

    _wait_while(missing, name, control)
    return answer


@contextmanager
def wait_for_proof(name: str, control: Control) -> Iterator[BinaryIO]:
    """Wait until a proof's file exists, and open it: synchronized folders receive files in any order."""
    with ExitStack() as stack:
        files: list[BinaryIO] = []

        def missing() -> Sentence | None:
            try:
                files.append(stack.enter_context(bytes_of(name)))
            except OSError as error:
                if not may_pass(error):
                    raise
                return _NO_PROOF(file=shown(name)) if is_not_there(error) else reason(error)
            return None

        _wait_while(missing, name, control)
        yield files[0]


def _wait_while(missing: Callable[[], Sentence | None], name: str, control: Control) -> None:
    pause = _FIRST

    def look(steered: Control) -> Sentence | None:
        with steered.watching():
            return missing()

    # The message if the time runs out during the first read.
    unfinished: Sentence | None = say("command.not-come", "{file} has not come yet.", file=shown(name))
    with ExitStack() as stack:
        display = _WaitDisplay(name, stack)
        while True:
            try:
                # In a thread: code of a service may wait without looking at the clock.
                unfinished = run_abandonable(look, control)
                if unfinished is None:
                    return
                display(unfinished)
                control.check()
            except (StoppedError, TimeUpError, AbandonedError):
                control.check_stop()
                raise TimeUpError(_TIME_UP(seconds=control.limit.seconds, reason=unfinished)) from None
            control.wait(pause)
            pause = min(pause * _FACTOR, _LONGEST)


class _WaitDisplay:
    """Shows the reason for waiting: with the elapsed time on a terminal, else one line per change."""

    def __init__(self, name: str, stack: ExitStack) -> None:
        self.name = shown(name)
        self.stack = stack
        self.last: Sentence | None = None

    def __call__(self, unfinished: Sentence) -> None:
        if unfinished == self.last:
            return
        first, self.last = self.last is None, unfinished
        waiting = say("command.waiting", "waiting for {file}: {reason}", file=self.name, reason=unfinished)
        if not sys.stderr.isatty():
            print_message(waiting)
            return
        if first:
            from rich.console import Console
            from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

            columns = (
                SpinnerColumn(),
                TextColumn("{task.description}", markup=False),
                TimeElapsedColumn(),
            )
            self.progress = self.stack.enter_context(
                Progress(*columns, console=Console(stderr=True), transient=True)
            )
            self.task = self.progress.add_task("", total=None)
        self.progress.update(self.task, description=in_words(waiting, on_stderr=True))
