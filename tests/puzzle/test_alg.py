"""Algorithms are values: they are read, written, inverted, expanded, simplified and counted."""

import copy
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from cubeproof.errors import UsageError
from cubeproof.puzzle.alg import Alg, Commutator, Conjugate, Group, Node
from cubeproof.puzzle.cube import Cube, permutation
from cubeproof.puzzle.geometry import geometry
from cubeproof.puzzle.move import Metric, Move
from ground_truth import SUPERFLIP
from strategies import algs, sequences, sizes

sized_algs = sizes.flatmap(lambda size: st.tuples(st.just(size), algs(size)))
sized_sequences = sizes.flatmap(lambda size: st.tuples(st.just(size), sequences(size)))


def by_definition(alg: Alg, size: int) -> NDArray[np.intp]:
    """The effect of an algorithm, from definitions of its brackets only in terms of permutations."""

    def one(node: Node) -> NDArray[np.intp]:
        if isinstance(node, Move):
            return geometry(size).turn(node.slab(size)).astype(np.intp)
        if isinstance(node, Group):
            once = by_definition(node.body, size)
        else:
            left, right = by_definition(node.left, size), by_definition(node.right, size)
            once = left[right][np.argsort(left)]
            if isinstance(node, Commutator):
                once = once[np.argsort(right)]
        total = np.arange(len(once))
        for _ in range(abs(node.amount)):
            total = total[once if node.amount > 0 else np.argsort(once)]
        return total

    total = np.arange(6 * size**2)
    for node in alg.nodes:
        total = total[one(node)]
    return total


class TestText:
    @given(algs())
    def test_algorithm_text_reads_back_the_same(self, alg: Alg) -> None:
        assert Alg(str(alg)) == alg
        assert str(Alg(str(alg))) == str(alg)
        assert repr(alg) == f"Alg({str(alg)!r})"

    @pytest.mark.parametrize(
        ("text", "moves"),
        [
            ("(R U)3", "R U R U R U"),
            ("(R U)'", "U' R'"),
            ("(R U2)2'", "U2 R' U2 R'"),
            ("(R)0", ""),
            ("()5", ""),
            ("[R, U]", "R U R' U'"),
            ("[R: U]", "R U R'"),
            ("[R, U]'", "U R U' R'"),
            ("[R: U]2", "R U R' R U R'"),
            ("[R: U]'", "R U' R'"),
            ("[F: [R, U]]", "F R U R' U' F'"),
            ("[R U: F2]", "R U F2 U' R'"),
            ("[M', U2]", "M' U2 M U2"),
            ("((R U)2 F)2", "R U R U F R U R U F"),
            ("[R,]", "R R'"),
            ("[,R]2", "R R' R R'"),
            ("[R:]", "R R'"),
            ("[:R]'", "R'"),
            ("[,] [:]3", ""),
            ("(R4 U)2", "U U"),
        ],
    )
    def test_brackets_have_the_usual_meaning(self, text: str, moves: str) -> None:
        assert " ".join(map(str, Alg(text))) == moves
        assert len(Alg(text)) == len(moves.split())


class TestMeaning:
    @given(sized_algs)
    def test_a_tree_does_what_its_brackets_define(self, case: tuple[int, Alg]) -> None:
        size, alg = case
        assert np.array_equal(permutation(alg, size), by_definition(alg, size))

    @given(sized_algs)
    def test_inverse_undoes_the_algorithm(self, case: tuple[int, Alg]) -> None:
        size, alg = case
        assert Cube(size).apply(alg).apply(~alg) == Cube(size)
        assert ~~alg == alg or len(~~alg) == len(alg)
        assert np.array_equal(permutation(~~alg, size), permutation(alg, size))

    @given(sized_algs, st.integers(-3, 3))
    def test_algorithms_can_be_added_and_multiplied(self, case: tuple[int, Alg], times: int) -> None:
        size, alg = case
        assert np.array_equal(permutation(alg * times, size), permutation(Alg([Group(alg, times)]), size))
        assert np.array_equal(permutation(alg + alg, size), permutation(alg * 2, size))

    @given(algs())
    def test_algorithm_length_is_its_number_of_moves(self, alg: Alg) -> None:
        assert len(alg) == len(list(alg)) == alg.expanded_length
        assert bool(alg) == (len(alg) > 0)
        assert all(isinstance(move, Move) for move in alg)


