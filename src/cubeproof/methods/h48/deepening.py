# Numba infers the types inside compiled loops.
# mypy: disable-error-code="no-untyped-def, no-untyped-call, assignment"
"""The hot loop of the optimal search: searches all words of one length that solve a cube, depth first.

A node is a cube, with its coset and its inverse's coset, and a lower bound for each (`coset`, `table_builder`). Turns
are in canonical order.

If the bound of the inverse exceeds the remaining length minus the cost of a half turn, the next turn is no half turn.
The inverse of the next turn ends the inverse's solution. Half turns belong to the group of the coset, so with a half
turn the inverse would reach the group at a cost below its bound.

A node is expanded in three steps: the cosets of all its children are computed and their lines of the table are
prefetched; children within their bounds are turned, and the lines of their inverses are prefetched; children that
also pass this bound wait for their expansion. Between these steps the loop does a step of another search: two
searches alternate, so that memory loads lines while the other search computes.

A bound that is much too high excludes more than its child. The other powers of the same turn are one turn from the
child: if the bound exceeds the remaining length by more, they are excluded too. The node itself is one turn from the
child: if the node is too far by that bound, all its children are excluded.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.numba_support import TypedLoop, compiled, prefetch, sample, sample_tables
from cubeproof.methods.h48.coset import CosetTables

_LEVELS = 32

# The number of alternating searches. Three were not faster than two.
_SEARCHES = 2

# The steps of a search: before its first node; the children's lines are prefetched; the lines of their inverses
# are prefetched; no prefix is left.
_WAITING, _CHILDREN, _INVERSES, _DONE = range(4)


class Rules(NamedTuple):
    """The allowed turns, as the compiled loop requires them."""

    costs: NDArray[np.int64]
    """The costs of the turns, int64, shape (18,)."""
    turns: NDArray[np.int64]
    """The count of allowed turns, then the turns, at ((last turn, or 18) · 2 + whether half turns are excluded) · 19,
    int64."""
    between: int
    """The maximum cost from one power of a turn to another."""


@compiled
def _coordinates(tables, cubes, at, cosets, to):
    """Compute the numbers of a cube's coset."""
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
    """Write the cube after a turn."""
    for slot in range(8):
        source = np.int64(tables.corner_sources[turn * 8 + slot])
        twist = np.int64(tables.corner_twists[turn * 8 + slot])
        after[to + slot] = tables.twisted[np.int64(cubes[at + source]) * 3 + twist]
    for slot in range(12):
        source = np.int64(tables.edge_turns[turn * 12 + slot])
        after[to + 8 + slot] = cubes[at + 8 + (source >> 1)] ^ (source & 1)


@compiled
def _turn_coset(tables, cosets, at, turn):
    """Write the numbers of a coset after a turn, behind the coset."""
    cosets[at + 5] = tables.twist_moves[cosets[at] * 18 + turn]
    cosets[at + 6] = tables.separation_moves[cosets[at + 1] * 18 + turn]
    cosets[at + 7] = tables.mask_moves[cosets[at + 2] * 18 + turn]
    cosets[at + 8] = tables.mask_moves[cosets[at + 3] * 18 + turn]
    cosets[at + 9] = tables.mask_moves[cosets[at + 4] * 18 + turn] ^ tables.flipped[turn]


@compiled
def _moved(tables, at, mask):
    """Return the image under a symmetry of a set of edge slots, the lower twelve bits of a number."""
    low, high = at + (mask & 63), at + 64 + (mask >> 6 & 63)
    return np.int64(tables.half_symmetries[low] | tables.half_symmetries[high])


@compiled
def _entry(tables, corners, first, second, flips, kept, lines):
    """Return the position of a coset's entry: its byte times 8, plus its shift."""
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
    # Division by 252, exact up to 2³¹, by two shifts and a product.
    line = (entry >> 2) * 1090785346 >> 36
    place = entry - line * 252
    return (((corner_class >> 6) * lines + line) * 64 + (place >> 2)) * 8 + (place & 3) * 2


@compiled
def _entry_of(tables, cosets, at, kept, lines):
    corners = cosets[at] * 70 + cosets[at + 1]
    return _entry(tables, corners, cosets[at + 2], cosets[at + 3], cosets[at + 4], kept, lines)


