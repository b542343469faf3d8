"""Apply each stored fault and mutant to a copy of the code, run tests, and record the tests that find it.

    python tests/mutation/run.py                      the first test that finds each patch, in an hour
    python tests/mutation/run.py --only store         the patches with "store" in their names
    python tests/mutation/run.py --select "-m fast"   another selection of tests, as arguments of pytest
    python tests/mutation/run.py --all-tests          all tests that find each patch
    python tests/mutation/run.py --idle               tests that ran changed lines, and found nothing

`faults/` has faults as users meet them, `mutants/` has small changes for each package. The first lines of a patch say
what goes wrong and which tests run first. The test in `detected.json` runs before these, also if only `make check`
selects it, the rest of the selection after them, up to the first failure. A failure counts if the test fails again
without the others, and passes without the patch. `detected.json` has for each patch the test that failed, or null. The
exit status is 1 if a patch that was found before is not found.

With `--all-tests`, the tests run that run the changed lines, as coverage says. `all_tests.json` has for each patch how
many ran, and for each test that failed twice the number of its cases; README.md has the table of them.
"""

import argparse
import json
import shlex
import sys
import tempfile
import zlib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))

from mutation.covering_tests import CoveringTests  # noqa: E402
from mutation.table import update_table  # noqa: E402
from mutation.work_copy import WorkCopy  # noqa: E402

RECORD, ALL_TESTS = HERE / "detected.json", HERE / "all_tests.json"
# The tests of `make test`.
SELECTION = '-m "not check and not soak"'


def main() -> int:
    """Try the patches and write the record; return the exit status."""
    parser = argparse.ArgumentParser(description="Which test finds which of the stored faults and mutants.")
    parser.add_argument("--only", default="", metavar="NAME", help="patches with this in their names")
    parser.add_argument("--select", default=SELECTION, metavar="ARGUMENTS", help="the tests, for pytest")
    parser.add_argument("--named", action="store_true", help="only tests that the patch or the record names")
    parser.add_argument("--all-tests", action="store_true", help="all tests that find each patch")
    parser.add_argument("--missing", action="store_true", help="only patches that have no record")
    parser.add_argument("--estimate", action="store_true", help="print how long --all-tests takes")
    parser.add_argument("--idle", action="store_true", help="print the tests that found nothing")
    parser.add_argument("-n", default="2", metavar="N", help="processes that collect the lines of each test")
    parsed = parser.parse_args()
    # Each work tree has its own folder.
    name = f"cubeproof-mutation-{zlib.crc32(bytes(HERE)):08x}"
    folder = Path(tempfile.gettempdir()).resolve() / name
    work = WorkCopy(folder, shlex.split(parsed.select))
    patches = {
        str(patch.relative_to(HERE)): patch
        for patch in sorted([*HERE.glob("faults/*.patch"), *HERE.glob("mutants/*.patch")])
        if parsed.only in str(patch.relative_to(HERE))
    }
    if parsed.all_tests or parsed.estimate or parsed.idle:
        covering = CoveringTests(work, parsed.n)
        if parsed.estimate:
            return _estimate(work, covering, patches)
        if parsed.idle:
            return _print_idle(work, covering, patches)
        return _all_finders(work, covering, patches, missing=parsed.missing)
    return _first_finders(work, patches, parsed)


def _first_finders(work: WorkCopy, patches: dict[str, Path], parsed: argparse.Namespace) -> int:
    record = _read(RECORD, {"found": {}})
    before = dict(record["found"])
    for name, patch in patches.items():
        if parsed.missing and name in before:
            continue
        with work.patched(patch):
            test = work.finder(patch, before.get(name), named=parsed.named)
        print(f"{name}: {test}", flush=True)  # noqa: T201 - a command
        finders = dict(sorted({**record["found"], name: test}.items()))
        record = {"selection": parsed.select, "found": finders}
        _write(RECORD, record)
    lost = [name for name, test in before.items() if test and not record["found"][name]]
    sys.stdout.writelines(f"No test finds {name} any more; {before[name]} did.\n" for name in lost)
    return 1 if lost else 0


def _all_finders(work: WorkCopy, covering: CoveringTests, patches: dict[str, Path], *, missing: bool) -> int:
    record = _read(ALL_TESTS, {})
    for name, patch in patches.items():
        if missing and name in record:
            continue
        with work.patched(patch):
            tests = covering.of(patch)
            failed = work.all_failures(tests) if tests else set()
        finders = Counter(function_of(test) for test in sorted(failed - covering.failing))
        print(f"{name}: {len(failed)} of {len(tests)} tests", flush=True)  # noqa: T201 - a command
        record[name] = {"ran": len(tests), "found": dict(finders)}
        _write(ALL_TESTS, dict(sorted(record.items())))
        update_table(HERE / "README.md", record, _read(RECORD, {"found": {}})["found"])
    return 0


def _estimate(work: WorkCopy, covering: CoveringTests, patches: dict[str, Path]) -> int:
    total = runs = 0.0
    for patch, tests in _covered(work, covering, patches):
        seconds = sum(covering.seconds[test] for test in tests)
        total, runs = total + seconds, runs + len(tests)
        print(f"{patch}: {len(tests)} tests, {seconds:.0f} s")  # noqa: T201 - a command
    print(f"{len(patches)} patches, {runs:.0f} runs of tests, {total / 3600:.1f} h")  # noqa: T201 - a command
    return 0


def _print_idle(work: WorkCopy, covering: CoveringTests, patches: dict[str, Path]) -> int:
    """Print for each test that found nothing the number of patches whose lines it ran, most first."""
    record = _read(ALL_TESTS, {})
    tried = {name: patch for name, patch in patches.items() if name in record}
    useful = {test for name in tried for test in record[name]["found"]}
    ran = Counter[str]()
    for _, tests in _covered(work, covering, tried):
        ran.update({function_of(test) for test in tests} - useful)
    for test, count in ran.most_common():
        print(f"{count:4} {test}")  # noqa: T201 - a command
    return 0


def _covered(
    work: WorkCopy, covering: CoveringTests, patches: dict[str, Path]
) -> Iterator[tuple[str, set[str]]]:
    for name, patch in patches.items():
        with work.patched(patch):
            tests = covering.of(patch)
        yield name, tests


def function_of(test: str) -> str:
    """Return the node id of a test without the id of its case."""
    path, _, name = test.partition("::")
    return f"{path}::{name.partition('[')[0]}" if name else path


def _read(path: Path, default: dict[str, Any]) -> dict[str, Any]:
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else default


def _write(path: Path, record: dict[str, Any]) -> None:
    path.write_text(json.dumps(record, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
