"""`Run`: a short answer from the two phases at once, then the search that proves an answer shortest."""

from __future__ import annotations

import math
import queue
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.numba_support import COMPILES
from cubeproof.contract.control import Control
from cubeproof.contract.events import DepthSearched, Event, HorizonClosed, Note
from cubeproof.contract.limit import Stop
from cubeproof.contract.outcome import Bounds, Outcome, Word
from cubeproof.engines.search.facts import SearchSettings, SearchStatistics
from cubeproof.engines.search.preparation import FIRST, IMPROVING, PROVING
from cubeproof.engines.search.problem_parsing import FaceProblem
from cubeproof.errors import StoppedError, TimeUpError, TooLargeError
from cubeproof.methods.h48.search import OptimalSearch
from cubeproof.methods.h48.table_choice import LoadingTable, PruningTable, first_table
from cubeproof.methods.two_phase.search import NearSearch
from cubeproof.methods.words.turn_costs import HALF
from cubeproof.problem import Problem
from cubeproof.sentences import Template
from cubeproof.store import Store, TableDamagedError
from cubeproof.work.deepening import Decision, Deepening

_UNCOMPILED = Template(
    "search.uncompiled",
    "Numba is not installed: the two phases take longer, and the search for shortest answers cannot run.",
)
_NO_ROOM = Template("search.no-room", "The search for shortest answers cannot run. {reason}")

# The first answer: its maximum number of turns, and the maximum number of cubes of phase 1 for it. No tried cube
# needs more than 20,000 for the second limit, and no cube of 1,000 random cubes more than 400,000 for the first.
# Python takes a second or two for an answer of 22 turns, and half a minute for some of 20 turns.
_FIRST = ((20, 500_000), (22, None))
_FIRST_INTERPRETED = ((22, None),)

# The number of face turns up to which words are excluded before a table of H48 is read, and of cubes of phase 1 for
# each number. 13 turns and the answers of 14 take 1 to 6 million cubes; all words of 14 turns take 16 million and more,
# longer than reading the table.
_SHORT, _SHORT_NODES = 13, 5_000_000
# The number of turns if the first good answer is enough: that takes a hundredth of the time.
_SHORT_QUICK = 11
_SHORT_INTERPRETED, _SHORT_NODES_INTERPRETED = 7, 20_000

# The number of cubes of phase 1 to search for cheaper answers, if no table can prove an answer shortest.
_IMPROVING_NODES, _IMPROVING_NODES_INTERPRETED = 3_000_000, 50_000

# During the search for a shortest answer, the two phases visit `_BESIDE` cubes of phase 1, and then one for each
# `_CUBES_FOR_ONE` cubes of that search. Counts instead of seconds, so that a busy machine finds the same answers as an
# idle machine: the 20 turns of the superflip come after 20 million cubes.
_BESIDE, _CUBES_FOR_ONE = 60_000_000, 10

# The thread of the two phases reads its flag at every cube, so it ends in milliseconds.
_JOIN_SECONDS = 1.0

# Seconds; a shorter search reports no events.
_SOON = 0.1


# The kind of the last two-phase search in a workshop, by the folder of its tables.
_LAST = "two phases"
# The kind of what is decided of the length at which the last search was stopped.
_OPEN = "open length"


def _near(store: Store | None, control: Control, *, first: bool = False) -> NearSearch:
    """Return the two phases with the tables of a store (small tables on a new machine, if `first`)."""
    folder = (store or Store()).folder
    kept: NearSearch | None = control.workshop.last(_LAST, folder)
    if kept is not None and is_whole(kept):
        return kept
    small = first and not IMPROVING.is_ready(store)
    if kept is not None and small:
        return kept
    (FIRST if small else IMPROVING).announce(control, store)
    try:
        near = NearSearch.load(store, control, small=small)
    except (MemoryError, TooLargeError):
        if small or not first:
            raise
        # The small tables are enough for a first answer.
        near = NearSearch.load(store, control, small=True)
    control.workshop.keep(_LAST, folder, near)
    return near


