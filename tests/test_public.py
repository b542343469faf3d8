"""The names in `__all__` exist, are sorted and have docstrings."""

import ast
import importlib
import inspect
import pickle
import pkgutil
from collections import Counter
from functools import cache, cached_property
from pathlib import Path
from types import ModuleType
from typing import get_type_hints

import cubeproof
from cubeproof.base.lazy_imports import DEFINED_IN
from cubeproof.contract.state import Horizon
from programs import run_python

# Two classes with one name: the bounds of an engine in Python, and the schema of the event `bounds` in the API.
SHARED = {"Bounds"}

# Members of a class, besides functions and nested classes, that a reader calls or reads.
DESCRIBED = (property, cached_property, classmethod, staticmethod)


# Earlier names of public classes, which engines of other packages import.
EARLIER = {"Row": "EngineFacts"}


def unwrapped_function(member: object) -> object:
    """Return the function of a member of a class: of a property, a class method, a static method or a function."""
    for attribute in ("__func__", "fget", "func"):
        if hasattr(member, attribute):
            return getattr(member, attribute)
    return member


@cache
def modules() -> list[ModuleType]:
    """Return every module of the package, the package first."""
    names = [module.name for module in pkgutil.walk_packages(cubeproof.__path__, "cubeproof.")]
    return [cubeproof, *(importlib.import_module(name) for name in names if name != "cubeproof.__main__")]


def defined_in(value: object) -> str:
    """Return the module that defines a class or a function; `__module__` of public classes is the package."""
    reported = str(getattr(value, "__module__", ""))
    return DEFINED_IN.get(value, reported) if isinstance(value, type) else reported


def public_names(module: ModuleType) -> list[str]:
    """Return the names in `__all__` of a package, or the names without an underscore that a module defines."""
    defined = [name for name, value in vars(module).items() if defined_in(value) == module.__name__]
    return list(getattr(module, "__all__", [name for name in defined if not name.startswith("_")]))


def test_modules_have_docstrings() -> None:
    assert len(modules()) > 200
    assert [module.__name__ for module in modules() if not module.__doc__] == []


def test_public_names_are_sorted_and_unique() -> None:
    # The order of ruff: constants, classes, functions.
    unsorted = {
        module.__name__: names
        for module in modules()
        if (names := list(getattr(module, "__all__", [])))
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


def test_classes_have_names_of_their_own() -> None:
    sources = Path(str(cubeproof.__file__)).parent.rglob("*.py")
    names = Counter(
        node.name.strip("_")
        for source in sources
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    )
    assert {name for name, count in names.items() if count > 1} == SHARED


def test_public_names_have_docstrings() -> None:
    silent = []
    for module in modules()[1:]:
        for name in public_names(module):
            thing = getattr(module, name)
            if (
                not (inspect.isclass(thing) or inspect.isfunction(thing))
                or defined_in(thing) != module.__name__
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


def test_public_classes_report_the_path_by_which_they_are_imported() -> None:
    classes = {name: getattr(cubeproof, name) for name in cubeproof.__all__ if name not in EARLIER}
    classes = {name: value for name, value in classes.items() if inspect.isclass(value)}
    assert len(classes) > 50
    assert {f"{value.__module__}.{value.__qualname__}" for value in classes.values()} == {
        f"cubeproof.{name}" for name in classes
    }
    assert all(pickle.loads(pickle.dumps(value)) is value for value in classes.values())


def test_earlier_names_of_public_classes_are_still_imported() -> None:
    for earlier, name in EARLIER.items():
        assert getattr(cubeproof, earlier) is getattr(cubeproof, name)
    # This is the module from which an engine of another package imported its class.
    module = importlib.import_module("cubeproof.contract.row")
    assert module.Row is cubeproof.EngineFacts
    assert module.made_by("cubeproof.engines.walk.engine:WalkEngine")(cubeproof.Options()).name == "walk"


def test_annotations_of_public_classes_are_resolved() -> None:
    assert get_type_hints(cubeproof.SearchState)["horizons"] == tuple[Horizon, ...]
    assert get_type_hints(cubeproof.Generator)["cost"] is int


def test_type_hints_of_every_public_name_resolve() -> None:
    unresolved = {}
    for name in cubeproof.__all__:
        value = getattr(cubeproof, name)
        members = vars(value).items() if inspect.isclass(value) else ()
        functions = {f"{name}.{member}": unwrapped_function(function) for member, function in members}
        described = {name: value} | functions
        for path, annotated in described.items():
            if inspect.isclass(annotated) or inspect.isfunction(annotated):
                try:
                    get_type_hints(annotated)
                except (NameError, TypeError) as error:
                    unresolved[path] = str(error)
    assert unresolved == {}


def test_answer_reports_its_public_path_though_only_solve_was_imported() -> None:
    program = "from cubeproof import Cube, solve; print(type(solve(Cube(2))))"
    printed = run_python(program)
    assert printed.stdout == "<class 'cubeproof.Solution'>\n"


def test_package_exports_everything_that_the_readme_uses() -> None:
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
