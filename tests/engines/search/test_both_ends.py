"""Words of a few face turns from both ends: shortest ones, without any table or compiled loop."""

from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cubeproof import Cube
from cubeproof.contract.control import Control
from cubeproof.contract.limit import Limit, Stop
from cubeproof.contract.outcome import Bounds, Outcome
from cubeproof.engines.search.engine import SearchEngine
from cubeproof.errors import UsageError
from cubeproof.methods.words.bidirectional import WordSearch
from cubeproof.methods.words.codings import coding
from cubeproof.methods.words.frontier import Frontier
from cubeproof.problem import Problem, cube_problem
from cubeproof.puzzle.scramble import random_moves
from cubeproof.solving.bidirectional import distance
from cubeproof.store import Store
from engine_runs import run_engine
from golden_lengths import rows_of
from ground_truth import LAYERS_3_HTM, LAYERS_3_QTM, SUPERFLIP
from programs import run_python

TWELVE_QUARTER_TURNS = Cube(3).apply(rows_of("qtm", 12)[0].scramble)
TEN = Cube(3).apply("F U2 R' D B2 L U' F2 R D2")


def cost(turns: str, metric: str) -> int:
    """The cost of turns of faces."""
    return sum(2 if metric == "qtm" and turn.endswith("2") else 1 for turn in turns.split())


def shortest(problem: Problem, most: int) -> tuple[str | None, int]:
    """The shortest answer as turns, and the lower bound."""
    search = WordSearch(problem, Control(), most=most)
    word = next(search.answers(), None)
    return None if word is None else " ".join(problem.write(word)), search.lower_bound


@settings(max_examples=30)
@given(
    length=st.integers(0, 7),
    seed=st.integers(0, 1 << 30),
    hold=st.sampled_from(["", "x", "y2", "z' x"]),
    metric=st.sampled_from(["htm", "qtm"]),
)
def test_word_is_as_cheap_as_a_search_over_all_states_finds(
    length: int, seed: int, hold: str, metric: str
) -> None:
    cube = Cube(3).apply(random_moves(3, length, seed)).apply(hold)
    problem = cube_problem(cube, metric=metric)
    turns, lower = shortest(problem, 7)
    least = distance(problem, 7)
    if least is None:
        assert (turns, lower) == (None, 8)
    else:
        assert turns is not None
        assert (cube.apply(turns).is_solved, cost(turns, metric), lower) == (True, least, least)


@pytest.mark.parametrize(("metric", "layers"), [("htm", LAYERS_3_HTM), ("qtm", LAYERS_3_QTM)])
def test_words_lead_to_the_published_number_of_states_of_each_length(
    metric: str, layers: Sequence[int]
) -> None:
    problem = cube_problem(Cube(3).apply("R"), metric=metric)
    states = coding(problem)
    end = Frontier(
        states.goals, states.turns, problem.costs.tolist(), problem.successors, states.codes, distinct=True
    )
    for length in range(1, 5):
        assert end.count(length) >= layers[length]
        end.grow(Control())
        assert end.count(length) == layers[length]


@pytest.mark.parametrize(
    ("alg", "length"),
    [
        ("", 0),
        ("R2", 1),
        ("R2 L2 U2 D2 F2 B2", 6),  # Pons Asinorum
        ("R U' R' U", 4),
        ("U D' R L' F B' U D'", 8),  # six spots
    ],
)
@pytest.mark.parametrize("hold", ["", "x y'"])
def test_structured_cubes_have_published_lengths(alg: str, length: int, hold: str) -> None:
    cube = Cube(3).apply(alg).apply(hold)
    turns, lower = shortest(cube_problem(cube), 10)
    assert turns is not None
    assert (cube.apply(turns).is_solved, len(turns.split()), lower) == (True, length, length)


@pytest.mark.parametrize("most", [0, 1, 4, 9])
def test_cube_that_needs_more_turns_has_no_word_and_a_bound(most: int) -> None:
    assert shortest(cube_problem(Cube(3).apply(SUPERFLIP)), most) == (None, most + 1)


def searched(
    tmp_path: Path, limit: Limit | None = None, table: str = "", quick: bool = False, metric: str = "htm"
) -> Outcome:
    """The outcome for a cube of ten turns; no table is built for it."""
    store = Store(tmp_path / "tables")
    outcome = run_engine(
        SearchEngine(store=store, table=table, quick=quick),
        cube_problem(TEN if metric == "htm" else TWELVE_QUARTER_TURNS, metric=metric),
        Bounds(lower=1),
        Control(limit),
    )
    assert not store.folder.exists()
    return outcome


def test_cube_of_ten_turns_is_proved_without_a_table(tmp_path: Path) -> None:
    outcome = searched(tmp_path)
    assert ([*map(len, outcome.words)], outcome.lower_bound, outcome.stop) == ([10], 10, None)
    assert cube_problem(TEN).is_solved_by(outcome.words[0])


def test_cube_of_twelve_quarter_turns_is_proved_without_a_table(tmp_path: Path) -> None:
    outcome = searched(tmp_path, metric="qtm")
    problem = cube_problem(TWELVE_QUARTER_TURNS, metric="qtm")
    assert (problem.cost(outcome.words[0]), outcome.lower_bound, outcome.stop) == (12, 12, None)
    assert problem.is_solved_by(outcome.words[0])


def test_length_limit_below_the_distance_is_proved_without_a_table(tmp_path: Path) -> None:
    outcome = searched(tmp_path, Limit(length=9))
    assert (outcome.words, outcome.lower_bound, outcome.stop) == ((), 10, Stop.LENGTH)


def test_unknown_table_is_refused_before_an_answer_without_one(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="h48-htm-3"):
        searched(tmp_path, table="h48")


def test_easy_cube_loads_no_compiler() -> None:
    program = (
        "import sys; from cubeproof import Cube, solve\n"
        "print(solve(Cube(3).apply('R U F2 D L B2 U R')).optimal, 'numba' in sys.modules)"
    )
    done = run_python(program)
    assert done.stdout == "True False\n"
