"""Problems that the table engine accepts as a 2×2×2, and those it refuses with a sentence."""

import threading
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from brute_force import distances
from cube_maps import map_of
from cubeproof.contract.control import Control
from cubeproof.contract.events import Event, Note
from cubeproof.contract.limit import Limit, Stop
from cubeproof.contract.outcome import Bounds, Outcome
from cubeproof.engines.table import TableEngine
from cubeproof.engines.table.facts import FACTS
from cubeproof.errors import UnsupportedError
from cubeproof.methods.configurations.distances import HALF_TURNS
from cubeproof.problem import GOALS, Problem, cube_problem
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.scramble import random_cube
from cubeproof.store import Store
from engine_runs import objection, run_engine


def solved(problem: Problem, *, every: bool = False, limit: Limit | None = None) -> Outcome:
    return run_engine(TableEngine(every=every), problem, Bounds(), Control(limit or Limit()))


class TestStopping:
    @pytest.mark.parametrize("stop", [Stop.INTERRUPTED, Stop.TIMEOUT])
    def test_a_table_that_another_builds_is_waited_for_only_while_the_search_goes_on(
        self, stop: Stop, tmp_path: Path
    ) -> None:
        store, problem = Store(tmp_path), cube_problem(Cube(2).apply("R U"))
        control = Control(Limit(seconds=0.01) if stop is Stop.TIMEOUT else None)
        if stop is Stop.INTERRUPTED:
            control.stop()
        outcomes: list[Outcome] = []

        def build() -> bytes:
            waiting = threading.Thread(
                target=lambda: outcomes.append(
                    run_engine(TableEngine(store=store), problem, Bounds(lower=1), control)
                ),
                daemon=True,
            )
            waiting.start()
            waiting.join(60)
            return b""

        store.array(HALF_TURNS.name, 0, build)
        assert [(outcome.words, outcome.lower_bound, outcome.stop) for outcome in outcomes] == [((), 1, stop)]


class TestWhatItTakes:
    def test_facts_name_the_goals_that_the_engine_accepts(self) -> None:
        accepted = [
            goal.name
            for goal in GOALS.values()
            if goal.suits(2) and objection(TableEngine(), cube_problem(Cube(2).apply("R"), goal.name)) is None
        ]
        assert FACTS.goals is not None
        assert sorted(FACTS.goals) == sorted(accepted)

    @pytest.mark.parametrize("moves", [None, "R,D,B", "U,L,F", "R,U,F", "R,U,B", "R,U", "R2,U2,F2", "R2,F"])
    def test_table_engine_takes_any_turns_that_keep_a_corner(self, moves: str | None) -> None:
        assert objection(TableEngine(), cube_problem(random_cube(2, 1), moves=moves)) is None

    @pytest.mark.parametrize(
        ("problem", "reason"),
        [
            (cube_problem(Cube(3)), "2×2×2 only"),
            (cube_problem(Cube.from_facelets("?" * 24)), "all stickers"),
            (cube_problem(Cube(2), Cube.from_facelets("UUUU" + "?" * 20)), "all stickers"),
            (
                cube_problem(Cube(2), Cube.from_facelets("U" * 24), moves="R,D,B", diagnose=False),
                "all different",
            ),
            (cube_problem(Cube(2), moves="R2", metric="qtm"), "count 1 each"),
            (cube_problem(Cube(2), Cube(2).apply("R"), moves="R,L,U,D"), "keep one corner in place"),
        ],
        ids=[
            "3x3x3",
            "unknown stickers",
            "unknown stickers in the goal",
            "stickers alike",
            "turns that count 2",
            "a corner that moves",
        ],
    )
    def test_table_engine_refuses_other_problems_in_a_sentence(self, problem: Problem, reason: str) -> None:
        objection_text = objection(TableEngine(), problem)
        assert objection_text is not None
        assert reason in objection_text
        assert objection_text.endswith(".")
        with pytest.raises(UnsupportedError, match=reason):
            solved(problem)

    def test_turns_that_cannot_be_taken_back_are_refused(self) -> None:
        problem = cube_problem(Cube(2).apply("R"))
        cube_map = replace(map_of(problem), turns=map_of(problem).turns[:1])
        one_way = replace(problem, generators=problem.generators[:1]).with_cube_map(cube_map)
        assert "both directions" in (objection(TableEngine(), one_way) or "")


