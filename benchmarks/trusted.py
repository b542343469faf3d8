"""How much has to be trusted of a certificate that holds: the lines of code that the checker runs on, module by module.

    python benchmarks/trusted.py

Counted are lines with code, without comments and docstrings, of `proof/checking.py` and of every module that it imports, directly or not.
The `__init__.py` of a package only hands names on and is left out. `docs/certificate.md` quotes what this prints.
"""

from __future__ import annotations

import ast
import tokenize
from collections.abc import Iterator
from pathlib import Path

import cubeproof

SOURCES = Path(cubeproof.__file__).parent

LAYOUT = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENDMARKER,
}
ROLES = {
    "puzzle/geometry": "where a turn takes the stickers",
    "puzzle": "reading turns and cubes",
    "problem/goals": "what the goals with names ask for",
    "proof/question": "what was asked, in full",
    "proof/reduction": "that the formula's problem is no harder",
    "proof/parity": "where parity excludes one turn less",
    "proof/manifest": "reading what a certificate says",
    "proof/opened": "reading what a certificate says",
    "proof/former": "reading what a certificate says",
    "proof/lrat": "following the proof",
    "proof/checking": "the order of it all; that the parts cover every case",
    "proof/independent": "asking other checkers too",
    "engines/sat/dimacs": "writing a formula as a file",
    "engines/sat": "the formula of a problem",
    "problem": "the formula of a problem",
    "contract": "events and clocks",
    "errors": "events and clocks",
    "pulse": "events and clocks",
    "starting": "events and clocks",
}


def lines_of_code(path: Path) -> int:
    """The lines of a file on which there is code."""
    said: set[int] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            said.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    with tokenize.open(path) as file:
        tokens = [token for token in tokenize.generate_tokens(file.readline) if token.type not in LAYOUT]
    code = {line for token in tokens for line in range(token.start[0], token.end[0] + 1)}
    return len(code - said)


def imported(path: Path) -> Iterator[Path]:
    """The modules of ours that a file imports as it is loaded, but for those that only type checkers see."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "cubeproof":
            place = SOURCES.joinpath(*(node.module or "").split(".")[1:])
            named = [place / f"{alias.name}.py" for alias in node.names]
            yield from (name for name in (place.with_suffix(".py"), *named) if name.is_file())


def trusted() -> dict[str, int]:
    """The modules on which the checker runs, by their names, with their lines of code."""
    found: dict[Path, int] = {}
    waiting = [SOURCES / "proof" / "checking.py"]
    for path in waiting:
        if path not in found:
            found[path] = lines_of_code(path)
            waiting += imported(path)
    return {
        path.relative_to(SOURCES).with_suffix("").as_posix(): count for path, count in sorted(found.items())
    }


def table() -> str:
    """The lines by what they are for, as a table in Markdown."""
    roles: dict[str, tuple[list[str], int]] = {}
    for module, count in trusted().items():
        role = next(ROLES[prefix] for prefix in ROLES if module.startswith(prefix))
        modules, total = roles.get(role, ([], 0))
        roles[role] = ([*modules, f"`{module}`"], total + count)
    order = list(dict.fromkeys(ROLES.values()))
    rows = [
        f"| {role} | {', '.join(roles[role][0])} | {roles[role][1]} |"
        for role in sorted(roles, key=order.index)
    ]
    total = sum(count for _, count in roles.values())
    return "\n".join(
        ["| what for | modules | lines |", "|---|---|---:|", *rows, f"| together | | {total:,} |"]
    )


if __name__ == "__main__":
    print(table())
