"""Answers of solvers: whole ones are read, half ones are known as such, and all are held against the formula."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubeproof.errors import UsageError
from cubeproof.formulas.answers import Decoded, SolverAnswer, decode, read_answer
from cubeproof.formulas.dimacs import read_file

FORMULA = ["c var 1 turn(1,R)", "c var 2 turn(1,U)", "c var 3 turn(1,-)", "p cnf 3 2", "1 2 3 0", "-1 -2 0"]
NAME = f"sha256:{'0123456789abcdef' * 4}"


def printed(model: list[int], width: int, name: str | None = None) -> str:
    """The output of a solver, with or without the name of the formula above it."""
    rows = [model[first : first + width] for first in range(0, len(model), width)]
    named = "" if name is None else f"c formula {name}\n"
    lines = "".join(f"v {' '.join(map(str, row))}\n" for row in rows)
    return f"{named}c talk\ns SATISFIABLE\n{lines}v 0\n"


models = st.lists(st.integers(-999, 999).filter(bool), min_size=1, unique_by=abs)


class TestAnswers:
    @given(models, st.integers(1, 9))
    def test_model_on_any_number_of_lines_is_read(self, model: list[int], width: int) -> None:
        assert read_answer(printed(model, width)) == SolverAnswer(True, tuple(model))

    @given(st.text())
    def test_parser_reads_or_refuses_any_text(self, text: str) -> None:
        with contextlib.suppress(UsageError):
            assert read_answer(text).satisfiable in (None, True, False)

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
    def test_verdict_lines_are_read(self, printed: str, verdict: bool | None) -> None:
        assert read_answer(printed).satisfiable is verdict

    def test_repeated_verdict_is_reported_once(self) -> None:
        printed = "s SATISFIABLE\nv 1 -2 0\nv 1 -2 0\n"
        assert read_answer(printed) == SolverAnswer(True, (1, -2))

    def test_literals_may_have_a_plus(self) -> None:
        assert read_answer("s SATISFIABLE\nv +1 -2 +37 0\n").literals == (1, -2, 37)
        assert read_answer("SAT\n+1 -2 0\n").literals == (1, -2)

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            *(
                (f"v 1 {word} 0", "not a literal")
                for word in ("++1", "+-1", "1+", "+", "٣", "1_0", "1.5", "0110")
            ),
            *((f"v 1 {word} 0", "not a literal") for word in ("-0", "x1")),
            *((model, "has both 1 and -1") for model in ("v 1 2 -1 0", "v -1\nv 1 0")),
            # `clasp FORMULA 0` prints every model.
            ("v 1 2 3 0\nc Answer: 2\nv 1 -2 3 0", "several models: after the end of the first, variable 2"),
        ],
    )
    def test_what_is_no_model_is_refused(self, text: str, reason: str) -> None:
        with pytest.raises(UsageError, match=reason):
            read_answer(f"s SATISFIABLE\n{text}\n")

    @pytest.mark.parametrize(
        "stamp", ["0.10/0.12\t", "1001.22/1002.10 ", "  0.00\t", "[3.14] ", "1.5s/1.7s\t"]
    )
    @pytest.mark.parametrize("end", ["\n", "\r\n"])
    def test_a_time_stamp_may_begin_each_line(self, stamp: str, end: str) -> None:
        lines = [f"c formula {NAME}", "", "c 1.5 seconds", "s SATISFIABLE", "v 1 -2", "v 3 0", "c 0.1/0.2"]
        stamped = "".join(f"{stamp}{line}{end}" for line in lines)
        assert read_answer(stamped) == SolverAnswer(True, (1, -2, 3), NAME)
        assert read_answer(stamped).unfinished is None
        bare = "".join(f"{stamp}{line}{end}" for line in ("SAT", "1 -2 3 0"))
        assert read_answer(bare) == SolverAnswer(True, (1, -2, 3))

    def test_a_time_stamp_does_not_hide_where_a_file_is_cut(self) -> None:
        cut = read_answer("0.1/0.2\ts SATISFIABLE\n0.1/0.2\tv 1 -")
        assert cut.literals == (1,)
        assert cut.unfinished is not None

    @pytest.mark.parametrize(
        ("text", "literals"),
        [
            ("s SATISFIABLE\nv 1 2 -3 0\n", (1, 2, -3)),
            ("sat\n1 2 -3 \n", (1, 2, -3)),
            ("sat\n[k!3 = False, k!1 = True,\n k!2 = True]\n", (-3, 1, 2)),
            ("c Answer: 1 (Time: 0.000s)\nv 1 2 -3 0\ns SATISFIABLE\nc \nc Models : 1+\n", (1, 2, -3)),
            ("True\n[1, 2, -3]\n", (1, 2, -3)),
            ("True [1, 2, -3]\r\n", (1, 2, -3)),
            ("[1, 2, -3]", (1, 2, -3)),
            ("[ 1\n 2 -3]\n", (1, 2, -3)),
            ("SAT\n1 2 -3 0\n", (1, 2, -3)),
            ("===\n| Conflicts |\nSATISFIABLE\n1 2 -3 0\n", (1, 2, -3)),
            # A solver's log is not its answer.
            ("[7]\nFalse\ns SATISFIABLE\nv 1 2 -3 0\n", (1, 2, -3)),
        ],
        ids=[
            "z3",
            "old z3",
            "z3 from Python",
            "clasp",
            "python-sat",
            "python-sat on a line",
            "a list",
            "NumPy",
            "MiniSat",
            "MiniSat's log",
            "lists in a log",
        ],
    )
    def test_models_of_common_solvers_are_read(self, text: str, literals: tuple[int, ...]) -> None:
        assert read_answer(text) == SolverAnswer(True, literals)
        assert read_answer(text).unfinished is None

    @pytest.mark.parametrize(
        "text", ["unsat\n", "s UNSATISFIABLE\n", "False\nNone\n", "False None\n", "c x\nUNSATISFIABLE\n"]
    )
    def test_refusals_of_common_solvers_are_read(self, text: str) -> None:
        assert read_answer(text) == SolverAnswer(False)

    @pytest.mark.parametrize(
        "text",
        [
            "[1, 2, x]\n",
            "[ 1  2 ... 99]\n",
            "[1, 0, 2]\n",
            "[k!1 = True, x = False]\n",
            "[k!1 = True, ...]\n",
            "(True, (None, True, False))\n",
            "[[1, 2], [1, -2]]\n",
            "RESULT: SAT\n",
            "Instance Satisfiable\n1 2 -3\n",
            "s OPTIMUM FOUND\nv 110\n",
        ],
    )
    def test_other_output_is_no_answer(self, text: str) -> None:
        assert read_answer(text).satisfiable is None
        assert read_answer(text).unfinished is not None

    def test_a_word_that_is_no_literal_is_not_shown_in_all_its_length(self) -> None:
        with pytest.raises(UsageError, match="which is not a literal") as caught:
            read_answer(f"s SATISFIABLE\nv {'9' * 5000} 0\n")
        assert len(str(caught.value)) < 200

    def test_answer_names_its_formula(self) -> None:
        assert read_answer(f"c formula {NAME}\ns UNSATISFIABLE\n") == SolverAnswer(False, (), NAME)
        assert read_answer("c formula of mine\ns UNSATISFIABLE\n").formula is None
        twice = read_answer(f"c formula {NAME}\r\nc formula {NAME}\r\ns UNSATISFIABLE\r\n")
        assert twice.formula == NAME
        with pytest.raises(UsageError, match="names two formulas"):
            read_answer(f"c formula {NAME}\nc formula {NAME[:-1]}0\ns UNSATISFIABLE\n")

    @pytest.mark.parametrize("text", ["s SATISFIABLE\nv 1 0\ns UNSATISFIABLE\n", "UNSAT\nSAT\n1 0\n"])
    def test_contradictory_verdicts_are_refused(self, text: str) -> None:
        with pytest.raises(UsageError, match="both a model and that no model exists"):
            read_answer(text)

    def test_answer_after_another_solver_gave_up_is_read(self) -> None:
        assert read_answer("s UNKNOWN\ns SATISFIABLE\nv 1 0\n") == SolverAnswer(True, (1,))

    def test_answer_of_a_solver_that_gave_up_amid_its_model_is_unknown(self) -> None:
        answer = read_answer("s SATISFIABLE\nv 1 -2\ns UNKNOWN\n")
        assert (answer.satisfiable, answer.unfinished) == (None, None)


class TestHalfAnswers:
    """Nothing that is cut off is taken for a whole answer, and nothing that is still to come for a fault."""

    @given(models, st.integers(1, 9), st.sampled_from([None, NAME]), st.booleans(), st.data())
    def test_a_model_cut_anywhere_is_not_whole(
        self, model: list[int], width: int, name: str | None, minisat: bool, data: st.DataObject
    ) -> None:
        text = f"SAT\n{' '.join(map(str, model))} 0\n" if minisat else printed(model, width, name)
        whole = read_answer(text)
        assert whole.unfinished is None
        part = read_answer(text[: data.draw(st.integers(0, len(text)))])
        assert part.unfinished is not None or part == whole

    @given(models, st.sampled_from(["[{}]\n", "True\n[{}]\n", "True [{}]\n", "sat\n[{}]\n"]), st.data())
    def test_a_printed_list_cut_anywhere_is_not_whole(
        self, model: list[int], form: str, data: st.DataObject
    ) -> None:
        text = form.format(", ".join(map(str, model)))
        whole = read_answer(text)
        assert whole == SolverAnswer(True, tuple(model))
        part = read_answer(text[: data.draw(st.integers(0, len(text)))])
        assert part.unfinished is not None or part == whole

    def test_a_no_cut_anywhere_is_a_no_or_nothing(self) -> None:
        text = f"c formula {NAME}\ns UNSATISFIABLE\n"
        for end in range(len(text)):
            part = read_answer(text[:end])
            assert part.unfinished is not None or part == read_answer(text)

    @pytest.mark.parametrize(
        ("text", "missing"),
        [
            ("", "the file is empty"),
            (" \n\n", "the file is empty"),
            ("c working\n", "no line `s SATISFIABLE`"),
            ("v 1 2 0\n", "no line `s SATISFIABLE`"),
            ("s SATISFIABLE\n", "no line `v …` contains it"),
            ("SATISFIABLE\n", "no line `v …` contains it"),
            ("s SATISFIABLE\nv 1 2\n", "no 0 ends"),
            ("s SATISFIABLE\nv 1 0\nv 2\n", "no 0 ends"),
            # Perhaps of another literal that starts like this.
            ("s SATISFIABLE\nv 1 -2 -1", "no 0 ends"),
            ("s SATISFIABLE\nv 1 -", "no 0 ends"),
            ("SAT\n1 -2 -", "no line `v …` contains it"),
        ],
    )
    def test_incomplete_answer_names_what_is_missing(self, text: str, missing: str) -> None:
        results = read_answer(text).unfinished
        assert results is not None
        with pytest.raises(UsageError, match=missing):
            decode(read_file(FORMULA), read_answer(text))

    @pytest.mark.parametrize("text", ["s UNKNOWN\n", "INDET\n", "s UNSATISFIABLE", "s SATISFIABLE\nv 1 0"])
    def test_complete_answer_is_recognised(self, text: str) -> None:
        assert read_answer(text).unfinished is None


class TestDecoding:
    def test_a_model_becomes_turns(self) -> None:
        file = read_file(FORMULA)
        assert decode(file, SolverAnswer(True, (1, -2, -3))) == Decoded(True, ("R",), 1)
        assert decode(file, SolverAnswer(True, (3,), file.hash)) == Decoded(True, (), 0)

    def test_model_whose_turns_lost_their_names_is_refused(self) -> None:
        # Comments are not part of the formula's hash.
        for lost in FORMULA[:3]:
            file = read_file([line for line in FORMULA if line != lost])
            turn = int(lost.split()[2])
            with pytest.raises(UsageError, match=r"no turn at step 1 .* lacks names"):
                decode(file, SolverAnswer(True, (turn,), file.hash))

    def test_answers_without_a_model_are_decoded(self) -> None:
        file = read_file(FORMULA)
        assert decode(file, SolverAnswer(False)) == Decoded(False)
        assert decode(file, SolverAnswer(None)) == Decoded(None)

    @pytest.mark.parametrize(
        ("answer", "reason"),
        [
            (SolverAnswer(True, (1,), NAME), "answer to another formula"),
            (SolverAnswer(False, (), NAME), "answer to another formula"),
            (SolverAnswer(None, (), NAME), "answer to another formula"),
            (SolverAnswer(True, (1, 4)), "variable 4, but the formula has only 3"),
            (SolverAnswer(True, (1, -999)), "variable 999, but the formula has only 3"),
            (
                SolverAnswer(True, (1, 2)),
                r"violates 1 clauses, first clause 2, «»: ¬turn\(1,R\) or ¬turn\(1,U\)",
            ),
            (SolverAnswer(True, (1, 3)), "two turns at step 1"),
        ],
        ids=[
            "a model of another formula",
            "a refutation of another formula",
            "no verdict on another formula",
            "one variable too many",
            "a variable far above",
            "a broken clause",
            "two turns at once",
        ],
    )
    def test_answer_to_another_formula_is_refused(self, answer: SolverAnswer, reason: str) -> None:
        with pytest.raises(UsageError, match=reason):
            decode(read_file(FORMULA), answer)
