"""The ways to write a problem as a formula, by their names.

An encoding is a function from an `Instance` to a `Formula` whose models are the answers. Whatever else it does, it
names the variables of its turns `turn(step, action)`: from these an answer is read. The functions are loaded when they are
wanted, the names are there for every `--help`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cubeproof.errors import UsageError
from cubeproof.lazily import lazily

if TYPE_CHECKING:
    from cubeproof.engines.sat.formula import Formula
    from cubeproof.engines.sat.instance import Instance

__all__ = ["ENCODINGS", "Encoding", "encoding"]


@dataclass(frozen=True, slots=True)
class Encoding:
    """A way to write a problem as a formula.

    Attributes:
        name: as users call it.
        write: from an instance to its formula.
        canonical: whether it has only answers in canonical order, which leaves the solver less to search.
        solver: the python-sat solver that takes its formulas best.
    """

    name: str
    write: Callable[[Instance], Formula]
    canonical: bool
    solver: str


def _in(function: str) -> Callable[[Instance], Formula]:
    """A function in one of the modules beside this one."""
    return lazily(f"{__name__}.{function}")


ENCODINGS = {
    found.name: found
    for found in (
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
        UsageError: there is none.

    >>> encoding("framed").canonical
    True
    """
    if name not in ENCODINGS:
        raise UsageError(f"There is no encoding {name!r}; there are {', '.join(ENCODINGS)}.")
    return ENCODINGS[name]
