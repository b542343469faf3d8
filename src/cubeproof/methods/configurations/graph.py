"""`Graph`: the configurations of the 2×2×2 as numbers with turns between them; `graph_problem` reads a problem as one.

A turn moves pieces independently of their orientations, and its change of an orientation depends only on the slot. So
a turn acts on the two parts of a number independently, and a step for an array of configurations is two look-ups.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cubeproof.methods.configurations.indexing import ORIENTATIONS, PERMUTATIONS, PLACES, number, numbered
from cubeproof.problem import BlockTurn, Problem, core_turn, cube_pieces
from cubeproof.puzzle.cube import fixed_stickers
from cubeproof.puzzle.cubies import Pieces
from cubeproof.puzzle.geometry import geometry, rotation_inverses
from cubeproof.puzzle.move import Move
from cubeproof.puzzle.pieces import orbits
from cubeproof.sentences import Sentence, Template, say

TURNS = tuple(Move(face, amount) for face in "RUF" for amount in (1, 2, -1))
"""The nine turns that keep the corner DBL in place, in the order of their numbers."""

_BACK = tuple(TURNS.index(~turn) for turn in TURNS)

_ALL_KNOWN = Template(
    "table.all-known", "The table engine requires all stickers of the start and of the goal to be known."
)
_COST_1 = Template(
    "table.cost-1",
    "The table engine solves the 2×2×2 with turns that keep one corner in place and count 1 each; in "
    "the quarter-turn metric a half turn counts 2.",
)
_MOVE_ALL = Template(
    "table.move-all",
    "The table engine solves the 2×2×2 with turns that keep one corner in place; these turns move "
    "every corner.",
)
_BOTH_WAYS = Template(
    "table.both-ways", "The table engine requires every allowed turn to be allowed in both directions."
)


@dataclass(frozen=True, eq=False)
class Graph:
    """The action of the nine turns on the configurations of the 2×2×2."""

    pieces: NDArray[np.int32]
    """The image of the upper part of a number under each turn, times 3⁶, shape (9, 5040)."""
    orientations: NDArray[np.int32]
    """The image of the lower part under each turn, shape (9, 729)."""

    def step(self, turn: int, numbers: NDArray[np.integer]) -> NDArray[np.int32]:
        """Return the configurations after one of the nine turns.

        >>> numbered(graph().step(0, np.array([0])))[1].tolist()
        [[2, 3, 1, 3, 2, 1, 1]]
        """
        first, second = np.divmod(numbers, ORIENTATIONS)
        reached: NDArray[np.int32] = self.pieces[turn][first] + self.orientations[turn][second]
        return reached


@cache
def places() -> NDArray[np.intp]:
    """Return the stickers of the places 1 to 7, clockwise from the sticker on U or D: shape (7, 3)."""
    slots = {slot.name: slot.stickers for slot in orbits(2)[0].slots}
    return np.array([slots[name] for name in PLACES])


def cubes(numbers: ArrayLike) -> NDArray[np.int8]:
    """Return the colours of configurations, shape (…, 24).

    >>> cubes(0).tolist() == [colour for colour in range(6) for _ in range(4)]
    True
    """
    pieces, orientations = numbered(numbers)
    home = geometry(2).faces.astype(np.int8)
    colours = np.broadcast_to(home, (*pieces.shape[:-1], 24)).copy()
    for corner in range(3):
        # Orientations are anticlockwise, the stickers of a place clockwise.
        corner_colours = home[places()][pieces - 1, (corner + orientations - 1) % 3]
        colours[..., places()[:, corner]] = corner_colours
    return colours


def number_of(colours: NDArray[np.int8]) -> int:
    """Return the number of a possible cube, colours of shape (24,), in any rotation: the inverse of `cubes`.

    >>> number_of(cubes(1058))
    1058
    """
    home, fixed = geometry(2).faces, fixed_stickers(2)
    held = next(
        colours[rotation]
        for rotation in geometry(2).rotations
        if (colours[rotation][fixed] == home[fixed]).all()
    )
    corners, at_home = held[places()], home[places()]
    # By place, piece and orientation: whether the piece is there with this orientation.
    turned = np.stack([np.roll(corners, orientation, axis=1) for orientation in range(3)], axis=1)
    _, pieces, orientations = np.nonzero((turned[:, None] == at_home[None, :, None]).all(axis=-1))
    return int(number(pieces + 1, orientations + 1))


@cache
def graph() -> Graph:
    """Return the graph, derived from the geometry of the cube; cached."""
    turns = Pieces.read(np.stack([geometry(2).turn(turn.slab(2)) for turn in TURNS]), places())
    pieces, _ = numbered(np.arange(PERMUTATIONS) * ORIENTATIONS)
    _, turned = numbered(np.arange(ORIENTATIONS))
    unturned = np.ones((PERMUTATIONS, 7), dtype=np.int64)
    unmoved = np.broadcast_to(np.arange(1, 8), (ORIENTATIONS, 7))
    by_pieces, by_orientations = [], []
    for source, twist in zip(turns.origin, turns.turned, strict=True):
        by_pieces.append(number(pieces[:, source], unturned))
        # These orientations have the opposite sense of slot orientations.
        by_orientations.append(number(unmoved, (turned[:, source] - 1 - twist) % 3 + 1))
    return Graph(np.array(by_pieces, dtype=np.int32), np.array(by_orientations, dtype=np.int32))


@dataclass(frozen=True, slots=True)
class GraphProblem:
    """A problem as a walk on the graph."""

    turns: tuple[int, ...]
    """The turn of each generator, as an index into `TURNS`."""
    starts: tuple[int, ...]
    """The start's number relative to each goal that the nine turns can reach, where the goal is number 0."""


