"""The turns that buttons offer: each once, all of a kind together, and nothing that a size lacks."""

import numpy as np
import pytest

from cubeproof.errors import UsageError
from cubeproof.puzzle.cube import permutation
from cubeproof.puzzle.move import Move
from cubeproof.puzzle.turns import TurnKind, named_turns, turn_kind


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6, 7, 12])
def test_turns_are_different_and_exist_on_the_cube(size: int) -> None:
    turns = named_turns(size)
    assert len(set(turns)) == len(turns)
    for turn in turns:
        assert (permutation(turn, size) != np.arange(6 * size * size)).any()


@pytest.mark.parametrize("size", [3, 4, 5, 6, 7])
def test_turns_include_every_single_layer(size: int) -> None:
    alone = [turn for turn in named_turns(size) if turn_kind(turn, size) in (TurnKind.FACE, TurnKind.SLICE)]
    # Three axes, each with as many layers as the cube is large, in three amounts; no layer twice.
    assert len({permutation(turn, size).tobytes() for turn in alone}) == len(alone) == 3 * size * 3


def test_turns_of_the_3x3x3_are_the_usual_ones() -> None:
    clockwise = [str(turn) for turn in named_turns(3) if turn.amount == 1]
    assert clockwise == "U R F D L B M E S Uw Rw Fw Dw Lw Bw x y z".split()  # noqa: SIM905


@pytest.mark.parametrize(
    ("turn", "size", "kind"),
    [
        (Move("R"), 2, "face"),
        (Move("R", 1, 1, 2), 2, "rotation"),
        (Move("M"), 3, "slice"),
        (Move("m"), 4, "slice"),
        (Move("R", 1, 2, 3), 5, "slice"),
        (Move("R", 1, 1, 3), 5, "wide"),
        (Move("R", 1, 2, 3), 3, "wide"),
        (Move("R", 1, 3, 3), 3, "face"),
        (Move("y"), 7, "rotation"),
    ],
)
def test_the_kind_of_a_turn_is_what_it_turns(turn: Move, size: int, kind: str) -> None:
    assert turn_kind(turn, size) == kind


def test_turns_of_an_impossible_size_are_refused() -> None:
    with pytest.raises(UsageError, match="layers"):
        named_turns(1)
