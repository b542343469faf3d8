"""The promises of README, each once; `test_tiers.py` has the test that none is missing."""

import re
import shlex
from itertools import product
from pathlib import Path

import pytest

from cubeproof import Cube, solve
from cubeproof.cli import main
from ground_truth import LAYERS_2_HTM
from programs import run_python

ROOT = Path(__file__).parents[1]


def commands(promise: str) -> list[list[str]]:
    """The arguments of the commands that README shows for a thing to try."""
    text = ROOT.joinpath("README.md").read_text(encoding="utf-8").partition(promise)[2]
    block = text.partition("```sh\n")[2].partition("```")[0]
    return [shlex.split(line)[1:] for line in re.split(r"\n|&&", block) if line.strip()]


def shortest_by_words(cube: Cube, turns: list[str], most: int) -> int:
    """The number of turns that a plain search through all words needs."""
    return next(
        length
        for length in range(most + 1)
        for word in product(turns, repeat=length)
        if cube.apply(" ".join(word)).is_solved
    )


@pytest.mark.promise("solves twisty cubes in the fewest turns and proves that fewer turns are not enough")
@pytest.mark.promise(
    "cubes of 2 to 50 layers, any start, goal and set of turns, and reports the best solution"
)
@pytest.mark.parametrize("size", [2, 3, 4, 50])
def test_a_solution_is_as_short_as_all_words_say_and_so_is_its_bound(size: int) -> None:
    turns = ["R", "R2", "R'", "U", "U2", "U'"]
    cube = Cube(size).apply("R U' R2 U")
    solution = solve(cube, moves="R,U")
    assert solution.alg is not None
    assert cube.apply(solution.alg).is_solved
    assert solution.length == solution.lower_bound == shortest_by_words(cube, turns, 4)


@pytest.mark.promise(
    "cubes of 2 to 50 layers, any start, goal and set of turns, and reports the best solution"
)
def test_a_pattern_is_a_goal() -> None:
    cube, goal = Cube(3).apply("R U F'"), Cube(3).apply("R U2")
    solution = solve(cube, goal=goal)
    assert solution.alg is not None
    assert cube.apply(solution.alg) == goal
    assert (solution.length, solution.optimal) == (2, True)


@pytest.mark.promise("solves a scrambled 2×2×2 and proves the solution shortest")
def test_make_run_proves_a_shortest_solution(capsys: pytest.CaptureFixture[str]) -> None:
    makefile = ROOT.joinpath("Makefile").read_text(encoding="utf-8")
    (scramble,) = re.findall(r"SCRAMBLE \?= (.*)", makefile)
    assert main(["solve", scramble, "--size", "2"]) == 0
    printed = capsys.readouterr()
    assert Cube(2).apply(scramble).apply(printed.out).is_solved
    assert "there is no shorter way" in printed.err


@pytest.mark.promise("anyone can check its proofs without its solvers")
@pytest.mark.promise("Write a certificate and check it from its folder only")
def test_a_certificate_is_checked_from_its_folder_and_without_solvers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    write, check, *_ = commands("**A proof for others.**")
    assert main(write) == 0
    assert main(check) == 0
    program = (
        "import sys\n"
        "sys.modules.update(dict.fromkeys(('pysat', 'pysolvers', 'cubeproof.engines', 'cubeproof.tables')))\n"
        "from cubeproof import check_certificate\n"
        "print(check_certificate('proof').length)\n"
    )
    checked = run_python(program)
    assert checked.stdout == "6\n"


@pytest.mark.promise("The shortest way to a cross, or all shortest solutions of a 2×2×2")
def test_readme_shows_the_way_to_a_cross_and_all_solutions(capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in commands("**Another goal.**"):
        assert main(arguments) == 0
    assert capsys.readouterr().out


@pytest.mark.promise("`cubeproof explore` counts its 3,674,160 states by distance from solved, 0 to 11 turns")
def test_all_states_of_the_2x2x2_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explore"]) == 0
    printed = [int(count.replace(",", "")) for count in re.findall(r"[\d,]{1,}", capsys.readouterr().out)]
    assert set(LAYERS_2_HTM) <= set(printed)
    assert sum(LAYERS_2_HTM) in printed
