"""Turns of at most half of the layers in place of deeper blocks: the same cube."""

from hypothesis import given
from hypothesis import strategies as st

from cubeproof import Alg, Cube
from cubeproof.puzzle.move import Move
from cubeproof.puzzle.small_blocks import in_small_blocks


@st.composite
def words(draw: st.DrawFn) -> tuple[int, Alg]:
    """A size, and turns of any blocks of layers and of the whole cube."""
    size = draw(st.integers(2, 7))
    blocks = st.tuples(st.integers(1, size), st.integers(1, size)).map(sorted)
    turns = [
        Move(face, amount, *layers) if face in "URFDLB" else Move(face, amount)
        for face, amount, layers in draw(
            st.lists(
                st.tuples(st.sampled_from("URFDLBxyz"), st.sampled_from([1, 2, -1]), blocks), max_size=12
            )
        )
    ]
    return size, Alg(turns)


@given(words())
def test_small_blocks_make_the_same_cube(word: tuple[int, Alg]) -> None:
    size, alg = word
    small = list(in_small_blocks(alg, size))
    assert Cube(size).apply(Alg(small)) == Cube(size).apply(alg)
    turns = [move for move in small if move.family not in "xyz"]
    assert small[: len(turns)] == turns
    assert all(2 * move.last <= size or move.first > 1 for move in turns)