class TestSimplify:
    @pytest.mark.parametrize(
        ("text", "simple"),
        [
            ("", ""),
            ("R R", "R2"),
            ("R R R", "R'"),
            ("R R'", ""),
            ("R2 R2", ""),
            ("R L R", "R2 L"),
            ("R L R' L'", ""),
            ("U D2 U' D2 R", "R"),
            ("R U U' R'", ""),
            ("R U D U' D' R", "R2"),
            ("F R L' R' L F", "F2"),
            ("Rw R Rw'", "R"),
            ("M R M", "M2 R"),
            ("x R x'", "R"),
            ("[R, L]", ""),
            ("(R U)2 (U' R')2", ""),
            ("R U R U", "R U R U"),
            ("2R R 2R'", "R"),
        ],
    )
    def test_simplify_merges_across_commuting_moves(self, text: str, simple: str) -> None:
        assert str(Alg(text).simplify()) == simple

    @given(sized_algs)
    def test_simplify_keeps_the_effect_and_never_lengthens(self, case: tuple[int, Alg]) -> None:
        size, alg = case
        simple = alg.simplify()
        assert np.array_equal(permutation(simple, size), permutation(alg, size))
        assert len(simple) <= len(alg)
        for metric in Metric:
            assert simple.count(metric, size) <= alg.count(metric, size)

    @given(sequences())
    def test_simplify_leaves_nothing_to_simplify(self, alg: Alg) -> None:
        simple = alg.simplify()
        assert simple.simplify() == simple
        assert not (alg + ~alg).simplify()

    @given(st.lists(st.sampled_from(["R", "L", "R'", "L2", "U", "D'", "F", "B2"]), max_size=12).map(" ".join))
    def test_simplify_leaves_no_adjacent_turns_of_a_face(self, text: str) -> None:
        simple = [(move.axis, move.family) for move in Alg(text).simplify()]
        for start, (axis, family) in enumerate(simple):
            for other_axis, other_family in simple[start + 1 :]:
                if other_axis != axis:
                    break
                assert other_family != family


class TestCount:
    @pytest.mark.parametrize(
        ("text", "size", "htm", "qtm", "stm"),
        [
            (SUPERFLIP, 3, 20, 28, 20),
            ("M2 E2 S2", 3, 6, 12, 3),
            ("x R y U2 z", 3, 2, 3, 2),
            ("Rw 2R 3Rw2 2-3Rw", 5, 6, 7, 4),
            ("Rw 2R 3Rw2 2-3Rw", 17, 6, 7, 4),
            ("([R, U]2 M')3", 3, 30, 30, 27),
            ("", 2, 0, 0, 0),
        ],
    )
    def test_an_algorithm_costs_what_its_moves_cost(
        self, text: str, size: int, htm: int, qtm: int, stm: int
    ) -> None:
        assert [Alg(text).count(metric, size) for metric in Metric] == [htm, qtm, stm]

    @given(sized_sequences)
    def test_inverse_has_the_same_cost(self, case: tuple[int, Alg]) -> None:
        size, alg = case
        for metric in Metric:
            assert (~alg).count(metric, size) == alg.count(metric, size)

    def test_a_turn_that_the_cube_lacks_cannot_be_counted(self) -> None:
        with pytest.raises(UsageError, match="middle layer"):
            Alg("R M").count("htm", 6)


class TestSize:
    def test_a_million_moves_may_be_written_in_brackets_and_no_more(self) -> None:
        assert len(Alg("(R)1000000")) == 1_000_000
        too_long = Alg([Group(Alg("R U"), 500_001)])
        with pytest.raises(UsageError, match="more than 1,000,000 moves"):
            iter(too_long)
        with pytest.raises(UsageError, match="more than 1,000,000 moves"):
            Cube(3).apply(too_long)

    def test_repeated_empty_algorithm_is_empty(self) -> None:
        nothing = Alg("(()9999999)9999999 ((R)9999999)0")
        assert list(nothing) == []
        assert Cube(3).apply(nothing) == Cube(3)
        assert not nothing


class TestValue:
    @given(algs())
    def test_algorithm_survives_pickling_and_copying(self, alg: Alg) -> None:
        for twin in (pickle.loads(pickle.dumps(alg)), copy.copy(alg), copy.deepcopy(alg)):
            assert twin == alg
            assert hash(twin) == hash(alg)

    def test_algorithm_is_immutable(self) -> None:
        alg = Alg("R U")
        with pytest.raises(AttributeError, match="never changes"):
            alg.nodes = ()
        with pytest.raises(AttributeError):
            alg.name = "sexy"

    def test_algorithm_equality_includes_its_notation(self) -> None:
        assert Alg("(R U)2") != Alg("R U R U")
        assert Alg("R2'") == Alg("R2")
        assert Alg("R U") != "R U"

    @pytest.mark.parametrize("source", [["R", "U"], [None], [Alg("R")], 5, None])
    def test_algorithm_refuses_other_nodes(self, source: object) -> None:
        with pytest.raises(TypeError):
            Alg(source)  # type: ignore[arg-type]

    def test_algorithm_is_made_from_a_move_or_nodes(self) -> None:
        commutator = Commutator(Alg("R"), Alg("U"))
        assert Alg(Move("R")) == Alg("R")
        assert Alg([Move("F"), commutator, Conjugate(Alg("D"), Alg("B"))]) == Alg("F [R,U] [D:B]")
