"""The geometry turns cubes as an independent program does, and its groups are as large as published."""

from random import Random

import magiccube
import numpy as np
import pytest
from hypothesis import given

from cubeproof.errors import UsageError
from cubeproof.puzzle import MAX_SIZE
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube, permutation
from cubeproof.puzzle.geometry import FACES, Slab, check_size, geometry
from cubeproof.puzzle.move import Move
from ground_truth import EDGES as EDGE_FACELETS
from ground_truth import SUPERFLIP, stickers
from strategies import sequences, sizes

SIZES = [2, 3, 4, 5, 6, 7]


def all_moves(size: int) -> list[Move]:
    families = "xyz" + ("MES" if size % 2 else "") + ("mes" if size > 2 else "")
    layers = range(1, size + 1)
    blocks = [(face, first, last) for face in FACES for last in layers for first in range(1, last + 1)]
    return [
        Move(family, amount, first, last)
        for family, first, last in [*blocks, *((family, 1, 1) for family in families)]
        for amount in (1, 2, -1)
    ]


def for_magiccube(move: Move, size: int) -> str:
    """The same turn for magiccube, which knows no ranges of layers and no `m e s`: those go layer by layer."""
    suffix = {1: "", 2: "2", -1: "'"}[move.amount]
    if move.family in "xyzMES":
        return move.family + suffix
    if move.family in "mes":
        face, first, last = {"m": "L", "e": "D", "s": "F"}[move.family], 2, size - 1
    else:
        face, first, last = move.family, move.first, move.last
    if first == 1 and last > 1:
        return f"{last}{face}w{suffix}"
    return " ".join(f"{layer}{face}{suffix}" for layer in range(first, last + 1))


class TestAgainstMagiccube:
    @pytest.mark.parametrize("size", SIZES)
    def test_turns_agree_with_magiccube(self, size: int) -> None:
        moves = all_moves(size)
        Random(size).shuffle(moves)
        ours, theirs = Cube(size), magiccube.Cube(size, hist=False)
        for move in moves:
            ours = ours.apply(move)
            theirs.rotate(for_magiccube(move, size))
            assert ours.facelets == theirs.get_kociemba_facelet_positions(), str(move)

    def test_long_sequence_on_the_17x17x17_agrees_with_magiccube(self) -> None:
        alg = Alg(Random(17).sample(all_moves(17), 60))
        theirs = magiccube.Cube(17, hist=False)
        for move in alg:
            theirs.rotate(for_magiccube(move, 17))
        assert Cube(17).apply(alg).facelets == theirs.get_kociemba_facelet_positions()

    @pytest.mark.parametrize("size", SIZES)
    def test_text_has_the_same_meaning_for_magiccube(self, size: int) -> None:
        faces = Random(size).choices(FACES, k=80)
        wide = ["w" if size > 3 and index % 3 == 0 else "" for index in range(80)]
        text = " ".join(map("".join, zip(faces, wide, Random(0).choices(["", "2", "'"], k=80), strict=True)))
        theirs = magiccube.Cube(size, hist=False)
        theirs.rotate(text)
        assert Cube(size).apply(text).facelets == theirs.get_kociemba_facelet_positions()


