"""`ShorterAnswers`: ever shorter answers to a large cube, by phases or by cycles, once the machine is ready for them.

Missing tables and loops are prepared from the start of the search, in a process that outlives it or,
where no other process can do it, in a thread. Meanwhile the answers come from cycles if their loops are compiled.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from cubeproof.contract.abandonable_run import run_beside
from cubeproof.contract.control import Control
from cubeproof.contract.events import Note, Preparing
from cubeproof.contract.lack_of_memory import lack_of_memory
from cubeproof.contract.outcome import Word
from cubeproof.contract.preparation import Preparation
from cubeproof.engines.large.facts import PHASED
from cubeproof.engines.large.preparation import CYCLES, FIVE, PHASES
from cubeproof.methods.large.frame import has_frame_tables
from cubeproof.methods.large.runs import RunWord
from cubeproof.methods.reduction.stored_tables import LOADED
from cubeproof.problem.cube_view import CubeView
from cubeproof.sentences import Sentence, Template
from cubeproof.store import Store

_NO_SHORTER = Template("large.not-compiled", "Shorter answers require Numba, which is not installed.")
_BEING_PREPARED = Template(
    "large.being-prepared",
    "This answer is long, since this machine is still being prepared for {size} layers, in the background, which takes "
    "about {seconds:.0f} s in all. After that the same search finds much shorter answers"
    "{turns?0:|other:, of about {turns} turns}.",
)
_NOT_PREPARED = Template(
    "large.not-prepared",
    "This answer is long, since this machine is not prepared for {size} layers. `cubeproof tables build` prepares it "
    "in minutes; after that the same search finds shorter answers{turns?0:|other:, of about {turns} turns}.",
)
_TIME_TOO_SHORT = Template(
    "large.time-too-short",
    "This answer is long, since the time was over before the first answer by phases. With a limit of five seconds, the "
    "same search finds answers of about {turns} turns.",
)

# The turns of usual answers by phases.
_TURNS = {4: 44, 5: 70}

# More than any answer by phases costs.
_ANY_COST = 1_000

# Seconds between two looks at the preparation.
_POLL_SECONDS = 0.25

# Without a time limit, the seconds for a gain after the preparation.
_PATIENCE = 20.0


class _PreparedError(Exception):
    """The preparation has ended."""


@dataclass(eq=False)
class ShorterAnswers:
    """The shorter answers to one cube."""

    view: CubeView
    """The cube."""
    store: Store | None
    """The store of the tables."""
    quick: bool
    """Whether only what is ready is used, and nothing is prepared."""
    by_phases: bool = False
    """Whether the newest answer is one by phases."""
    has_quick: bool = False
    """Whether `quick_answers` had answers."""
    _is_short: bool = False
    _outlives: bool = False
    _is_at_work: Callable[[], bool] | None = None

    @property
    def step(self) -> Preparation:
        """The preparation that the shortest answers need."""
        return {4: PHASES, 5: FIVE}.get(self.view.size, CYCLES)

    def begin_tables(self, control: Control) -> None:
        """Begin the preparation if a table is missing; this loads no Numba, unlike a look at compiled loops."""
        if PHASED and not (self.quick or all(table.is_stored(self.store) for table in self.step.tables)):
            self._begin(control)

    def _begin(self, control: Control) -> Callable[[], bool]:
        if self._is_at_work is None and self.store is None and control.begin is not None:
            self._is_at_work = control.begin(self.step)
            self._outlives = self._is_at_work is not None
        if self._is_at_work is None:
            self.step.postpone()
            part = Control(flag=control.flag, workshop=control.workshop)
            self._is_at_work = run_beside(lambda: self.step.run(part, self.store))
        return self._is_at_work

    def quick_answers(self, control: Control) -> Iterator[RunWord]:
        """Yield answers by phases, each cheaper than the one before, that take a moment; none without ready phases."""
        # The size comes first: a look at compiled loops loads Numba.
        if self.view.size not in PHASED or not self._is_ready(control):
            return
        for runs in self._by_phases(_ANY_COST, control, quick=True):
            self.has_quick = self._is_short = True
            yield runs

    def answers(self, most: int, control: Control) -> Iterator[RunWord]:
        """Yield answers that cost less and less; without Numba there are none.

        Args:
            most: the first answer costs less than this.
            control: ends the search.

        Raises:
            StoppedError: the search was stopped.
            TimeUpError: the time is up.
        """
        from cubeproof.base.numba_support import COMPILES

        if not COMPILES:
            control.warn(_NO_SHORTER())
            return
        if not self._is_ready(control):
            for runs in self._meanwhile(most, control):
                most = runs.cost(self.view.cube_map.metric.value)
                yield runs
        for runs in self._best(most, control):
            self._is_short = True
            yield runs

    def _is_ready(self, control: Control) -> bool:
        """Whether the tables of the 4×4×4 are in memory, or the step of this size is done."""
        return self._has_loaded_phases(control) or self.step.is_ready(self.store)

    def _has_loaded_phases(self, control: Control) -> bool:
        """Whether the tables of the 4×4×4 are in memory."""
        folder = (self.store or Store()).folder
        return self.view.size == 4 and control.workshop.last(LOADED, folder) is not None

    def _meanwhile(self, most: int, control: Control) -> Iterator[RunWord]:
        """Yield answers by cycles until the preparation has ended; without their loops, only wait for that."""
        is_at_work, next_look = self._begin(control), 0.0

        def look() -> None:
            nonlocal next_look
            # The time without a gain starts after the preparation.
            control.renew(math.inf)
            if time.monotonic() >= next_look:
                next_look = time.monotonic() + _POLL_SECONDS
                if not is_at_work() or self.step.is_ready(self.store):
                    raise _PreparedError

        control.emit(Preparing(self.step.step, self.step.steps, self.step.seconds))
        try:
            with control.calling(look):
                if self.step is not CYCLES and CYCLES.is_ready(self.store):
                    yield from self._by_cycles(most, control)
                while True:
                    control.check()
                    control.wait(_POLL_SECONDS)
        except _PreparedError:
            if control.limit.seconds is None:
                control.renew(_PATIENCE)

    def _best(self, most: int, control: Control) -> Iterator[RunWord]:
        """Yield answers by phases if there are phases for this size and the memory suffices, else by cycles."""
        for runs in self._by_phases(most, control):
            most = runs.cost(self.view.cube_map.metric.value)
            yield runs
        yield from self._by_cycles(most, control)

    def _by_phases(self, most: int, control: Control, *, quick: bool = False) -> Iterator[RunWord]:
        """Yield answers by phases if there are phases for this size, until the memory does not suffice."""
        metric = self.view.cube_map.metric.value
        try:
            if self.view.size == 4:
                from cubeproof.methods.reduction.search import FIRST_POOL, LATER_POOLS, POOLS, phased_answers

                pools = FIRST_POOL if quick else LATER_POOLS if self.has_quick else POOLS
                answers = phased_answers(
                    self.view.homes, control, most, metric=metric, store=self.store, pools=pools, quick=quick
                )
            elif self.view.size == 5:
                from cubeproof.methods.large5.better_answers import better_answers_5x5x5

                answers = better_answers_5x5x5(
                    self.view.homes, control, most, metric=metric, store=self.store
                )
            else:
                return
            self.by_phases = True
            yield from answers
        except Exception as error:
            if (reason := lack_of_memory(error)) is None:
                raise
            control.emit(Note(reason))
        finally:
            self.by_phases = False

    def _by_cycles(self, most: int, control: Control) -> Iterator[RunWord]:
        from cubeproof.methods.large.better_answers import better_answers

        metric = self.view.cube_map.metric.value
        return better_answers(self.view.homes, self.view.size, control, most, metric=metric, store=self.store)

    def shortfall(self, word: Word) -> Sentence | None:
        """Return why an answer is longer than it would be on a machine that is ready, and what to do."""
        del word
        size, turns = self.view.size, _TURNS.get(self.view.size, 0)
        if self._is_short or not PHASED:
            return None
        if self.quick:
            ready = has_frame_tables(size, self.store) and (size != 4 or self._seems_ready())
            return None if ready else _NOT_PREPARED(size=size, turns=turns if size == 4 else 0)
        if self._seems_ready():
            return _TIME_TOO_SHORT(turns=turns) if turns else None
        if self._outlives:
            return _BEING_PREPARED(size=size, seconds=self.step.seconds, turns=turns)
        return _NOT_PREPARED(size=size, turns=turns)

    def _seems_ready(self) -> bool:
        """Whether nothing seems to be missing; this does not load Numba only to look at compiled loops."""
        if "cubeproof.base.numba_support" in sys.modules:
            return self.step.is_ready(self.store)
        return all(table.is_stored(self.store) for table in self.step.tables)
