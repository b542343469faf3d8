"""Progress of an engine on stderr: the current event, and the two bounds of a search as a bar."""

from __future__ import annotations

import sys
import threading
import time
from dataclasses import dataclass, replace
from types import TracebackType
from typing import TYPE_CHECKING, Self

from cubeproof.cli.output.streams import SAYS, in_words, tell
from cubeproof.contract.events import (
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
    """A bar of lengths: those proved too short from the left, those no shorter than the best answer from the right.

    ::

        15 ████████████████████████████···▒▒▒▒▒▒▒▒▒ 17

    The lengths between them are open. The bar never gets shorter, so that a shorter answer is visible as such.
    """

    lower: int = 0
    """No answer has fewer turns; proved."""
    best: int | None = None
    """The length of the best answer so far, or None."""
    most: int = _FEWEST
    """The length at the right end."""

    def update(self, lower: int, best: int | None) -> None:
        """Take the bounds that are known by now."""
        self.lower, self.best = lower, best
        self.most = max(self.most, lower + _ROOM if best is None else best)

    @property
    def tells(self) -> bool:
        """Whether anything is known that is worth a bar."""
        return self.lower > 1 or self.best is not None

    def parts(self, width: int) -> tuple[int, int, int]:
        """How many columns are too short, open, and no shorter than the best answer.

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


_MOMENT = 0.5
_BAR = 30

# A line of a terminal has 80 columns.
_SEARCHING = Template(
    "command.searching",
    "{least}{most?none: or more|other: to {most}} turns; in {length}? {percent:.0f} % searched, "
    "{rate:.1f} million cubes/s{seconds_left?none:|other:, {seconds_left:.0f} s to go}",
)


class Display:
    """A progress callback that writes a line for every step worth one, and shows what goes on in between.

    What goes on has the bounds below it, as a bar, once there are any. Answers are lines too, with their turns, so
    that there is one to be used while its proof goes on. Nothing is shown in the first half second, and nothing
    but notes where stderr is no terminal.
    """

    def __init__(self) -> None:
        self.started = time.monotonic()
        self.live = sys.stderr.isatty()
        self.held: list[tuple[str, str]] = []
        self.shown: RenderableType = ""
        self.state = SearchState()
        self.bounds = BoundsBar()
        self.status: Status | None = None
        # The first moment ends by itself, also where no event comes after it.
        self._lock = threading.RLock()
        self._timer: threading.Timer | None = None

    def __enter__(self) -> Self:
        # What comes after a search, as writing its proof, has no bounds any more.
        self.state, self.bounds = SearchState(), BoundsBar()
        if self.live:
            left = max(0.0, _MOMENT - (time.monotonic() - self.started))
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
            self.shown = ""

    def close(self) -> None:
        """Show nothing from now on; another thread may call this while events come."""
        self.live = False
        self.__exit__(None, None, None)

    def __call__(self, event: Event) -> None:
        """Show an event."""
        if isinstance(event, Note):
            tell(SAYS(sentence=sentence(event)))
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
                    self.held.append((in_words(sentence(event), on_stderr=True), "bold"))
                    self._now(self.shown)
                case _:
                    done = replace(event, seconds_left=None) if isinstance(event, TableBuilding) else event
                    line = in_words(sentence(done), on_stderr=True)
                    self.held.append((line, "dim"))
                    self._now(line)

    def _searching(self, event: DepthSearched) -> Sentence:
        """How far a search is, and the bounds that are known by now."""
        return _SEARCHING(
            least=max(1, self.state.lower_bound),
            most=self.state.length,
            length=event.length,
            percent=100 * event.share,
            rate=event.rate,
            seconds_left=event.seconds_left,
        )

    def _now(self, shown: RenderableType) -> None:
        self.shown = shown
        if time.monotonic() - self.started >= _MOMENT:
            self._show()

    def _show(self) -> None:
        """Write the lines that were held, and show what goes on now."""
        with self._lock:
            if self._timer is None or (not self.held and not self.shown):
                return
            if self.status is None:
                from rich.console import Console

                self.status = Console(stderr=True).status(self._picture())
                self.status.start()
            for line, style in self.held:
                self.status.console.print(f"  {line}", style=style, highlight=False)
            self.held.clear()
            self.status.update(self._picture())

    def _picture(self) -> RenderableType:
        """Return the current activity, and the bounds if they are known."""
        if not self.bounds.tells:
            return self.shown
        from rich.console import Group

        return Group(self.shown, self.bounds)


def _bar(event: TableBuilding) -> RenderableType:
    """How far a table is: the sentence, and a bar."""
    from rich.progress_bar import ProgressBar
    from rich.table import Table

    row = Table.grid(padding=(0, 1))
    row.add_row(
        ProgressBar(total=1.0, completed=event.share, width=_BAR), in_words(sentence(event), on_stderr=True)
    )
    return row
