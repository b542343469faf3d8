"""Which tests `make test` runs, and which only `make check`: by purpose first, then by measured time.

- A test with the marker `promise` or `guards` is quick: it shows a promise of README, or has found the fault it names.
- A case that finds a stored fault or mutant first, in `mutation/detected.json`, is quick.
- Any other test that opens a browser is long.
- Any other test is long if it takes `QUICK` seconds.
- The other cases of one function test the same lines. The first, the last, and evenly chosen cases between them are
  quick, for `QUICK` seconds together; the rest are long.

`durations.json` has the seconds of every test of a full run. The cases of a function that take less than `QUICK`
seconds each share one entry, with their sum; each longer case has a separate entry. A test that is not listed is new;
it counts as quick, and `NEW` seconds are assumed for each case.

    make durations    run everything but soak, and write the file again

Long tests get the marker `check`. Each process of a run does its quick tests first, so that most faults are reported in
the first minutes of `make check`.
"""

import json
from collections import Counter, defaultdict
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import Any

import pytest

QUICK = 0.2
"""Seconds for a test, or for the cases of a function together: what is longer is left to `make check`."""

NEW = 0.05
"""Seconds that are assumed for a case that was not measured."""

PURPOSES = ("promise", "guards")
"""The markers of tests that are quick, however long they take."""

_TESTS = Path(__file__).parents[1]
_FILE = _TESTS / "durations.json"


def finders(path: Path = _TESTS / "mutation" / "detected.json") -> frozenset[str]:
    """Return the tests that find the stored faults and mutants."""
    return frozenset(filter(None, json.loads(path.read_text(encoding="utf-8"))["found"].values()))


class Durations:
    """The durations of tests in seconds, by file and name; the name of a long case includes its id."""

    def __init__(self, seconds: dict[str, dict[str, float]]) -> None:
        self._seconds = seconds

    @classmethod
    def load(cls, path: Path = _FILE) -> "Durations":
        """Read a file; without a file, no test is listed."""
        return cls(json.loads(path.read_text(encoding="utf-8")) if path.exists() else {})

    @classmethod
    def of(cls, measured: dict[str, float]) -> "Durations":
        """Return the durations of all cases; `measured` has their seconds by node id."""
        seconds: dict[str, dict[str, float]] = {}
        for node, duration in measured.items():
            file, _, name = node.partition("::")
            key = name if duration >= QUICK else name.partition("[")[0]
            tests = seconds.setdefault(file, {})
            tests[key] = tests.get(key, 0.0) + duration
        return cls(seconds)

    def save(self, path: Path = _FILE) -> None:
        """Write the file, sorted, for readable diffs."""
        rounded = {
            file: {name: round(duration, 2) for name, duration in sorted(tests.items())}
            for file, tests in sorted(self._seconds.items())
        }
        path.write_text(json.dumps(rounded, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")

    def is_listed(self, node: str) -> bool:
        """Whether a test was measured."""
        file, _, name = node.partition("::")
        tests = self._seconds.get(file, {})
        return name in tests or name.partition("[")[0] in tests

    def is_long(self, node: str) -> bool:
        """Whether a test is long, so that only `make check` runs it."""
        file, _, name = node.partition("::")
        tests = self._seconds.get(file, {})
        # A case with a separate entry is long; the entry of a function with cases is the sum of its quick cases.
        return name in tests if "[" in name else tests.get(name, 0.0) >= QUICK

    def seconds(self, function: str, cases: int) -> float:
        """Return the seconds of the quick cases of a function together."""
        file, _, name = function.partition("::")
        return self._seconds.get(file, {}).get(name, NEW * cases)


def sample(cases: int, share: float) -> set[int]:
    """Return the numbers of a share of cases: the first and the last, and others evenly between them.

    >>> sorted(sample(9, 0.4)), sorted(sample(9, 0))
    ([0, 4, 8], [0, 8])
    """
    count = max(2, int(cases * share))
    return (
        {round(number * (cases - 1) / (count - 1)) for number in range(min(count, cases))}
        if cases > 1
        else {0}
    )


def quick_first(items: list[pytest.Item], processes: int) -> list[pytest.Item]:
    """Order tests so that each process runs its quick tests first: xdist gives each an equal part of the list."""
    quick = [item for item in items if item.get_closest_marker("check") is None]
    long = [item for item in items if item.get_closest_marker("check") is not None]
    return [
        item
        for number in range(processes)
        for tests in (quick, long)
        for item in tests[number * len(tests) // processes : (number + 1) * len(tests) // processes]
    ]


class Tiers:
    """The plugin: marks tests while they are collected, and sums up a run."""

    def __init__(self, durations: Durations, write: bool, finding: frozenset[str] = frozenset()) -> None:
        self.durations, self.write, self.finders = durations, write, finding
        self.measured: dict[str, float] = defaultdict(float)
        self.missing: Counter[str] = Counter()

    @pytest.hookimpl(wrapper=True)
    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> Generator[None, None, None]:
        """Mark long tests. After other plugins deselected tests, order the rest."""
        self.mark(items)
        yield
        items[:] = quick_first(items, getattr(config, "workerinput", {}).get("workercount", 1))

    def mark(self, items: list[pytest.Item]) -> None:
        """Give long tests the marker `check`."""
        functions: dict[str, list[pytest.Item]] = defaultdict(list)
        for item in items:
            if item.nodeid in self.finders or any(map(item.get_closest_marker, PURPOSES)):
                continue
            if "chromium" in getattr(item, "fixturenames", ()) or self.durations.is_long(item.nodeid):
                item.add_marker(pytest.mark.check)
            elif item.get_closest_marker("check") is None:
                functions[item.nodeid.partition("[")[0]].append(item)
        for function, cases in functions.items():
            seconds = self.durations.seconds(function, len(cases))
            chosen = sample(len(cases), QUICK / max(seconds, QUICK))
            for number, item in enumerate(cases):
                if number not in chosen:
                    item.add_marker(pytest.mark.check)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Add the duration of a phase of a test (set-up, call, tear-down) to the duration of the test."""
        self.measured[report.nodeid] += report.duration
        if report.skipped and isinstance(report.longrepr, tuple):
            self.missing[report.longrepr[2].removeprefix("Skipped: ")] += 1

    def pytest_terminal_summary(self, terminalreporter: Any) -> None:
        """Print how many tests are not listed, and the reasons of skipped tests."""
        for line in self.summary():
            terminalreporter.write_line(line)

    def summary(self) -> Iterator[str]:
        """Yield the lines that are printed at the end of a run."""
        new = {node: seconds for node, seconds in self.measured.items() if not self.durations.is_listed(node)}
        if new:
            yield f"{len(new)} tests are not in tests/durations.json; they took {sum(new.values()):.1f} s."
        for reason, count in sorted(self.missing.items()):
            yield f"{count} tests skipped: {reason}"

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        """Write the file after a complete run, whether all tests passed or not."""
        if self.write and exitstatus in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
            Durations.of(self.measured).save()


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option that writes the file."""
    parser.addoption(
        "--write-durations", action="store_true", help="write tests/durations.json after a full run"
    )


def pytest_configure(config: pytest.Config) -> None:
    """Register the plugin: the first process of a run writes the summary, the processes that run tests mark them."""
    write = config.getoption("--write-durations") and not hasattr(config, "workerinput")
    config.pluginmanager.register(Tiers(Durations.load(), write, finders()), "cubeproof-tiers")
