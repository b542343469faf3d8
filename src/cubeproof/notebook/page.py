"""`Tape`, the content of a player; and `Player` without a widget: an embedded page with the same buttons."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from html import escape
from typing import Any

from cubeproof.draw import Film, Look
from cubeproof.draw.film import SPEED, checked_alg
from cubeproof.draw.player import player_page
from cubeproof.draw.solid import turn_data
from cubeproof.errors import UsageError
from cubeproof.notebook.inline import chosen_language, smallest_size, still
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.facelet_symbols import refuse_facelets
from cubeproof.puzzle.lower_case import read_turns
from cubeproof.puzzle.move import Move
from cubeproof.sentences import Template, say
from cubeproof.solving.solution import Solution

_NO_START = Template(
    "player.no-start",
    "A player starts from a cube or a solution, not from {start}; turns are given as alg or as scramble.",
)
_OTHER_SIZE = Template("player.other-size", "The cube to start from has {layers} layers, not {size}.")
_OTHER_START = Template("player.other-start", "The scramble does not lead to the cube to start from.")
_NO_TURNS = Template("player.no-turns", "Turns are a text or an Alg, not {turns}.")


@dataclass(frozen=True, eq=False)
class Tape:
    """A start cube and a sequence of turns."""

    start: Cube
    """The cube before the first turn."""
    alg: Alg
    """The turns."""
    scramble: Alg | None = None
    """The turns from the solved cube to the start, or None if unknown."""

    @classmethod
    def of(
        cls,
        start: Cube | Solution | None = None,
        alg: Alg | str | None = None,
        *,
        scramble: Alg | str | None = None,
        size: int | None = None,
    ) -> Tape:
        """Return the tape for the arguments of a player.

        >>> tape = Tape.of(alg="3Rw", scramble="U")
        >>> tape.start == Cube(4).apply("U"), [str(move) for move in tape.moves]
        (True, ['3Rw'])
        """
        if isinstance(start, Solution):
            alg = start.alg if alg is None else alg
            start = start.start
        if not isinstance(start, Cube | None):
            raise UsageError(_NO_START(start=repr(start)))
        if start is not None and size not in (None, start.size):
            raise UsageError(_OTHER_SIZE(layers=start.size, size=size))
        if start is not None:
            size = start.size
        elif size is None:
            # If no size has all the turns, the error of the smallest size names the wrong turn.
            size = smallest_size(_turns(scramble, 3) + _turns(alg, 3)) or 3
        scrambled = None if scramble is None else _turns(scramble, size)
        if start is None:
            start = Cube(size).apply(scramble or "")
            scrambled = scrambled or Alg()
        elif scrambled is not None and Cube(size).apply(scramble or "") != start:
            raise UsageError(_OTHER_START())
        turns = _turns(alg, size)
        checked_alg(alg if isinstance(alg, str) else turns, size)
        return cls(start, turns, scrambled)

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The turns one by one, brackets expanded."""
        return tuple(self.alg)

    def at(self, step: int) -> Cube:
        """The cube after the first `step` turns."""
        return self.start.apply(Alg(self.moves[:step]))

    @property
    def turns(self) -> list[dict[str, Any]]:
        """Return the turns as data for the player's script."""
        return [turn_data(move, self.start.size) for move in self.moves]


def _turns(turns: Alg | str | None, size: int) -> Alg:
    if not isinstance(turns, Alg | str | None):
        raise UsageError(_NO_TURNS(turns=repr(turns)))
    if isinstance(turns, str):
        refuse_facelets(turns, "player")
        return read_turns(turns, size)[0]
    return Alg() if turns is None else turns


def checked_speed(speed: object) -> float:
    """Return the speed, or raise an error if it is invalid."""
    if not isinstance(speed, int | float) or not 0.1 <= speed <= 10:
        raise UsageError(SPEED(speed=speed))
    return speed


class Taped:
    """The common part of all players; see `PagePlayer` for the arguments."""

    tape: Tape
    """The cube at the start and the turns."""
    step: int
    """The number of turns made so far."""

    def __init__(
        self,
        start: Cube | Solution | None = None,
        alg: Alg | str | None = None,
        *,
        scramble: Alg | str | None = None,
        size: int | None = None,
        speed: float = 1.0,
    ) -> None:
        self._open(Tape.of(start, alg, scramble=scramble, size=size), checked_speed(speed))

    def _open(self, tape: Tape, speed: float) -> None:
        """Start at the first turn of a tape."""
        self.tape, self.speed, self.step = tape, speed, 0

    @property
    def start(self) -> Cube:
        """The cube before the first turn."""
        return self.tape.start

    @property
    def moves(self) -> list[Move]:
        """The turns one by one, brackets expanded."""
        return list(self.tape.moves)

    @property
    def cube(self) -> Cube:
        """The cube after `step` turns."""
        return self.tape.at(self.step)


_LOOK = Look(size=320)
_MAX_PAGE = 300_000


class PagePlayer(Taped):
    """A cube and its turns, with buttons to play and to step; show it as the last line of a cell.

    Args:
        start: the cube before the first turn, or a solution with its turns; by default a solved cube.
        alg: the turns.
        scramble: the turns from the solved cube to the start.
        size: the number of layers, without a start.
        speed: 1 is a quarter turn in 0.42 s; from 0.1 to 10.

    Raises:
        NotationError: a text with a fault, or with a turn that this size does not have, with the column.
        UsageError: other invalid arguments.

    >>> player = PagePlayer(alg="R U")
    >>> player._repr_html_()[:7], player.cube == Cube(3)
    ('<iframe', True)
    """

    @property
    def alg(self) -> str:
        """The turns."""
        return str(self.tape.alg)

    def _repr_html_(self) -> str:
        return tape_html(self.tape, self.speed)


def tape_html(tape: Tape, speed: float) -> str:
    """Return a tape as an embedded page, or as a picture of its start if such a page would be too large."""
    page = ""
    with suppress(UsageError):
        page = player_page(Film(tape.start, tape.alg, speed=speed), _LOOK)
    language = chosen_language(None)
    if not 0 < len(page) <= _MAX_PAGE:
        return still(tape.start, language)
    title = language.say(say("notebook.player", "Player: {turns}", turns=str(tape.alg)))[:200]
    # A frame isolates the page's style and keys from the notebook.
    return (
        f'<iframe srcdoc="{escape(page)}" title="{escape(title)}" sandbox="allow-scripts" '
        f'style="border:0;width:100%;max-width:30em;height:42em"></iframe>'
    )
