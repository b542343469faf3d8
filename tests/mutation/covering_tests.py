"""`CoveringTests`: which tests run the lines that a patch changes.

Coverage does not trace code that Numba compiles, and a patch outside functions has its effect in functions of the file.
So a patch in a function that no test seems to run belongs to the tests that it names, and a patch outside functions to
all tests that run a function of its file, and the tests that it names.
"""

import ast
import json
import sys
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from functools import cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from coverage import CoverageData

from mutation.journal import CONTEXT
from mutation.work_copy import HERE, ROOT, WorkCopy, named_tests

FOLDER = ROOT / "build" / "mutation"
_CODE = ("src/cubeproof", "benchmarks")
_SETTINGS = f"""[run]
source = {", ".join(_CODE)}
data_file = {{data}}
relative_files = true
parallel = true
patch = subprocess, _exit
sigterm = true
context = ${{{{{CONTEXT}-}}}}
disable_warnings = no-data-collected, module-not-measured, module-not-imported, couldnt-parse, no-sysmon
"""
_Lines = set[int]


def _digest(selection: Iterable[str]) -> str:
    """Identify the code, the tests and their selection."""
    digest = sha256(" ".join(selection).encode())
    for folder in (*_CODE, "tests"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            if HERE in path.parents:
                continue
            digest.update(f"{path.relative_to(ROOT)} {sha256(path.read_bytes()).hexdigest()}\n".encode())
    return digest.hexdigest()


class CoveringTests:
    """The lines that each test runs; collected in a copy, and kept in `build/mutation/` until code or tests change."""

    def __init__(self, copy: WorkCopy, processes: str) -> None:
        facts, digest = FOLDER / "tests.json", _digest(copy.selection)
        if not facts.exists() or json.loads(facts.read_text())["digest"] != digest:
            print("Collecting the lines that each test runs ...", flush=True)  # noqa: T201 - a command
            facts.unlink(missing_ok=True)
            self._collect(copy, facts, digest, processes)
        self._facts: dict[str, Any] = json.loads(facts.read_text())
        self._copy = copy

    @property
    def seconds(self) -> dict[str, float]:
        """The seconds of each test, by node id."""
        seconds: dict[str, float] = self._facts["seconds"]
        return seconds

    @property
    def failing(self) -> set[str]:
        """The tests that fail without a patch."""
        return set(self._facts["failing"])

    @staticmethod
    def _collect(copy: WorkCopy, facts: Path, digest: str, processes: str) -> None:
        FOLDER.mkdir(parents=True, exist_ok=True)
        for old in FOLDER.glob("lines*"):
            old.unlink()
        settings = copy.folder / "coveragerc"
        settings.write_text(_SETTINGS.format(data=FOLDER / "lines"), encoding="utf-8")
        program = ["coverage", "run", f"--rcfile={settings}", "-m"]
        run = copy.run_all(["-n", processes], program=program)
        copy.run([sys.executable, "-m", "coverage", "combine", f"--rcfile={settings}"])
        content = {"digest": digest, "failing": sorted(run.failed), "seconds": run.seconds}
        facts.write_text(json.dumps(content | {"fixtures": run.fixtures}), encoding="utf-8")

    @cached_property
    def _data(self) -> CoverageData:
        data = CoverageData(str(FOLDER / "lines"))
        data.read()
        return data

    @cached_property
    def _users(self) -> dict[str, set[str]]:
        """The tests that use each shared fixture."""
        users: dict[str, set[str]] = {}
        for test, fixtures in self._facts["fixtures"].items():
            for fixture in fixtures:
                users.setdefault(fixture, set()).add(test)
        return users

    def of(self, patch: Path) -> set[str]:
        """Return the tests that run the lines that a patch changes; the patch is applied to the copy."""
        tests = set[str]()
        for path in self._copy.patched_files(patch):
            before, after = ((place / path).read_text(encoding="utf-8") for place in (ROOT, self._copy.work))
            contexts = self._data.contexts_by_lineno(path)
            for lines in changed_lines(before, after):
                ran = {context for line in lines for context in contexts.get(line, ())}
                tests |= self._tests(ran)
                if not ran or not _in_function(before, lines):
                    tests |= self._named(patch)
                if not _in_function(before, lines):
                    tests |= self._tests(
                        {context for line in _function_lines(before) for context in contexts.get(line, ())}
                    )
        return tests & self.seconds.keys() - self.failing

    def _tests(self, contexts: set[str]) -> set[str]:
        return contexts.union(*(self._users.get(context, set()) for context in contexts))

    def _named(self, patch: Path) -> set[str]:
        paths = named_tests(patch)
        return {test for test in self.seconds if any(_is_within(test, path) for path in paths)}


def _is_within(test: str, path: str) -> bool:
    return test.startswith((f"{path}/", f"{path}::"))


def changed_lines(before: str, after: str) -> Iterator[_Lines]:
    """Yield for each change the lines of the statements that it changes, or that are around inserted lines."""
    old, new = before.splitlines(), after.splitlines()
    headers = [_header(node) for node in ast.walk(ast.parse(before)) if isinstance(node, _WITH_HEADER)]
    for kind, first, last, *_ in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal":
            changed = set(range(first + 1, last + 1)) or {first, first + 1}
            yield changed.union(*(header for header in headers if header & changed))


_WITH_HEADER = (ast.stmt, ast.ExceptHandler, ast.match_case)


def _header(node: Any) -> _Lines:
    """Return the lines of a simple statement, or those of a compound statement before its body."""
    if isinstance(node, ast.match_case):
        return set(range(node.pattern.lineno, node.body[0].lineno)) or {node.pattern.lineno}
    body = getattr(node, "body", None) or getattr(node, "cases", None)
    if not body:
        return set(range(node.lineno, node.end_lineno + 1))
    inside = getattr(body[0], "lineno", None) or body[0].pattern.lineno
    return set(range(node.lineno, max(inside, node.lineno + 1)))


def _functions(text: str) -> Iterator[_Lines]:
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield set(range(node.body[0].lineno, (node.end_lineno or 0) + 1))


def _function_lines(text: str) -> _Lines:
    return set().union(*_functions(text))


def _in_function(text: str, lines: _Lines) -> bool:
    return any(lines & body for body in _functions(text))
