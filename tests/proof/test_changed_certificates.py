"""A certificate with any change is refused, with the reason, in little time and memory."""

import os
import shutil
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cubeproof import Alg, CertificateError, Cube
from cubeproof.problem import cube_problem
from cubeproof.proof.checker import check_certificate
from cubeproof.proof.write.certify import certify
from proof.certificates import ANSWER, Change, changed, fault, refused


def rewritten(path: Path, change: Callable[[list[str]], list[str]]) -> None:
    path.write_text("".join(f"{line}\n" for line in change(path.read_text().splitlines())))


CHANGED: dict[str, tuple[Change, str]] = {
    "an answer that does not solve": (lambda m: m.update(answer="R F2 U' R"), "does not lead from the start"),
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
    "no form": (lambda m: m.pop("format"), "not a certificate of the form"),
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
        changed(folder, lambda m: m.update({entry: number}))
        refused(folder, "is invalid|states")

    @pytest.mark.parametrize(
        "text",
        [
            *["", "{", "[]", "3", '"text"', "null", "\0", "\xff", "{}" * 2, "[" * 100_000, '{"a":' * 100_000],
            "9" * 5000,
        ],
    )
    def test_rubbish_is_no_certificate(self, text: str, folder: Path) -> None:
        (folder / "certificate.json").write_text(text, "latin-1")
        refused(folder, r"is not JSON|not a certificate of the form")

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
        ("name", "more", "line"),
        [
            ("certificate.json", "longer than any certificate: 16,000,000 bytes at most", "longer than any"),
            ("formula.cnf", "beyond the end", "Line 1 of formula.cnf differs from the formula"),
            ("part-0001.lrat", "comes after the empty clause|is too long", "Line 1 of the proof is too long"),
        ],
        ids=["certificate", "formula", "proof"],
    )
    def test_two_gigabytes_more_or_in_one_line_are_refused(
        self, name: str, more: str, line: str, folder: Path
    ) -> None:
        os.truncate(folder / name, 2_000_000_000)
        refused(folder, more)
        (folder / name).write_bytes(b"")
        os.truncate(folder / name, 2_000_000_000)
        refused(folder, line)

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
