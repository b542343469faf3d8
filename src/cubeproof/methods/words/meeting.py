"""`WordSearch`: all words up to a cost, from both ends, for any problem.

A word of cost c is a prefix, a turn and a suffix: the prefix is the longest one that costs at most h. So the prefixes
cost at most h, the suffixes less than c − h, and each word is divided in one way.

    start ──prefix, cost ≤ h──▶ · ──turn, exceeds h──▶ pattern = pattern ◀──suffix, cost < c − h── goal

Words from the start have the pattern that they lead to. Words from a goal, which grow at their front, have the pattern
from which they lead to this goal. Where everything is known, the two are compared by sums of hashes, one for each place
and its colour: the turn in the middle changes only the summands of the places that it moves, and no pattern is written
for it. With unknown stickers, they are compared place by place. Equal patterns have equal sums, so that no answer is
missed; each pair with equal sums is replayed, so that no answer is wrong.

For one answer, a word is dropped if a word that costs no more has the same pattern and the same turn at its open end.
All that follows one of them may follow the other. For all answers, every word is kept.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.control import Control
from cubeproof.contract.events import BoundProved
from cubeproof.contract.outcome import Word
from cubeproof.problem import Problem

_Sums = NDArray[np.uint64]


@dataclass(frozen=True, slots=True)
class WordLimits:
    """The limits of a search, which are checked before words of another cost are built."""

    words: int = 1_000_000
    """The maximum number of words of one cost at each end, including the turn in the middle."""
    size: int = 200_000_000
    """The maximum size of the patterns of all words in bytes."""
    pairs: int = 100_000_000
    """The maximum number of pairs of words that are compared place by place, for one cost."""


@dataclass(frozen=True, eq=False)
class _Layer:
    """The words of one cost from one end."""

    patterns: NDArray[np.int8]
    """Their patterns, shape (words, stickers)."""
    sums: _Sums
    """The sums of the hashes of the patterns, shape (words,)."""
    turns: NDArray[np.int64]
    """The turn at the open end, −1 for the empty word, shape (words,)."""
    parents: NDArray[np.int64]
    """The cost and the row of the word without this turn, shape (words, 2)."""


class _End:
    """The words from one end, by cost."""

    def __init__(
        self,
        roots: NDArray[np.int8],
        gathers: NDArray[np.int16],
        costs: list[int],
        successors: NDArray[np.bool_],
        hashes: _Sums,
        *,
        distinct: bool,
    ) -> None:
        self._gathers, self._costs, self._hashes, self._distinct = gathers, costs, hashes, distinct
        # The last row is for the empty word, whose turn is −1.
        self.after = np.vstack([successors, np.ones((1, len(costs)), dtype=bool)])
        places = np.arange(roots.shape[1])
        self._moved = [np.flatnonzero(gather != places) for gather in gathers]
        count = len(roots)
        sums = hashes[places, roots].sum(axis=1, dtype=np.uint64)
        self.layers = {0: _Layer(roots, sums, np.full(count, -1), np.zeros((count, 2), dtype=np.int64))}
        self._seen: list[tuple[_Sums, int, NDArray[np.int64]]] = []

    def rows(self, cost: int, turn: int) -> NDArray[np.intp]:
        """Return the rows of the words of a cost that the turn may follow."""
        return np.flatnonzero(self.after[self.layers[cost].turns, turn])

    def count(self, cost: int) -> int:
        """Return how many words of a cost `grow` would build, at most."""
        return sum(len(self.rows(before, turn)) for before, turn in self._before(cost))

    def next_cost(self, cost: int) -> int | None:
        """Return the smallest cost of a word above a cost, of which all words are built; or None."""
        ends = {before + price for before in self.layers for price in self._costs}
        return min((end for end in ends if end > cost), default=None)

    def _before(self, cost: int) -> list[tuple[int, int]]:
        return [(cost - price, turn) for turn, price in enumerate(self._costs) if cost - price in self.layers]

    def turned_sums(self, cost: int, turn: int, rows: NDArray[np.intp]) -> _Sums:
        """Return the sums of the patterns of words after a turn."""
        layer, moved = self.layers[cost], self._moved[turn]
        sums = layer.sums[rows].copy()
        step = max(1, 4_000_000 // max(1, len(moved)))
        sources = self._gathers[turn][moved]
        for begin in range(0, len(rows), step):
            part = rows[begin : begin + step, None]
            new = self._hashes[moved, layer.patterns[part, sources]]
            old = self._hashes[moved, layer.patterns[part, moved]]
            sums[begin : begin + step] += (new - old).sum(axis=1, dtype=np.uint64)
        return sums

    def grow(self, cost: int, control: Control) -> None:
        """Build the words of a cost; all cheaper words are built."""
        parts = []
        for before, turn in self._before(cost):
            control.check()
            rows = self.rows(before, turn)
            if len(rows):
                patterns = self.layers[before].patterns[rows[:, None], self._gathers[turn]]
                parents = np.stack([np.full_like(rows, before), rows], axis=1)
                sums = self.turned_sums(before, turn, rows)
                parts.append((patterns, sums, np.full(len(rows), turn), parents))
        if not parts:
            return
        layer = _Layer(*map(np.concatenate, zip(*parts, strict=True)))
        if self._distinct:
            kept = self._new(layer)
            layer = _Layer(layer.patterns[kept], layer.sums[kept], layer.turns[kept], layer.parents[kept])
        if len(layer.turns):
            self.layers[cost] = layer

    def _new(self, layer: _Layer) -> NDArray[np.intp]:
        """Return the rows of words that no kept word replaces."""
        keys = layer.sums * np.uint64(2 * len(self._costs) + 1) + layer.turns.astype(np.uint64)
        order = np.argsort(keys, kind="stable")
        ordered = keys[order]
        first = order[np.searchsorted(ordered, ordered)]
        dropped = np.zeros(len(keys), dtype=bool)
        # Only proved equality drops a word, whatever the sums say.
        same = (layer.turns[order] == layer.turns[first]) & (order != first)
        same[same] = (layer.patterns[order[same]] == layer.patterns[first[same]]).all(axis=1)
        dropped[order[same]] = True
        for seen, cost, rows in self._seen:
            spots = np.minimum(np.searchsorted(seen, keys), len(seen) - 1)
            hits = np.flatnonzero((seen[spots] == keys) & ~dropped)
            earlier, old = self.layers[cost], rows[spots[hits]]
            equal = (earlier.turns[old] == layer.turns[hits]) & (
                earlier.patterns[old] == layer.patterns[hits]
            ).all(axis=1)
            dropped[hits[equal]] = True
        kept = np.flatnonzero(~dropped)
        if len(kept):
            cost = int(self._costs[int(layer.turns[kept[0]])] + layer.parents[kept[0], 0])
            order = np.argsort(keys[kept], kind="stable")
            self._seen.append((keys[kept][order], cost, order))
        return kept

    def word(self, cost: int, row: int) -> Word:
        """Return the turns of a word, the open end first."""
        turns: list[int] = []
        while (turn := int(self.layers[cost].turns[row])) >= 0:
            turns.append(turn)
            cost, row = self.layers[cost].parents[row].tolist()
        return tuple(turns)


class WordSearch:
    """A search for words of a problem, cheapest first.

    Args:
        problem: any problem.
        control: steers the search, and gets the bounds.
        every: whether all words in canonical order are requested. If not, the first word of the cheapest ones.
        extra: with `every`, how much more the words may cost.
        most: the maximum cost; unlimited by default.
        limits: limits of memory and work.

    Attributes:
        lower_bound: no word that solves the problem costs less; after `answers` has ended or raised.
        complete: whether all requested words were found.

    >>> from cubeproof.problem import cube_problem
    >>> from cubeproof.puzzle.cube import Cube
    >>> problem = cube_problem(Cube(3).apply("R U R' U' R' F R2 U' R' U' R U R' F'"), moves="R,U,F")
    >>> search = WordSearch(problem, Control(), every=True)
    >>> len(list(search.answers())), search.lower_bound, search.complete
    (2, 14, True)
    """

    def __init__(
        self,
        problem: Problem,
        control: Control,
        *,
        every: bool = False,
        extra: int = 0,
        most: int | None = None,
        limits: WordLimits | None = None,
    ) -> None:
        self._problem, self._control = problem, control
        self._every, self._extra, self._most = every, extra if every else 0, most
        self._limits = WordLimits() if limits is None else limits
        self._costs: list[int] = problem.costs.tolist()
        self.lower_bound = 0
        self.complete = False

    def answers(self) -> Iterator[Word]:
        """Yield each word once, by cost, then in the order of the numbers of the generators.

        Raises:
            StoppedError, TimeUpError: as `Control.check`; the bound so far is in `lower_bound`.
        """
        best: int | None = None
        if self._problem.is_solved_by(()):
            yield ()
            if not self._every:
                self.complete = True
                return
            best = 0
        self._prepare()
        cost = 0
        while (coming := self._next(cost)) is not None:
            if best is None:
                self._raise(coming)
            if (best is not None and coming > best + self._extra) or (
                self._most is not None and coming > self._most
            ):
                self.complete = best is not None and coming > best + self._extra
                return
            if not self._reach(coming):
                return
            cost = coming
            words = self._words(cost)
            yield from sorted(words)[: None if self._every else 1]
            if words and best is None:
                best = cost
                if not self._every:
                    self.complete = True
                    return
        # No more words, since every word is replaced by a cheaper one: there are few states.
        self.complete = best is not None

    def _raise(self, bound: int) -> None:
        if bound > self.lower_bound:
            self.lower_bound = bound
            if bound > 1:
                self._control.tell(BoundProved(bound))

    def _prepare(self) -> None:
        problem = self._problem
        gathers = problem.permutations
        allowed = problem.successors
        colours = 1 + max(int(problem.start.max()), *(int(goal.max()) for goal in problem.goals))
        hashes = _hashes(len(problem.start), colours + 1)
        goals = np.unique(np.stack(problem.goals), axis=0)
        self._known = bool((problem.start >= 0).all() and (goals >= 0).all())
        distinct = not self._every
        self._front = _End(problem.start[None], gathers, self._costs, allowed, hashes, distinct=distinct)
        back = np.argsort(gathers, axis=1).astype(gathers.dtype)
        self._back = _End(goals, back, self._costs, allowed.T, hashes, distinct=distinct)
        # All words of at most these costs are built.
        self._front_cost = self._back_cost = 0

    def _next(self, cost: int) -> int | None:
        """Return the smallest cost of a word above a cost; words without a replacement only."""
        front = {*self._front.layers}
        middles = {a + price for a in front for price in self._costs if a <= self._front_cost < a + price}
        # Every cost of a word is the sum of a crossing and of a suffix; suffixes that are not built yet cost more than
        # `_back_cost`.
        sums = {middle + b for middle in middles for b in self._back.layers}
        if (unbuilt := self._back.next_cost(self._back_cost)) is not None:
            sums |= {middle + unbuilt for middle in middles}
        return min((total for total in sums if total > cost), default=None)

    def _reach(self, cost: int) -> bool:
        """Build the words that words of a cost consist of; return False if the limits do not allow it."""
        while True:
            self._control.check()
            suffix = self._back.next_cost(self._back_cost)
            if suffix is None or suffix > cost - self._front_cost - 1:
                return self._has_room(cost)
            prefix = self._front.next_cost(self._front_cost)
            # A longer prefix is of use only while a turn and a suffix remain.
            if prefix is not None and prefix < cost and self._front_work(prefix) <= self._back.count(suffix):
                end, new, words = self._front, prefix, self._front_work(prefix)
            else:
                end, new, words = self._back, suffix, self._back.count(suffix)
            layers = (*self._front.layers.values(), *self._back.layers.values())
            size = sum(layer.patterns.nbytes for layer in layers) + end.count(new) * len(self._problem.start)
            if words > self._limits.words or size > self._limits.size:
                return False
            end.grow(new, self._control)
            if end is self._front:
                self._front_cost = new
            else:
                self._back_cost = new

    def _front_work(self, prefix: int) -> int:
        """Return about how many words with a turn in the middle there are, if prefixes cost at most `prefix`."""
        count = self._front.count(prefix)
        return int(count * self._front.after[:-1].sum(axis=1).mean()) if count else 0

    def _has_room(self, cost: int) -> bool:
        words = pairs = 0
        for turn, before, after in self._joints(cost):
            rows = len(self._front.rows(before, turn))
            words += rows
            pairs += rows * len(self._back.layers[after].turns)
        return words <= self._limits.words and (self._known or pairs <= self._limits.pairs)

    def _joints(self, cost: int) -> list[tuple[int, int, int]]:
        """Return each turn in the middle of words of a cost, with the costs of prefix and suffix."""
        return [
            (turn, before, cost - before - price)
            for turn, price in enumerate(self._costs)
            for before in self._front.layers
            if before <= self._front_cost < before + price and cost - before - price in self._back.layers
        ]

    def _words(self, cost: int) -> set[Word]:
        words: set[Word] = set()
        groups: dict[int, list[tuple[int, int]]] = {}
        for turn, before, after in self._joints(cost):
            groups.setdefault(after, []).append((turn, before))
        for after, middles in groups.items():
            suffixes = self._back.layers[after]
            for turn, before in middles:
                self._control.check()
                rows = self._front.rows(before, turn)
                for row, column in self._matches(turn, before, rows, suffixes):
                    if not self._back.after[suffixes.turns[column], turn]:
                        continue
                    prefix = self._front.word(before, row)[::-1]
                    word = (*prefix, turn, *self._back.word(after, column))
                    if word not in words and self._problem.is_solved_by(word):
                        words.add(word)
        return words

    def _matches(
        self, turn: int, before: int, rows: NDArray[np.intp], suffixes: _Layer
    ) -> Iterator[tuple[int, int]]:
        """Yield the rows of prefixes and suffixes whose patterns may meet."""
        if self._known:
            sums = self._front.turned_sums(before, turn, rows)
            for index, column in _equal(sums, suffixes.sums):
                yield int(rows[index]), column
            return
        patterns, gather = self._front.layers[before].patterns, self._problem.permutations[turn]
        for column, pattern in enumerate(suffixes.patterns):
            self._control.check()
            left = rows
            for place in np.flatnonzero(pattern >= 0).tolist():
                if not len(left):
                    break
                colours = patterns[left, gather[place]]
                left = left[(colours == pattern[place]) | (colours < 0)]
            for row in left.tolist():
                yield row, column


def _hashes(places: int, colours: int) -> _Sums:
    """Return the hash of each colour at each place, shape (places, colours); the last column is for unknown, −1."""
    size = places * colours
    digest = hashlib.shake_128(b"cubeproof").digest(8 * size)
    return np.frombuffer(digest, dtype="<u8").astype(np.uint64).reshape(places, colours)


def _equal(first: _Sums, second: _Sums) -> Iterator[tuple[int, int]]:
    """Yield all pairs of indices with equal sums."""
    order = np.argsort(first, kind="stable")
    ordered = first[order]
    starts, stops = (np.searchsorted(ordered, second, side) for side in ("left", "right"))
    for column in np.flatnonzero(starts < stops).tolist():
        for index in order[starts[column] : stops[column]].tolist():
            yield index, column
