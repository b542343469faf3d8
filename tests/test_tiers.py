"""Which tests `make test` runs, by their measured time."""

from pathlib import Path
from typing import Any

import pytest

from tiers import QUICK, Durations, Tiers, quick_first

MEASURED = {
    "tests/a.py::Test::test_quick": 0.1,
    "tests/a.py::test_slow": 3.0,
    "tests/a.py::test_cases[one]": 0.4,
    "tests/a.py::test_cases[two]": 0.4,
    "tests/a.py::test_cases[three]": 0.7,
    "src/b.py::b.example": 0.0,
}


@pytest.fixture
def durations(tmp_path: Path) -> Durations:
    Durations.of(MEASURED).save(tmp_path / "durations.json")
    return Durations.load(tmp_path / "durations.json")


def test_long_tests_are_those_above_the_limit(durations: Durations) -> None:
    assert {node for node in MEASURED if durations.is_long(node)} == {
        node for node, seconds in MEASURED.items() if seconds >= QUICK
    }


def test_every_measured_test_is_listed_and_a_new_one_is_not(durations: Durations) -> None:
    assert all(map(durations.is_listed, MEASURED))
    assert durations.is_listed("tests/a.py::test_cases[four]")
    for node in ("tests/a.py::test_new", "tests/new.py::test_quick"):
        assert not durations.is_listed(node)
        assert not durations.is_long(node)


def test_quick_cases_of_a_function_share_an_entry(durations: Durations, tmp_path: Path) -> None:
    text = (tmp_path / "durations.json").read_text()
    assert '"test_cases": 0.8' in text
    assert '"test_cases[three]": 0.7' in text
    assert "[one]" not in text


def test_tests_without_durations_are_quick(tmp_path: Path) -> None:
    durations = Durations.load(tmp_path / "none.json")
    assert not any(map(durations.is_long, MEASURED))


class Item:
    """The part of a collected test that the plugin reads."""

    def __init__(self, nodeid: str, guards: bool = False) -> None:
        self.nodeid, self.markers = nodeid, {"guards"} if guards else set()

    def get_closest_marker(self, name: str) -> str | None:
        return name if name in self.markers else None

    def add_marker(self, mark: pytest.MarkDecorator) -> None:
        self.markers.add(mark.name)


def test_long_tests_get_the_marker_unless_they_guard_against_a_fault(durations: Durations) -> None:
    items = [Item(node) for node in MEASURED] + [Item("tests/a.py::test_slow", guards=True)]
    Tiers(durations, write=False).mark(items)  # type: ignore[arg-type]
    marked = [item.nodeid for item in items if "check" in item.markers]
    assert marked == ["tests/a.py::test_slow", "tests/a.py::test_cases[three]"]


@pytest.mark.parametrize("processes", [1, 2, 3])
def test_each_process_does_its_quick_tests_first(processes: int) -> None:
    items = [Item(str(number)) for number in range(30)]
    for item in items[::5]:
        item.add_marker(pytest.mark.check)
    ordered: list[Any] = quick_first(items, processes)  # type: ignore[arg-type]
    assert {item.nodeid for item in ordered} == {item.nodeid for item in items}
    part = len(items) // processes
    for number in range(processes):
        long = ["check" in item.markers for item in ordered[number * part : (number + 1) * part]]
        assert long == sorted(long)
        assert sum(long) == 6 // processes


def report(node: str, duration: float, skipped: str = "") -> pytest.TestReport:
    longrepr = ("file", 1, f"Skipped: {skipped}") if skipped else None
    outcome = "skipped" if skipped else "passed"
    return pytest.TestReport(node, ("file", 1, ""), {}, outcome, longrepr, "call", duration=duration)  # type: ignore[arg-type]


def test_a_run_ends_with_new_tests_and_missing_tools(durations: Durations) -> None:
    tiers = Tiers(durations, write=False)
    tiers.pytest_runtest_logreport(report("tests/a.py::test_slow", 2))
    tiers.pytest_runtest_logreport(report("tests/a.py::test_new", 1.25))
    tiers.pytest_runtest_logreport(report("tests/a.py::test_new", 0.25))
    for node in ("tests/a.py::test_x[1]", "tests/a.py::test_x[2]"):
        tiers.pytest_runtest_logreport(report(node, 0, "minisat is not installed"))
    assert [*tiers.summary()] == [
        "3 tests are not in tests/durations.json; they took 1.5 s.",
        "2 tests skipped: minisat is not installed",
    ]
