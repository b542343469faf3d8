"""`phased_answers`: answers to a 4×4×4 by three phases of reduction and a 3×3×3, each cheaper than the one before.

1. Words of phase 1 for each pair of colours, of all lengths up to that which completes a pool. They are sorted by
   length plus distance in phase 2.
2. Words of phase 2 that continue them, by the length of both. States are handed on in batches, sorted by length plus
   distance in phase 3.
3. Words of phase 3 up to the first total length that has any; the first batch ends with the first words. Longer ones
   are many, but the 3×3×3 after them rarely makes up for it.
4. Each of these states is a 3×3×3, which the two phases of `methods.two_phase` solve within few nodes, if it is short.

Then again with larger pools, until the control ends it. Threads share the work of a batch; their number does not
change the answers.

Source: the phases are those of TPR-4x4x4-Solver by Chen Shuang, after the steps of Charles Tsai.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.numba_support import COMPILES
from cubeproof.contract.control import Control
from cubeproof.methods.large.runs import RunWord
from cubeproof.methods.reduction.centres import (
    axis_goals,
    axis_number,
    bits_of,
    moved,
    phase2_place,
    phase3_place,
)
from cubeproof.methods.reduction.finish import Reduced, shortest
from cubeproof.methods.reduction.loops import (
    DEPTHS,
    search2,
    search3,
)
from cubeproof.methods.reduction.pairing import distance
from cubeproof.methods.reduction.states import PhaseStates
from cubeproof.methods.reduction.tables import ReductionTables
from cubeproof.methods.reduction.turns import PHASE2, PHASE3, TURNS, follows
from cubeproof.store import Store
from cubeproof.work.executor import run_in_threads

_Item = TypeVar("_Item")
_Result = TypeVar("_Result")

Pools = Sequence[tuple[int, int]]
"""The states of phase 1 in each pool, and the states of phase 2 that are continued from it."""

POOLS: Pools = ((1_000, 200), (4_000, 800), (30_000, 10_000), (200_000, 1 << 62))
"""The usual pools; the last one to the end."""

FIRST_POOL, LATER_POOLS = POOLS[:1], POOLS[1:]
"""The pool of a quick search, and the pools that follow it."""

# The beginnings of words of phase 1 that are kept for each state of a pool, and the greatest length of these words:
# every state has a word of 8 turns.
_BEGINNINGS, _LONGEST1 = 20, 9

# The greatest length of phase 2, and the words of phase 2 from one state.
_LONGEST2, _WORDS2 = 11, 50

# The states of a batch, and the answers of phase 3 in it.
_BATCH, _WORDS3 = 100, 30

# In other metrics than htm: how many times as many candidates are compared, and what a turn of a later phase costs.
_MANY = 10
_TURN = {"qtm": 1.3, "stm": 1.0, "slices": 1.6}

# The cubes of phase 1 of a 3×3×3, and the most turns of it in other metrics than htm.
_NODES, _OTHER_MOST = 10_000, 20

_NO_LENGTH = 1 << 30

_PIECE = 4  # items of work for a thread at once


def phased_answers(
    homes: NDArray[np.integer],
    control: Control,
    most: int,
    *,
    metric: str = "htm",
    store: Store | None = None,
    pools: Pools = POOLS,
    quick: bool = False,
) -> Iterator[RunWord]:
    """Yield answers to a 4×4×4 that cost less and less, until the control ends it; the answers are always the same.

    Args:
        homes: the home of the sticker at each place, shape (96,). Of wings and centres only the colours of the homes
            are used.
        control: ends the search.
        most: the first answer costs less than this.
        metric: htm, qtm, stm or slices. The phases are short in htm; of their answers, the cheapest are yielded.
        store: the store of the tables.
        pools: the pools to search.
        quick: whether to end with the first batch that has answers, which takes a moment.

    Raises:
        StoppedError: the search was stopped.
        TimeUpError: the time is up.
        TooLargeError: not enough memory for a table.
    """
    assert COMPILES, "the loops of the phases are compiled"
    tables, start = ReductionTables.load(store, control), np.asarray(homes, dtype=np.intp)
    yield from Phases(tables, start, control, metric, pools, most).answers(quick=quick)


@dataclass(eq=False)
class Phases:
    """One search."""

    tables: ReductionTables
    homes: NDArray[np.intp]
    control: Control
    metric: str
    pools: Pools
    most: int
    """The cost of the best answer."""
    total: int = _NO_LENGTH
    """The first length of three phases that had answers."""

    def answers(self, *, quick: bool) -> Iterator[RunWord]:
        """Yield answers; if `quick`, only those of the first batch that has some."""
        most = self.most
        for reduced in self.reductions():
            yield from self.finish(reduced)
            if quick and self.most < most:
                return

    def reductions(self) -> Iterator[Reduced]:
        """Yield states after the three phases."""
        for pool, count in self.pools:
            for batch in self._cheapest(self._phase2(*self._phase1(pool), count)):
                yield from self._phase3(batch)

    def _costs(self, states: PhaseStates, left: NDArray[np.integer]) -> NDArray[np.floating]:
        """Return what words cost, with turns that are left after them; in htm the number of turns."""
        if self.metric == "htm":
            return np.asarray(states.lengths + left, dtype=np.float64)
        return states.costs(self.metric) + _TURN[self.metric] * left

    def _cheapest(self, batches: Iterator[PhaseStates]) -> Iterator[PhaseStates]:
        """Yield batches; in other metrics than htm only the cheapest states of several batches."""
        if self.metric == "htm":
            yield from batches
            return
        while several := list(islice(batches, _MANY)):
            states = PhaseStates.joined(several)
            away = self._away3(*states.phase3()).max(axis=0)
            order = np.argsort(self._costs(states, away), kind="stable")
            yield states[order[: min(_BATCH, len(states))]]

    def _phase1(self, pool: int) -> tuple[PhaseStates, NDArray[np.intp]]:
        """Return the best states after phase 1, and each one's length plus its distance in phase 2."""
        start, parts = PhaseStates.of(self.homes), []
        for length in range(min(_LONGEST1 + 1, self.most)):
            self.control.check()
            words, holds, cut = self._words1(start, length, _BEGINNINGS * pool)
            parts.append(start[np.zeros(len(words), dtype=np.intp)].after(words).held(holds))
            if sum(map(len, parts)) >= (pool if self.metric == "htm" else _MANY * pool) or cut:
                break
        states = PhaseStates.joined(parts)
        left = self.tables.phase2.distances[phase2_place(*states.phase2().T)]
        values = states.lengths + left
        order = np.argsort(self._costs(states, left), kind="stable")
        order = order[values[order] < self.most][:pool]
        return states[order], values[order]

    def _words1(
        self, start: PhaseStates, length: int, most: int
    ) -> tuple[NDArray[np.uint8], NDArray[np.intp], bool]:
        """Return words of phase 1 that end with no turn of phase 2, their holds, and whether some are left out."""
        distances, may_follow = self.tables.phase1, follows(np.arange(TURNS))
        bits = bits_of(start.centres[0] % 3 == np.arange(3)[:, None])
        words, last, cut = np.empty((3, 0), dtype=np.uint8), np.full(3, TURNS), False
        for left in reversed(range(length)):
            parts = []
            for turn in range(TURNS):
                rows = np.flatnonzero(may_follow[last, turn])
                after = moved(bits[rows], turn)
                near = distances[axis_number(after)] <= left
                parts.append((after[near], rows[near], np.full(int(near.sum()), turn)))
            bits, rows, last = map(np.concatenate, zip(*parts, strict=True))
            words = np.hstack([words[rows], last[:, None].astype(np.uint8)])
            if len(words) > most:
                some = np.random.default_rng(0).permutation(len(words))[:most]
                bits, words, last, cut = bits[some], words[some], last[some], True
        ends = distances[axis_number(bits)] == 0
        holds = (1 - (bits[:, None] == axis_goals()).argmax(axis=1)) % 3
        if length:
            ends &= ~np.isin((last + 9 * holds) % TURNS, PHASE2)
        return words[ends], holds[ends], cut

    def _phase2(self, states: PhaseStates, values: NDArray[np.intp], count: int) -> Iterator[PhaseStates]:
        """Yield states after phase 2 in batches, the shortest first, until there are `count`."""
        starts, lengths = states.phase2(), states.lengths
        waiting: list[PhaseStates] = []
        for length in range(int(values.min(initial=self.most)), self.most):
            rows = np.flatnonzero((values <= length) & (length - lengths <= _LONGEST2))

            def search(
                rows: Sequence[int], flag: NDArray[np.int32], length: int = length
            ) -> list[NDArray[np.uint8]]:
                results = []
                for row in rows:
                    words, left = np.zeros((_WORDS2, DEPTHS), dtype=np.uint8), int(length - lengths[row])
                    start = starts[row], states.wings[row]
                    reached = search2(self.tables.phase2, *start, left, words, flag)
                    results.append(PHASE2[words[:reached, :left]])
                return results

            for piece in _pieces(rows.tolist(), 64):
                parts = self._shared(search, [*_pieces(piece, 8)])
                waiting += states.after_each(piece, [words for part in parts for words in part])
                while (ready := sum(map(len, waiting))) >= min(count, _BATCH):
                    batch = PhaseStates.joined(waiting)
                    yield batch[: min(ready, count, _BATCH)]
                    waiting, count = [batch[min(ready, count, _BATCH) :]], count - min(ready, count, _BATCH)
                    if count == 0:
                        return
        if waiting:
            yield PhaseStates.joined(waiting)

    def _away3(self, starts: NDArray[np.integer], pairings: NDArray[np.integer]) -> NDArray[np.int64]:
        """Return the distances of pairs of wings and of centres in phase 3, shape (2, states)."""
        tables = self.tables.phase3
        away = [distance(tables.pairing, tables.edges, pairing) for pairing in pairings]
        return np.array([away, tables.distances[phase3_place(*starts.T)]], dtype=np.int64)

    def _phase3(self, states: PhaseStates) -> Iterator[Reduced]:
        """Yield the states after phase 3 of the first length that has any, unless longer than those before."""
        if not len(states):
            return
        starts, pairings = states.phase3()
        tables, lengths, (away, centres) = self.tables.phase3, states.lengths, self._away3(starts, pairings)
        values = lengths + np.maximum(away, centres)
        many = _WORDS3 if self.metric == "htm" else _MANY * _WORDS3
        # A word of phase 3 takes six times as long to find as a word with one turn less.
        order = np.lexsort([values, -lengths])
        for length in range(int(values.min()), min(self.total + 1, self.most)):

            def search(row: int, flag: NDArray[np.int32], length: int = length) -> NDArray[np.uint8]:
                words, left = np.zeros((_WORDS3, DEPTHS), dtype=np.uint8), int(length - lengths[row])
                start = starts[row], pairings[row], int(away[row])
                reached = search3(tables, *start, left, words, flag)
                return PHASE3[words[:reached, :left]]

            rows = order[values[order] <= length].tolist()
            parts, reached = [], 0
            for piece in _pieces(rows, _PIECE):
                for row, words in zip(piece, self._shared(search, piece), strict=False):
                    parts.append(states[np.full(len(words), row)].after(words))
                reached = sum(map(len, parts))
                if reached >= (1 if self.total == _NO_LENGTH else many):
                    break
            if reached:
                self.total = length
                ends = PhaseStates.joined(parts)
                order = np.argsort(self._costs(ends, np.zeros(len(ends), dtype=np.int64)), kind="stable")
                yield Reduced(ends[order[:_WORDS3]], self.homes)
                return

    def finish(self, reduced: Reduced) -> Iterator[RunWord]:
        """Yield cheaper answers."""
        scrambles, words = reduced.scrambles, list(reduced.words())
        for piece in _pieces(range(len(words)), _PIECE):
            most = self.most

            def search(number: int, flag: NDArray[np.int32], most: int = most) -> list[RunWord]:
                turns = most - 1 - words[number].cost(self.metric)
                turns = turns if self.metric == "htm" else min(turns, _OTHER_MOST)
                solutions = shortest(self.tables.near, scrambles[number], turns, _NODES, flag)
                return [reduced.answer(number, word) for word in solutions]

            for answers in self._shared(search, piece, late=True):
                for runs in answers:
                    if (total := runs.cost(self.metric)) < self.most:
                        self.most = total
                        yield runs
            self.control.check()

    def _shared(
        self,
        work: Callable[[_Item, NDArray[np.int32]], _Result],
        items: Sequence[_Item],
        *,
        late: bool = False,
    ) -> list[_Result]:
        """Return the results of work in threads; if the search must end, raise, or if `late`, return what is ready."""
        with self.control.compiled_flag() as flag:
            results = run_in_threads(lambda item: work(item, flag), items, flag)
        if not late:
            self.control.check()
        return results


def _pieces(items: Sequence[_Item], size: int) -> Iterator[Sequence[_Item]]:
    for first in range(0, len(items), size):
        yield items[first : first + size]
