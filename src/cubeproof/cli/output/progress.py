"""Shows progress on stderr: the current event, and the two bounds of a search as a bar."""

from __future__ import annotations

import sys
import threading
import time
from dataclasses import dataclass, replace
from types import TracebackType
from typing import TYPE_CHECKING, Self

from cubeproof.cli.output.streams import in_words, print_message
from cubeproof.contract.events import (
    Answered,
    DepthSearched,
    Event,
    HorizonOpened,
    Improved,
    LayerCounted,
    Note,
    Preparing,
    Started,
    TableBuilding,
    Walked,
    sentence,
)
from cubeproof.contract.state import SearchState
from cubeproof.sentences import Sentence, Template

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
    from rich.status import Status

_WIDTH = 40
# Minimum number of lengths on the bar, and above the lower bound while there is no answer.
_FEWEST, _ROOM = 10, 5


@dataclass(slots=True)
class BoundsBar:
    """A bar of lengths: from the left the excluded lengths, from the right those of the best answer and above.

    ::

        15 ████████████████████████████···▒▒▒▒▒▒▒▒▒ 17

    The lengths between them are open. The scale never shrinks, so that an improvement is visible.
    """

    lower: int = 0
    """The proved lower bound."""
    best: int | None = None
    """The length of the best answer so far, or None."""
    most: int = _FEWEST
    """The length at the right end of the bar."""

    def update(self, lower: int, best: int | None) -> None:
        """Set the current bounds."""
        self.lower, self.best = lower, best
        self.most = max(self.most, lower + _ROOM if best is None else best)

    @property
    def is_useful(self) -> bool:
        """Whether the bounds say more than that an answer has at least one turn."""
        return self.lower > 1 or self.best is not None

    def parts(self, width: int) -> tuple[int, int, int]:
        """Return the numbers of columns for excluded lengths, open lengths, and the best answer and above.

        >>> BoundsBar(lower=15, best=17, most=20).parts(40)
        (28, 4, 8)
        >>> BoundsBar(lower=5).parts(40)
        (16, 24, 0)
        """
        too_short = width * max(0, self.lower - 1) // self.most
        if self.best is None:
            return too_short, width - too_short, 0
        at_most = width * max(0, self.best - 1) // self.most
        return min(too_short, at_most), max(0, at_most - too_short), width - at_most

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        from rich.text import Text

        left, right = str(self.lower), "?" if self.best is None else str(self.best)
        width = max(1, min(_WIDTH, options.max_width - len(left) - len(right) - 2))
        signs = "#.=" if options.ascii_only else "█·▒"
        text = Text(f"{left} ", no_wrap=True)
        for sign, columns, style in zip(signs, self.parts(width), ("red", "dim", "green"), strict=True):
            text.append(sign * columns, style)
        yield text.append(f" {right}")


INITIAL_DELAY = 0.5
"""Seconds in which nothing is shown."""
_BAR = 30

# A line of a terminal has 80 columns.
_SEARCHING = Template(
    "command.searching",
    "{least}{most?none: or more|other: to {most}} turns; in {length}? {percent:.0f} % searched, "
    "{rate:.1f} million states/s{seconds_left?none:|other:, {seconds_left:.0f} s to go}",
)


class Display:
    """A progress callback that prints a line for each important event and shows the current activity below.

    The bounds follow the activity as a bar, once they are known. Answers are printed with their turns, so that users
    have one while its proof continues. Nothing is shown in the first half second, and only notes if stderr is not a
    terminal.
    """

    def __init__(self) -> None:
        self.started = time.monotonic()
        self.live = sys.stderr.isatty()
        self.lines: list[tuple[str, str]] = []
        self.activity: RenderableType = ""
        self.state = SearchState()
        self.bounds = BoundsBar()
        self.status: Status | None = None
        # Ends the first half second even if no event follows.
        self._lock = threading.RLock()
        self._timer: threading.Timer | None = None

    def __enter__(self) -> Self:
        # Work after a search, such as writing its proof, has no bounds.
        self.state, self.bounds = SearchState(), BoundsBar()
        if self.live:
            left = max(0.0, INITIAL_DELAY - (time.monotonic() - self.started))
            self._timer = threading.Timer(left, self._show)
            self._timer.daemon = True
            self._timer.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
            if self.status is not None:
                self.status.stop()
                self.status = None
            self.activity = ""

    def pause(self) -> None:
        """Remove the current activity from the terminal, until the next event, so that a line can be printed."""
        with self._lock:
            if self.status is not None:
                self.status.stop()
                self.status = None

    def close(self) -> None:
        """Stop showing events; any thread may call this."""
        self.live = False
        self.__exit__(None, None, None)

    def __call__(self, event: Event) -> None:
        """Show an event."""
        if isinstance(event, Note):
            print_message(sentence(event))
            return
        self.state = self.state.after(event)
        if not self.live:
            return
        with self._lock:
            self.bounds.update(self.state.lower_bound, self.state.length)
            match event:
                case DepthSearched():
                    self._now(in_words(self._searching(event), on_stderr=True))
                case TableBuilding() if event.share < 1:
                    self._now(_bar(event))
                case HorizonOpened() | Walked() | Started() | Preparing() | LayerCounted():
                    self._now(in_words(sentence(event), on_stderr=True))
                case Improved():
                    self.lines.append((in_words(sentence(event), on_stderr=True), "bold"))
                    self._now(self.activity)
                case Answered():
                    pass
                case _:
                    done = replace(event, seconds_left=None) if isinstance(event, TableBuilding) else event
                    line = in_words(sentence(done), on_stderr=True)
                    self.lines.append((line, "dim"))
                    self._now(line)

    def _searching(self, event: DepthSearched) -> Sentence:
        """Describe the progress of a search and the current bounds."""
        return _SEARCHING(
            least=max(1, self.state.lower_bound),
            most=self.state.length,
            length=event.length,
            percent=100 * event.share,
            rate=event.rate,
            seconds_left=event.seconds_left,
        )

    def _now(self, activity: RenderableType) -> None:
        self.activity = activity
        if time.monotonic() - self.started >= INITIAL_DELAY:
            self._show()

    def _show(self) -> None:
        """Print the collected lines and show the current activity."""
        with self._lock:
            if self._timer is None or (not self.lines and not self.activity):
                return
            if self.status is None:
                from rich.console import Console

                self.status = Console(stderr=True).status(self._picture())
                self.status.start()
            for line, style in self.lines:
                self.status.console.print(f"  {line}", style=style, highlight=False)
            self.lines.clear()
            self.status.update(self._picture())

    def _picture(self) -> RenderableType:
        """Return the current activity, and the bounds if they are known."""
        if not self.bounds.is_useful:
            return self.activity
        from rich.console import Group

        return Group(self.activity, self.bounds)


def _bar(event: TableBuilding) -> RenderableType:
    """Return a bar and the sentence for a table that is being built."""
    from rich.progress_bar import ProgressBar
    from rich.table import Table

    row = Table.grid(padding=(0, 1))
    row.add_row(
        ProgressBar(total=1.0, completed=event.share, width=_BAR), in_words(sentence(event), on_stderr=True)
    )
    return row
