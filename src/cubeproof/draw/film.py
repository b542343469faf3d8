"""`Film`: an algorithm cut into frames, for files of any kind."""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from numbers import Real

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.argument_checks import expect, expect_whole
from cubeproof.draw.look import sticker_mask
from cubeproof.errors import UsageError
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube, permutation
from cubeproof.puzzle.geometry import geometry
from cubeproof.puzzle.move import Move
from cubeproof.sentences import Sentence, Template, say

SPEED = Template("draw.speed", "The speed is a number from 0.1 to 10, not {speed!r}.")
_TOO_LONG = Template(
    "draw.turns", "An algorithm of at most {most:,} turns can be shown, and this one has {turns:,}."
)
_TOO_MUCH = Template(
    "draw.film-stickers",
    "{frames:,} frames of this cube show {stickers:,} stickers, and {most:,} are the most for such a file; "
    "choose fewer turns, a higher speed, or the player page.",
)

Progress = Callable[[int, int], None]
"""A function that is called after each frame, with the number of frames made and of all frames."""

MAX_TURNS = 2000
"""The longest algorithm that is drawn turn by turn."""

QUARTER_MS, HALF_MS, PAUSE_MS = 420, 640, 120
"""How long turns and the rests after them last at speed 1."""
OPENING_MS, CLOSING_MS = 600, 1600
"""How long the first and the last picture stand, at any speed."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture."""

    cube: Cube
    """The state, before the turn that is going on."""
    stickers: NDArray[np.bool_]
    """For every sticker whether it is emphasised, in this state."""
    move: Move | None
    """The turn that is going on; None while nothing turns."""
    angle: float
    """How much of it is made, from 0 to 1."""
    milliseconds: int
    """How long the picture stands."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a film."""

    cube: Cube
    """The state before it."""
    stickers: NDArray[np.bool_]
    """For every sticker whether it is emphasised, in this state."""
    move: Move
    """The turn."""


class Film:
    """An algorithm as a sequence of frames.

    The first frame is the state at the start, the last frame the state at the end; every turn ends on a frame
    that shows the state after it.

    Args:
        cube: the state at the start.
        alg: the turns, at most 2000.
        speed: 1 is a quarter turn in 0.42 s; from 0.1 to 10.
        rate: frames a second while something turns, from 5 to 50.
        emphasised: numbers of stickers that get a ring; the rings move with them.

    Raises:
        NotationError: the algorithm's text breaks or names a turn that this size lacks, with the column.
        UsageError: the same for an `Alg`; a speed or rate out of range; too many turns.

    >>> film = Film(Cube(3), "R U2", rate=10)
    >>> [(str(frame.move or "-"), round(frame.angle, 2)) for frame in film][:5]
    [('-', 0.0), ('R', 0.15), ('R', 0.5), ('R', 0.85), ('-', 0.0)]
    >>> len(film), len(list(film))
    (11, 11)
    """

    def __init__(
        self,
        cube: Cube,
        alg: Alg | str,
        *,
        speed: float = 1.0,
        rate: int = 25,
        emphasised: frozenset[int] = frozenset(),
    ) -> None:
        expect("cube", cube, Cube, "a Cube")
        expect("speed", speed, Real, "a number")
        expect_whole("rate", rate)
        if not 0.1 <= speed <= 10:
            raise UsageError(SPEED(speed=speed))
        if not 5 <= rate <= 50:
            raise UsageError(say("draw.rate", "A film has 5 to 50 frames a second, not {rate}.", rate=rate))
        self.cube, self.alg, self.speed, self.rate = cube, checked_alg(alg, cube.size), speed, rate
        self.stickers = sticker_mask(cube, emphasised)
        self.counts = [self._steps(move) for move in self.alg]

    def check_work(self, most: int) -> None:
        """Refuse a film whose frames together show more stickers than this.

        Raises:
            UsageError: it does.
        """
        if (need := len(self) * 3 * self.cube.size**2) > most:
            raise UsageError(_TOO_MUCH(frames=len(self), stickers=need, most=most))

    @property
    def summary(self) -> Sentence:
        """The turns for a title: written out if they are few, else counted."""
        if len(self.counts) > 30:
            return say("draw.turn-count", "{turns} turns", turns=len(self.counts))
        text = str(self.alg)
        return Sentence(text) if text else say("draw.no-turns", "no turns")

    @property
    def tick(self) -> int:
        """How long a frame stands while something turns, in milliseconds: a multiple of 10 for GIF."""
        return round(100 / self.rate) * 10

    def __len__(self) -> int:
        return 1 + sum(self.counts)

    def turns(self) -> Iterator[Turn]:
        """The turns, each with the state before it."""
        cube, stickers = self.cube, self.stickers
        for move in self.alg:
            yield Turn(cube, stickers, move)
            gather = geometry(cube.size).turn(move.slab(cube.size))
            cube, stickers = cube.permuted(gather), stickers[gather]

    def angles(self, move: Move) -> list[float]:
        """The shares of a turn that its frames show, without 0 and 1."""
        steps = self._steps(move)
        return [eased(step / steps) for step in range(1, steps)]

    def __iter__(self) -> Iterator[Frame]:
        cube, stickers = self.cube, self.stickers
        moves = len(self.counts)
        yield Frame(cube, stickers, None, 0.0, OPENING_MS if moves else CLOSING_MS)
        for number, (turn, count) in enumerate(zip(self.turns(), self.counts, strict=True), 1):
            for step in range(1, count):
                yield Frame(turn.cube, turn.stickers, turn.move, eased(step / count), self.tick)
            gather = geometry(cube.size).turn(turn.move.slab(cube.size))
            cube, stickers = turn.cube.permuted(gather), turn.stickers[gather]
            rest = CLOSING_MS if number == moves else self.tick + round(PAUSE_MS / self.speed / 10) * 10
            yield Frame(cube, stickers, None, 0.0, rest)

    def _steps(self, move: Move) -> int:
        milliseconds = (HALF_MS if move.amount == 2 else QUARTER_MS) / self.speed
        return max(2, round(milliseconds / self.tick))


def eased(share: float) -> float:
    """How far a turn has come when this share of its time is over: it starts and ends gently."""
    return (1 - math.cos(math.pi * share)) / 2


def checked_alg(alg: Alg | str, size: int, most: int = MAX_TURNS) -> Alg:
    """An algorithm whose turns all exist on this size."""
    read = alg if isinstance(alg, Alg) else Alg(alg)
    if len(read) > most:
        raise UsageError(_TOO_LONG(most=most, turns=len(read)))
    permutation(alg, size)
    return read
