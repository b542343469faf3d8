"""The product and an independent plain search give the same answers to random questions.

Every run asks some questions; `make soak` asks 24 of every combination of size, metric, kind of goal and kind of turns.
"""

from __future__ import annotations

import json
import shlex
from itertools import pairwise, product

import pytest

from cubeproof.cli import main
from second_opinion.draws import METRICS, MOVES, SIZES, Combination, combinations, draw
from second_opinion.oracle import opinion
from second_opinion.verdict import Settle, verdict, verdict_on_all, verdict_on_structure

EACH = 24


def some(size: int) -> list[tuple[Combination, int]]:
    """Return the draws of every run: each third combination, but few of those whose questions take seconds."""
    drawn: list[tuple[Combination, int]] = []
    for index, combination in enumerate(combinations()):
        step = {3: 6, 4: 4, 5: 16}.get(size, 3) if combination.moves == "usual" else 3
        if combination.size == size and (index // len(MOVES) + index) % step == 0:
            drawn.append((combination, len(drawn) * 5 % EACH))
    return drawn


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_engines_agree_on_some_questions_of_every_kind(size: int, settle: Settle) -> None:
    settle(verdict, some(size))


# Turns of slabs that carry the middles along and back again: the shortest way may be one that no turns of faces
# make as short.
@pytest.mark.slow
@pytest.mark.parametrize(("size", "numbers"), [(3, [4, 8, 16, 22]), (5, [4])])
def test_slices_and_wide_turns_count_if_goal_and_start_have_one_hold(
    size: int, numbers: list[int], settle: Settle
) -> None:
    settle(verdict, ((Combination(size, "stm", "facelets", "usual"), number) for number in numbers))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("first", "last"),
    [
        pytest.param(first, last, id=f"{first}", marks=pytest.mark.soak if first else ())
        for first, last in pairwise([0, 6, *range(24, 481, 24)])
    ],
)
def test_shortest_answers_are_all_listed(first: int, last: int, settle: Settle) -> None:
    settle(verdict_on_all, ((number,) for number in range(first, last)))


@pytest.mark.parametrize(
    "first", [pytest.param(first, marks=pytest.mark.soak if first else ()) for first in range(0, 480, 8)]
)
@pytest.mark.guards("a wrong length where the start has structure")
def test_product_agrees_where_the_start_has_structure(first: int, settle: Settle) -> None:
    settle(verdict_on_structure, ((number,) for number in range(first, first + 8)))


@pytest.mark.soak
@pytest.mark.slow
@pytest.mark.parametrize(
    ("size", "metric", "moves"), sorted({(item.size, item.metric, item.moves) for item in combinations()})
)
def test_engines_agree_on_many_questions_of_every_kind(
    size: int, metric: str, moves: str, settle: Settle
) -> None:
    alike = [
        first for first in combinations() if (first.size, first.metric, first.moves) == (size, metric, moves)
    ]
    settle(verdict, product(alike, range(EACH)))


def test_every_value_of_every_axis_is_drawn_every_day() -> None:
    drawn = [item for size in SIZES for item, _ in some(size)]
    for axes in (("size", "metric"), ("metric", "goal"), ("goal", "moves"), ("metric", "moves")):
        pairs = {tuple(getattr(item, axis) for axis in axes) for item in combinations()}
        assert {tuple(getattr(item, axis) for axis in axes) for item in drawn} == pairs


@pytest.mark.slow
@pytest.mark.parametrize(("size", "metric"), list(product((2, 3), METRICS)))
def test_command_agrees_with_the_model(size: int, metric: str, capsys: pytest.CaptureFixture[str]) -> None:
    drawn = draw(Combination(size, metric, "facelets", "mixed"), 1)
    judgement = opinion(drawn.question, drawn.depth)
    words = shlex.split(drawn.question.command)[1:]
    status = main([*words, "--json"])
    run = capsys.readouterr()
    assert status == 0, run.err
    said = json.loads(run.out)
    assert (said["length"], said["optimal"]) == (judgement.cost, True), drawn.question.command
    assert drawn.question.objection(said["solution"]) is None
