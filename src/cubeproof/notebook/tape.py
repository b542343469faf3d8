"""`Tape`: a cube and turns, as a player plays them, read from its arguments."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from cubeproof.draw.film import SPEED, checked_alg
from cubeproof.draw.solid import turn_data
from cubeproof.errors import UsageError
from cubeproof.notebook.inline import smallest_size
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.move import Move
from cubeproof.sentences import Template
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
    """A cube and the turns to be made on it."""

    start: Cube
    """The cube before the first turn."""
    alg: Alg
    """The turns."""
    scramble: Alg | None = None
    """Turns that lead from the solved cube to the start, None if they are not known."""

    @classmethod
    def of(
        cls,
        start: Cube | Solution | None = None,
        alg: Alg | str | None = None,
        *,
        scramble: Alg | str | None = None,
        size: int | None = None,
    ) -> Tape:
        """Read what a player was given.

        >>> tape = Tape.of(alg="3Rw", scramble="U")
        >>> tape.start == Cube(4).apply("U"), [str(move) for move in tape.moves]
        (True, ['3Rw'])
        """
        if isinstance(start, Solution):
            alg = start.alg if alg is None else alg
            start = start.start
        if not isinstance(start, Cube | None):
            raise UsageError(_NO_START(start=repr(start)))
        scrambled = None if scramble is None else _turns(scramble)
        turns = Alg() if alg is None else _turns(alg)
        if start is None:
            if size is None:
                # With no size that has them all, the smallest one says which turn is too much.
                size = smallest_size((scrambled or Alg()) + turns) or 3
            start = Cube(size).apply(scramble or "")
            scrambled = scrambled or Alg()
        elif size not in (None, start.size):
            raise UsageError(_OTHER_SIZE(layers=start.size, size=size))
        elif scrambled is not None and Cube(start.size).apply(scramble or "") != start:
            raise UsageError(_OTHER_START())
        checked_alg(alg if isinstance(alg, str) else turns, start.size)
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
        """The turns as the player's script reads them."""
        return [turn_data(move, self.start.size) for move in self.moves]


def _turns(given: Alg | str) -> Alg:
    if not isinstance(given, Alg | str):
        raise UsageError(_NO_TURNS(turns=repr(given)))
    return Alg(given) if isinstance(given, str) else given


def checked_speed(speed: object) -> float:
    """The speed, if it is one."""
    if not isinstance(speed, int | float) or not 0.1 <= speed <= 10:
        raise UsageError(SPEED(speed=speed))
    return speed


class Taped:
    """The common part of all players."""

    tape: Tape
    """The cube at the start and the turns."""
    step: int
    """How many of the turns are made."""

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
