"""`Stage`: turns that are allowed, turns that shall do from there on, and the goal that follows from the two.

Every sticker has to reach the orbit of its home under the turns of the next stage. That is all for orientations and
slices; some things those turns preserve besides, and for them a stage has

- *bonds*: pieces that must end as the next turns can carry them from home, together. A bond's arrangements are enumerated, and
  the formula chooses one of them for each bond. The wings of one edge are a bond: they end side by side, somewhere.
- *even*: pieces whose permutation must be even. Two more places are added to the puzzle, which odd turns swap.
- *gathered*: pieces that come together in a region only in this stage, and must be arranged there as the next turns can
  carry them. That takes no place in the formula: answers that end otherwise are forbidden one by one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from math import isqrt
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from cubeproof.engines.sat.distances import FAR, Distances
from cubeproof.engines.sat.encodings.framed import Effort, framed
from cubeproof.engines.sat.formula import Formula
from cubeproof.engines.sat.instance import Instance, Model
from cubeproof.engines.sat.stages.reading import Arrangement, permutation
from cubeproof.problem import Class, Generator, Pattern, Problem
from cubeproof.puzzle.geometry import FACES, geometry
from cubeproof.puzzle.pieces import is_odd, reachable

__all__ = ["Stage", "StageModel"]

# Most formulas of a stage are decided sooner than triples of pieces are written down.
_EFFORT = Effort(triples=0)

_Number = TypeVar("_Number", bound=np.integer)

# A bond with more arrangements than this would make the formula too large.
_MOST_ARRANGEMENTS = 300


@dataclass(frozen=True)
class Stage:
    """One link of the chain.

    Attributes:
        name: what it achieves, in a word or two.
        size: the number of layers of the cube.
        turns: the names of the turns that it may make.
        then: the names of the turns that have to do from its end on.
        bonds: lists of labels that `label` gives to the stickers of pieces that are bound to each other.
        marks: for every sticker the label of its bond, −1 where it is in none.
        even: the pieces, by their reference stickers, whose permutation must be even at the end and is one at any time.
        gathered: the pieces, by their reference stickers, that must end as the next turns can carry them from home.
        free: stickers that do not matter yet.
    """

    name: str
    size: int
    turns: tuple[str, ...]
    then: tuple[str, ...]
    bonds: tuple[tuple[int, ...], ...] = ()
    marks: tuple[int, ...] = ()
    even: tuple[tuple[int, ...], ...] = ()
    gathered: tuple[int, ...] = ()
    free: tuple[int, ...] = ()

    @cached_property
    def generators(self) -> tuple[Generator, ...]:
        """The allowed turns of the puzzle, with the places for parity behind the stickers."""
        return tuple(
            Generator(name, self._with_parity(permutation(name, self.size)).astype(np.int16))
            for name in self.turns
        )

    @cached_property
    def labels(self) -> Pattern:
        """What every sticker of the solved cube is called here; −1 where it may be any."""
        moves = [permutation(name, self.size) for name in self.then]
        stickers = 6 * self.size**2
        found = reachable(np.stack(moves)) if moves else np.arange(stickers)
        marks = np.array(self.marks) if self.marks else np.full(stickers, -1)
        found = np.where(marks >= 0, stickers + marks, found)
        found[list(self.free)] = -1
        numbers = {label: number for number, label in enumerate(sorted({*found.tolist()} - {-1}))}
        numbers[-1] = -1
        labels = [numbers[label] for label in found.tolist()]
        parity = [max(labels) + 1, max(labels) + 2] * len(self.even)
        assert len(numbers) + 2 <= np.iinfo(np.int8).max, "a pattern has room for the labels"
        return np.array(labels + parity, dtype=np.int8)

    @cached_property
    def arrangements(self) -> tuple[tuple[frozenset[int], tuple[Pattern, ...]], ...]:
        """For every bond its labels and the patterns in which they may end."""
        marks = np.array(self.marks)
        found = []
        for bond in self.bonds:
            labels = frozenset(self.labels[: len(marks)][np.isin(marks, bond)].tolist())
            pattern = np.where(np.isin(self.labels, list(labels)), self.labels, -1).astype(np.int8)
            moves = [self._with_parity(permutation(name, self.size)) for name in self.then]
            found.append((labels, _closure(pattern, moves)))
        return tuple(found)

    def problem(self, arrangement: Arrangement) -> Problem:
        """What is asked of this stage, from an arrangement of the stickers.

        The goal leaves out what is bound: see `StageModel`.
        """
        start = self.labels[: len(arrangement)][arrangement]
        signs = [_odd(pieces, arrangement) for pieces in self.even]
        behind = self.labels[len(arrangement) :].reshape(-1, 2)
        parity = [pair[::-1] if sign else pair for pair, sign in zip(behind, signs, strict=True)]
        bound = [label for labels, _ in self.arrangements for label in labels]
        goal = np.where(np.isin(self.labels, bound), -1, self.labels).astype(np.int8)
        places = [f"{face}{number + 1}" for face in FACES for number in range(self.size**2)]
        places += [f"parity{number}{way}" for number in range(len(self.even)) for way in "+-"]
        return Problem(np.concatenate([start, *parity]), (goal,), self.generators, "htm", tuple(places))

    def accepts(self, arrangement: Arrangement) -> bool:
        """Whether an arrangement that answers the stage's formula has what no formula says: `gathered`."""
        if not self.gathered:
            return True
        shown = np.where(np.isin(arrangement, self.gathered), arrangement, -1)
        return shown.astype(np.int16).tobytes() in self._gatherings

    @cached_property
    def _gatherings(self) -> frozenset[bytes]:
        home = np.arange(6 * self.size**2)
        pattern = np.where(np.isin(home, self.gathered), home, -1).astype(np.int16)
        moves = [permutation(name, self.size) for name in self.then]
        return frozenset(found.tobytes() for found in _closure(pattern, moves))

    def _with_parity(self, made: NDArray[np.int16]) -> NDArray[np.intp]:
        stickers = len(made)
        pairs = [
            [stickers + 2 * number + 1, stickers + 2 * number]
            if _odd(pieces, made.astype(np.intp))
            else [stickers + 2 * number, stickers + 2 * number + 1]
            for number, pieces in enumerate(self.even)
        ]
        return np.concatenate([made.astype(np.intp), *[np.array(pair) for pair in pairs]])


