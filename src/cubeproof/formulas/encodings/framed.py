"""`framed`: variables for the layer that turns; a frame clause keeps the pieces that the layer does not move.

Turns of the same stickers, such as R, R2 and R', form a *layer*, with a variable at each step. Each piece has one
variable for each location, which is a slot with an orientation. A turn moves pieces to other locations. If no layer
that moves a location turns, the location keeps its piece: this is one frame clause; the cubie encodings need a
clause for each turn. All clauses run forwards in time: the state of the start is carried to the end, where the goal
forbids the other locations.

Before the end, locations that are too far from the goal are forbidden: for single pieces at every moment, for pairs
and triples of pieces at a few moments, where the number of such clauses is high enough to help and low enough not to
slow the solver (docs/encodings.md).
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cubeproof.formulas.encodings.clauses import at_most_one, goals, product
from cubeproof.formulas.formula import Formula
from cubeproof.formulas.instance import Instance


@dataclass(frozen=True, slots=True)
class DistanceClauses:
    """The limits for distance clauses: too few make the search large, too many make it slow."""

    pairs: int = 100_000
    """The maximum number of clauses about pairs of pieces; one moment gets all its clauses even if there are more."""
    triples: int = 300_000
    """The maximum number of clauses about triples of pieces; one moment may get up to `most_triples` anyway."""
    most_triples: int = 2_000_000
    """The maximum number of clauses about triples of pieces at one moment."""
    short: int = 9
    """The horizon up to which solving takes less time than writing more than `triples` clauses."""
    share: float = 0.03
    """The share of a moment's locations, from 0 to 1, that must be too far for the moment to get clauses."""


USUAL = DistanceClauses()

# By class number, each of shape (moments, locations): its variables, and its possible locations.
_ByClass = dict[int, NDArray[np.int32]]
_Possible = dict[int, NDArray[np.bool_]]


def framed(instance: Instance, limits: DistanceClauses = USUAL) -> Formula:
    """Write the formula of an instance."""
    formula = Formula()
    layers = _LayerVariables(formula, instance)
    unless = goals(formula, instance)
    at: _ByClass = {}
    possible = {number: _possible(instance, number) for number in range(len(instance.pieces.classes))}
    for orbit in sorted({piece_class.orbit for piece_class in instance.pieces.classes}):
        at |= _orbit(formula, instance, orbit, layers, unless, possible)
    _pairs(formula, instance, at, possible, limits)
    _triples(formula, instance, at, possible, limits)
    return formula


class _LayerVariables:
    """The variables `turn(step, action)` and `layer(step, layer)`: at each step exactly one of each kind is true."""

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
        # If no turn of a layer may follow a turn of another layer, one clause is enough.
        never = (member.astype(int) @ actions.follows.astype(int) @ member.T.astype(int)) == 0
        first, second = np.nonzero(never)
        formula.add("order of layers", product(-self.layer[:-1, first], -self.layer[1:, second]))
        first, second = np.nonzero(~actions.follows & ~never[self.of][:, self.of])
        formula.add("order of turns", product(-self.turn[:-1, first], -self.turn[1:, second]))


def _orbit(
    formula: Formula,
    instance: Instance,
    orbit: int,
    layers: _LayerVariables,
    unless: NDArray[np.int32],
    where: _Possible,
) -> _ByClass:
    """Add the pieces of one orbit, and return their variables."""
    pieces = instance.pieces
    numbers = [number for number, piece_class in enumerate(pieces.classes) if piece_class.orbit == orbit]
    names = [pieces.class_name(number) for number in numbers]
    at = formula.new(f"at{orbit}", instance.moments, names, pieces.location_names(orbit))
    possible = np.stack([where[number] for number in numbers], axis=1)
    formula.add(f"too far for a piece of orbit {orbit}", -at[~possible][:, None])

    begins = np.stack([np.isin(np.arange(at.shape[2]), pieces.classes[number].starts) for number in numbers])
    formula.add(f"start of orbit {orbit}", np.where(begins, at[0], -at[0]).reshape(-1, 1))
    images = instance.images(orbit)
    still = np.arange(at.shape[2])
    for action, image in enumerate(images):
        moved = np.flatnonzero(image != still)
        premise = -layers.turn[:, action, None, None]
        label = f"{instance.actions.names[action]} moves orbit {orbit}"
        carried = product(premise, -at[:-1][..., moved], at[1:][..., image[moved]])
        formula.add(label, carried[possible[:-1][..., moved].ravel()])
    movers = [sorted({int(layers.of[a]) for a in np.flatnonzero(images[:, spot] != spot)}) for spot in still]
    for spot, moving in enumerate(movers):
        free = [layers.layer[:, number, None] for number in moving]
        stays = product(*free, -at[:-1, :, spot], at[1:, :, spot])
        formula.add(f"orbit {orbit} stays where no layer moves it", stays[possible[:-1, :, spot].ravel()])
    for goal in range(len(instance.problem.goals)):
        targets = np.stack([pieces.classes[number].targets[goal] for number in numbers])
        formula.add(f"goal {goal + 1} of orbit {orbit}", product(-at[-1][~targets], unless[goal]))
        if len(unless) == 1:
            settled = targets.sum(axis=1) == begins.sum(axis=1)
            formula.add(f"goal 1 of orbit {orbit}", at[-1][settled][targets[settled]][:, None])
    return {number: at[:, index] for index, number in enumerate(numbers)}


