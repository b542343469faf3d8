"""The encodings of problems as formulas, by name.

An encoding is a function from an `Instance` to a `Formula` whose models are the answers. The variables
`turn(step, action)` of every encoding give the answer. The functions are loaded when they are called, since `--help`
requires only the names.
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
    """An encoding of problems as formulas."""

    name: str
    """Its name in commands and requests."""
    write: Callable[[Instance], Formula]
    """Returns the formula of an instance."""
    canonical: bool
    """Whether it is fastest with answers in canonical order only, which reduces the solver's search."""
    solver: str
    """The fastest python-sat solver for its formulas."""


def _in(function: str) -> Callable[[Instance], Formula]:
    """Return a function of a module of this package, which is loaded at its first call."""
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
    """Return the encoding with this name.

    Raises:
        UsageError: an unknown name.

    >>> encoding("framed").canonical
    True
    """
    if name not in ENCODINGS:
        raise UsageError(_UNKNOWN(name=name, names=tuple(ENCODINGS)))
    return ENCODINGS[name]
