"""Hypothesis strategies for the types of cubeproof."""

from functools import cache

from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from cubeproof.puzzle.alg import Alg, Commutator, Conjugate, Group, Node
from cubeproof.puzzle.cube import UNKNOWN, Cube
from cubeproof.puzzle.geometry import FACES
from cubeproof.puzzle.move import Move

sizes: SearchStrategy[int] = st.integers(2, 7)

_amounts = st.sampled_from((1, 2, -1))


@cache  # a strategy takes longer to build than to draw from
def moves(size: int | None = None) -> SearchStrategy[Move]:
    """A turn of a cube of this size, or, without a size, any turn of up to 12 layers."""
    families = "xyz"
    if size is None or size % 2:
        families += "MES"
    if size is None or size > 2:
        families += "mes"
    layers = st.lists(st.integers(1, size or 12), min_size=2, max_size=2).map(sorted)
    return st.builds(Move, st.sampled_from(families), _amounts) | st.builds(
        lambda face, amount, ends: Move(face, amount, *ends), st.sampled_from(FACES), _amounts, layers
    )


@cache
def sequences(size: int | None = None, max_length: int = 30) -> SearchStrategy[Alg]:
    """Turns one after another, without brackets."""
    return st.lists(moves(size), max_size=max_length).map(Alg)


@cache
def algs(size: int | None = None) -> SearchStrategy[Alg]:
    """Trees: turns, groups, commutators and conjugates inside one another."""

    def bracket(inner: SearchStrategy[Node]) -> SearchStrategy[Node]:
        part = st.lists(inner, max_size=3).map(Alg)
        amount = st.integers(-4, 4)
        return (
            st.builds(Group, st.lists(inner, max_size=3).map(Alg), amount)
            | st.builds(Commutator, part, part, amount)
            | st.builds(Conjugate, part, part, amount)
        )

    nodes: SearchStrategy[Node] = st.recursive(moves(size), bracket, max_leaves=8)
    return st.lists(nodes, max_size=4).map(Alg)


@st.composite
def cubes(draw: st.DrawFn, size: int | None = None) -> Cube:
    """A cube that turning can reach, held in any way."""
    number = draw(sizes) if size is None else size
    return Cube(number).apply(draw(sequences(number)))


@st.composite
def patterns(draw: st.DrawFn, size: int | None = None) -> Cube:
    """A reachable cube of which some stickers are not known."""
    cube = draw(cubes(size))
    colours = cube.colours.copy()
    unknown = draw(st.sets(st.integers(0, len(colours) - 1)))
    colours[sorted(unknown)] = UNKNOWN
    return Cube.from_colours(colours)


@st.composite
def paintings(draw: st.DrawFn, size: int | None = None) -> Cube:
    """Any colours, known or unknown: mostly cubes that cannot exist."""
    number = draw(sizes) if size is None else size
    count = 6 * number * number
    return Cube.from_colours(draw(st.lists(st.integers(UNKNOWN, 5), min_size=count, max_size=count)))
