"""`Alg`: a sequence of turns, kept as the tree in which it was written.

The leaves are moves; the inner nodes are repeated groups `(A)3`, commutators `[A,B]` and
conjugates `[A:B]`. Trees are immutable; everything else about an algorithm (its moves, its inverse, its
counts) is a small walk over the tree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby, zip_longest
from operator import index
from typing import overload

from cubeproof.base.argument_checks import expect, expect_whole
from cubeproof.base.lazy_imports import lazily
from cubeproof.errors import UsageError
from cubeproof.puzzle.facelet_symbols import as_turns
from cubeproof.puzzle.geometry import FEWEST_FACELETS, check_size
from cubeproof.puzzle.move import Metric, Move
from cubeproof.puzzle.notation import MAX_MOVES, LowerCase, parse
from cubeproof.sentences import Template

_TOO_MANY = Template("notation.long-algorithm", "Written out, this algorithm has more than {most:,} moves.")


class Alg:
    """A sequence of turns: its moves one by one, brackets expanded.

    It behaves like a tuple of its moves: length, index, slices, `+` and `*`; but `+` and `*` keep the brackets. A
    text or a move can also be added.

    Args:
        source: a text in the notation of `cubeproof.puzzle.notation`, a move, or a sequence of nodes.
        lower_case: the meaning of lower-case face letters in a text: "wide", `r` is Rw, or "inner", `r` is 2R; None
            for wide. `Cube.apply` also looks at the size of the cube.

    Raises:
        NotationError: the text has a fault, with its column.
        UsageError: `lower_case` has another value.
        TypeError: the source has another type.

    >>> alg = Alg("[R U: F2] // set-up")
    >>> alg, len(alg), list(map(str, alg))
    (Alg('[R U: F2]'), 5, ['R', 'U', 'F2', "U'", "R'"])
    >>> ~Alg("R U2 F'") + Alg("D") * 2
    Alg("F U2 R' D D")
    >>> str(alg[-1]), alg[1:4], alg[:2] + "L'"
    ("R'", Alg("U F2 U'"), Alg("R U L'"))
    >>> Alg("r"), Alg("r", lower_case="inner")
    (Alg('Rw'), Alg('2R'))
    """

    __slots__ = ("nodes",)

    nodes: tuple[Node, ...]

    def __init__(
        self, source: str | Move | Iterable[Node] = (), lower_case: LowerCase | str | None = None
    ) -> None:
        if isinstance(source, str):
            nodes = parse(source, lower_case)
        elif isinstance(source, Move):
            nodes = (source,)
        elif isinstance(source, Alg):
            nodes = source.nodes
        else:
            expect("source", source, Iterable, "a text, a move or a sequence of moves")
            nodes = tuple(source)
            for node in nodes:
                expect("source", node, Node, "made of moves and brackets")  # type: ignore[arg-type]
        object.__setattr__(self, "nodes", nodes)

    @staticmethod
    def of_turns(names: Iterable[str]) -> Alg:
        """Return the algorithm of turns by their names. Each name is parsed once, however often it occurs.

        Raises:
            NotationError: a name has a fault.

        >>> Alg.of_turns(["R", "2-3Uw'", "R"])
        Alg("R 2-3Uw' R")
        """
        nodes: dict[str, tuple[Node, ...]] = {}
        listed = [*names]
        for name in listed:
            if name not in nodes:
                nodes[name] = parse(name)
        return Alg(node for name in listed for node in nodes[name])

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"an Alg never changes, so {name!r} cannot be set")

    def __reduce__(self) -> tuple[type[Alg], tuple[tuple[Node, ...]]]:
        return Alg, (self.nodes,)

    def __eq__(self, other: object) -> bool:
        return self.nodes == other.nodes if isinstance(other, Alg) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.nodes)

    def __iter__(self) -> Iterator[Move]:
        if self.expanded_length > MAX_MOVES:
            raise UsageError(_TOO_MANY(most=MAX_MOVES))
        return self.expand()

    def __len__(self) -> int:
        return self.expanded_length

    def __bool__(self) -> bool:
        return self.expanded_length > 0

    @overload
    def __getitem__(self, key: int) -> Move: ...

    @overload
    def __getitem__(self, key: slice) -> Alg: ...

    def __getitem__(self, key: int | slice) -> Move | Alg:
        moves: list[Move] = [*self]
        if isinstance(key, slice):
            return Alg(moves[key])
        expect_whole("index", key)
        try:
            move: Move = moves[index(key)]
        except IndexError:
            raise IndexError(
                f"This algorithm has {len(moves)} moves, and none with the index {key}."
            ) from None
        return move

    def __add__(self, other: Alg | Move | str) -> Alg:
        expect("other", other, (Alg, Move, str), "an Alg, a move or a text")
        return Alg(self.nodes + Alg(other).nodes)

    def __radd__(self, other: Move | str) -> Alg:
        expect("other", other, (Move, str), "an Alg, a move or a text")
        return Alg(other) + self

    def __mul__(self, times: int) -> Alg:
        expect_whole("times", times)
        return Alg((self if times >= 0 else ~self).nodes * abs(times))

    def __rmul__(self, times: int) -> Alg:
        return self * times

    def __invert__(self) -> Alg:
        return self.inverse()

    def inverse(self) -> Alg:
        """Return the algorithm that undoes this one; brackets are kept.

        >>> Alg("[R, U] F2").inverse()
        Alg('F2 [U, R]')
        """
        return Alg(node.inverse() for node in reversed(self.nodes))

    def expand(self) -> Iterator[Move]:
        """Yield the moves one by one, without the limit on their number that iteration has."""
        for node in self.nodes:
            yield from node.expand()

    @property
    def expanded_length(self) -> int:
        """Return the number of moves with brackets expanded, computed on the tree without expanding it."""
        return sum(node.expanded_length for node in self.nodes)

    @property
    def depth(self) -> int:
        """Return the number of brackets inside one another; 0 without brackets."""
        return max((node.depth for node in self.nodes if not isinstance(node, Move)), default=0)

    def count(self, metric: Metric | str = Metric.HTM, size: int = 3) -> int:
        """Return the length in a metric on a cube of this size; rotations of the whole cube are free.

        Raises:
            UsageError: an unknown metric or size, or a turn of a layer that the cube does not have.

        >>> [Alg("R2 M' x Rw").count(metric, 3) for metric in ("htm", "qtm", "stm")]
        [4, 5, 3]
        """
        metric, size = Metric(metric), check_size(size)
        return sum(move.cost(metric, size) for move in self)

    def simplify(self) -> Alg:
        """Return an equivalent algorithm with adjacent turns merged or cancelled, also across commuting turns.

        Turns of one axis commute, so `R L R` becomes `R2 L`. If a run of turns cancels, its neighbours are merged
        too. Brackets are expanded.

        >>> Alg("R U U' R L D2 D2 L'").simplify()
        Alg('R2')
        """
        runs: list[dict[Move, int]] = []
        for axis, moves in groupby(self, key=lambda move: move.axis):
            if not (runs and next(iter(runs[-1])).axis == axis):
                runs.append({})
            turns = runs[-1]
            for move in moves:
                clockwise = Move(move.family, 1, move.first, move.last)
                turns[clockwise] = (turns.get(clockwise, 0) + move.amount) % 4
                if not turns[clockwise]:
                    del turns[clockwise]
            if not turns:
                runs.pop()
        return Alg(
            Move(move.family, amount, move.first, move.last)
            for turns in runs
            for move, amount in turns.items()
        )

    def __str__(self) -> str:
        if len(self.nodes) < FEWEST_FACELETS:
            return self.written
        return as_turns(self.written)

    @property
    def written(self) -> str:
        """The text inside brackets, where letters cannot be the facelets of a cube."""
        return " ".join(
            _with_number(node) if _is_half_x(following) else str(node)
            for node, following in zip_longest(self.nodes, self.nodes[1:])
        )

    def _repr_html_(self) -> str | None:
        """Return the notebook's picture of the turns, or None if there is nothing to show."""
        picture: str | None = lazily("cubeproof.notebook.inline:alg_html")(self)
        return picture

    def __repr__(self) -> str:
        return f"Alg({str(self)!r})"


