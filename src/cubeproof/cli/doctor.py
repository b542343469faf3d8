"""`cubeproof doctor`."""

from __future__ import annotations

import argparse
import json
import os
import platform
import shutil
import sys
import tempfile
from importlib.metadata import PackageNotFoundError, version

from cubeproof import Cube, __version__, solve
from cubeproof.cli.statuses import DEFECT, OK
from cubeproof.errors import CubeproofError
from cubeproof.solving.registry import ENGINES, all_tables
from cubeproof.store import Store, default_folder

__all__ = ["run"]

_PACKAGES = ("numpy", "python-sat", "rich", "platformdirs")
_SOLVERS = ("minisat", "glucose", "cadical", "kissat", "cryptominisat5", "picosat", "gophersat")


def run(parsed: argparse.Namespace) -> int:
    """Look at everything that a user's complaint would make us ask for."""
    found = {
        "cubeproof": __version__,
        "python": platform.python_version(),
        "system": platform.platform(),
        "cores": str(os.cpu_count()),
        **{name: _version(name) for name in _PACKAGES},
        "solvers on the PATH": ", ".join(filter(shutil.which, _SOLVERS)) or "none (none is needed)",
        "cache folder": f"{default_folder()} ({_writable()})",
        "tables": _tables(),
        "encoding of stdout": sys.stdout.encoding,
    }
    provers = [name for name, row in ENGINES.items() if row.proves and row.suits(2) and not row.asks]
    checks = {f"a 2×2×2 by {name}": _solves(name) for name in provers}
    well = all(verdict == "good" for verdict in checks.values())
    if parsed.json:
        print(json.dumps(found | checks | {"well": well}))
    else:
        for name, value in (found | checks).items():
            print(f"{name:<22} {value}")
        print("All is well." if well else "Something is wrong, see above.")
    return OK if well else DEFECT


def _tables() -> str:
    """The tables in the cache, and those that are built when they are needed."""
    states = {table.name: "not yet there" for _, table in all_tables()}
    states |= {entry.name: entry.state.value for entry in Store().entries()}
    return ", ".join(f"{name} {state}" for name, state in states.items())


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "not installed"


def _writable() -> str:
    folder = default_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return "writable"
    except OSError as problem:
        return f"not writable: {problem.strerror}; tables are built anew every time"


def _solves(engine: str) -> str:
    try:
        solution = solve(Cube(2).apply("R U2 F'"), engine=engine)
    except CubeproofError as problem:
        return str(problem)
    return "good" if solution.length == 3 and solution.optimal else f"wrong: {solution}"
