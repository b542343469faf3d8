"""A valid certificate is accepted, a changed certificate is refused, and no incomplete certificate is left."""

import contextlib
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from pysat.solvers import Minisat22

from cube_maps import map_of
from cubeproof import Alg, CertificateError, Cube, CubeproofError, Limit, Problem, SolverError, solve
from cubeproof.contract.events import Event, Note, PartChecked
from cubeproof.formulas.formula import Formula
from cubeproof.methods.sat import search, solvers
from cubeproof.places import local
from cubeproof.problem import cube_problem
from cubeproof.proof.certificate import Certificate
from cubeproof.proof.check import verdict
from cubeproof.proof.check.manifest import full_question
from cubeproof.proof.check.permutations import check_sizes
from cubeproof.proof.checker import check_certificate
from cubeproof.proof.others import independent
from cubeproof.proof.write import certify as certificate
from cubeproof.proof.write.certify import certify
from cubeproof.proof.write.manifest_text import checker_question

Change = Callable[[dict[str, Any]], object]

SCRAMBLE = "R U F2 R'"
TASK, ANSWER = cube_problem(Cube(2).apply(SCRAMBLE)), Alg("R F2 U' R'")

# With few turns and many of them the proofs of parts differ.
LONG_TASK = cube_problem(Cube(2).apply("R U R2 U' R U2 R' U"), moves="R,U")
LONG_ANSWER = Alg("U' R U2 R' U R2 U' R'")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The certificate of a short answer, in one part."""
    return certify(TASK, ANSWER, tmp_path_factory.mktemp("made") / "proof").folder


@pytest.fixture(scope="module")
def made_in_parts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same certificate, split by the first two turns."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(certificate, "_LONG", 0)
        return certify(LONG_TASK, LONG_ANSWER, tmp_path_factory.mktemp("parts") / "proof").folder


@pytest.fixture
def folder(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "proof"))


@pytest.fixture
def in_parts(made_in_parts: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made_in_parts, tmp_path / "proof"))


def changed(folder: Path, change: Change) -> None:
    """Change a manifest, and update its entry `asked` to fit the change."""
    path = folder / "certificate.json"
    manifest = json.loads(path.read_text())
    reported = json.dumps(manifest["asked"])
    change(manifest)
    if json.dumps(manifest.get("asked")) == reported:
        # A senseless question has no full form.
        with contextlib.suppress(CubeproofError, KeyError, TypeError, AttributeError):
            manifest["asked"] = what_was_asked(manifest)
    path.write_text(json.dumps(manifest))


def what_was_asked(manifest: dict[str, Any]) -> dict[str, object]:
    goal = manifest["goal"]
    named = Cube.from_facelets(goal) if len(goal) == len(manifest["start"]) else goal
    return full_question(
        checker_question(Cube.from_facelets(manifest["start"]), named, manifest["moves"], manifest["metric"])
    )


def with_entry(name: str, value: object) -> Change:
    return lambda manifest: manifest.update({name: value})


def with_part(number: int, part: list[str]) -> Change:
    return lambda manifest: manifest["parts"].__setitem__(number, part)


def without_part(number: int) -> Change:
    return lambda manifest: manifest["parts"].pop(number)


def rewritten(path: Path, change: Callable[[list[str]], list[str]]) -> None:
    path.write_text("".join(f"{line}\n" for line in change(path.read_text().splitlines())))


def fault(folder: Path) -> str:
    """Return why a certificate is refused, or "" if it is valid; verify that the check adds and removes no file."""
    before = sorted(folder.iterdir()) if folder.is_dir() else []
    try:
        check_certificate(folder)
    except CertificateError as error:
        return str(error)
    finally:
        assert before == (sorted(folder.iterdir()) if folder.is_dir() else [])
    return ""


def refused(folder: Path, reason: str) -> None:
    said = fault(folder)
    assert re.search(reason, said)
    assert said.endswith(".")


def clauses(cnf: Path) -> list[list[int]]:
    lines = [line for line in cnf.read_text().splitlines() if line[0] not in "cp"]
    return [list(map(int, line.split()[:-1])) for line in lines]


class TestRoundTrip:
    @pytest.mark.parametrize(
        ("size", "scramble", "options"),
        [
            (2, "R U2 F' R", {}),
            (2, "R U2 F'", {"metric": "qtm"}),
            (2, "R U R", {"moves": "R,U"}),
            (3, "R U2 F' L", {}),
            (3, "M U2 S", {"metric": "stm"}),
            (3, "M U", {"metric": "stm", "moves": "M,U"}),
            (3, "R U R2 U'", {"moves": "R,U"}),
            (3, "R2 U F2", {"moves": ["R2", "U", "F2"]}),
            (3, "F R D", {"goal": "cross"}),
            (3, "F R", {"goal": "edges-oriented"}),
            (3, "R U F", {"goal": Cube(3).apply("R U F").apply("D L2")}),
            (3, "R U", {"goal": Cube.from_facelets("?" * 9 + "RR?RR?RR?" + "?" * 36)}),
            (4, "Rw U", {}),
        ],
    )
    @pytest.mark.guards("a certificate that its own checker refuses")
    def test_answer_of_solve_is_certified(
        self, size: int, scramble: str, options: dict[str, Any], tmp_path: Path, kissat: Path
    ) -> None:
        task = cube_problem(Cube(size).apply(scramble), **options)
        alg = solve(map_of(task).cube, **options).alg
        assert alg is not None
        written = certify(task, alg, tmp_path / "proof")
        checked = check_certificate(tmp_path / "proof")
        assert (checked.alg, checked.length, checked.parts) == (alg, written.length, written.parts)
        assert checked.length == alg.count(map_of(task).metric, size)
        assert not isinstance(checked.question, Problem)
        assert (checked.question.cube, checked.question.goal, checked.question.metric) == (
            map_of(task).cube,
            map_of(task).goal,
            map_of(task).metric,
        )
        if checked.length:
            cnf = tmp_path / "proof" / "formula.cnf"
            done = subprocess.run([str(kissat), "-q", str(cnf)], capture_output=True, check=False)
            assert done.returncode == 20

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


CHANGED: dict[str, tuple[Change, str]] = {
    "an answer that does not solve": (lambda m: m.update(answer="R F2 U' R"), "does not lead from the start"),
    "no answer": (lambda m: m.update(answer=""), "does not lead"),
    "a longer answer": (lambda m: m.update(answer="R F2 U' R' U U'"), "has 6 turns, but .* states 4"),
    "a longer answer called so": (
        lambda m: m.update(answer="R F2 U' R' U U'", length=6),
        "The formula has 3 steps, but a shorter answer could have 5",
    ),
    "a shorter length": (lambda m: m.update(length=3), "has 4 turns, but .* states 3"),
    "another metric": (lambda m: m.update(metric="qtm"), "has 5 turns, but .* states 4"),
    "another metric and length": (
        lambda m: m.update(metric="qtm", length=5),
        "has 3 steps, but a shorter answer could have 4",
    ),
    "an unknown metric": (lambda m: m.update(metric="ftm"), "is invalid: There is no metric 'ftm'"),
    "another start": (lambda m: m.update(start=Cube(2).apply("R U F2 R").facelets), "does not lead"),
    "another start, solved alike": (
        lambda m: m.update(start=Cube(2).apply("R B D R").facelets, answer="R' D' B' R'"),
        "reduction does not hold: the cube may end",
    ),
    "another start with the same corner, solved alike": (
        lambda m: m.update(start=Cube(2).apply("R U F R'").facelets, answer="R F' U' R'"),
        "differs from the formula|reduction does not hold",
    ),
    "a start that cannot exist": (lambda m: m.update(start="U" * 24), "is invalid"),
    "a start of another size": (lambda m: m.update(size=3), "is invalid"),
    "another goal": (lambda m: m.update(goal=Cube(2).apply("R").facelets), "not allowed|does not lead"),
    "an easier goal": (lambda m: m.update(goal="layer"), "reduction does not hold: the cube may end"),
    "a goal that is none": (lambda m: m.update(goal="nonsense"), "is invalid: There is no goal"),
    "turns that the answer does without": (lambda m: m.update(moves="R,D"), "turns that are not allowed"),
    "no turns": (lambda m: m.update(moves=""), "is invalid"),
    "rubbish for turns": (lambda m: m.update(moves=[["R"]]), "no valid entry 'moves'"),
    "rubbish for an answer": (
        lambda m: m.update(answer="R Q"),
        "is invalid: 'Q' is not a turn of a cube of 2 layers",
    ),
    "a layer that is not there": (lambda m: m.update(answer="R 9Rw"), "is invalid"),
    "another encoding": (
        lambda m: m["formula"].update(encoding="sticker"),
        "'formula.encoding' is 'sticker'; this version only supports 'framed'",
    ),
    "another puzzle": (
        lambda m: m.update(puzzle="pyraminx"),
        "'puzzle' is 'pyraminx'; this version only supports 'cube'",
    ),
    "another proof": (
        lambda m: m.update(proof="drat"),
        "'proof' is 'drat'; this version only supports 'lrat'",
    ),
    "another form": (lambda m: m.update(format="cubeproof certificate 3"), "not a certificate of the form"),
    "no form": (lambda m: m.pop("format"), "not a certificate of the form"),
    "no parts": (lambda m: m.update(parts=[]), "do not cover"),
    "a part that is none": (lambda m: m.update(parts=[["turn(9,Q)"]]), "that the formula does not have"),
    "a part that is a word": (lambda m: m.update(parts=["layer(1,R)"]), "that the formula does not have"),
    "a part of lists": (lambda m: m.update(parts=[[["layer(1,R)"]]]), "that the formula does not have"),
    "a part of objects": (lambda m: m.update(parts=[[{}]]), "that the formula does not have"),
    "one case of many": (lambda m: m.update(parts=[["layer(1,R)"]]), "do not cover all .* in step 1"),
    "a case that is no layer": (lambda m: m.update(parts=[["turn(1,R2)"]]), "do not cover"),
    "more cases": (lambda m: m["parts"].append([]), "part-0002.lrat cannot be read"),
}
ENTRIES = ["puzzle", "size", "start", "goal", "moves", "metric", "answer", "length", "proof", "parts"]
ENTRIES += ["asked", "asked.start", "asked.goal", "asked.hold", "asked.rotations", "asked.turns"]
ENTRIES += ["formula", "formula.encoding", "formula.horizon", "formula.goals", "formula.generators"]


class TestChangedManifest:
    @pytest.mark.parametrize("case", CHANGED)
    def test_changed_manifest_is_refused_with_the_reason(self, case: str, folder: Path) -> None:
        change, reason = CHANGED[case]
        changed(folder, change)
        refused(folder, reason)

    @pytest.mark.parametrize("entry", ENTRIES)
    def test_a_missing_entry_or_one_of_another_kind_is_named(self, entry: str, folder: Path) -> None:
        *outer, name = entry.split(".")
        lists = ("parts", "asked.turns", "formula.goals", "formula.generators")
        values: list[object] = [None, True, 1.5, 3 if entry in lists else []]
        values += [] if entry in ("asked", "formula") else [{}]
        if entry == "moves":
            values.remove(None)

        def within(manifest: dict[str, Any]) -> dict[str, Any]:
            return manifest[outer[0]] if outer else manifest

        for value in values:
            changed(folder, lambda m: within(m).update({name: value}))  # noqa: B023
            refused(folder, f"no valid entry '{entry}'")
        changed(folder, lambda m: within(m).pop(name))
        refused(folder, f"no valid entry '{entry}'")

    @pytest.mark.parametrize("entry", ["size", "length"])
    @pytest.mark.parametrize("number", [-1, 0, 10**30])
    def test_absurd_numbers_in_the_manifest_are_refused(self, entry: str, number: int, folder: Path) -> None:
        changed(folder, with_entry(entry, number))
        refused(folder, "is invalid|states")

    @pytest.mark.parametrize(
        "text",
        ["", "{", "[]", "3", '"text"', "null", "\0", "{}" * 2, "[" * 100_000, '{"a":' * 100_000, "9" * 5000],
    )
    def test_rubbish_is_no_certificate(self, text: str, folder: Path) -> None:
        (folder / "certificate.json").write_text(text)
        refused(folder, r"is not JSON|not a certificate of the form")

    def test_undecodable_manifest_is_refused(self, folder: Path) -> None:
        (folder / "certificate.json").write_bytes(bytes(range(256)))
        refused(folder, "is not JSON")

    def test_turns_that_were_not_allowed_do_not_shorten_an_answer(self, folder: Path) -> None:
        task = cube_problem(Cube(3).apply("F"), moves="R,U,L,D,B")
        with pytest.raises(CertificateError, match="F' is not an answer"):
            certify(task, Alg("F'"), folder.parent / "other")
        second = certify(cube_problem(Cube(3).apply("F")), Alg("F'"), folder.parent / "other").folder
        changed(second, lambda m: m.update(moves="R,U,L,D,B"))
        refused(second, "F' makes turns that are not allowed")

    def test_rotations_do_not_shorten_an_answer_in_one_hold(self, folder: Path) -> None:
        task = cube_problem(Cube(3), Cube(3).apply("x"))
        with pytest.raises(CertificateError, match="x is not an answer"):
            certify(task, Alg("x"), folder.parent / "other")


def without(number: int) -> Callable[[list[str]], list[str]]:
    return lambda lines: [line for index, line in enumerate(lines) if index != number % len(lines)]


class TestChangedFiles:
    @pytest.mark.parametrize("number", [0, 5, 300, -300, -2, -1])
    def test_missing_line_of_the_formula_is_refused(self, number: int, folder: Path) -> None:
        rewritten(folder / "formula.cnf", without(number))
        refused(folder, r"Line \d+ of formula.cnf differs from the formula")

    def test_additional_line_of_the_formula_is_refused(self, folder: Path) -> None:
        rewritten(folder / "formula.cnf", lambda lines: [*lines, "1 0"])
        refused(folder, r"beyond the end")

    @pytest.mark.parametrize("old", ["c var 2 ", "c clauses 1-", "p cnf ", "-1 "])
    def test_changed_line_of_the_formula_is_refused(self, old: str, folder: Path) -> None:
        text = (folder / "formula.cnf").read_text()
        at = text.index(f"\n{old}") + len(old)
        (folder / "formula.cnf").write_text(f"{text[:at]}7{text[at + 1 :]}")
        refused(folder, r"Line \d+ of formula.cnf differs from the formula")

    def test_undecodable_formula_is_refused(self, folder: Path) -> None:
        (folder / "formula.cnf").write_bytes(bytes(range(256)) * 100)
        refused(folder, "Line 1 of formula.cnf differs from the formula")

    @pytest.mark.parametrize("name", ["certificate.json", "formula.cnf", "part-0001.lrat"])
    def test_missing_file_or_a_folder_in_its_place_is_refused(self, name: str, folder: Path) -> None:
        (folder / name).unlink()
        refused(folder, f"{name} cannot be read: No such file or directory")
        (folder / name).mkdir()
        refused(folder, f"{name} cannot be read: Is a directory")

    @pytest.mark.parametrize("number", [0, 3, 40, -1])
    def test_missing_line_of_the_proof_is_refused(self, number: int, folder: Path) -> None:
        # Either the proof is invalid, or it does not need the line.
        path = folder / "part-0001.lrat"
        gone = path.read_text().splitlines()[number]
        rewritten(path, without(number))
        reason = fault(folder)
        if reason:
            assert reason.startswith("part-0001.lrat: ")
        else:
            assert " d " in gone or f" {gone.split()[0]} " not in path.read_text()

    @pytest.mark.parametrize(
        "proof",
        [b"", b"\n", pytest.param(b"a\x05\x02\x00" * 50, id="binary"), b"1 0 0\n", b"9999999 0 1 2 3 0\n"],
    )
    def test_proof_of_another_formula_is_refused(self, proof: bytes, folder: Path) -> None:
        (folder / "part-0001.lrat").write_bytes(proof)
        refused(folder, "part-0001.lrat: ")

    def test_formula_or_proof_of_another_cube_is_refused(self, folder: Path, tmp_path: Path) -> None:
        second = certify(
            cube_problem(Cube(2).apply("R U2 F2 R'")), Alg("R F2 U2 R'"), tmp_path / "other"
        ).folder
        shutil.copy(second / "part-0001.lrat", folder)
        refused(folder, "part-0001.lrat: ")
        shutil.copy(second / "formula.cnf", folder)
        refused(folder, "differs from the formula of this problem")

    def test_additional_files_do_not_matter(self, folder: Path) -> None:
        (folder / "README").write_text("mine")
        assert check_certificate(folder).length == 4

    def test_a_proof_of_no_part_is_not_passed_over(self, folder: Path, tmp_path: Path) -> None:
        shutil.copy(folder / "part-0001.lrat", folder / "part-0002.lrat")
        refused(folder, "part-0002.lrat is not the proof of a part in the certificate")
        empty = certify(cube_problem(Cube(2)), Alg(), tmp_path / "empty").folder
        shutil.copy(folder / "part-0001.lrat", empty)
        refused(empty, "part-0001.lrat is not the proof of a part")

    @pytest.mark.parametrize("rest", ["rubbish\n", "1 d 2 0\n", "9999999 1 0 1 0\n"])
    def test_a_proof_ends_with_the_empty_clause(self, rest: str, folder: Path) -> None:
        with (folder / "part-0001.lrat").open("a") as proof:
            proof.write(rest)
        refused(folder, r"part-0001.lrat: Line \d+ of the proof comes after the empty clause")

    @pytest.mark.parametrize(
        "change",
        [
            lambda formula: formula.replace(b"\n", b"\r\n"),
            lambda formula: formula.replace(b"\n", b"\r"),
            lambda formula: formula.replace(b" 0\n", b" 0 \n", 1),
            lambda formula: formula[:-1],
            lambda formula: formula + b"\n",
        ],
        ids=["CR LF", "CR", "a space", "no last line feed", "an empty line"],
    )
    def test_the_formula_is_the_same_byte_for_byte(
        self, change: Callable[[bytes], bytes], folder: Path
    ) -> None:
        path = folder / "formula.cnf"
        path.write_bytes(change(path.read_bytes()))
        refused(folder, r"Line \d+ of formula.cnf (differs from|is beyond the end of) the formula")

    @pytest.mark.parametrize("name", ["certificate.json", "formula.cnf", "part-0001.lrat"])
    def test_a_pipe_is_not_waited_for(self, name: str, folder: Path) -> None:
        (folder / name).unlink()
        os.mkfifo(folder / name)
        refused(folder, f"{name} cannot be read: It is not a regular file")

    @pytest.mark.parametrize("name", ["nowhere", "nowhere/at/all", "file"])
    def test_missing_folder_is_refused(self, name: str, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("x")
        refused(tmp_path / name, r"certificate.json cannot be read: (No such file or|Not a) directory")


class TestLargeFiles:
    """The check reads no more of a file than a valid file can have, and a false claim of size costs little memory."""

    @pytest.fixture(autouse=True)
    def memory(self) -> Iterator[None]:
        tracemalloc.start()
        yield
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert most < 100_000_000

    @pytest.mark.parametrize(
        ("name", "reason"),
        [
            ("certificate.json", "is longer than any certificate: 16,000,000 bytes at most"),
            ("formula.cnf", "beyond the end"),
            ("part-0001.lrat", "comes after the empty clause|is too long"),
        ],
    )
    def test_file_with_two_gigabytes_more_is_refused(self, name: str, reason: str, folder: Path) -> None:
        os.truncate(folder / name, 2_000_000_000)
        refused(folder, reason)

    @pytest.mark.parametrize(
        ("name", "reason"),
        [
            ("certificate.json", "is longer than any certificate"),
            ("formula.cnf", "Line 1 of formula.cnf differs from the formula"),
            ("part-0001.lrat", "Line 1 of the proof is too long"),
        ],
    )
    def test_line_of_two_gigabytes_is_refused(self, name: str, reason: str, folder: Path) -> None:
        (folder / name).write_bytes(b"")
        os.truncate(folder / name, 2_000_000_000)
        refused(folder, reason)

    def test_long_answer_is_refused(self, folder: Path) -> None:
        alg = str(ANSWER) + " U U'" * 50_000
        changed(folder, lambda m: m.update(answer=alg, length=100_004))
        refused(folder, "has 3 steps, but a shorter answer could have 100003")
        changed(folder, lambda m: m["formula"].update(horizon=100_003))
        refused(folder, r"its [\d,]+ bytes cannot name 900,027 turns")

    @pytest.mark.parametrize("answer", ["(R)99999999999", "[" * 10_000, "R" * 5_000_000, "R " * 5_000_000])
    def test_impossible_answer_is_refused(self, answer: str, folder: Path) -> None:
        changed(folder, lambda m: m.update(answer=answer))
        refused(folder, "is invalid|turns that are not allowed|states 4|does not lead")


class TestCover:
    """Parts must cover all cases; no order of the list hides a missing part."""

    def test_cover_requires_every_part(self, in_parts: Path) -> None:
        whole = (in_parts / "certificate.json").read_text()
        count = len(json.loads(whole)["parts"])
        for number in range(count):
            (in_parts / "certificate.json").write_text(whole)
            changed(in_parts, without_part(number))
            refused(in_parts, "No part of the proof is about the case layer|do not cover all .* in step")

    def test_cover_accepts_no_part_for_another(self, in_parts: Path) -> None:
        whole = (in_parts / "certificate.json").read_text()
        parts = json.loads(whole)["parts"]
        for number in range(len(parts)):
            (in_parts / "certificate.json").write_text(whole)
            changed(in_parts, with_part(number, parts[number - 1]))
            refused(in_parts, "No part of the proof is about|do not cover")

    @pytest.mark.parametrize("number", [0, 2, 4])
    def test_cover_refuses_a_repeated_part(self, number: int, in_parts: Path) -> None:
        changed(in_parts, lambda m: m["parts"].append(m["parts"][number]))
        refused(in_parts, r"part-\d+.lrat cannot be read")

    def test_cover_refuses_proofs_in_another_order(self, in_parts: Path) -> None:
        changed(in_parts, lambda m: m["parts"].reverse())
        refused(in_parts, r"part-\d+.lrat: ")

    @pytest.mark.guards("a proof of one part that passes for another part")
    def test_cover_refuses_the_proof_of_another_part(self, in_parts: Path) -> None:
        first, *others = sorted(in_parts.glob("part-*.lrat"))
        reasons = []
        for second in others:
            kept = second.read_bytes()
            shutil.copy(first, second)
            reasons.append(fault(in_parts))
            second.write_bytes(kept)
            assert reasons[-1] == "" or reasons[-1].startswith(f"{second.name}: ")
        # A proof that uses no literal of the part proves any part.
        assert any(reasons)
        assert check_certificate(in_parts).length == 8

    def test_cover_refuses_a_part_without_a_proof(self, in_parts: Path) -> None:
        for proof in sorted(in_parts.glob("part-*.lrat")):
            kept = proof.read_bytes()
            proof.unlink()
            refused(in_parts, f"{proof.name} cannot be read")
            proof.write_bytes(kept)

    @pytest.mark.parametrize(
        ("change", "reason"),
        [
            (lambda part: part[:1], "depths differ"),
            (lambda part: [*part, "layer(3,R)"], "depths differ"),
            (lambda part: [part[0], "turn(2,R)"], "do not cover"),
            (lambda part: part[::-1], "do not cover|No part"),
            (lambda part: ["¬layer(1,R)", part[1]], "that the formula does not have"),
            (lambda part: [part[0], part[0]], "do not cover|No part"),
        ],
        ids=["one too few", "one too many", "another turn", "reversed", "negated", "one twice"],
    )
    def test_cover_refuses_a_part_with_another_literal(
        self, change: Callable[[list[str]], list[str]], reason: str, in_parts: Path
    ) -> None:
        changed(in_parts, lambda m: m["parts"].__setitem__(1, change(m["parts"][1])))
        refused(in_parts, reason)

    def test_cover_refuses_parts_deeper_than_the_formula(self, folder: Path) -> None:
        layers = ("R", "U", "F", "-")
        changed(folder, lambda m: m.update(parts=[[f"layer(1,{layer})"] * 9 for layer in layers]))
        refused(folder, "do not cover")

    def test_cover_refuses_parts_of_a_formula_without_steps(self, tmp_path: Path) -> None:
        certify(cube_problem(Cube(2).apply("R")), Alg("R'"), tmp_path / "proof")
        changed(tmp_path / "proof", lambda m: m.update(parts=[["at0(0,R3,R3)"]]))
        refused(tmp_path / "proof", "do not cover|that the formula does not have")

    @pytest.mark.parametrize("order", [1, -1])
    def test_negative_literals_cover_nothing(self, order: int) -> None:
        formula = Formula()
        layer = formula.new("layer", ["1", "2"], ["R", "D"])
        formula.add("one layer a step", layer)
        formula.add("order", [[-1, -3]])
        cases: list[tuple[int, ...]] = [(1, 4), (2, 3), (2, 4)]
        verdict._check_cover(formula, cases[::order])
        wrong: list[list[tuple[int, ...]]] = [
            [(1, 4), (2, 3)],
            [(1, 3), (2, 4)],
            [(-1, 4), (2, 3), (2, 4)],
            [(1,), (-1,)],
        ]
        for parts in wrong:
            with pytest.raises(CertificateError, match=r"cover|No part"):
                verdict._check_cover(formula, parts)

    def test_a_step_that_need_not_do_any_of_the_cases_is_not_covered(self) -> None:
        formula = Formula()
        formula.new("layer", ["1"], ["R", "D"])
        with pytest.raises(CertificateError, match="in step 1"):
            verdict._check_cover(formula, [(1,), (2,)])


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


class _Watched(solvers._SolverProcess):
    """A worker that the test can inspect."""

    seen: list["_Watched"]
    questions = 0
    deadly = 0

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self.seen.append(self)

    def ask(self, question: int, assumptions: Sequence[int]) -> None:
        _Watched.questions += 1
        if self.questions <= self.deadly:
            os.kill(self.process.pid, signal.SIGKILL)
        super().ask(question, assumptions)


@pytest.fixture
def workers(monkeypatch: pytest.MonkeyPatch) -> list[_Watched]:
    seen: list[_Watched] = []
    monkeypatch.setattr(_Watched, "seen", seen, raising=False)
    monkeypatch.setattr(_Watched, "questions", 0)
    monkeypatch.setattr(solvers, "_SolverProcess", _Watched)
    return seen


class TestFaults:
    @pytest.mark.parametrize("jobs", [1, 2])
    def test_a_prover_that_is_killed_is_started_again(
        self, jobs: int, workers: list[_Watched], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(_Watched, "deadly", 1)
        monkeypatch.setattr(certificate, "_LONG", 0)
        certify(TASK, ANSWER, tmp_path / "proof", jobs=jobs)
        assert len(workers) > jobs
        assert check_certificate(tmp_path / "proof").length == 4
        assert not list((tmp_path / "proof").glob("*.raw"))
        assert all(worker.process.poll() is not None for worker in workers)

    def test_prover_that_is_killed_again_is_reported(
        self, workers: list[_Watched], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(_Watched, "deadly", 99)
        with pytest.raises(SolverError, match="CaDiCaL was ended by SIGKILL before it had an answer"):
            certify(TASK, ANSWER, tmp_path / "proof")
        assert list(tmp_path.iterdir()) == []

    def test_certifying_keeps_to_its_time_limit(self, workers: list[_Watched], tmp_path: Path) -> None:
        with pytest.raises(CertificateError, match="The time ran out before the proof was written"):
            certify(TASK, ANSWER, tmp_path / "proof", limit=Limit(1e-6))
        assert list(tmp_path.iterdir()) == []
        assert all(worker.process.poll() is not None for worker in workers)

    @pytest.mark.parametrize("fault", [KeyboardInterrupt, MemoryError, OSError])
    def test_a_stop_of_any_kind_leaves_no_folder_and_no_process(
        self,
        fault: type[BaseException],
        workers: list[_Watched],
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        def stopped(*arguments: object) -> None:
            assert any(tmp_path.iterdir())
            raise fault

        monkeypatch.setattr(search, "_next", stopped)
        with pytest.raises(fault):
            certify(TASK, ANSWER, tmp_path / "proof", jobs=2)
        assert list(tmp_path.iterdir()) == []
        assert workers
        assert all(worker.process.poll() is not None for worker in workers)

    def test_leftovers_of_killed_runs_are_removed_and_live_files_stay(self, tmp_path: Path) -> None:
        with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as living:
            with subprocess.Popen([sys.executable, "-c", ""]) as dead:
                dead.wait()
            run = f"0123.{local._MACHINE}"
            kept = [
                f".proof.{run}.{living.pid}.partial",
                f".other.{run}.{dead.pid}.partial",
                ".proof.mine.partial",
            ]
            for name in (f".proof.{run}.{dead.pid}.partial", *kept):
                (tmp_path / name).mkdir()
                (tmp_path / name / "formula.cnf").touch()
            certify(TASK, ANSWER, tmp_path / "proof")
            assert {path.name for path in tmp_path.iterdir()} == {"proof", *kept}
            living.communicate()

    def test_ctrl_c_while_certifying_leaves_nothing(self, tmp_path: Path) -> None:
        # An answer of 12 turns, whose proof would take minutes.
        lines = [
            "import sys",
            "from cubeproof import Alg, Cube",
            "from cubeproof.proof.write.certify import certify",
            "from cubeproof.problem import cube_problem",
            "alg = Alg(\"R U F2 L' D B R2 U' F L2 D' B2\")",
            "try: certify(cube_problem(Cube(3) @ alg), ~alg, sys.argv[1], jobs=1)",
            "except KeyboardInterrupt: print('stopped')",
        ]
        child = subprocess.Popen(
            [sys.executable, "-c", "\n".join(lines), str(tmp_path / "proof")],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            while not list(tmp_path.glob(".proof.*/*.raw")):
                assert child.poll() is None
                time.sleep(0.05)
            (raw,) = tmp_path.glob(".proof.*/*.raw")
            child.send_signal(signal.SIGINT)
            printed, _ = child.communicate()
        finally:
            child.kill()
        assert printed == "stopped\n"
        assert list(tmp_path.iterdir()) == []
        assert not processes_with(raw)

    @pytest.mark.parametrize(
        ("step", "message"),
        [
            ("_write_lines", "OSError [Errno 27] File too large"),
            ("_prove", "SolverError The proof cannot be written: "),
        ],
    )
    def test_full_disk_is_reported_and_leaves_nothing(self, step: str, message: str, tmp_path: Path) -> None:
        # A limit of the file size is like a full disk: while the formula is written, or the proof.
        lines = [
            "import resource, sys",
            "from cubeproof import Alg, Cube",
            "from cubeproof.proof.write import certify as certificate",
            "from cubeproof.problem import cube_problem",
            f"whole = certificate.{step}",
            "def limited(*arguments):",
            "    resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, 10_000))",
            "    whole(*arguments)",
            f"certificate.{step} = limited",
            f'task = cube_problem(Cube(2).apply("{SCRAMBLE}"))',
            "try:",
            f'    certificate.certify(task, Alg("{ANSWER}"), sys.argv[1])',
            "except Exception as error:",
            "    print(type(error).__name__, error)",
        ]
        done = subprocess.run(
            [sys.executable, "-c", "\n".join(lines), str(tmp_path / "proof")],
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        assert done.stdout.startswith(message)
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.parametrize("place", ["file/proof", "file/in/it", "/proc/cubeproof/proof"])
    def test_unwritable_place_is_reported(self, place: str, tmp_path: Path) -> None:
        (tmp_path / "file").write_text("x")
        with pytest.raises(OSError, match=r"Not a directory|No such file|Permission") as caught:
            certify(TASK, ANSWER, tmp_path / place)
        assert caught.value.filename == str(tmp_path / place)

    def test_folders_created_for_a_failed_certificate_are_removed(self, tmp_path: Path) -> None:
        (tmp_path / "mine").mkdir()
        with pytest.raises(CertificateError, match="A shorter answer exists"):
            certify(TASK, Alg(f"{ANSWER} U U'"), tmp_path / "mine" / "a" / "b" / "proof")
        assert list(tmp_path.iterdir()) == [tmp_path / "mine"]
        assert list((tmp_path / "mine").iterdir()) == []
        certify(TASK, ANSWER, tmp_path / "mine" / "a" / "b" / "proof")
        assert check_certificate(tmp_path / "mine" / "a" / "b" / "proof").length == 4

    def test_half_a_certificate_is_refused(self, folder: Path) -> None:
        # The manifest is written last, so the incomplete folder of a killed process is refused.
        (folder / "certificate.json").unlink()
        refused(folder, "certificate.json cannot be read")


def processes_with(path: Path) -> list[str]:
    """Return the processes that have a file of a certificate open."""
    results = []
    for process in Path("/proc").glob("[0-9]*/fd/*"):
        try:
            if str(path) in str(process.readlink()):
                results.append(process.parts[2])
        except OSError:
            continue
    return results


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


class TestIndependentCheckers:
    @pytest.fixture
    def checker(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], Path]:
        programs, seen = tmp_path / "bin", tmp_path / "seen"
        programs.mkdir()
        seen.mkdir()
        monkeypatch.setenv("PATH", f"{programs}{os.pathsep}{os.environ['PATH']}")

        def make(name: str, says: str) -> Path:
            program = programs / name
            program.write_text(f'#!/bin/sh\ncp "$1" "{seen}/$(basename "$2")"\n{says}\n')
            program.chmod(0o755)
            return seen

        return make

    @pytest.mark.parametrize(
        ("name", "says"),
        [
            ("cake_lpr", "echo s VERIFIED UNSAT"),
            ("lrat-check", "echo c parsed; echo c VERIFIED; echo c verification time"),
            ("lrat-trim", "echo s VERIFIED; exit 20"),
        ],
    )
    def test_installed_checker_is_run(
        self, name: str, says: str, checker: Callable[[str, str], Path], folder: Path
    ) -> None:
        seen = checker(name, says)
        assert check_certificate(folder).also == (name,)
        assert (seen / "part-0001.lrat").read_text() == (folder / "formula.cnf").read_text()

    @pytest.mark.parametrize(
        ("name", "says"),
        [
            ("cake_lpr", "echo c failed to check"),
            ("cake_lpr", "exit 1"),
            ("cake_lpr", "echo s VERIFIED"),
            ("cake_lpr", "printf '\\377\\376'"),
            ("lrat-check", "echo c NOT VERIFIED"),
            ("lrat-check", "echo c failed to check clause; echo c NOT VERIFIED; echo c VERIFIED"),
            ("lrat-trim", "echo s NOT VERIFIED"),
        ],
    )
    def test_disagreement_of_a_checker_is_a_refusal(
        self, name: str, says: str, checker: Callable[[str, str], Path], folder: Path
    ) -> None:
        checker(name, says)
        assert fault(folder).startswith(f"part-0001.lrat: {name} does not accept it: ")

    @pytest.mark.parametrize(
        ("program", "message"),
        [
            (
                b"\x7fELF",
                "cake_lpr does not check the proof: it cannot be started: Exec format error.",
            ),
            (b"#!/bin/sh\nexec sleep 600\n", "it did not finish part-0001.lrat within an hour."),
        ],
        ids=["no program", "too slow"],
    )
    def test_checker_without_an_answer_is_reported_and_ignored(
        self,
        program: bytes,
        message: str,
        checker: Callable[[str, str], Path],
        in_parts: Path,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(independent, "_HOUR", 0.1)
        checker("cake_lpr", "")
        (tmp_path / "bin" / "cake_lpr").write_bytes(program)
        seen: list[Event] = []
        checked = check_certificate(in_parts, seen.append)
        assert (checked.length, checked.also) == (8, ())
        (note,) = [event for event in seen if isinstance(event, Note)]
        assert message in note.sentence

    def test_checker_gets_the_formula_with_each_part(
        self, checker: Callable[[str, str], Path], in_parts: Path, kissat: Path
    ) -> None:
        seen = checker("cake_lpr", "echo s VERIFIED UNSAT")
        before = sorted(in_parts.iterdir())
        checked: Certificate = check_certificate(in_parts)
        assert checked.also == ("cake_lpr",)
        assert sorted(in_parts.iterdir()) == before
        assert len(list(seen.iterdir())) == checked.parts
        formula = clauses(in_parts / "formula.cnf")
        for cnf in seen.iterdir():
            given = clauses(cnf)
            assert given[: len(formula)] == formula
            assert [len(clause) for clause in given[len(formula) :]] == [1, 1]
            header = next(line for line in cnf.read_text().splitlines() if line.startswith("p"))
            assert int(header.split()[3]) == len(given)
            done = subprocess.run([str(kissat), "-q", str(cnf)], capture_output=True, check=False)
            assert done.returncode == 20


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
