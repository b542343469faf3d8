"""`Live`: shows the progress of a search in the output of a cell."""

import sys
import time
from collections.abc import Callable
from dataclasses import replace
from html import escape
from typing import Any

from cubeproof.contract.events import Event, HorizonOpened, Walked, sentence
from cubeproof.contract.state import SearchState
from cubeproof.notebook.inline import chosen_language
from cubeproof.puzzle.cube import Cube
from cubeproof.sentences import Template
from cubeproof.solving.solution import Solution
from cubeproof.solving.solve import solve as quiet_solve

_STEPS = Template("notebook.steps", "{steps} {steps?one:step|other:steps}")
_BOUNDS = Template(
    "notebook.bounds", "at least {lower}, {upper?none:no answer yet|other:an answer of {upper}}"
)

_PAUSE = 0.1
_KEPT = 200
_WIDTH = 320


class Live:
    """A progress callback that shows a search: the engine, the bounds, and the events so far.

    Args:
        show: a function that displays HTML; by default it replaces the output of the cell, and does nothing outside
                of notebooks.
        pause: minimum seconds between two displays of continuous progress; completed steps are shown at once.
        language: the tag of the language, as in `cubeproof.languages`; None for the locale's language.

    Attributes:
        show: see above.
        pause: see above.
        language: the tag of the language; a new value applies to the next display.
        state: the state of the search.
        lines: one sentence for each completed step.
        now: the newest sentence.

    Raises:
        UsageError: there is no such language.

    >>> from cubeproof.contract.events import HorizonClosed
    >>> pages = []
    >>> live = Live(pages.append)
    >>> live(HorizonClosed(6, False, 0.25))
    >>> "an answer in 6 turns?  no" in pages[-1]
    True
    >>> Live(pages.append, language="fr")(HorizonClosed(6, False, 0.25))
    >>> "au moins 0" in pages[-1]
    True
    """

    def __init__(
        self,
        show: Callable[[str], None] | None = None,
        pause: float = _PAUSE,
        language: str | None = None,
    ) -> None:
        self.show = show or _cell()
        self.pause = pause
        self.language = chosen_language(language).tag
        self.state = SearchState()
        self.lines: list[str] = []
        self.now = ""
        self._shown = -pause

    def __call__(self, event: Event) -> None:
        """Show an event."""
        self.state = self.state.after(event)
        self.now = sentence(event)
        passing = isinstance(event, HorizonOpened | Walked)
        if not passing:
            self.lines.append(self.now)
        if not passing or time.monotonic() - self._shown >= self.pause:
            self._shown = time.monotonic()
            self.show(self._html())

    def close(self, solution: Solution | None = None) -> None:
        """Show the end of the search: the bounds, the solution in one line, and all steps.

        Args:
            solution: the solution, if known.
        """
        if solution is not None:
            self.now = solution.summary
            self.state = replace(self.state, length=solution.length, lower_bound=solution.lower_bound)
        self.show(self._html(done=True))

    def _html(self, *, done: bool = False) -> str:
        say = chosen_language(self.language).say
        story = ""
        if done and self.lines:
            history = "".join(f"<li>{escape(say(line))}</li>" for line in self.lines[-_KEPT:])
            count = escape(say(_STEPS(steps=len(self.lines))))
            story = f"<details><summary>{count}</summary><ul>{history}</ul></details>"
        lower, upper = self.state.lower_bound, self.state.length
        bounds = _bar(lower, upper, say(_BOUNDS(lower=lower, upper=upper)))
        return f'<div role="status"><div>{bounds}</div><div>{escape(say(self.now))}</div>{story}</div>'


def solve(cube: Cube, *, live: Live | None = None, **how: Any) -> Solution:
    """Call `cubeproof.solve` and show the bounds in the output of the cell during the search.

    Args:
        cube: the cube to solve.
        live: the display; by default a new `Live`.
        how: other arguments of `cubeproof.solve`, except `progress`.

    >>> solve(Cube(2).apply("R U")).length
    2
    """
    live = live or Live()
    solution = quiet_solve(cube, progress=live, **how)
    live.close(solution)
    return solution


def _bar(lower: int, upper: int | None, description: str) -> str:
    """Return the bounds as a scale: excluded lengths, open lengths, and the best answer."""
    most = max(20, lower, upper or 0)
    cell = _WIDTH / most
    proved = f'<rect width="{(max(1, lower) - 1) * cell:.1f}" height="14" fill="#2f6fb3"/>'
    answer = ""
    if upper:
        left = (upper - 1) * cell
        answer = f'<rect x="{left:.1f}" width="{_WIDTH - left:.1f}" height="14" fill="#009b48"/>'
    text = escape(description)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{_WIDTH}" height="14">'
        f"<title>{text}</title>{proved}{answer}"
        f'<rect width="{_WIDTH}" height="14" fill="none" stroke="#8a94a0" stroke-width="2"/></svg> '
        f"<span>{text}</span>"
    )


def _cell() -> Callable[[str], None]:
    """Return a function that shows HTML in the output of the running cell, always in the same place."""
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
