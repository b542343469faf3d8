"""Goals in a fixed rotation: true certificates are proved, and false certificates are never accepted."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from random import Random

import pytest

from cubeproof import Alg, CertificateError, Cube, Problem, certify, solve
from cubeproof.cli import main
from cubeproof.errors import UnsupportedError
from cubeproof.problem import cube_problem, default_moves
from cubeproof.proof.check.manifest import full_question
from cubeproof.proof.check.question import Question
from cubeproof.proof.check.turns import colours_of
from cubeproof.proof.checker import check_certificate
from cubeproof.proof.external.formal import check_formally
from cubeproof.proof.write import certify as certificate
from formal.test_mutants import check as proved
from second_opinion.lattice import after, letters, solved

README = Path(__file__).parents[2] / "formal" / "README.md"

Capture = pytest.CaptureFixture[str]

# The turns of the cube, the turns of the goal, the metric, and the theorem.
HELD = [
    ("R U F2", "", "htm", "answer_is_shortest_held"),
    ("R U M", "", "htm", "answer_is_shortest_held"),
    ("R U2 x", "", "htm", "answer_is_shortest_held"),
    ("R U", "F2 D'", "htm", "answer_is_shortest_held"),
    ("R U F", "x", "htm", "answer_is_shortest_held"),
    ("L y", "U R2 y", "htm", "answer_is_shortest_held"),
    ("R U F' D", "", "qtm", "answer_is_shortest_held_by_parity"),
    ("R U M", "", "qtm", "answer_is_shortest_held_by_parity"),
    ("Rw U", "y", "qtm", "answer_is_shortest_held_by_parity"),
    ("F R", "Uw", "qtm", "answer_is_shortest_held_by_parity"),
    ("R U F2", "", "stm", "answer_is_shortest_held"),
    ("R M", "", "stm", "answer_is_shortest_held"),
    ("R U z", "M", "stm", "answer_is_shortest_held"),
    ("Rw U' S", "E x", "stm", "answer_is_shortest_held"),
]


@pytest.mark.parametrize(("scramble", "goal", "metric", "theorem"), HELD)
def test_program_accepts_a_shortest_answer_in_one_hold(
    scramble: str, goal: str, metric: str, theorem: str, program: Path, tmp_path: Path, capsys: Capture
) -> None:
    cube, wanted = Cube(3).apply(scramble), Cube(3).apply(goal)
    solution = solve(cube, goal=wanted, metric=metric, engine="sat")
    folder = certify(solution, tmp_path / "proof").folder
    verdict = check_formally(folder)
    assert (verdict.cube, verdict.goal, verdict.alg, verdict.length) == (
        cube,
        wanted,
        solution.alg,
        solution.length,
    )
    assert (verdict.theorem, verdict.file) == (theorem, "formula/Held.v")
    assert f"Theorem {theorem} " in README.read_text()
    assert check_certificate(folder).length == verdict.length
    assert cube @ verdict.alg == wanted
    assert main(["check", str(folder), "--formal"]) == 0
    assert (
        f"Proved: {solution.alg} leads from the cube {cube.facelets} to the goal in exactly this orientation, in "
        in capsys.readouterr().out
    )


def test_existing_certificates_are_accepted(program: Path, tmp_path: Path) -> None:
    cube = Cube(3).apply("R x")
    folder = certify(cube_problem(cube, goal=cube), Alg(""), tmp_path / "proof").folder
    verdict = check_formally(folder)
    assert (verdict.theorem, verdict.length, verdict.parts) == ("no_turn_is_shortest_held", 0, 0)


# Stickers that change places on the solved cube, by their numbers in the text; a cycle of places for each piece moved.
IMPOSSIBLE = {
    "flipped edge": "U8 F2",
    "twisted corner": "U9 R1 F3",
    "corner twisted the other way": "U9 F3 R1",
    "two edges": "U8 U6, F2 R2",
    "two corners": "U9 U7, R1 F1, F3 L3",
    "two centres": "U5 D5",
    "four centres": "U5 D5, R5 F5",
    "flipped edge and twisted corner": "U8 F2, U9 R1 F3",
}
POSSIBLE = {
    "solved": "",
    "two flipped edges": "U8 F2, U6 R2",
    "two twisted corners": "U9 R1 F3, U7 L3 F1",
    "edges and corners": "U8 U6, F2 R2, U9 U7, R1 F1, F3 L3",
}


def stickers_after(cycles: str, word: str) -> str:
    """Return the stickers of a cube after cycles of stickers and then turns, on the second opinion's cube."""
    state = list(letters(solved(3)))
    for cycle in filter(None, cycles.split(", ")):
        places = ["URFDLB".index(name[0]) * 9 + int(name[1]) - 1 for name in cycle.split()]
        moved = [state[place] for place in places]
        for place, letter in zip(places, [*moved[1:], moved[0]], strict=True):
            state[place] = letter
    return letters(after(colours_of("".join(state), 3), word, 3))


