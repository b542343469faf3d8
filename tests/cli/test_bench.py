"""`cubeproof bench`: what it measures is told as text and as JSON."""

import json
from functools import cache, partial

import pytest

from cubeproof.cli import bench, bench_distribution, bench_search, main
from cubeproof.cli.bench_serve import lesson
from cubeproof.cli.statuses import INTERRUPTED
from cubeproof.contract.control import Control
from cubeproof.errors import InternalError
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.scramble import random_moves
from cubeproof.solving.solve import solve


def test_a_class_before_the_server_is_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "lesson", cache(partial(lesson, 4, 2)))  # measured once, told twice
    assert main(["bench", "serve", "--json"]) == 0
    rate, median, worst, spent = json.loads(capsys.readouterr().out)
    assert rate["values"]["answers"] == 8
    assert rate["values"]["refused"] == 0
    assert rate["seconds"] * rate["values"]["answers_per_second"] == pytest.approx(1)
    assert 0 < median["seconds"] <= worst["seconds"]
    assert spent["seconds"] > 0
    assert main(["bench", "serve"]) == 0
    assert "4 clients at once" in (printed := capsys.readouterr().out)
    assert " 0 refused" in printed


def test_a_wrong_answer_is_no_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    # What the server says is made on the cube here: nothing is measured that does not hold.
    monkeypatch.setattr(Cube, "is_solved", False)
    with pytest.raises(InternalError, match="does not hold"):
        lesson(1, 1)


def turned(size: int, seed: int) -> Cube:
    """Cubes a few turns from solved, in place of random ones."""
    return Cube(size).apply(random_moves(size, 7, seed))


def test_the_search_is_measured_with_its_seeds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    few = range(1, 3)
    monkeypatch.setattr(bench_search, "random_cube", turned)
    monkeypatch.setattr(bench_search, "_MANY", few)
    monkeypatch.setattr(bench_search, "_BUDGETS", ((0.05, few, 19.6),))
    monkeypatch.setattr(bench_search, "_SCRAMBLES", ((7, few, 0.4),))
    monkeypatch.setattr(bench_search, "_NEARBY", ((6, few, 0.5),))
    monkeypatch.setattr(bench_search, "_RUNS", 1)
    monkeypatch.setattr(bench_search, "_run", lambda arguments: None)
    assert main(["bench", "search", "--json", "--table", "h48-htm-3", "--jobs", "2"]) == 0
    figures = {figure["what"]: figure for figure in json.loads(capsys.readouterr().out)}
    seeded = [one for one in figures.values() if "first_seed" in one["values"]]
    # Two firsts, one budget, one and two cores, one from answer to proof.
    assert len(seeded) == 6
    for figure in seeded:
        values = figure["values"]
        assert (values["first_seed"], values["last_seed"], values["count"]) == (1, 2, 2)
        assert values["least"] <= values["median"] <= values["most"]
        assert figure["target"]
        assert "seeds 1 to 2" in figure["remark"]
    budget = figures["3×3×3, random states: two phases for 50.00 ms, one core"]
    assert 5 <= budget["values"]["least"] <= budget["values"]["most"] <= 21
    looked = figures["3×3×3, all of these, h48-htm-3, 2 cores: cubes looked at"]
    assert looked["values"]["cubes"] > 0
    assert looked["values"]["cubes_per_second"] * looked["seconds"] == pytest.approx(
        looked["values"]["cubes"]
    )


def test_random_states_are_solved_and_counted_beside_rokickis(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench_distribution, "random_cube", turned)
    assert sum(bench_distribution.ROKICKI.values()) == 1_000_000
    asked = ["bench", "search", "--distribution", "3", "--seed", "5", "--table", "h48-htm-3"]
    assert main([*asked, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert [state["facelets"] for state in found["states"]] == [
        turned(3, seed).facelets for seed in (5, 6, 7)
    ]
    by_sat = [solve(turned(3, seed), engine="sat").length for seed in (5, 6, 7)]
    assert [state["length"] for state in found["states"]] == by_sat
    counted = {row["length"]: row["states"] for row in found["histogram"] if row["states"]}
    assert counted == {length: by_sat.count(length) for length in by_sat}
    assert sum(row["expected"] for row in found["histogram"]) == pytest.approx(3)
    assert main(asked) == 0
    assert "3 of 3 random states" in (printed := capsys.readouterr().out)
    assert "Rokicki" in printed


def test_ctrl_c_shows_the_states_solved_so_far(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    solved = bench_distribution._solved

    def interrupted(asked: object, seed: int, control: Control) -> object:
        if seed == 2:
            control.stop()
        return solved(asked, seed, control)  # type: ignore[arg-type]

    monkeypatch.setattr(bench_distribution, "random_cube", turned)
    monkeypatch.setattr(bench_distribution, "_solved", interrupted)
    assert main(["bench", "search", "--distribution", "3", "--table", "h48-htm-3"]) == INTERRUPTED
    assert "1 of 3 random states" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["search", "--distribution", "0"], "1 or more"),
        (["sat", "--distribution", "2"], "leave out --distribution"),
        (["search", "--seed", "2"], "leave out --seed"),
        (["search", "--jobs", "0"], "1 or more threads"),
        (["search", "--table", "h48-qtm-3"], "no pruning table 'h48-qtm-3'"),
        (["search", "--distribution", "2", "--table", "none"], "no pruning table 'none'"),
    ],
)
def test_what_cannot_be_measured_is_said(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bench", *arguments]) == 2
    assert said in capsys.readouterr().err