def _is_half_x(node: Node | None) -> bool:
    """Whether a node is written `x2` or `(x2)`, which the parser refuses after a bracket without a number."""
    if isinstance(node, Group) and node.amount == 1 and len(node.body.nodes) == 1:
        (node,) = node.body.nodes
    return isinstance(node, Move) and node.family == "x" and node.amount == 2


def _with_number(node: Node) -> str:
    """Return the text of a node; a bracket has a number, also if it is 1: `(A)1`, `(A)1'`."""
    text = str(node)
    if isinstance(node, Move) or abs(node.amount) != 1:
        return text
    return f"{text}1" if node.amount > 0 else f"{text[:-1]}1'"


def _repeat(moves: Alg, amount: int) -> Iterator[Move]:
    once = moves if amount >= 0 else moves.inverse()
    for _ in range(abs(amount) if moves else 0):
        yield from once.expand()


def _amount(amount: int) -> str:
    return ("" if abs(amount) == 1 else str(abs(amount))) + ("'" if amount < 0 else "")


@dataclass(frozen=True, slots=True)
class Group:
    """A repeated sequence: `(R U)3`.

    >>> list(map(str, Group(Alg("R U"), -2).expand()))
    ["U'", "R'", "U'", "R'"]
    """

    body: Alg
    """The repeated turns."""
    amount: int = 1
    """How often; a negative amount repeats the inverse."""

    @property
    def depth(self) -> int:
        """Return the number of brackets inside one another, with its own."""
        return 1 + self.body.depth

    def inverse(self) -> Group:
        """Return the group with the opposite amount."""
        return Group(self.body, -self.amount)

    def expand(self) -> Iterator[Move]:
        """Yield its moves one by one."""
        yield from _repeat(self.body, self.amount)

    @property
    def expanded_length(self) -> int:
        """Return the number of its moves."""
        return self.body.expanded_length * abs(self.amount)

    def __str__(self) -> str:
        return f"({self.body.written}){_amount(self.amount)}"


