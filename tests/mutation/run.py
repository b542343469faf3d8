"""Apply each stored fault and mutant to a copy of the code, run tests, and record the test that finds it.

    python tests/mutation/run.py                      every patch, in an hour
    python tests/mutation/run.py --only store         the patches with "store" in their names
    python tests/mutation/run.py --select "-m fast"   another selection of tests, as arguments of pytest

`faults/` has faults as users meet them, `mutants/` has ten small changes for each package. The first lines of a patch
say what goes wrong and which tests run first. The test in `detected.json` runs before these, the rest of the selection
after them, up to the first failure. A failure counts if the test fails again without the others, and passes without
the patch. `detected.json` has for each patch the test that failed, or null. The exit status is 1 if a patch that was
found before is not found.
"""

import argparse
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
RECORD = HERE / "detected.json"
# The tests of `make test`. Before there were tiers, the record was made with @tests/mutation/selection.args.
SELECTION = '-m "not check and not soak"'
BUILT, MODULES = "src/cubeproof/web/built", "page/node_modules"  # git ignores them
MOST_SECONDS = 1800  # for one run of pytest
PASSED, FAILED, INTERRUPTED, NO_TESTS = 0, 1, 2, 5


class Copy:
    """A copy of the work tree in which patches are applied and tests run."""

    def __init__(self, folder: Path, selection: list[str]) -> None:
        self.work, self.selection = folder / "work", selection
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

    def run(self, command: list[str]) -> tuple[int, str]:
        """Run a command in the copy; return its status, `FAILED` if it takes too long, and its output."""
        environment = os.environ | {"PYTHONPATH": f"{self.work}/src", "NUMBA_CACHE_DIR": str(self.compiled)}
        environment["GIT_CEILING_DIRECTORIES"] = str(self.work.parent)  # the copy belongs to no repository
        with tempfile.TemporaryFile("w+", errors="replace") as output:
            process = subprocess.Popen(
                command, cwd=self.work, env=environment, start_new_session=True,
                stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT,
            )  # fmt: skip
            try:
                status = process.wait(MOST_SECONDS)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                status = FAILED
            output.seek(0)
            return status, output.read()

    def patch(self, patch: Path, *, back: bool = False) -> None:
        """Apply a patch to the copy, or take it back."""
        status, said = self.run(["git", "apply", *(["-R"] if back else []), str(patch)])
        if status != PASSED:
            sys.exit(f"{patch.name} does not apply any more: write it again for the code as it is.\n{said}")
        if back:  # with the old date of the file, so that what Numba has compiled of it stays valid
            for name in re.findall(r"^\+\+\+ b/(\S+)", patch.read_text(), re.MULTILINE):
                shutil.copystat(ROOT / name, self.work / name)

    def first_failure(self, arguments: list[str]) -> str | None:
        """Run tests until one fails; return its name."""
        shutil.rmtree(self.work / ".hypothesis", ignore_errors=True)
        failures = self.work / ".pytest_cache/v/cache/lastfailed"
        options = ["-x", "-q", "-n", "0", "--cache-clear", "--hypothesis-seed=0"]
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
        again = "::" not in test or self.first_failure([test]) is not None
        if again and test not in self.passing:
            self.patch(patch, back=True)
            self.passing[test] = "::" not in test or self.first_failure([test]) is None
            self.patch(patch)
        return again and self.passing[test]

    def finder(self, patch: Path, recorded: str | None, *, named: bool) -> str | None:
        """Return the first test that finds a patch."""
        first = re.search(r"^Tests: (.+)$", patch.read_text(), re.MULTILINE)
        paths = [path for path in first[1].split() if (ROOT / path).exists()] if first else []
        ignored = [f"--ignore={path}" for path in paths]
        steps = [[recorded]] if recorded else []
        steps += [[path, *ignored[:number]] for number, path in enumerate(paths)]
        deselected: list[str] = []
        for arguments in steps if named else [*steps, ignored]:
            while test := self.first_failure([*arguments, *deselected]):
                if self.finds(test, patch):
                    return test
                deselected.append(f"--deselect={test}")
        return None


def main() -> int:
    """Try the patches and write the record; return the exit status."""
    parser = argparse.ArgumentParser(description="Which test finds which of the stored faults and mutants.")
    parser.add_argument("--only", default="", metavar="NAME", help="patches with this in their names")
    parser.add_argument("--select", default=SELECTION, metavar="ARGUMENTS", help="the tests, for pytest")
    parser.add_argument("--named", action="store_true", help="only tests that the patch or the record names")
    parsed = parser.parse_args()
    copy = Copy(Path(tempfile.gettempdir()).resolve() / "cubeproof-mutation", shlex.split(parsed.select))
    record = json.loads(RECORD.read_text()) if RECORD.exists() else {"found": {}}
    before, compiled = dict(record["found"]), copy.compiled
    for patch in sorted([*HERE.glob("faults/*.patch"), *HERE.glob("mutants/*.patch")]):
        name = str(patch.relative_to(HERE))
        if parsed.only not in name:
            continue
        with tempfile.TemporaryDirectory(prefix="cubeproof-numba-") as empty:
            # Numba does not notice a change of a function that it has compiled into a function of another file.
            copy.compiled = Path(empty) if "engines/search/" in patch.read_text() else compiled
            copy.patch(patch)
            test = copy.finder(patch, before.get(name), named=parsed.named)
            copy.patch(patch, back=True)
        print(f"{name}: {test}", flush=True)  # noqa: T201 - a command
        record = {"selection": parsed.select, "found": dict(sorted({**record["found"], name: test}.items()))}
        RECORD.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n")
    lost = [name for name, test in before.items() if test and not record["found"][name]]
    sys.stdout.writelines(f"No test finds {name} any more; {before[name]} did.\n" for name in lost)
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
