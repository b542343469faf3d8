"""A move has a name, layers and a cost."""

import copy
import pickle
from dataclasses import FrozenInstanceError

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubeproof.errors import UsageError
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import permutation
from cubeproof.puzzle.geometry import Slab
from cubeproof.puzzle.move import Metric, Move
from strategies import moves


def move(text: str) -> Move:
    (only,) = Alg(text)
    return only


class TestCost:
    @pytest.mark.parametrize(
        ("text", "size", "htm", "qtm", "stm"),
        [
            *[("R", 3, 1, 1, 1), ("R'", 3, 1, 1, 1), ("R2", 3, 1, 2, 1), ("R2", 2, 1, 2, 1)],
            *[("M", 3, 2, 2, 1), ("M2", 3, 2, 4, 1), ("S'", 17, 2, 2, 1), ("m2", 3, 2, 4, 1)],
            *[("e", 6, 2, 2, 1), ("Rw", 3, 1, 1, 1), ("Rw2", 3, 1, 2, 1), ("2R", 2, 1, 1, 1)],
            *[("2R", 3, 2, 2, 1), ("3R", 3, 1, 1, 1), ("2R", 4, 2, 2, 1), ("2R2", 5, 2, 4, 1)],
            *[("3Rw2", 7, 1, 2, 1), ("3-5Rw", 7, 2, 2, 1), ("2-7Rw2", 7, 1, 2, 1), ("16Rw", 17, 1, 1, 1)],
            *[("17Rw2", 17, 0, 0, 0), ("2Rw", 2, 0, 0, 0), ("x", 3, 0, 0, 0), ("y2", 4, 0, 0, 0)],
        ],
    )
    def test_each_metric_counts_a_move_as_its_definition_says(
        self, text: str, size: int, htm: int, qtm: int, stm: int
    ) -> None:
        assert [move(text).cost(metric, size) for metric in ("htm", "qtm", "stm")] == [htm, qtm, stm]

    @pytest.mark.parametrize(("metric", "generators"), [("htm", 18), ("qtm", 12), ("stm", 27)])
    def test_the_3x3x3_has_the_known_number_of_turns_of_cost_one(self, metric: str, generators: int) -> None:
        names = [family + suffix for family in "URFDLBMES" for suffix in ("", "2", "'")]
        assert sum(move(name).cost(Metric(metric), 3) == 1 for name in names) == generators

    def test_an_unknown_metric_is_refused_with_the_known_ones(self) -> None:
        with pytest.raises(UsageError, match="no metric 'etm'; there are htm, qtm, stm"):
            Alg("R").count("etm")


class TestName:
    @pytest.mark.parametrize(
        ("made", "name"),
        [
            (Move("R"), "R"),
            (Move("R", 2), "R2"),
            pytest.param(Move("R", -2), "R2", id="R-2"),
            (Move("R", 3), "R'"),
            pytest.param(Move("R", 5), "R", id="R5"),
            (Move("R", -1, 1, 2), "Rw'"),
            (Move("R", 1, 1, 3), "3Rw"),
            (Move("R", 1, 3, 3), "3R"),
            (Move("R", 2, 2, 3), "2-3Rw2"),
            (Move("M", -1), "M'"),
            (Move("s", 2), "s2"),
            (Move("x"), "x"),
        ],
    )
    def test_move_is_written_in_wca_and_sign(self, made: Move, name: str) -> None:
        assert str(made) == name

    @given(moves())
    def test_move_reads_back(self, made: Move) -> None:
        assert move(str(made)) == made


class TestRefusal:
    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (("Q",), "no turn called 'Q'"),
            (("",), "no turn called ''"),
            (("RU",), "no turn called 'RU'"),
            (("r",), "no turn called 'r'"),
            (("R", 0), "turns nothing"),
            (("R", -8), "turns nothing"),
            (("R", 1, 0), "Layers go from 1"),
            (("R", 1, 3, 2), "Layers go from 1"),
            (("R", 1, -2, -1), "Layers go from 1"),
            (("M", 1, 1, 2), "takes no layer numbers"),
            (("x", 1, 2, 2), "takes no layer numbers"),
        ],
    )
    def test_wrong_move_is_refused(self, arguments: tuple[str, *tuple[int, ...]], words: str) -> None:
        with pytest.raises(UsageError, match=words):
            Move(*arguments)

    @pytest.mark.parametrize(
        ("text", "size"),
        [("3R", 2), ("4Rw", 3), ("99Rw", 50), ("M", 2), ("E'", 8), ("S2", 6), ("m", 2), ("2-3Fw", 2)],
    )
    def test_move_is_refused_on_a_cube_without_its_layers(self, text: str, size: int) -> None:
        with pytest.raises(UsageError, match=rf"cube (of {size} layers has none|has {size})"):
            move(text).slab(size)


class TestValue:
    def test_move_is_immutable(self) -> None:
        with pytest.raises(FrozenInstanceError):
            Move("R").amount = 2  # type: ignore[misc]

    @given(moves())
    def test_move_survives_pickling_and_copying(self, made: Move) -> None:
        for twin in (pickle.loads(pickle.dumps(made)), copy.copy(made), copy.deepcopy(made)):
            assert twin == made
            assert hash(twin) == hash(made)

    def test_move_equality_ignores_its_position(self) -> None:
        first, second = Alg("R R")
        assert (first.position, second.position) == (0, 2)
        assert first == second == Move("R")
        assert len({first, second, Move("R")}) == 1

    @given(moves())
    def test_move_is_undone_by_its_inverse(self, made: Move) -> None:
        assert ~~made == made
        assert (made.amount + (~made).amount) % 4 == 0
        assert (~made).slab(13)[:3] == made.slab(13)[:3]


@pytest.mark.parametrize(
    ("text", "size", "slab"),
    [
        ("M", 3, Slab("L", 2, 2, 1)),
        ("E'", 5, Slab("D", 3, 3, 3)),
        ("S2", 7, Slab("F", 4, 4, 2)),
        ("m", 6, Slab("L", 2, 5, 1)),
        ("M", 4, Slab("L", 2, 3, 1)),
        ("E2", 4, Slab("D", 2, 3, 2)),
        ("x'", 4, Slab("R", 1, 4, 3)),
        ("2-3Bw2", 5, Slab("B", 2, 3, 2)),
    ],
)
def test_move_lists_its_layers(text: str, size: int, slab: Slab) -> None:
    assert move(text).slab(size) == slab


@given(st.integers(2, 7).flatmap(lambda size: st.tuples(st.just(size), moves(size), moves(size))))
def test_moves_of_one_axis_commute(case: tuple[int, Move, Move]) -> None:
    size, first, second = case
    forth, back = permutation(Alg([first, second]), size), permutation(Alg([second, first]), size)
    if first.axis == second.axis:
        assert np.array_equal(forth, back)