@compiled
def _entry_of_inverse(tables, cubes, at, kept, lines):
    """Return the position of the entry of the coset of a cube's inverse."""
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
def _passing(table, base, rules, remaining, entries, entry_begin, turns, bounds, at, count):
    """Keep the children of a node that are within their bounds, with these bounds; return their number."""
    passed, out = 0, -1
    for child in range(count):
        turn = turns[at + child]
        if turn // 3 == out:
            continue
        bound = _bound(table, entries[entry_begin + child], base)
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
    """Search all words of a length that start with one of some prefixes.

    Args:
        tables: the tables of the coset.
        table: the pruning table.
        kept: the number of flips that the table distinguishes.
        lines: the number of lines of a class in the table.
        base: the base of its entries.
        rules: the allowed turns.
        start: the cube, uint8, shape (20,).
        prefixes: the prefixes, int8, shape (prefixes, turns).
        begin: the first prefix to search.
        end: the end of the prefixes to search.
        length: the cost of the words.
        every: whether to continue after an answer.
        flag: int32, shape (1,): any value but 0 means stop.
        counts: output: the number of cubes visited under each prefix, int64, shape (prefixes,).
        answers: output: the answers, each terminated by −1, int8, shape (room, 32).
    """
    # Per level of each search: the cube, its coset, the remaining length, the last turn and the next; and its
    # children: their turns, their bounds, and the number of waiting children.
    cubes = np.empty(_SEARCHES * _LEVELS * 20, dtype=np.uint8)
    cosets = np.empty(_SEARCHES * _LEVELS * 5, dtype=np.int64)
    left = np.zeros(_SEARCHES * _LEVELS, dtype=np.int64)
    lasts = np.full(_SEARCHES * _LEVELS, 18, dtype=np.int64)
    turns = np.zeros(_SEARCHES * _LEVELS, dtype=np.int64)
    children = np.empty(_SEARCHES * _LEVELS * 18, dtype=np.int64)
    bounds = np.empty(_SEARCHES * _LEVELS * 18, dtype=np.int64)
    waiting = np.zeros(_SEARCHES * _LEVELS, dtype=np.int64)
    # Per search: its step, its prefix, its level, and the prefetched entries.
    steps = np.full(_SEARCHES, _WAITING, dtype=np.int64)
    numbers = np.zeros(_SEARCHES, dtype=np.int64)
    levels = np.empty(_SEARCHES, dtype=np.int64)
    entries = np.empty(_SEARCHES * 18, dtype=np.int64)
    word = np.empty(20, dtype=np.uint8)
    answer_count, depth, upcoming, active = 0, prefixes.shape[1], begin, _SEARCHES
    for search in range(_SEARCHES):
        levels[search] = search * _LEVELS + depth - 1
    while active:
        if flag[0] != 0:
            return answer_count, False
        for search in range(_SEARCHES):
            if steps[search] == _DONE:
                continue
            top, entry_begin, level = search * _LEVELS, search * 18, levels[search]
            if steps[search] != _WAITING:
                waiting[level] = _passing(
                    table,
                    base,
                    rules,
                    left[level],
                    entries,
                    entry_begin,
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
                    entries[entry_begin + child] = entry
                steps[search] = _INVERSES
                continue
            # Continue with the next node of this search.
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
                            answer_count = _write_answer(answers, answer_count, turns, top, depth)
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
                            answer_count = _write_answer(answers, answer_count, turns, top, level + 1 - top)
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
                    entries[entry_begin + child], children[level * 18 + child] = entry, turn
                waiting[level], steps[search] = count, _CHILDREN
                counts[numbers[search]] += count
                break
            levels[search] = level
    return answer_count, True


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
def _write_answer(answers, answer_count, turns, top, depth):
    """Write an answer."""
    if answer_count >= len(answers):
        return answer_count + 1
    for level in range(depth):
        answers[answer_count, level] = turns[top + level]
    answers[answer_count, depth] = -1
    return answer_count + 1


@compiled
def bounds_of(tables, table, kept, lines, base, cube):
    """Return the table's lower bounds for a cube and its inverse."""
    coset = np.empty(5, dtype=np.int64)
    _coordinates(tables, cube, 0, coset, 0)
    own = _bound(table, _entry_of(tables, coset, 0, kept, lines), base)
    return own, _bound(table, _entry_of_inverse(tables, cube, 0, kept, lines), base)


def typed_loops() -> tuple[TypedLoop, ...]:
    """Return the loops with the types that searches pass."""
    tables = sample_tables(CosetTables, representatives=1, keeps=2, from_slices=2)
    cube, table, flag = sample(np.uint8), sample(np.uint8), sample(np.int32)
    prefixes, counts, answers = sample(np.int8, 2), sample(np.int64), sample(np.int8, 2)
    walk = 0, 0, 0, False, flag, counts, answers
    return (
        TypedLoop(bounds_of, (tables, table, 0, 0, 0, cube)),
        TypedLoop(deepen, (tables, table, 0, 0, 0, sample_tables(Rules), cube, prefixes, *walk)),
    )
