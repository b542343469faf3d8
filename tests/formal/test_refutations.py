"""The extracted checker and ours agree on every proof: genuine, changed anywhere, or malicious."""

from __future__ import annotations

import json
import os
import resource
import subprocess
from itertools import product
from pathlib import Path
from random import Random

import pytest

from cubeproof import Alg, CertificateError, Cube, certify
from cubeproof.methods.sat import worker
from cubeproof.problem import cube_problem
from cubeproof.proof.check import lrat
from cubeproof.proof.write import certify as certificate
from formal.proof_changes import changed

Clauses = list[list[int]]

# The number of changes of each proof.
CHANGES = 40


def write_formula(formula: Clauses, path: Path) -> Path:
    variables = max((abs(literal) for clause in formula for literal in clause), default=0)
    rows = "".join(" ".join(map(str, [*clause, 0])) + "\n" for clause in formula)
    path.write_text(f"c a comment\np cnf {variables} {len(formula)}\n{rows}")
    return path


def read(path: Path) -> tuple[int, Clauses]:
    """Return the number of variables and the clauses of a formula's file."""
    rows = [line.split() for line in path.read_text().splitlines() if line[0] != "c"]
    return int(rows[0][2]), [list(map(int, row[:-1])) for row in rows[1:]]


def ours(formula: Path, proof: Path, literals: list[int] | None = None) -> str:
    """Return the objection of our checker to a proof, or an empty text if the proof is valid."""
    variables, clauses = read(formula)
    clauses += [[literal] for literal in literals or []]
    try:
        with proof.open("rb") as file:
            lrat.check(clauses, lrat.lines(file, variables, len(clauses)))
    except CertificateError as error:
        return str(error)
    return ""


