"""A valid certificate is accepted wherever it is; what is no shortest answer is not certified."""

import json
from pathlib import Path

import pytest
from pysat.solvers import Minisat22

from cubeproof import Alg, CertificateError, Cube, Limit, solve
from cubeproof.contract.events import Event, PartChecked
from cubeproof.problem import cube_problem
from cubeproof.proof.check.permutations import check_sizes
from cubeproof.proof.checker import check_certificate
from cubeproof.proof.write.certify import certify
from proof.certificates import ANSWER, SCRAMBLE, TASK, clauses


class TestRoundTrip:
    @pytest.mark.parametrize("held", ["", "x", "y z2"])
    def test_certificate_of_a_solved_cube_holds(self, held: str, tmp_path: Path) -> None:
        certify(cube_problem(Cube(3).apply(held)), Alg(), tmp_path / "proof")
        checked = check_certificate(tmp_path / "proof")
        assert (checked.length, checked.parts, checked.lemmas) == (0, 0, 0)
        assert [path.name for path in (tmp_path / "proof").iterdir()] == ["certificate.json"]

    @pytest.mark.parametrize("size", [2, 3])
    def test_certificate_of_one_turn_holds(self, size: int, tmp_path: Path) -> None:
        certify(cube_problem(Cube(size).apply("R")), Alg("R'"), tmp_path / "proof")
        assert check_certificate(tmp_path / "proof").length == 1

    def test_certificate_of_a_goal_of_some_stickers_holds(self, tmp_path: Path) -> None:
        goal = Cube.from_facelets("?" * 9 + "RR?RR?RR?" + "?" * 36)
        solution = solve(Cube(3).apply("R U"), goal=goal)
        assert check_certificate(certify(solution, tmp_path / "proof").folder).length == solution.length

    def test_where_parity_excludes_one_turn_less_the_formula_asks_for_two_less(self, tmp_path: Path) -> None:
        for metric, steps in (("htm", 5), ("qtm", 4)):
            solution = solve(Cube(2).apply("R B D R' B' D'"), metric=metric)
            assert solution.length == 6
            assert solution.alg is not None
            result = certify(solution.problem, solution.alg, tmp_path / metric)
            assert f"turn({steps}," in (result.folder / "formula.cnf").read_text()
            assert f"turn({steps + 1}," not in (result.folder / "formula.cnf").read_text()
            assert check_certificate(result.folder).length == 6

    def test_certificate_takes_any_notation_of_the_answer(self, tmp_path: Path) -> None:
        certify(TASK, ~Alg(SCRAMBLE), tmp_path / "proof")
        assert check_certificate(tmp_path / "proof").length == 4

    def test_certificate_names_the_middle_of_four_layers_by_its_two_layers(self, tmp_path: Path) -> None:
        task = cube_problem(Cube(4).apply("M U2"), moves="M,U")
        certify(task, Alg("U2 M'"), tmp_path / "proof")
        checked = check_certificate(tmp_path / "proof")
        assert (str(checked.alg), checked.length) == ("U2 m'", 3)

    def test_certificate_parts_are_reported_in_turn(self, in_parts: Path) -> None:
        seen: list[Event] = []
        report = check_certificate(in_parts, seen.append)
        assert report.parts == len(list(in_parts.glob("part-*.lrat"))) == len(seen) > 1
        checked = [event for event in seen if isinstance(event, PartChecked)]
        assert [(event.part, event.parts) for event in checked] == [
            (number, report.parts) for number in range(1, report.parts + 1)
        ]
        assert sum(event.lemmas for event in checked) == report.lemmas

    def test_the_folder_may_be_there_if_it_is_empty_and_may_be_moved(self, tmp_path: Path) -> None:
        empty = tmp_path / "empty"
        empty.mkdir()
        certify(TASK, ANSWER, empty)
        assert check_certificate(empty.rename(tmp_path / "elsewhere")).length == 4

    def test_certificate_is_checked_through_a_link(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        here, link = tmp_path / "here", tmp_path / "link"
        here.mkdir()
        link.symlink_to(here)
        certify(TASK, ANSWER, link)
        assert check_certificate(here).length == check_certificate(link).length == 4
        second = tmp_path / "other"
        second.mkdir()
        monkeypatch.chdir(second)
        certify(TASK, ANSWER, ".")
        assert check_certificate(second).length == 4

    def test_every_lemma_follows_for_another_solver_too(self, made_in_parts: Path) -> None:
        formula = clauses(made_in_parts / "formula.cnf")
        names = {
            line.split()[3]: int(line.split()[2])
            for line in (made_in_parts / "formula.cnf").read_text().splitlines()
            if line.startswith("c var ")
        }
        parts = json.loads((made_in_parts / "certificate.json").read_text())["parts"]
        for number, part in enumerate(parts[:4], 1):
            with Minisat22(bootstrap_with=[*formula, *([names[name]] for name in part)]) as solver:
                lines = (made_in_parts / f"part-{number:04}.lrat").read_text().splitlines()
                rows = [line.split() for line in lines if " d " not in line]
                lemmas = [list(map(int, row[1 : row.index("0", 1)])) for row in rows]
                assert lemmas[-1] == []
                for lemma in lemmas:
                    consistent, _ = solver.propagate([-literal for literal in lemma])
                    assert not consistent
                    if lemma:
                        solver.add_clause(lemma)


class TestClaims:
    def test_an_answer_that_is_not_a_shortest_one_is_not_certified(self, tmp_path: Path) -> None:
        with pytest.raises(CertificateError, match="A shorter answer exists"):
            certify(TASK, Alg(f"{ANSWER} U U'"), tmp_path / "proof")
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.parametrize("alg", ["", "R", "R F2 U' R"])
    def test_wrong_answer_is_not_certified(self, alg: str, tmp_path: Path) -> None:
        with pytest.raises(CertificateError, match="is not an answer, so it cannot be certified"):
            certify(TASK, Alg(alg), tmp_path / "proof")
        assert list(tmp_path.iterdir()) == []

    def test_a_folder_in_use_is_left_alone(self, folder: Path, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("mine")
        for place in (folder, tmp_path, tmp_path / "file"):
            with pytest.raises(CertificateError, match="already exists; choose a new or empty folder"):
                certify(TASK, ANSWER, place)
        assert check_certificate(folder).length == 4
        assert (tmp_path / "file").read_text() == "mine"


@pytest.mark.parametrize(
    ("what", "places", "turns", "goals"),
    [("places", 1001, 500, 100), ("turns", 1000, 501, 100), ("goals", 1000, 500, 101)],
)
def test_puzzle_of_the_greatest_size_is_checked_and_no_greater(
    what: str, places: int, turns: int, goals: int
) -> None:
    check_sizes(1000, [4] * 500, 100)
    with pytest.raises(CertificateError, match=what):
        check_sizes(places, [1] * turns, goals)
    with pytest.raises(CertificateError, match="steps"):
        check_sizes(1000, [4] * 499 + [5], 100)


@pytest.mark.parametrize(
    ("scramble", "goal", "anyhow"),
    [("R U y", Cube(3), True), ("x", "solved", False)],
    ids=["facelets in any hold", "a name in one hold"],
)
def test_question_that_a_certificate_cannot_state_is_refused(
    scramble: str, goal: Cube | str, anyhow: bool, tmp_path: Path
) -> None:
    problem = cube_problem(Cube(3).apply(scramble), goal, up_to_rotation=anyhow)
    solution = solve(problem, limit=Limit(length=3))
    answer = Alg("U' R'") if solution.word is None else Alg(solution.written)
    with pytest.raises(CertificateError, match="cannot state this question"):
        certify(problem, answer, tmp_path / "proof")
    assert not (tmp_path / "proof").exists()


def test_a_slice_answers_a_goal_that_is_held_as_given(tmp_path: Path) -> None:
    problem = cube_problem(Cube(3), Cube(3).apply("M'"))
    folder = certify(problem, "M'", tmp_path / "proof").folder
    assert check_certificate(folder).length == 2
    with pytest.raises(CertificateError, match="is not an answer"):
        certify(problem, "M' x x'", tmp_path / "other")
