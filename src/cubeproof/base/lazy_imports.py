"""Imports at first use: of a function (`lazily`), a sequence (`LazySequence`), the names of a package (`lazy_names`).

`cubeproof --help` names every engine and must not load them. `add_annotation_names` completes a module that imports the
types of its annotations only for type checkers.
"""

import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from typing import Any


@dataclass(frozen=True, slots=True)
class _LazyFunction:
    """A function or class of a module that is imported at the first call. It can be pickled and compared."""

    module: str
    name: str

    def __call__(self, *arguments: Any, **named: Any) -> Any:
        return getattr(import_module(self.module), self.name)(*arguments, **named)


def lazily(where: str) -> Callable[..., Any]:
    """Return a function that imports a function or class when it is first called.

    >>> lazily("math:sqrt")(9)
    3.0
    """
    module, _, name = where.partition(":")
    return _LazyFunction(module, name)


class LazySequence(Sequence[Any]):
    """A sequence that is a constant of a module, which is imported when the first member is read.

    >>> "pi" in LazySequence("string:ascii_letters")
    False
    """

    def __init__(self, where: str) -> None:
        self._where = where

    @cached_property
    def _members(self) -> Sequence[Any]:
        module, _, name = self._where.partition(":")
        members: Sequence[Any] = getattr(import_module(module), name)
        return members

    def __getitem__(self, index: Any) -> Any:
        return self._members[index]

    def __len__(self) -> int:
        return len(self._members)


def add_annotation_names(module: str, **types: object) -> None:
    """Add types to the names of a loaded module, for `typing.get_type_hints`.

    If two classes name each other in annotations, only the later module can import the earlier one. The later module
    adds its own types to the earlier module. `public_types.py` adds types that the command's help must not load.
    """
    vars(sys.modules[module]).update(types)


DEFINED_IN: dict[type, str] = {}
"""The modules that define the classes which report the path of a package instead."""


def lazy_names(package: str, *, reported: bool = False) -> Callable[[str], Any]:
    """Return the `__getattr__` of a package that imports the names of its `if TYPE_CHECKING:` block at first use.

    A name must differ from those of the package's modules: a loaded module would hide it. With `reported` the classes
    in `__all__` report the package as their module (`cubeproof.Cube`), in messages, pickles and `help`.
    """

    def report(value: object) -> None:
        if isinstance(value, type) and value.__module__ != package:
            if value.__annotations__:
                from inspect import get_annotations

                with suppress(NameError):
                    # Names in annotations are looked up in the module that a class reports.
                    value.__annotations__ = get_annotations(value, eval_str=True)
            DEFINED_IN[value], value.__module__ = value.__module__, package

    names = vars(sys.modules[package])
    if reported:
        for name in names["__all__"]:
            report(names.get(name))

    @cache
    def modules() -> dict[str, str]:
        # `cubeproof --help` imports none of these names.
        import ast
        from pathlib import Path

        source = Path(str(sys.modules[package].__file__)).read_text(encoding="utf-8")
        block = next(node for node in ast.parse(source).body if isinstance(node, ast.If))
        imports = [node for node in block.body if isinstance(node, ast.ImportFrom)]
        return {alias.name: str(node.module) for node in imports for alias in node.names}

    def find(name: str) -> Any:
        if name not in modules():
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        # In the names of the package, Python finds it without this function at the next use.
        value = names[name] = getattr(import_module(modules()[name]), name)
        if reported:
            for other, module in modules().items():
                report(getattr(sys.modules.get(module), other, None))
        return value

    return find