def graph_problem(problem: Problem) -> GraphProblem | Sentence:
    """Read a problem as a walk on the graph, or return the reason why a table cannot solve it."""
    cube, cube_map = cube_pieces(problem), problem.cube_map
    if cube is None or cube_map is None or cube_map.size != 2:
        return say("table.only-2", "The table engine solves the 2×2×2 only.")
    if not cube.is_complete:
        return _ALL_KNOWN()
    if (problem.costs != 1).any():
        return _COST_1()
    # After rotating the fixed corner to DBL, the generators are among the nine turns.
    rotations, backs = geometry(2).rotations, geometry(2).rotations_back
    stays = cube.still[rotations[:, fixed_stickers(2)]].all(axis=1)
    held = int(stays.argmax())
    rotation, back = rotations[held], backs[held]
    core_turns = [core_turn(turn, 2, int(rotation_inverses()[held])) for turn in cube_map.turns]
    if any(turn.rotation for turn in core_turns):
        return _MOVE_ALL()
    turns = tuple(_turn_numbers()[turn.axis, turn.amounts] for turn in core_turns)
    if {_BACK[turn] for turn in turns} != set(turns):
        return _BOTH_WAYS()
    if not cube.distinguishable:
        return say(
            "table.told-apart", "The table engine requires that the pieces of the goal are all different."
        )
    configurations = (_configuration(back[homes[rotation]]) for homes in cube.homes if homes is not None)
    return GraphProblem(turns, tuple(start for start in configurations if start is not None))


@cache
def _turn_numbers() -> dict[tuple[int, tuple[int, ...]], int]:
    """Return the indices of the nine turns in `TURNS`, by axis and amounts."""
    turns = [core_turn(BlockTurn(turn), 2) for turn in TURNS]
    return {(turn.axis, turn.amounts): index for index, turn in enumerate(turns)}


def _configuration(gather: NDArray[np.int16]) -> int | None:
    """Return the number of the goal after a permutation; the goal is 0. None if the nine turns cannot reach it."""
    if (gather[fixed_stickers(2)] != fixed_stickers(2)).any():
        return None
    pieces = Pieces.read(gather, places())
    if pieces.turned.sum() % 3:
        return None
    # These orientations have the opposite sense of slot orientations.
    return int(number(pieces.origin.astype(int) + 1, -pieces.turned.astype(int) % 3 + 1))
