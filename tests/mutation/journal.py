"""A plugin of pytest for `run.py`: runs listed tests, and writes which start, fail and end.

With coverage, each test has a context, also in the processes that it starts. A fixture that several tests share has
a separate context, since only the first of them runs it.

    MUTATION_JOURNAL    the file of events: a JSON array in each line
    MUTATION_TESTS      a file with the node ids of the tests to run; without it, all collected tests run
"""

import faulthandler
import json
import os
import sys
import time
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

JOURNAL, TESTS, CONTEXT = "MUTATION_JOURNAL", "MUTATION_TESTS", "MUTATION_CONTEXT"
MOST_SECONDS = 600
"""A test that takes longer does not end; its process is killed."""


def _write(event: str, name: str, *more: object) -> None:
    # Each event is in the file before the next one, since a test may end the process.
    with Path(os.environ[JOURNAL]).open("a", encoding="utf-8") as file:
        file.write(json.dumps([event, name, *more]) + "\n")


@contextmanager
def _context(name: str) -> Iterator[None]:
    """Assign the lines that run inside the context, in this process or in a new one, to a test or a fixture."""
    before, os.environ[CONTEXT] = os.environ.get(CONTEXT, ""), name
    coverage = sys.modules.get("coverage")
    current = None if coverage is None else coverage.Coverage.current()
    if current is not None:
        current.switch_context(name)
    try:
        yield
    finally:
        os.environ[CONTEXT] = before
        if current is not None:
            current.switch_context(before)


def _name(definition: pytest.FixtureDef[object]) -> str:
    return f"fixture {definition.baseid} {definition.argname}"


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Keep the listed tests."""
    if TESTS in os.environ:
        listed = set(Path(os.environ[TESTS]).read_text(encoding="utf-8").splitlines())
        config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in listed])
        items[:] = [item for item in items if item.nodeid in listed]


def pytest_collectreport(report: pytest.CollectReport) -> None:
    """Record a file whose tests cannot be collected as a failure."""
    if report.failed:
        _write("failed", report.nodeid)


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Record the start and the end of a test, its seconds and its shared fixtures."""
    information = getattr(item, "_fixtureinfo", None)
    definitions = [] if information is None else [used[-1] for used in information.name2fixturedefs.values()]
    _write("start", item.nodeid)
    begin = time.monotonic()
    faulthandler.dump_traceback_later(MOST_SECONDS, exit=True)
    with _context(item.nodeid):
        result = yield
    faulthandler.cancel_dump_traceback_later()
    shared = [_name(definition) for definition in definitions if definition.scope != "function"]
    _write("end", item.nodeid, round(time.monotonic() - begin, 3), shared)
    return result


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[object]) -> Generator[None, object, object]:
    """Run a fixture that several tests share in its context."""
    if fixturedef.scope == "function":
        return (yield)
    with _context(_name(fixturedef)):
        return (yield)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Record a failure."""
    if report.failed:
        _write("failed", report.nodeid)
