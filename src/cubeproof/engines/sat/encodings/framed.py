"""`framed`: what turns, and what therefore stays.

Turns of the same stickers, such as R, R2 and R', form a *layer*, with a variable of its own at each step. Every piece has one
variable for each location, which says where it is and how it is turned. A turn carries a location along; and unless a
layer turns that moves it, a location keeps its piece: this frame clause does in one line what the first encodings need a clause
for with every turn. Pairs of locations that are too far from the start or from the goal are forbidden by two-literal clauses.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cubeproof.engines.sat.distances import PairDistances
from cubeproof.engines.sat.encodings.clauses import at_most_one, goals, product
from cubeproof.engines.sat.formula import Formula
from cubeproof.engines.sat.instance import Instance

__all__ = ["framed"]


def framed(instance: Instance, distances: PairDistances | None = None) -> Formula:
    """Write the formula.

    Args:
        instance: the problem and the horizon.
        distances: those of the instance's model, where they are at hand.
    """
    formula = Formula()
    layers = _Layers(formula, instance)
    unless = goals(formula, instance)
    distances = distances or PairDistances(instance.model)
    at: dict[int, NDArray[np.int32]] = {}
    for orbit in sorted({found.orbit for found in instance.model.classes}):
        at |= _orbit(formula, instance, orbit, layers, unless, distances)
    _pairs(formula, instance, at, distances)
    return formula


class _Layers:
    """The variables of the steps: `turn(step, action)` and `layer(step, layer)`, exactly one of each at every step."""

    def __init__(self, formula: Formula, instance: Instance) -> None:
        actions = instance.actions
        still = np.arange(len(instance.problem.start))
        moves = np.stack(
            [
                instance.problem.permutations[index] != still if index >= 0 else still < 0
                for index in actions.generators
            ]
        )
        _, first, of = np.unique(moves, axis=0, return_index=True, return_inverse=True)
        self.of = of.ravel()
        self.turn = formula.new("turn", instance.steps, actions.names)
        self.layer = formula.new("layer", instance.steps, [actions.names[index] for index in first])
        formula.add("one layer a step", self.layer)
        formula.add("no two layers at once", at_most_one(self.layer))
        for number in range(len(first)):
            members = np.flatnonzero(self.of == number)
            either = np.concatenate([-self.layer[:, number, None], self.turn[:, members]], axis=1)
            formula.add("a layer turns by some amount", either)
            formula.add(
                "a turn turns its layer", product(-self.turn[:, members], self.layer[:, number, None])
            )
            formula.add("no two amounts at once", at_most_one(self.turn[:, members]))
        self._order(formula, instance)

    def _order(self, formula: Formula, instance: Instance) -> None:
        actions = instance.actions
        if instance.horizon:
            formula.add("the first turn may begin", -self.turn[0, ~actions.begins][:, None])
            formula.add("the last turn may end", -self.turn[-1, ~actions.ends][:, None])
        member = self.of[None] == np.arange(self.layer.shape[1])[:, None]
        # A pair of layers of which no turns may follow each other takes one clause.
        never = (member.astype(int) @ actions.follows.astype(int) @ member.T.astype(int)) == 0
        one, other = np.nonzero(never)
        formula.add("order of layers", product(-self.layer[:-1, one], -self.layer[1:, other]))
        one, other = np.nonzero(~actions.follows & ~never[self.of][:, self.of])
        formula.add("order of turns", product(-self.turn[:-1, one], -self.turn[1:, other]))


def _orbit(
    formula: Formula,
    instance: Instance,
    orbit: int,
    layers: _Layers,
    unless: NDArray[np.int32],
    distances: PairDistances,
) -> dict[int, NDArray[np.int32]]:
    """The pieces of one orbit: their variables by the number of their class, each of shape (moments, locations)."""
    model, horizon = instance.model, instance.horizon
    numbers = [number for number, found in enumerate(model.classes) if found.orbit == orbit]
    names = [model.class_name(number) for number in numbers]
    at = formula.new(f"at{orbit}", instance.moments, names, model.location_names(orbit))
    singles = [distances.single(number) for number in numbers]
    from_start, to_goal = (np.stack([pair[side] for pair in singles]) for side in (0, 1))
    moment = np.arange(horizon + 1)[:, None, None]
    possible = (from_start <= moment + instance.slack) & (to_goal <= horizon - moment)
    formula.add(f"too far for a piece of orbit {orbit}", -at[~possible][:, None])

    begins = np.stack([np.isin(np.arange(at.shape[2]), model.classes[number].starts) for number in numbers])
    formula.add(f"start of orbit {orbit}", np.where(begins, at[0], -at[0]).reshape(-1, 1))
    images = instance.images(orbit)
    still = np.arange(at.shape[2])
    for action, image in enumerate(images):
        moved = np.flatnonzero(image != still)
        made = -layers.turn[:, action, None, None]
        label = f"{instance.actions.names[action]} moves orbit {orbit}"
        formula.add(label, product(made, -at[:-1][..., moved], at[1:][..., image[moved]]))
        formula.add(label, product(made, at[:-1][..., moved], -at[1:][..., image[moved]]))
    movers = [sorted({int(layers.of[a]) for a in np.flatnonzero(images[:, spot] != spot)}) for spot in still]
    for spot, moving in enumerate(movers):
        free = [np.broadcast_to(layers.layer[:, number, None], at[:-1, :, spot].shape) for number in moving]
        for sign in (1, -1):
            formula.add(
                f"orbit {orbit} stays where no layer moves it",
                product(*free, -sign * at[:-1, :, spot], sign * at[1:, :, spot]),
            )
    for goal in range(len(instance.problem.goals)):
        targets = np.stack([model.classes[number].targets[goal] for number in numbers])
        formula.add(f"goal {goal + 1} of orbit {orbit}", product(-at[-1][~targets], unless[goal]))
        if len(unless) == 1:
            settled = targets.sum(axis=1) == begins.sum(axis=1)
            formula.add(f"goal 1 of orbit {orbit}", at[-1][settled][targets[settled]][:, None])
    return {number: at[:, index] for index, number in enumerate(numbers)}


def _pairs(
    formula: Formula, instance: Instance, at: dict[int, NDArray[np.int32]], distances: PairDistances
) -> None:
    horizon = instance.horizon
    for one, other in distances.pairs:
        from_start, to_goal = distances.pair(one, other)
        for moment in range(1, horizon):
            far = (from_start > moment + instance.slack) | (to_goal > horizon - moment)
            first, second = np.nonzero(np.triu(far, 1) if one == other else far)
            formula.add("too far for a pair", product(-at[one][moment, first], -at[other][moment, second]))