@dataclass(frozen=True, eq=False)
class StageModel(Model):
    """The pieces of a stage's problem, with its bonds.

    Pieces that differ only by how they were turned at the start are one class: of two edges, one flipped, each has
    *a* sticker that must end on one side. So a stage that only turns pieces has hardly more variables than locations.

    Attributes:
        stage: the stage.
    """

    stage: Stage

    @cached_property
    def _found(self) -> list[tuple[Class, int, NDArray[np.bool_]]]:
        """The classes, each with the number of its bond, −1 without one, and where each arrangement lets it end."""
        found = []
        for number, orbit in enumerate(self.orbits):
            groups: dict[tuple[int, bytes], tuple[list[int], NDArray[np.bool_]]] = {}
            for slot in range(len(orbit.homes)):
                ways = []
                for location in orbit.at[slot].tolist():
                    bond, targets = self._targets(number, location)
                    ways.append(((bond, targets.tobytes()), location, targets))
                if all(targets.all() for _, _, targets in ways):
                    continue
                key, location, targets = next((way for way in ways if way[0] in groups), ways[0])
                groups.setdefault(key, ([], targets))[0].append(location)
            found += [
                (Class(number, np.array(starts), _union(targets)[None]), bond, targets)
                for (bond, _), (starts, targets) in groups.items()
            ]
        return found

    def _targets(self, orbit: int, location: int) -> tuple[int, NDArray[np.bool_]]:
        placements = self.orbits[orbit].placements
        shown = self.problem.start[placements[location]]
        bond = next(
            (n for n, (labels, _) in enumerate(self.stage.arrangements) if labels & set(shown.tolist())), -1
        )
        goals = self.problem.goals if bond < 0 else self.stage.arrangements[bond][1]
        wanted = np.stack([goal[placements] for goal in goals])
        return bond, ((wanted == shown) | ((wanted < 0) & (bond < 0))).all(axis=-1)

    @cached_property
    def classes(self) -> tuple[Class, ...]:
        """See `Model.classes`; the targets of bound pieces are those of all arrangements together."""
        return tuple(found[0] for found in self._found)

    @cached_property
    def distances(self) -> Distances:
        """See `Model.distances`; pieces of one bond must arrive in the same arrangement."""
        return _BoundDistances(self)

    def ends(self, one: int, other: int) -> Iterator[tuple[NDArray[np.bool_], NDArray[np.bool_]]]:
        """The pairs of sets of locations at which two classes may end together."""
        (_, bond, first), (_, same, second) = self._found[one], self._found[other]
        if bond == same:
            yield from zip(first, second, strict=True)
        else:
            yield _union(first), _union(second)

    def formula(self, horizon: int, idle: bool = False) -> Formula:
        """The formula that asks for an answer of a length.

        Args:
            horizon: the length.
            idle: whether shorter answers will do as well.
        """
        formula = framed(Instance(self, horizon, idle=idle), _EFFORT)
        for bond, (_, patterns) in enumerate(self.stage.arrangements):
            if len(patterns) == 1:
                continue
            chosen = formula.new(f"bond{bond}", [str(number + 1) for number in range(len(patterns))])
            formula.add(f"bond {bond} ends somewhere", chosen[None])
            for number, (found, owner, targets) in enumerate(self._found):
                if owner != bond:
                    continue
                earlier = [
                    found for found in self.classes[:number] if found.orbit == self.classes[number].orbit
                ]
                at = formula.ids(f"at{found.orbit}")[-1, len(earlier)]
                way, place = np.nonzero(~targets & targets.any(axis=0))
                formula.add(f"bond {bond} ends together", np.stack([-at[place], -chosen[way]], axis=1))
        return formula


