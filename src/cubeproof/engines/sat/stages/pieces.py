"""`StagePieces`: the pieces of a stage, and its formula, with the conditions that a goal pattern cannot express."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property, partial

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
from cubeproof.problem.cube_view import names_before
from cubeproof.puzzle.geometry import geometry

# For most formulas of a stage, solving is faster than writing clauses about triples of pieces.
_FRAMED = replace(encoding("framed"), write=partial(framed, limits=DistanceClauses(triples=0)))


@dataclass(frozen=True, eq=False)
class StagePieces(ProblemPieces):
    """The pieces of a stage's problem, with its bonds.

    Pieces that differ only in their orientation at the start form one class: of two edges, one of which is flipped,
    each has *a* sticker that must end on one side. So a stage that only orients pieces has few variables besides the
    locations.
    """

    stage: Stage
    """The stage."""

    def before(self, rotation: int) -> StagePieces:
        """Return the pieces with the turns and places named as before a rotation of the whole cube."""
        problem = self.problem
        names = names_before((generator.name for generator in problem.generators), rotation)
        generators = [
            replace(generator, name=name) for generator, name in zip(problem.generators, names, strict=True)
        ]
        places = [problem.places[place] for place in geometry(self.stage.size).rotations[rotation]]
        # The places for parity come after the stickers.
        places += problem.places[len(places) :]
        return StagePieces(replace(problem, generators=tuple(generators), places=tuple(places)), self.stage)

    @cached_property
    def _class_rows(self) -> list[tuple[PieceClass, int, NDArray[np.bool_]]]:
        """The classes, each with its bond's index or −1, and its possible final locations in each arrangement."""
        classes = []
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
            classes += [
                (PieceClass(number, np.array(starts), _union(targets)[None]), bond, targets)
                for (bond, _), (starts, targets) in groups.items()
            ]
        return classes

    @property
    def _bonds(self) -> tuple[Condition, ...]:
        """The conditions whose result a formula chooses."""
        return self.stage.phase.conditions[1:]

    def _targets(self, orbit: int, location: int) -> tuple[int, NDArray[np.bool_]]:
        placements = self.orbits[orbit].placements
        colours = self.problem.start[placements[location]]
        bond = next((n for n, bond in enumerate(self._bonds) if bond.concerned & set(colours.tolist())), -1)
        results: tuple[NDArray[np.integer], ...] = (
            self.problem.goals if bond < 0 else self._bonds[bond].results
        )
        goal_labels = np.stack([result[placements] for result in results])
        return bond, ((goal_labels == colours) | ((goal_labels < 0) & (bond < 0))).all(axis=-1)

    @cached_property
    def classes(self) -> tuple[PieceClass, ...]:
        """See `ProblemPieces.classes`; pieces of a bond have the targets of all its arrangements."""
        return tuple(entry[0] for entry in self._class_rows)

    @cached_property
    def distances(self) -> PieceDistances:
        """See `ProblemPieces.distances`; the pieces of a bond must end in the same arrangement."""
        return _BoundDistances(self)

    def ends(self, row: int, column: int) -> Iterator[tuple[NDArray[np.bool_], NDArray[np.bool_]]]:
        """Yield the pairs of sets of locations, each of shape (locations,), in which two classes may end together."""
        (_, bond, first), (_, second_bond, second) = self._class_rows[row], self._class_rows[column]
        if bond == second_bond:
            yield from zip(first, second, strict=True)
        else:
            yield _union(first), _union(second)

    def formula(self, horizon: int) -> Formula:
        """Return the formula for answers of a length."""
        formula = written(self, horizon, encoding=_FRAMED, exactly=True, canonical=True)
        for number, bond in enumerate(self._bonds):
            wrong = {
                piece: ~targets & targets.any(axis=0)
                for piece, (_, owner, targets) in enumerate(self._class_rows)
                if owner == number
            }
            if len(bond.results) > 1 and wrong:
                self._choose(formula, bond.variables, bond.clauses, wrong)
        return formula

    def _choose(
        self, formula: Formula, kind: str, label: str, wrong: Mapping[int, NDArray[np.bool_]]
    ) -> None:
        """Add a variable for each alternative, which forbids the locations in `wrong`, and require one of them."""
        # `wrong[class]` has shape (alternatives, locations).
        ways = len(next(iter(wrong.values())))
        chosen = formula.new(kind, [str(number + 1) for number in range(ways)])
        for number, locations in wrong.items():
            orbit = self.classes[number].orbit
            earlier = [piece_class.orbit for piece_class in self.classes[:number]].count(orbit)
            at = formula.ids(f"at{orbit}")[-1, earlier]
            way, place = np.nonzero(locations)
            formula.add(f"{label} in one way", np.stack([-at[place], -chosen[way]], axis=1))
        formula.add(f"{label} somehow", chosen[None])


class _BoundDistances(PieceDistances):
    pieces: StagePieces

    def _pair(self, row: int, column: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        from_start, to_goal = super()._pair(row, column)
        ends = list(self.pieces.ends(row, column))
        if len(ends) > 1:
            # Only pairs of locations that belong to one arrangement.
            end = np.any([first[:, None] & second[None] for first, second in ends], axis=0) & (to_goal == 0)
            table = self.between(self.pieces.classes[row].orbit, self.pieces.classes[column].orbit)
            to_goal = table[:, end.ravel()].min(axis=1, initial=FAR).reshape(end.shape)
        return from_start, to_goal


def _union(sets: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Return the union of sets of locations, shape (sets, locations) → (locations,)."""
    union: NDArray[np.bool_] = np.any(sets, axis=0)
    return union
