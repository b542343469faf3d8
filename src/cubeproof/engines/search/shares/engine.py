"""`ShareSearch`: the engine that coordinates a search in shares. Its journal is the only truth.

The shares of a length are searched, the shares that took longest for the last length first. A length is excluded when
all its shares are, and only then the bound rises. A share that takes long is split into shares of one more turn.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, partial

from cubeproof.contract.control import Control
from cubeproof.contract.engine import Attempt, Expected
from cubeproof.contract.events import BoundProved, DepthSearched, Improved, Note
from cubeproof.contract.limit import Stop
from cubeproof.contract.outcome import Bounds, Outcome, Word
from cubeproof.contract.request import SearchRequest
from cubeproof.engines.search.row import SearchStatistics
from cubeproof.engines.search.shares.division import divided, refuse_wrong_plan
from cubeproof.engines.search.shares.parts import SharePart, Sizes, search_part, search_shares
from cubeproof.engines.search.shares.plan import SearchPlan, load_space, read_plan, read_problem, seed_of
from cubeproof.engines.search.shares.planted import check_planted
from cubeproof.engines.search.shares.spaces import ShareSpace
from cubeproof.engines.search.shares.split import Share, parts_of
from cubeproof.errors import InternalError, StoppedError, TimeUpError, UsageError
from cubeproof.methods.words.short_answers import short_answers
from cubeproof.problem import Problem
from cubeproof.sentences import Sentence, Template
from cubeproof.store import Store
from cubeproof.work.executor import Executor, usable_cores
from cubeproof.work.folder import JOURNAL, PLAN, Coordinator, ShareFolder, waiting
from cubeproof.work.journal import ANSWER, SPLIT, UNFINISHED, Journal, Record, digest_of
from cubeproof.work.plan import WRONG_PLAN, lost_journal, reaches_goal
from cubeproof.work.workers import LOST_WORKERS, Workers

_NOT_SOLVED = Template("shares.not-solved", "An answer of the share {share} does not reach the goal.")
_CONTINUES = Template(
    "shares.continues",
    "The search in {place} continues; its journal has {count:,} {count?one:result|other:results}.",
)

# The most turns of parts of shares.
_MOST_TURNS = 5
# The least number of states of a part, so that small parts are few.
_LEAST_PART = 500_000
# Seconds between two reports.
_REPORT_SECONDS = 0.5
# The share of a length from which on the time left is estimated.
_SOON = 0.02


@dataclass(frozen=True, slots=True)
class ShareSearch:
    """Searches one problem in shares, with a plan and a journal in a folder."""

    request: SearchRequest
    """The question."""
    folder: ShareFolder
    """The folder of the plan and the journal."""
    store: Store | None = None
    """The store of the tables; the user's cache folder by default."""
    sizes: Sizes = field(default_factory=Sizes)
    """How shares are grouped and split."""
    executor: Executor | None = None
    """Runs the parts; None for threads of this process."""
    threads: Callable[[], int] | None = None
    """Returns the number of parts that run at once on the executor; None for 1."""

    @property
    def name(self) -> str:
        """`search`."""
        return "search"

    def read(self, problem: Problem) -> Attempt | Sentence:
        """Read a 3×3×3 with face turns, or a problem that may have tables. This only counts."""
        reading = read_problem(problem)
        if isinstance(reading, Sentence):
            return reading
        return Attempt(
            self.name,
            partial(self._run, problem),
            proves=True,
            proof=Expected.HOURS,
            cores=True,
        )

    def _run(self, problem: Problem, bounds: Bounds, control: Control) -> Outcome:
        # A plan of another question is refused before anything is written.
        if (text := self.folder.read(PLAN)) is not None:
            read_plan(text, self.folder.shown, self.request)
        with self.folder.coordinated(waiting(control)) as coordinator:
            return _ShareRun(self, problem, bounds, control, coordinator).run()