def is_whole(near: NearSearch) -> bool:
    """Whether all tables are built and all loops compiled for the two phases."""
    return near.tables.whole or not COMPILES


def _first_word(
    near: NearSearch, scramble: NDArray[np.int16], most: int, flag: NDArray[np.int32], nodes: int | None
) -> Word | None:
    """Return the first answer of at most `most` face turns from the two phases, or None."""
    words: list[Word] = []

    def take(word: Word) -> None:
        words.append(word)
        flag[0] = 1

    near.run(scramble, np.array([most], dtype=np.int32), flag, take, nodes)
    return words[0] if words else None


class Run:
    """One search for the answer of a problem: the two phases, and the space of all words with a pruning table."""

    lengths: OptimalSearch

    def __init__(
        self,
        settings: SearchSettings,
        store: Store | None,
        problem: Problem,
        faces: FaceProblem,
        bounds: Bounds,
        control: Control,
    ) -> None:
        self.settings, self.store, self.problem, self.faces = settings, store, problem, faces
        self.control = control
        self.deepening = Deepening(self, problem, bounds, control, every=settings.every, extra=settings.extra)
        assert faces.scramble is not None, "turns can make it"
        self.scramble: NDArray[np.int16] = faces.scramble
        length = control.limit.length
        self.longest = math.inf if length is None else length
        # With only a limit of length, no time is spent on a first answer, because a proof is requested.
        self.has_two_phases = faces.has_all_turns and (
            settings.quick or length is None or faces.turning is None
        )
        # A lower bound for the face turns of an answer, and the minimum so far, if below 22.
        self.face_turns = bounds.lower if faces.turning is HALF else 0
        self.fewest = _FIRST[-1][0]
        # The answers of the two-phase thread, and a number of face turns that every answer exceeds.
        self.news: queue.SimpleQueue[Word] = queue.SimpleQueue()
        self.excluded = -1
        # The table of the search length by length, and a larger one that is being read.
        self.table: PruningTable | None = None
        self.loading: LoadingTable | None = None
        self.cubes = self.answers = 0
        # Whether the search for a shortest answer is running.
        self.is_proving = False

    @property
    def statistics(self) -> SearchStatistics:
        """The table, and the numbers of cubes and answers."""
        return SearchStatistics("" if self.table is None else self.table.name, self.cubes, self.answers)

    def run(self) -> Outcome:
        """Run the search."""
        if not COMPILES:
            self.control.emit(Note(_UNCOMPILED()))
        return self.deepening.outcome(self._search)

    def _search(self) -> Stop | None:
        """Search by the two phases, then length by length; return why the search ends without its answer."""
        if not self.has_two_phases:
            return self._deepened()
        near = _near(self.store, self.control, first=True)
        self._exclude(near.bound(self.scramble) - 1)
        self._find_first(near)
        self._exclude_short(near)
        if not self.deepening.is_over and not self.settings.quick and not is_whole(near):
            near = _near(self.store, self.control)
            self._exclude_short(near)
        if self.deepening.is_over:
            return None
        proves = self.faces.turning is not None and COMPILES
        improves = self.faces.turning is not HALF if self.settings.quick else not proves
        if improves:
            with self.control.compiled_flag() as flag:
                nodes = _IMPROVING_NODES if near.compiled else _IMPROVING_NODES_INTERPRETED
                self._look_for_better(near, flag, self._take, nodes)
            self.control.check()
        if not is_whole(near):
            IMPROVING.postpone()
        if self.settings.quick or not proves:
            return Stop.QUICK if self.settings.quick else Stop.GAVE_UP
        with self._improving(near):
            return self._deepened()

    def _find_first(self, near: NearSearch) -> None:
        """Find an answer of at most 22 face turns, or of at most 20 if that takes only a moment."""
        half = self.faces.turning is HALF
        with self.control.compiled_flag() as flag:
            for most, nodes in _FIRST if near.compiled else _FIRST_INTERPRETED:
                # With other costs, a cheaper answer may have more face turns.
                limit = (
                    min(
                        most,
                        self.longest,
                        math.inf if self.deepening.upper is None else self.deepening.upper - 1,
                    )
                    if half
                    else most
                )
                turns = _first_word(near, self.scramble, int(limit), flag, nodes)
                if turns is not None:
                    self._take(turns)
                    return
                self.control.check()
                if limit < most:
                    return

    def _exclude_short(self, near: NearSearch) -> None:
        """Search all words of few face turns, length by length, with a limited number of nodes for each length."""
        longest, nodes = (
            (_SHORT_QUICK if self.settings.quick else _SHORT, _SHORT_NODES)
            if near.compiled
            else (_SHORT_INTERPRETED, _SHORT_NODES_INTERPRETED)
        )
        with self.control.compiled_flag() as flag:
            while (
                self.face_turns <= min(longest, self.fewest - 1, self.longest) and not self.deepening.is_met
            ):
                answers: list[Word] = []
                length = self.face_turns
                # An answer of one turn more is proved shortest by the same search.
                most = np.array([int(min(length + 1, self.fewest - 1, self.longest))], dtype=np.int32)
                excluded = near.run(self.scramble, most, flag, answers.append, nodes, enough=length)
                for turns in answers:
                    self._take(turns)
                self.control.check()
                if not excluded:
                    return
                self._exclude(min([length, *(len(turns) - 1 for turns in answers)]))
                if answers:
                    return

    def _exclude(self, turns: int) -> None:
        """Record that every answer has more than `turns` face turns."""
        self.face_turns = max(self.face_turns, turns + 1)
        self.deepening.prove(self.faces.words.bound(self.face_turns))

    def _take(self, turns: Word) -> None:
        """Record an answer in face turns."""
        self.answers += 1
        self.fewest = min(self.fewest, len(turns))
        if (word := self.faces.word(turns)) is not None:
            self.deepening.improve(word)

    def _look_for_better(
        self,
        near: NearSearch,
        flag: NDArray[np.int32],
        take: Callable[[Word], None],
        nodes: int | None = None,
        rest: Callable[[int], None] = lambda _: None,
    ) -> int:
        """Search for cheaper answers; return a number of face turns that every answer exceeds, or −1."""
        # With other costs than half turns, another answer of equally many face turns may be cheaper.
        if self.faces.turning is HALF:
            most = np.array([self.fewest - 1], dtype=np.int32)
            excluded = near.run(self.scramble, most, flag, take, nodes, rest=rest)
            return int(most[0]) if excluded else -1
        limit = self.fewest
        most = np.array([limit], dtype=np.int32)

        def take_and_go_on(turns: Word) -> None:
            take(turns)
            most[0] = limit

        near.run(self.scramble, most, flag, take_and_go_on, nodes, rest=rest)
        return -1

    @contextmanager
    def _improving(self, near: NearSearch) -> Iterator[None]:
        """Search for better answers in a thread, which pauses when it is ahead of its share of the work."""
        flag, failures = np.zeros(1, dtype=np.int32), []

        def rest(nodes: int) -> None:
            while not flag[0] and self.is_proving and nodes > _BESIDE + self.cubes // _CUBES_FOR_ONE:
                time.sleep(self.control.poll_seconds())

        def work() -> None:
            try:
                self.excluded = self._look_for_better(near, flag, self.news.put, rest=rest)
            except Exception as failure:  # noqa: BLE001 - raised where the thread is waited for
                failures.append(failure)

        thread = threading.Thread(target=work, name="cubeproof-two-phases", daemon=True)
        try:
            thread.start()
            yield
        finally:
            flag[0] = 1
            thread.join(_JOIN_SECONDS)
        if failures:
            raise failures[0]

    def _collect_answers(self) -> None:
        """Record the answers and the excluded lengths of the two-phase thread."""
        excluded = self.excluded
        while not self.news.empty():
            self._take(self.news.get_nowait())
        if excluded >= self.face_turns:
            self._exclude(excluded)

    def _deepened(self) -> Stop | None:
        """Search length by length, until the bounds meet or the limit of length is exceeded."""
        if self.deepening.is_over:
            return None
        turning = self.faces.turning
        assert turning is not None, "a table proves lengths"

        def tell(event: Event) -> None:
            """Forward events while a table is built, and record better answers."""
            self._collect_answers()
            self.control.emit(event)

        # Another process that builds the table sends no events, so that each check records answers too.
        building = self.control.emitting_to(tell, self._collect_answers)
        while True:
            try:
                PROVING.announce(building, self.store)
                self.table, self.loading = first_table(self.settings.table, turning, self.store, building)
                try:
                    return self._with_table(self.table)
                finally:
                    if self.loading is not None:
                        self.loading.stop()
            except TableDamagedError:
                # The table is built again. Earlier reports are valid: results are reported only after the checksum is
                # verified.
                continue
            except TooLargeError as error:
                if self.settings.table:
                    raise
                self.control.emit(Note(_NO_ROOM(reason=error.sentence)))
                return Stop.GAVE_UP

    def _with_table(self, table: PruningTable) -> Stop | None:
        """Search with a table; change to the loading table when it is ready."""
        self.lengths = OptimalSearch(
            self.scramble,
            table.pruning,
            self.faces.allowed,
            every=self.settings.every,
            jobs=self.settings.jobs,
        )
        # A search that goes on after a stop leaves out what was decided of its length.
        decided = self.control.workshop.last(_OPEN, self._question)
        if decided is not None and not self.settings.every:
            # A copy: the checksum of this search's table may not be known yet.
            self.lengths.excluded = decided[0], {*decided[1]}
        self.is_proving = True
        return self.deepening.search()

    @property
    def _question(self) -> tuple[object, ...]:
        """What determines whether a word is an answer, and its cost."""
        turning = self.faces.turning
        return self.scramble.tobytes(), self.faces.allowed, None if turning is None else turning.costs

    def first(self, deepening: Deepening) -> int:
        """Return the bound of the two phases or of the table."""
        return max(deepening.lower, self.lengths.bound)

    def following(self, length: int) -> int:
        """Return the next length that parity and the table allow."""
        self._change_table()
        return max(length + 1, self.lengths.bound)

    def decide(self, length: int) -> Decision:
        """Search the words of a length; a shorter answer of the two phases ends this."""
        self._collect_answers()
        if self.deepening.is_over:
            return Decision((), complete=False)

        def look(length: int, flag: NDArray[np.int32]) -> None:
            """Check for other results while threads search."""
            self._collect_answers()
            self._change_table()
            upper = self.deepening.upper
            if not self.settings.every and upper is not None and upper <= length:
                flag[0] = 1

        started = time.monotonic()
        with self.control.compiled_flag() as flag:
            depth = self.lengths.search(length, flag, self._report_depth, look)
        self.cubes = self.lengths.cubes
        self._collect_answers()
        if depth.complete and (spent := time.monotonic() - started) > _SOON:
            self.before_report()
            self.control.emit(HorizonClosed(length, bool(depth.words), spent))
        if not depth.complete and not self.settings.every:
            # Without the checksum of the table, nothing is decided.
            with suppress(StoppedError, TimeUpError):
                self.before_report()
                length, prefixes = self.lengths.excluded
                self.control.workshop.keep(_OPEN, self._question, (length, frozenset(prefixes)))
        words = (self.faces.word(turns) for turns in depth.words)
        return Decision(sorted(word for word in words if word is not None), depth.complete)

    def _change_table(self) -> None:
        """Use the loading table, if it is ready, for the prefixes that no thread has taken yet."""
        if self.loading is None or self.table is None:
            return
        try:
            table = self.loading.table()
        except TooLargeError:
            if self.settings.table:
                raise
            return
        if table is not None and table is not self.table:
            self.before_report()
            self.table, self.lengths.pruning = table, table.pruning

    def _report_depth(self, event: DepthSearched) -> None:
        self.before_report()
        self.cubes = event.cubes
        self.control.emit(event)

    def before_report(self) -> None:
        """Wait until the checksum of the current table is verified; only then may bounds be reported."""
        if self.table is not None:
            self.table.array.ensure(self.control.check)
