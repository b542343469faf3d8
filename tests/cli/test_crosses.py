"""`cubeproof solve --crosses`: length and turns of the shortest cross of each colour, as `crosses` finds them."""

import json

import pytest

from cubeproof import Alg, Cube, crosses
from cubeproof.cli import main

SCRAMBLE = "R U2 F' L D"
CUBE = Cube(3).apply(SCRAMBLE)


def test_crosses_have_a_line_for_each_colour(capsys: pytest.CaptureFixture[str]) -> None:
    colours = ["blanc", "rouge", "vert", "jaune", "orange", "bleu"]
    assert main(["--lang", "fr", "solve", SCRAMBLE, "--crosses"]) == 0
    printed = capsys.readouterr()
    rows = [line.split(maxsplit=2) for line in printed.out.splitlines()]
    assert [(colour, int(length), turns) for colour, length, turns in rows] == [
        (colour, cross.length, str(cross.alg)) for colour, cross in zip(colours, crosses(CUBE), strict=True)
    ]
    assert printed.err == "Chacune est la croix la plus courte de sa couleur (htm).\n"


def test_cross_that_is_there_needs_no_turn(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "R", "--crosses"]) == 0
    assert capsys.readouterr().out.splitlines()[4:] == ["orange  0  (no turn)", "blue    1  x R'"]


def test_crosses_in_json_have_turns_that_make_each_cross(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", SCRAMBLE, "--crosses", "--metric", "qtm", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    rows = answer.pop("crosses")
    assert answer == {"size": 3, "start": CUBE.facelets, "scramble": SCRAMBLE, "metric": "qtm"}
    assert "".join(row["colour"] for row in rows) == "URFDLB"
    for row in rows:
        end = CUBE.apply(row["alg"]).facelets
        assert [end[place] for place in (28, 30, 31, 32, 34)] == [row["colour"]] * 5
        assert Alg(row["alg"]).count("qtm", 3) == row["length"]


@pytest.mark.parametrize(
    ("arguments", "status", "reason"),
    [
        (["R", "--goal", "cross", "--certify", "x"], 2, "leave out --certify and --goal."),
        (["R", "--all"], 2, "leave out --all."),
        (["--file", "x", "--max-length", "0"], 2, "leave out --file and --max-length."),
        (["R", "--engine", "sat"], 2, "leave out --engine."),
        (["R", "--extra", "2", "--solver", "minisat"], 2, "leave out --extra and --solver."),
        (["R", "--timeout", "1", "--quick"], 2, "leave out --quick and --timeout."),
        (["R", "--size", "2"], 2, "The six crosses require a 3×3×3"),
        (["R", "--metric", "ftm"], 2, "There is no metric 'ftm'"),
        (["--state", "R" + Cube(3).facelets[1:]], 3, "This cube cannot exist."),
    ],
)
def test_crosses_of_no_single_cube_are_refused(
    arguments: list[str], status: int, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["solve", *arguments, "--crosses"]) == status
    printed = capsys.readouterr()
    assert printed.out == ""
    assert reason in printed.err
