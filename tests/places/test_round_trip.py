"""The same commands and functions with a URL in place of a path, at each kind of place."""

import hashlib
import json
from pathlib import Path

import pytest

from cubeproof import Cube, certify, check_certificate, solve
from cubeproof.cli import main
from cubeproof.contract.control import Control
from cubeproof.formulas import dimacs
from cubeproof.places import delivered_file, delivered_folder, fetched_file, fetched_folder, is_free, shown
from cubeproof.solving.family import Series, write_family
from places.services import BUCKET, S3


def solver_output(cnf: str) -> str:
    """The output of a solver for a formula."""
    from pysat.solvers import Solver

    with fetched_file(cnf) as path:
        formula = dimacs.read_file(path.read_text().splitlines())
    with Solver("cadical153", bootstrap_with=formula.clauses) as solver:
        assert solver.solve()
        return f"s SATISFIABLE\nv {' '.join(map(str, solver.get_model()))} 0\n"


def test_a_formula_goes_there_and_its_answer_comes_back(
    directory: str, capsys: pytest.CaptureFixture[str]
) -> None:
    cnf, answer = f"{directory}/q.cnf", f"{directory}/answer.txt"
    assert main(["cnf", "R U2 F'", "--size", "2", "--length", "3", "-o", cnf]) == 0
    with delivered_file(answer) as path:
        path.write_text(solver_output(cnf))
    capsys.readouterr()
    assert main(["decode", cnf, answer]) == 0
    assert Cube(2).apply("R U2 F'").apply(capsys.readouterr().out).is_solved


def test_a_formula_has_its_checksum_beside_it(directory: str) -> None:
    for name in ("q.cnf", "q.cnf.gz"):
        assert main(["cnf", "R U2 F'", "--size", "2", "--length", "3", "-o", f"{directory}/{name}"]) == 0
        with fetched_file(f"{directory}/{name}") as path:
            digest = hashlib.sha256(path.read_bytes()).hexdigest()
        with fetched_file(f"{directory}/{name}.sha256") as path:
            assert path.read_text().splitlines()[1:] == [f"{digest}  {name}"]