class TestAgainstKnownSequences:
    @pytest.mark.parametrize(
        ("size", "text", "order"),
        [
            (3, "R U R' U'", 6),
            (3, "R U", 105),
            (3, "R U'", 63),
            (3, "R U2 D' B D'", 1260),  # no element of the group has a higher order
            (3, "R U R' U R U2 R'", 6),
            (3, "R U R' U' R' F R2 U' R' U' R U R' F'", 2),
            (3, "M2 E2 S2", 2),
            (3, "M E M' E'", 3),
            (2, "R U R' U'", 6),
            (2, "R U", 15),
            (2, "R U'", 9),
            (2, "x y", 3),
            (5, "x y", 3),
        ],
    )
    def test_a_sequence_has_its_known_order(self, size: int, text: str, order: int) -> None:
        assert Cube(size).apply(f"({text}){order}") == Cube(size)
        for prime in (2, 3, 5, 7):
            if order % prime == 0:
                assert Cube(size).apply(f"({text}){order // prime}") != Cube(size)

    def test_the_superflip_flips_every_edge_where_it_is(self) -> None:
        expected = Cube(3).colours.copy()
        for edge in EDGE_FACELETS:
            first, second = stickers(edge)
            expected[[first, second]] = expected[[second, first]]
        superflip = Cube(3).apply(SUPERFLIP)
        assert np.array_equal(superflip.colours, expected)
        assert superflip.apply(SUPERFLIP) == Cube(3)
        assert len(Alg(SUPERFLIP)) == 20

    def test_the_superflip_commutes_with_every_turn(self) -> None:
        for face in FACES:
            assert Cube(3).apply(f"{SUPERFLIP} {face}") == Cube(3).apply(f"{face} {SUPERFLIP}")

    def test_the_parity_of_the_4x4x4_flips_just_the_two_wings_of_an_edge(self) -> None:
        flipped = Cube(4).apply("2R2 B2 U2 2L U2 2R' U2 2R U2 F2 2R F2 2L' B2 2R2")
        changed = np.flatnonzero(flipped.colours != Cube(4).colours)
        assert [FACES[sticker // 16] + str(sticker % 16 + 1) for sticker in changed] == [
            "U14",
            "U15",
            "F2",
            "F3",
        ]

    @pytest.mark.parametrize(
        ("one", "other", "sizes_of_cubes"),
        [
            ("x", "R M' L'", (3,)),
            ("y", "U E' D'", (3,)),
            ("z", "F S B'", (3,)),
            ("x", "R m' L'", (3, 4, 5, 8)),
            ("y", "U e' D'", (3, 4, 5, 8)),
            ("z", "F s B'", (3, 4, 5, 8)),
            ("Rw", "x L", (3,)),
            ("Rw", "R M'", (3,)),
            ("Rw", "R 2R", (3, 4, 5, 17)),
            ("3Rw", "R 2-3Rw", (3, 4, 5, 17)),
            ("M", "3L", (5,)),
            ("M", "9L", (17,)),
            ("M", "3R'", (5,)),
            ("2R", "2L'", (3,)),
            ("Rw", "Lw x", (4,)),
        ],
    )
    def test_turn_written_in_two_ways_is_the_same(
        self, one: str, other: str, sizes_of_cubes: tuple[int, ...]
    ) -> None:
        for size in sizes_of_cubes:
            assert np.array_equal(permutation(one, size), permutation(other, size))


class TestTurns:
    @pytest.mark.parametrize("size", [*SIZES, 17, MAX_SIZE])
    def test_a_slab_is_the_same_from_the_other_side_in_the_other_sense(self, size: int) -> None:
        cube = geometry(size)
        for face, opposite in ("UD", "RL", "FB"):
            near, far = Slab(face, 1, 2, 1), Slab(opposite, size - 1, size, 3)
            assert np.array_equal(cube.turn(near), cube.turn(far))

    @pytest.mark.parametrize("size", SIZES)
    def test_four_quarter_turns_cancel_and_two_make_a_half_turn(self, size: int) -> None:
        cube = geometry(size)
        for face in FACES:
            quarter = cube.turn(Slab(face, 1, 1, 1))
            assert np.array_equal(quarter[quarter], cube.turn(Slab(face, 1, 1, 2)))
            assert np.array_equal(quarter[quarter][quarter], cube.turn(Slab(face, 1, 1, 3)))
            assert np.array_equal(np.sort(quarter), np.arange(6 * size**2))
            assert np.count_nonzero(quarter != np.arange(6 * size**2)) == size**2 - size % 2 + 4 * size

    def test_a_layer_that_the_cube_lacks_is_refused(self) -> None:
        with pytest.raises(UsageError, match="has 3 layers"):
            geometry(3).turn(Slab("R", 1, 4, 1))

    def test_shared_arrays_of_a_size_are_read_only(self) -> None:
        cube = geometry(3)
        shared = (cube.points, cube.cubies, cube.faces, cube.rotations, cube.quarter_turns)
        for array in (*shared, cube.turn(Slab("R", 1, 1, 1))):
            with pytest.raises(ValueError, match="read-only"):
                array[0] = 0


class TestRotations:
    @pytest.mark.parametrize("size", [*SIZES, 17])
    def test_rotations_form_a_group_of_24(self, size: int) -> None:
        rotations = geometry(size).rotations
        visited = {rotation.tobytes() for rotation in rotations}
        assert len(visited) == len(rotations) == 24
        assert np.array_equal(rotations[0], np.arange(6 * size**2))
        assert {item[second].tobytes() for item in rotations for second in rotations} == visited


class TestSizes:
    @pytest.mark.parametrize("size", [1, 0, -3, 51, 10**9])
    def test_a_size_out_of_range_is_refused_with_the_range(self, size: int) -> None:
        with pytest.raises(UsageError, match=f"A cube has 2 to 50 layers, not {size}."):
            check_size(size)

    @pytest.mark.parametrize("size", ["3", 3.0, None, [3]])
    def test_a_size_that_is_no_whole_number_is_refused(self, size: object) -> None:
        with pytest.raises(UsageError, match="whole number"):
            check_size(size)  # type: ignore[arg-type]

    def test_a_whole_number_of_numpy_will_do(self) -> None:
        assert Cube(np.int64(3)) == Cube(3)  # type: ignore[arg-type]
        assert type(Cube(np.int64(3)).size) is int  # type: ignore[arg-type]

    def test_the_largest_cube_turns(self) -> None:
        assert Cube(MAX_SIZE).apply("25Rw U2 (Lw F')2 (F Lw')2 U2 25Rw'") == Cube(MAX_SIZE)


@given(sizes.flatmap(lambda size: sequences(size).map(lambda alg: (size, alg))))
def test_turns_keep_every_cubie_in_one_piece(case: tuple[int, Alg]) -> None:
    size, alg = case
    cube = geometry(size)
    moved = permutation(alg, size)
    assert np.array_equal(np.sort(moved), np.arange(6 * size**2))
    came_from: dict[bytes, set[bytes]] = {}
    for place, source in enumerate(moved):
        came_from.setdefault(cube.cubies[place].tobytes(), set()).add(cube.cubies[source].tobytes())
    assert all(len(sources) == 1 for sources in came_from.values())
