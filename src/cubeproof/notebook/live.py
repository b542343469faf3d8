"""`Live`: a search to be watched, in the output of a cell."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from html import escape
from typing import Any

from cubeproof.contract.events import Event, HorizonOpened, Walked, sentence
from cubeproof.contract.standing import Standing
from cubeproof.puzzle.cube import Cube
from cubeproof.solving.solution import Solution
from cubeproof.solving.solve import solve as quiet_solve

__all__ = ["Live", "solve"]

_PAUSE = 0.1
_KEPT = 200
_WIDTH = 320


class Live:
    """A progress callback that shows where a search is: the engine, the bounds as they close in, and what happened so far.

    Args:
        show: what takes the HTML; by default the output of the cell, where each replaces the one before. Without a notebook nothing is shown.
        pause: the least seconds between two pictures of what goes on; what has come to an end is shown at once.

    >>> from cubeproof.contract.events import HorizonClosed
    >>> pages = []
    >>> live = Live(pages.append)
    >>> live(HorizonClosed(6, False, 0.25))
    >>> "an answer in 6 turns?  no" in pages[-1]
    True
    """

    def __init__(self, show: Callable[[str], None] | None = None, pause: float = _PAUSE) -> None:
        self.show = show or _cell()
        self.pause = pause
        self.standing = Standing("")
        self.lines: list[str] = []
        self.now = ""
        self._shown = -pause

    def __call__(self, event: Event) -> None:
        """Show an event."""
        self.standing(event)
        self.now = sentence(event)
        passing = isinstance(event, HorizonOpened | Walked)
        if not passing:
            self.lines.append(self.now)
        if not passing or time.monotonic() - self._shown >= self.pause:
            self._shown = time.monotonic()
            self.show(self._html())

    def close(self, solution: Solution | None = None) -> None:
        """Show how it ended: the bounds, the solution in a line if there is one, and behind it all that happened."""
        if solution is not None:
            self.now = str(solution)
            self.standing.length, self.standing.lower_bound = solution.length, solution.lower_bound
        self.show(self._html(done=True))

    def _html(self, *, done: bool = False) -> str:
        kept = self.lines[-_KEPT:]
        history = "".join(f"<li>{escape(text)}</li>" for text in kept)
        count = f"{len(self.lines)} step{'' if len(self.lines) == 1 else 's'}"
        story = f"<details><summary>{count}</summary><ul>{history}</ul></details>" if done and history else ""
        bounds = _bar(self.standing.lower_bound, self.standing.length)
        return f'<div role="status"><div>{bounds}</div><div>{escape(self.now)}</div>{story}</div>'


def solve(cube: Cube, *, live: Live | None = None, **how: Any) -> Solution:
    """`cubeproof.solve`, with the bounds shown in the output of the cell while they close in on each other.

    Args:
        cube: the cube to be solved.
        live: what shows them; by default a new one.
        how: everything else that `cubeproof.solve` takes, but `progress`.

    >>> solve(Cube(2).apply("R U")).length
    2
    """
    live = live or Live()
    solution = quiet_solve(cube, progress=live, **how)
    live.close(solution)
    return solution


def _bar(lower: int, upper: int | None) -> str:
    """The bounds as a scale: what is proved too short, what is open, and where the best answer is."""
    most = max(20, lower, upper or 0)
    cell = _WIDTH / most
    proved = f'<rect width="{(max(1, lower) - 1) * cell:.1f}" height="14" fill="#2f6fb3"/>'
    found = ""
    if upper:
        found = f'<rect x="{(upper - 1) * cell:.1f}" width="{_WIDTH - (upper - 1) * cell:.1f}" height="14" fill="#009b48"/>'
    description = f"at least {lower}, {'no answer yet' if upper is None else f'an answer of {upper}'}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{_WIDTH}" height="14"><title>{description}</title>'
        f'{proved}{found}<rect width="{_WIDTH}" height="14" fill="none" stroke="#8a94a0" stroke-width="2"/></svg> '
        f"<span>{description}</span>"
    )


def _cell() -> Callable[[str], None]:
    """What writes to the output of the cell that runs, again and again in the same place."""
    if "IPython" not in sys.modules:
        return _nowhere
    from IPython import display, get_ipython

    if get_ipython() is None:
        return _nowhere
    cell: Any = display
    handle: list[Any] = []

    def show(page: str) -> None:
        if handle:
            handle[0].update(cell.HTML(page))
        else:
            handle.append(cell.display(cell.HTML(page), display_id=True))

    return show


def _nowhere(page: str) -> None:
    del page
