"""No sentence that the sources can say to a visitor of the page lacks its French."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import cubeproof
from cubeproof.solving.report import our_defect
from web.french import untranslated

SOURCES = Path(cubeproof.__file__).parent

# These speak to people at a terminal, or to those who program: nothing of them reaches the page.
ELSEWHERE = (
    "__init__.py",
    "cli/",
    "engines/sat/dimacs.py",
    "engines/sat/formula.py",
    "engines/sat/stages/stage.py",
    "engines/sat/worker.py",
    "engines/table/distances.py",
    "engines/table/indexing.py",
    "errors.py",
    "notebook/",
    "problem/problem.py",
    "puzzle/alg.py",
    "proof/",
    "proof/family.py",
    "store.py",
    "web/serve.py",
)
RAISED = re.compile(
    r"(Usage|TooLarge|Notation|Facelets|Impossible\w*|Unreachable|Unsupported|Solver|Internal|Refused|Value)Error|Note|error|our_defect"
)


def sentences() -> Iterator[tuple[str, str]]:
    """Every sentence that an error, a note or a failed search is made with, holes filled, and where it stands."""
    for path in sorted(SOURCES.rglob("*.py")):
        name = path.relative_to(SOURCES).as_posix()
        if name.startswith(ELSEWHERE):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            for text in _texts(node):
                if isinstance(text, ast.JoinedStr | ast.Constant) and " " in (sentence := _filled(text)):
                    yield _placed(sentence), f"{name}:{text.lineno}"


def _texts(node: ast.AST) -> list[ast.expr]:
    if isinstance(node, ast.Call) and RAISED.fullmatch(ast.unparse(node.func).split(".")[-1]):
        return node.args
    if isinstance(node, ast.Dict):
        pairs = zip(node.keys, node.values, strict=True)
        return [value for key, value in pairs if isinstance(key, ast.Constant) and key.value == "error"]
    return []


def _filled(text: ast.JoinedStr | ast.Constant) -> str:
    if isinstance(text, ast.Constant):
        return str(text.value)
    filled = ""
    for part in text.values:
        # What follows a word without a space is one that may be left out, or a sentence of its own.
        hole = "" if re.search("[a-z.]$", filled) else "7"
        filled += str(part.value) if isinstance(part, ast.Constant) else hole
    return filled


def _placed(sentence: str) -> str:
    """What is wrong at a place of a text begins small and ends open: it is told with the place."""
    open_ended = re.match("[a-z'7]", sentence) and not sentence.endswith(".")
    return f"Column 7: {sentence}." if open_ended else sentence


def test_every_sentence_of_the_sources_has_its_french() -> None:
    places = {**dict(sentences()), our_defect("The search was ended."): "solving/report.py"}
    assert len(places) > 100
    assert [(places.get(line.split(" → ")[0]), line) for line in untranslated(places)] == []
