"""The two bounds of a search as a bar of a terminal."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderResult

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