def theirs(program: Path, formula: Path, *proofs: object) -> str:
    """Return the objection of the extracted program, or an empty text; verify that it reaches a verdict."""
    done = subprocess.run(
        [program, "refute", formula, *map(str, proofs)],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode in (0, 1), done.stderr
    assert done.stdout.startswith('{"proved": true, "theorem": "refutation_is_sound"') == (
        done.returncode == 0
    )
    assert (done.stderr == "") == (done.returncode == 0)
    assert done.stderr.count("\n") == done.returncode
    return done.stderr


def random_formula(draw: Random) -> Clauses:
    def literal() -> int:
        return draw.choice([-1, 1]) * draw.randrange(1, 9)

    # A clause of a formula, unlike a lemma, may have a literal twice.
    return [[literal() for _ in range(draw.randrange(1, 4))] for _ in range(draw.randrange(12, 60))]


def pigeons(holes: int) -> Clauses:
    at = [[pigeon * holes + hole + 1 for hole in range(holes)] for pigeon in range(holes + 1)]
    apart = [
        [-at[first][hole], -at[second][hole]]
        for hole, first in product(range(holes), range(holes + 1))
        for second in range(first)
    ]
    return [*at, *apart]


def compared(program: Path, formula: Path, proof: Path, draw: Random, folder: Path) -> int:
    """Change a proof `CHANGES` times; return how many of the changed proofs are valid."""
    lines = proof.read_text().splitlines()
    held = 0
    for _ in range(CHANGES):
        second = folder / "changed.lrat"
        second.write_text(changed(draw, [*lines]), encoding="utf-8", newline="")
        output = ours(formula, second)
        assert (output == "") == (theirs(program, formula, second) == ""), (output, second.read_text())
        held += not output
    return held


class TestSameVerdict:
    def test_verdict_agrees_on_random_formulas(self, program: Path, tmp_path: Path) -> None:
        self.compare_random_formulas(5, program, tmp_path)

    @pytest.mark.soak
    def test_verdict_agrees_on_many_random_formulas(self, program: Path, tmp_path: Path) -> None:
        self.compare_random_formulas(100, program, tmp_path)

    @staticmethod
    def compare_random_formulas(count: int, program: Path, tmp_path: Path) -> None:
        draw = Random(13)
        held = proofs = 0
        while proofs < count:
            proof = tmp_path / "proof.lrat"
            clauses = random_formula(draw)
            if worker.prove(clauses, str(proof)):
                continue
            formula = write_formula(clauses, tmp_path / "formula.cnf")
            assert ours(formula, proof) == theirs(program, formula, proof) == ""
            held += compared(program, formula, proof, draw, tmp_path)
            proofs += 1
        # Some changed proofs are valid, most are not.
        assert 0 < held < count * CHANGES / 2

    def test_verdict_agrees_on_pigeonhole_formulas(self, program: Path, tmp_path: Path) -> None:
        formula, proof = write_formula(pigeons(5), tmp_path / "formula.cnf"), tmp_path / "proof.lrat"
        worker.prove(pigeons(5), str(proof))
        assert ours(formula, proof) == theirs(program, formula, proof) == ""
        compared(program, formula, proof, Random(14), tmp_path)

    @pytest.mark.parametrize(
        ("size", "scramble", "metric"),
        [
            (2, "R U F2 R' U2", "htm"),
            (2, "R U' F R U", "qtm"),
            (3, "R U F' L", "htm"),
            (3, "M U2 S", "stm"),
        ],
    )
    def test_verdict_agrees_on_certificates(
        self, size: int, scramble: str, metric: str, program: Path, tmp_path: Path
    ) -> None:
        task = cube_problem(Cube(size).apply(scramble), metric=metric)
        folder = certify(task, ~Alg(scramble), tmp_path / "proof").folder
        formula, proof = folder / "formula.cnf", folder / "part-0001.lrat"
        assert ours(formula, proof) == theirs(program, formula, proof) == ""
        compared(program, formula, proof, Random(size), tmp_path)

    def test_verdict_does_not_depend_on_the_numbers_of_lemmas(self, program: Path, tmp_path: Path) -> None:
        formula = write_formula([[1, 2], [1, -2], [-1, 3], [-1, -3]], tmp_path / "formula.cnf")
        proof = tmp_path / "part.lrat"
        # The program keeps numbers below 2^20 in another order than larger ones.
        near = [power + more for power in (9, 2**20, 2**40) for more in (-1, 0, 1)]
        for first, second in product(near, near):
            if first == second:
                continue
            lines = (
                f"{first} 1 0 1 2 0\n{second} 3 0 {first} 3 0\n{second} d 1 2 0\n10 0 {first} {second} 4 0\n"
            )
            proof.write_text(lines)
            expected = ours(formula, proof)
            assert (theirs(program, formula, proof) == "") == (expected == "") == (10 not in (first, second))
            assert expected == "" or "clause 10 already exists" in theirs(program, formula, proof)

    def test_verdict_agrees_in_its_sentences(self, program: Path, tmp_path: Path) -> None:
        formula = write_formula([[1, 2], [1, -2], [-1, 3], [-1, -3]], tmp_path / "formula.cnf")
        proof = tmp_path / "part.lrat"
        for text in (
            "5 1 0 1 0\n",
            "5 0 1 2 0\n",
            "4 1 0 1 2 0\n",
            "5 1 0 1 9 0\n",
            "5 1 0 1 1 0\n",
            "5 1 1 0 1 2 0\n",
            "",
        ):
            proof.write_text(text)
            assert (
                theirs(program, formula, proof)
                == ours(formula, proof)
                .replace("The proof ends", "part.lrat ends")
                .replace("the proof", "part.lrat")
                + "\n"
            )


@pytest.fixture(scope="module")
def in_parts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A certificate whose proof is split by the first two turns."""
    task = cube_problem(Cube(2).apply("R U R2 U' R U2 R' U"), moves="R,U")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(certificate, "_LONG", 0)
        return certify(task, Alg("U' R U2 R' U R2 U' R'"), tmp_path_factory.mktemp("parts") / "proof").folder


class TestParts:
    @staticmethod
    def arguments(folder: Path) -> list[str]:
        rows = [line.split() for line in (folder / "formula.cnf").read_text().splitlines()]
        numbers = {row[3]: row[2] for row in rows if row[:2] == ["c", "var"]}
        parts = json.loads((folder / "certificate.json").read_text())["parts"]
        return [
            f"{folder / f'part-{number:04}.lrat'}={','.join(numbers[name] for name in part)}"
            for number, part in enumerate(parts, 1)
        ]

    def test_parts_together_refute_the_formula(self, program: Path, in_parts: Path) -> None:
        arguments = self.arguments(in_parts)
        assert len(arguments) > 2
        assert theirs(program, in_parts / "formula.cnf", *arguments) == ""

    def test_parts_are_all_required(self, program: Path, in_parts: Path) -> None:
        arguments = self.arguments(in_parts)
        for missing in range(len(arguments)):
            rest = [*arguments[:missing], *arguments[missing + 1 :]]
            output = theirs(program, in_parts / "formula.cnf", *rest)
            assert "No part of the proof is about" in output or "do not cover all that can be done" in output

    def test_parts_do_not_refute_the_formula_singly(self, program: Path, in_parts: Path) -> None:
        for argument in self.arguments(in_parts):
            assert theirs(program, in_parts / "formula.cnf", argument) != ""
            assert theirs(program, in_parts / "formula.cnf", argument.split("=")[0]) != ""

    def test_parts_of_unequal_count_are_refused(self, program: Path, in_parts: Path) -> None:
        first, *rest = self.arguments(in_parts)
        said = theirs(program, in_parts / "formula.cnf", *rest, first.split(",")[0])
        assert said


# The program refuses in one sentence, in little memory and time.
LITTLE = 200 << 20


def limited() -> None:
    resource.setrlimit(resource.RLIMIT_AS, (LITTLE, LITTLE))


def in_little_memory(program: Path, *arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [program, *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        # Programs of OCaml 5 reserve addresses for 128 threads, and use the addresses of one thread.
        env={**os.environ, "OCAMLRUNPARAM": "d=1"},
        preexec_fn=limited,
    )


class TestBadFiles:
    @pytest.fixture
    def formula(self, tmp_path: Path) -> Path:
        return write_formula([[1, 2], [1, -2], [-1, 3], [-1, -3]], tmp_path / "formula.cnf")

    @pytest.mark.parametrize(
        ("text", "reason"),
        [
            ("", "Line|ends without"),
            ("5 1 0 1 2 0\r\n", "Line 1 of part.lrat cannot be read."),
            ("5 1 0 1 2 0\n6 0 5 3 4 0\r\n", "Line 2 of part.lrat cannot be read."),
            (f"{10**18} 1 0 1 2 0\n", "Line 1 of part.lrat has a number of more than 18 digits."),
            (f"{2**63} 1 0 1 2 0\n", "Line 1 of part.lrat has a number of more than 18 digits."),
            (f"{2**64 + 5} 1 0 1 2 0\n", "Line 1 of part.lrat has a number of more than 18 digits."),
            (f"5 -{2**63} 0 1 2 0\n", "Line 1 of part.lrat has a number of more than 18 digits."),
            ("5 1 0 -1 2 0\n", "Line 1 of part.lrat cannot be read."),
            ("5 " + "1 " * 1000 + "0 1 2 0\n", "Line 1 of part.lrat is longer than any line of it can be."),
            ("5 " + " " * 10000 + "0 1 2 0\n", "Line 1 of part.lrat is longer than any line of it can be."),
        ],
    )
    def test_bad_file_is_refused_with_the_reason(
        self, text: str, reason: str, program: Path, formula: Path, tmp_path: Path
    ) -> None:
        proof = tmp_path / "part.lrat"
        proof.write_text(text, newline="")
        assert any(part in theirs(program, formula, proof) for part in reason.split("|"))
        assert ours(formula, proof) != ""

    @pytest.mark.parametrize(
        "text",
        [
            "",
            "c only a comment\n",
            "p cnf 1\n",
            "p cnf 1 1 1\n",
            "p cnf -1 1\n",
            "p cnf 1 1\n1 0",
            "p cnf 1 1\r\n1 0\r\n",
            "p cnf 1 2\n1 0\n",
            "p cnf 1 1\n1 0\n-1 0\n",
            "p cnf 1 1\n2 0\n",
            "p cnf 1 1\n1\n",
            "p cnf 1 1\n1 0 -1 0\n",
            "p cnf 1 1\n\n1 0\n",
            f"p cnf {2**63} 1\n1 0\n",
            f"p cnf 1 {2**63}\n1 0\n",
            "p cnf 1 1\n1 x 0\n",
            "P cnf 1 1\n1 0\n",
        ],
    )
    def test_wrong_formula_is_refused(self, text: str, program: Path, tmp_path: Path) -> None:
        (tmp_path / "formula.cnf").write_text(text, newline="")
        (tmp_path / "part.lrat").write_text("3 0 1 2 0\n")
        output = theirs(program, tmp_path / "formula.cnf", tmp_path / "part.lrat")
        assert "formula.cnf" in output or text == "p cnf 1 1\n1 0"

    def test_missing_files_are_refused(self, program: Path, formula: Path, tmp_path: Path) -> None:
        assert "No such file" in theirs(program, tmp_path / "none", tmp_path / "none")
        assert "No such file" in theirs(program, formula, tmp_path / "none")
        assert "Is a directory" in theirs(program, formula, tmp_path)

    def test_empty_proof_proves_nothing(self, program: Path, formula: Path) -> None:
        for arguments in ((), ("refute",), ("refute", str(formula)), ("verify", "x"), ("--memory",)):
            done = in_little_memory(program, *arguments)
            assert (done.returncode, done.stdout) == (2, "")
            assert done.stderr

    @pytest.mark.parametrize("which", ["formula", "proof"])
    def test_sparse_file_of_two_gigabytes_is_refused(
        self, which: str, program: Path, formula: Path, tmp_path: Path
    ) -> None:
        proof = tmp_path / "part.lrat"
        proof.touch()
        os.truncate(formula if which == "formula" else proof, 2 << 30)
        done = in_little_memory(program, "refute", formula, proof)
        assert (done.returncode, done.stdout) == (1, "")

    @pytest.mark.parametrize(
        "piece", [b"1 " * 4096, b" " * 8192, b"0" * 8192], ids=["numbers", "spaces", "digits"]
    )
    def test_line_of_hundreds_of_megabytes_is_refused(
        self, piece: bytes, program: Path, formula: Path, tmp_path: Path
    ) -> None:
        with (tmp_path / "part.lrat").open("wb") as file:
            for _ in range(40_000):
                file.write(piece)
        done = in_little_memory(program, "refute", formula, tmp_path / "part.lrat")
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr == "Line 1 of part.lrat is longer than any line of it can be.\n"

    @pytest.mark.parametrize("clauses", [4_000_000_000, 8_000_000_000, 10**18 - 1])
    def test_too_large_a_clause_count_is_refused(
        self, clauses: int, program: Path, formula: Path, tmp_path: Path
    ) -> None:
        (tmp_path / "part.lrat").write_text("5 1 0 1 2 0\n")
        formula.write_text(f"p cnf 1492 {clauses}\n1 2 0\n")
        done = in_little_memory(program, "refute", formula, tmp_path / "part.lrat")
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr == f"formula.cnf is too short for {clauses} clauses.\n"
        # The program also does not trust the number if the file is large enough but empty.
        os.truncate(formula, min(3 * clauses, 1 << 40))
        done = in_little_memory(program, "--memory", "100", "refute", formula, tmp_path / "part.lrat")
        assert (done.returncode, done.stdout) in ((1, ""), (2, ""))
        assert "too short for" in done.stderr or "more than 100 MB of memory" in done.stderr

    @pytest.mark.parametrize("variables", [100_001, 99_999_999_999_999_999, 10**18 - 1])
    def test_too_large_a_variable_count_is_refused(
        self, variables: int, program: Path, formula: Path, tmp_path: Path
    ) -> None:
        (tmp_path / "part.lrat").write_text("5 1 0 1 2 0\n")
        formula.write_text(f"p cnf {variables} 2\n1 2 0\n1 -2 0\n")
        done = in_little_memory(program, "refute", formula, tmp_path / "part.lrat")
        assert (done.returncode, done.stdout) == (2, "")
        assert (
            done.stderr
            == f"formula.cnf has {variables} variables, and no more than 100000 are allowed here.\n"
        )

    @pytest.mark.parametrize("where", ["formula", "proof"])
    def test_line_of_eighty_megabytes_is_refused_where_lines_may_be_long(
        self, where: str, program: Path, formula: Path, tmp_path: Path
    ) -> None:
        long, proof = b"1 " * 40_000_000 + b"0\n", tmp_path / "part.lrat"
        formula.write_bytes(b"p cnf 100000 2\n" + (long if where == "formula" else b"1 2 0\n") + b"1 -2 0\n")
        proof.write_bytes(b"5 " + (long if where == "proof" else b"1 0 1 2 0\n"))
        done = in_little_memory(program, "refute", formula, proof)
        assert (done.returncode, done.stdout) == (1, "")
        name = "Line 2 of formula.cnf" if where == "formula" else "Line 1 of part.lrat"
        assert done.stderr == f"{name} is longer than any line of it can be.\n"

    def test_endless_pipe_is_refused(self, program: Path, formula: Path, tmp_path: Path) -> None:
        os.mkfifo(tmp_path / "part.lrat")
        for which in ((tmp_path / "part.lrat", formula), (formula, tmp_path / "part.lrat")):
            assert "It is no regular file." in theirs(program, *which)

    def test_proof_beyond_the_memory_limit_is_refused(
        self, program: Path, formula: Path, tmp_path: Path
    ) -> None:
        lines = (f"{number} 1 2 3 0 1 0\n" for number in range(5, 1_000_000))
        (tmp_path / "part.lrat").write_text("".join(lines))
        done = in_little_memory(program, "--memory", "60", "refute", formula, tmp_path / "part.lrat")
        assert (done.returncode, done.stdout) == (2, "")
        assert done.stderr == "The proof needs more than 60 MB of memory; --memory allows more.\n"


class TestCertificates:
    @pytest.fixture
    def folder(self, tmp_path: Path) -> Path:
        task = cube_problem(Cube(3).apply("R U F2"))
        return certify(task, Alg("F2 U' R'"), tmp_path / "proof").folder

    @staticmethod
    def changed(folder: Path, **other: object) -> Path:
        """Change entries of the certificate, consistently with `asked`."""
        manifest = json.loads((folder / "certificate.json").read_text())
        for name, value in other.items():
            (manifest["formula"] if name in manifest["formula"] else manifest)[name] = value
        manifest["asked"]["start"] = manifest["start"]
        (folder / "certificate.json").write_text(json.dumps(manifest))
        return folder

    @staticmethod
    def named(folder: Path, first: int, names: int, step: int) -> None:
        """Name more variables in the comments of the formula."""
        formula = folder / "formula.cnf"
        more = "".join(f"c var {first + number} turn({step},U)\n" for number in range(names))
        formula.write_text(more + formula.read_text())

    @pytest.mark.parametrize("first", [50_000, 1_000_000_000])
    @pytest.mark.parametrize("names", [10_000, 40_000])
    def test_unknown_step_names_are_refused(
        self, names: int, first: int, program: Path, folder: Path
    ) -> None:
        self.named(folder, first, names, 9999)
        done = in_little_memory(program, "check", folder)
        assert (done.returncode, done.stderr) == (0, "")
        # These variables have no meaning, so no clause may contain them.
        formula = folder / "formula.cnf"
        text = formula.read_text().replace("p cnf 1492 ", "p cnf 99999 ")
        head, clauses = text[: text.index("\n", text.index("p cnf"))], text[text.index("p cnf") :]
        formula.write_text(f"{head}\n50007 {clauses[clauses.index(chr(10)) + 1 :]}")
        done = in_little_memory(program, "check", folder)
        assert (done.returncode, done.stdout) == (1, "")
        assert "clause 1 belongs to no formula of this question" in done.stderr

    def test_formula_of_thousands_of_steps_is_refused_in_little_memory(
        self, program: Path, folder: Path
    ) -> None:
        self.named(folder, 50_000, 40_000, 9998)
        answer = " ".join(["U"] * 9999)
        start = Cube(3).apply("U").facelets
        parameters = {
            "start": start,
            "answer": answer,
            "length": 9999,
            "horizon": 9998,
            "goals": [Cube(3).facelets],
        }
        done = in_little_memory(program, "check", self.changed(folder, **parameters))
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr.endswith(" belongs to no formula of this question.\n")

    @pytest.mark.parametrize("blank", ["  ", "\t", "\n", "\r\n", "\v", "\f", "\x1c\x1d\x1e\x1f"])
    def test_white_space_between_turns_is_that_of_python(
        self, blank: str, program: Path, folder: Path
    ) -> None:
        spaced = blank.join(["", "F2", "U'", "R'", ""])
        assert spaced.split() == ["F2", "U'", "R'"]
        done = in_little_memory(program, "check", self.changed(folder, answer=spaced))
        assert (done.returncode, done.stderr) == (0, "")
        done = in_little_memory(program, "check", self.changed(folder, answer=f"F2{blank}U'"))
        assert (done.returncode, done.stderr) == (1, "The answer F2 U' does not solve the cube.\n")

    @pytest.mark.parametrize("answer", ["", " ", "\t"])
    def test_empty_answer_is_reported(self, answer: str, program: Path, folder: Path) -> None:
        done = in_little_memory(program, "check", self.changed(folder, answer=answer))
        assert (done.returncode, done.stderr) == (1, "The empty answer does not solve the cube.\n")
        done = in_little_memory(program, "check", self.changed(folder, answer=answer, start=Cube(3).facelets))
        assert (done.returncode, done.stderr) == (
            1,
            "The empty answer counts 0, and the certificate says 3.\n",
        )
