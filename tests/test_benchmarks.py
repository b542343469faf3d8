"""The benchmarks measure the named figures, check each answer, and fail if a figure misses its target."""

import json
import subprocess
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from benchmarks import __main__ as benchmarks
from benchmarks import check, distribution, family, search, serve, signature, start, table
from benchmarks.figures import Figure, Options

from cubeproof.cli.statuses import INTERRUPTED
from cubeproof.contract.control import Control
from cubeproof.proof.external import extracted
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.move import Metric
from cubeproof.solving.competition import SwapKind, write_competition
from cubeproof.solving.solve import solve

TABLE = "h48-htm-3"


def seven_turns(_size: int, seed: int) -> Cube:
    """Return a cube a few turns from solved, instead of a random cube."""
    return search.turned(7, seed)


@pytest.mark.parametrize(("seconds", "status"), [(0.5, 0), (1.5, 1)])
def test_exit_status_is_1_where_a_figure_misses_its_target(
    seconds: float, status: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def figures(_options: Options) -> Iterator[Figure]:
        yield Figure("without a target", 99.0)
        yield Figure("with a target", seconds, at_most=1)

    monkeypatch.setattr(table, "figures", figures)
    assert benchmarks.main(["table"]) == status
    assert ("MISSED" in capsys.readouterr().out) == bool(status)
    assert benchmarks.main(["table", "--json"]) == status
    free, bound = json.loads(capsys.readouterr().out)
    assert (free["at_most"], free["missed"]) == (None, False)
    assert (bound["at_most"], bound["missed"]) == (1, bool(status))


def test_signature_names_the_old_and_the_new_counts_of_a_changed_search(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file, counts = tmp_path / "signature.json", [3, 4]
    monkeypatch.setattr(signature, "FILE", file)
    monkeypatch.setattr(signature, "SEARCHES", {"two phases": lambda: {"superflip": counts}})
    monkeypatch.setattr(signature, "SOLVERS", {"SAT": lambda: {"R U": [70]}})
    assert benchmarks.main(["signature"]) == 1
    assert not file.exists()
    assert benchmarks.main(["signature", "--write"]) == 0
    capsys.readouterr()
    assert benchmarks.main(["signature"]) == 0
    assert "CHANGED" not in (out := capsys.readouterr().out)
    assert "Signature 77\n" in out
    counts[1] = 5
    assert benchmarks.main(["signature"]) == 1
    assert "CHANGED  two phases, superflip\n    old  3 4\n    new  3 5\n" in capsys.readouterr().out


def test_server_suite_counts_the_answers_of_a_class(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(serve, "hold_lesson", partial(serve.hold_lesson, 4, 2))
    answer, refused, slowest, spent = serve.figures(Options("", 1))
    assert answer.details["answers"] == 8
    assert answer.value * answer.details["answers_per_second"] == pytest.approx(1)
    assert refused.value == 0
    assert slowest.value > 0
    assert spent.value > 0


def test_server_suite_refuses_a_wrong_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    # The client checks each answer on its cube.
    monkeypatch.setattr(Cube, "is_solved", False)
    with pytest.raises(RuntimeError, match="is wrong"):
        serve.hold_lesson(1, 1)


def test_start_suite_fails_with_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(start, "RUNS", 1)
    assert start.measure(["R", "--size", "2"]).mean > 0
    with pytest.raises(subprocess.CalledProcessError):
        start.measure(["?"])


def test_search_suite_names_its_seeds(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    few = range(1, 3)
    monkeypatch.setattr(search, "random_cube", seven_turns)
    monkeypatch.setattr(search, "MANY", few)
    monkeypatch.setattr(search, "BUDGETS", ((0.05, few, 19.6),))
    monkeypatch.setattr(search, "SCRAMBLES", ((7, few, 0.4),))
    monkeypatch.setattr(search, "NEARBY", ((6, few, 0.5),))
    figures = {figure.name: figure for figure in search.figures(Options(TABLE, 2))}
    seeded = [figure for figure in figures.values() if "first_seed" in figure.details]
    # Two first answers, one with a time budget, the search on one core and on two cores, one from answer to proof.
    assert len(seeded) == 6
    for figure in seeded:
        details = figure.details
        assert (details["first_seed"], details["last_seed"], details["count"]) == (1, 2, 2)
        assert details["least"] <= details["median"] <= details["most"]
        assert figure.at_most < float("inf")
        assert "seeds 1 to 2" in figure.note
    budget = figures["3×3×3, random states: two phases for 50.00 ms, one core"]
    assert 5 <= budget.details["least"] <= budget.details["most"] <= 21
    assert figures[f"3×3×3, these searches, {TABLE}, cores: 2"].value > 0


def test_distribution_counts_lengths_next_to_rokickis(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(distribution, "random_cube", seven_turns)
    assert sum(distribution.ROKICKI.values()) == 1_000_000
    arguments = ["distribution", "--count", "3", "--seed", "5", "--table", TABLE]
    assert benchmarks.main([*arguments, "--json"]) == 0
    result = json.loads(capsys.readouterr().out)
    cubes = [seven_turns(3, seed) for seed in (5, 6, 7)]
    assert [state["facelets"] for state in result["states"]] == [cube.facelets for cube in cubes]
    by_sat = [solve(cube, engine="sat").length for cube in cubes]
    assert [state["length"] for state in result["states"]] == by_sat
    counts = {row["length"]: row["states"] for row in result["histogram"] if row["states"]}
    assert counts == {length: by_sat.count(length) for length in by_sat}
    assert sum(row["expected"] for row in result["histogram"]) == pytest.approx(3)
    assert benchmarks.main(arguments) == 0
    assert "3 of 3 random states" in capsys.readouterr().out


def test_distribution_prints_the_states_solved_before_ctrl_c(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    solve_seed = distribution.solve_seed

    def interrupted(
        seed: int, name: str, metric: Metric, jobs: int, control: Control
    ) -> distribution.Solved | None:
        if seed == 2:
            control.stop()
        return solve_seed(seed, name, metric, jobs, control)

    monkeypatch.setattr(distribution, "random_cube", seven_turns)
    monkeypatch.setattr(distribution, "solve_seed", interrupted)
    assert benchmarks.main(["distribution", "--count", "3", "--table", TABLE]) == INTERRUPTED
    assert "1 of 3 random states" in capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments", [["search", "--table", "h48-qtm-3"], ["distribution", "--table", "none"]]
)
def test_unknown_table_is_named(arguments: list[str]) -> None:
    with pytest.raises(SystemExit, match="There is no pruning table"):
        benchmarks.main(arguments)


@pytest.mark.skipif(
    extracted.program() is None, reason="there is no cubeproof-formal: `make formal` builds it"
)
def test_check_suite_measures_the_proved_program_and_refuses_a_checker_that_does_not_accept_the_proof(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(check, "TURNS", (3,))
    monkeypatch.setenv("PATH", str(tmp_path))
    figures = list(check.figures(Options("", 1)))
    assert [figure.name for figure in figures] == [
        "3 turns: cubeproof-formal, CPU time",
        "3 turns: cubeproof-formal, memory",
        "3 turns: Python, CPU time",
    ]
    assert 1 < figures[1].value < check.MOST_MEGABYTES == figures[1].at_most
    assert "lrat-check is not on the PATH, so it is not measured." in capsys.readouterr().err
    with pytest.raises(RuntimeError, match="does not accept the proof: c NOT VERIFIED"):
        check.run("VERIFIED", "/bin/echo", "c NOT VERIFIED")


def test_family_suite_compares_solvers_with_the_index(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, minisat: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(family, "KINDS", (SwapKind(4),))
    no, yes = write_competition(tmp_path / "family", kinds=(SwapKind(4),))
    family.report(tmp_path / "family", ["minisat", "cadical195"], seconds=60, only="swaps", with_us=True)
    out, err = capsys.readouterr()
    rows = [line.strip("| ").split(" | ") for line in out.splitlines()[2:]]
    assert [row[0] for row in rows] == [f"`{no.filename}`", f"`{yes.filename}`"]
    assert [row[-1] for row in rows] == ["search", "search"]
    assert "cadical195: 0 of 2 not solved in 60 s" in err
    wrong = {"filename": no.filename, "result": "sat"}
    with pytest.raises(RuntimeError, match="contradicts the index"):
        family.run("minisat", tmp_path / "family", wrong, 60)
    with pytest.raises(RuntimeError, match="fails on"):
        family.run("false", tmp_path / "family", wrong, 60)
