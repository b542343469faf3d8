"""`DividedRun`: one run of work in parts, with a plan and a journal in a folder. The journal is the only truth.

`DividedSpace` is a space whose lengths are decided in such a run.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

from cubeproof.contract.control import Control
from cubeproof.contract.events import Note
from cubeproof.contract.outcome import Outcome
from cubeproof.problem import Problem
from cubeproof.sentences import Sentence
from cubeproof.work.deepening import Decision, Deepening
from cubeproof.work.folder import JOURNAL, PLAN, Coordinator, ShareFolder, waiting
from cubeproof.work.journal import Journal, Record, digest_of
from cubeproof.work.plan import Plan, lost_journal
from cubeproof.work.workers import LOST_WORKERS, Workers

_Task = TypeVar("_Task")


class DividedRun(Generic[_Task]):
    """The only run in its folder. A record of a task counts when the journal has it.

    Attributes:
        plan: the plan of the folder; None before the first run writes it.
        journal: the results so far, after `settle`.
        loss: why no result can be recorded any more; None while the run works.
        nodes: the number of states that the tasks of this run visited.
        seconds: the processor time of the tasks of this run.
    """

    journal: Journal

    def __init__(
        self, folder: ShareFolder, coordinator: Coordinator, text: bytes | None, control: Control
    ) -> None:
        self.folder, self._coordinator, self._text, self._control = folder, coordinator, text, control
        self.plan = None if text is None else Plan.read(text, folder.shown)
        self.loss: Sentence | None = None
        self.nodes, self.seconds = 0, 0.0

    def settle(
        self,
        expected: Plan,
        refuse: Callable[[Plan], None],
        is_right: Callable[[Record], bool] = lambda _: True,
    ) -> Plan:
        """Write the plan, unless the folder has one; then read the journal, and return the plan.

        Args:
            expected: the plan that this program makes for the question.
            refuse: raises an error if the folder's plan is not a plan for the question.
            is_right: whether the word of a record is right; see `Journal`.

        Raises:
            UsageError: the plan is refused, or another run wrote one since this run started.
        """
        if self.plan is not None:
            refuse(self.plan)
        else:
            self.plan, self._text = expected, expected.to_bytes()
            self._coordinator.write_plan(self._text)
        # As written: a later version may write the same plan in another way.
        self.journal = Journal.of_plan(self.plan, digest_of(self._text or b""), is_right)
        self.journal.add_all(self.folder.read(JOURNAL) or b"")
        return self.plan

    @property
    def ends(self) -> bool:
        """Whether this run must end: no further task starts."""
        return self._control.expired or self.loss is not None

    def results(
        self,
        workers: Workers[_Task],
        next_task: Callable[[], _Task | None],
        report: Callable[[Iterable[_Task]], Mapping[str, Any]],
    ) -> Iterator[tuple[_Task, list[Record]]]:
        """Run tasks until there are none, or the run ends; yield each with its records, which the journal has.

        Args:
            workers: run the tasks.
            next_task: returns the next task, or None if there is none now. Later it may return another.
            report: reports the progress, and returns what the running tasks do, for the folder.
        """
        while True:
            while not self.ends and workers.have_room and (task := next_task()) is not None:
                workers.submit(task)
            if not workers.running:
                return
            if (result := workers.next()) is not None:
                self.record(result[1])
                yield result
            if workers.failure is not None:
                self._lose(LOST_WORKERS(reason=workers.failure))
            if self.ends:
                workers.stop()
            self._write(lambda: self._coordinator.beat(report(workers.running.values())))

    def record(self, records: Iterable[Record]) -> None:
        """Write records to the journal, and count them."""
        lines = [record.line(self.journal.plan) for record in records]
        if self._write(lambda: self._coordinator.append("".join(lines))):
            for line in lines:
                self.journal.add(line)
            self.nodes += sum(record.nodes for record in records)
            self.seconds += sum(record.seconds for record in records)

    def _write(self, write: Callable[[], None]) -> bool:
        """Write to the folder; return whether it succeeded. If not, the next run continues with what is there."""
        try:
            write()
        except OSError as error:
            self._lose(lost_journal(error))
            return False
        return True

    def _lose(self, reason: Sentence) -> None:
        if self.loss is None:
            self._control.emit(Note(reason))
            self.loss = reason


@contextmanager
def divided_run(
    folder: ShareFolder, control: Control, refuse: Callable[[Plan], None]
) -> Iterator[DividedRun[Any]]:
    """Be the only run in a folder, inside the context.

    Args:
        folder: the folder of the plan and the journal.
        control: stops the run, and receives its notes.
        refuse: raises an error if the folder's plan is another's. Then nothing is written.

    Raises:
        UsageError: the folder has no plan that can be read, or another run is in it.
        OSError: the folder cannot be read or written; for a URL, a PlaceError.
    """
    if (text := folder.read(PLAN)) is not None:
        refuse(Plan.read(text, folder.shown))
    with folder.coordinated(waiting(control)) as coordinator:
        run: DividedRun[Any] = DividedRun(folder, coordinator, folder.read(PLAN), control)
        if run.plan is not None:
            refuse(run.plan)
        yield run


class DividedSpace(ABC, Generic[_Task]):
    """The words of a problem, of which each length is decided in parts.

    Args:
        problem: the problem.
        control: stops the search, and receives its events.
        run: the run in the folder of the plan and the journal.
    """

    def __init__(self, problem: Problem, control: Control, run: DividedRun[_Task]) -> None:
        self.problem, self.control, self.run = problem, control, run

    @property
    def plan(self) -> Plan:
        """The plan of the folder."""
        assert self.run.plan is not None, "the plan is settled"
        return self.run.plan

    @abstractmethod
    def short_answers(self) -> Outcome:
        """Search all short words, before anything is divided."""

    @abstractmethod
    def expected(self, short: Outcome, lower: int) -> Plan:
        """Return the plan of the question, after a search of short words and with a proved bound."""

    @abstractmethod
    def refuse(self, plan: Plan, expected: Plan) -> None:
        """Raise an error if the plan of the folder does not follow from its question."""

    @abstractmethod
    def is_right(self, record: Record) -> bool:
        """Whether the word of a record is right; see `Journal`."""

    def begin(self) -> None:
        """Do something before the first length of a plan with parts."""

    @abstractmethod
    def decide_parts(self, length: int) -> Decision:
        """Decide the parts of a length that the journal does not decide."""

    def first(self, deepening: Deepening) -> int:
        """Search all short words, make or compare the plan, and return its first length."""
        short = self.short_answers()
        deepening.lower = max(deepening.lower, short.lower_bound)
        if short.stop is not None:
            self.control.check()
            return deepening.lower
        expected = self.expected(short, deepening.lower)
        plan = self.run.settle(expected, lambda plan: self.refuse(plan, expected), self.is_right)
        deepening.prove(plan.lower)
        if plan.word is not None:
            deepening.improve(plan.word)
            return deepening.lower
        self.begin()
        # A plan of less memory, or of an older program, may start below the bound of this run.
        steps = -(-max(0, deepening.lower - plan.lower) // plan.step)
        return plan.lower + steps * plan.step

    def following(self, length: int) -> int:
        """Return the next length that parity permits."""
        return length + self.plan.step

    def decide(self, length: int) -> Decision:
        """Decide a length; a plan with an answer has no parts, and decides nothing."""
        return self.decide_parts(length) if self.plan.word is None else Decision((), complete=False)

    def before_report(self) -> None:
        """Nothing: a record in the journal rests on a table or a formula whose checksum is in the plan."""
