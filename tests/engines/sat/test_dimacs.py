"""What is written as DIMACS is read back as it was, by us and by independent programs."""

import contextlib
import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asking import ask, clauses, written
from cubeproof.engines.sat import dimacs
from cubeproof.engines.sat.encodings import ENCODINGS
from cubeproof.errors import UsageError
from cubeproof.problem import cube_problem
from cubeproof.puzzle.cube import Cube

PROBLEM = cube_problem(Cube(2).apply("R U2 F'"))


def lines(name: str, length: int = 3) -> list[str]:
    formula = written(PROBLEM, length, name)
    return list(dimacs.text(formula, dimacs.header(formula, PROBLEM, ["a remark"])))


@pytest.mark.parametrize("name", sorted(ENCODINGS))
class TestFiles:
    def test_names_clauses_and_groups_come_back(self, name: str) -> None:
        formula = written(PROBLEM, 3, name)
        file = dimacs.read_file(lines(name))
        assert file.clauses == clauses(formula)
        assert file.legend.names == dict(formula.names())
        assert [(label, last - first + 1) for first, last, label in file.groups] == [
            (group.label, len(group.clauses)) for group in formula.groups
        ]

    def test_the_file_and_the_formula_find_the_same_clauses_broken(self, name: str) -> None:
        formula = written(PROBLEM, 3, name)
        file = dimacs.read_file(lines(name))
        for assignment in ([], [1], list(range(1, formula.variables + 1))):
            assert file.verify(assignment) == formula.verify(assignment)

    def test_kissat_finds_an_answer_and_the_file_tells_which(
        self, name: str, kissat: Path, tmp_path: Path
    ) -> None:
        path = tmp_path / "a.cnf"
        dimacs.save(path, lines(name))
        printed = subprocess.run([kissat, path], capture_output=True, text=True, check=False).stdout
        answer = dimacs.read_answer(printed)
        file = dimacs.read_file(path.read_text().splitlines())
        assert answer.satisfiable is True
        assert file.verify(answer.literals) == []
        assert Cube(2).apply("R U2 F'").apply(" ".join(file.legend.turns(answer.literals))).is_solved

    def test_kissat_finds_none_where_there_is_none(self, name: str, kissat: Path, tmp_path: Path) -> None:
        path = tmp_path / "a.cnf"
        dimacs.save(path, lines(name, 2))
        printed = subprocess.run([kissat, path], capture_output=True, text=True, check=False).stdout
        assert dimacs.read_answer(printed) == dimacs.Answer(False)
        assert ask(PROBLEM, 2, name) is None


class TestAnswers:
    @given(
        st.lists(st.integers(-999, 999).filter(bool), min_size=1, unique_by=abs),
        st.integers(1, 9),
    )
    def test_a_model_on_any_number_of_lines(self, model: list[int], width: int) -> None:
        rows = [model[first : first + width] for first in range(0, len(model), width)]
        printed = (
            "c talk\ns SATISFIABLE\n" + "".join(f"v {' '.join(map(str, row))}\n" for row in rows) + "v 0\n"
        )
        assert dimacs.read_answer(printed) == dimacs.Answer(True, tuple(model))

    @given(st.text())
    def test_any_text_is_an_answer_or_an_error(self, text: str) -> None:
        with contextlib.suppress(UsageError):
            assert dimacs.read_answer(text).satisfiable in (None, True, False)

    @pytest.mark.parametrize(
        ("printed", "verdict"),
        [
            ("", None),
            ("s UNSATISFIABLE", False),
            ("UNSAT\n", False),
            ("s UNKNOWN", None),
            ("INDET", None),
            ("v 1 2 0", None),
            ("this is SATISFIABLE I think", None),
        ],
    )
    def test_verdicts(self, printed: str, verdict: bool | None) -> None:
        assert dimacs.read_answer(printed).satisfiable is verdict

    def test_what_is_printed_twice_is_said_once(self) -> None:
        printed = "s SATISFIABLE\nv 1 -2 0\nv 1 -2 0\n"
        assert dimacs.read_answer(printed) == dimacs.Answer(True, (1, -2))

    @pytest.mark.parametrize("model", ["v 1 2 -1 0", "v -1 0\nv 1 0"])
    def test_a_model_that_contradicts_itself_is_refused(self, model: str) -> None:
        with pytest.raises(UsageError, match="has both 1 and -1"):
            dimacs.read_answer(f"s SATISFIABLE\n{model}\n")

    def test_a_word_that_is_no_literal_is_not_shown_in_all_its_length(self) -> None:
        with pytest.raises(UsageError, match="which is no literal") as caught:
            dimacs.read_answer(f"s SATISFIABLE\nv {'9' * 5000} 0\n")
        assert len(str(caught.value)) < 200

    def test_two_turns_at_once_are_no_answer(self) -> None:
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


class TestFilesThatAreDamaged:
    @pytest.mark.parametrize(
        "line",
        [
            "c var 2 turn(x,R)",
            "c var 2 turn(2)",
            "c var 2 turn(1,R,U)",
            "c var 2 turn",
            f"c var {'9' * 5000} turn(2,R)",
            f"c var 2 turn({'9' * 5000},R)",
            f"c frame {'9' * 5000} R R 0",
            f"c frame 0 R R {'9' * 5000}",
            f"c clauses 1-{'9' * 5000} a group",
            f"p cnf 1 {'9' * 5000}",
            "9" * 5000 + " 0",
        ],
    )
    def test_the_line_is_named(self, line: str) -> None:
        with pytest.raises(UsageError, match=r"Line 2 is none of a DIMACS file: '[cp9]") as caught:
            dimacs.read_file(["c var 1 turn(1,R)", line, "p cnf 1 1", "1 0"])
        assert len(str(caught.value)) < 200


class TestFilesThatAreCutShort:
    """What is not all there is not verified against: half a formula would accept what the whole one refuses."""

    def test_a_clause_too_few(self) -> None:
        with pytest.raises(UsageError, match="promises 2 clauses and has 1"):
            dimacs.read_file(["c var 1 turn(1,R2)", "p cnf 1 2", "1 0"])

    def test_a_clause_without_its_end(self) -> None:
        with pytest.raises(UsageError, match="cut short"):
            dimacs.read_file(["c var 1 turn(1,R2)", "p cnf 1 1", "1"])

    def test_no_header(self) -> None:
        with pytest.raises(UsageError, match="no line `p cnf"):
            dimacs.read_file(["c var 1 turn(1,R2)", "1 0"])
