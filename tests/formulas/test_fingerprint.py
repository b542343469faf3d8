"""The hash of a formula is what one shell line computes, and it stays when only comments and blanks change."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asking import length_formula
from cubeproof.errors import UsageError
from cubeproof.formulas import dimacs
from cubeproof.formulas.dimacs import fingerprint
from cubeproof.formulas.encodings import ENCODINGS
from cubeproof.formulas.text import formula_lines, header
from cubeproof.problem import cube_problem
from cubeproof.puzzle.cube import Cube
from programs import run_program

PROBLEM = cube_problem(Cube(2).apply("R U2 F'"))
LEGEND = "c var 1 turn(1,R)"

clauses = st.lists(st.lists(st.integers(-9, 9).filter(bool), max_size=4), min_size=1, max_size=8)


def lines(formula: list[list[int]]) -> list[str]:
    return ["p cnf 9 " + str(len(formula)), *(" ".join([*map(str, clause), "0"]) for clause in formula)]


@pytest.mark.parametrize("encoding", sorted(ENCODINGS))
def test_fingerprint_agrees_with_the_shell(encoding: str, tmp_path: Path) -> None:
    formula = length_formula(PROBLEM, 3, encoding)
    name = fingerprint(formula_lines(formula))
    path = tmp_path / "q.cnf"
    dimacs.save(path, formula_lines(formula, header(formula, PROBLEM, [f"formula {name}", "a remark"])))
    command = f"grep -v '^c' '{path}' | sha256sum"
    completed = run_program(command, check=True, shell=True).stdout
    assert f"sha256:{completed.split()[0]}" == name
    assert dimacs.read_file(path.read_text().splitlines()).hash == name


@given(clauses, st.data())
def test_fingerprint_ignores_the_text_around_the_formula(
    formula: list[list[int]], data: st.DataObject
) -> None:
    name = dimacs.read_file([LEGEND, *lines(formula)]).hash
    words = [word for line in lines(formula)[1:] for word in line.split()]
    loose = [f"p  cnf 9   {len(formula)} ", "c a remark", LEGEND]
    while words:
        width = data.draw(st.integers(1, 5))
        loose += [" \t".join(words[:width]) + " ", "c talk"]
        words = words[width:]
    assert dimacs.read_file(loose).hash == name
    assert dimacs.read_file([f"c formula {name}", *loose]).hash == name


@given(clauses, clauses)
def test_fingerprint_differs_for_another_formula(one: list[list[int]], other: list[list[int]]) -> None:
    results = [dimacs.read_file([LEGEND, *lines(formula)]).hash for formula in (one, other)]
    assert (results[0] == results[1]) == (one == other)


@given(clauses, st.data())
def test_file_with_a_wrong_fingerprint_is_refused(formula: list[list[int]], data: st.DataObject) -> None:
    name = dimacs.read_file([LEGEND, *lines(formula)]).hash
    changed = [[*clause] for clause in formula]
    clause = data.draw(st.sampled_from(changed))
    clause.insert(data.draw(st.integers(0, len(clause))), data.draw(st.integers(1, 9)))
    with pytest.raises(UsageError, match="damaged or was changed"):
        dimacs.read_file([f"c formula {name}", LEGEND, *lines(changed)])
    with pytest.raises(UsageError, match="damaged or was changed"):
        dimacs.read_file([f"c formula {name}", LEGEND, "p cnf 8 1", "1 0"])


def test_comments_that_name_no_formula_are_comments() -> None:
    comments = ["c formula of mine", "c formula sha256:abc", "c formula md5:" + 32 * "0"]
    assert len(dimacs.read_file([*comments, LEGEND, "p cnf 1 1", "1 0"]).clauses) == 1


def test_length_of_a_file_is_read() -> None:
    for length in (2, 3):
        for exactly in (False, True):
            formula = length_formula(PROBLEM, length, "framed", idle=not exactly)
            legend = dimacs.read_file([*header(formula, PROBLEM), *formula_lines(formula)]).legend
            assert (legend.steps, legend.exactly) == (length, exactly)
