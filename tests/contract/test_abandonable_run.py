"""Work that does not check its control is left behind when its time is up or a stop is requested."""

import itertools
import os
import signal
import threading
import time
from contextvars import ContextVar

import pytest

from cubeproof.contract.abandonable_run import AbandonedError, is_any_abandoned, run_abandonable
from cubeproof.contract.control import Control
from cubeproof.contract.events import BoundProved, Event
from cubeproof.contract.limit import Limit, Stop
from patience import PATIENCE


def test_run_abandonable_returns_the_result_and_raises_the_errors_of_the_work() -> None:
    assert run_abandonable(lambda _: 7, Control()) == 7
    with pytest.raises(ZeroDivisionError):
        run_abandonable(lambda _: 1 // 0, Control())


def test_run_abandonable_passes_events_on_in_the_calling_thread() -> None:
    threads: list[tuple[Event, threading.Thread]] = []
    control = Control(progress=lambda event: threads.append((event, threading.current_thread())))
    run_abandonable(lambda steered: steered.emit(BoundProved(3)), control)
    assert threads == [(BoundProved(3), threading.current_thread())]
    assert control.state.lower_bound == 3


def test_run_abandonable_raises_the_error_of_a_callback_in_the_work() -> None:
    caught: list[BaseException] = []

    def work(steered: Control) -> None:
        try:
            steered.emit(BoundProved(3))
        except KeyError as error:
            caught.append(error)
            raise

    def refuse(_: Event) -> None:
        raise KeyError("refused")

    with pytest.raises(KeyError, match="refused"):
        run_abandonable(work, Control(progress=refuse))
    assert len(caught) == 1


@pytest.mark.parametrize("stopped", [True, False], ids=["stopped", "time"])
def test_run_abandonable_leaves_deaf_work_behind_and_the_work_goes_on(stopped: bool) -> None:
    go_on, done = threading.Event(), threading.Event()
    heard: list[Event] = []

    def deaf(steered: Control) -> None:
        if stopped:
            steered.stop()
        go_on.wait(60)
        steered.emit(BoundProved(3))
        done.set()

    control = Control(Limit(seconds=None if stopped else 0.01), heard.append)
    with pytest.raises(AbandonedError) as left:
        run_abandonable(deaf, control)
    assert left.value.stop is (Stop.INTERRUPTED if stopped else Stop.TIMEOUT)
    assert is_any_abandoned()
    go_on.set()
    assert done.wait(60)
    assert not heard


def test_grace_counts_from_the_end_of_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """If a cube is read in half a second and the limit is 0.01 s, the command still ends within a second."""
    control = Control(Limit(seconds=0.01))
    monkeypatch.setattr("cubeproof.contract.abandonable_run.GRACE", 60)
    control._end -= 60
    go_on = threading.Event()
    with pytest.raises(AbandonedError):
        run_abandonable(lambda _: go_on.wait(30), control)
    go_on.set()


def test_run_abandonable_gives_work_that_hears_time_for_its_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cubeproof.contract.abandonable_run.GRACE", PATIENCE)

    def work(steered: Control) -> int:
        while not steered.expired:
            steered.wait(0.01)
        return 5

    assert run_abandonable(work, Control(Limit(seconds=0.02))) == 5


def test_run_abandonable_stops_the_work_at_ctrl_c(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cubeproof.contract.abandonable_run._INTERRUPT_GRACE", PATIENCE)
    ready, stopped = threading.Event(), threading.Event()

    def work(steered: Control) -> None:
        ready.set()
        while not steered.stopped:
            steered.wait(0.01)
        stopped.set()

    def interrupt() -> None:
        ready.wait(60)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt, daemon=True).start()
    with pytest.raises(KeyboardInterrupt):
        run_abandonable(work, Control())
    assert stopped.is_set()


@pytest.mark.guards("a search that ignored Ctrl-C if the signal came late")
@pytest.mark.skipif(not hasattr(signal, "setitimer"), reason="no timers with signals")
def test_run_abandonable_ends_if_signals_come_late_in_a_busy_machine() -> None:
    """Each handler returns after the time for which the caller waits; only the last one stops the work."""
    go_on, control, signals = threading.Event(), Control(), itertools.count(1)

    def handler(*_: object) -> None:
        time.sleep(0.05)
        if next(signals) == 5:
            signal.setitimer(signal.ITIMER_REAL, 0)
            control.stop()

    before = signal.signal(signal.SIGALRM, handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.01, 0.06)
        with pytest.raises(AbandonedError):
            run_abandonable(lambda _: go_on.wait(30), control)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        go_on.set()


def test_run_abandonable_keeps_the_context_of_the_caller() -> None:
    language: ContextVar[str] = ContextVar("language", default="en")
    token = language.set("fr")
    try:
        assert run_abandonable(lambda _: language.get(), Control()) == "fr"
    finally:
        language.reset(token)


@pytest.mark.parametrize("is_busy", [True, False])
def test_first_answer_is_awaited_on_a_busy_machine_after_the_limit(
    is_busy: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cubeproof.contract.abandonable_run.GRACE", 0.05)
    monkeypatch.setattr("cubeproof.contract.abandonable_run.PATIENCE", PATIENCE)
    monkeypatch.setattr("cubeproof.contract.control.PATIENCE", PATIENCE)
    # On a busy machine the process gets little of the processor.
    clock = itertools.count(0.0, 0.0 if is_busy else 1.0)
    monkeypatch.setattr("time.process_time", lambda: next(clock))
    left = threading.Event()

    def work(control: Control) -> int:
        with control.patient() as patient:
            while control.overdue < 0.2:
                patient.wait(0.01)
            patient.check()
            if not is_busy:
                left.wait(PATIENCE)
        return 5

    if is_busy:
        assert run_abandonable(work, Control(Limit(seconds=0.01))) == 5
    else:
        with pytest.raises(AbandonedError):
            run_abandonable(work, Control(Limit(seconds=0.01)))
        left.set()
