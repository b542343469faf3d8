"""Which tests `make test` runs: by their purpose and their measured time."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tiers import NEW, QUICK, Durations, Tiers, finders, quick_first, sample

ROOT = Path(__file__).parents[1]

MEASURED = {
    "tests/a.py::Test::test_quick": 0.1,
    "tests/a.py::test_slow": 3.0,
    "tests/a.py::test_cases[one]": 0.15,
    "tests/a.py::test_cases[two]": 0.15,
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
    assert '"test_cases": 0.3' in text
    assert '"test_cases[three]": 0.7' in text
    assert "[one]" not in text


def test_tests_without_durations_are_quick(tmp_path: Path) -> None:
    durations = Durations.load(tmp_path / "none.json")
    assert not any(map(durations.is_long, MEASURED))


class Item:
    """The part of a collected test that the plugin reads."""

    def __init__(self, nodeid: str, *markers: str, fixtures: tuple[str, ...] = ()) -> None:
        self.nodeid, self.markers, self.fixturenames = nodeid, set(markers), fixtures

    def get_closest_marker(self, name: str) -> str | None:
        return name if name in self.markers else None

    def add_marker(self, mark: pytest.MarkDecorator) -> None:
        self.markers.add(mark.name)


def left_to_check(durations: Durations, items: list[Item]) -> list[str]:
    """Return the tests that `make test` leaves out."""
    finding = frozenset({"tests/new.py::test_many[17]"})
    Tiers(durations, write=False, finding=finding).mark(items)  # type: ignore[arg-type]
    return [item.nodeid for item in items if "check" in item.markers]


def test_long_tests_are_left_to_check_unless_they_show_a_promise_or_guard_against_a_fault(
    durations: Durations,
) -> None:
    items = [Item(node) for node in MEASURED]
    items += [Item("tests/a.py::test_slow", purpose) for purpose in ("guards", "promise")]
    assert left_to_check(durations, items) == ["tests/a.py::test_slow", "tests/a.py::test_cases[three]"]


def test_of_many_cases_make_test_runs_as_many_as_its_time_allows(durations: Durations) -> None:
    few = [Item(f"tests/new.py::test_few[{number}]") for number in range(int(QUICK / NEW))]
    many = [Item(f"tests/new.py::test_many[{number}]") for number in range(100)]
    left = left_to_check(durations, few + many)
    assert not any("few" in node for node in left)
    assert len(left) == 99 - QUICK / NEW
    # It finds a stored mutant.
    assert "tests/new.py::test_many[17]" not in left
    # Two cases of 0.15 s are too long together, but the first and the last stay.
    assert (
        left_to_check(durations, [Item("tests/a.py::test_cases[one]"), Item("tests/a.py::test_cases[two]")])
        == []
    )
    guards = [Item(f"tests/new.py::test_guards[{number}]", "guards") for number in range(100)]
    assert left_to_check(durations, guards) == []


@pytest.mark.parametrize("cases", range(1, 12))
@pytest.mark.parametrize("share", [0, 0.3, 0.9, 1])
def test_a_sample_has_the_first_and_the_last_case(cases: int, share: float) -> None:
    chosen = sample(cases, share)
    assert chosen <= set(range(cases))
    assert {0, cases - 1} <= chosen
    assert len(chosen) == min(cases, max(2, int(cases * share)))


def test_tests_that_find_stored_mutants_exist() -> None:
    files = {node.partition("::")[0] for node in finders()}
    assert [file for file in sorted(files) if not ROOT.joinpath(file).is_file()] == []


def test_visits_with_a_browser_are_left_to_check_unless_they_have_a_purpose(durations: Durations) -> None:
    items = [Item("tests/new.py::test_visit", fixtures=("visit", "chromium"))]
    items += [Item("tests/new.py::test_walk", "promise", fixtures=("visit", "chromium"))]
    assert left_to_check(durations, items) == ["tests/new.py::test_visit"]


def promises() -> list[str]:
    """The promises of README: the sentences of its first paragraph, its first command, and the things to try.

    Not among them: `make test`, which runs this test, and things to try in Python, which are doctests.
    """
    text = ROOT.joinpath("README.md").read_text(encoding="utf-8")
    start = re.split(r"\.\s", text.split("\n\n")[1])
    (command,) = re.findall(r"^make run +# .*$", text, re.MULTILINE)
    section = text.partition("## Five things to try")[2].partition("\n## ")[0]
    things = re.split(r"^\d\. ", section, flags=re.MULTILINE)[1:]
    return [*start, command, *(thing.partition("\n")[0] for thing in things if ">>>" not in thing)]


def marked_promises() -> Iterator[str]:
    """Yield the texts of the markers `promise`, each of which has to be a part of a promise of README."""
    for path in ROOT.joinpath("tests").rglob("test_*.py"):
        if path != Path(__file__) and "mark.promise" in (text := path.read_text(encoding="utf-8")):
            yield from re.findall(r'@pytest\.mark\.promise\(\s*"(.*)"\s*\)', text)


def test_every_promise_of_readme_has_a_quick_test() -> None:
    marked = [*marked_promises()]
    assert [promise for promise in promises() if not any(text in promise for text in marked)] == []
    assert [text for text in marked if not any(text in promise for promise in promises())] == []


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
