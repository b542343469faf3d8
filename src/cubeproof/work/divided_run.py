"""`DividedRun`: one run of work in parts, with a plan and a journal in a folder. The journal is the only truth."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Generic, TypeVar

from cubeproof.contract.control import Control
from cubeproof.contract.events import Note
from cubeproof.sentences import Sentence
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
        state: Callable[[Iterable[_Task]], Mapping[str, Any]],
    ) -> Iterator[tuple[_Task, list[Record]]]:
        """Run tasks until there are none, or the run ends; yield each with its records, which the journal has.

        Args:
            workers: run the tasks.
            next_task: returns the next task, or None if there is none now. Later it may return another.
            state: returns what the running tasks do, for the folder.
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
            self._write(lambda: self._coordinator.beat(state(workers.running.values())))

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
