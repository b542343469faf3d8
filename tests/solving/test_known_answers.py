"""The inverse of a scramble is the answer if the search finds only longer ones; a separate model replays it."""

import json
from pathlib import Path

import numpy as np
import pytest

from cubeproof import Alg, Cube, Options, Problem, ProblemSolution, Solution, Stop, UsageError, solve
from cubeproof.cli.main import main
from cubeproof.contract.control import Control
from cubeproof.contract.outcome import Bounds, Outcome
from cubeproof.contract.request import SearchRequest
from cubeproof.problem import Generator, cube_problem
from cubeproof.solving.solve import solve_request
from engine_runs import FakeEngine
from second_opinion import lattice

# Wide turns, inner layers, rotations of the whole cube, and turns that cancel (U D U' D').
SCRAMBLES = {
    4: "x Rw U2 2F' y L D U D' U' 2R2 Bw z' F L' Uw2 R 2U B' Dw",
    5: "M U 2-3Rw' y' F2 E' L 2B D' z Uw R2 S 3Fw B' 2L Rw2 D",
    6: "z' 3Rw U 2-3Fw' x L2 4Uw B' 2R D 3Bw2 y R' 2U F Lw' 3Dw",
    7: "3Rw M' U 2-4Fw x2 L 5Uw' B 2R2 D 3Bw y R E F' Lw S2 3Dw",
}


def asked(size: int, metric: str = "htm", **more: object) -> Solution:
    """The quick answer to a scramble, as the command and the page ask for it."""
    scramble = Alg(SCRAMBLES[size])
    options = {"metric": metric, "options": Options(quick=True), **more}
    request = SearchRequest.of_cube(Cube(size).apply(scramble), scramble, None, **options)
    solution = solve_request(request, Control(request.limit))
    assert isinstance(solution, Solution)
    return solution


def replayed_cost(solution: Solution, metric: str = "htm") -> int:
    """The cost of an answer on the separate model, after checking its end."""
    size = solution.start.size
    end = lattice.after(lattice.colours(solution.start.facelets), solution.written, size)
    assert all(len(set(face)) == 1 for face in end.reshape(6, -1).tolist())
    return sum(turn.cost(metric, size) for turn in lattice.read(solution.written, size))


def scramble_cost(size: int, metric: str) -> int:
    """The cost of a scramble without the turns that cancel."""
    turns = lattice.read(SCRAMBLES[size].replace(" U D'", " D'").replace(" D D' U'", ""), size)
    return sum(turn.cost(metric, size) for turn in turns)


@pytest.mark.guards("an answer that is longer than the scramble undone")
@pytest.mark.parametrize("metric", ["htm", "qtm", "stm"])
@pytest.mark.parametrize("size", SCRAMBLES)
def test_answer_longer_than_the_scramble_is_replaced_by_its_inverse(size: int, metric: str) -> None:
    solution = asked(size, metric)
    assert solution.known_as == "scramble"
    assert solution.length == replayed_cost(solution, metric) <= scramble_cost(size, metric)
    assert solution.claim.code == "claim.known"
    assert "the inverse of the scramble" in str(solution.claim)


def test_proved_answer_is_not_the_inverse_of_its_scramble() -> None:
    scramble = Alg("R U F2 R' U2 F R2 U' F' R U2 F R' U")
    request = SearchRequest.of_cube(Cube(2).apply(scramble), scramble, None)
    solution = solve_request(request, Control())
    assert (solution.optimal, solution.known_as) == (True, "")


class Winding(FakeEngine):
    """An engine that answers with six turns too many, or not at all."""

    def __init__(self, answer: str | None) -> None:
        self.answer = answer

    def search(self, problem: Problem, bounds: Bounds, control: Control) -> Outcome:
        word = None if self.answer is None else problem.word(self.answer)
        return Outcome(() if word is None else (word,), bounds.lower, Stop.GAVE_UP)


def test_known_answer_of_python_is_the_answer_if_it_is_shorter() -> None:
    cube = Cube(3).apply("R U")
    long = Winding("U' R' F F F F")
    solution = solve(cube, engine=long, known="U' R'")
    assert (solution.written, solution.known_as) == ("U' R'", "known")
    assert "the known answer" in str(solution.claim)
    assert solve(cube, engine=Winding("U' R'"), known="U' R'").known_as == ""
    assert solve(cube, engine=long, known="U' F'").known_as == ""
    # Turns that are not allowed, and no answer at all.
    assert solve(cube, engine=Winding("U' R' U U U U"), moves="R,U", known="Uw' R'").known_as == ""
    assert solve(cube, engine=Winding(None), known="U' R'").length is None


def test_known_answer_of_a_puzzle_is_the_answer_if_it_is_shorter() -> None:
    on, back = np.array([1, 2, 3, 4, 0], np.int16), np.array([4, 0, 1, 2, 3], np.int16)
    turns = Generator("on", on), Generator("back", back)
    problem = Problem(on.astype(np.int8), (np.arange(5, dtype=np.int8),), turns)
    solution = solve(problem, engine=Winding("on on on on"), known="back")
    assert (solution.names, solution.known_as) == (("back",), "known")


def test_solution_with_a_known_answer_returns_from_json() -> None:
    solution = solve(Cube(3).apply("R U"), engine=Winding("U' R' F F F F"), known="U' R'")
    assert ProblemSolution.from_json(solution.to_json()) == solution
    wrong = json.loads(solution.to_json()) | {"known_as": "luck"}
    with pytest.raises(UsageError, match="'luck' is not a source of a known answer"):
        ProblemSolution.from_json(json.dumps(wrong))


def test_word_of_a_known_answer_has_the_turns_of_its_problem() -> None:
    # The problem of an even cube holds one corner, so it turns other blocks than the scramble.
    problem = cube_problem(Cube(6).apply(SCRAMBLES[6]))
    solution = asked(6)
    assert solution.word is not None
    assert problem.is_solved_by(solution.word)


def test_command_says_that_the_answer_is_the_inverse_of_the_scramble(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ["solve", SCRAMBLES[6], "--size", "6", "--quick"]
    assert main(arguments) == 0
    assert "the inverse of the scramble: the search found no shorter answer." in capsys.readouterr().err
    assert main([*arguments, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["inverse_of_scramble"], answer["scramble"]) == (True, SCRAMBLES[6])
    # Facelets have no scramble.
    cube = Cube(6).apply(SCRAMBLES[6])
    assert main(["solve", "--state", cube.facelets, "--quick", "--json"]) == 0
    longer = json.loads(capsys.readouterr().out)
    assert longer["inverse_of_scramble"] is False
    assert longer["length"] > answer["length"]
    file = tmp_path / "cubes.txt"
    file.write_text(f"{SCRAMBLES[6]}\n{SCRAMBLES[6]}\n")
    assert main(["solve", "--file", str(file), "--size", "6", "--quick", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["inverse_of_scramble"] for line in lines] == [True, True]
