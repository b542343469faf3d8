"""A search in stages whose time runs out reports the finished stages, which are not an answer."""

import json
from collections.abc import Mapping
from dataclasses import replace
from html import escape
from typing import Any

import pytest

from cubeproof import Cube, Solution, solve
from cubeproof.cli import main
from cubeproof.cli.solve import one_cube as solve_verb
from cubeproof.contract.control import Control
from cubeproof.contract.events import Event, StageClosed
from cubeproof.contract.limit import Stop
from cubeproof.contract.request import SearchRequest
from cubeproof.notebook.inline import solution_html
from cubeproof.problem import cube_problem
from cubeproof.puzzle.scramble import random_moves
from cubeproof.solving.solution import ProblemSolution
from cubeproof.web.searches import worker_search
from french import in_french

# A cube whose first stages take a moment.
SCRAMBLE = str(random_moves(4, seed=6))
AXES = ({"U", "D"}, {"R", "L"}, {"F", "B"})


def stopped_after(stages: int, **how: Any) -> tuple[Any, list[StageClosed]]:
    """A search that is stopped after this number of stages, and its events."""
    events: list[StageClosed] = []

    def progress(event: Event) -> None:
        if isinstance(event, StageClosed):
            events.append(event)
            if event.number == stages:
                control.stop()

    control = Control(progress=progress)
    cube = how.pop("cube", Cube(4).apply(SCRAMBLE))
    return solve(cube, engine="stages", control=control, **how), events


def axis_of_every_centre(cube: Cube) -> bool:
    """Whether the centres of opposite faces have their two colours, however the cube is held."""
    faces = [cube.facelets[16 * face :][:16] for face in range(6)]
    visible = [{face[place] for place in (5, 6, 9, 10)} for face in faces]
    pairs = [visible[0] | visible[3], visible[1] | visible[4], visible[2] | visible[5]]
    return all(pair in AXES for pair in pairs)


@pytest.mark.parametrize("metric", ["htm", "qtm"])
def test_the_turns_of_the_finished_stages_lead_where_these_do(metric: str) -> None:
    solution, reported = stopped_after(2, metric=metric)
    assert isinstance(solution, Solution)
    reached = solution.reached
    assert reached is not None
    assert (reached.finished, reached.stages, reached.achieved) == (2, 9, "centres on all axes")
    assert not axis_of_every_centre(solution.start)
    assert axis_of_every_centre(solution.start.apply(reached.turns))
    assert reported[-1].turns == reached.turns
    # Every stage goes on where the one before it ended.
    assert reached.turns.startswith(reported[0].turns)
    assert [event.number for event in reported] == [1, 2]


def test_finished_stages_are_no_answer() -> None:
    solution, _ = stopped_after(2)
    assert (solution.alg, solution.length, solution.optimal, solution.solutions) == (None, None, False, ())
    assert solution.stop is Stop.INTERRUPTED
    assert solution.claim.code == "claim.no-answer"
    data = solution.to_dict()
    assert data["solution"] is None
    assert data["reached"] == {
        "turns": solution.reached.turns,
        "finished": 2,
        "stages": 9,
        "facelets": solution.start.apply(solution.reached.turns).facelets,
    }


def test_answer_has_no_partial_stages() -> None:
    for engine, cube in (("stages", Cube(3).apply("R U")), ("table", Cube(2).apply("R U"))):
        solution = solve(cube, engine=engine, quick=engine == "stages")
        assert solution.reached is None
        assert "reached" not in solution.to_dict()


def test_notebook_shows_the_film_of_finished_stages() -> None:
    solution, _ = stopped_after(1)
    page = solution_html(solution)
    assert page.count("<img") == 2
    assert escape(solution.reached.sentence) in page
    assert "<img" not in solution_html(replace(solution, reached=None)).partition("<img")[2]


def test_a_problem_has_the_names_of_its_turns() -> None:
    cube = Cube(4).apply(SCRAMBLE)
    solution, _ = stopped_after(1, cube=cube_problem(cube))
    assert isinstance(solution, ProblemSolution)
    assert solution.reached is not None
    by_name = {generator.name: generator.permutation for generator in solution.problem.generators}
    state = solution.problem.start
    for name in solution.reached.names:
        state = state[by_name[name]]
    assert solution.to_dict()["reached"] == {
        "turns": " ".join(solution.reached.names),
        "finished": 1,
        "stages": 9,
        "facelets": cube.apply(solution.reached.turns).facelets,
    }


def test_ctrl_c_in_a_program_keeps_finished_stages() -> None:
    def progress(event: Event) -> None:
        if isinstance(event, StageClosed):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt) as raised:
        solve(Cube(4).apply(SCRAMBLE), engine="stages", progress=progress)
    so_far = raised.value.so_far  # type: ignore[attr-defined]
    assert so_far.reached.finished == 1


def test_command_prints_finished_stages_without_an_answer(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    solution, _ = stopped_after(2)
    monkeypatch.setattr(solve_verb, "solve_request", lambda *_, **__: solution)
    arguments = ["solve", SCRAMBLE, "--size", "4", "--steps"]
    reached_sentence = solution.reached.sentence
    assert reached_sentence.startswith(
        "2 of 9 stages are finished (centres on all axes). These turns lead there: "
    )
    for language in ("en", "fr"):
        assert main([*arguments, "--lang", language]) == 130
        seen = capsys.readouterr()
        assert seen.out == ""
        assert (reached_sentence if language == "en" else in_french(reached_sentence)) in seen.err.replace(
            "\u00a0", " "
        ).replace("\u202f", " ")
    assert main([*arguments, "--json"]) == 130
    data = json.loads(capsys.readouterr().out)
    assert data["solution"] is None
    assert Cube(4).apply(SCRAMBLE).apply(data["reached"]["turns"]).facelets == data["reached"]["facelets"]


def test_server_sends_finished_stages_with_their_turns() -> None:
    events: list[tuple[str, Mapping[str, Any]]] = []
    flag = bytearray(4)

    def tell(name: str, data: Mapping[str, Any]) -> None:
        events.append((name, data))
        if name == "stage-closed" and data["number"] == 2:
            flag[0] = 1

    request = SearchRequest(4, Cube(4).apply(SCRAMBLE).facelets, SCRAMBLE, engine="stages")
    parameters = {"search": request.to_dict(), "scramble": SCRAMBLE, "certify": False, "read_off": False}
    worker_search.run(parameters, tell, flag)
    name, result = events[-1]
    assert (name, result["solution"]) == ("result", None)
    reached = result["reached"]
    assert [move["text"] for move in reached["moves"]] == reached["turns"].split()
    assert axis_of_every_centre(Cube.from_facelets(reached["facelets"]))
    assert reached["sentence"]["code"] == "solution.reached"
    assert Cube(4).apply(SCRAMBLE).apply(reached["turns"]).facelets == reached["facelets"]
