"""What an engine does, on stderr, for those who wait longer than a moment."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING, Self

from cubeproof.cli.streams import SAYS, in_words, tell
from cubeproof.contract.events import Event, HorizonOpened, Note, Started, Walked, sentence

if TYPE_CHECKING:
    from rich.status import Status

__all__ = ["Display"]

_MOMENT = 0.5


class Display:
    """A progress callback that writes a line for every step worth one, and shows what goes on in between.

    Nothing is shown in the first half second, and nothing but notes where stderr is no terminal.
    """

    def __init__(self) -> None:
        self.started = time.monotonic()
        self.live = sys.stderr.isatty()
        self.held: list[str] = []
        self.status: Status | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self.status is not None:
            self.status.stop()
            self.status = None

    def __call__(self, event: Event) -> None:
        """Show an event."""
        match event:
            case Note():
                tell(SAYS(sentence=sentence(event)))
            case HorizonOpened() | Walked() | Started():
                self._now(in_words(sentence(event), on_stderr=True))
            case _:
                self._say(in_words(sentence(event), on_stderr=True))

    def _say(self, line: str) -> None:
        self.held.append(line)
        self._now(line)

    def _now(self, line: str) -> None:
        if not self.live or time.monotonic() - self.started < _MOMENT:
            return
        if self.status is None:
            from rich.console import Console

            self.status = Console(stderr=True).status(line)
            self.status.start()
        for held in self.held:
            self.status.console.print(f"  {held}", style="dim", highlight=False)
        self.held.clear()
        self.status.update(line)
