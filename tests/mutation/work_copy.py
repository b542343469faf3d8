"""`WorkCopy`: a copy of the work tree in which patches are applied and tests run."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from mutation import journal

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BUILT, MODULES = "src/cubeproof/web/built", "page/node_modules"  # git ignores them
MOST_SECONDS = 1800  # for one run of pytest up to the first failure
PASSED, FAILED, INTERRUPTED, NO_TESTS = 0, 1, 2, 5
# Packages with functions that Numba compiles.
_COMPILED = ("src/cubeproof/methods/", "src/cubeproof/tables/compiled_distances.py")
_OPTIONS = ("-q", "--cache-clear", "--hypothesis-seed=0")
# A test that is recorded runs also if the selection does not have it.
_ANY = ("-m", "not soak")


def named_tests(patch: Path) -> list[str]:
    """Return the paths of tests that a patch names."""
    first = re.search(r"^Tests: (.+)$", patch.read_text(encoding="utf-8"), re.MULTILINE)
    return [path for path in first[1].split() if (ROOT / path).exists()] if first else []


@dataclass
class Run:
    """The events of one run of tests."""

    started: set[str] = field(default_factory=set)
    """The tests that started."""
    seconds: dict[str, float] = field(default_factory=dict)
    """The seconds of each test that ended."""
    fixtures: dict[str, list[str]] = field(default_factory=dict)
    """The shared fixtures of each test, by the names of their contexts."""
    failed: set[str] = field(default_factory=set)
    """The tests that failed, and the files that could not be collected."""

    @classmethod
    def read(cls, path: Path) -> "Run":
        """Read the file that `journal` has written."""
        run = cls()
        for line in path.read_text(encoding="utf-8").splitlines():
            event, name, *more = json.loads(line)
            if event == "end":
                run.seconds[name], run.fixtures[name] = more
            else:
                {"start": run.started, "failed": run.failed}[event].add(name)
        return run


class WorkCopy:
    """A copy of the work tree in which patches are applied and tests run."""

    def __init__(self, folder: Path, selection: list[str]) -> None:
        self.folder, self.work, self.selection = folder, folder / "work", selection
        self.compiled = folder / "numba"  # kept for the next run
        self.passing: dict[str, bool] = {}  # whether a test passes without a patch
        shutil.rmtree(self.work, ignore_errors=True)
        names = subprocess.check_output(["git", "ls-files", "-co", "--exclude-standard"], cwd=ROOT, text=True)
        for name in filter(lambda name: (ROOT / name).is_file(), names.splitlines()):
            (self.work / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, self.work / name)
        if not all((ROOT / name).is_dir() for name in (BUILT, MODULES)):
            sys.exit(f"{BUILT} or {MODULES} is missing, and tests need them: run `make page`.")
        shutil.copytree(ROOT / BUILT, self.work / BUILT)
        (self.work / MODULES).symlink_to((ROOT / MODULES).resolve())
        where = self.run([sys.executable, "-c", "import cubeproof; print(cubeproof.__file__)"])[1]
        if not where.startswith(str(self.work)):
            sys.exit(f"The tests would import another cubeproof than the copy: {where}")

    def run(
        self, command: list[str], more: Mapping[str, str] | None = None, most_seconds: float = MOST_SECONDS
    ) -> tuple[int, str]:
        """Run a command in the copy; return its status, `FAILED` if it takes too long, and its output."""
        environment = os.environ | {
            "PYTHONPATH": f"{self.work}/src",
            "NUMBA_CACHE_DIR": str(self.compiled),
            "GIT_CEILING_DIRECTORIES": str(self.work.parent),  # the copy belongs to no repository
            **(more or {}),
        }
        with tempfile.TemporaryFile("w+", errors="replace") as output:
            process = subprocess.Popen(
                command, cwd=self.work, env=environment, start_new_session=True,
                stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
            )  # fmt: skip
            try:
                status = process.wait(most_seconds)
            except subprocess.TimeoutExpired:
                status = FAILED
            finally:
                with suppress(ProcessLookupError):  # also what a killed test has left
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait()
            output.seek(0)
            return status, output.read()

    def patch(self, patch: Path, *, back: bool = False) -> None:
        """Apply a patch to the copy, or take it back."""
        status, said = self.run(["git", "apply", *(["-R"] if back else []), str(patch)])
        if status != PASSED:
            sys.exit(f"{patch.name} does not apply any more: write it again for the code as it is.\n{said}")
        if back:  # with the old date of the file, so that what Numba has compiled of it stays valid
            for name in self.patched_files(patch):
                shutil.copystat(ROOT / name, self.work / name)

    def patched_files(self, patch: Path) -> list[str]:
        """Return the paths of the files that a patch changes."""
        return re.findall(r"^\+\+\+ b/(\S+)", patch.read_text(encoding="utf-8"), re.MULTILINE)

    @contextmanager
    def patched(self, patch: Path) -> Iterator[None]:
        """Apply a patch inside the context."""
        with tempfile.TemporaryDirectory(prefix="cubeproof-numba-") as empty:
            kept = self.compiled
            # Numba does not notice a change of a function that it has compiled into a function of another file.
            if any(path.startswith(_COMPILED) for path in self.patched_files(patch)):
                self.compiled = Path(empty)
            self.patch(patch)
            try:
                yield
            finally:
                self.patch(patch, back=True)
                self.compiled = kept

    def first_failure(self, arguments: list[str]) -> str | None:
        """Run tests until one fails; return its name."""
        shutil.rmtree(self.work / ".hypothesis", ignore_errors=True)
        failures = self.work / ".pytest_cache/v/cache/lastfailed"
        options = ["-x", "-n", "0", *_OPTIONS]
        status, said = self.run([sys.executable, "-m", "pytest", *options, *self.selection, *arguments])
        if status in (PASSED, NO_TESTS) or "ERROR: not found" in said:
            return None
        if status not in (FAILED, INTERRUPTED):
            sys.exit(f"pytest cannot run these tests:\n{said}")
        return (
            next(iter(json.loads(failures.read_text()))) if failures.exists() else "a test that does not end"
        )

    def finds(self, test: str, patch: Path) -> bool:
        """Whether a test that has failed fails again without other tests, and passes without the patch."""
        again = "::" not in test or self.first_failure([*_ANY, test]) is not None
        if again and test not in self.passing:
            self.patch(patch, back=True)
            self.passing[test] = "::" not in test or self.first_failure([*_ANY, test]) is None
            self.patch(patch)
        return again and self.passing[test]

    def finder(self, patch: Path, recorded: str | None, *, named: bool) -> str | None:
        """Return the first test that finds a patch."""
        paths = named_tests(patch)
        ignored = [f"--ignore={path}" for path in paths]
        steps = [[*_ANY, recorded]] if recorded else []
        steps += [[path, *ignored[:number]] for number, path in enumerate(paths)]
        deselected: list[str] = []
        for arguments in steps if named else [*steps, ignored]:
            while test := self.first_failure([*arguments, *deselected]):
                if self.finds(test, patch):
                    return test
                deselected.append(f"--deselect={test}")
        return None

    def run_all(
        self, arguments: Iterable[str], tests: Collection[str] | None = None, *, program: Iterable[str] = ()
    ) -> Run:
        """Run tests to the end, also after failures, and return their events.

        Args:
            arguments: more arguments of pytest.
            tests: the node ids of the tests to run; by default all that `arguments` select.
            program: the Python module, with arguments, that runs pytest; by default pytest itself.
        """
        shutil.rmtree(self.work / ".hypothesis", ignore_errors=True)
        events, listed = self.folder / "events", self.folder / "tests"
        events.write_text("")
        folders = ("src", "tests/tools", "tests")
        more = {
            "PYTHONPATH": ":".join(f"{self.work}/{folder}" for folder in folders),
            journal.JOURNAL: str(events),
        }
        if tests is not None:
            listed.write_text("\n".join(tests), encoding="utf-8")
            more[journal.TESTS] = str(listed)
        command = [sys.executable, "-m", *program, "pytest", "-p", "mutation.journal", *_OPTIONS]
        command += ["--continue-on-collection-errors", *self.selection, *arguments]
        status, said = self.run(command, more, 24 * 3600.0)
        run = Run.read(events)
        if not run.started and not run.failed and status not in (PASSED, NO_TESTS):
            sys.exit(f"pytest cannot run these tests:\n{said}")
        return run

    def all_failures(self, tests: Collection[str]) -> set[str]:
        """Run tests; return the tests that fail twice, end the process, or do not end."""
        failed, left = set[str](), set(tests)
        fatal = set[str]()
        while left:
            run = self._run_listed(left)
            failed |= run.failed
            unfinished = run.started - run.seconds.keys()
            fatal |= unfinished
            left = left - run.started if unfinished else set()
        again = self._run_listed(failed - fatal).failed if failed - fatal else set()
        return fatal | (failed & again)

    def _run_listed(self, tests: Collection[str]) -> Run:
        files = sorted({test.partition("::")[0] for test in tests})
        return self.run_all(["-n", "0", *files], tests)