class TestAnswers:
    @pytest.mark.parametrize(
        ("moves", "names"),
        [
            ("R,U", "R R2 R' U U2 U'"),
            ("L,F", "L L2 L' F F2 F'"),
            ("R2,U,F2", "R2 U U2 U' F2"),
            ("R,U,F", "R R2 R' U U2 U' F F2 F'"),
        ],
    )
    def test_restricted_turns_agree_with_brute_force(self, moves: str, names: str) -> None:
        lengths = distances(2, names, "htm", 4)
        for colours, distance in list(lengths.items())[::97]:
            cube = Cube.from_colours(list(colours))
            problem = cube_problem(cube, moves=moves)
            if distance:
                outcome = solved(problem)
                assert outcome.lower_bound == problem.cost(outcome.words[0]) == distance
                assert problem.is_solved_by(outcome.words[0])

    @given(st.integers(0, 1000))
    def test_all_shortest_words_are_different_right_and_ordered(self, seed: int) -> None:
        problem = cube_problem(random_cube(2, seed))
        outcome = solved(problem, every=True)
        assert len(set(outcome.words)) == len(outcome.words) > 0
        for word in outcome.words:
            assert len(word) == outcome.lower_bound
            assert problem.is_solved_by(word)
            assert all(problem.successors[first, second] for first, second in pairwise(word))

    def test_all_shortest_words_lead_to_the_nearest_goals(self) -> None:
        # One turn from the first goal, and two from solved.
        solved_cube = cube_problem(Cube(2).apply("R U"))
        goals = Cube(2).apply("R").colours, *solved_cube.goals
        problem = replace(solved_cube, goals=goals).with_cube_map(map_of(solved_cube))
        assert [problem.write(word) for word in solved(problem, every=True).words] == [("U'",)]

    def test_a_limit_keeps_the_bound(self) -> None:
        problem = cube_problem(random_cube(2, 0))
        length = solved(problem).lower_bound
        assert solved(problem, limit=Limit(length=length)).words
        outcome = solved(problem, limit=Limit(length=length - 1))
        assert (outcome.words, outcome.lower_bound, outcome.stop) == ((), length, Stop.LENGTH)

    def test_a_damaged_table_is_a_note(self, tmp_path_factory: pytest.TempPathFactory) -> None:
        store = Store(tmp_path_factory.mktemp("cache"))
        store.path("distance-2x2x2-htm").write_bytes(b"rubbish")
        notes: list[Event] = []
        outcome = run_engine(
            TableEngine(store=store),
            cube_problem(Cube(2).apply("R")),
            Bounds(),
            Control(progress=notes.append),
        )
        assert outcome.lower_bound == 1
        assert any(isinstance(event, Note) and "built again" in event.sentence for event in notes)


@pytest.mark.parametrize(("extra", "lengths"), [(0, [2]), (1, [2]), (2, [2, 4]), (5, [2, 4]), (6, [2, 4, 8])])
def test_longer_answers_are_listed_up_to_the_extra_length(extra: int, lengths: list[int]) -> None:
    # R2 U2 has order 3 on the corners: U2 R2, and on from solved by whole rounds, or the other way round.
    problem = cube_problem(Cube(2).apply("R2 U2"), moves="R2,U2")
    engine = TableEngine(every=True, extra=extra)
    outcome = run_engine(engine, problem, Bounds(), Control())
    assert sorted(map(len, outcome.words)) == lengths
