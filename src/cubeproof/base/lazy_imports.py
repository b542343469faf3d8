"""What is loaded only when it is wanted: functions by a text that says where they are, and packages with a front door.

A fact about an engine must not bring the engine with it: `cubeproof --help` names all of them and loads none.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any


def lazily(where: str) -> Callable[..., Any]:
    """A function or class that is imported by its first call.

    Args:
        where: its module and its name, `"package.module:name"`.

    >>> lazily("math:sqrt")(9)
    3.0
    """
    module, _, name = where.partition(":")

    def call(*arguments: Any, **named: Any) -> Any:
        return getattr(import_module(module), name)(*arguments, **named)

    return call


def front_door(package: str, homes: Mapping[str, str]) -> Callable[[str], Any]:
    """The `__getattr__` of a package whose names are in its modules, each imported when it is asked for.

    A name must not be that of a module of the package too: once that is loaded, it would be found in place of
    what is in it.

    Args:
        package: the package's `__name__`.
        homes: from a name to the module of the package that has it.
    """

    def find(name: str) -> Any:
        if name not in homes:
            raise AttributeError(f"module {package!r} has no attribute {name!r}")
        return getattr(import_module(f"{package}.{homes[name]}"), name)

    return find
