"""A puzzle that is no cube is never called a cube: the command's sentences in English and French."""

import json
import re
from pathlib import Path

import pytest

from cubeproof.cli import main

TURNS = [{"name": "s", "permutation": [1, 0, 2]}, {"name": "c", "permutation": [1, 2, 0]}]
SOLVED = {"start": [0, 1, 2], "goals": [[0, 1, 2]], "generators": TURNS}
QUESTIONS = {
    "solved": SOLVED,
    "two turns": SOLVED | {"start": [2, 1, 0]},
    "other colours": SOLVED | {"start": [0, 0, 2]},
    "a piece that stays": SOLVED | {"start": [2, 1, 0], "generators": TURNS[:1]},
    "false": SOLVED | {"start": [False, 1, 2]},
    "no turns": SOLVED | {"generators": []},
}
CUBE = re.compile(r"\b(?:this|the|a|these|ce|le|un|du|au) cube\b|(?:of|de) cubes\b", re.IGNORECASE)
# An engine names the cubes that it solves: "The stages engine has plans for cubes of …".
OF_ENGINES = re.compile(r"plans for cubes of|plans que pour les cubes de|2×2×2")


@pytest.fixture
def file(tmp_path: Path, request: pytest.FixtureRequest) -> str:
    path = tmp_path / "puzzle.json"
    path.write_text(json.dumps(QUESTIONS[request.param]))
    return str(path)


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize(
    "options", [[], ["--max-length", "1"], ["--all"], ["--engine", "stages"]], ids=" ".join
)
@pytest.mark.parametrize("file", QUESTIONS, indirect=True)
def test_solve_calls_no_puzzle_a_cube(
    file: str, options: list[str], language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", "--problem", file, *options, "--lang", language]) in (0, 2, 3, 4)
    seen = capsys.readouterr()
    said = [line for line in (seen.out + seen.err).splitlines() if not OF_ENGINES.search(line)]
    assert [line for line in said if CUBE.search(line)] == []


def test_unreachable_goal_of_a_puzzle_is_explained_from_its_start(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "puzzle.json"
    path.write_text(json.dumps(QUESTIONS["other colours"]))
    assert main(["solve", "--problem", str(path)]) == 3
    assert "lead to 3 states from the start, and the goal is not among them" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"start": [1, 0], "start": [0, 1]}', "The problem has the entry '/start' twice."),
        (
            '{"generators": [{"name": "s", "name": "t", "permutation": [1, 0]}]}',
            "The problem has the entry '/generators/0/name' twice.",
        ),
        ("[1, 0]", "The problem is not a JSON object."),
    ],
)
def test_ambiguous_file_is_refused(
    text: str, said: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "puzzle.json"
    path.write_text(text)
    assert main(["solve", "--problem", str(path)]) == 2
    assert capsys.readouterr().err == f"cubeproof: {path} is not a problem: {said}\n"
