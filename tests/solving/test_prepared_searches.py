"""After preparation, the first search of each size, engine and metric compiles nothing.

A loop is compiled for each combination of types, and a type includes the layout of an array and whether it is
read-only. So a prepared loop of other types would be compiled again in the first search.
"""

import importlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from types import CodeType
from typing import Any

import numpy as np
import pytest

import cubeproof
from cubeproof.base.numba_support import COMPILES, sample
from cubeproof.contract.control import Control
from cubeproof.contract.table import Table
from cubeproof.solving import machine_preparation
from cubeproof.store import Store
from programs import run_python

pytestmark = pytest.mark.skipif(not COMPILES, reason="Numba is not installed")

# The loops that build stored tables. A search calls them only if a table is missing.
BUILDERS = {
    "cubeproof.methods.h48.table_builder": {"_mark_rows", "_reached", "_gather", "_fill"},
    "cubeproof.methods.reduction.pairing_table": {"_set", "_fill", "_complete"},
}

PREPARE = """
from cubeproof.contract.control import Control
from cubeproof.solving.machine_preparation import steps
for step in steps():
    step.run(Control())
    assert step.is_ready(), step
"""

# Prints the loops that are compiled while questions are answered, given as Python expressions.
SEARCH = """
import sys
from numba.core import event
from cubeproof import Cube, Limit, Options, cube_problem, solve
from cubeproof.contract.control import Control
from cubeproof.contract.outcome import Bounds
from cubeproof.methods.products.run import product_problem, solve_product
from cubeproof.problem import named_goal
from cubeproof.puzzle.scramble import random_cube

def by_tables(cube, goal, *, every):
    # `solve` first searches short words without tables.
    problem = cube_problem(cube, named_goal(goal).pattern(3))
    assert solve_product(product_problem(problem), problem, Bounds(), Control(), every=every, extra=0).words

class Listener(event.Listener):
    def on_start(self, event):
        print(event.data["dispatcher"].py_func.__name__, event.data["args"])

    def on_end(self, event):
        pass

event.register("numba:compile", Listener())
for question in sys.argv[1:]:
    eval(question)
"""


def by_phases(size: int, metric: str, length: int) -> str:
    """A question whose answer is longer than `length` by cycles, and shorter by phases."""
    limit = f"Limit(seconds=300, length={length})"
    return f"solve(random_cube({size}, 3), engine='large', metric='{metric}', limit={limit})"


def by_cycles(size: int, metric: str) -> str:
    """A question whose first answer is made shorter by cycles on the way."""
    first = f"solve(random_cube({size}, 3), engine='large', metric='{metric}', quick=True).length - 1"
    return by_phases(size, metric, 0).replace("length=0", f"length={first}")


# Words from both ends find shorter answers, without a table.
SHORT, FAR = "Cube(3).apply(\"R U F' L2 D B R' U2 F L U' B2 D'\")", "random_cube(3, 1)"
EVERY = "options=Options(every=True)"
QUESTIONS = {
    "3-first": [f"solve({FAR}, quick=True, metric='{metric}')" for metric in ("htm", "qtm", "stm")],
    "3-proof": [f"solve({SHORT}, engine='search')", f"solve({SHORT}, engine='search', {EVERY})"],
    "3-goals": [
        f"by_tables({SHORT}, 'corners', every=True)",
        f"by_tables({SHORT}, 'f2l', every=False)",
    ],
    "4": [by_phases(4, "htm", 48), by_phases(4, "qtm", 75), by_phases(4, "stm", 48)],
    "5": [by_phases(5, "htm", 80), by_phases(5, "qtm", 110), by_cycles(5, "stm")],
    "6": [by_cycles(6, "htm"), by_cycles(6, "stm")],
    "7": [by_cycles(7, "qtm")],
}


@pytest.fixture(scope="module")
def prepared() -> None:
    """Build the tables in the folder of this run, and compile the loops beside their source."""
    run_python(PREPARE, timeout=None)


@pytest.mark.parametrize("questions", QUESTIONS.values(), ids=QUESTIONS)
def test_first_search_after_preparation_compiles_nothing(questions: list[str], prepared: None) -> None:
    assert run_python(SEARCH, *questions).stdout == ""


@pytest.mark.soak
def test_preparation_with_an_empty_cache_of_code_compiles_everything_that_searches_need(
    tmp_path: Path,
) -> None:
    environment = os.environ | {"NUMBA_CACHE_DIR": str(tmp_path)}
    run_python(PREPARE, env=environment, timeout=None)
    every = [question for questions in QUESTIONS.values() for question in questions]
    assert run_python(SEARCH, *every, env=environment, timeout=None).stdout == ""


@pytest.mark.parametrize(
    "build", [lambda _: bytes(64), lambda _: np.zeros(64, dtype=np.uint8)], ids=["bytes", "array"]
)
def test_table_has_one_type_whether_it_is_built_read_or_mapped(
    build: Callable[[Any], Any], tmp_path: Path
) -> None:
    typeof: Any = importlib.import_module("numba").typeof
    table = Table("zeros", 64, 0.0, build)
    stores = [Store(tmp_path, shared=shared) for shared in (False, False, True)]
    types = {typeof(table.array(Control(), store).data) for store in stores}
    assert types == {typeof(sample(np.uint8))}


def compiled_loops() -> dict[str, Any]:
    """All compiled loops of the source, by module and name."""
    loops, folder = {}, Path(cubeproof.__file__).parent
    for path in folder.rglob("*.py"):
        if "\n@compiled" not in path.read_text():
            continue
        name = ".".join((folder.name, *path.relative_to(folder).with_suffix("").parts))
        for value in vars(importlib.import_module(name)).values():
            if hasattr(value, "py_func"):
                loops[f"{value.py_func.__module__}.{value.py_func.__name__}"] = value
    return loops


def called(code: CodeType, names: dict[str, Any]) -> Iterator[Any]:
    """The compiled loops that a function names."""
    for name in code.co_names:
        if hasattr(names.get(name), "py_func"):
            yield names[name]
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from called(constant, names)


def test_every_compiled_loop_belongs_to_a_preparation_or_builds_a_table() -> None:
    waiting = [typed.loop for step in machine_preparation.steps() for typed in step.loops()]
    for module, names in BUILDERS.items():
        waiting += [getattr(importlib.import_module(module), name) for name in names]
    reached: set[str] = set()
    while waiting:
        loop: Any = waiting.pop()
        name = f"{loop.py_func.__module__}.{loop.py_func.__name__}"
        if name not in reached:
            reached.add(name)
            waiting += called(loop.py_func.__code__, loop.py_func.__globals__)
    assert compiled_loops().keys() - reached == set()
