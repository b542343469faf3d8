"""All words of a few turns: the answers agree with brute force, for any goal, turns and unknown stickers."""

from random import Random

import numpy as np
import pytest

from brute_force import cheapest_words
from cubeproof import Cube, Limit
from cubeproof.contract.control import Control
from cubeproof.contract.events import BoundProved, Event, Improved
from cubeproof.errors import StoppedError, TimeUpError
from cubeproof.methods.words.short_words import short_words
from cubeproof.problem import Generator, Problem, cube_problem, named_goal

TURNS = {
    "htm": [f"{face}{amount}" for face in "URFDLB" for amount in ("", "2", "'")],
    "qtm": [f"{face}{amount}" for face in "URFDLB" for amount in ("", "'")],
}


@pytest.mark.parametrize("seed", range(12))
def test_short_words_are_those_of_brute_force(seed: int) -> None:
    random = Random(seed)
    metric = random.choice(["htm", "qtm", "stm"])
    goal = random.choice(["solved", "cross", "oll", "layer", "superflip"])
    moves = random.choice([None, "R,U,F", "R2,U,F2,D", "M,U", "R,L,U,D"])
    cube = Cube(3).apply(" ".join(random.choices(TURNS["htm"], k=random.randint(1, 2))))
    pattern = named_goal(goal).pattern(3)
    start = named_goal(goal).view(cube)
    colours = start.colours.copy()
    colours[random.sample(range(54), random.choice([0, 5, 25]))] = -1
    problem = cube_problem(
        Cube.from_colours(colours),
        pattern,
        moves=moves,
        metric=metric,
        up_to_rotation=random.random() < 0.5,
        diagnose=False,
    )
    if problem.is_solved_by(()):
        return
    least, words = cheapest_words(problem, 2)
    result = short_words(problem, Control(Limit(length=2)))
    if least is None:
        assert (result.words, result.lower_bound) == ((), 3)
    else:
        assert (set(result.words), result.lower_bound) == (words, least)
        assert len(result.words) == len(words)


def test_short_words_of_unequal_costs_come_cheapest_first() -> None:
    turns = (
        Generator("a", np.array([1, 0, 2, 3], dtype=np.int16), 5),
        Generator("b", np.array([0, 2, 1, 3], dtype=np.int16), 1),
        Generator("c", np.array([0, 1, 3, 2], dtype=np.int16), 7),
    )
    for start, costs in (([1, 0, 2, 3], 5), ([2, 1, 0, 3], 7), ([0, 1, 3, 2], 7), ([0, 2, 3, 1], 8)):
        problem = Problem(np.array(start, dtype=np.int8), (np.arange(4, dtype=np.int8),), turns)
        result = short_words(problem, Control())
        assert result.lower_bound == costs
        assert cheapest_words(problem, costs) == (costs, set(result.words))


def test_short_words_end_where_turns_reach_few_states() -> None:
    # There are arbitrarily long words of R2 and U2, and no such word flips an edge.
    result = short_words(cube_problem(Cube(3).apply("M2 E2 S2"), moves="R2,U2"), Control())
    assert result.words == ()
    assert result.lower_bound > 4


def test_short_words_prove_a_bound_for_a_cube_that_needs_more() -> None:
    events: list[Event] = []
    problem = cube_problem(Cube(3).apply("R U F L D B R2 U2"), metric="stm")
    result = short_words(problem, Control(progress=events.append))
    assert (result.words, result.lower_bound) == ((), 6)
    assert [event.lower_bound for event in events if isinstance(event, BoundProved)] == [2, 3, 4, 5, 6]
    assert not any(isinstance(event, Improved) for event in events)


def test_short_words_keep_to_the_longest_length() -> None:
    problem = cube_problem(Cube(3).apply("R U F"))
    assert short_words(problem, Control(Limit(length=2))).words == ()
    assert short_words(problem, Control(Limit(length=2))).lower_bound == 3
    assert len(short_words(problem, Control(Limit(length=3))).words) == 1


def test_short_words_end_when_they_are_stopped_or_out_of_time() -> None:
    problem = cube_problem(Cube(3).apply("R U F L D B R2 U2"))
    control = Control()
    control.stop()
    with pytest.raises(StoppedError):
        short_words(problem, control)
    with pytest.raises(TimeUpError):
        short_words(problem, Control().within(0))


def test_short_words_are_found_on_puzzles_that_are_no_cubes() -> None:
    shift = Generator("shift", np.roll(np.arange(30), 1).astype(np.int16))
    swap = Generator("swap", np.array([1, 0, *range(2, 30)], dtype=np.int16))
    start = np.arange(30, dtype=np.int8)
    for turn in (shift, swap, shift):
        start = start[np.argsort(turn.permutation)]
    problem = Problem(start, (np.arange(30, dtype=np.int8),), (shift, swap))
    assert cheapest_words(problem, 4) == (3, {(0, 1, 0)})
    assert short_words(problem, Control()).words == ((0, 1, 0),)


def test_short_words_of_a_start_that_is_a_goal_are_the_empty_word() -> None:
    results = short_words(cube_problem(Cube(3), moves="R,U"), Control(Limit(length=3)))
    assert (results.words, results.lower_bound) == (((),), 0)
