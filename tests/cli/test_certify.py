"""`solve --certify` and `check`: a proof that others can check, a sentence for every failure; no answer is lost."""

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cubeproof import CertificateError, Cube, Solution, UsageError, solve
from cubeproof.cli import main
from cubeproof.cli.solve import one_cube as solve_verb
from cubeproof.contract.limit import Stop
from cubeproof.errors import StoppedError
from cubeproof.proof.checker import check_certificate
from cubeproof.proof.write import certify as certificate
from cubeproof.solving.solve import solve_request

SCRAMBLE = ["R U F2 R'", "--size", "2"]
Capture = pytest.CaptureFixture[str]


@pytest.fixture
def folder(tmp_path: Path, capsys: Capture) -> Path:
    assert main(["solve", *SCRAMBLE, "--certify", str(tmp_path / "proof")]) == 0
    capsys.readouterr()
    return tmp_path / "proof"


def failed(capsys: Capture, *arguments: str, status: int) -> str:
    assert main(arguments) == status
    seen = capsys.readouterr()
    assert seen.err.startswith("cubeproof: ")
    assert "Traceback" not in seen.err
    assert "report" not in seen.err
    return seen.err


class TestCertify:
    @pytest.mark.parametrize(
        "asked",
        [
            ["R U R", "--moves", "R,U"],
            ["M U", "--metric", "stm"],
            ["F R", "--goal", "cross"],
            ["R U", "--goal", Cube(3).apply("F").facelets],
            ["", "--size", "5"],
            ["R U2", "--size", "2", "--metric", "qtm", "--engine", "sat", "--encoding", "cubie-onehot"],
            ["R U", "--size", "2", "--all"],
        ],
    )
    def test_certify_takes_any_question(self, asked: list[str], tmp_path: Path, capsys: Capture) -> None:
        assert main(["solve", *asked, "--certify", str(tmp_path / "proof")]) == 0
        assert main(["check", str(tmp_path / "proof"), "--json"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert json.loads(lines[-1])["holds"] is True

    def test_cheaper_kind_of_proof_is_chosen_and_named(
        self, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(certificate, "FIRST_SEARCHED", 3)
        for scramble, options, kind in (
            ("R U", [], "lrat"),
            ("R U F", [], "search"),
            ("R U F", ["--proof", "lrat"], "lrat"),
            ("R U F", ["--metric", "qtm"], "lrat"),
            ("R U F", ["--goal", "cross"], "lrat"),
            ("R U F", ["--size", "2"], "lrat"),
            ("R U", ["--proof", "search"], "search"),
            ("", ["--proof", "search"], "search"),
        ):
            place = tmp_path / "proof"
            assert main(["solve", scramble, *options, "--certify", str(place), "--json"]) == 0
            seen = capsys.readouterr()
            assert json.loads(seen.out)["proof"] == kind
            assert ("Proved by search, not checked" in seen.err) == (kind == "search")
            assert (
                [path.name for path in place.iterdir()] == ["certificate.json"]
                or kind == "lrat"
                or not scramble
            )
            assert main(["check", str(place), "--json", "--python"]) == 0
            checked = json.loads(capsys.readouterr().out)
            assert (checked["holds"], checked["proof"]) == (True, kind)
            shutil.rmtree(place)

    @pytest.mark.parametrize("question", ["--size 2", "--metric qtm", "--goal cross", "--moves R,U"])
    def test_proof_that_does_not_fit_is_refused_before_any_search(
        self, question: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        place = str(tmp_path / "proof")
        monkeypatch.setattr(solve_verb, "solve_request", None)
        arguments = ["R U", *question.split(), "--proof", "search", "--certify", place]
        assert "A proof by search is about a 3×3×3" in failed(capsys, "solve", *arguments, status=2)
        assert list(tmp_path.iterdir()) == []

    def test_unknown_proof_is_named(self, tmp_path: Path, capsys: Capture) -> None:
        place = ["--certify", str(tmp_path / "proof")]
        unknown = failed(capsys, "solve", "R U", "--proof", "drat", *place, status=2)
        assert "There is no proof 'drat'; there are lrat and search." in unknown
        assert "add --certify" in failed(capsys, "solve", "R U", "--proof", "search", status=2)
        assert list(tmp_path.iterdir()) == []

    def test_proof_that_does_not_fit_is_refused_by_certify_too(self, tmp_path: Path) -> None:
        with pytest.raises(UsageError, match="A proof by search is about"):
            certificate.certify(solve(Cube(2).apply("R U")), tmp_path / "proof", proof="search")

    def test_unproved_answer_is_not_called_proved_by_search(self, tmp_path: Path) -> None:
        solution = solve(Cube(3).apply("R U F"))
        with pytest.raises(CertificateError, match="not proved to be a shortest"):
            certificate.certify(replace(solution, lower_bound=2), tmp_path / "proof", proof="search")
        # A longer answer that is brought is refused by a refutation, which is its usual proof.
        with pytest.raises(CertificateError, match="A shorter answer exists"):
            certificate.certify(solution.problem, "F' U' R R2", tmp_path / "proof")

    def test_certify_refuses_a_folder_in_use_before_any_search(
        self, folder: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(solve_verb, "solve_request", None)
        output = failed(capsys, "solve", *SCRAMBLE, "--certify", str(folder), status=1)
        assert "already exists; choose a new or empty folder" in output

    def test_certify_takes_one_cube_only(self, tmp_path: Path, capsys: Capture) -> None:
        output = failed(capsys, "solve", "--file", "x", "--certify", str(tmp_path / "proof"), status=2)
        assert "for one cube" in output

    def test_unproved_answer_is_not_certified(self, tmp_path: Path, capsys: Capture) -> None:
        arguments = [*SCRAMBLE, "--engine", "walk", "--seed", "1", "--certify", str(tmp_path / "proof")]
        status = main(["solve", *arguments, "--max-length", "10", "--json"])
        answer = json.loads(capsys.readouterr().out)
        assert status == (4 if answer["solution"] is None else 1)
        assert (answer["optimal"], answer["certificate"]) == (False, None)
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.parametrize(
        ("stop", "status", "why"),
        [
            (Stop.TIMEOUT, 1, "not proved to be a shortest one; the time ran out."),
            (Stop.INTERRUPTED, 130, "not proved to be a shortest one; the search was interrupted."),
            (Stop.GAVE_UP, 1, "not proved to be a shortest one."),
            (None, 1, "not proved to be a shortest one."),
        ],
    )
    @pytest.mark.parametrize("json_", [[], ["--json"]])
    def test_answer_without_a_proof_is_printed_without_a_certificate(
        self,
        stop: Stop | None,
        status: int,
        why: str,
        json_: list[str],
        tmp_path: Path,
        capsys: Capture,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        def stopped(*arguments: Any, **options: Any) -> Solution:
            solution = solve_request(*arguments, **options)
            assert isinstance(solution, Solution)
            return replace(solution, lower_bound=2, stop=stop)

        monkeypatch.setattr(solve_verb, "solve_request", stopped)
        assert main(["solve", *SCRAMBLE, "--certify", str(tmp_path / "proof"), *json_]) == status
        seen = capsys.readouterr()
        answer = json.loads(seen.out)["solution"] if json_ else seen.out
        assert Cube(2).apply(SCRAMBLE[0]).apply(answer).is_solved
        assert f"cubeproof: No certificate was written: the answer is {why}\n" in seen.err
        assert not (tmp_path / "proof").exists()

    def test_certify_without_an_answer_writes_no_certificate(self, tmp_path: Path, capsys: Capture) -> None:
        arguments = ["solve", *SCRAMBLE, "--max-length", "1", "--certify", str(tmp_path / "proof")]
        assert "No certificate was written: there is no answer." in failed(capsys, *arguments, status=4)
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.parametrize("place", ["file/proof", "file/in/it"])
    @pytest.mark.parametrize("json_", [[], ["--json"]])
    def test_answer_is_kept_when_the_certificate_cannot_be_written(
        self, place: str, json_: list[str], tmp_path: Path, capsys: Capture
    ) -> None:
        (tmp_path / "file").write_text("x")
        assert main(["solve", *SCRAMBLE, "--certify", str(tmp_path / place), *json_]) == 1
        seen = capsys.readouterr()
        assert f"No certificate was written: {tmp_path / place}: Not a directory.\n" in seen.err
        solution = json.loads(seen.out)["solution"] if json_ else seen.out
        assert Cube(2).apply(SCRAMBLE[0]).apply(solution).is_solved
        assert [path.name for path in tmp_path.iterdir()] == ["file"]

    @pytest.mark.parametrize(
        ("fault", "status", "message"),
        [
            (KeyboardInterrupt(), 130, "Interrupted before the certificate was written."),
            (StoppedError(), 130, "Interrupted before the certificate was written."),
            (OSError(28, "No space left on device"), 1, "/a/proof: No space left on device.\n"),
            (MemoryError(), 1, "No certificate was written: There is not enough memory for this.\n"),
        ],
    )
    def test_answer_is_kept_when_certifying_is_stopped(
        self,
        fault: BaseException,
        status: int,
        message: str,
        tmp_path: Path,
        capsys: Capture,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        def stopped(*arguments: Any) -> None:
            raise fault

        monkeypatch.setattr(certificate, "_prove", stopped)
        assert main(["solve", *SCRAMBLE, "--json", "--certify", str(tmp_path / "a" / "proof")]) == status
        seen = capsys.readouterr()
        assert message in seen.err
        answer = json.loads(seen.out)
        assert (answer["length"], answer["optimal"], answer["certificate"]) == (4, True, None)
        assert list(tmp_path.iterdir()) == []

    def test_time_limit_includes_the_certificate(self, tmp_path: Path, capsys: Capture) -> None:
        arguments = [*SCRAMBLE, "--json", "--timeout", "0.001", "--certify", str(tmp_path / "proof")]
        assert main(["solve", *arguments]) == 1
        seen = capsys.readouterr()
        assert "The time ran out before the proof was written" in seen.err
        assert json.loads(seen.out)["length"] == 4


class TestCheck:
    def test_check_reports_what_holds(self, folder: Path, capsys: Capture) -> None:
        assert main(["check", "--python", str(folder)]) == 0
        seen = capsys.readouterr()
        alg = check_certificate(folder).alg
        assert f"The certificate holds: {alg} solves the cube in 4 turns (htm)" in seen.out
        assert "there is no shorter way" in seen.out
        assert "lemmas in 1 part checked." in seen.out
        assert seen.out.endswith("\nChecked by the readable checker in Python.\n")

    def test_check_prints_json(self, folder: Path, capsys: Capture) -> None:
        assert main(["check", "--python", str(folder), "--json"]) == 0
        answer = json.loads(capsys.readouterr().out)
        start = Cube(2).apply(SCRAMBLE[0])
        assert start.apply(answer.pop("solution")).is_solved
        assert answer.pop("lemmas") > 0
        assert answer == {
            "holds": True,
            "size": 2,
            "start": start.facelets,
            "length": 4,
            "metric": "htm",
            "proof": "lrat",
            "parts": 1,
            "also": [],
            "checker": "python",
        }

    def test_check_refuses_a_false_certificate_with_the_reason(self, folder: Path, capsys: Capture) -> None:
        manifest = folder / "certificate.json"
        text = manifest.read_text()
        manifest.write_text(text.replace('"length": 4', '"length": 3'))
        assert "has 4 turns, but the certificate states 3" in failed(
            capsys, "check", "--python", str(folder), status=1
        )
        manifest.write_text(text)
        proof = folder / "part-0001.lrat"
        proof.write_text("\n".join(proof.read_text().splitlines()[:-1]))
        assert main(["check", "--python", str(folder), "--json"]) == 1
        answer = json.loads(capsys.readouterr().out)
        assert answer["error"] == "part-0001.lrat: The proof ends without the empty clause."
        assert answer["status"] == 1

    def test_check_refuses_a_folder_without_a_certificate(self, tmp_path: Path, capsys: Capture) -> None:
        for place in (tmp_path, tmp_path / "nowhere"):
            assert "certificate.json cannot be read" in failed(
                capsys, "check", "--python", str(place), status=1
            )
