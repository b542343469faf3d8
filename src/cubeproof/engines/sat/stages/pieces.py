"""`StagePieces`: the pieces of a stage, and its formula with what a goal pattern cannot say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from cubeproof.engines.sat.stages.stage import Stage
from cubeproof.formulas.distances import FAR, PieceDistances
from cubeproof.formulas.encodings import encoding
from cubeproof.formulas.encodings.framed import DistanceClauses, framed
from cubeproof.formulas.formula import Formula
from cubeproof.formulas.instance import ProblemPieces
from cubeproof.formulas.problem_formula import formula as written
from cubeproof.problem import Condition, PieceClass

# For most formulas of a stage, solving takes less time than writing clauses about triples of pieces.
_FRAMED = replace(encoding("framed"), write=partial(framed, limits=DistanceClauses(triples=0)))


@dataclass(frozen=True, eq=False)
class StagePieces(ProblemPieces):
    """The pieces of a stage's problem, with its bonds.

    Pieces that differ only in their orientation at the start are one class: of two edges, one of them
    flipped, each has *a* sticker that must end on one side. So a stage that only orients pieces has hardly
    more variables than locations.
    """

    stage: Stage
    """The stage."""

    @cached_property
    def _found(self) -> list[tuple[PieceClass, int, NDArray[np.bool_]]]:
        """The classes, each with its bond's index, −1 for none, and where each arrangement lets it end."""
        classes = []
        for number, orbit in enumerate(self.orbits):
            groups: dict[tuple[int, bytes], tuple[list[int], NDArray[np.bool_]]] = {}
            for slot in range(len(orbit.homes)):
                ways = []
                for location in orbit.at[slot].tolist():
                    bond, targets = self._targets(number, location)
                    colours = self._shown(number, location) if self._distinguishes else b""
                    ways.append(((bond, targets.tobytes() + colours), location, targets))
                if all(targets.all() for _, _, targets in ways) and not self._matters(number, slot):
                    continue
                key, location, targets = next((way for way in ways if way[0] in groups), ways[0])
                groups.setdefault(key, ([], targets))[0].append(location)
            classes += [
                (PieceClass(number, np.array(starts), _union(targets)[None]), bond, targets)
                for (bond, _), (starts, targets) in groups.items()
            ]
        return classes

    @property
    def _bonds(self) -> tuple[Condition, ...]:
        """The conditions of which a formula chooses a result."""
        return self.stage.phase.conditions[1:]

    def _targets(self, orbit: int, location: int) -> tuple[int, NDArray[np.bool_]]:
        placements = self.orbits[orbit].placements
        colours = self.problem.start[placements[location]]
        bond = next((n for n, bond in enumerate(self._bonds) if bond.concerned & set(colours.tolist())), -1)
        results: tuple[NDArray[np.integer], ...] = (
            self.problem.goals if bond < 0 else self._bonds[bond].results
        )
        wanted = np.stack([result[placements] for result in results])
        return bond, ((wanted == colours) | ((wanted < 0) & (bond < 0))).all(axis=-1)

    def _shown(self, orbit: int, location: int) -> bytes:
        """The labels of a piece that starts at a location, as a key."""
        return bytes(self.problem.start[self.orbits[orbit].placements[location]].tobytes())

    @property
    def _distinguishes(self) -> bool:
        """Whether pieces with the same targets are distinguished by their labels."""
        return bool(self.stage.regions or self.stage.quotas)

    def _matters(self, orbit: int, slot: int) -> bool:
        """Whether a region or a quota may need the piece that starts in a slot."""
        places = self.orbits[orbit].placements[self.orbits[orbit].at[slot, 0]]
        return self._distinguishes and bool((self.problem.start[places] >= 0).all())

    @cached_property
    def classes(self) -> tuple[PieceClass, ...]:
        """See `ProblemPieces.classes`; the targets of bound pieces are those of all arrangements together."""
        return tuple(entry[0] for entry in self._found)

    @cached_property
    def distances(self) -> PieceDistances:
        """See `ProblemPieces.distances`; pieces of one bond must arrive in the same arrangement."""
        return _BoundDistances(self)

    def ends(self, one: int, other: int) -> Iterator[tuple[NDArray[np.bool_], NDArray[np.bool_]]]:
        """The pairs of sets of locations, shape (locations,) each, in which two classes may end together."""
        (_, bond, first), (_, same, second) = self._found[one], self._found[other]
        if bond == same:
            yield from zip(first, second, strict=True)
        else:
            yield _union(first), _union(second)

    def formula(self, horizon: int, idle: bool = False) -> Formula:
        """The formula that asks for an answer of a length.

        Args:
            horizon: the length.
            idle: whether shorter answers count too.
        """
        formula = written(self, horizon, encoding=_FRAMED, exactly=not idle, canonical=True)
        for number, bond in enumerate(self._bonds):
            wrong = {
                piece: ~targets & targets.any(axis=0)
                for piece, (_, owner, targets) in enumerate(self._found)
                if owner == number
            }
            if len(bond.results) > 1 and wrong:
                chosen = self._choose(formula, bond.variables, bond.clauses, wrong)
                formula.add(f"{bond.clauses} somehow", chosen[None])
        regions = []
        for region, patterns in enumerate(self.stage.looks):
            wrong = {number: self._unlike(number, patterns) for number in range(len(self._found))}
            chosen = self._choose(formula, f"region{region}", f"region {region} looks", wrong)
            regions.append(chosen.tolist())
        if regions:
            _at_least(formula, self.stage.regions_needed or len(regions), regions, "regions look right")
        for places, count in self.stage.quotas:
            right = [self._right(formula, place) for place in places]
            _at_least(formula, count, right, "places right")
        return formula

    def _right(self, formula: Formula, place: int) -> list[int]:
        """The variables of which one is true if a place shows the right label at the end."""
        literals = []
        for number, piece_class in enumerate(self.classes):
            placements = self.orbits[piece_class.orbit].placements
            start = self.problem.start[placements[piece_class.starts[0]]]
            locations = np.flatnonzero(
                ((placements == place) & (start == self.stage.labels[place])).any(axis=1)
            )
            literals += self._last(formula, number)[locations].tolist()
        return literals

    def _last(self, formula: Formula, number: int) -> NDArray[np.int32]:
        """The variables that say where a class is at the end, shape (locations,)."""
        orbit = self.classes[number].orbit
        earlier = [piece_class.orbit for piece_class in self.classes[:number]].count(orbit)
        last: NDArray[np.int32] = formula.ids(f"at{orbit}")[-1, earlier]
        return last

    def _unlike(self, number: int, patterns: NDArray[np.int16]) -> NDArray[np.bool_]:
        """Where a class cannot end if a pattern is to be shown, shape (patterns, locations)."""
        piece_class = self.classes[number]
        placements = self.orbits[piece_class.orbit].placements
        start = self.problem.start[placements[piece_class.starts[0]]]
        wanted = patterns[:, placements]
        unlike: NDArray[np.bool_] = ((wanted >= 0) & (wanted != start)).any(axis=-1)
        return unlike

    def _choose(
        self, formula: Formula, kind: str, label: str, wrong: Mapping[int, NDArray[np.bool_]]
    ) -> NDArray[np.int32]:
        """Add variables for several ways to end.

        Args:
            formula: what to write into.
            kind: the kind of the variables.
            label: the label of the clauses, without "in one way".
            wrong: for every class the locations that each way forbids, shape (ways, locations).

        Returns:
            The variables, shape (ways,).
        """
        ways = len(next(iter(wrong.values())))
        chosen = formula.new(kind, [str(number + 1) for number in range(ways)])
        for number, locations in wrong.items():
            at = self._last(formula, number)
            way, place = np.nonzero(locations)
            formula.add(f"{label} in one way", np.stack([-at[place], -chosen[way]], axis=1))
        return chosen


class _BoundDistances(PieceDistances):
    pieces: StagePieces

    def _pair(self, one: int, other: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        from_start, to_goal = super()._pair(one, other)
        ends = list(self.pieces.ends(one, other))
        if len(ends) > 1:
            # Of the pairs in which each single piece may end, only those of one arrangement.
            end = np.any([first[:, None] & second[None] for first, second in ends], axis=0) & (to_goal == 0)
            table = self.between(self.pieces.classes[one].orbit, self.pieces.classes[other].orbit)
            to_goal = table[:, end.ravel()].min(axis=1, initial=FAR).reshape(end.shape)
        return from_start, to_goal


def _at_least(formula: Formula, count: int, groups: Sequence[Sequence[int]], label: str) -> None:
    """Add the clauses that say that at least `count` groups of variables have a true one."""
    # Among any `len(groups) - count + 1` groups there must be one.
    for chosen in combinations(groups, len(groups) - count + 1):
        clause = [variable for group in chosen for variable in group]
        formula.add(f"{count} of {len(groups)} {label}", np.array([clause], dtype=np.int32))


def _union(sets: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The locations in any of several sets, shape (sets, locations) → (locations,)."""
    union: NDArray[np.bool_] = np.any(sets, axis=0)
    return union
