"""A formula says what it means: every variable has a name, every clause a label."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from asking import clauses, length_formula
from cubeproof.errors import UsageError
from cubeproof.formulas.encodings import ENCODINGS
from cubeproof.formulas.formula import Formula, Name
from cubeproof.problem import cube_problem
from cubeproof.puzzle.cube import Cube

LABELS = st.lists(st.text("ABC123'+-", min_size=1, max_size=3), min_size=1, max_size=4, unique=True)


@st.composite
def formulas(draw: st.DrawFn) -> Formula:
    formula = Formula()
    for number in range(draw(st.integers(1, 4))):
        formula.new(f"kind{number}", *draw(st.lists(LABELS, min_size=1, max_size=3)))
    literals = st.integers(1, formula.variables).flatmap(lambda v: st.sampled_from([v, -v]))
    for number in range(draw(st.integers(0, 5))):
        width = draw(st.integers(1, 4))
        rows = draw(st.lists(st.lists(literals, min_size=width, max_size=width), min_size=1, max_size=4))
        formula.add(f"group {number}", rows)
    return formula


class TestNames:
    @given(formulas())
    def test_every_number_has_a_name_and_every_name_its_number(self, formula: Formula) -> None:
        results = list(formula.names())
        assert [variable for variable, _ in results] == list(range(1, formula.variables + 1))
        assert len({name for _, name in results}) == formula.variables
        for variable, name in results:
            assert formula.name(variable) == name
            assert formula.id(name) == variable
            assert Name.read(str(name)) == name

    @pytest.mark.parametrize("name", sorted(ENCODINGS))
    def test_names_of_an_encoding_are_unique(self, name: str) -> None:
        formula = length_formula(cube_problem(Cube(2).apply("R U2")), 2, name)
        for variable, result in formula.names():
            assert formula.id(Name.read(str(result))) == variable

    def test_numbers_keep_the_shape_of_their_axes(self) -> None:
        formula = Formula()
        first = formula.new("a", ["x"])
        second = formula.new("b", ["1", "2"], ["p", "q", "r"])
        assert (first.tolist(), second.tolist()) == ([1], [[2, 3, 4], [5, 6, 7]])
        assert (formula.ids("b") == second).all()
        assert (formula.has("b"), formula.has("c")) == (True, False)

    @pytest.mark.parametrize("wrong", [0, -1, 7, 99])
    def test_a_number_without_a_name_is_refused(self, wrong: int) -> None:
        formula = Formula()
        formula.new("a", ["1", "2"], ["p", "q", "r"])
        with pytest.raises(UsageError, match=f"no variable {wrong}"):
            formula.name(wrong)

    @pytest.mark.parametrize("text", ["b(1,p)", "a(1)", "a(3,p)", "a(1,p,q)", "a(p,1)"])
    def test_a_name_without_a_number_is_refused(self, text: str) -> None:
        formula = Formula()
        formula.new("a", ["1", "2"], ["p", "q", "r"])
        with pytest.raises(UsageError, match="no variable"):
            formula.id(Name.read(text))

    @pytest.mark.parametrize("text", ["", "turn", "turn(", "(1)", "turn 1", "turn(1))"])
    def test_wrong_name_is_refused(self, text: str) -> None:
        with pytest.raises(UsageError, match="not the name"):
            Name.read(text)

    def test_kind_is_created_once_and_must_exist(self) -> None:
        formula = Formula()
        formula.new("a", ["1"])
        with pytest.raises(UsageError, match="already has variables called 'a'"):
            formula.new("a", ["2"])
        with pytest.raises(UsageError, match="'b'"):
            formula.ids("b")


class TestVerify:
    @given(formulas(), st.data())
    def test_verify_names_exactly_the_broken_clauses(self, formula: Formula, data: st.DataObject) -> None:
        true = data.draw(st.sets(st.integers(1, formula.variables)))
        expected = [
            number
            for number, clause in enumerate(clauses(formula), 1)
            if not any((abs(literal) in true) == (literal > 0) for literal in clause)
        ]
        broken = formula.verify(sorted(true))
        assert [part.number for part in broken] == expected
        numbered = list(enumerate(clauses(formula), 1))
        for part in broken:
            assert part.literals == tuple(
                formula.literal(literal) for literal in numbered[part.number - 1][1]
            )

    def test_a_label_says_which_rule_was_broken(self) -> None:
        formula = length_formula(cube_problem(Cube(2).apply("R")), 1, "cubie-onehot", idle=False)
        turn = {
            str(formula.name(int(variable)).labels[1]): int(variable) for variable in formula.ids("turn")[0]
        }
        none, two = formula.verify([]), formula.verify([turn["R"], turn["U"]])
        assert "one turn a step" in {part.label for part in none}
        assert "no two turns at once" in {part.label for part in two}
        (both,) = [part for part in two if part.label == "no two turns at once"]
        assert set(both.literals) == {"¬turn(1,R)", "¬turn(1,U)"}

    def test_literals_of_other_formulas_and_negative_ones_change_nothing(self) -> None:
        formula = Formula()
        formula.add("all", formula.new("a", ["1", "2"])[:, None])
        assert [part.number for part in formula.verify([1, -2, 99])] == [2]

    def test_short_clauses_among_longer_ones_end_where_they_end(self) -> None:
        formula = Formula()
        formula.new("a", ["1", "2", "3"])
        formula.add("mixed", np.array([[1, 2, 3], [-1, 0, 0], [2, -3, 0]]))
        assert clauses(formula) == [[1, 2, 3], [-1], [2, -3]]
        assert [part.number for part in formula.verify([1])] == [2]
        assert formula.clauses == 3

    def test_a_group_without_clauses_is_left_out(self) -> None:
        formula = Formula()
        formula.add("nothing", np.zeros((0, 2)))
        assert (formula.groups, formula.clauses, formula.flat().tolist()) == ([], 0, [])
