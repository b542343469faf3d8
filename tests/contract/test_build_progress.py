"""Reports while a table is built."""

from types import SimpleNamespace

import pytest

from cubeproof.contract import build_progress
from cubeproof.contract.build_progress import BuildProgress
from cubeproof.contract.events import TableBuilding


def test_shares_are_reported_five_times_a_second_with_the_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, reports = SimpleNamespace(now=100.0), list[object]()
    monkeypatch.setattr(build_progress, "time", SimpleNamespace(monotonic=lambda: clock.now))
    share = BuildProgress("a table", reports.append)
    for clock.now, complete in ((100.0, 0), (100.1, 0.01), (110.0, 0.25), (110.1, 0.26), (110.1, 1)):
        share(complete)
    assert reports == [
        TableBuilding("a table", 0, None),
        TableBuilding("a table", 0.25, 30.0),
        TableBuilding("a table", 1, 0.0),
    ]
