"""`Run`: two phases and the optimal search together, on one cube."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from cubeproof.compiled import COMPILES
from cubeproof.contract.control import Control
from cubeproof.contract.engine import Bounds, Outcome, Word
from cubeproof.contract.events import BoundProved, DepthSearched, HorizonClosed, Improved, Note
from cubeproof.contract.limit import Stop
from cubeproof.engines.search.choosing import PruningTable, chosen, tables_of
from cubeproof.engines.search.near import NearSearch
from cubeproof.engines.search.optimal import OptimalSearch
from cubeproof.engines.search.reading import FaceProblem
from cubeproof.engines.search.row import SearchSettings, SearchStatistics
from cubeproof.engines.search.turning import HALF
from cubeproof.errors import StoppedError, TableDamagedError, TimeUpError, TooLargeError
from cubeproof.problem import Problem
from cubeproof.sentences import Template
from cubeproof.store import Store

__all__ = ["Run"]

_UNCOMPILED = Template(
    "search.uncompiled",
    "Numba is not installed here: the two phases take longer, and the search for shortest answers cannot run.",
)
_NO_ROOM = Template("search.no-room", "The search for shortest answers cannot run. {reason}")

# No cube needs more turns: 20, where half turns count 2, 26. Two phases may take 30.
_ANY = 30

# Two phases go through all words of so many turns first, which takes them milliseconds.
_SHORT = 11 if COMPILES else 7

# The turns that a first answer of two phases has at most, if it comes soon.
_GOOD = 20

# Seconds that two phases look for better answers where there is no other search.
_UNCOMPILED_SECONDS = 3.0

# After so many seconds without one, any answer will do as the first; where no other is wanted, after so many.
_PATIENCE, _QUICK_PATIENCE = 0.2, 5.0

# Seconds that two phases go on beside the search for a shortest answer.
_BESIDE = 3.0

# Events of a search that was over so soon are not worth a line.
_SOON = 0.1

_GLANCE = 0.02


_last: tuple[Path, NearSearch] | None = None


def _near(store: Store | None, control: Control) -> NearSearch:
    """Two phases with the tables of a store; those of the last one stay in memory."""
    global _last  # noqa: PLW0603
    folder = (store or Store()).folder
    if _last is None or _last[0] != folder:
        _last = (folder, NearSearch.load(store, control))
    return _last[1]


class Run:
    """One search.

    Args:
        settings: how to search.
        store: where tables are kept.
        problem: what is asked.
        found: how that is read.
        bounds: what is known beforehand.
        control: what the search is steered by.
    """

    def __init__(
        self,
        settings: SearchSettings,
        store: Store | None,
        problem: Problem,
        found: FaceProblem,
        bounds: Bounds,
        control: Control,
    ) -> None:
        # A wrong name is told before an hour of search.
        tables_of(settings.table, found.turning)
        self.settings, self.store, self.problem, self.found = settings, store, problem, found
        self.control = control
        assert found.scramble is not None, "turns can make it"
        self.scramble: NDArray[np.int16] = found.scramble
        self.seconds = control.remaining
        self.lower = bounds.lower
        self.word = bounds.word
        self.words: tuple[Word, ...] = ()
        longest = control.limit.length
        self.longest = _ANY if longest is None else longest
        # On its own a longest length asks for a proof, and nothing is spent on an answer.
        self.near = found.has_all_turns and (settings.quick or longest is None)
        self.news: queue.SimpleQueue[Word] = queue.SimpleQueue()
        self.table: PruningTable | None = None
        self.failure: Exception | None = None
        # Two phases have gone through all words of so many turns, and whether they are done with the first few.
        self.excluded, self.begun = -1, False
        self.cubes = self.answers = 0

    @property
    def upper(self) -> int | None:
        """The length of the best answer."""
        return None if self.word is None else self.problem.cost(self.word)

    @property
    def met(self) -> bool:
        """Whether the best answer is known to be a shortest one."""
        return self.upper is not None and self.lower >= self.upper

    def run(self) -> Outcome:
        """Search."""
        if not COMPILES:
            self.control.tell(Note(_UNCOMPILED()))
        try:
            if not self.near:
                return self._outcome(self._deepened())
            near = _near(self.store, self.control)
            self.control = self.control.anew(self.seconds)
            with self._beside(near) as flag:
                if self.settings.quick or not COMPILES:
                    return self._outcome(self._improved(flag))
                return self._outcome(self._deepened())
        except StoppedError:
            return self._outcome(Stop.INTERRUPTED)
        except TimeUpError:
            return self._outcome(Stop.TIMEOUT)

    def _outcome(self, stop: Stop | None) -> Outcome:
        table = "" if self.table is None else self.table.name
        statistics = SearchStatistics(table, self.cubes, self.answers)
        words = self.words or (() if self.word is None else (self.word,))
        words = tuple(word for word in words if self.problem.cost(word) <= self.longest)
        if not words and stop is None:
            stop = Stop.LENGTH
        return Outcome(
            words,
            self.lower,
            stop,
            statistics=statistics,
            every=bool(self.words) and stop is None,
        )

    @contextmanager
    def _beside(self, near: NearSearch) -> Iterator[NDArray[np.int32]]:
        """Two phases in a thread of their own; the flag stops them, or says that they have ended."""
        flag = np.zeros(1, dtype=np.int32)
        known = self.upper if self.found.turning is HALF else None
        most = min(self.longest, _GOOD) if known is None else known - 1
        enough = threading.Timer(_BESIDE, flag.fill, (1,))
        threads = [self._thread(near, np.array([most], dtype=np.int32), flag)]
        try:
            self._first(near, flag, threads)
            # Once there is an answer, the search for a shortest one needs the cores more.
            if COMPILES:
                enough.start()
            yield flag
        finally:
            enough.cancel()
            flag[0] = 1
            for thread in threads:
                thread.join()
            if self.failure is not None:
                raise self.failure

    def _thread(self, near: NearSearch, most: NDArray[np.int32], flag: NDArray[np.int32]) -> threading.Thread:
        """Two phases: all words of a few turns, and then words of at most so many."""

        def heard(word: Word) -> None:
            self.news.put(word)
            if self.settings.quick:
                # The first one, so that the same cube has the same answer.
                flag[0] = 1

        def work() -> None:
            try:
                short = np.array([min(_SHORT, most[0])], dtype=np.int32)
                begun = short[0]
                # What it returns is whether no word is as short as that, or shorter.
                if near.run(self.scramble, short, flag, self.news.put):
                    self.excluded = max(self.excluded, int(short[0]))
                self.begun = True
                if short[0] == begun and near.run(self.scramble, most, flag, heard):
                    self.excluded = max(self.excluded, int(most[0]))
            except Exception as failure:  # noqa: BLE001 - it is raised where the thread is waited for
                self.failure = failure
            finally:
                flag[0] = 1

        thread = threading.Thread(target=work, daemon=True)
        thread.start()
        return thread

    def _first(self, near: NearSearch, flag: NDArray[np.int32], threads: list[threading.Thread]) -> None:
        """Wait for the first answer; where a good one takes its time, any is told first."""
        patience = _QUICK_PATIENCE if self.settings.quick else _PATIENCE
        patient_until, hurry = time.monotonic() + patience, np.zeros(1, dtype=np.int32)
        while (self.word is None or self.settings.quick or not self.begun) and not (flag[0] or hurry[0]):
            self.control.check()
            if time.monotonic() > patient_until and len(threads) == 1 and self.longest >= _ANY:
                threads.append(self._thread(near, np.array([_ANY], dtype=np.int32), hurry))
            time.sleep(0.001)
            self._hear()
        hurry[0] = 1
        self._hear()

    def _hear(self) -> None:
        """Take note of what two phases have found, and of what they have excluded."""
        excluded = self.excluded if self.found.turning is HALF else -1
        while True:
            try:
                found = self.found.word(self.news.get_nowait())
            except queue.Empty:
                break
            self.answers += 1
            upper = self.upper
            if upper is None or self.problem.cost(found) < upper:
                self._better(found)
        if excluded >= self.lower:
            self.lower = excluded + 1
            self.control.tell(BoundProved(self.lower))

    def _better(self, word: Word) -> None:
        self.word = word
        length = self.problem.cost(word)
        self.control.tell(Improved(length, min(self.lower, length), word))

    def _improved(self, flag: NDArray[np.int32]) -> Stop | None:
        """Where two phases are all there is: end with their first good answer, or wait for better ones."""
        limited = self.control.limit.seconds is not None
        until = time.monotonic() + (np.inf if limited else _UNCOMPILED_SECONDS)
        while not self.settings.quick and time.monotonic() < until and not flag[0]:
            if self.control.expired:
                return self.control.reason
            time.sleep(self.control.glance() / 4)
            self._hear()
        if self.met:
            return None
        return Stop.QUICK if self.settings.quick else Stop.GAVE_UP

    def _deepened(self) -> Stop | None:
        """Search length after length, until the bounds meet or there is no answer of interest."""
        if not COMPILES:
            return Stop.GAVE_UP
        if self.met and not self.settings.every:
            return None
        while True:
            left = self.control.remaining
            try:
                self.table = chosen(self.settings.table, self.found.turning, self.store, self.control)
                if self.table.array.built:
                    self.control = self.control.anew(left)
                return self._with_table(self.table)
            except TableDamagedError:
                # It is built again. What was told stands: nothing is told before a table has agreed.
                continue
            except TooLargeError as error:
                if self.settings.table:
                    raise
                self.control.tell(Note(_NO_ROOM(reason=error.sentence)))
                return Stop.GAVE_UP

    def _with_table(self, table: PruningTable) -> Stop | None:
        search = OptimalSearch(
            self.scramble,
            table.pruning,
            self.found.allowed,
            every=self.settings.every,
            jobs=self.settings.jobs,
        )

        def look(length: int, flag: NDArray[np.int32]) -> None:
            """Look at what else there is while threads search."""
            self._hear()
            if not self.settings.every and self.upper is not None and self.upper <= length:
                flag[0] = 1

        length, last = max(self.lower, search.bound), self.longest
        kept: list[Word] = []
        while length <= last:
            self._prove(table, length)
            self._hear()
            if self.met and not self.settings.every:
                return None
            started = time.monotonic()
            with self.control.polled() as flag:
                found = search.search(length, flag, self._telling(table), look)
            self.cubes = search.cubes
            self._hear()
            if not found.complete:
                if self.met and not self.settings.every:
                    return None
                self._keep([*kept, *map(self.found.word, found.words)])
                return self.control.reason
            if (spent := time.monotonic() - started) > _SOON:
                table.array.ensure(self.control.check)
                self.control.tell(HorizonClosed(length, bool(found.words), spent))
            kept += map(self.found.word, found.words)
            if found.words and len(kept) == len(found.words):
                # The first length with answers: longer ones only if they are wanted.
                if self.upper is None or length < self.upper:
                    self._better(kept[0])
                if not self.settings.every:
                    return None
                last = min(self.longest, length + self.settings.extra)
            length += 1
        self._keep(kept)
        if not kept:
            self._prove(table, length)
        return None

    def _keep(self, kept: list[Word]) -> None:
        """All shortest answers, and longer ones that were wanted."""
        if kept:
            self.words = tuple(kept)
            self.word = kept[0]

    def _prove(self, table: PruningTable, bound: int) -> None:
        """Raise the bound, and tell."""
        # As long as nothing is known to be there: longer answers prove nothing.
        if bound > self.lower and (self.upper is None or bound <= self.upper):
            table.array.ensure(self.control.check)
            self.lower = bound
            self.control.tell(BoundProved(bound))

    def _telling(self, table: PruningTable) -> Callable[[DepthSearched], None]:
        def tell(event: DepthSearched) -> None:
            table.array.ensure(self.control.check)
            self.control.tell(event)

        return tell