def test_an_answer_and_a_proof_are_waited_for(
    directory: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """They come one after the other, half of one first, while `decode` looks."""
    from pysat.solvers import Cadical195

    cnf, answer, proof = (f"{directory}/{name}" for name in ("q.cnf", "answer.txt", "proof.drat"))
    assert main(["cnf", "R U2 F'", "--size", "2", "--length", "2", "-o", cnf]) == 0
    with fetched_file(cnf) as path:
        formula = dimacs.read_file(path.read_text().splitlines())
    with Cadical195(bootstrap_with=formula.clauses, with_proof=True) as solver:
        assert not solver.solve()
        lemmas = solver.get_proof()

    deliveries = iter(
        [
            (answer, f"c formula {formula.hash}\n"),
            (answer, f"c formula {formula.hash}\ns UNSATISFIABLE\n"),
            (proof, "".join(f"{lemma}\n" for lemma in lemmas)),
        ]
    )

    def deliver(*_: object) -> None:
        place, text = next(deliveries)
        with delivered_file(place) as path:
            path.write_text(text)

    capsys.readouterr()
    # While `decode` waits, more arrives.
    monkeypatch.setattr(Control, "wait", deliver)
    assert main(["decode", cnf, answer, "--wait", "--proof", proof, "--json"]) == 4
    assert list(deliveries) == []
    captured = capsys.readouterr()
    assert json.loads(captured.out)["proved"]
    assert f"There is no answer of a solver yet: {shown(answer)} does not exist." in captured.err


def test_a_service_that_is_away_is_waited_for(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cnf = tmp_path / "q.cnf"
    assert main(["cnf", "R", "--size", "2", "--length", "1", "-o", str(cnf)]) == 0
    capsys.readouterr()
    url, away = (
        "http://127.0.0.1:1/answer.txt",
        "The service of http://127.0.0.1:1/answer.txt cannot be reached.",
    )
    assert main(["decode", str(cnf), url]) == 2
    assert capsys.readouterr().err == f"cubeproof: {away}\n"
    assert main(["decode", str(cnf), url, "--wait", "--timeout", "1.2"]) == 4
    stderr_lines = capsys.readouterr().err.splitlines()
    assert stderr_lines == [
        f"cubeproof: waiting for {url}: {away}",
        f"cubeproof: 1.2 seconds passed before the input was complete. {away}",
    ]


def test_wrong_keys_are_not_waited_for(
    s3: S3, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cnf = tmp_path / "q.cnf"
    assert main(["cnf", "R", "--size", "2", "--length", "1", "-o", str(cnf)]) == 0
    s3.answer = lambda method, path: ("403 Forbidden", b"<Error><Code>SignatureDoesNotMatch</Code></Error>")
    assert main(["decode", str(cnf), f"s3://{BUCKET}/answer.txt", "--wait", "--timeout", "60"]) == 2
    assert "keys" in capsys.readouterr().err


def test_existing_file_is_replaced(directory: str) -> None:
    for text in ("first", "the second", ""):
        with delivered_file(f"{directory}/file.txt") as path:
            path.write_text(text)
        with fetched_file(f"{directory}/file.txt") as path:
            assert path.read_text() == text
    with fetched_folder(directory) as here:
        assert [path.name for path in here.iterdir()] == ["file.txt"]
    assert not is_free(f"{directory}/file.txt")


def test_a_certificate_is_written_and_checked(folder: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert is_free(folder)
    assert main(["solve", "R U2 F'", "--size", "2", "--certify", folder, "--json"]) == 0
    captured = capsys.readouterr()
    place = json.loads(captured.out)["certificate"]
    assert place == shown(folder)
    assert f"The certificate is in {place}." in captured.err
    assert not is_free(folder)
    assert main(["check", folder, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["length"] == 3
    assert main(["solve", "R", "--size", "2", "--certify", folder]) == 1
    assert f"{place} already exists; choose a new or empty folder." in capsys.readouterr().err


def test_round_trip_works_from_python(folder: str) -> None:
    written = certify(solve(Cube(2).apply("R U")), folder)
    verdict = check_certificate(folder)
    assert (written.place, verdict.place, verdict.length) == (shown(folder), shown(folder), 2)
    entries = write_family(f"{folder}-family", series=[Series(3, "htm", 2)], compress=True)
    with fetched_folder(f"{folder}-family") as here:
        assert {entry["file"] for entry in json.loads((here / "index.json").read_text())["instances"]} == {
            entry.file for entry in entries
        }


def test_pictures_are_written_to_a_place(directory: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "R", "-o", f"{directory}/cube.svg"]) == 0
    assert main(["animate", "R", "--pixels", "32", "-o", f"{directory}/film.gif"]) == 0
    assert f"{shown(directory)}/film.gif: " in capsys.readouterr().err
    assert main(["explore", "--depth", "2", "-o", f"{directory}/chart.svg"]) == 0
    with fetched_folder(directory) as here:
        begin = {path.name: path.read_bytes()[:4] for path in here.iterdir()}
    assert begin == {"cube.svg": b"<svg", "film.gif": b"GIF8", "chart.svg": b"<svg"}


def test_answers_resume_where_they_ended(directory: str, capsys: pytest.CaptureFixture[str]) -> None:
    cubes, answers = f"{directory}/cubes.txt", f"{directory}/answers.txt"
    for lines, expected in (("R U\n", ""), ("R U\nF2\nQ\n", "already has the answer to 1 cube")):
        with delivered_file(cubes) as path:
            path.write_text(lines)
        main(["solve", "--file", cubes, "-o", answers, "--size", "2"])
        captured = capsys.readouterr()
        assert expected in captured.err
        assert ("without a lock against other runs" in captured.err) == (not directory.startswith("file"))
    with fetched_file(answers) as path:
        assert [line.partition(" // ")[2][:1] for line in path.read_text().splitlines()[1:3]] == ["1", "2"]
    # The file of the cubes itself is no place for the answers, however its URL is written.
    assert main(["solve", "--file", cubes, "-o", cubes, "--size", "2"]) == 2
    assert "contains the cubes: choose" in capsys.readouterr().err


def test_abandoned_folder_is_removed(folder: str) -> None:
    def give_up() -> None:
        with delivered_folder(folder, manifest="m.json") as here:
            here.joinpath("m.json").write_text("{}")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        give_up()
    assert is_free(folder)
