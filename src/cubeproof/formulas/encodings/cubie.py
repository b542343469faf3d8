"""`cubie-binary` and `cubie-onehot`: variables for the piece in each slot and its orientation.

At each moment each slot has the identity of its piece, as a binary number or as one variable for each piece, and one
variable for each orientation. A turn copies identities and orientations from slot to slot. These are the obvious
encodings; they are kept for comparison.
"""

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from cubeproof.formulas.encodings.clauses import at_most_one, goals, product, turns
from cubeproof.formulas.formula import Formula
from cubeproof.formulas.instance import Instance

_Codes = Callable[[int], NDArray[np.bool_]]


def cubie_binary(instance: Instance) -> Formula:
    """Write a formula with identities as binary numbers: three bits for the seven pieces of the 2×2×2."""

    def codes(count: int) -> NDArray[np.bool_]:
        bits = max(1, int(count - 1).bit_length())
        return (np.arange(count)[:, None] >> np.arange(bits) & 1).astype(bool)

    return _cubie(instance, codes, onehot=False)


def cubie_onehot(instance: Instance) -> Formula:
    """Write a formula with one-hot identities; at the start and at the end every variable has a fixed value."""

    def codes(count: int) -> NDArray[np.bool_]:
        return np.eye(count, dtype=bool)

    return _cubie(instance, codes, onehot=True)


def _cubie(instance: Instance, codes: _Codes, *, onehot: bool) -> Formula:
    formula = Formula()
    turn = turns(formula, instance)
    unless = goals(formula, instance)
    for number in sorted({piece_class.orbit for piece_class in instance.pieces.classes}):
        _orbit(formula, instance, number, turn, unless, codes, onehot)
    return formula


def _orbit(
    formula: Formula,
    instance: Instance,
    number: int,
    turn: NDArray[np.int32],
    unless: NDArray[np.int32],
    codes: _Codes,
    onehot: bool,
) -> None:
    orbit = instance.pieces.orbits[number]
    classes = [group for group in instance.pieces.classes if group.orbit == number]
    slots, ways = orbit.at.shape
    # Pieces in no class, which may be anywhere in every goal, share an additional identity.
    others = sum(len(group.starts) for group in classes) < slots
    code = codes(len(classes) + others)
    slot_names = [instance.problem.places[orbit.placements[home, 0]] for home in orbit.homes]
    labels = [str(index) for index in range(code.shape[1])]
    piece = formula.new(f"piece{number}", instance.moments, slot_names, labels)
    turned = formula.new(f"turned{number}", instance.moments, slot_names, [str(way) for way in range(ways)])
    if onehot:
        formula.add(f"one piece in each slot of orbit {number}", piece.reshape(-1, piece.shape[-1]))
        formula.add(f"no two pieces in a slot of orbit {number}", at_most_one(piece))
    formula.add(f"one orientation in each slot of orbit {number}", turned.reshape(-1, ways))
    formula.add(f"no two orientations in a slot of orbit {number}", at_most_one(turned))

    identity = np.full(slots, len(classes))
    for index, group in enumerate(classes):
        identity[orbit.slots[group.starts]] = index
    formula.add(f"start of orbit {number}", np.where(code[identity], piece[0], -piece[0]).reshape(-1, 1))
    first = np.arange(ways) == 0
    formula.add(
        f"start orientations of orbit {number}", np.where(first, turned[0], -turned[0]).reshape(-1, 1)
    )

    for action, image in enumerate(instance.images(number)):
        premise = -turn[:, action]
        there = orbit.slots[image[orbit.homes]]
        for sign in (1, -1):
            label = f"{instance.actions.names[action]} moves orbit {number}"
            carried = product(premise[:, None, None], -sign * piece[:-1], sign * piece[1:, there])
            formula.add(label, carried)
            before, after = (
                turned[:-1, orbit.slots, orbit.orientations],
                turned[1:, orbit.slots[image], orbit.orientations[image]],
            )
            formula.add(label, product(premise[:, None], -sign * before, sign * after))

    for index, group in enumerate(classes):
        for goal, targets in enumerate(group.targets):
            wrong = np.flatnonzero(~targets)
            is_it = np.where(code[index], piece[-1], -piece[-1])
            clauses = np.concatenate(
                [
                    -is_it[orbit.slots[wrong]],
                    -turned[-1, orbit.slots[wrong], orbit.orientations[wrong]][:, None],
                    np.full((len(wrong), 1), unless[goal]),
                ],
                axis=1,
            )
            formula.add(f"goal {goal + 1} of orbit {number}", clauses)
            settled = np.flatnonzero(targets)
            if len(instance.problem.goals) == 1 and len(settled) == len(group.starts) == 1:
                end, way = orbit.slots[settled[0]], orbit.orientations[settled[0]]
                formula.add(f"goal 1 of orbit {number}", is_it[end][:, None])
                facing = np.where(np.arange(ways) == way, turned[-1, end], -turned[-1, end])
                formula.add(f"goal 1 of orbit {number}", facing[:, None])
                if onehot:
                    elsewhere = np.delete(piece[-1, :, index], end)
                    formula.add(f"goal 1 of orbit {number}", -elsewhere[:, None])
