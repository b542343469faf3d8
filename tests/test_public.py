"""What the package promises in `__all__` is there, in order, and says what it is for."""

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path

import pytest

import cubeproof

MODULES = sorted(
    module.name
    for module in pkgutil.walk_packages(cubeproof.__path__, "cubeproof.")
    if module.name != "cubeproof.__main__"
)
# What a class has beside its functions and nested classes that a reader calls or reads.
DESCRIBED = (property, cached_property, classmethod, staticmethod)


def names(module: str) -> list[str]:
    return list(getattr(importlib.import_module(module), "__all__", []))


@pytest.mark.parametrize("name", ["cubeproof", *MODULES])
def test_all_is_sorted_and_without_doubles_and_there(name: str) -> None:
    module = importlib.import_module(name)
    assert module.__doc__, "a module begins with what it is for"
    listed = names(name)
    assert len(set(listed)) == len(listed)
    # As ruff sorts them: constants, classes, functions.
    assert listed == sorted(listed, key=lambda x: (not x.isupper(), not x[0].isupper(), x))
    for public in listed:
        assert hasattr(module, public), public


@pytest.mark.parametrize("name", MODULES)
def test_all_that_is_public_says_what_it_is_for(name: str) -> None:
    module = importlib.import_module(name)
    for public in names(name):
        thing = getattr(module, public)
        if not (inspect.isclass(thing) or inspect.isfunction(thing)) or thing.__module__ != name:
            continue
        assert thing.__doc__, public
        for member, value in vars(thing).items() if inspect.isclass(thing) else ():
            if not member.startswith("_") and (callable(value) or isinstance(value, DESCRIBED)):
                assert value.__doc__, f"{public}.{member}"


def test_the_front_door_leads_to_everything_that_the_readme_uses() -> None:
    assert {
        "Alg",
        "Cube",
        "Limit",
        "Options",
        "Problem",
        "Solution",
        "explore",
        "random_cube",
        "solve",
    } <= set(cubeproof.__all__)


FLOORS = [
    "compiled errors expecting languages lazily locale_tag places pulse sentences shown starting store system",
    "puzzle",
    "problem",
    "contract",
    "engines",
    "solving proof",
    "draw",
    "cli web notebook",
]
LEVEL = {folder: number for number, floor in enumerate(FLOORS) for folder in floor.split()}


def imports(path: Path) -> Iterator[list[str]]:
    """What of cubeproof a module imports, each as the parts of its name without `cubeproof`."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path} imports relatively"
            found = [f"{node.module}.{alias.name}" for alias in node.names]
        else:
            continue
        yield from (name.split(".")[1:] for name in found if name.split(".")[0] == "cubeproof")


def test_no_engine_imports_another_and_no_floor_one_above() -> None:
    root = Path(cubeproof.__path__[0])
    seen = set()
    for path in root.rglob("*.py"):
        here = path.relative_to(root).with_suffix("").parts
        if here[0] not in LEVEL:
            continue
        for there in imports(path):
            seen.add(here[0])
            # The package itself imports everything, so only the roof may import it.
            level = (
                LEVEL.get(there[0], 0 if there == ["__version__"] else len(FLOORS) - 1)
                if there
                else len(FLOORS)
            )
            assert level <= LEVEL[here[0]], f"{path} imports {there}"
            if here[0] == "engines" and there[0] == "engines":
                assert here[1] == there[1], f"{path} imports {there}"
    assert seen >= set(LEVEL) - set(FLOORS[0].split())


def module_graph() -> dict[str, set[str]]:
    """The modules that each module imports, also inside functions and for types alone.

    The command's `main` imports every verb by its name.
    """
    root = Path(cubeproof.__path__[0])
    graph: dict[str, set[str]] = {}
    paths = {}
    for path in root.rglob("*.py"):
        parts = path.relative_to(root).with_suffix("").parts
        paths[".".join(parts).removesuffix(".__init__")] = path
    for name, path in paths.items():
        graph[name] = set()
        for imported in imports(path):
            there = ".".join(imported)
            while there and there not in paths:
                there = there.rpartition(".")[0]
            graph[name] |= {there} - {"", name}
    verbs = {name for name, path in paths.items() if "\ndef run(parsed:" in path.read_text(encoding="utf-8")}
    assert {"cli.solve", "cli.serve"} <= verbs
    graph["cli.main"] |= verbs
    return graph


@pytest.mark.parametrize("folder", ["cli", "contract", "draw", "engines", "problem", "solving"])
def test_no_module_needs_one_that_needs_it(folder: str) -> None:
    graph = module_graph()
    here = [name for name in graph if name.split(".")[0] == folder]
    assert here
    for name in here:
        reached, waiting = set(), list(graph[name])
        while waiting:
            if (there := waiting.pop()) not in reached:
                reached.add(there)
                waiting += graph[there]
        assert name not in reached, f"{name} needs itself by way of {sorted(reached & set(here))}"


def test_no_engine_catches_ctrl_c() -> None:
    handlers = [
        (path, ast.unparse(node.type) if node.type else "")
        for path in Path(cubeproof.__path__[0], "engines").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ExceptHandler)
    ]
    assert handlers
    for path, caught in handlers:
        assert caught, path
        assert "KeyboardInterrupt" not in caught, path
        assert "BaseException" not in caught, path
