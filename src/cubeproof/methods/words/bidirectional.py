"""`WordSearch`: all words up to a cost, from both ends, for any problem.

Each end stores the states of all words up to a cost, and has the sums of the words that are one turn longer. A word
that solves the problem is divided after its first turn that is not in a stored word from the start. What follows is a
stored word from a goal, or one turn longer: so each word is divided in one way.

    start ──stored──▶ · ──turn──▶ state = state ◀──turn, or none── · ◀──stored── goal

Words from the start have the state that they lead to. Words from a goal, which grow at their front, have the state from
which they lead to this goal. States are compared by sums of hashes, one for each block and its code; see `codings`.
Equal states have equal sums, so that no answer is missed; each pair with equal sums is replayed, so that no answer is
wrong. States with unknown stickers that leave a choice are compared block by block.

For one answer, a word is dropped if a cheaper word leads to the same state, and equally cheap ones share a state, which
each turn may leave that may follow one of them. So a search with few states ends when all have been reached. For all
answers, every word is kept.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.control import Control
from cubeproof.contract.events import BoundProved
from cubeproof.contract.outcome import Word
from cubeproof.methods.words.codings import CodeTurn, States, coding
from cubeproof.methods.words.frontier import Frontier
from cubeproof.methods.words.goal_sides import GoalSides
from cubeproof.methods.words.matches import agreeing, equal
from cubeproof.problem import Problem

# Comparisons of turns, two by two, from which on a search for one answer does without the canonical order.
_MANY_COMPARISONS = 20_000_000
# The size in bytes of a word that is one turn longer than stored words.
_LEAF_BYTES = 12
# The most words of one cost, and their bytes, that the end of the goals gets before the other end grows.
_SHARED_WORDS, _SHARED_BYTES = 20_000, 2_000_000
# Shortest answers that are compared before the first of them is returned.
_FEW = 100


@dataclass(frozen=True, slots=True)
class WordLimits:
    """The limits of a search, which are checked before words of another cost are made."""

    words: int = 10_000_000
    """The maximum number of words of one cost at each end."""
    size: int = 800_000_000
    """The maximum size of all words in bytes."""
    pairs: int = 2_000_000_000
    """The maximum number of pairs of words that are compared block by block, for one cost."""
    answers: int = 200_000
    """The maximum number of answers of one cost."""


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
        unreachable: whether all states were reached, and none of them is a goal.

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
        self.complete = self.unreachable = False

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
        while True:
            coming, horizon = self._next(cost), self._horizon
            bound = horizon if coming is None else min(coming, horizon)
            if bound == math.inf:
                # All words have been compared, since every word is replaced by a cheaper one: there are few states.
                self.complete, self.unreachable = best is not None, best is None
                return
            if best is None:
                self._raise(int(bound))
            enough = self._most if best is None else best + self._extra
            if enough is not None and bound > enough:
                self.complete = best is not None
                return
            if coming is None or coming >= horizon:
                if not self._grow():
                    return
                continue
            cost = coming
            words = self._words(cost)
            if words is None:
                return
            yield from sorted(words)[: None if self._every else 1]
            if words and best is None:
                best = cost
                if not self._every:
                    self.complete = True
                    return

    def _raise(self, bound: int) -> None:
        if bound > self.lower_bound:
            self.lower_bound = bound
            if bound > 1:
                self._control.emit(BoundProved(bound))

    def _prepare(self) -> None:
        problem = self._problem
        states = coding(problem)
        count = len(self._costs)
        if self._every or count * problem.permutations.size <= _MANY_COMPARISONS:
            allowed = problem.successors
        else:
            allowed = np.ones((count, count), dtype=np.bool_)
        self._known, self._turns = states.known, states.turns

        def end(roots: States, turns: tuple[CodeTurn, ...], successors: NDArray[np.bool_]) -> Frontier:
            return Frontier(roots, turns, self._costs, successors, states.codes, distinct=not self._every)

        back = tuple(turn.inverse() for turn in states.turns)
        self._front = end(states.start, states.turns, allowed)
        self._side = self._control.workshop.kept(GoalSides).side(
            states.goals,
            back,
            lambda: end(states.goals, back, allowed.T),
            allowed,
            np.array([self._every, states.codes, *self._costs]),
        )
        self._back = self._side.first

    @property
    def _horizon(self) -> float:
        """A cost below which all words consist of the words of both ends."""
        front, back = self._front.next_cost, self._back.next_cost
        return math.inf if front is None or back is None else front + back + min(self._costs)

    def _next(self, cost: int) -> int | None:
        """Return the smallest cost above a cost of words that consist of the words of both ends; None without one."""
        stored = self._back.layers
        if not self._every and self._back.next_cost is None and cost >= max(stored):
            # All states from which a goal can be reached are stored, with their costs.
            return None
        front, back = np.array(self._front.open_costs), np.array(sorted({*stored, *self._back.open_costs}))
        spots = np.searchsorted(back, cost - front, "right")
        inside = spots < len(back)
        return int((front[inside] + back[spots[inside]]).min()) if inside.any() else None

    def _grow(self) -> bool:
        """Store more words at one end; return False if the limits do not allow it.

        It is the end with fewer words. But the end of the goals, which other searches share, always gets some.
        """
        counts = [
            math.inf if end.next_cost is None else end.count(end.next_cost)
            for end in (self._front, self._back)
        ]
        is_shared = self._known and counts[1] <= _SHARED_WORDS
        if is_shared and self._back.next_cost is not None:
            is_shared = self._back.size_of(self._back.next_cost) <= _SHARED_BYTES
        end = self._back if is_shared or counts[1] < counts[0] else self._front
        cost = end.next_cost
        assert cost is not None, "with all words of one end, the horizon is infinite"
        size = self._front.size + self._back.size + end.size_of(cost)
        words = max(end.count(cost), end.expected_after_growth())
        if words > self._limits.words or size > self._limits.size:
            return False
        if end is self._front:
            end.grow(self._control)
        else:
            self._back = self._side.after(end, self._control)
        return True

    def _words(self, cost: int) -> set[Word] | None:
        """Return the words of a cost that solve the problem; None if the limits do not allow it."""
        words: set[Word] = set()
        suffixes = {*self._back.layers, *self._back.open_costs}
        for before in self._front.open_costs:
            after = cost - before
            if after not in suffixes:
                continue
            if not self._has_room(before, after):
                return None
            for row, column in self._meetings(before, after):
                # For one answer, a suffix is one of all cheapest words of its state.
                last, following = self._front.turn(before, row), self._back.turn(after, column)
                if self._every and not self._back.after[following, last]:
                    continue
                word = (*self._front.word(before, row)[::-1], *self._back.word(after, column))
                if word not in words and self._problem.is_solved_by(word):
                    words.add(word)
                    if len(words) > self._limits.answers:
                        return None
                    if not self._every and len(words) == _FEW:
                        return words
        return words

    def _has_room(self, before: int, after: int) -> bool:
        counts = self._front.count(before), self._back.count(after)
        size = self._front.size + self._back.size + _LEAF_BYTES * sum(counts)
        return (
            max(counts) <= self._limits.words
            and size <= self._limits.size
            and (self._known or counts[0] * counts[1] <= self._limits.pairs)
        )

    def _meetings(self, before: int, after: int) -> Iterator[tuple[int, int]]:
        """Yield the numbers of words from the start and from a goal, of some costs, that may meet."""
        self._control.check()
        if self._known:
            return equal(self._front.sums(before, self._control), self._back.sums(after, self._control))
        first, second = self._front.states(before, self._control), self._back.states(after, self._control)
        return agreeing(first, second, self._control)
