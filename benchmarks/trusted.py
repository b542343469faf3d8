"""Count the lines of code that must be trusted when a certificate holds, module by module.

    python benchmarks/trusted.py

This counts lines with code, without comments and docstrings, of `proof/check/verdict.py` and of every module that it
imports, directly or not. Two kinds of modules are counted separately: modules that a function imports when it needs
them, and modules around the verdict, which can refuse a certificate but not accept it. The `__init__.py` of a package
only exports names and is left out. `docs/certificate.md` quotes the output; a test verifies that a check runs no
module that is not counted here.
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
    "puzzle/geometry": "the geometry of turns",
    "proof/check/turns": "reading turns and stickers",
    "proof/check/question": "the full question",
    "proof/check/reduction": "the reduction to the formula's problem",
    "proof/check/parity": "the parity argument",
    "proof/check/manifest": "reading `certificate.json`",
    "proof/check/lrat": "checking the proof",
    "proof/check/verdict": "the sequence of all checks; that the parts cover every case",
    "formulas": "the formula of a problem",
    "problem": "the formula of a problem",
    "base/polling": "the formula of a problem",
    "errors": "errors and their sentences",
    "base/argument_checks": "errors and their sentences",
    "sentences": "errors and their sentences",
}
VERDICT = "proof/check/verdict"
_LAZY = "problem/goals.py"
BESIDES = {
    "proof/check/named_goals": "only for named goals other than `solved`",
    "proof/check/permutations": "only for puzzles that are not cubes",
    "proof/check/search": "only for proofs by search",
    "proof/checker": "around the verdict: can refuse a certificate, but not accept it",
}


def code_lines(path: Path) -> set[int]:
    """Return the numbers of the lines with code in a file, without comments and docstrings."""
    said: set[int] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            said.update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    with tokenize.open(path) as file:
        tokens = [token for token in tokenize.generate_tokens(file.readline) if token.type not in LAYOUT]
    code = {line for token in tokens for line in range(token.start[0], token.end[0] + 1)}
    return code - said


def imported(path: Path) -> Iterator[Path]:
    """Yield the modules of cubeproof that a file imports when it is loaded, except those for type checkers only."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "cubeproof":
            place = SOURCES.joinpath(*(node.module or "").split(".")[1:])
            named = [place / f"{alias.name}.py" for alias in node.names]
            yield from (name for name in (place.with_suffix(".py"), *named) if name.is_file())
    if path.relative_to(SOURCES).as_posix() == _LAZY:
        # The patterns of goals, which it loads when a goal is used.
        yield SOURCES / "problem" / "goal_patterns.py"


def modules(root: str) -> dict[str, int]:
    """Return the lines of code of a module and of each module that is loaded with it, by module name."""
    counts: dict[Path, int] = {}
    waiting = [SOURCES / f"{root}.py"]
    for path in waiting:
        if path not in counts:
            counts[path] = len(code_lines(path))
            waiting += imported(path)
    return {
        path.relative_to(SOURCES).with_suffix("").as_posix(): count for path, count in sorted(counts.items())
    }


def trusted() -> dict[str, int]:
    """Return the lines of code of the modules that every verdict uses, by module name."""
    return modules(VERDICT)


def besides() -> dict[str, dict[str, int]]:
    """Return for each module of `BESIDES` the modules that are loaded with it and that no verdict uses."""
    always = trusted()
    return {
        root: {name: count for name, count in modules(root).items() if name not in always} for root in BESIDES
    }


def table() -> str:
    """Return the line counts by purpose, as a table in Markdown."""
    roles: dict[str, list[str]] = {}
    counts = trusted()
    for module in counts:
        roles.setdefault(next(ROLES[prefix] for prefix in ROLES if module.startswith(prefix)), []).append(
            module
        )
    order = list(dict.fromkeys(ROLES.values()))
    rows = [
        _row(role, roles[role], sum(counts[name] for name in roles[role]))
        for role in sorted(roles, key=order.index)
    ]
    rows.append(f"| together | | {sum(counts.values()):,} |")
    rows += [_row(BESIDES[root], [*lines], sum(lines.values())) for root, lines in besides().items()]
    return "\n".join(["| purpose | modules | lines |", "|---|---|---:|", *rows])


def _row(role: str, names: list[str], count: int) -> str:
    return f"| {role} | {', '.join(f'`{name}`' for name in names)} | {count:,} |"


if __name__ == "__main__":
    print(table())
