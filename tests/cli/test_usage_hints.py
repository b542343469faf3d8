"""Usage errors: the error comes first, and near names are suggested; times are read as people write them."""

import json

import pytest

from cubeproof import Cube, Problem, cube_problem, explore, formula, solve
from cubeproof.cli import main
from cubeproof.cli.option_groups import duration

Capture = pytest.CaptureFixture[str]


def usage_error(capsys: Capture, *arguments: str) -> str:
    """Return what a usage error prints on stderr."""
    with pytest.raises(SystemExit) as end:
        main(arguments)
    assert end.value.code == 2
    return capsys.readouterr().err


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        *(("90", 90), ("0.5", 0.5), ("90s", 90), ("1m", 60), ("2.5m", 150), ("1h30m", 5400), ("1h30", 5400)),
        *(("1h", 3600), ("1h5s", 3605), ("1m30", 90), ("1 min 5 sec", 65), ("2 hours", 7200), ("1:30", 90)),
        *(("10 minutes", 600), ("1:00:01", 3601), ("1H 2M 3.5S", 3723.5)),
    ],
)
def test_time_is_read_as_people_write_it(text: str, seconds: float) -> None:
    assert duration(text) == seconds


@pytest.mark.parametrize("text", ["soon", "", "m", "5x", "1:", "-1m", "1_0", "30m1h", "1s30", "1h5", "١m"])
def test_senseless_time_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - argparse reports it
        duration(text)


def test_timeout_of_a_minute_is_accepted(capsys: Capture) -> None:
    assert main(["solve", "R U", "--size", "2", "--timeout", "1m", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["length"] == 2


def test_wrong_number_is_named_before_the_usage(capsys: Capture) -> None:
    lines = usage_error(capsys, "solve", "R", "--timeout", "soon").splitlines()
    assert lines[0] == "cubeproof solve: error: argument --timeout: invalid time value: 'soon'"
    assert lines[1].startswith("usage: cubeproof solve ")


@pytest.mark.parametrize(
    ("arguments", "near"),
    [(["solv"], "solve"), (["anmate", "R"], "animate"), (["tables", "verfy"], "verify")],
    ids=["solv", "anmate", "verfy"],
)
def test_near_choice_is_suggested(arguments: list[str], near: str, capsys: Capture) -> None:
    assert f"did you mean '{near}'?" in usage_error(capsys, *arguments).splitlines()[0]


def test_no_choice_is_suggested_that_is_not_near(capsys: Capture) -> None:
    assert "did you mean" not in usage_error(capsys, "qqqq")


def test_near_goal_is_suggested(capsys: Capture) -> None:
    assert main(["solve", "R", "--goal", "crss"]) == 2
    assert "no goal 'crss'; did you mean 'cross'? There are solved, cross," in capsys.readouterr().err
    assert main(["solve", "R", "--goal", "crss", "--lang", "fr"]) == 2
    assert "« cross »" in capsys.readouterr().err.replace("\u00a0", " ").replace("\u202f", " ")
    assert main(["solve", "R", "--goal", "xyzw"]) == 2
    assert "did you mean" not in capsys.readouterr().err


def test_values_print_in_one_short_line() -> None:
    cube = Cube(2).apply("R U F")
    problem = cube_problem(cube)
    values = [
        problem,
        formula(problem, 3),
        solve(cube),
        solve(problem),
        solve(Cube(2).apply("R U2 F R' U F'")),
    ]
    lines = [repr(value) for value in values]
    assert all(len(line) < 120 and "\n" not in line for line in lines), lines
    assert lines[0] == "Problem(24 stickers, 9 generators, goals: 1, metric='htm')"
    assert lines[2].startswith("Solution(\"F' U' R'\", length=3, metric='htm', lower_bound=3, ")


def test_explore_refuses_a_problem_in_one_short_line() -> None:
    problem: Problem = cube_problem(Cube(3))
    with pytest.raises(TypeError) as caught:
        explore(problem)  # type: ignore[arg-type]
    assert str(caught.value).startswith("`size` must be the number of layers of a cube, not ")
    assert len(str(caught.value)) < 200
