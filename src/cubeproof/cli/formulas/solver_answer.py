"""Looking at the answer of a solver that works elsewhere, and waiting until it is whole, with its proof."""

import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import BinaryIO

from cubeproof.cli.inputs import DAMAGED_GZIP, NO_TEXT, bytes_of, text_of
from cubeproof.cli.output.failures import reason
from cubeproof.cli.output.streams import SAYS, in_words, tell
from cubeproof.contract.control import Control
from cubeproof.contract.left_behind import LeftBehindError, run_steered
from cubeproof.errors import TimeUpError, UsageError
from cubeproof.formulas.answers import Answer, read_answer
from cubeproof.places import shown
from cubeproof.places.faults import is_not_there, may_pass
from cubeproof.sentences import Sentence, Template, say

_NOT_THERE = Template("command.no-answer-yet", "There is no answer of a solver yet: {file} is not there.")
_NO_PROOF = Template("command.no-proof-yet", "There is no proof yet: {file} is not there.")
_TIME_UP = Template("command.none-came", "In {seconds:g} seconds not everything came. {reason}")

# Seconds between two looks: the first, how many times as long each next one, the longest.
_FIRST, _FACTOR, _LONGEST = 1.0, 1.5, 20.0


def looked_at(name: str) -> Answer:
    """The answer in a file, or on stdin for `-`, as it is now; what cannot be read yet is not whole."""
    try:
        text = text_of(name)
    except OSError as error:
        if not may_pass(error):
            raise
        missing = _NOT_THERE(file=shown(name)) if is_not_there(error) else reason(error)
        return Answer(None, unfinished=missing)
    except UsageError as error:
        if error.sentence.code in (DAMAGED_GZIP.code, NO_TEXT.code):
            return Answer(None, unfinished=error.sentence)
        raise
    return read_answer(text)


def awaited(name: str, control: Control) -> Answer:
    """The answer in a file, once it is whole."""
    answer = Answer(None)

    def missing() -> Sentence | None:
        nonlocal answer
        answer = looked_at(name)
        return answer.unfinished

    _wait_while(missing, name, control)
    return answer


@contextmanager
def awaited_proof(name: str, control: Control) -> Iterator[BinaryIO]:
    """The file of a proof, open for reading, once it is there: drives bring files in any order."""
    with ExitStack() as stack:
        opened: list[BinaryIO] = []

        def missing() -> Sentence | None:
            try:
                opened.append(stack.enter_context(bytes_of(name)))
            except OSError as error:
                if not may_pass(error):
                    raise
                return _NO_PROOF(file=shown(name)) if is_not_there(error) else reason(error)
            return None

        _wait_while(missing, name, control)
        yield opened[0]


def _wait_while(missing: Callable[[], Sentence | None], name: str, control: Control) -> None:
    pause = _FIRST

    def look(steered: Control) -> Sentence | None:
        with steered.watching():
            return missing()

    # The message if the time runs out during the first read.
    what: Sentence | None = say("command.not-come", "{file} has not come yet.", file=shown(name))
    with ExitStack() as stack:
        showing = _Shown(name, stack)
        while True:
            try:
                # A service that does not answer may be waited for in a place that does not look at the clock.
                what = run_steered(look, control)
                if what is None:
                    return
                showing(what)
                control.check()
            except (TimeUpError, LeftBehindError):
                control.check_stop()
                raise TimeUpError(_TIME_UP(seconds=control.limit.seconds, reason=what)) from None
            control.wait(pause)
            pause = min(pause * _FACTOR, _LONGEST)


class _Shown:
    """Shows what the command waits for: with the elapsed time on a terminal, else one line per change."""

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
            tell(SAYS(sentence=waiting))
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
