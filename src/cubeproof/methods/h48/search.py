# mypy: disable-error-code="no-untyped-call"
"""`OptimalSearch`: searches all words length by length, distributed among threads by their first three turns."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import product

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.events import DepthSearched
from cubeproof.methods.h48.coset import coset_slots, coset_tables
from cubeproof.methods.h48.deepening import Rules, bounds_of, deepen
from cubeproof.methods.h48.table_builder import lines_of_a_class
from cubeproof.methods.words.turn_costs import ALL, Turning, may_follow
from cubeproof.puzzle.cubies import Pieces, face_turns, symmetries
from cubeproof.puzzle.geometry import is_odd
from cubeproof.work.executor import run_in_threads, usable_cores

# Words of this length or longer start from prefixes of three turns.
_PREFIXED = 6

# The number of prefixes that a thread takes at once; half of all prefixes for a fast length.
_AT_ONCE = 8
_NO_TIME = 500_000
# The first length of a search is fast below this one.
_LONG = 15

# Seconds between two events.
_TELLING = 0.5


@dataclass(frozen=True, eq=False)
class Pruning:
    """A pruning table in memory."""

    entries: NDArray[np.uint8]
    """Its bytes, see `table_builder`."""
    flips: int
    """The number of flips that it distinguishes."""
    base: int
    """The base of its entries."""
    turning: Turning
    """The costs of the turns."""


@dataclass(frozen=True, slots=True)
class Depth:
    """The result of a search of one length."""

    words: tuple[tuple[int, ...], ...]
    """The answers, as numbers of the 18 turns."""
    complete: bool
    """Whether all words of the length were searched, or an answer was found and one is enough."""
    cubes: int
    """The number of cubes visited."""


class OptimalSearch:
    """The search for one cube.

    Args:
        scramble: the permutation of stickers in gather form, shape (54,).
        pruning: the table.
        allowed: the allowed turns, as bits.
        every: whether to find all answers of a length.
        jobs: the number of threads; by default one for each core.

    Attributes:
        excluded: the longest length so far, and its prefixes under which no word is an answer: the next search of this
            length leaves them out. They hold for this cube, these turns and their costs, with any table. Empty for
            `every`.
    """

    def __init__(
        self,
        scramble: NDArray[np.int16],
        pruning: Pruning,
        allowed: int = ALL,
        *,
        every: bool = False,
        jobs: int | None = None,
    ) -> None:
        self.pruning, self.every, self.jobs = pruning, every, jobs or usable_cores()
        self.cube = _codes(scramble)
        self.rules = _rules(pruning.turning, allowed)
        self.turns = [turn for turn in range(18) if allowed >> turn & 1]
        self.same = [] if every else _symmetries_of(scramble, allowed)
        self.cubes = 0
        # In the quarter-turn metric, the parity of the corners is the parity of the length.
        corners = Pieces.read(scramble[None], coset_slots().corner_slots).origin[0]
        self.is_odd = is_odd(corners)
        self._prefixes: NDArray[np.int8] | None = None
        self._counts = np.zeros(0, dtype=np.int64)
        # Whether the counts are those of a length, and not a guess.
        self._is_counted = False
        self.excluded: tuple[int, set[bytes]] = (-1, set())

    @property
    def bound(self) -> int:
        """A lower bound of the length, from the table's entries of the cube and of its inverse."""
        pruning = self.pruning
        bounds = bounds_of(
            coset_tables(),
            pruning.entries,
            pruning.flips,
            lines_of_a_class(pruning.flips),
            pruning.base,
            self.cube,
        )
        return max(map(int, bounds))

    def parity_allows(self, length: int) -> bool:
        """Whether the cube's parity allows an answer of this length: every quarter turn changes it."""
        return self.pruning.turning.units_are_half_turns or length % 2 == self.is_odd

    def search(
        self,
        length: int,
        flag: NDArray[np.int32],
        tell: Callable[[DepthSearched], None] = lambda _: None,
        look: Callable[[int, NDArray[np.int32]], None] = lambda _, __: None,
    ) -> Depth:
        """Search all words of a length.

        Args:
            length: the cost of the words.
            flag: int32, shape (1,): any value but 0 means stop; an answer also sets it, if one is enough.
            tell: called about twice a second with an event.
            look: called much more often in the calling thread, with the length and the flag.
        """
        if not self.parity_allows(length):
            return Depth((), complete=True, cubes=0)
        if self.excluded[0] < length:
            self.excluded = (length, set())
        known = self.excluded[1] if self.excluded[0] == length else set()
        all_prefixes, all_expected = self._beginnings(length)
        is_left = np.array([prefix.tobytes() not in known for prefix in all_prefixes])
        prefixes, expected = all_prefixes[is_left], all_expected[is_left]
        counts = np.zeros(len(prefixes), dtype=np.int64)
        total, before = max(1, int(all_expected.sum())), self.cubes
        known_share = int(all_expected[~is_left].sum()) / total
        quick = total < _NO_TIME and (self._is_counted or length < _LONG)
        at_once = len(prefixes) if quick else _AT_ONCE
        begins = range(0, len(prefixes), max(1, at_once))
        words: list[tuple[int, ...]] = []
        done: list[int] = []
        started = reported = time.monotonic()

        def work(begin: int) -> None:
            end = min(begin + at_once, len(prefixes))
            answers, finished = self._deepen(prefixes, begin, end, length, flag, counts)
            words.extend(answers)
            if finished:
                done.append(begin)
                if not answers and not self.every:
                    known.update(prefix.tobytes() for prefix in prefixes[begin:end])

        def meanwhile() -> None:
            nonlocal reported
            look(length, flag)
            if time.monotonic() - reported < _TELLING:
                return
            reported = time.monotonic()
            share = known_share + sum(int(expected[begin : begin + at_once].sum()) for begin in done) / total
            self._tell(tell, length, share, before + int(counts.sum()), reported - started)

        if not quick:
            run_in_threads(work, begins, flag, threads=self.jobs, meanwhile=meanwhile)
        elif not flag[0] and begins:
            work(0)
        spent = int(counts.sum())
        self.cubes += spent
        complete = len(done) == len(begins)
        if complete and all_prefixes is self._prefixes:
            self._counts = all_expected.copy()
            self._counts[is_left] = counts
            self._is_counted = True
        return Depth(tuple(words), complete or bool(words and not self.every), spent)

    def search_prefixes(
        self,
        prefixes: NDArray[np.int8],
        length: int,
        flag: NDArray[np.int32],
        counts: NDArray[np.int64] | None = None,
    ) -> Depth:
        """Search all words of a length that start with one of some prefixes, in this thread.

        Args:
            prefixes: the prefixes, int8, shape (prefixes, turns).
            length: the cost of the words.
            flag: int32, shape (1,): any value but 0 means stop; an answer also sets it, if one is enough.
            counts: output: the number of cubes visited under each prefix during the search, int64, shape (prefixes,).
        """
        if counts is None:
            counts = np.zeros(len(prefixes), dtype=np.int64)
        words, finished = self._deepen(prefixes, 0, len(prefixes), length, flag, counts)
        return Depth(tuple(words), finished or bool(words and not self.every), int(counts.sum()))

    @property
    def symmetries(self) -> list[list[int]]:
        """The symmetries that preserve the cube and its allowed turns, each as a map of turns; the identity first."""
        return [list(range(18)), *self.same]

    def _tell(
        self, tell: Callable[[DepthSearched], None], length: int, share: float, cubes: int, seconds: float
    ) -> None:
        rate = (cubes - self.cubes) / seconds / 1e6
        left = seconds * (1 - share) / share if share > 0.02 else None
        tell(DepthSearched(length, min(1.0, share), cubes, rate, left))

    def _deepen(
        self,
        prefixes: NDArray[np.int8],
        begin: int,
        end: int,
        length: int,
        flag: NDArray[np.int32],
        counts: NDArray[np.int64],
    ) -> tuple[list[tuple[int, ...]], bool]:
        pruning, room = self.pruning, 64
        while True:
            answers = np.empty((room, 32), dtype=np.int8)
            answer_count, finished = deepen(
                coset_tables(),
                pruning.entries,
                pruning.flips,
                lines_of_a_class(pruning.flips),
                pruning.base,
                self.rules,
                self.cube,
                prefixes,
                begin,
                end,
                length,
                self.every,
                flag,
                counts,
                answers,
            )
            if answer_count <= room:
                break
            room = answer_count
        words = [tuple(row[: row.index(-1)]) for row in answers[:answer_count].tolist()]
        return words, finished

    def _beginnings(self, length: int) -> tuple[NDArray[np.int8], NDArray[np.int64]]:
        """Return the prefixes of words, the most promising first, and the relative effort expected for each."""
        if length < _PREFIXED:
            return np.zeros((1, 0), dtype=np.int8), np.zeros(1, dtype=np.int64)
        if self._prefixes is None:
            words = [
                word
                for word in product(self.turns, repeat=3)
                if may_follow(word[0], word[1]) and may_follow(word[1], word[2])
            ]
            self._prefixes = np.array(_different(words, self.same), dtype=np.int8).reshape(-1, 3)
            self._counts = np.ones(len(self._prefixes), dtype=np.int64)
        order = np.argsort(-self._counts, kind="stable")
        self._prefixes, self._counts = self._prefixes[order], self._counts[order]
        return self._prefixes, self._counts