def _possible(instance: Instance, number: int) -> NDArray[np.bool_]:
    """Return the possible locations of a class at each moment, by its own distances: shape (moments, locations)."""
    from_start, to_goal = instance.pieces.distances.single(number)
    moment = np.arange(instance.horizon + 1)[:, None]
    possible: NDArray[np.bool_] = (from_start <= moment + instance.slack) & (
        to_goal <= instance.horizon - moment
    )
    return possible


def _pairs(
    formula: Formula, instance: Instance, at: _ByClass, possible: _Possible, limits: DistanceClauses
) -> None:
    distances, horizon = instance.pieces.distances, instance.horizon
    budget = limits.pairs
    total = sum(block.to_goal.size for block in distances.blocks())
    chosen: list[int] = []
    for before in reversed(range(1, len(distances.shares))):
        share = distances.shares[before]
        if share < limits.share and not chosen:
            continue
        budget -= int(share * total)
        if chosen and budget < 0:
            break
        chosen.append(before)
    for moment in (horizon - before for before in chosen if before < horizon):
        clauses = []
        for block in distances.blocks():
            far = (block.from_start > moment + instance.slack) | (block.to_goal > horizon - moment)
            first, second = (
                np.stack([possible[c][moment] for c in column.tolist()]) for column in block.pairs.T
            )
            far &= first[:, :, None] & second[:, None, :]
            same = block.pairs[:, 0] == block.pairs[:, 1]
            far[same] = np.triu(far[same], 1)
            pair, *places = np.nonzero(far)
            # The variables of a class at a moment have consecutive numbers.
            firsts = (np.array([at[c][moment, 0] for c in column.tolist()]) for column in block.pairs.T)
            columns = [first[pair] + place for first, place in zip(firsts, places, strict=True)]
            clauses.append(-np.stack(columns, axis=1).astype(np.int32))
        if clauses:
            formula.add("too far for a pair", np.concatenate(clauses))


def _triples(
    formula: Formula, instance: Instance, at: _ByClass, possible: _Possible, limits: DistanceClauses
) -> None:
    distances, horizon = instance.pieces.distances, instance.horizon
    count = distances.triple_count
    few = count <= 2 * limits.triples
    if not (few or (horizon > limits.short and count * limits.share <= limits.most_triples)):
        return
    budget = limits.triples
    chosen = 0
    # Beyond the largest distance of a pair, too few triples are far to be worth the search.
    for before in reversed(range(2, len(distances.shares))):
        if before >= horizon:
            continue
        triples = distances.triples(before)
        size = sum(places.shape[1] for _, places in triples)
        if size < limits.share * count and not chosen:
            continue
        budget -= size
        if (chosen and budget < 0) or size > limits.most_triples:
            break
        chosen += 1
        moment = horizon - before
        clauses = []
        for classes, places in triples:
            keep = np.all([possible[c][moment, p] for c, p in zip(classes, places, strict=True)], axis=0)
            columns = [-at[c][moment, p[keep]] for c, p in zip(classes, places, strict=True)]
            clauses.append(product(*columns))
        if clauses:
            formula.add("too far for three", np.concatenate(clauses))
