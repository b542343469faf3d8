"""`cubeproof solve`: answers, and a clear sentence and a status for every wrong request."""

import json
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cubeproof import Cube, Generator, Problem, Solution, cube_problem
from cubeproof.cli import main
from cubeproof.cli.solve import one_cube as solve_verb
from cubeproof.contract.limit import Stop
from cubeproof.solving.solve import solve_request
from ground_truth import SUPERFLIP

SOLVED = Cube(2).facelets


def moved(places: dict[int, str], facelets: str = Cube(3).facelets) -> str:
    letters = list(facelets)
    for place, letter in places.items():
        letters[place] = letter
    return "".join(letters)


def program(text: str) -> str:
    """A solver that is a program of Python."""
    return f"{sys.executable} -c '{text}' {{cnf}}"


SAT = ["R D", "--size", "2", "--engine", "sat", "--solver"]

# A request, its status, and a part of its message.
BAD = {
    "an unknown token": (["R U Q2", "--size", "2"], 2, "Column 5: 'Q2' is not a turn.\nR U Q2\n    ^"),
    "a broken bracket": (["[R, U", "--size", "2"], 2, "Column 1: '[' is never closed"),
    "a bracket too many": (["R) U"], 2, "Column 2: ')' closes no bracket"),
    "absurdly deep brackets": (["(" * 60 + "R" + ")" * 60], 2, "nested more than 50 deep"),
    "absurdly many turns": (["((((R)9999)9999)9999)9999"], 2, "more than 1,000,000 moves"),
    "a layer that a small cube lacks": (["R U 99Rw", "--size", "2"], 2, "Column 5: 99Rw needs 99 layers"),
    "the report's own example": (["R99w", "--size", "2"], 2, "Column 1: 'R99w' is not a turn"),
    "a middle layer where there is none": (["M", "--size", "6"], 2, "Column 1: M turns the middle layer"),
    "several lines": (["R U\nF Q"], 2, "Line 2, column 3: 'Q' is not a turn.\nF Q\n  ^"),
    "no cube at all": ([], 2, "A cube is required"),
    "a state that is too short": (["--state", "UUU"], 2, "3 stickers make no cube"),
    "no state at all": (["--state", ""], 2, "0 stickers make no cube"),
    "a state of another size": (["--state", SOLVED, "--size", "3"], 2, "54 stickers, but this text has 24"),
    "letters that are no colours": (["--state", "X" + SOLVED[1:]], 2, "Column 1: 'X' is among 23 facelets"),
    "small letters that are no colours": (
        ["--state", "x" + SOLVED[1:].lower()],
        2,
        "'x' is among 23 facelets",
    ),
    "wrong counts": (["--state", "R" + SOLVED[1:]], 3, "This cube cannot exist.\n"),
    "one colour": (["--state", "U" * 24], 3, "cannot exist"),
    "a twisted corner": (["--state", moved({8: "R", 9: "F", 20: "U"})], 3, "twist"),
    "a flipped edge": (["--state", moved({7: "F", 19: "U"})], 3, "flip"),
    "a flipped edge of which one sticker is not known": (["--state", moved({7: "F", 19: "?"})], 3, "flipped"),
    "two edges swapped": (["--state", moved({7: "U", 19: "R", 5: "U", 10: "F"})], 3, "swap|parity|odd"),
    "centres that are wrong": (["--state", moved({4: "R", 13: "U"})], 3, "centre"),
    "a negative size": (["R", "--size", "-2"], 2, "A cube has 2 to 50 layers, not -2"),
    "a size of one": (["R", "--size", "1"], 2, "not 1"),
    "a huge size": (["R", "--size", "1000"], 2, "not 1000"),
    "a metric": (["R", "--metric", "ftm"], 2, "There is no metric 'ftm'; there are htm, qtm, stm."),
    "an engine": (["R", "--engine", "magic"], 2, "There is no engine 'magic'; there are auto"),
    "an engine that cannot": (["R", "--engine", "table"], 2, "2×2×2 only"),
    "an encoding": (["R", "--encoding", "magic"], 2, "There is no encoding 'magic'"),
    "a horizon": (["R", "--horizon", "magic"], 2, "no order of horizons 'magic'; there are up, down, middle"),
    "a solver": ([*SAT, "magic"], 2, "python-sat has no suitable solver 'magic'"),
    "jobs": (["R", "--engine", "sat", "--jobs", "0"], 2, "1 process or more, not 0"),
    "a time": (["R", "--timeout", "-1"], 2, "above 0, not -1"),
    "no time": (["R", "--timeout", "0"], 2, "above 0, not 0."),
    "a time that is no number": (["R", "--timeout", "nan"], 2, "above 0, not nan"),
    "a length": (["R", "--max-length", "-1"], 2, "0 or more turns"),
    "no turns": (["R", "--moves", ""], 2, "The set of allowed turns is empty."),
    "turns that are none": (["R", "--moves", "R,Q"], 2, "Column 3: 'Q' is not a turn"),
    "turns of the whole cube": (["R", "--moves", "R,x"], 2, "x turns the whole cube"),
    "turns that do not lead there": (["F", "--size", "2", "--moves", "R,U"], 3, "."),
    "a goal": (["R", "--goal", "nonsense"], 2, "There is no goal 'nonsense'"),
    "a goal of another size": (["R", "--goal", SOLVED], 2, "54 stickers, but this text has 24"),
    "a goal that cannot exist": (["R", "--size", "2", "--goal", "U" * 24], 3, "The goal cannot exist."),
    "a file that is not there": (["--file", "/no/such/file"], 2, "/no/such/file: No such file"),
    "a file and a cube": (["R", "--file", "/no/such/file"], 2, "not both"),
    "a file that is a folder": (["--file", "/"], 2, "Is a directory"),
    "a solver that is missing": (
        [*SAT, "no-such-program {cnf}"],
        4,
        "The solver no-such-program cannot be started: No",
    ),
    "a solver that prints nonsense": (
        [*SAT, program("print(0xABC)")],
        4,
        "no readable answer. It printed: 2748",
    ),
    "a solver that crashes": ([*SAT, program("import os;os._exit(139)")], 4, "ended with status 139"),
    "a solver that always says no": (
        ["--state", "RRRRUUUUFFFFDDDDLLLLBBBB", "--engine", "sat", "--solver", "echo s UNSATISFIABLE {cnf}"],
        3,
        "cannot exist",
    ),
    "a solver's command that cannot be read": ([*SAT, "'minisat {cnf}"], 2, "cannot be read"),
}