class _BoundDistances(Distances):
    model: StageModel

    def __init__(self, model: StageModel) -> None:
        super().__init__(model)
        self._known: dict[tuple[int, int], tuple[NDArray[np.uint8], NDArray[np.uint8]]] = {}

    def pair(self, one: int, other: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        if (one, other) not in self._known:
            self._known[one, other] = self._pair(one, other)
        return self._known[one, other]

    def _pair(self, one: int, other: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        from_start, to_goal = super().pair(one, other)
        a, b = self.model.classes[one], self.model.classes[other]
        ends = list(self.model.ends(one, other))
        if len(ends) == 1:
            return from_start, to_goal
        swapped = a.orbit > b.orbit
        table = self.between(b.orbit, a.orbit) if swapped else self.between(a.orbit, b.orbit)
        end = np.any([first[:, None] & second[None] for first, second in ends], axis=0)
        if one == other:
            slots = self.model.orbits[a.orbit].slots
            end &= slots[:, None] != slots[None]
        nearest = table[:, (end.T if swapped else end).ravel()].min(axis=1, initial=FAR)
        return from_start, nearest.reshape(end.shape[::-1]).T if swapped else nearest.reshape(end.shape)


def _union(sets: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The locations in any of several sets, shape (sets, locations) → (locations,)."""
    union: NDArray[np.bool_] = np.any(sets, axis=0)
    return union


def _closure(pattern: NDArray[_Number], moves: Sequence[NDArray[np.integer]]) -> tuple[NDArray[_Number], ...]:
    """All patterns that turns lead to."""
    found = {pattern.tobytes(): pattern}
    frontier = [pattern]
    while frontier:
        made = [before[move] for before in frontier for move in moves]
        frontier = [after for after in made if found.setdefault(after.tobytes(), after) is after]
        assert len(found) <= _MOST_ARRANGEMENTS, "a bond of a plan has few arrangements"
    return tuple(found.values())


def _odd(pieces: Sequence[int], arrangement: NDArray[np.intp]) -> bool:
    """Whether the pieces at these reference places are permuted oddly among themselves."""
    slot_of = _slots(len(arrangement))
    number = {int(slot_of[place]): index for index, place in enumerate(pieces)}
    return is_odd([number[int(slot_of[arrangement[place]])] for place in pieces])


@cache
def _slots(stickers: int) -> NDArray[np.intp]:
    """For every sticker of a cube with so many the number of its cubie."""
    cubies = geometry(isqrt(stickers // 6)).cubies
    found: NDArray[np.intp] = np.unique(cubies, axis=0, return_inverse=True)[1].ravel()
    return found