def _codes(scramble: NDArray[np.int16]) -> NDArray[np.uint8]:
    """Return a cube as the compiled loop reads it: corners times 3 plus twist, edges times 2 plus flip, shape (20,)."""
    corners = Pieces.read(scramble[None], coset_slots().corner_slots)
    edges = Pieces.read(scramble[None], coset_slots().edge_slots)
    codes = [corners.origin[0] * 3 + corners.turned[0], edges.origin[0] * 2 + edges.turned[0]]
    return np.concatenate(codes).astype(np.uint8)


def _rules(turning: Turning, allowed: int) -> Rules:
    lists = np.zeros((19, 2, 19), dtype=np.int64)
    for before, quarters in product(range(19), range(2)):
        turns = [
            turn
            for turn in range(18)
            if allowed >> turn & 1
            and (before == 18 or may_follow(before, turn))
            and not (quarters and turn % 3 == 1)
        ]
        lists[before, quarters, : len(turns) + 1] = [len(turns), *turns]
    return Rules(
        np.array(turning.costs, dtype=np.int64), lists.ravel(), 1 if turning.units_are_half_turns else 2
    )


def _symmetries_of(scramble: NDArray[np.int16], allowed: int) -> list[list[int]]:
    """Return the symmetries but the identity that preserve a cube and its allowed turns, each as a map of turns."""
    turns = face_turns()
    numbers = {turn.tobytes(): number for number, turn in enumerate(turns)}
    maps = []
    for to in symmetries().stickers[1:]:
        back = np.argsort(to)
        if (to[scramble[back]] != scramble).any():
            continue
        images = [numbers[to[turn[back]].astype(np.int16).tobytes()] for turn in turns]
        if sum(1 << images[turn] for turn in range(18) if allowed >> turn & 1) == allowed:
            maps.append(images)
    return maps


def _different(words: list[tuple[int, ...]], same: list[list[int]]) -> list[tuple[int, ...]]:
    """Return words up to symmetry: the first word of each class."""
    if not same:
        return words
    kept, seen = [], set()
    for word in words:
        if word not in seen:
            kept.append(word)
            seen |= {_canonical(images[turn] for turn in word) for images in same}
    return kept


def _canonical(word: Iterable[int]) -> tuple[int, ...]:
    """Return a word with adjacent turns of opposite faces in canonical order."""
    turns = list(word)
    for _ in turns:
        for place in range(len(turns) - 1):
            first, second = turns[place : place + 2]
            if first // 3 != second // 3 and not may_follow(first, second):
                turns[place : place + 2] = second, first
    return tuple(turns)
