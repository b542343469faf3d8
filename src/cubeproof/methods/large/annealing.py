"""Annealing with slices: a word of turns of inner layers after which few cells are wrong.

A point moves through the word to and fro. At the point, S has the labels after the turns before it, and G the labels
from which the turns after it lead to the solved cube. A cell is right exactly if S = G there, so a change of the word
at the point is judged by the cells that it moves. Changes are insertions: one turn of an inner layer, the inverse of a
turn beside the point, a turn d that becomes x d x', or d exchanged with the run on the other side of the point. None of
them changes the corners, or on odd sizes the middle edges.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.numba_support import compiled
from cubeproof.methods.large.filling import random_below
from cubeproof.methods.large.orbits import OrbitArrays, turn_labels, turn_run
from cubeproof.methods.large.words import LONGEST, RUNS, WordArrays, prepare, replace

# The energy of a wrong cell, and of an orbit of wings whose permutation is odd, in units of cost.
_WRONG, _ODD = 2.0, 4.5

_ONE = 1 << 30


@compiled
def _random_layer(size: int, random: NDArray[np.uint64]) -> int:
    """Return an inner layer that is not in the middle of an odd size."""
    while True:
        layer = 1 + random_below(random, size - 2)
        if 2 * layer != size - 1:
            return layer


@compiled
def _turned_layer(word: WordArrays, run: int, random: NDArray[np.uint64]) -> int:
    """Return a random layer of a run that is turned and may be dropped; −1 if there is none."""
    size = word.amounts.shape[1]
    count, chosen = 0, -1
    for layer in range(1, size - 1):
        if word.amounts[run, layer] != 0 and 2 * layer != size - 1:
            count += 1
            if random_below(random, count) == 0:
                chosen = layer
    return chosen


@compiled
def _add(turns: NDArray[np.int8], count: int, axis: int, layer: int, amount: int) -> int:
    turns[count, 0], turns[count, 1], turns[count, 2] = axis, layer, amount & 3
    return count + 1


@compiled
def _add_run(turns: NDArray[np.int8], count: int, word: WordArrays, run: int, sign: int) -> int:
    for layer in range(word.amounts.shape[1]):
        amount = int(word.amounts[run, layer])
        if amount != 0:
            count = _add(turns, count, int(word.axes[run]), layer, sign * amount)
    return count


@compiled
def propose(word: WordArrays, point: int, turns: NDArray[np.int8], random: NDArray[np.uint64]) -> int:
    """Write the turns of a random change at a point; return their number, or 0 if that change is not possible."""
    size = word.amounts.shape[1]
    kind = random_below(random, 10)
    before = point - 1
    if kind < 4:
        return _add(
            turns,
            0,
            random_below(random, 3),
            _random_layer(size, random),
            1 + random_below(random, 3),
        )
    if before < 0:
        return 0
    layer = _turned_layer(word, before, random)
    axis = int(word.axes[before])
    if kind < 8 and layer < 0:
        return 0
    amount = int(word.amounts[before, layer])
    count = 0
    if kind == 4:
        return _add(turns, 0, axis, layer, -amount)
    if kind == 5:
        count = _add(turns, 0, axis, layer, -amount)
        return _add(
            turns,
            count,
            random_below(random, 3),
            _random_layer(size, random),
            1 + random_below(random, 3),
        )
    if kind == 6:
        turning = (axis + 1 + random_below(random, 2)) % 3
        inside = random_below(random, size)
        while 2 * inside == size - 1:
            inside = random_below(random, size)
        more = 1 + random_below(random, 3)
        count = _add(turns, 0, axis, layer, -amount)
        count = _add(turns, count, turning, inside, more)
        count = _add(turns, count, axis, layer, amount)
        return _add(turns, count, turning, inside, -more)
    if point >= word.state[RUNS]:
        return 0
    if kind == 7:
        # d R becomes R d.
        count = _add(turns, 0, axis, layer, -amount)
        count = _add_run(turns, count, word, point, 1)
        count = _add(turns, count, axis, layer, amount)
        return _add_run(turns, count, word, point, -1)
    # R d becomes d R, with d in the run after the point.
    layer = _turned_layer(word, point, random)
    if layer < 0:
        return 0
    axis, amount = int(word.axes[point]), int(word.amounts[point, layer])
    count = _add_run(turns, 0, word, before, -1)
    count = _add(turns, count, axis, layer, amount)
    count = _add_run(turns, count, word, before, 1)
    return _add(turns, count, axis, layer, -amount)


@compiled
def anneal(
    orbits: OrbitArrays,
    word: WordArrays,
    odd: NDArray[np.bool_],
    steps: int,
    hot: float,
    cold: float,
    unit: float,
    random: NDArray[np.uint64],
    flag: NDArray[np.int32],
) -> int:
    """Change a word; return the number of wrong cells after it.

    Args:
        orbits: the cells.
        word: the word; it is changed.
        odd: whether the permutation of each orbit of wings is odd after the word; it is changed.
        steps: the number of proposals.
        hot: the temperature at the start, in units.
        cold: the temperature at the end.
        unit: the cost of a usual turn.
        random: the state of the random numbers.
        flag: any value but 0 ends the loop.
    """
    size, many = word.amounts.shape[1], len(orbits.kinds)
    now, goals, after, after_goals = (
        orbits.start.copy(),
        orbits.goals.copy(),
        orbits.start.copy(),
        orbits.goals.copy(),
    )
    turns = np.zeros((LONGEST, 3), dtype=np.int8)
    place = np.zeros(3, dtype=np.int64)
    flips = np.zeros(orbits.wings, dtype=np.bool_)
    for run in range(word.state[RUNS] - 1, -1, -1):
        turn_run(orbits, goals, word, run, -1)
    wrong = 0
    for cell in range(len(now)):
        wrong += now[cell] != goals[cell]
    point, direction = 0, 1
    for step in range(steps):
        if step & 255 == 0 and flag[0] != 0:
            break
        temperature = hot * (cold / hot) ** (step / steps)
        # The point moves on.
        if point + direction < 0 or point + direction > word.state[RUNS]:
            direction = -direction
        if 0 <= point + direction <= word.state[RUNS]:
            run = point if direction > 0 else point - 1
            turn_run(orbits, now, word, run, direction)
            turn_run(orbits, goals, word, run, direction)
            point += direction
        count = propose(word, point, turns, random)
        if count == 0:
            continue
        after[:] = now
        flips[:] = False
        for turn in range(count):
            axis, layer, amount = int(turns[turn, 0]), int(turns[turn, 1]), int(turns[turn, 2])
            turn_labels(orbits, after, axis, layer, amount, 0, many)
            depth = min(layer, size - 1 - layer)
            if amount & 1 and 0 < depth <= orbits.wings:
                flips[depth - 1] = not flips[depth - 1]
        more_odd = 0
        for wing in range(orbits.wings):
            if flips[wing]:
                more_odd += -1 if odd[wing] else 1
        wrong_after = 0
        for cell in range(len(now)):
            wrong_after += after[cell] != goals[cell]
        cost = prepare(word, point, turns, count, place)
        energy = cost / unit + _WRONG * (wrong_after - wrong) + _ODD * more_odd
        if energy > 0 and random_below(random, _ONE) >= np.exp(-energy / temperature) * _ONE:
            continue
        if word.state[RUNS] + 2 * LONGEST >= len(word.axes):
            break
        # The point moves behind the replaced runs.
        after_goals[:] = goals
        for run in range(point, place[1]):
            turn_run(orbits, after, word, run, 1)
            turn_run(orbits, after_goals, word, run, 1)
        now, after = after, now
        goals, after_goals = after_goals, goals
        wrong = wrong_after
        for wing in range(orbits.wings):
            odd[wing] ^= flips[wing]
        replace(word, place, cost)
        point = place[0] + place[2]
    return wrong
