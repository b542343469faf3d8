"""All packages that the server imports are direct dependencies, not only dependencies of another package."""

import ast
import re
import sys
import tomllib
from pathlib import Path

import cubeproof
from cubeproof.base.extras import EXTRAS
from cubeproof.places import reachable

SOURCES = Path(cubeproof.__file__).parent / "web"
PROJECT = Path(__file__).parents[2] / "pyproject.toml"


def imports(path: Path) -> set[str]:
    """The packages that a file imports, without the standard library and cubeproof."""
    imported = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        match node:
            case ast.Import():
                imported |= {name.name for name in node.names}
            case ast.ImportFrom(module=str(module)):
                imported.add(module)
    return {name.partition(".")[0] for name in imported} - {"cubeproof", *sys.stdlib_module_names}


def declared(extra: str) -> set[str]:
    """The packages of an extra, or the "dependencies" of the base."""
    project = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]
    texts = project["dependencies"] if extra == "dependencies" else project["optional-dependencies"][extra]
    return {re.match(r"[\w-]+", text)[0] for text in texts}  # type: ignore[index]


def test_server_imports_are_declared() -> None:
    packages = {name for path in SOURCES.rglob("*.py") for name in imports(path)}
    assert set(EXTRAS["web"]) <= packages
    assert packages - set(EXTRAS["web"]) <= declared("dependencies")
    assert set(EXTRAS["web"]) == declared("web")


def test_base_imports_are_in_no_extra() -> None:
    package = SOURCES.parent
    outside = (path for path in package.rglob("*.py") if SOURCES not in path.parents)
    imported = {name for path in outside for name in imports(path)}
    assert imported & {"numpy", "rich"}
    assert imported & set(EXTRAS["web"]) == set()


def test_every_extra_is_reported_by_doctor() -> None:
    extras = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    assert extras.keys() == {
        "dev",
        "full",
        "test",
        *EXTRAS,
        *(kind.extra for kind, _ in reachable() if kind.extra),
    }