class TestBadInput:
    @pytest.mark.parametrize("case", BAD)
    def test_bad_input_gets_a_clear_sentence_and_its_status(
        self, case: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        arguments, status, expected = BAD[case]
        assert main(["solve", *arguments, "--json"]) == status
        seen = capsys.readouterr()
        answer = json.loads(seen.out)
        assert answer["status"] == status
        assert seen.err == f"cubeproof: {answer['error']}\n"
        assert any(part in seen.err for part in expected.split("|"))
        assert "Traceback" not in seen.err
        assert "report" not in seen.err

    def test_absurdly_long_text_is_refused(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["solve", "R " * 600_000]) == 2
        seen = capsys.readouterr().err
        assert "more than 1,000,000 characters" in seen
        assert len(seen) < 500

    def test_false_solver_answer_is_reported(self, capsys: pytest.CaptureFixture[str]) -> None:
        state = Cube(2).apply("R U F2").facelets
        for cube in (["R U F2", "--size", "2"], ["--state", state]):
            status = main(["solve", *cube, "--engine", "sat", "--solver", "echo s UNSATISFIABLE {cnf}"])
            assert status == 4
            assert "wrong" in capsys.readouterr().err


class TestLimits:
    @pytest.mark.guards("a time limit that is not kept")
    def test_a_time_that_is_too_short_gives_the_bound(self, capsys: pytest.CaptureFixture[str]) -> None:
        arguments = ["solve", SUPERFLIP, "--engine", "sat", "--timeout", "0.7"]
        assert main(arguments) == 4
        seen = capsys.readouterr()
        assert seen.out == ""
        assert "No answer within the time. It is proved that" in seen.err
        assert main([*arguments, "--json"]) == 4
        answer = json.loads(capsys.readouterr().out)
        assert (answer["solution"], answer["stopped"]) == (None, "timeout")
        assert answer["lower_bound"] >= 1

    def test_walk_reports_that_it_gave_up(self, capsys: pytest.CaptureFixture[str]) -> None:
        # The answer solves the cube but is too long; the output must not claim that no shorter answer exists.
        arguments = [
            "solve",
            "R2 D2",
            "--size",
            "2",
            "--moves",
            "R2,D2,B2",
            "--engine",
            "walk",
            "--max-length",
            "2",
        ]
        statuses = [main([*arguments, "--seed", str(seed)]) for seed in range(12)]
        assert set(statuses) == {0, 4}
        stderr = capsys.readouterr().err
        assert "times, and gave up." in stderr
        assert "There is no answer" not in stderr


class TestAnswers:
    def test_solve_json_has_the_documented_entries(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert main(["solve", "R U F2", "--size", "2", "--json"]) == 0
        answer = json.loads(capsys.readouterr().out)
        cube = Cube(2).apply("R U F2")
        assert (cube @ answer["solution"]).is_solved
        expected = {"size": 2, "start": cube.facelets, "scramble": "R U F2", "length": 3, "metric": "htm"}
        expected |= {"optimal": True, "lower_bound": 3, "engine": "table"}
        assert {key: answer[key] for key in expected} == expected
        assert isinstance(answer["seconds"], float)
        assert answer["lengths"] == {"htm": 3, "qtm": 4, "stm": 3}
        assert set(answer) == {*expected, "solution", "seconds", "lengths", "inverse_of_scramble"}

    @pytest.mark.parametrize("cube", [[""], ["--state", SOLVED], ["R R'"], ["x", "--size", "3"]])
    def test_solve_answers_a_cube_that_needs_no_turn(
        self, cube: list[str], capsys: pytest.CaptureFixture[str]
    ) -> None:
        size = [] if "--state" in cube or "--size" in cube else ["--size", "2"]
        assert main(["solve", *cube, *size, "--json"]) == 0
        answer = json.loads(capsys.readouterr().out)
        assert (answer["solution"], answer["length"], answer["optimal"]) == ("", 0, True)
        for more in ([], ["--all"]):
            assert main(["solve", *cube, *size, *more]) == 0
            seen = capsys.readouterr()
            assert seen.out == "(the cube is solved)\n"
            assert "needs no turn" in seen.err

    def test_solve_prints_all_answers(self, capsys: pytest.CaptureFixture[str]) -> None:
        arguments = ["solve", "R2 D2 R2", "--size", "2", "--all"]
        assert main(arguments) == 0
        seen = capsys.readouterr()
        assert set(seen.out.splitlines()) == {"R2 U2 R2", "U2 R2 U2"}
        assert "2 shortest answers" in seen.err
        assert main([*arguments, "--json", "--engine", "sat"]) == 0
        assert set(json.loads(capsys.readouterr().out)["solutions"]) == {"R2 U2 R2", "U2 R2 U2"}

    def test_some_answers_are_not_called_all(
        self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def stopped(*arguments: Any, **options: Any) -> Solution:
            solution = solve_request(*arguments, **options)
            assert isinstance(solution, Solution)
            return replace(solution, stop=Stop.TIMEOUT)

        monkeypatch.setattr(solve_verb, "solve_request", stopped)
        assert main(["solve", "R2 D2 R2", "--size", "2", "--all"]) == 0
        assert "2 shortest answers, perhaps more" in capsys.readouterr().err

    def test_solve_applies_turns_to_a_state(self, capsys: pytest.CaptureFixture[str]) -> None:
        state = Cube(2).apply("R U").facelets
        assert main(["solve", "U' R'", "--state", state, "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["length"] == 0

    def test_solve_runs_an_external_solver(self, minisat: Path, capsys: pytest.CaptureFixture[str]) -> None:
        command = f"{minisat} {{cnf}} {{out}}"
        assert main(["solve", "R D B2", "--size", "2", "--engine", "sat", "--solver", command, "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["length"] == 3


class TestFiles:
    def test_every_line_of_a_file_is_answered_or_reported(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        file = tmp_path / "cubes.txt"
        state = Cube(2).apply("R U").facelets
        file.write_text(f"R U F2 // a comment\n\n# another\n{state}\nR Q\n{'U' * 24}\nR\n")
        assert main(["solve", "--file", str(file), "--size", "2"]) == 3
        seen = capsys.readouterr()
        assert len(seen.out.splitlines()) == 3
        assert f"{file}, line 5: Column 3: 'Q' is not a turn" in seen.err
        assert f"{file}, line 6: This cube cannot exist" in seen.err
        assert main(["solve", "--file", str(file), "--size", "2", "--json"]) == 3
        answers = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        assert [answer.get("length") for answer in answers] == [3, 2, None, None, 1]
        assert [answer.get("status") for answer in answers] == [None, None, 2, 3, None]
        assert [(answer.get("file"), answer.get("line")) for answer in answers if "error" in answer] == [
            (str(file), 5),
            (str(file), 6),
        ]

    def test_facelets_are_given_once(self, capsys: pytest.CaptureFixture[str]) -> None:
        state = Cube(2).facelets
        assert main(["solve", state, "--state", state]) == 2
        assert "--state has given some already" in capsys.readouterr().err


class TestProblemFile:
    """`--problem FILE.json`: a question about any puzzle."""

    @pytest.fixture
    def ring(self, tmp_path: Path) -> Path:
        swap, cycle = (
            Generator("s", np.array([1, 0, 2], np.int16)),
            Generator("c", np.array([1, 2, 0], np.int16), 3),
        )
        problem = Problem(np.array([2, 1, 0], np.int8), (np.array([0, 1, 2], np.int8),), (swap, cycle))
        path = tmp_path / "ring.json"
        path.write_text(json.dumps(problem.to_dict()))
        return path

    def test_problem_file_is_solved_and_certified(
        self, ring: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        folder = ring.with_name("proof")
        assert main(["solve", "--problem", str(ring), "--json", "--all", "--certify", str(folder)]) == 0
        answer = json.loads(capsys.readouterr().out)
        assert (answer["start"], answer["length"], answer["optimal"]) == ([2, 1, 0], 4, True)
        assert sorted(answer["solutions"]) == ["c s"]
        assert main(["check", str(folder)]) == 0
        assert main(["solve", "--problem", str(ring)]) == 0
        assert "c s\n" in capsys.readouterr().out

    def test_problem_file_whose_start_is_the_goal_needs_no_turn(
        self, ring: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        problem = json.loads(ring.read_text())
        ring.write_text(json.dumps(problem | {"start": problem["goals"][0]}))
        assert main(["solve", "--problem", str(ring)]) == 0
        assert "cube" not in (said := "".join(capsys.readouterr()))
        assert "(the puzzle is solved)" in said

    def test_problem_file_of_a_cube_has_the_length_of_the_cube(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = tmp_path / "cube.json"
        path.write_text(json.dumps(cube_problem(Cube(2).apply("R U2 F"), metric="qtm").to_dict()))
        assert main(["solve", "--problem", str(path), "--json"]) == 0
        assert json.loads(capsys.readouterr().out)["length"] == 4

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("{", "is not a problem: The problem is not a JSON object."),
            ("[" * 100_000, "is not a problem: The problem is not a JSON object."),
            ("{}", "is not a problem: The problem has no entry 'generators'."),
            ("[]", "not a JSON object"),
            ('{"start": [0], "goals": [[0]], "generators": []}', "no allowed turn"),
            (
                '{"start": "a", "goals": [[0]], "generators": [{"name": "s", "permutation": [0]}]}',
                "whole numbers",
            ),
            (
                '{"start": [0], "goals": [[0]], "generators": [{"name": "s", "permutation": [9]}]}',
                "not a permutation",
            ),
        ],
        ids=["cut off", "deep", "empty", "list", "no turn", "text", "permutation"],
    )
    def test_wrong_problem_file_is_refused_with_the_reason(
        self, text: str, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        path = tmp_path / "wrong.json"
        path.write_text(text)
        assert main(["solve", "--problem", str(path)]) == 2
        stderr = capsys.readouterr().err
        assert stderr.startswith(f"cubeproof: {path}")
        assert reason in stderr

    @pytest.mark.parametrize(
        "more",
        [["R"], ["--goal", "cross"], ["--moves", "R"], ["--size", "2"], ["--metric", "qtm"], ["--file", "x"]],
        ids=" ".join,
    )
    def test_problem_file_goes_with_no_cube(
        self, more: list[str], ring: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["solve", *more, "--problem", str(ring)]) == 2
        assert "contains the whole question" in capsys.readouterr().err
