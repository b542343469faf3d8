"""`ShareSpace`: a problem that can be searched in shares, by the table of the 3×3×3 or by tables of distances."""

from __future__ import annotations

import hashlib
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.control import Control
from cubeproof.contract.outcome import Word
from cubeproof.engines.search.problem_parsing import FaceProblem
from cubeproof.methods.h48.search import OptimalSearch, Pruning
from cubeproof.methods.h48.table_choice import PruningTable, chosen
from cubeproof.methods.products.deepening import deepen
from cubeproof.methods.products.problem import ProductProblem
from cubeproof.methods.products.run import complete_tables
from cubeproof.methods.words.turn_costs import may_follow
from cubeproof.problem import Problem
from cubeproof.puzzle.cubies import face_turns
from cubeproof.store import Store

Counter = Callable[[Callable[[], int]], None]
"""Receives a function that returns the number of states visited so far."""


@dataclass(frozen=True, slots=True)
class Found:
    """The result of a search of words with some prefixes."""

    word: Word | None
    """An answer, or None."""
    complete: bool
    """Whether an answer was found, or all words were searched."""
    nodes: int
    """The number of states visited."""
    seconds: float
    """The processor time."""


class ShareSpace(ABC):
    """A problem with its tables."""

    table: str
    """The name of the table."""
    checksum: str
    """The SHA-256 of the table."""
    costs: tuple[int, ...]
    """The costs of the turns."""
    lower: int
    """A lower bound of the shortest length, by the table."""
    symmetries: Sequence[Sequence[int]]
    """Maps of the turns that preserve the problem; the identity first."""

    @abstractmethod
    def successors(self, last: int | None) -> tuple[int, ...]:
        """Return the turns that may follow a turn, or that may be first, in canonical order."""

    @abstractmethod
    def state(self, word: Word) -> bytes:
        """Return the state after a word."""

    @abstractmethod
    def has(self, length: int) -> bool:
        """Whether parity permits answers of a length."""

    @abstractmethod
    def search(
        self,
        prefixes: Sequence[Word],
        length: int,
        flag: NDArray[np.int32],
        counter: Counter = lambda _: None,
    ) -> Found:
        """Search the words of a length that start with one of some prefixes of equal length."""

    @abstractmethod
    def word(self, found: Word) -> Word | None:
        """Return an answer as a word of the problem's generators, or None."""

    @abstractmethod
    def planted(self, word: Word) -> ShareSpace:
        """Return the same search with a start that a word solves."""

    def cost(self, word: Iterable[int]) -> int:
        """Return the cost of a word."""
        return sum(self.costs[turn] for turn in word)

    @property
    def planted_turns(self) -> int:
        """The number of turns of a planted answer: its search takes a moment."""
        return 6


class FaceSpace(ShareSpace):
    """The 3×3×3 by face turns, with a pruning table."""

    def __init__(self, faces: FaceProblem, table: str, pruning: Pruning, checksum: str) -> None:
        assert faces.scramble is not None, "face turns reach the start"
        self._faces, self._pruning = faces, pruning
        self.table, self.checksum = table, checksum
        self._scramble = faces.scramble
        self._set(faces.scramble)

    def _set(self, scramble: NDArray[np.int16]) -> None:
        self._scramble = scramble
        self._search = OptimalSearch(scramble, self._pruning, self._faces.allowed, jobs=1)
        self.costs = self._pruning.turning.costs
        self.lower = self._search.bound
        self.symmetries = self._search.symmetries

    def successors(self, last: int | None) -> tuple[int, ...]:
        """Return the turns that may follow a turn, or that may be first, in canonical order."""
        return tuple(turn for turn in self._search.turns if last is None or may_follow(last, turn))

    def state(self, word: Word) -> bytes:
        """Return the state after a word."""
        state = self._scramble
        for turn in word:
            state = state[face_turns()[turn]]
        return state.tobytes()

    def has(self, length: int) -> bool:
        """Whether parity permits answers of a length."""
        return self._search.parity_allows(length)

    def search(
        self,
        prefixes: Sequence[Word],
        length: int,
        flag: NDArray[np.int32],
        counter: Counter = lambda _: None,
    ) -> Found:
        """Search the words of a length that start with one of some prefixes of equal length."""
        counts = np.zeros(len(prefixes), dtype=np.int64)
        counter(lambda: int(counts.sum()))
        started = time.thread_time()
        array = np.array(prefixes, dtype=np.int8).reshape(len(prefixes), -1)
        depth = self._search.search_prefixes(array, length, flag, counts)
        spent = time.thread_time() - started
        return Found(depth.words[0] if depth.words else None, depth.complete, depth.cubes, spent)

    def word(self, found: Word) -> Word | None:
        """Return an answer as a word of the problem's generators, or None."""
        return self._faces.word(found)

    def planted(self, word: Word) -> FaceSpace:
        """Return the same search with a start that a word solves."""
        solved = np.arange(54, dtype=np.int16)
        for turn in word:
            solved = solved[face_turns()[turn]]
        planted = FaceSpace.__new__(FaceSpace)
        planted._faces, planted._pruning = self._faces, self._pruning
        planted.table, planted.checksum = self.table, self.checksum
        planted._set(np.argsort(solved).astype(np.int16))
        return planted

    @property
    def planted_turns(self) -> int:
        """The number of turns of a planted answer: its search takes a moment."""
        return 14


