"""The ways to write a problem as a formula, by their names.

An encoding is a function from an `Instance` to a `Formula` whose models are the answers. Whatever else it does, it
names the variables of its turns `turn(step, action)`: from these an answer is read.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cubeproof.engines.sat.encodings.cubie import cubie_binary, cubie_onehot
from cubeproof.engines.sat.encodings.framed import framed
from cubeproof.engines.sat.encodings.sticker import sticker, sticker_binary
from cubeproof.engines.sat.formula import Formula
from cubeproof.engines.sat.instance import Instance
from cubeproof.errors import UsageError

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


ENCODINGS = {
    found.name: found
    for found in (
        Encoding("framed", framed, canonical=True, solver="minisat22"),
        Encoding("cubie-onehot", cubie_onehot, canonical=False, solver="glucose4"),
        Encoding("cubie-binary", cubie_binary, canonical=False, solver="glucose4"),
        Encoding("sticker", sticker, canonical=False, solver="minisat22"),
        Encoding("sticker-binary", sticker_binary, canonical=False, solver="ergo"),
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
