"""`SearchTask`: some shares for one length; `search_task` searches them on any machine."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from cubeproof.engines.search.shares.loading import load_space, seed_of
from cubeproof.engines.search.shares.planted import check_planted
from cubeproof.engines.search.shares.spaces import ShareSpace
from cubeproof.engines.search.shares.split import Subproblem
from cubeproof.work.executor import Flag, stop_flag
from cubeproof.work.journal import ANSWER, EXCLUDED, UNFINISHED, Record
from cubeproof.work.plan import Plan

# Seconds between two looks at the stop and at the number of states.
_POLL_SECONDS = 0.02


# The number of states of a part; of a share that is split before it is searched; and after which it is left unfinished.
_PART, _LONG, _BUDGET = 20_000_000, 200_000_000, 800_000_000


@dataclass(frozen=True, slots=True)
class Sizes:
    """The numbers of states that decide how shares are grouped and split."""

    part: int = _PART
    """The expected number of states of a task."""
    long: int = _LONG
    """A share is split if more states are expected."""
    budget: int = _BUDGET
    """A share is left unfinished, and split, after this number of states."""


@dataclass(frozen=True, slots=True)
class SearchTask:
    """Some shares for one length. It is small, and any process can search it."""

    plan: bytes
    """The plan without its shares."""
    shares: tuple[tuple[Subproblem, int], ...]
    """The shares, each with the number of the attempt."""
    length: int
    """The length."""
    budget: int | None
    """The number of states after which a share is left unfinished; None for no limit."""


def search_task(task: SearchTask) -> list[Record]:
    """Load the tables of a part's plan, and search it. A process keeps the tables of its last plan."""
    with _lock:
        if _last.plan != task.plan:
            plan = Plan.read(task.plan, "the task")
            assert plan.request is not None, "the question of a search"
            loaded = load_space(plan.request, plan.added["table"], plan.added["checksum"])
            check_planted(loaded, seed_of(plan.added["checksum"]))
            _last.plan, _last.space = task.plan, loaded
        space = _last.space
    assert space is not None, "the tables of the plan"
    return search_shares(space, task)


class _LoadedTables:
    plan = b""
    space: ShareSpace | None = None


_last, _lock = _LoadedTables(), threading.Lock()


def search_shares(space: ShareSpace, task: SearchTask) -> list[Record]:
    """Search a part, and return a record for each share that was started.

    A share is unfinished if it was stopped, or visited more states than the budget. Later shares of the part have no
    record after a stop or an answer.
    """
    records: list[Record] = []
    watch = _Watch(stop_flag(), task.budget)
    with watch:
        for share, attempt in task.shares:
            if watch.is_stopped:
                break
            flag = watch.next_flag()
            if task.budget == 0:
                flag[0] = 1
            outcome = space.search(share.prefixes, task.length, flag, watch.count)
            result = ANSWER if outcome.word is not None else EXCLUDED if outcome.complete else UNFINISHED
            records.append(
                Record(
                    share.name,
                    task.length,
                    result,
                    attempt,
                    outcome.nodes,
                    outcome.seconds,
                    outcome.word or (),
                )
            )
            if result == ANSWER:
                break
    return records


class _Watch:
    """A thread that sets the flag of the running share when it must end."""

    def __init__(self, stop: Flag, budget: int | None) -> None:
        self._stop, self._budget = stop, budget
        self._flag: Flag = np.zeros(1, dtype=np.int32)
        self._visited: Callable[[], int] = lambda: 0
        self._over = threading.Event()

    @property
    def is_stopped(self) -> bool:
        """Whether the part must end."""
        return bool(self._stop[0])

    def next_flag(self) -> Flag:
        """Return the flag of the next share."""
        self._visited = lambda: 0
        self._flag = np.zeros(1, dtype=np.int32)
        return self._flag

    def count(self, visited: Callable[[], int]) -> None:
        """Set the function that returns the number of states of the running share."""
        self._visited = visited

    def __enter__(self) -> None:
        threading.Thread(target=self._look, name="cubeproof-shares", daemon=True).start()

    def __exit__(self, *_: object) -> None:
        self._over.set()

    def _look(self) -> None:
        while not self._over.wait(_POLL_SECONDS):
            # A long share that ends at this moment leaves its flag behind, which is not read again.
            flag, visited = self._flag, self._visited
            if self.is_stopped or (self._budget is not None and visited() > self._budget):
                flag[0] = 1