@pytest.mark.parametrize("name", [*POSSIBLE, *IMPOSSIBLE])
def test_program_refuses_what_no_turns_lead_to(name: str, program: Path, tmp_path: Path) -> None:
    cube = Cube(3).apply("R x")
    folder = certify(cube_problem(cube, goal=cube), Alg(""), tmp_path / "proof").folder
    draw = Random(name)
    for length in range(12):
        word = " ".join(
            draw.choice(["R", "U", "F2", "M", "E'", "S", "x", "y'", "Lw", "D"]) for _ in range(length)
        )
        stickers = stickers_after({**POSSIBLE, **IMPOSSIBLE}[name], word)
        claims = proved(program, changed(folder, start=stickers, goal=stickers, goals=[stickers]))
        assert (
            (claims is not None)
            == (name in POSSIBLE)
            == (not Cube.from_facelets(stickers).diagnose().reasons)
        )


def test_program_accepts_a_proof_in_parts(
    program: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(certificate, "_LONG", 0)
    solution = solve(Cube(3).apply("R M"), goal=Cube(3), metric="stm")
    folder = certify(solution, tmp_path / "proof").folder
    verdict = check_formally(folder)
    assert verdict.parts == len([*folder.glob("part-*.lrat")]) > 10
    assert verdict.length == solution.length


def test_verdict_is_printed_in_json_and_french(program: Path, tmp_path: Path, capsys: Capture) -> None:
    folder = certify(
        solve(Cube(3).apply("M"), goal=Cube(3), metric="stm", engine="sat"), tmp_path / "proof"
    ).folder
    assert main(["check", str(folder), "--formal", "--json"]) == 0
    manifest = json.loads(capsys.readouterr().out)
    assert (manifest["goal"], manifest["solution"], manifest["parts"], manifest["also"]) == (
        Cube(3).facelets,
        "M'",
        1,
        [],
    )
    assert main(["check", str(folder), "--formal", "--lang", "fr"]) == 0
    start = Cube(3).apply("M").facelets
    assert f"mène du cube {start} au but, tenu exactement ainsi," in capsys.readouterr().out


def test_program_accepts_a_certificate_at_a_url(program: Path, capsys: Capture) -> None:
    place = "memory://held/proof"
    solution = solve(Cube(3).apply("M"), goal=Cube(3), metric="stm", engine="sat")
    assert certify(solution, place).place == place
    assert check_formally(place).length == 1
    assert main(["check", place, "--formal"]) == 0
    start = Cube(3).apply("M").facelets
    assert capsys.readouterr().out.startswith(
        f"Proved: M' leads from the cube {start} to the goal in exactly this orientation, in 1 turn"
    )


def changed(folder: Path, **entries: object) -> Path:
    """Change a manifest with a consistent entry `asked`, so that only the theorems refuse it."""
    path = folder / "certificate.json"
    manifest = json.loads(path.read_text())
    for name, value in entries.items():
        (manifest["formula"] if name in manifest["formula"] else manifest)[name] = value
    goal = manifest["goal"] if manifest["goal"] == "solved" else colours_of(manifest["goal"], 3)
    manifest["asked"] = full_question(
        Question(3, colours_of(manifest["start"], 3), goal, None, manifest["metric"])
    )
    path.write_text(json.dumps(manifest))
    return folder


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate for two turns and a slice, in the slice-turn metric; the answer is `M' U' R'`."""
    solution = solve(Cube(3).apply("R U M"), goal=Cube(3), metric="stm", engine="sat")
    return certify(solution, tmp_path_factory.mktemp("made") / "proof").folder


class TestRefused:
    @pytest.fixture
    def folder(self, made: Path, tmp_path: Path) -> Path:
        return Path(shutil.copytree(made, tmp_path / "proof"))

    @pytest.mark.parametrize(
        ("entries", "reason"),
        [
            ({"answer": "M' U' R' x"}, "does not lead to the goal, held just so"),
            ({"answer": "x M' x' U' R'"}, "does not lead to the goal, held just so"),
            ({"answer": "Rw' L F' R'"}, "does not lead to the goal, held just so"),
            ({"answer": "M' U' R"}, "does not lead to the goal, held just so"),
            ({"answer": "M' U R' U2", "length": 4, "horizon": 3}, "does not lead"),
            ({"answer": "M' M2 M U M' U2 R'", "length": 7, "horizon": 6}, "does not lead"),
            ({"answer": "M' U' U' U R'", "length": 5, "horizon": 4}, "clause .* belongs to no formula"),
            ({"goal": Cube(3).apply("x").facelets}, "does not lead to the goal, held just so"),
            (
                {"goal": Cube(3).apply("x").facelets, "answer": "M' U' R' Rw L'", "length": 5, "horizon": 4},
                "The formula has another goal than the question",
            ),
            (
                {"goal": Cube(3).apply("U").facelets, "answer": "M' U' R' U", "length": 4, "horizon": 3},
                "The formula has another goal than the question",
            ),
            ({"goals": [Cube(3).apply("y").facelets]}, "The formula has another goal than the question"),
            ({"length": 2, "horizon": 1}, "counts 3, and the certificate says 2"),
            ({"horizon": 3}, "the answer itself is one of its models"),
        ],
    )
    def test_program_refuses_another_question(
        self, entries: dict[str, object], reason: str, folder: Path, program: Path
    ) -> None:
        with pytest.raises(CertificateError, match=reason):
            check_formally(changed(folder, **entries))

    def test_program_refuses_another_goal_with_its_formula_name(self, folder: Path, program: Path) -> None:
        goal = Cube(3).apply("U").facelets
        changed(folder, goal=goal, goals=[goal], answer="M' U' R' U", length=4, horizon=3)
        with pytest.raises(CertificateError, match="belongs to no formula of this question"):
            check_formally(folder)

    @pytest.mark.parametrize("metric", ["htm", "qtm"])
    def test_program_refuses_another_metric(self, metric: str, folder: Path, program: Path) -> None:
        with pytest.raises((CertificateError, UnsupportedError)):
            check_formally(changed(folder, metric=metric))

    def test_program_refuses_a_goal_in_any_hold(self, folder: Path, program: Path) -> None:
        with pytest.raises(UnsupportedError, match="only formulas about the turns of the theorems"):
            check_formally(changed(folder, goal="solved"))

    @pytest.mark.usefixtures("program")
    def test_a_goal_with_unknown_stickers_is_not_covered(self, tmp_path: Path) -> None:
        goal = Cube.from_facelets("?" + Cube(3).facelets[1:])
        folder = certify(cube_problem(Cube(3).apply("R"), goal=goal), Alg("R'"), tmp_path / "proof").folder
        with pytest.raises(UnsupportedError, match="with 3 layers a cube with all stickers known"):
            check_formally(folder)

    def test_program_refuses_the_certificate_of_another_cube(self, program: Path, tmp_path: Path) -> None:
        """The manifest has a different question, which the formula and the proof may or may not answer."""
        draw = Random(8)
        turns = [str(move) for move in default_moves(3, "stm")] + ["Rw", "Uw2", "Fw'"]
        folders = {}
        for number in range(3):
            scramble, goal = (Alg(" ".join(draw.sample(turns, 2))) for _ in "12")
            solution = solve(Cube(3).apply(scramble), goal=Cube(3).apply(goal), metric="stm", engine="sat")
            folders[number] = certify(solution, tmp_path / str(number)).folder
        refused = 0
        for folder in folders.values():
            for second in folders.values():
                mixed = Path(shutil.copytree(folder, tmp_path / "mixed", dirs_exist_ok=True))
                for name in ("formula.cnf", "part-0001.lrat"):
                    (mixed / name).unlink(missing_ok=True)
                    if (second / name).exists():
                        shutil.copy(second / name, mixed)
                verdicts = set()
                for check in (check_certificate, check_formally):
                    try:
                        check(mixed)
                        verdicts.add("holds")
                    except CertificateError:
                        verdicts.add("refused")
                assert len(verdicts) == 1, (folder, second)
                assert verdicts == {"holds"} or folder != second
                refused += "refused" in verdicts
                shutil.rmtree(mixed)
        assert refused > 4


class TestFalse:
    """Slices are generators, wide turns are not: the certificate calls `R M' U M` shortest, but `Rw U M` is shorter."""

    @pytest.fixture
    def folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
        start = Cube(3).apply("M' U' M R'")
        task = cube_problem(start, goal=Cube(3), metric="stm")
        slices = cube_problem(start, Cube(3), moves=default_moves(3, "stm"), metric="stm").generators
        question = task
        wrong = Problem(question.start, question.goals, slices, question.metric, question.places)
        monkeypatch.setattr(certificate, "check_reduction", lambda *arguments: None)
        return certify(wrong.with_cube_map(task.cube_map), Alg("R M' U M"), tmp_path / "false").folder

    def test_false_certificate_is_false(self, folder: Path) -> None:
        start = Cube(3).apply("M' U' M R'")
        assert start @ Alg("R M' U M") == start @ Alg("Rw U M") == Cube(3)
        with pytest.raises(CertificateError, match="The reduction does not hold"):
            check_certificate(folder)

    def test_false_certificate_is_not_covered(self, folder: Path, program: Path) -> None:
        with pytest.raises(UnsupportedError, match="only formulas about the turns of the theorems"):
            check_formally(folder)

    @pytest.mark.parametrize("goal", ["solved", Cube(3).facelets])
    @pytest.mark.parametrize("turned", [True, False])
    def test_false_certificate_is_refused_for_any_stated_turns(
        self, turned: bool, goal: str, folder: Path, program: Path, tmp_path: Path
    ) -> None:
        start = Cube(3).apply("R U")
        task = (
            cube_problem(start, metric="stm") if turned else cube_problem(start, metric="stm", goal=Cube(3))
        )
        genuine = certify(task, Alg("U' R'"), tmp_path / "genuine").folder
        generators = json.loads((genuine / "certificate.json").read_text())["formula"]["generators"]
        assert len(generators) == (27 if turned else 45)
        changed(folder, generators=generators, goal=goal)
        with pytest.raises((CertificateError, UnsupportedError)) as caught:
            check_formally(folder)
        if turned or goal != "solved":
            assert "belongs to no formula of this question" in str(caught.value)
