"""Print the lines of code of `src/` and `tests/`: tests grow no faster than code, and imports stay a small part.

A line of code is not an import, a docstring, a comment or a blank line. Sentences for users (calls of `Template` and
`say`) are counted separately, since they grow with the messages and not with the code.
"""

import ast
import sys
from pathlib import Path

from benchmarks.trusted import code_lines

ROOT = Path(__file__).resolve().parents[1]
TARGET = 22_500
"""The target for the lines of code of `src/`."""
IMPORTS = 7.5
"""The percentage of all lines of `src/` that may be imports."""


def counts(folder: Path) -> dict[str, int]:
    """Return the numbers of lines of a folder's modules: all lines, lines of code, sentences, and imports."""
    totals = dict.fromkeys(("all", "code", "sentences", "imports"), 0)
    for path in folder.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        lines, imports, sentences = code_lines(path), set[int](), set[int]()
        for node in ast.walk(ast.parse(text)):
            if isinstance(node, ast.Import | ast.ImportFrom):
                imports.update(_lines(node))
            elif isinstance(node, ast.Call) and getattr(node.func, "id", None) in ("Template", "say"):
                sentences.update(_lines(node))
        totals["all"] += text.count("\n")
        totals["imports"] += len(imports)
        totals["sentences"] += len(sentences)
        totals["code"] += len(lines - imports - sentences)
    return totals


def _lines(node: ast.stmt | ast.expr) -> range:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def main() -> None:
    """Print one line for each folder."""
    src, tests = counts(ROOT / "src"), counts(ROOT / "tests")
    share = 100 * src["imports"] / src["all"]
    sys.stdout.write(
        f"Lines of code: src {src['code']:,} (at most {TARGET:,}), tests {tests['code']:,}. Sentences of src: "
        f"{src['sentences']:,} lines. Imports of src: {share:.1f} % of all lines (below {IMPORTS:g}).\n"
    )


if __name__ == "__main__":
    main()
