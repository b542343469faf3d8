"""DIMACS files are read back unchanged, by cubeproof and by independent programs."""

from collections.abc import Callable
from pathlib import Path

import pytest

from asking import ask, clauses, length_formula
from cubeproof.errors import UsageError
from cubeproof.formulas import dimacs
from cubeproof.formulas.answers import SolverAnswer, read_answer
from cubeproof.formulas.encodings import ENCODINGS
from cubeproof.formulas.text import formula_lines, header
from cubeproof.problem import cube_problem
from cubeproof.puzzle.cube import Cube
from programs import run_program

PROBLEM = cube_problem(Cube(2).apply("R U2 F'"))


def lines(name: str, length: int = 3) -> list[str]:
    formula = length_formula(PROBLEM, length, name)
    return list(formula_lines(formula, header(formula, PROBLEM, ["a remark"])))


@pytest.mark.parametrize("name", sorted(ENCODINGS))
class TestFiles:
    def test_names_clauses_and_groups_come_back(self, name: str) -> None:
        formula = length_formula(PROBLEM, 3, name)
        file = dimacs.read_file(lines(name))
        assert file.clauses == clauses(formula)
        assert file.legend.names == dict(formula.names())
        assert [(label, last - first + 1) for first, last, label in file.groups] == [
            (group.label, len(group.clauses)) for group in formula.groups
        ]

    def test_the_file_and_the_formula_find_the_same_clauses_broken(self, name: str) -> None:
        formula = length_formula(PROBLEM, 3, name)
        file = dimacs.read_file(lines(name))
        for assignment in ([], [1], list(range(1, formula.variables + 1))):
            assert file.verify(assignment) == formula.verify(assignment)

    def test_kissat_finds_an_answer_and_the_file_tells_which(
        self, name: str, kissat: Path, tmp_path: Path
    ) -> None:
        path = tmp_path / "a.cnf"
        dimacs.save(path, lines(name))
        printed = run_program([kissat, path]).stdout
        answer = read_answer(printed)
        file = dimacs.read_file(path.read_text().splitlines())
        assert answer.satisfiable is True
        assert file.verify(answer.literals) == []
        assert Cube(2).apply("R U2 F'").apply(" ".join(file.legend.turns(answer.literals))).is_solved

    def test_kissat_refutes_an_unsatisfiable_file(self, name: str, kissat: Path, tmp_path: Path) -> None:
        path = tmp_path / "a.cnf"
        dimacs.save(path, lines(name, 2))
        printed = run_program([kissat, path]).stdout
        assert read_answer(printed) == SolverAnswer(False)
        assert ask(PROBLEM, 2, name) is None


class TestTurns:
    def test_two_turns_in_one_step_are_refused(self) -> None:
        file = dimacs.read_file(["c var 1 turn(1,R)", "c var 2 turn(1,U)", "p cnf 2 0"])
        with pytest.raises(UsageError, match="two turns at step 1: R and U"):
            file.legend.turns([1, 2])

    def test_turns_are_read_in_the_order_of_their_steps_and_idle_ones_left_out(self) -> None:
        names = ["10,R", "9,U2+", "2,F'", "1,-", "8,U2"]
        comments = [f"c var {number} turn({name})" for number, name in enumerate(names, 1)]
        file = dimacs.read_file([*comments, "p cnf 5 0"])
        assert file.legend.turns([1, 2, 3, 4, 5]) == ["F'", "U2", "R"]

    def test_a_turn_counts_the_steps_that_it_takes(self) -> None:
        names = ["1,-", "2,R", "3,U2", "4,U2+"]
        comments = [f"c var {number} turn({name})" for number, name in enumerate(names, 1)]
        file = dimacs.read_file([*comments, "p cnf 4 0"])
        assert file.legend.length([1, 2, 3, 4]) == 3
        assert file.legend.length([1, 2, -3, -4]) == 1


HUGE = "9" * 5000


class TestFilesThatAreDamaged:
    @pytest.mark.parametrize(
        "line",
        [
            *["c var 2 turn(x,R)", "c var 2 turn(2)", "c var 2 turn(1,R,U)", "c var 2 turn"],
            *["c var 1 turn(1,U)", "c var 2 turn(1,)", "c var 2 turn(0,R)", "c var 2 turn(1,٣)", "p cnf 1"],
            *["p cnf 1 1 1", "p cnf ٣ 1", f"c var {HUGE} turn(2,R)", f"c var 2 turn({HUGE},R)"],
            *[f"c frame {HUGE} R R 0", f"c frame 0 R R {HUGE}"],
            *[f"c clauses 1-{HUGE} a group", f"p cnf 1 {HUGE}", f"{HUGE} 0"],
        ],
    )
    def test_damaged_file_is_refused_with_the_line(self, line: str) -> None:
        with pytest.raises(UsageError, match=r"Line 2 is not a line of a DIMACS file: '[cp9]") as caught:
            dimacs.read_file(["c var 1 turn(1,R)", line, "p cnf 1 1", "1 0"])
        assert len(str(caught.value)) < 200

    @pytest.mark.parametrize(
        ("lines", "reason"),
        [
            *(
                (["p cnf 1 1", line], "Line 3 is not a line")
                for line in ("p cnf 2 1", "1_0 0", "٣ 0", "1 x 0")
            ),
            *((["p cnf 1 1", line], "Line 3 is not a line") for line in ("1.0 0", "%%", "1 % 0", "1 -0- 0")),
            (["1 0", "p cnf 1 1"], "Line 3 is not a line of a DIMACS file: 'p cnf 1 1'"),
            (
                ["p cnf 2 2", "1 2 0", "-3 0"],
                "Clause 2 has the literal -3, but the file declares 2 variables",
            ),
            *(
                (["p cnf 1 1", "1 0", "%", "0", after], f"Line 6 is not a line of a DIMACS file: '{after}'")
                for after in ("1 0", "c remark", "%", "x")
            ),
            # An incomplete formula would accept models that the whole formula refuses.
            (["p cnf 1 2", "1 0"], "declares 2 clauses and has 1"),
            (["p cnf 1 2", "1 0", "%", "0"], "declares 2 clauses and has 1"),
            (["p cnf 1 1", "1"], "is incomplete"),
            (["p cnf 1 1", "1 0", "-1"], "is incomplete"),
            (["1 0"], "no line `p cnf"),
        ],
    )
    def test_file_with_a_wrong_line_or_cut_short_is_refused(self, lines: list[str], reason: str) -> None:
        with pytest.raises(UsageError, match=reason):
            dimacs.read_file(["c var 1 turn(1,R)", *lines])


class TestFilesOfOtherPrograms:
    @pytest.mark.parametrize(
        "changed",
        [
            lambda lines: [f" {line}" for line in lines],
            lambda lines: [line.replace("p cnf", "P CNF") for line in lines],
            lambda lines: [line.replace("p cnf", "  p\tCnf ") for line in lines],
            lambda lines: [*lines, "%", "0", ""],
            lambda lines: [*lines, "%"],
            lambda lines: [line + " \r" for line in lines],
            lambda lines: ["C BY A SOLVER", "c", *lines, ""],
            lambda lines: [part for line in lines for part in (line, "")],
        ],
        ids=["blanks", "capitals", "tabs", "SATLIB", "percent", "CR", "comments", "blank lines"],
    )
    def test_their_form_means_the_same_formula(self, changed: Callable[[list[str]], list[str]]) -> None:
        written = lines("framed")
        assert dimacs.read_file(changed(written)) == dimacs.read_file(written)
