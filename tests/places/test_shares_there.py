"""A search in shares at a service: it continues there, and one run at a time works on it."""

from __future__ import annotations

import json
import time
from contextlib import suppress
from dataclasses import replace

import pytest

from cubeproof import Cube, UsageError, solve
from cubeproof.contract.control import Control
from cubeproof.contract.limit import Limit
from cubeproof.contract.outcome import Outcome
from cubeproof.contract.request import SearchRequest
from cubeproof.engines.search.shares import engine
from cubeproof.errors import PlaceError
from cubeproof.solving.shares import share_status, solve_in_shares
from cubeproof.work import folder as share_folder
from cubeproof.work.folder import COORDINATOR, JOURNAL, PLAN, ShareFolder
from patience import until

CUBE = Cube(2).apply("F U F' U R' F2 U R F2 U'")


# A folder on this machine has a lock instead.
SERVICES = pytest.mark.parametrize("folder", ["memory", "s3", "sftp"], indirect=True)


@pytest.fixture(autouse=True)
def weak_and_impatient(bounds_only: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "short_answers", lambda *_, **__: Outcome((), 1))
    monkeypatch.setattr(share_folder, "_SILENCE", 2.5)


@SERVICES
def test_a_search_goes_on_at_a_service(directory: str) -> None:
    request, share = SearchRequest.of_cube(CUBE, None, None), f"{directory}/share"
    folder = ShareFolder(share)
    short = replace(request, limit=Limit(length=8))
    assert solve_in_shares(short, share, Control(short.limit)).lower_bound == 9
    journal = folder.read(JOURNAL)
    assert journal
    # The last run was killed: its last line arrived in part, and its last sign of life has no end.
    state = {name: value for name, value in folder.state().items() if name != "ended"}
    folder.write(JOURNAL, journal[:-20])
    folder.write(COORDINATOR, json.dumps({**state, "host": "another machine"}).encode())
    status = share_status(share)
    assert (status.lower_bound, status.lost, status.alive) == (8, 1, False)
    assert solve_in_shares(short, share, Control(short.limit)).lower_bound == 9
    assert share_status(share).lower_bound == 9
    with pytest.raises(UsageError, match="another question"):
        solve_in_shares(request, share, Control())


@SERVICES
def test_a_run_that_gives_signs_keeps_a_service(directory: str) -> None:
    request, share = SearchRequest.of_cube(CUBE, None, None), f"{directory}/share"
    folder, beats = ShareFolder(share), 0

    def other_machine(_: float) -> None:
        nonlocal beats
        beats += 1
        folder.write(COORDINATOR, json.dumps({"host": "another machine", "beat": beats}).encode())

    other_machine(0)
    with pytest.raises(UsageError, match="in use by another run"):
        folder.coordinated(other_machine).__enter__()
    assert solve_in_shares(request, f"{directory}/free", Control()).length == solve(CUBE).length


@SERVICES
def test_a_second_writer_of_a_journal_at_a_service_is_refused(directory: str) -> None:
    folder = ShareFolder(f"{directory}/share")

    def overtaken() -> None:
        with folder.coordinated(lambda _: None) as run:
            run.append("{}\n")
            folder.write(JOURNAL, b"a line of the other run\n")

    with pytest.raises(PlaceError, match="changed by another program"):
        overtaken()
    assert folder.read(JOURNAL) == b"a line of the other run\n"


def test_a_run_gives_signs_while_it_loads_tables(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(share_folder._BEAT, False, 0.05)
    folder = ShareFolder("memory://a-long-plan/share")
    with folder.coordinated(lambda _: None) as run:
        states = []

        def has_sign() -> bool:
            with suppress(PlaceError):  # the sign arrives while it is read
                states.append(folder.state())
            return bool(states) and states[-1] != states[0]

        until(has_sign)
        # Another machine was faster.
        folder.write(PLAN, b"{}")
        with pytest.raises(UsageError, match="in use by another run"):
            run.write_plan(b"{}")
    ended = folder.state()
    assert ended["ended"]
    time.sleep(0.2)
    assert folder.state() == ended
