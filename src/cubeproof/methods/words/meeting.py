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

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from cubeproof.contract.control import Control
from cubeproof.contract.events import BoundProved
from cubeproof.contract.outcome import Word
from cubeproof.methods.words.matches import agreeing, equal
from cubeproof.methods.words.word_ends import WordEnd, WordLayer, hashes_of
from cubeproof.problem import Problem


@dataclass(frozen=True, slots=True)
class WordLimits:
    """The limits of a search, which are checked before words of another cost are built."""

    words: int = 1_000_000
    """The maximum number of words of one cost at each end, including the turn in the middle."""
    size: int = 200_000_000
    """The maximum size of the patterns of all words in bytes."""
    pairs: int = 2_000_000_000
    """The maximum number of pairs of words that are compared place by place, for one cost."""


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
        complete: whether all requested words of at most the maximum cost were found; False if there is none.

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
            beyond = self._most is not None and coming > self._most
            if beyond or (best is not None and coming > best + self._extra):
                self.complete = best is not None
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
        hashes = hashes_of(len(problem.start), colours + 1)
        goals = np.unique(np.stack(problem.goals), axis=0)
        self._known = bool((problem.start >= 0).all() and (goals >= 0).all())
        distinct = not self._every
        self._front = WordEnd(problem.start[None], gathers, self._costs, allowed, hashes, distinct=distinct)
        back = np.argsort(gathers, axis=1).astype(gathers.dtype)
        self._back = WordEnd(goals, back, self._costs, allowed.T, hashes, distinct=distinct)
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
            for turn, before, row, column in self._meetings(middles, suffixes):
                if self._back.after[suffixes.turns[column], turn]:
                    prefix = self._front.word(before, row)[::-1]
                    word = (*prefix, turn, *self._back.word(after, column))
                    if word not in words and self._problem.is_solved_by(word):
                        words.add(word)
        return words

    def _meetings(
        self, middles: list[tuple[int, int]], suffixes: WordLayer
    ) -> Iterator[tuple[int, int, int, int]]:
        """Yield the turn in the middle, cost and row of the prefix, and row of the suffix, of words to replay."""
        if self._known:
            for turn, before in middles:
                self._control.check()
                rows = self._front.rows(before, turn)
                sums = self._front.turned_sums(before, turn, rows)
                for index, column in equal(sums, suffixes.sums):
                    yield turn, before, int(rows[index]), column
            return
        gathers, layers = self._problem.permutations, self._front.layers
        rows_of = [self._front.rows(before, turn) for turn, before in middles]
        turned = [
            layers[before].patterns[rows[:, None], gathers[turn]]
            for (turn, before), rows in zip(middles, rows_of, strict=True)
        ]
        ends = np.cumsum([len(rows) for rows in rows_of])
        for index, column in agreeing(np.concatenate(turned), suffixes.patterns, self._control):
            part = int(np.searchsorted(ends, index, side="right"))
            turn, before = middles[part]
            yield turn, before, int(rows_of[part][index - ends[part]]), column
