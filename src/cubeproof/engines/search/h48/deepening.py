# The types inside compiled loops are found by Numba.
# mypy: disable-error-code="no-untyped-def, no-untyped-call, assignment"
"""The hot loop of the optimal search: all words of one length that solve a cube, depth first.

A node is a cube, of which two things are known: its coset and its inverse's coset, with a lower bound for each
(`coset`, `filling`). Turns are made on the cube in canonical order.

If the bound of the inverse is as high as what is left, the next turn is no half turn. For that turn, undone, is the
last of the inverse's; half turns belong to the group of the coset, so before it the inverse would be in the group
already, at less than its bound.

A node is opened in three steps: all its children are numbered and their lines of the table asked for; those whose
bounds let them pass are turned, and the lines of their inverses requested; nodes that also pass this wait to be
opened. In between comes a step of another beginning: two of them are searched by turns, so that the lines come from
memory while there is something to do.

A bound that is much too high applies to more than its child. The other powers of the same turn are one turn from it: if
that does not help, they are out as well. The node itself is one turn from it: if it is too far by that, all children
are out.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.numba_support import compiled, prefetch

_LEVELS = 32

# So many beginnings are searched by turns. Three were no faster than two.
_SEARCHES = 2

# The steps of a search: before its first node; its children's lines were asked for; those of their inverses; no
# beginning is left.
_WAITING, _CHILDREN, _INVERSES, _DONE = range(4)


class Rules(NamedTuple):
    """Which turns may be made, as the compiled loop takes it."""

    costs: NDArray[np.int64]
    """Int64, shape (18,): what each turn counts."""
    turns: NDArray[np.int64]
    """Int64, at ((turn before, or 18) · 2 + whether half turns are out) · 19: how many turns may be made, and then
    which."""
    between: int
    """The most that leads from one power of a turn to another."""


@compiled
def _coordinates(tables, cubes, at, cosets, to):
    """The numbers of a cube's coset."""
    twist, power, taken = 0, 1, 0
    right = np.int64(tables.separation_masks[0])
    for slot in range(8):
        code = np.int64(cubes[at + slot])
        if slot < 7:
            twist += code % 3 * power
            power *= 3
        taken |= (right >> (code // 3) & 1) << slot
    first, second, flips = 0, 0, 0
    for slot in range(12):
        code = np.int64(cubes[at + 8 + slot])
        home = code >> 1
        first |= (home < 4) << slot
        second |= ((home >= 4) & (home < 8)) << slot
        flips |= (code & 1) << slot
    cosets[to] = twist
    cosets[to + 1] = tables.separation_numbers[taken]
    cosets[to + 2] = first
    cosets[to + 3] = second
    cosets[to + 4] = flips


@compiled
def _turn(tables, cubes, at, turn, after, to):
    """Write a cube after a turn."""
    for slot in range(8):
        source = np.int64(tables.corner_sources[turn * 8 + slot])
        twist = np.int64(tables.corner_twists[turn * 8 + slot])
        after[to + slot] = tables.twisted[np.int64(cubes[at + source]) * 3 + twist]
    for slot in range(12):
        source = np.int64(tables.edge_turns[turn * 12 + slot])
        after[to + 8 + slot] = cubes[at + 8 + (source >> 1)] ^ (source & 1)


@compiled
def _turn_coset(tables, cosets, at, turn):
    """Write the numbers of a coset after a turn behind it."""
    cosets[at + 5] = tables.twist_moves[cosets[at] * 18 + turn]
    cosets[at + 6] = tables.separation_moves[cosets[at + 1] * 18 + turn]
    cosets[at + 7] = tables.mask_moves[cosets[at + 2] * 18 + turn]
    cosets[at + 8] = tables.mask_moves[cosets[at + 3] * 18 + turn]
    cosets[at + 9] = tables.mask_moves[cosets[at + 4] * 18 + turn] ^ tables.flipped[turn]


@compiled
def _moved(tables, at, mask):
    """Where a symmetry takes a set of edge slots, the lower twelve bits of a number."""
    low, high = at + (mask & 63), at + 64 + (mask >> 6 & 63)
    return np.int64(tables.half_symmetries[low] | tables.half_symmetries[high])


@compiled
def _entry(tables, corners, first, second, flips, kept, lines):
    """Where the entry of a coset lies: its byte, times 8, plus its shift."""
    corner_class = np.int64(tables.corner_class[corners])
    symmetry = corner_class & 63
    at = symmetry << 7
    three = first | second << 12 | (4095 ^ first ^ second) << 24
    first = _moved(tables, at, three >> np.int64(tables.slice_shifts[symmetry * 2]))
    second = _moved(tables, at, three >> np.int64(tables.slice_shifts[symmetry * 2 + 1]))
    flips = _moved(tables, at, flips) & ((1 << kept) - 1)
    row = np.int64(tables.rows[first])
    split = (
        np.int64(tables.choices[first])
        + np.int64(tables.high[row + (second >> 6)])
        + np.int64(tables.low[row + (second & 63)])
    )
    entry = split << kept | flips
    # A division by 252 that is exact up to 2³¹: two shifts and a product.
    line = (entry >> 2) * 1090785346 >> 36
    place = entry - line * 252
    return (((corner_class >> 6) * lines + line) * 64 + (place >> 2)) * 8 + (place & 3) * 2


@compiled
def _entry_of(tables, cosets, at, kept, lines):
    corners = cosets[at] * 70 + cosets[at + 1]
    return _entry(tables, corners, cosets[at + 2], cosets[at + 3], cosets[at + 4], kept, lines)


@compiled
def _entry_of_inverse(tables, cubes, at, kept, lines):
    """Where the entry of the coset of a cube's inverse lies."""
    twist, taken, right = 0, 0, np.int64(tables.separation_masks[0])
    for slot in range(8):
        code = np.int64(cubes[at + slot])
        twist += np.int64(tables.twisted_back[code])
        taken |= (right >> slot & 1) << np.int64(tables.thirds[code])
    first, second, flips = 0, 0, 0
    for slot in range(8, 12):
        first |= 1 << (np.int64(cubes[at + slot]) >> 1)
        second |= 1 << (np.int64(cubes[at + 4 + slot]) >> 1)
    for slot in range(8, 20):
        code = np.int64(cubes[at + slot])
        flips |= (code & 1) << (code >> 1)
    return _entry(
        tables, twist * 70 + np.int64(tables.separation_numbers[taken]), first, second, flips, kept, lines
    )


@compiled
def _bound(table, entry, base):
    """Return the lower bound of an entry."""
    at = entry >> 3
    value = np.int64(table[at]) >> (entry & 7) & 3
    if value:
        return base + value
    return np.int64(table[at | 63])


@compiled
def _passing(table, base, rules, remaining, entries, asked, turns, bounds, at, count):
    """Keep the children of a node that their entries let pass, and their bounds; returns how many."""
    passed, out = 0, -1
    for child in range(count):
        turn = turns[at + child]
        if turn // 3 == out:
            continue
        bound = _bound(table, entries[asked + child], base)
        cost = rules.costs[turn]
        if bound <= remaining - cost:
            turns[at + passed], bounds[at + passed] = turn, bound
            passed += 1
        elif bound > remaining + cost:
            return 0
        elif bound >= remaining + rules.between:
            out = turn // 3
            while passed and turns[at + passed - 1] // 3 == out:
                passed -= 1
    return passed


@compiled
def deepen(
    tables, table, kept, lines, base, rules, start, prefixes, begin, end, length, every, flag, counts, answers
):
    """Search all words of a length that start with one of these prefixes.

    Args:
        tables: those of the coset.
        table: the pruning table.
        kept: number of flips that the table distinguishes.
        lines: how many lines a class of it has.
        base: what its entries are relative to.
        rules: which turns may be made.
        start: uint8, shape (20,): the cube.
        prefixes: int8, shape (prefixes, turns).
        begin: the first of them that is searched.
        end: the first that is not.
        length: what the words count.
        every: whether to go on after an answer.
        flag: int32, shape (1,): anything but 0 means stop.
        counts: int64, shape (prefixes,): how many cubes were looked at under each prefix; written.
        answers: int8, shape (room, 32): the answers, each with a −1 at its end; written.
    """
    # Per level of each search: the cube, its coset, the turns that are left, the last turn and the next; and its
    # children: their turns, their bounds, and how many are to come.
    cubes = np.empty(_SEARCHES * _LEVELS * 20, dtype=np.uint8)
    cosets = np.empty(_SEARCHES * _LEVELS * 5, dtype=np.int64)
    left = np.zeros(_SEARCHES * _LEVELS, dtype=np.int64)
    lasts = np.full(_SEARCHES * _LEVELS, 18, dtype=np.int64)
    turns = np.zeros(_SEARCHES * _LEVELS, dtype=np.int64)
    children = np.empty(_SEARCHES * _LEVELS * 18, dtype=np.int64)
    bounds = np.empty(_SEARCHES * _LEVELS * 18, dtype=np.int64)
    waiting = np.zeros(_SEARCHES * _LEVELS, dtype=np.int64)
    # Per search: its step, its prefix, its level, and the entries that were asked for.
    steps = np.full(_SEARCHES, _WAITING, dtype=np.int64)
    numbers = np.zeros(_SEARCHES, dtype=np.int64)
    levels = np.empty(_SEARCHES, dtype=np.int64)
    entries = np.empty(_SEARCHES * 18, dtype=np.int64)
    word = np.empty(20, dtype=np.uint8)
    found, depth, upcoming, active = 0, prefixes.shape[1], begin, _SEARCHES
    for search in range(_SEARCHES):
        levels[search] = search * _LEVELS + depth - 1
    while active:
        if flag[0] != 0:
            return found, False
        for search in range(_SEARCHES):
            if steps[search] == _DONE:
                continue
            top, asked, level = search * _LEVELS, search * 18, levels[search]
            if steps[search] != _WAITING:
                waiting[level] = _passing(
                    table,
                    base,
                    rules,
                    left[level],
                    entries,
                    asked,
                    children,
                    bounds,
                    level * 18,
                    waiting[level],
                )
            if steps[search] == _CHILDREN and waiting[level]:
                for child in range(waiting[level]):
                    _turn(tables, cubes, level * 20, children[level * 18 + child], word, 0)
                    entry = _entry_of_inverse(tables, word, 0, kept, lines)
                    prefetch(table, entry >> 3)
                    entries[asked + child] = entry
                steps[search] = _INVERSES
                continue
            # On to the next node of this search.
            while True:
                if level < top + depth:
                    if upcoming == end:
                        steps[search] = _DONE
                        active -= 1
                        break
                    number, level = upcoming, top + depth - 1
                    upcoming += 1
                    numbers[search], counts[number] = number, 1
                    remaining = length
                    cubes[top * 20 : top * 20 + 20] = start
                    for index in range(depth):
                        turn = np.int64(prefixes[number, index])
                        _turn(tables, cubes, (top + index) * 20, turn, cubes, (top + index) * 20 + 20)
                        turns[top + index] = turn
                        lasts[top + depth] = turn
                        remaining -= rules.costs[turn]
                    at = (top + depth) * 20
                    if remaining <= 0:
                        if remaining == 0 and _is_solved(cubes, at):
                            found = _written(answers, found, turns, top, depth)
                            if not every:
                                flag[0] = 1
                        continue
                    _coordinates(tables, cubes, at, cosets, (top + depth) * 5)
                    own = _bound(table, _entry_of(tables, cosets, (top + depth) * 5, kept, lines), base)
                    inverse_bound = _bound(table, _entry_of_inverse(tables, cubes, at, kept, lines), base)
                    if max(own, inverse_bound) > remaining:
                        continue
                elif waiting[level] == 0:
                    level -= 1
                    continue
                else:
                    waiting[level] -= 1
                    child = level * 18 + waiting[level]
                    turn, inverse_bound = children[child], bounds[child]
                    turns[level], lasts[level + 1] = turn, turn
                    remaining = left[level] - rules.costs[turn]
                    _turn(tables, cubes, level * 20, turn, cubes, level * 20 + 20)
                    if remaining == 0:
                        if _is_solved(cubes, level * 20 + 20):
                            found = _written(answers, found, turns, top, level + 1 - top)
                            if not every:
                                flag[0] = 1
                        continue
                    _turn_coset(tables, cosets, level * 5, turn)
                level += 1
                left[level] = remaining
                rule = (lasts[level] * 2 + (inverse_bound > remaining - rules.costs[1])) * 19
                at = level * 5
                twist, separation, flips = cosets[at] * 18, cosets[at + 1] * 18, cosets[at + 4] * 18
                first, second = cosets[at + 2] * 18, cosets[at + 3] * 18
                count = rules.turns[rule]
                for child in range(count):
                    turn = rules.turns[rule + 1 + child]
                    entry = _entry(
                        tables,
                        np.int64(tables.twist_moves[twist + turn]) * 70
                        + np.int64(tables.separation_moves[separation + turn]),
                        np.int64(tables.mask_moves[first + turn]),
                        np.int64(tables.mask_moves[second + turn]),
                        np.int64(tables.mask_moves[flips + turn]) ^ np.int64(tables.flipped[turn]),
                        kept,
                        lines,
                    )
                    prefetch(table, entry >> 3)
                    entries[asked + child], children[level * 18 + child] = entry, turn
                waiting[level], steps[search] = count, _CHILDREN
                counts[numbers[search]] += count
                break
            levels[search] = level
    return found, True


@compiled
def _is_solved(cubes, at):
    for slot in range(8):
        if cubes[at + slot] != slot * 3:
            return False
    for slot in range(12):  # noqa: SIM110 - a compiled loop
        if cubes[at + 8 + slot] != slot * 2:
            return False
    return True


@compiled
def _written(answers, found, turns, top, depth):
    """Write an answer."""
    if found >= len(answers):
        return found + 1
    for level in range(depth):
        answers[found, level] = turns[top + level]
    answers[found, depth] = -1
    return found + 1


@compiled
def bounds_of(tables, table, kept, lines, base, cube):
    """Return the table's bounds of a cube and its inverse."""
    coset = np.empty(5, dtype=np.int64)
    _coordinates(tables, cube, 0, coset, 0)
    own = _bound(table, _entry_of(tables, coset, 0, kept, lines), base)
    return own, _bound(table, _entry_of_inverse(tables, cube, 0, kept, lines), base)
