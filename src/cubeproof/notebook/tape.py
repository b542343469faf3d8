"""`Tape`: what a player plays, read from whatever it is given."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from cubeproof.draw.film import checked_alg
from cubeproof.draw.inline import smallest_size
from cubeproof.draw.twisty import MAX_TWISTY_SIZE, twisty_turn
from cubeproof.errors import UsageError
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.move import Move
from cubeproof.solving.solution import Solution

__all__ = ["Tape", "Taped", "checked_speed"]


@dataclass(frozen=True, eq=False)
class Tape:
    """A cube and the turns to be made on it.

    Attributes:
        start: the cube before the first turn.
        alg: the turns.
        scramble: turns that lead from the solved cube to the start, None if they were not told.
    """

    start: Cube
    alg: Alg
    scramble: Alg | None = None

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

        Args:
            start: the cube before the first turn; of a solution the cube that it solves, and its answer.
            alg: the turns.
            scramble: turns that lead from the solved cube to the start; needed only if there is no start.
            size: the number of layers; by default the start's, or the smallest, of three or more, that has all layers that turn.

        Raises:
            NotationError: a text that breaks, or names a turn that this size lacks, with the column.
            UsageError: the same for an `Alg`; more than 2000 turns; a scramble or a size that is not the start's; no cube, no turns.

        >>> tape = Tape.of(alg="3Rw", scramble="U")
        >>> tape.start == Cube(4).apply("U"), [str(move) for move in tape.moves]
        (True, ['3Rw'])
        """
        if isinstance(start, Solution):
            alg = start.alg if alg is None else alg
            start = start.start
        if not isinstance(start, Cube | None):
            raise UsageError(
                f"A player starts from a cube or a solution, not from {start!r}; turns are given as alg or as scramble."
            )
        scrambled = None if scramble is None else _turns(scramble)
        turns = Alg() if alg is None else _turns(alg)
        if start is None:
            if size is None:
                # With no size that has them all, the smallest one says which turn is too much.
                size = smallest_size((scrambled or Alg()) + turns) or 3
            start = Cube(size).apply(scramble or "")
            scrambled = scrambled or Alg()
        elif size not in (None, start.size):
            raise UsageError(f"The cube to start from has {start.size} layers, not {size}.")
        elif scrambled is not None and Cube(start.size).apply(scramble or "") != start:
            raise UsageError("The scramble does not lead to the cube to start from.")
        checked_alg(alg if isinstance(alg, str) else turns, start.size)
        return cls(start, turns, scrambled)

    @cached_property
    def moves(self) -> tuple[Move, ...]:
        """The turns one by one, brackets expanded."""
        return tuple(self.alg)

    def at(self, step: int) -> Cube:
        """The cube after so many turns."""
        return self.start.apply(Alg(self.moves[:step]))

    @property
    def is_playable(self) -> bool:
        """Whether the 3D player knows cubes of this size."""
        return self.start.size <= MAX_TWISTY_SIZE

    @property
    def turns(self) -> list[str]:
        """The turns as the 3D player reads them."""
        return [twisty_turn(move, self.start.size) for move in self.moves]


def _turns(given: Alg | str) -> Alg:
    if not isinstance(given, Alg | str):
        raise UsageError(f"Turns are a text or an Alg, not {given!r}.")
    return Alg(given) if isinstance(given, str) else given


def checked_speed(speed: object) -> float:
    """A speed at which something can be played.

    Raises:
        UsageError: it is none.
    """
    if not isinstance(speed, int | float) or not 0.1 <= speed <= 10:
        raise UsageError(f"The speed is a number from 0.1 to 10, not {speed!r}.")
    return speed


class Taped:
    """What every player says of its tape. Attributes: the tape, and how many of its turns are made."""

    tape: Tape
    step: int

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