@dataclass(frozen=True, slots=True)
class Commutator:
    """`[A, B]`, which is A B A' B', repeated `amount` times. A and B may be empty."""

    left: Alg
    """A."""
    right: Alg
    """B."""
    amount: int = 1
    """How often; a negative amount repeats the inverse."""

    @property
    def depth(self) -> int:
        """Return the number of brackets inside one another, with its own."""
        return 1 + max(self.left.depth, self.right.depth)

    def inverse(self) -> Commutator:
        """Return its inverse, `[B, A]`."""
        return Commutator(self.right, self.left, self.amount)

    def expand(self) -> Iterator[Move]:
        """Yield its moves one by one."""
        yield from _repeat(self.left + self.right + ~self.left + ~self.right, self.amount)

    @property
    def expanded_length(self) -> int:
        """Return the number of its moves."""
        return 2 * (self.left.expanded_length + self.right.expanded_length) * abs(self.amount)

    def __str__(self) -> str:
        return f"[{self.left.written}, {self.right.written}]{_amount(self.amount)}"


@dataclass(frozen=True, slots=True)
class Conjugate:
    """`[A: B]`, which is A B A', repeated `amount` times. A and B may be empty."""

    left: Alg
    """A."""
    right: Alg
    """B."""
    amount: int = 1
    """How often; a negative amount repeats the inverse."""

    @property
    def depth(self) -> int:
        """Return the number of brackets inside one another, with its own."""
        return 1 + max(self.left.depth, self.right.depth)

    def inverse(self) -> Conjugate:
        """Return its inverse, `[A: B']`."""
        return Conjugate(self.left, ~self.right, self.amount)

    def expand(self) -> Iterator[Move]:
        """Yield its moves one by one."""
        yield from _repeat(self.left + self.right + ~self.left, self.amount)

    @property
    def expanded_length(self) -> int:
        """Return the number of its moves."""
        return (2 * self.left.expanded_length + self.right.expanded_length) * abs(self.amount)

    def __str__(self) -> str:
        return f"[{self.left.written}: {self.right.written}]{_amount(self.amount)}"


Node = Move | Group | Commutator | Conjugate
