"""Each call of a template in the sources names exactly the template's fields."""

import ast
import importlib
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

import cubeproof
from cubeproof.sentences import Template, fields_of

PACKAGE = Path(cubeproof.__file__).parent
SOURCES = sorted(path for path in PACKAGE.rglob("*.py") if path.name != "__main__.py")


class Calls:
    """The calls of templates in a module."""

    def __init__(self, source: str, names: Mapping[str, object]) -> None:
        self.tree = ast.parse(source)
        self.names = dict(names)
        # Templates that functions import, which are no names of the module.
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("cubeproof"):
                module = importlib.import_module(str(node.module))
                for alias in node.names:
                    self.names.setdefault(alias.asname or alias.name, getattr(module, alias.name, None))
        # Parameters, fields and variables that hold some template.
        self.unknown = {
            ast.unparse(target).rpartition(".")[2]
            for node in ast.walk(self.tree)
            for target, annotation in _annotated(node)
            if annotation is not None and "Template" in ast.unparse(annotation)
        }

    def templates(self, called: ast.expr) -> list[Template | None]:
        """Return the templates that an expression may have as its value; None for one that only a run knows."""
        match called:
            case ast.IfExp(_, first, second):
                return self.templates(first) + self.templates(second)
            case ast.Call(ast.Name("Template"), [ast.Constant(str(code)), ast.Constant(str(text))]):
                return [Template(code, text)]
            case ast.Name(name) if isinstance(value := self.names.get(name), Template):
                return [value]
            case ast.Subscript(ast.Name(name)) if isinstance(value := self.names.get(name), Mapping):
                return [member for member in value.values() if isinstance(member, Template)]
            case ast.Attribute(ast.Name(module), name):
                value = getattr(self.names.get(module), name, None)
                if isinstance(value, Template):
                    return [value]
        named = {ast.unparse(called).rpartition(".")[2]}
        return [None] if isinstance(called, ast.Name | ast.Attribute) and named <= self.unknown else []

    def faults(self) -> Iterator[tuple[str, str]]:
        """Yield each call of a template, and its fault or an empty text."""
        for node in ast.walk(self.tree):
            if not isinstance(node, ast.Call):
                continue
            values = {keyword.arg for keyword in node.keywords}
            match node:
                case ast.Call(ast.Name("say"), [ast.Constant(str(code)), ast.Constant(str(text))]):
                    called: list[tuple[str, str] | None] = [(code, text)]
                case _:
                    templates = self.templates(node.func)
                    called = [
                        None if template is None else (template.code, template.english)
                        for template in templates
                    ]
            for template in called:
                line = f"line {node.lineno}: {ast.unparse(node.func)}"
                if None in values:
                    yield line, "** hides the names of the values"
                elif template is not None and values != fields_of(template[1]).keys():
                    yield line, f"{template[0]} has the fields {sorted(fields_of(template[1]))}"
                else:
                    yield line, ""


def _annotated(node: ast.AST) -> list[tuple[ast.AST, ast.expr | None]]:
    match node:
        case ast.arg(name, annotation):
            return [(ast.Name(name), annotation)]
        case ast.AnnAssign(target, annotation):
            return [(target, annotation)]
    return []


def module_of(path: Path) -> str:
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(part for part in parts if part != "__init__")


def test_each_call_of_a_template_names_its_fields() -> None:
    wrong, count = [], 0
    for path in SOURCES:
        module = importlib.import_module(module_of(path))
        for call, fault in Calls(path.read_text(encoding="utf-8"), vars(module)).faults():
            count += 1
            if fault:
                wrong.append(f"{path.relative_to(PACKAGE)}, {call}: {fault}")
    assert wrong == []
    assert count > 1000


@pytest.mark.parametrize(
    ("call", "fault"),
    [
        ("PLAIN(least=1, most=2)", ""),
        ("PLAIN(least=1)", "test.calls has the fields ['least', 'most']"),
        ("PLAIN(**{'least': 1, 'most': 2})", "** hides the names of the values"),
        (
            "(PLAIN if size else PLAIN)(least=1, most=2, size=3)",
            "test.calls has the fields ['least', 'most']",
        ),
        ("BY_NAME['a'](most=2)", "test.calls has the fields ['least', 'most']"),
        ("say('test.said', '{count} cubes', number=1)", "test.said has the fields ['count']"),
        ("PLAIN.fill(values)", None),
        ("def f(fault: Template): fault(**values)", "** hides the names of the values"),
        ("def f(fault: Template): row.fault(**values)", "** hides the names of the values"),
    ],
)
def test_a_call_with_other_names_is_noticed(call: str, fault: str | None) -> None:
    plain = Template("test.calls", "{least} to {most}")
    noticed = {text for _, text in Calls(call, {"PLAIN": plain, "BY_NAME": {"a": plain}}).faults()}
    assert noticed == (set() if fault is None else {fault})
