"""`ShareSearch`: the engine that coordinates a search in shares. Its journal is the only truth.

The shares of a length are searched, the shares that took longest for the last length first. A length is excluded when
all its shares are, and only then the bound rises. A share that takes long is split into shares of one more turn.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any

from cubeproof.contract.control import Control
from cubeproof.contract.engine import Attempt, Expected
from cubeproof.contract.events import DepthSearched, Note
from cubeproof.contract.outcome import Bounds, Outcome, Word
from cubeproof.contract.request import SearchRequest
from cubeproof.engines.search.facts import SearchStatistics
from cubeproof.engines.search.shares.division import SHARE_TURNS, divided
from cubeproof.engines.search.shares.loading import load_space, read_problem, seed_of
from cubeproof.engines.search.shares.planted import check_planted
from cubeproof.engines.search.shares.spaces import ShareSpace
from cubeproof.engines.search.shares.split import Subproblem, parts_of
from cubeproof.engines.search.shares.tasks import SearchTask, Sizes, search_shares, search_task
from cubeproof.errors import InternalError
from cubeproof.methods.words.short_answers import short_answers
from cubeproof.problem import Problem
from cubeproof.sentences import Sentence, Template
from cubeproof.store import Store
from cubeproof.work.deepening import Decision, Deepening
from cubeproof.work.divided_run import DividedRun, DividedSpace, divided_run
from cubeproof.work.executor import Executor, usable_cores
from cubeproof.work.folder import ShareFolder
from cubeproof.work.journal import ANSWER, SPLIT, UNFINISHED, Record
from cubeproof.work.plan import SEARCH, Plan
from cubeproof.work.workers import Workers

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
        with divided_run(
            self.folder,
            control,
            lambda plan: plan.refuse_question(SEARCH, self.request, self.folder.shown),
        ) as run:
            return _SearchRun(self, problem, bounds, control, run).outcome()


class _SearchRun(DividedSpace[SearchTask]):
    """One run of a search: the words of a problem, in shares."""

    space: ShareSpace

    def __init__(
        self,
        search: ShareSearch,
        problem: Problem,
        bounds: Bounds,
        control: Control,
        run: DividedRun[SearchTask],
    ) -> None:
        super().__init__(problem, control, run)
        self.search, self.bounds = search, bounds
        self.jobs = search.request.options.jobs or usable_cores()
        # Threads of this process share the table; another process loads it.
        function = search_task if search.executor is not None else self._search_task
        self.workers = Workers(function, search.executor, search.threads, self.jobs)
        self.started = self.reported = time.monotonic()

    def outcome(self) -> Outcome:
        """Make or continue the plan, and search length by length."""
        with self.workers:
            return Deepening(self, self.problem, Bounds(self.bounds.lower), self.control).run()

    def _search_task(self, task: SearchTask) -> list[Record]:
        return search_shares(self.space, task)

    @property
    def statistics(self) -> SearchStatistics:
        """The table, and the number of states."""
        table = "" if self.run.plan is None else self.plan.added.get("table", "")
        return SearchStatistics(table, self.run.nodes)

    def short_answers(self) -> Outcome:
        """Search all short words."""
        return short_answers(self.problem, self.bounds, self.control, every=False, extra=0, quick=False)

    def begin(self) -> None:
        """Report the results that the journal has."""
        if count := self.run.journal.count:
            self.control.emit(Note(_CONTINUES(place=self.search.folder.shown, count=count)))

    def expected(self, short: Outcome, lower: int) -> Plan:
        """Return the plan of the question, by the tables of the folder's plan, if there is one."""
        request, plan = self.search.request, self.run.plan
        if short.words and (plan is None or plan.word is not None):
            return Plan(SEARCH, short.lower_bound, (), SHARE_TURNS, word=short.words[0], request=request)
        table, checksum = (request.options.table, "") if plan is None else plan.added.values()
        self.space = load_space(
            request, table, checksum, store=self.search.store, control=self.control, jobs=self.jobs
        )
        # The control: a search for an answer that is known.
        check_planted(self.space, seed_of(self.space.checksum))
        return divided(request, self.space, lower, self.control)

    def refuse(self, plan: Plan, expected: Plan) -> None:
        """Refuse a plan whose first length has words of fewer turns than a share, or that does not follow."""
        least = 0 if plan.word is not None else SHARE_TURNS * max(self.space.costs) + 1
        plan.refuse_unless_it_follows(expected, self.problem, least, self.search.folder.shown)

    @cached_property
    def shares(self) -> list[Subproblem]:
        """The shares of the plan."""
        return [Subproblem(*share) for share in self.plan.shares]

    @cached_property
    def order(self) -> bytes:
        """The plan without its shares, for workers."""
        return replace(self.plan, shares=()).to_bytes()

    def _may_split(self, share: Subproblem, length: int) -> bool:
        """Whether a share has parts, and all words of a length have more turns than they."""
        turns = len(share.word) + 1
        has_parts = any(map(self.space.successors, share.then))
        return has_parts and turns <= _MOST_TURNS and length > turns * max(self.space.costs)

    def _open(self, share: Subproblem, length: int, expected: float) -> Iterator[tuple[float, Subproblem]]:
        """Yield the shares that must be searched, with the expected states; split those that would take long."""
        name = share.name
        if self.run.journal.is_excluded(name, length):
            return
        if (last := self.run.journal.last_nodes.get(name)) is not None:
            expected = last[1] * self._growth ** (length - last[0])
        split = bool(self.run.journal.parts(name))
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

    def decide_parts(self, length: int) -> Decision:
        """Search the shares of a length that the journal does not exclude."""
        for record in self.run.journal.answers():
            if record.length == length:
                return Decision([self._replayed(record)])
        # A part of a share that was excluded for no length yet comes last.
        waiting = [result for share in self.shares for result in self._open(share, length, 0.0)]
        waiting.sort(key=lambda result: -result[0])
        count, done = len(waiting), 0
        least = max(_LEAST_PART, sum(expected for expected, _ in waiting) / (4 * self.jobs))
        most = min(self.search.sizes.part, least)
        queue = deque(waiting)

        def next_task() -> SearchTask | None:
            return self._next_task(queue, length, most) if queue else None

        def report(running: Iterable[SearchTask]) -> Mapping[str, Any]:
            return self._report(length, done / max(1, count), running)

        for task, records in self.run.results(self.workers, next_task, report):
            done += len(records)
            for record in records:
                if record.result == ANSWER:
                    return Decision([self._replayed(record)])
                if record.result == UNFINISHED and not self.run.ends:
                    share = next(share for share, _ in task.shares if share.name == record.share)
                    again = [*self._again(share, length)]
                    queue.extendleft(again)
                    count += len(again)
        return Decision((), all(self.run.journal.is_excluded(name, length) for name in self.plan.names))

    def _again(self, share: Subproblem, length: int) -> Iterator[tuple[float, Subproblem]]:
        """Split a share that took too long; a share that cannot be split is searched again without a limit."""
        if self._may_split(share, length):
            yield from ((0.0, part) for part in self._parts(share, length))
        else:
            yield math.inf, share

    def _parts(self, share: Subproblem, length: int) -> list[Subproblem]:
        """Return the parts of a share, after recording them if the journal does not have them."""
        parts = [*parts_of(self.space, share)]
        if not self.run.journal.parts(share.name):
            self.run.record([Record(share.name, length, SPLIT, word=tuple(part.word[-1] for part in parts))])
        return parts

    def _next_task(self, queue: deque[tuple[float, Subproblem]], length: int, most: float) -> SearchTask:
        shares: list[tuple[Subproblem, int]] = []
        states, budget = 0.0, self.search.sizes.budget
        while queue and (not shares or states + queue[0][0] <= most):
            expected, share = queue.popleft()
            if not self._may_split(share, length):
                if shares:
                    queue.appendleft((expected, share))
                    break
                return self._task(((share, self._attempt(share, length)),), length, None)
            states += expected
            shares.append((share, self._attempt(share, length)))
        return self._task(tuple(shares), length, budget)

    def _attempt(self, share: Subproblem, length: int) -> int:
        return self.run.journal.next_attempt(share.name, length)

    def _task(
        self, shares: tuple[tuple[Subproblem, int], ...], length: int, budget: int | None
    ) -> SearchTask:
        return SearchTask(self.order, shares, length, budget)

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

    def is_right(self, record: Record) -> bool:
        """Whether a line of the journal has an answer that reaches the goal, or the parts of its share."""
        if record.result == ANSWER:
            return self._word(record) is not None
        share = self._share(record.share)
        return share is not None and record.word == tuple(
            part.word[-1] for part in parts_of(self.space, share)
        )

    def _share(self, name: str) -> Subproblem | None:
        """Return the share of a name, or the part of a share; None if no share has it as a part."""
        turns = [*map(int, name.split("."))]
        first = ".".join(map(str, turns[: self.plan.turns]))
        share = next((share for share in self.shares if share.name == first), None)
        for turn in turns[self.plan.turns :]:
            parts = () if share is None else parts_of(self.space, share)
            share = next((part for part in parts if part.word[-1] == turn), None)
        return share

    def _report(self, length: int, share: float, running: Iterable[SearchTask]) -> Mapping[str, Any]:
        """Report the progress, and return what the folder says about it."""
        now = time.monotonic()
        left = (now - self.started) * (1 - share) / share if share > _SOON else None
        if now - self.reported > _REPORT_SECONDS:
            self.reported = now
            nodes = self.run.nodes
            self.control.emit(DepthSearched(length, share, nodes, nodes / (now - self.started) / 1e6, left))
        return {
            "length": length,
            "lower": length,
            "jobs": self.jobs,
            "running": [share.name for task in running for share, _ in task.shares],
            "seconds_left": left,
        }
