"""A search stops soon after a request, in Python code, in a wait and in a compiled loop."""

import math
import mmap
import os
import subprocess
import sys
import threading
from contextvars import copy_context
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from cubeproof import Control, Limit, StoppedError, TimeUpError
from cubeproof.base.polling import pulse
from cubeproof.contract.events import BoundProved, Event
from cubeproof.contract.limit import Stop
from patience import PATIENCE, until

numba = pytest.importorskip("numba", reason="a compiled loop needs a compiler")


class TestClock:
    def test_clock_without_a_limit_has_no_end(self) -> None:
        control = Control()
        assert (control.remaining, control.expired, control.reason) == (math.inf, False, None)
        control.check()

    def test_clock_runs_out(self) -> None:
        control = Control(Limit(seconds=0.01))
        control.wait(60)
        assert (control.expired, control.stopped, control.reason) == (True, False, Stop.TIMEOUT)
        with pytest.raises(TimeUpError) as caught:
            control.check()
        assert not isinstance(caught.value, StoppedError)

    def test_part_of_a_clock_ends_with_the_whole(self) -> None:
        whole = Control(Limit(seconds=50_000))
        part = whole.within(100_000)
        assert 49_000 < part.remaining <= 50_000
        part.renew(20_000)
        assert 19_000 < part.remaining <= 20_000
        part.renew(100_000)
        assert part.remaining <= 50_000
        assert whole.remaining > 49_000

    def test_clock_goes_on_where_the_progress_is_passed_on(self) -> None:
        whole = Control()
        whole.started -= 100
        part = whole.emitting_to(lambda _: None)
        part.emit(BoundProved(1))
        assert part.state.seconds >= 100


class TestStop:
    @pytest.mark.parametrize("kin", ["self", "part", "emitting_to"])
    def test_stop_reaches_every_part_of_a_control(self, kin: str) -> None:
        whole = Control(Limit(seconds=PATIENCE))
        second = {
            "self": whole,
            "part": whole.within(PATIENCE),
            "emitting_to": whole.emitting_to(lambda _: None),
        }[kin]
        second.stop()
        second.stop()
        assert (whole.stopped, whole.remaining, whole.reason) == (True, 0.0, Stop.INTERRUPTED)
        with pytest.raises(StoppedError):
            whole.check()

    def test_stop_ends_a_wait(self) -> None:
        control = Control()
        threading.Timer(0.05, control.stop).start()
        control.wait(PATIENCE)
        assert control.stopped

    def test_proceed_ignores_the_clock_until_a_stop(self) -> None:
        events: list[Event] = []
        control = Control(Limit(seconds=0.01), events.append)
        control.wait(60)
        control.proceed(BoundProved(1))
        control.stop()
        with pytest.raises(StoppedError):
            control.proceed(BoundProved(2))
        assert events == [BoundProved(1), BoundProved(2)]

    def test_stopped_preparation_does_not_stop_the_next(self) -> None:
        control = Control()
        control.stop()

        def prepare() -> None:
            with pytest.raises(StoppedError), control.watching():
                pulse()
            pulse()

        copy_context().run(prepare)


@numba.njit(nogil=True)  # type: ignore[untyped-decorator]
def counted_until(flag: NDArray[np.int32], work: NDArray[np.int32], most: int) -> int:
    """A loop like those of compiled searches: it writes to memory, so that the compiler reads the flag each time."""
    turns = 0
    while flag[0] == 0 and turns < most:
        work[turns % len(work)] += 1
        turns += 1
    return turns


def turns_until(flag: NDArray[np.int32], most: int) -> int:
    work = np.zeros(64, dtype=np.int32)
    turns: int = counted_until(flag, work, most)
    return turns


class TestCompiledLoops:
    MOST = 1 << 60

    @pytest.fixture(autouse=True)
    def _compiled(self) -> None:
        assert turns_until(np.zeros(1, dtype=np.int32), 10) == 10

    def turn_until_it_ends(self, control: Control) -> None:
        """Run a loop that returns only after a request to stop."""
        with control.compiled_flag() as flag:
            assert turns_until(flag, self.MOST) < self.MOST

    def test_compiled_loop_stops_from_a_thread(self) -> None:
        control = Control(Limit(seconds=PATIENCE))
        threading.Timer(0.1, control.stop).start()
        self.turn_until_it_ends(control)
        assert control.reason is Stop.INTERRUPTED

    def test_compiled_loop_stops_at_its_time_limit(self) -> None:
        control = Control(Limit(seconds=0.1))
        self.turn_until_it_ends(control)
        assert control.reason is Stop.TIMEOUT

    def test_compiled_loop_stops_at_the_time_limit_of_a_part(self) -> None:
        whole = Control()
        part = whole.within(0.1)
        self.turn_until_it_ends(part)
        assert (part.reason, whole.reason) == (Stop.TIMEOUT, None)

    def test_compiled_loop_polls_fifty_times_a_second(self) -> None:
        assert Control().poll_seconds() == Control(Limit(seconds=PATIENCE)).poll_seconds() == 1 / 50

    def test_compiled_loop_leaves_no_thread_behind(self) -> None:
        before = threading.active_count()
        with Control().compiled_flag() as flag:
            turns_until(flag, 10)
        until(lambda: threading.active_count() <= before)

    def test_a_flag_is_raised_for_other_threads_when_the_block_fails(self) -> None:
        with pytest.raises(ZeroDivisionError), Control().compiled_flag() as flag:
            raise ZeroDivisionError
        assert flag[0] == 1

    def test_compiled_loop_stops_from_another_process(self, tmp_path: Path) -> None:
        shared = tmp_path / "flag"
        shared.write_bytes(bytes(4))
        file = os.open(shared, os.O_RDWR)
        flag = np.frombuffer(mmap.mmap(file, 4), dtype=np.int32)
        os.close(file)
        program = (
            f"import mmap, time; file = open({str(shared)!r}, 'r+b'); flag = mmap.mmap(file.fileno(), 4)\n"
            "time.sleep(0.1); flag[:4] = b'stop'"
        )
        control = Control(flag=flag)
        with subprocess.Popen([sys.executable, "-c", program]):
            self.turn_until_it_ends(control)
        assert control.stopped


@pytest.mark.parametrize(
    ("earlier", "name"),
    [("tell", "emit"), ("telling", "emitting_to"), ("glance", "poll_seconds"), ("polled", "compiled_flag")],
)
def test_engines_of_other_packages_may_call_the_earlier_names(earlier: str, name: str) -> None:
    assert getattr(Control, earlier) is getattr(Control, name)
