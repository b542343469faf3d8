"""The player where there is no widget: a page within the page with the same buttons, without Python."""

from contextlib import suppress
from html import escape

from cubeproof.draw import Film, Look
from cubeproof.draw.player import player_page
from cubeproof.errors import UsageError
from cubeproof.notebook.inline import spoken, still
from cubeproof.notebook.tape import Tape, Taped, checked_speed
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.sentences import say
from cubeproof.solving.solution import Solution

_LOOK = Look(size=320)
_MAX_PAGE = 300_000


class Player(Taped):
    """A cube and its turns, with buttons to play and to step; it shows itself as the last line of a cell.

    Args:
        start: the cube before the first turn, or a solution, with its turns; by default a solved cube.
        alg: the turns.
        scramble: turns that lead from the solved cube to the start.
        size: the number of layers, if there is no start.
        speed: 1 is a quarter turn in 0.42 s; from 0.1 to 10.

    Raises:
        NotationError: a text that breaks, or names a turn that this size lacks, with the column.
        UsageError: anything else that makes no sense.

    >>> player = Player(alg="R U")
    >>> player._repr_html_()[:7], player.cube == Cube(3)
    ('<iframe', True)
    """

    def __init__(
        self,
        start: Cube | Solution | None = None,
        alg: Alg | str | None = None,
        *,
        scramble: Alg | str | None = None,
        size: int | None = None,
        speed: float = 1.0,
    ) -> None:
        self.tape = Tape.of(start, alg, scramble=scramble, size=size)
        self.speed = checked_speed(speed)
        self.step = 0

    @property
    def alg(self) -> str:
        """The turns."""
        return str(self.tape.alg)

    def _repr_html_(self) -> str:
        return tape_html(self.tape, self.speed)


def tape_html(tape: Tape, speed: float) -> str:
    """A tape as a page within the page; a picture of its start if such a page would be too large."""
    page = ""
    with suppress(UsageError):
        page = player_page(Film(tape.start, tape.alg, speed=speed), _LOOK)
    if not 0 < len(page) <= _MAX_PAGE:
        return still(tape.start)
    title = spoken(None).say(say("notebook.player", "Player: {turns}", turns=str(tape.alg)))[:200]
    # In a separate frame the page shares neither style nor keys with the notebook.
    return (
        f'<iframe srcdoc="{escape(page)}" title="{escape(title)}" sandbox="allow-scripts" '
        f'style="border:0;width:100%;max-width:30em;height:42em"></iframe>'
    )
