"""`Film`: an algorithm as a sequence of frames, for files of any kind."""

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
from cubeproof.puzzle.lower_case import read_turns
from cubeproof.puzzle.move import Move
from cubeproof.sentences import Sentence, Template, say

SPEED = Template("draw.speed", "The speed is a number from 0.1 to 10, not {speed!r}.")
_TOO_LONG = Template(
    "draw.turns", "An algorithm of at most {most:,} turns can be shown, but this algorithm has {turns:,}."
)
_TOO_MUCH = Template(
    "draw.film-stickers",
    "{frames:,} frames of this cube show {stickers:,} stickers, but such a file may have {most:,}; choose "
    "fewer turns, a higher speed, or the player page.",
)

Progress = Callable[[int, int], None]
"""A function that is called after each frame with the number of finished frames and of all frames."""

MAX_TURNS = 2000
"""The maximum length of an algorithm."""

QUARTER_MS, HALF_MS, PAUSE_MS = 420, 640, 120
"""The durations of turns and of the pauses after them at speed 1."""
OPENING_MS, CLOSING_MS = 600, 1600
"""The durations of the first and the last picture, at any speed."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of a film."""

    cube: Cube
    """The state before the current turn."""
    stickers: NDArray[np.bool_]
    """Whether each sticker is emphasised in this state."""
    move: Move | None
    """The current turn; None during a pause."""
    angle: float
    """The completed share of the turn, from 0 to 1."""
    milliseconds: int
    """The duration of the picture."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn of a film."""

    cube: Cube
    """The state before it."""
    stickers: NDArray[np.bool_]
    """Whether each sticker is emphasised in this state."""
    move: Move
    """The turn."""


class Film:
    """An algorithm as a sequence of frames.

    The first frame is the state at the start, the last frame the state at the end; every turn ends with a frame of the
    state after it.

    Args:
        cube: the state at the start.
        alg: the turns, at most 2000.
        speed: 1 is a quarter turn in 0.42 s; from 0.1 to 10.
        rate: frames per second during turns, from 5 to 50.
        emphasised: numbers of stickers that get a ring, which moves with them.

    Raises:
        NotationError: the algorithm's text has a fault, or a turn that this size does not have, with the column.
        UsageError: an `Alg` with such a turn, a speed or rate out of range, or too many turns.

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
        """Refuse a film whose frames together show more than `most` stickers.

        Raises:
            UsageError: its frames show more.
        """
        if (need := len(self) * 3 * self.cube.size**2) > most:
            raise UsageError(_TOO_MUCH(frames=len(self), stickers=need, most=most))

    @property
    def summary(self) -> Sentence:
        """The turns for a title: in full if they are few, else their number."""
        if len(self.counts) > 30:
            return say("draw.turn-count", "{turns} turns", turns=len(self.counts))
        text = str(self.alg)
        return Sentence(text) if text else say("draw.no-turns", "no turns")

    @property
    def tick(self) -> int:
        """The duration of a frame during turns in milliseconds, a multiple of 10 for GIF."""
        return round(100 / self.rate) * 10

    def __len__(self) -> int:
        return 1 + sum(self.counts)

    def turns(self) -> Iterator[Turn]:
        """Yield the turns, each with the state before it."""
        cube, stickers = self.cube, self.stickers
        for move in self.alg:
            yield Turn(cube, stickers, move)
            gather = geometry(cube.size).turn(move.slab(cube.size))
            cube, stickers = cube.permuted(gather), stickers[gather]

    def angles(self, move: Move) -> list[float]:
        """Return the shares of a turn at its frames, without 0 and 1."""
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
    """Return the completed share of a turn after a share of its time: turns accelerate and decelerate smoothly."""
    return (1 - math.cos(math.pi * share)) / 2


def checked_alg(alg: Alg | str, size: int, most: int = MAX_TURNS) -> Alg:
    """Return the algorithm, or raise an error if a turn does not exist on this size or the turns are too many."""
    read = alg if isinstance(alg, Alg) else read_turns(alg, size)[0]
    if len(read) > most:
        raise UsageError(_TOO_LONG(most=most, turns=len(read)))
    permutation(alg, size)
    return read
