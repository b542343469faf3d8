"""What the package promises in `__all__` is there, in order, and says what it is for."""

import ast
import importlib
import inspect
import pkgutil
from collections.abc import Iterator
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType

import cubeproof

# What a class has beside its functions and nested classes that a reader calls or reads.
DESCRIBED = (property, cached_property, classmethod, staticmethod)


@cache
def modules() -> list[ModuleType]:
    """Every module of the package, the package first."""
    names = [module.name for module in pkgutil.walk_packages(cubeproof.__path__, "cubeproof.")]
    return [cubeproof, *(importlib.import_module(name) for name in names if name != "cubeproof.__main__")]


def public_names(module: ModuleType) -> list[str]:
    return list(getattr(module, "__all__", []))


def test_every_module_says_what_it_is_for() -> None:
    assert len(modules()) > 200
    assert [module.__name__ for module in modules() if not module.__doc__] == []


def test_public_names_are_sorted_and_there_once() -> None:
    # As ruff sorts them: constants, classes, functions.
    unsorted = {
        module.__name__: names
        for module in modules()
        if (names := public_names(module))
        != sorted(set(names), key=lambda name: (not name.isupper(), not name[0].isupper(), name))
    }
    assert unsorted == {}
    missing = [
        f"{module.__name__}.{name}"
        for module in modules()
        for name in public_names(module)
        if not hasattr(module, name)
    ]
    assert missing == []


def test_everything_public_says_what_it_is_for() -> None:
    silent = []
    for module in modules()[1:]:
        for name in public_names(module):
            thing = getattr(module, name)
            if (
                not (inspect.isclass(thing) or inspect.isfunction(thing))
                or thing.__module__ != module.__name__
            ):
                continue
            members = vars(thing) if inspect.isclass(thing) else {}
            described = {name: thing} | {
                f"{name}.{member}": value
                for member, value in members.items()
                if not member.startswith("_") and (callable(value) or isinstance(value, DESCRIBED))
            }
            silent += [f"{module.__name__}.{path}" for path, value in described.items() if not value.__doc__]
    assert silent == []


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


@cache
def nodes(path: Path) -> list[ast.AST]:
    """The syntax tree of a module, as a list."""
    return list(ast.walk(ast.parse(path.read_text(encoding="utf-8"))))


def imports(path: Path) -> Iterator[list[str]]:
    """What of cubeproof a module imports, each as the parts of its name without `cubeproof`."""
    for node in nodes(path):
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


def test_no_module_needs_one_that_needs_it() -> None:
    graph = module_graph()
    folders = ("cli", "contract", "draw", "engines", "problem", "solving")
    circles = {}
    for name in graph:
        reached, waiting = set(), list(graph[name])
        while waiting:
            if (there := waiting.pop()) not in reached:
                reached.add(there)
                waiting += graph[there]
        folder = name.split(".")[0]
        if folder in folders and name in reached:
            circles[name] = sorted(module for module in reached if module.split(".")[0] == folder)
    assert circles == {}
    assert {name.split(".")[0] for name in graph} >= set(folders)


def test_no_engine_catches_ctrl_c() -> None:
    handlers = [
        (path, ast.unparse(node.type) if node.type else "")
        for path in Path(cubeproof.__path__[0], "engines").rglob("*.py")
        for node in nodes(path)
        if isinstance(node, ast.ExceptHandler)
    ]
    assert handlers
    for path, caught in handlers:
        assert caught, path
        assert "KeyboardInterrupt" not in caught, path
        assert "BaseException" not in caught, path
