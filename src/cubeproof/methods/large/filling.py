"""Greedy cycles of three cells, at the moments where they cost least.

In each orbit of 24 cells let S be the labels at the start, and G the labels from which the word leads to the solved
cube. A cycle at a moment of the word exchanges three cells, which had three other places at the start: so it changes
three labels of G there, and what it gains does not depend on the moment. The moment decides the cost only: a sequence
of turns is joined with the runs on both sides. `docs/large-cubes.md` derives it.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.numba_support import compiled
from cubeproof.methods.large.orbits import OrbitArrays
from cubeproof.methods.large.sequences import MOST, TURNS
from cubeproof.methods.large.words import COST, RUNS, WordArrays, prepare, replace

_CYCLES = 4048

_NEVER = 1 << 30

# The elements of `best`: the value, the moment, the sequence, and the three cells at the start.
VALUE, MOMENT, SEQUENCE, ONE = range(4)


class Filler(NamedTuple):
    """The memory of `fill`."""

    goals: NDArray[np.int8]
    """G: the labels from which the word leads to the solved cube, shape (cells,)."""
    best: NDArray[np.int64]
    """The best cycle of each orbit, shape (orbits, 6)."""
    useful: NDArray[np.int16]
    """The cycles that gain in an orbit: three cells and the gain, shape (4048, 4)."""
    turns: NDArray[np.int8]
    """The turns of a sequence, shape (MOST, 3)."""
    place: NDArray[np.int64]
    """See `words.prepare`."""
    random: NDArray[np.uint64]
    """The state of the random numbers, shape (1,)."""
    left: NDArray[np.bool_]
    """Whether each symbolic turn saves in the run before a moment, shape (54,)."""
    right: NDArray[np.bool_]
    """The same for the run after it."""
    flag: NDArray[np.int32]
    """Any value but 0 ends a loop, shape (1,)."""
    worth: int
    """The worth of a cell, as a cost."""
    skip: int
    """The percentage of moments that are left out, at random."""
    beside: int
    """The moments on both sides of new turns at which orbits with a layer in common are compared again."""


def filler(
    orbits: OrbitArrays, worth: int, skip: int, seed: int, flag: NDArray[np.int32], beside: int = 0
) -> Filler:
    """Return the memory of `fill` for a state."""
    many = len(orbits.kinds)
    return Filler(
        np.zeros(24 * many, dtype=np.int8),
        np.zeros((many, 6), dtype=np.int64),
        np.zeros((_CYCLES, 4), dtype=np.int16),
        np.zeros((MOST, 3), dtype=np.int8),
        np.zeros(3, dtype=np.int64),
        np.array([0x9E3779B97F4A7C15 ^ (2 * seed + 1)], dtype=np.uint64),
        np.zeros(TURNS, dtype=np.bool_),
        np.zeros(TURNS, dtype=np.bool_),
        flag,
        worth,
        skip,
        beside,
    )


@compiled
def random_below(state: NDArray[np.uint64], limit: int) -> int:
    """Return a random number from 0 to limit − 1 (xorshift64)."""
    value = state[0]
    value ^= value << np.uint64(13)
    value ^= value >> np.uint64(7)
    value ^= value << np.uint64(17)
    state[0] = value
    return int(np.int64(value >> np.uint64(33)) % limit)


@compiled
def is_solved(orbits: OrbitArrays, goals: NDArray[np.int8], orbit: int) -> bool:
    """Whether all cells of an orbit are right."""
    first, last = 24 * orbit, 24 * orbit + 24
    return bool((orbits.start[first:last] == goals[first:last]).all())


@compiled
def useful_cycles(orbits: OrbitArrays, filler: Filler, orbit: int) -> int:
    """Write the cycles of an orbit that gain two cells or three; one if none gains more. Return their number.

    Such a cycle has a step from a wrong cell a to a wrong cell b that makes b right.
    """
    base, count, least = 24 * orbit, 0, 1
    start, goals = orbits.start[base : base + 24], filler.goals[base : base + 24]
    useful = filler.useful
    for a in range(24):
        if start[a] == goals[a]:
            continue
        for b in range(24):
            if a == b or start[b] == goals[b] or start[a] != goals[b]:
                continue
            for c in range(24):
                if c in (a, b):
                    continue
                right_b, right_c = start[b] == goals[c], start[c] == goals[a]
                stands = start[c] == goals[c]
                # The same cycle with another first step.
                if not stands and ((right_b and b < a) or (right_c and c < a)):
                    continue
                gain = 1 + int(right_b) + int(right_c) - int(stands)
                if gain >= 2 and least == 1:
                    least, count = 2, 0
                if gain >= least:
                    useful[count, 0], useful[count, 1], useful[count, 2], useful[count, 3] = a, b, c, gain
                    count += 1
    return count


@compiled
def _savings(orbits: OrbitArrays, word: WordArrays, orbit: int, run: int, savings: NDArray[np.bool_]) -> None:
    """Write whether each symbolic turn costs nothing more, or less, when it is joined with a run."""
    savings[:] = False
    if run < 0 or run >= word.state[RUNS]:
        return
    first = 18 * word.axes[run]
    for symbol in range(6):
        layer = orbits.layers[orbit, symbol]
        if layer >= 0:
            for amount in range(3):
                savings[first + 3 * symbol + amount] = word.change[run, layer, amount] <= 0


@compiled
def compare(
    orbits: OrbitArrays,
    word: WordArrays,
    filler: Filler,
    orbit: int,
    moment: int,
    at: NDArray[np.int64],
    count: int,
    ties: int,
) -> int:
    """Compare all sequences for the first cycles of `filler.useful` at one moment; write the best to `filler.best`.

    The cost of a sequence is what it costs more than the word without it, except that turns of one run are priced one
    by one. Sequences that save nothing at their ends are skipped, unless the moment is the first.

    Args:
        orbits: the cells.
        word: the word.
        filler: the cycles, and the best sequence.
        orbit: the number of the orbit.
        moment: the moment.
        at: where each cell of the start is at this moment.
        count: the number of cycles.
        ties: the number of sequences as good as the best one.

    Returns:
        The new number of ties.
    """
    useful, best, kind = filler.useful, filler.best[orbit], orbits.kinds[orbit]
    left, right = filler.left, filler.right
    change, amounts, axes, turned = word.change, word.amounts, word.axes, word.turned
    runs, layers, last = word.state[RUNS], orbits.layers[orbit], word.amounts.shape[1] - 1
    _savings(orbits, word, orbit, moment - 1, left)
    _savings(orbits, word, orbit, moment, right)
    doubled, inner = word.metric in (1, 3), 2 if word.metric < 2 else 1
    for number in range(count):
        a, b, c = at[useful[number, 0]], at[useful[number, 1]], at[useful[number, 2]]
        if b < a and b < c:
            a, b, c = b, c, a
        elif c < a and c < b:
            a, b, c = c, a, b
        cycle = (a * 24 + b) * 24 + c
        gain = filler.worth * useful[number, 3]
        for sequence in range(orbits.sequence_first[kind, cycle], orbits.sequence_first[kind, cycle + 1]):
            turns = orbits.sequences[sequence]
            low, high = 0, orbits.lengths[sequence]
            if moment > 0 and not left[turns[0]] and not right[turns[high - 1]]:
                continue
            cost = -gain
            run, cancelled = moment - 1, 0
            while run >= 0 and low < high:
                turn = turns[low]
                if turn // 18 != axes[run]:
                    break
                layer, amount = layers[turn // 3 % 6], turn % 3
                cost += change[run, layer, amount]
                low += 1
                if amounts[run, layer] + amount == 3:
                    cancelled += 1
                    if cancelled == turned[run]:
                        run -= 1
                        cancelled = 0
            run, cancelled = moment, 0
            while run < runs and low < high:
                turn = turns[high - 1]
                if turn // 18 != axes[run]:
                    break
                layer, amount = layers[turn // 3 % 6], turn % 3
                cost += change[run, layer, amount]
                high -= 1
                if amounts[run, layer] + amount == 3:
                    cancelled += 1
                    if cancelled == turned[run]:
                        run += 1
                        cancelled = 0
            for place in range(low, high):
                turn = turns[place]
                layer = layers[turn // 3 % 6]
                quarters = 2 if turn % 3 == 1 and doubled else 1
                cost += quarters * (inner if 0 < layer < last else 1)
            if cost < best[VALUE]:
                ties = 0
            if cost <= best[VALUE]:
                ties += 1
                if random_below(filler.random, ties) == 0:
                    best[VALUE], best[MOMENT], best[SEQUENCE] = cost, moment, sequence
                    for cell in range(3):
                        best[ONE + cell] = useful[number, cell]
    return ties


@compiled
def find_best(
    orbits: OrbitArrays, word: WordArrays, filler: Filler, orbit: int, begin: int, end: int
) -> None:
    """Find the cycle and the moment of an orbit with the least cost minus worth; write it if it beats `filler.best`.

    Args:
        orbits: the cells.
        word: the word.
        filler: has G; receives the result.
        orbit: the number of the orbit.
        begin: the first moment.
        end: the moment after the last one.
    """
    count = useful_cycles(orbits, filler, orbit)
    at, holds = np.arange(24), np.arange(24)
    ties, base = 0, 24 * orbit
    for moment in range(min(end, word.state[RUNS] + 1)):
        if moment > 0:
            axis = word.axes[moment - 1]
            for symbol in range(6):
                layer = orbits.layers[orbit, symbol]
                if layer < 0 or word.amounts[moment - 1, layer] == 0:
                    continue
                amount = word.amounts[moment - 1, layer]
                for quad in range(orbits.first[axis, layer, orbit], orbits.first[axis, layer, orbit + 1]):
                    c0, c1, c2, c3 = (
                        orbits.quads[quad, 0] - base,
                        orbits.quads[quad, 1] - base,
                        orbits.quads[quad, 2] - base,
                        orbits.quads[quad, 3] - base,
                    )
                    h0, h1, h2, h3 = holds[c0], holds[c1], holds[c2], holds[c3]
                    if amount == 1:
                        h0, h1, h2, h3 = h3, h0, h1, h2
                    elif amount == 2:
                        h0, h1, h2, h3 = h2, h3, h0, h1
                    else:
                        h0, h1, h2, h3 = h1, h2, h3, h0
                    holds[c0], holds[c1], holds[c2], holds[c3] = h0, h1, h2, h3
                    at[h0], at[h1], at[h2], at[h3] = c0, c1, c2, c3
        if moment < begin or (moment > 0 and random_below(filler.random, 100) < filler.skip):
            continue
        ties = compare(orbits, word, filler, orbit, moment, at, count, ties)


@compiled
def insert_sequence(
    orbits: OrbitArrays, word: WordArrays, filler: Filler, orbit: int, sequence: int, moment: int
) -> None:
    """Insert a sequence of an orbit."""
    turns = filler.turns
    count = orbits.lengths[sequence]
    for number in range(count):
        turn = orbits.sequences[sequence, number]
        turns[number, 0], turns[number, 2] = turn // 18, turn % 3 + 1
        turns[number, 1] = orbits.layers[orbit, turn // 3 % 6]
    replace(word, filler.place, prepare(word, moment, turns, count, filler.place))


@compiled
def _share_a_layer(orbits: OrbitArrays, one: int, other: int) -> bool:
    for symbol in (2, 4):
        layer = orbits.layers[one, symbol]
        if layer > 0 and (layer == orbits.layers[other, 2] or layer == orbits.layers[other, 4]):
            return True
    return False


@compiled
def _next_orbit(best: NDArray[np.int64]) -> int:
    orbit = 0
    for number in range(1, len(best)):
        if best[number, VALUE] < best[orbit, VALUE]:
            orbit = number
    return orbit


@compiled
def fill(orbits: OrbitArrays, word: WordArrays, filler: Filler, most: int) -> bool:
    """Insert cycles until all cells are right; return False if the word would cost `most`, or the flag is set."""
    many = len(orbits.kinds)
    best, goals = filler.best, filler.goals
    ready = np.zeros(many, dtype=np.bool_)
    left = 0
    for orbit in range(many):
        if is_solved(orbits, goals, orbit):
            best[orbit, VALUE] = _NEVER
        else:
            best[orbit, VALUE] = -_NEVER
            left += 1
    while left > 0:
        if filler.flag[0] != 0 or word.state[COST] >= most or word.state[RUNS] + MOST >= len(word.axes):
            return False
        orbit = _next_orbit(best)
        if not ready[orbit]:
            best[orbit, VALUE] = _NEVER
            find_best(orbits, word, filler, orbit, 0, word.state[RUNS] + 1)
            ready[orbit] = True
            continue
        moment = best[orbit, MOMENT]
        insert_sequence(orbits, word, filler, orbit, best[orbit, SEQUENCE], moment)
        # The labels of the cells a, b and c at the start move to b, c and a: G changes the other way.
        base = 24 * orbit
        a, b, c = base + best[orbit, ONE], base + best[orbit, ONE + 1], base + best[orbit, ONE + 2]
        goals[a], goals[b], goals[c] = goals[b], goals[c], goals[a]
        ready[:] = False
        if is_solved(orbits, goals, orbit):
            best[orbit, VALUE] = _NEVER
            left -= 1
        else:
            best[orbit, VALUE] = -_NEVER
        # Sequences of orbits with a layer in common join the new turns.
        for number in range(many if filler.beside > 0 else 0):
            if best[number, VALUE] < _NEVER and number != orbit and _share_a_layer(orbits, number, orbit):
                find_best(orbits, word, filler, number, moment - filler.beside, moment + filler.beside)
    return bool(word.state[COST] < most)
