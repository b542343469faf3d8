"""The ways to write a problem as a formula, by their names.

An encoding is a function from an `Instance` to a `Formula` whose models are the answers. Every encoding names
the variables of its turns `turn(step, action)`; an answer is read from these. The functions are loaded when
they are called, since `--help` only needs the names.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cubeproof.base.lazy_imports import lazily
from cubeproof.errors import UsageError
from cubeproof.sentences import Template

if TYPE_CHECKING:
    from cubeproof.formulas.formula import Formula
    from cubeproof.formulas.instance import Instance

__all__ = ["ENCODINGS", "Encoding", "encoding"]

_UNKNOWN = Template("sat.no-encoding", "There is no encoding {name!r}; there are {names}.")


@dataclass(frozen=True, slots=True)
class Encoding:
    """A way to write a problem as a formula."""

    name: str
    """As users call it."""
    write: Callable[[Instance], Formula]
    """From an instance to its formula."""
    canonical: bool
    """Whether it is best asked for answers in canonical order only, which leaves the solver less to search."""
    solver: str
    """The python-sat solver that is fastest on its formulas."""


def _in(function: str) -> Callable[[Instance], Formula]:
    """A function in one of the modules beside this one."""
    return lazily(f"{__name__}.{function}")


ENCODINGS = {
    entry.name: entry
    for entry in (
        Encoding("framed", _in("framed:framed"), canonical=True, solver="minisat22"),
        Encoding("cubie-onehot", _in("cubie:cubie_onehot"), canonical=False, solver="glucose4"),
        Encoding("cubie-binary", _in("cubie:cubie_binary"), canonical=False, solver="glucose4"),
        Encoding("sticker", _in("sticker:sticker"), canonical=False, solver="minisat22"),
        Encoding("sticker-binary", _in("sticker:sticker_binary"), canonical=False, solver="ergo"),
    )
}


def encoding(name: str) -> Encoding:
    """The encoding with this name.

    Raises:
        UsageError: there is no such name.

    >>> encoding("framed").canonical
    True
    """
    if name not in ENCODINGS:
        raise UsageError(_UNKNOWN(name=name, names=tuple(ENCODINGS)))
    return ENCODINGS[name]