class _ShareRun:
    """One run of a search."""

    space: ShareSpace

    def __init__(
        self,
        search: ShareSearch,
        problem: Problem,
        bounds: Bounds,
        control: Control,
        coordinator: Coordinator,
    ) -> None:
        self.search, self.problem, self.bounds, self.control = search, problem, bounds, control
        self.folder, self.coordinator = search.folder, coordinator
        self.jobs = search.request.options.jobs or usable_cores()
        self.lower = bounds.lower
        # Whether the journal can no longer be written.
        self.lost = False
        self.started = self.reported = time.monotonic()
        self.nodes = 0

    def run(self) -> Outcome:
        """Make or continue the plan, and search length by length."""
        try:
            text = self.folder.read(PLAN)
            plan = None if text is None else read_plan(text, self.folder.shown, self.search.request)
            expected = self._expected(plan)
            if expected is None:
                return self._outcome((), self.control.reason or Stop.LENGTH)
            if plan is None:
                plan = expected
                self.coordinator.write_plan(plan.to_json().encode("ascii"))
            else:
                self._refuse_wrong_plan(plan, expected)
            self.plan = plan
            # As written: a later version may write the same plan in another way.
            self.digest = digest_of(text or plan.to_json().encode("ascii"))
            self._prove(plan.lower)
            if plan.word is not None:
                return self._answer(plan.word)
            return self._lengths()
        except (StoppedError, TimeUpError):
            return self._outcome((), self.control.reason or Stop.INTERRUPTED)

    def _outcome(self, words: tuple[Word, ...], stop: Stop | None) -> Outcome:
        table = getattr(self, "plan", None)
        statistics = SearchStatistics("" if table is None else table.table, self.nodes)
        return Outcome(words, self.lower, stop, statistics=statistics)

    def _answer(self, word: Word) -> Outcome:
        length = self.problem.cost(word)
        if not self.problem.is_solved_by(word):
            raise InternalError(_NOT_SOLVED(share="-"))
        self.control.tell(Improved(length, min(self.lower, length), word))
        return self._outcome((word,), None)

    def _prove(self, bound: int) -> None:
        if bound > self.lower:
            self.lower = bound
            self.control.tell(BoundProved(bound))

    def _expected(self, plan: SearchPlan | None) -> SearchPlan | None:
        """Search all short words, load the tables, and return the plan of the question; None if the search must end.

        With a plan, the tables are those of this plan.
        """
        request = self.search.request
        short = short_answers(self.problem, self.bounds, self.control, every=False, extra=0, quick=False)
        self.lower = max(self.lower, short.lower_bound)
        if short.stop is not None:
            return None
        if short.words and (plan is None or plan.word is not None):
            return SearchPlan(request, "", "", short.lower_bound, short.words[0])
        if plan is None:
            self._load(request.options.table, "")
        else:
            self._load(plan.table, plan.checksum)
        return divided(request, self.space, self.lower, self.control)

    def _refuse_wrong_plan(self, plan: SearchPlan, expected: SearchPlan) -> None:
        place = self.folder.shown
        if plan.word is None:
            refuse_wrong_plan(plan, expected, self.space, place)
        elif not reaches_goal(self.problem, plan.word):
            raise UsageError(WRONG_PLAN(place=place, part="word"))
        elif plan.lower > expected.lower:
            raise UsageError(WRONG_PLAN(place=place, part="lower"))

    def _load(self, table: str, checksum: str) -> None:
        """Load the tables, and search the planted answer."""
        self.space = load_space(
            self.search.request,
            table,
            checksum,
            store=self.search.store,
            control=self.control,
            jobs=self.jobs,
        )
        check_planted(self.space, seed_of(self.space.checksum))

    def _lengths(self) -> Outcome:
        """Search length by length, until an answer, the limit, or the end of this run."""
        self.journal = Journal(self.digest, self.plan.is_share, self._is_right)
        self.journal.add_all(self.folder.read(JOURNAL) or b"")
        if done := self.journal.count:
            self.control.tell(Note(_CONTINUES(place=self.folder.shown, count=done)))
        length = self.lower
        # Threads of this process share the table; another process loads it.
        executor = self.search.executor
        function = partial(search_shares, self.space) if executor is None else search_part
        with Workers(function, executor, self.search.threads, self.jobs) as workers:
            while self.control.limit.reaches(length):
                word = self._length(length, workers)
                if word is not None:
                    return self._answer(word)
                if not all(self.journal.is_excluded(share.name, length) for share in self.plan.shares):
                    return self._outcome((), self.control.reason or Stop.GAVE_UP)
                length += self.plan.step
                self._prove(length)
        return self._outcome((), Stop.LENGTH)

    def _may_split(self, share: Share, length: int) -> bool:
        """Whether a share has parts, and all words of a length have more turns than they."""
        turns = len(share.word) + 1
        has_parts = any(map(self.space.successors, share.then))
        return has_parts and turns <= _MOST_TURNS and length > turns * max(self.space.costs)

    def _open(self, share: Share, length: int, expected: float) -> Iterator[tuple[float, Share]]:
        """Yield the shares that must be searched, with the expected states; split those that would take long."""
        name = share.name
        if self.journal.is_excluded(name, length):
            return
        if (last := self.journal.last_nodes.get(name)) is not None:
            expected = last[1] * self._growth ** (length - last[0])
        split = bool(self.journal.parts(name))
        if split or (expected > self.search.sizes.long and self._may_split(share, length)):
            parts = self._parts(share, length)
            for part in parts:
                yield from self._open(part, length, expected / len(parts))
        else:
            yield expected, share

    @cached_property
    def _growth(self) -> float:
        """The factor by which the number of states grows with the length, roughly."""
        turns = range(len(self.space.costs))
        return sum(len(self.space.successors(turn)) for turn in turns) / len(turns)

    def _length(self, length: int, workers: Workers[SharePart]) -> Word | None:
        """Search the shares of a length that the journal does not exclude; return an answer or None."""
        for record in self.journal.answers():
            if record.length == length:
                return self._replayed(record)
        # A part of a share that was excluded for no length yet comes last.
        waiting = [result for share in self.plan.shares for result in self._open(share, length, 0.0)]
        waiting.sort(key=lambda result: -result[0])
        count, done = len(waiting), 0
        least = max(_LEAST_PART, sum(expected for expected, _ in waiting) / (4 * self.jobs))
        most = min(self.search.sizes.part, least)
        queue = deque(waiting)
        while True:
            while queue and workers.have_room and not self._ends():
                workers.submit(self._next_part(queue, length, most))
            if not workers.running:
                return None
            if (piece := workers.next()) is not None:
                part, records = piece
                self._record(records)
                done += len(records)
                for record in records:
                    if record.result == ANSWER:
                        return self._replayed(record)
                    if record.result == UNFINISHED and not self._ends():
                        share = next(share for share, _ in part.shares if share.name == record.share)
                        again = [*self._again(share, length)]
                        queue.extendleft(again)
                        count += len(again)
            if workers.failure is not None and not self.lost:
                self.control.tell(Note(LOST_WORKERS(reason=workers.failure)))
                self.lost = True
            if self._ends():
                workers.stop()
            self._report(length, done / max(1, count), workers.running.values())

    def _ends(self) -> bool:
        """Whether this run must end."""
        return self.control.expired or self.lost

    def _again(self, share: Share, length: int) -> Iterator[tuple[float, Share]]:
        """Split a share that took too long; a share that cannot be split is searched again without a limit."""
        if self._may_split(share, length):
            yield from ((0.0, part) for part in self._parts(share, length))
        else:
            yield math.inf, share

    def _parts(self, share: Share, length: int) -> list[Share]:
        """Return the parts of a share, after recording them if the journal does not have them."""
        parts = [*parts_of(self.space, share)]
        if not self.journal.parts(share.name):
            self._record([Record(share.name, length, SPLIT, word=tuple(part.word[-1] for part in parts))])
        return parts

    def _next_part(self, queue: deque[tuple[float, Share]], length: int, most: float) -> SharePart:
        shares: list[tuple[Share, int]] = []
        states, budget = 0.0, self.search.sizes.budget
        while queue and (not shares or states + queue[0][0] <= most):
            expected, share = queue.popleft()
            if not self._may_split(share, length):
                if shares:
                    queue.appendleft((expected, share))
                    break
                return self._part(((share, self._attempt(share, length)),), length, None)
            states += expected
            shares.append((share, self._attempt(share, length)))
        return self._part(tuple(shares), length, budget)

    def _attempt(self, share: Share, length: int) -> int:
        return self.journal.next_attempt(share.name, length)

    def _part(self, shares: tuple[tuple[Share, int], ...], length: int, budget: int | None) -> SharePart:
        return SharePart(self.plan.order, shares, length, budget)

    def _record(self, records: list[Record]) -> None:
        """Write records to the journal, and count them."""
        lines = [record.line(self.digest) for record in records]
        try:
            self.coordinator.append("".join(lines))
        except OSError as error:
            # The proved lengths stay proved, and the next run continues.
            self._lose(error)
            return
        for line in lines:
            self.journal.add(line)
        self.nodes += sum(record.nodes for record in records)

    def _lose(self, error: OSError) -> None:
        if not self.lost:
            self.control.tell(Note(lost_journal(error)))
        self.lost = True

    def _word(self, record: Record) -> Word | None:
        """Return the answer of a share as a word of the problem; None if it does not reach the goal in its length."""
        if max(record.word, default=0) >= len(self.space.costs):
            return None
        word = self.space.word(record.word)
        if word is None or not self.problem.is_solved_by(word) or self.problem.cost(word) != record.length:
            return None
        return word

    def _replayed(self, record: Record) -> Word:
        """Return the answer of a share as a word of the problem, after replaying it."""
        word = self._word(record)
        if word is None:
            raise InternalError(_NOT_SOLVED(share=record.share))
        return word

    def _is_right(self, record: Record) -> bool:
        """Whether a line of the journal has an answer that reaches the goal, or the parts of its share."""
        if record.result == ANSWER:
            return self._word(record) is not None
        share = self._share(record.share)
        return share is not None and record.word == tuple(
            part.word[-1] for part in parts_of(self.space, share)
        )

    def _share(self, name: str) -> Share | None:
        """Return the share of a name, or the part of a share; None if no share has it as a part."""
        turns = [*map(int, name.split("."))]
        first = ".".join(map(str, turns[: self.plan.turns]))
        share = next((share for share in self.plan.shares if share.name == first), None)
        for turn in turns[self.plan.turns :]:
            parts = () if share is None else parts_of(self.space, share)
            share = next((part for part in parts if part.word[-1] == turn), None)
        return share

    def _report(self, length: int, share: float, running: Iterable[SharePart]) -> None:
        now = time.monotonic()
        if now - self.reported < _REPORT_SECONDS:
            return
        self.reported = now
        left = (now - self.started) * (1 - share) / share if share > _SOON else None
        rate = self.nodes / (now - self.started) / 1e6
        self.control.tell(DepthSearched(length, share, self.nodes, rate, left))
        names = [share.name for part in running for share, _ in part.shares]
        state = {
            "length": length,
            "lower": self.lower,
            "jobs": self.jobs,
            "running": names,
            "seconds_left": left,
        }
        try:
            self.coordinator.beat(state)
        except OSError as error:
            self._lose(error)
