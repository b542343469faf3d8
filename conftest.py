"""Set-up of every test, also of the doctests of src/, README and docs/, so this file is not in tests/."""

import gc
import os
import shutil
import signal
import tempfile
import threading
from collections.abc import Generator
from doctest import DocTestFinder
from pathlib import Path
from types import ModuleType

import pytest
from _pytest.doctest import DoctestModule
from hypothesis import settings

from cubeproof import Cube, solve
from cubeproof.base.lazy_imports import DEFINED_IN

IN_CI = os.environ.get("CI") == "true"

# No test waits on a clock for a verdict, so there are no deadlines; CI draws the same examples every time.
settings.register_profile("dev", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("ci" if IN_CI else "dev")

# The first process of a run collects the report of all processes. It runs no test.
pytest_plugins = ["bounds_only", "parameter_ids", "recorder", "second_opinion.verdict_table", "tiers"]

# Each process of a run has its own browser, servers and searches; more processes need more memory than most
# machines have.
MOST_PROCESSES = 4

_CACHE = pytest.StashKey[Path]()


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Return the number of usable processors plus one: many tests wait, for a browser or a process."""
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(usable + 1, MOST_PROCESSES)


def pytest_configure(config: pytest.Config) -> None:
    """Set the cache of tables to a folder of this run: tables are built once, and the user's tables stay untouched.

    Also handle Ctrl-C: a shell that starts pytest in the background makes it ignore SIGINT, and the programs that
    tests interrupt would inherit this.
    """
    if threading.current_thread() is threading.main_thread():
        signal.signal(signal.SIGINT, signal.default_int_handler)
    gc.set_threshold(10_000, 10, 10)
    if "PYTEST_XDIST_WORKER" in os.environ:
        return  # the first process of the run has made the folder, which all processes share
    config.stash[_CACHE] = Path(tempfile.mkdtemp(prefix="cubeproof-tests-"))
    os.environ["CUBEPROOF_CACHE"] = str(config.stash[_CACHE])
    # No process of cubeproof continues in the background after a test.
    os.environ["CUBEPROOF_BACKGROUND"] = "0"
    if config.getoption("numprocesses", None):
        # Else the first processes that need these tables report that they wait for one another.
        for metric in ("htm", "qtm"):
            solve(Cube(2).apply("R U"), engine="table", metric=metric)


def pytest_collection_finish() -> None:
    """Exempt modules and collected tests from garbage collection, which would take a fifth of the time of a run."""
    gc.collect()
    gc.freeze()


def pytest_unconfigure(config: pytest.Config) -> None:
    """Remove the folder of this run."""
    if _CACHE in config.stash:
        shutil.rmtree(config.stash[_CACHE], ignore_errors=True)


def _is_defined_in(finder: DocTestFinder, module: ModuleType, value: object) -> bool:
    """Whether a module defines a value: doctest looks at `__module__`, which is the package for public classes."""
    if isinstance(value, type) and value in DEFINED_IN:
        return DEFINED_IN[value] == module.__name__
    return bool(_from_module(finder, module, value))


_from_module = DocTestFinder._from_module  # type: ignore[attr-defined]
DocTestFinder._from_module = _is_defined_in  # type: ignore[attr-defined]


@pytest.hookimpl(wrapper=True)
def pytest_collect_file(
    file_path: Path, parent: pytest.Collector
) -> Generator[None, list[pytest.Collector], list[pytest.Collector]]:
    """Collect doctests only in src/, README and docs/, not in tests/."""
    collectors = yield
    if parent.config.rootpath / "tests" not in file_path.parents:
        return collectors
    return [collector for collector in collectors if not isinstance(collector, DoctestModule)]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Report a skipped test as a failure in CI, where all tools for the tests are installed."""
    report = yield
    if IN_CI and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = f"{item.nodeid} was skipped, which CI does not allow: {report.longrepr}"
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Report a module that is skipped as a whole as a failure in CI."""
    report = yield
    if IN_CI and report.skipped:
        report.outcome = "failed"
        report.longrepr = f"{report.nodeid} was skipped, which CI does not allow: {report.longrepr}"
    return report


@pytest.fixture(scope="session")
def kissat() -> Path:
    """The kissat program that passagemath-kissat carries: an external SAT solver."""
    import sage_wheels

    return Path(sage_wheels.__path__[0]) / "bin" / "kissat"


@pytest.fixture(scope="session")
def minisat() -> Path:
    """Debian's minisat, the classic external solver; CI installs it."""
    program = shutil.which("minisat")
    if program is None:
        pytest.skip("minisat is not installed (Debian and Ubuntu: apt install minisat)")
    return Path(program)
