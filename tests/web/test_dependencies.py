"""All that the server imports is a dependency of its own, and not only there because another package needs it."""

import ast
import re
import sys
import tomllib
from pathlib import Path

import cubeproof

SOURCES = Path(cubeproof.__file__).parent / "web"
PROJECT = Path(__file__).parents[2] / "pyproject.toml"
CONSTRAINTS = PROJECT.with_name("constraints.txt")


def test_what_the_server_imports_is_declared() -> None:
    imported = set()
    for path in SOURCES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Import():
                    imported |= {name.name for name in node.names}
                case ast.ImportFrom(module=str(module)):
                    imported.add(module)
    packages = {name.partition(".")[0] for name in imported} - {"cubeproof", *sys.stdlib_module_names}
    declared = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["dependencies"]
    assert {"fastapi", "uvicorn"} <= packages
    assert packages - {re.match(r"[\w-]+", text)[0] for text in declared} == set()  # type: ignore[index]


def test_where_the_server_builds_on_the_inside_of_uvicorn_no_untried_version_is_let_in() -> None:
    inside = [
        path.name
        for path in SOURCES.rglob("*.py")
        if re.search(r"^from uvicorn\.protocols", path.read_text(encoding="utf-8"), re.MULTILINE)
    ]
    assert inside == ["protocol.py"], "without it the ceiling and this test can go"
    declared = tomllib.loads(PROJECT.read_text(encoding="utf-8"))["project"]["dependencies"]
    (asked,) = (text for text in declared if re.match(r"uvicorn\b", text))
    ceiling = re.search(r"<(\d+)\.(\d+)$", asked)
    assert ceiling, asked
    tried = re.search(r"^uvicorn==(\d+)\.(\d+)", CONSTRAINTS.read_text(encoding="utf-8"), re.MULTILINE)
    assert tried
    assert (int(ceiling[1]), int(ceiling[2])) == (int(tried[1]), int(tried[2]) + 1)