class ProductSpace(ShareSpace):
    """A problem with tables of distances over its coordinates."""

    table = "product"

    def __init__(self, product: ProductProblem, problem: Problem, control: Control, threads: int) -> None:
        tables = complete_tables(product, problem, control, threads)
        self._space, self._starts, self.lower = tables.space, tables.starts, tables.lower
        self.costs = tuple(self._space.costs.tolist())
        self.symmetries = [tuple(range(len(self.costs)))]
        self.checksum = hashlib.sha256(self._space.bounds.data).hexdigest()

    def successors(self, last: int | None) -> tuple[int, ...]:
        """Return the turns that may follow a turn, or that may be first, in canonical order."""
        row = self._space.follows[len(self.costs) if last is None else last]
        return tuple(np.flatnonzero(row).tolist())

    def state(self, word: Word) -> bytes:
        """Return the states of all starts after a word."""
        states = self._starts
        for turn in word:
            states = self._moved(states, turn)
        return states.tobytes()

    def _moved(self, states: NDArray[np.int64], turn: int) -> NDArray[np.int64]:
        rows = self._space.blocks + states * len(self.costs) + turn
        moved: NDArray[np.int64] = self._space.images[rows].astype(np.int64)
        return moved

    def has(self, length: int) -> bool:
        """Any length: a problem has no parity that the search knows."""
        return length >= 0

    def search(
        self,
        prefixes: Sequence[Word],
        length: int,
        flag: NDArray[np.int32],
        counter: Counter = lambda _: None,
    ) -> Found:
        """Search the words of a length that start with one of some prefixes of equal length."""
        tally = np.zeros(1, dtype=np.int64)
        counter(lambda: int(tally[0]))
        pairs = len(self._starts) * len(prefixes)
        answers = np.empty((1, max(1, length // min(self.costs))), dtype=np.int16)
        sizes = np.empty(1, dtype=np.int64)
        started = time.thread_time()
        count, end = deepen(
            self._space,
            self._starts,
            np.array(prefixes, dtype=np.int16).reshape(len(prefixes), -1),
            0,
            pairs,
            length,
            False,
            answers,
            sizes,
            tally,
            flag,
        )
        spent = time.thread_time() - started
        word = tuple(answers[0, : sizes[0]].tolist()) if count else None
        return Found(word, bool(count) or end == pairs, int(tally[0]), spent)

    def word(self, found: Word) -> Word | None:
        """Return an answer as a word of the problem's generators."""
        return found

    def planted(self, word: Word) -> ProductSpace:
        """Return the same search with a start that a word solves."""
        planted = ProductSpace.__new__(ProductSpace)
        vars(planted).update(vars(self))
        states = self._space.goals[:1]
        for turn in reversed(word):
            states = self._moved_back(states, turn)
        planted._starts, planted.lower = states, 0
        return planted

    def _moved_back(self, states: NDArray[np.int64], turn: int) -> NDArray[np.int64]:
        """Return the states that a turn leads to some states."""
        generators, ends = len(self.costs), [*self._space.blocks.tolist()[1:], len(self._space.images)]
        before = [
            np.argsort(self._space.images[start + turn : end : generators])[states[:, number]]
            for number, (start, end) in enumerate(zip(self._space.blocks.tolist(), ends, strict=True))
        ]
        return np.stack(before, axis=1).astype(np.int64)


def face_space(faces: FaceProblem, table: str, store: Store | None, control: Control) -> FaceSpace:
    """Load or build a pruning table, verify its checksum, and return the search."""
    assert faces.turning is not None, "a table proves lengths"
    loaded: PruningTable = chosen(table, faces.turning, store, control)
    loaded.array.ensure(control.check)
    checksum = hashlib.sha256(loaded.array.data.data).hexdigest()
    return FaceSpace(faces, loaded.name, loaded.pruning, checksum)
