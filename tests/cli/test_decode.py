"""`decode` reports every fault that `docs/elsewhere.md` lists; waiting ends when the answer is complete."""

import gzip
import io
import json
import re
import signal
import subprocess
import threading
from pathlib import Path

import pytest

from cubeproof.cli import main
from cubeproof.cli.formulas import decode
from cubeproof.cli.text_files import text_of
from cubeproof.contract.control import Control
from cubeproof.formulas.dimacs import read_file
from patience import PATIENCE
from places.services import silent_server
from terminal import COMMAND, on_a_terminal

PAGE = Path(__file__).parents[2].joinpath("docs", "elsewhere.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in row.split("|")[1:-1]]
    for row in PAGE.partition("## What can go wrong")[2].partition("\n## ")[0].splitlines()
    if row.startswith("| ")
][1:]

CLAUSES = ["1 2 0", "1 -2 0", "-1 -3 0", "3 12 0"]
TURNS = ["c var 1 turn(1,R)", "c var 2 turn(1,U)", "c var 3 turn(2,R)", "c var 12 turn(2,-)"]
HEADER = f"p cnf 12 {len(CLAUSES)}"
NAME = read_file([*TURNS, HEADER, *CLAUSES]).hash
FORMULA = "\n".join([f"c formula {NAME}", *TURNS, HEADER, *CLAUSES, ""])
OTHER = f"sha256:{64 * 'a'}"
MODEL = "s SATISFIABLE\nv 1 -2 -3 12 0\n"
# The same formula with one more clause, without a model.
UNSAT = "\n".join([*TURNS, "p cnf 12 5", *CLAUSES, "-12 3 0", ""])
LRAT = "6 1 0 1 2 0\n7 -3 0 6 3 0\n8 12 0 7 4 0\n9 0 8 7 5 0\n"

FAULTS: dict[str, tuple[str, str | None]] = {
    "there is no answer file": (FORMULA, None),
    "the file is empty": (FORMULA, ""),
    "it has no verdict": (FORMULA, f"c formula {NAME}\nc working\n"),
    "it has no model": (FORMULA, "s SATISFIABLE\n"),
    "its model is truncated": (FORMULA, MODEL[:-4]),
    "it is the answer to another formula": (FORMULA, f"c formula {OTHER}\n{MODEL}"),
    "its model has more variables": (FORMULA, MODEL.replace("12 0", "12 13 0")),
    "its model breaks clauses": (FORMULA, MODEL.replace("12", "-12").replace("-3", "3")),
    "it has several models": (FORMULA, f"{MODEL}v 1 2 0\n"),
    "its model contradicts itself": (FORMULA, MODEL.replace("-2", "-1")),
    "it has both verdicts": (FORMULA, f"{MODEL}s UNSATISFIABLE\n"),
    "the formula is truncated": (FORMULA.rpartition("-1")[0], MODEL),
    "the formula has a literal above its header": (FORMULA.replace("3 12 0", "3 13 0"), MODEL),
    "the formula's header is truncated": (FORMULA.replace(HEADER, "p cnf 12"), MODEL),
    "the formula lost names of its turns": (FORMULA.replace("c var 1 ", "c "), MODEL),
    "the formula was changed": (FORMULA.replace("1 -2 0", "1 2 0"), MODEL),
    "the solver gave up": (FORMULA, f"c formula {NAME}\ns UNKNOWN\n"),
    'the solver reports "no"': (FORMULA, f"c formula {NAME}\ns UNSATISFIABLE\n"),
}


class Place:
    """A folder with a formula, and perhaps an answer and a proof."""

    def __init__(self, folder: Path) -> None:
        self.cnf, self.answer, self.proof = folder / "q.cnf", folder / "answer.txt", folder / "proof"

    def put(self, formula: str, answer: str | None = None, proof: str | None = None) -> None:
        for path, text in ((self.cnf, formula), (self.answer, answer), (self.proof, proof)):
            if text is not None:
                path.write_text(text)

    def decode(self, *options: str) -> int:
        return main(["decode", str(self.cnf), str(self.answer), *options])

    def proved(self, *options: str) -> int:
        return self.decode("--proof", str(self.proof), *options)


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let `decode` look again without delay."""
    monkeypatch.setattr(decode, "_FIRST", 0.01)
    monkeypatch.setattr(decode, "_LONGEST", 0.02)


class TestFaults:
    def test_decode_page_lists_all_faults(self) -> None:
        assert [row[0] for row in ROWS if row[0] != "the time is up"] == [*FAULTS]

    @pytest.mark.parametrize("row", [row for row in ROWS if row[0] in FAULTS], ids=lambda row: row[0])
    def test_decode_reports_each_fault_as_the_page_says(
        self, row: list[str], place: Place, quick: None, capsys: pytest.CaptureFixture[str]
    ) -> None:
        what, said, status, _ = row
        place.put(*FAULTS[what])
        assert place.decode() == int(status)
        seen = capsys.readouterr()
        assert said in seen.err
        assert seen.out == ""
        assert place.decode("--json") == int(status)
        data = json.loads(capsys.readouterr().out)
        assert data.get("solution") is None
        assert ("error" in data) == (int(status) == 2)

    @pytest.mark.parametrize("row", [row for row in ROWS if row[0] in FAULTS], ids=lambda row: row[0])
    def test_decode_waits_or_ends_as_the_page_says(
        self, row: list[str], place: Place, quick: None, capsys: pytest.CaptureFixture[str]
    ) -> None:
        what, said, status, wait = row
        place.put(*FAULTS[what])
        if wait == "ends":
            assert place.decode("--wait") == int(status)
            assert said in capsys.readouterr().err
            return
        assert place.decode("--wait", "--timeout", "0.05") == 4
        (up,) = [row for row in ROWS if row[0] == "the time is up"]
        lines = capsys.readouterr().err.splitlines()
        assert len(lines) == 2
        assert lines[0].startswith(f"cubeproof: waiting for {place.answer}: {said}")
        assert lines[-1].startswith(f"cubeproof: 0.05 {up[1]} {said}")

    def test_decode_reads_text_as_windows_saves_it(
        self, place: Place, capsys: pytest.CaptureFixture[str]
    ) -> None:
        for path, text in ((place.cnf, FORMULA), (place.answer, MODEL)):
            path.write_bytes(text.replace("\n", "\r\n").encode("utf-8-sig"))
        assert place.decode() == 0
        assert capsys.readouterr().out == "R\n"

    def test_decode_does_not_wait_for_an_unreadable_answer(self, place: Place) -> None:
        place.put(FORMULA)
        place.answer.mkdir()
        assert place.decode("--wait") == 2

    @pytest.mark.parametrize(
        ("options", "reason"),
        [
            (["--timeout", "5"], "only applies together with --wait"),
            (["--wait", "--timeout", "0"], "above 0"),
            (["--wait", "--timeout", "nan"], "above 0"),
        ],
    )
    def test_decode_refuses_senseless_options(
        self, options: list[str], reason: str, place: Place, capsys: pytest.CaptureFixture[str]
    ) -> None:
        place.put(FORMULA, MODEL)
        assert place.decode(*options) == 2
        assert reason in capsys.readouterr().err

    def test_decode_does_not_wait_for_stdin(
        self, place: Place, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        place.put(FORMULA)
        monkeypatch.setattr("sys.stdin", io.StringIO(MODEL))
        assert main(["decode", str(place.cnf), "-", "--wait"]) == 2
        assert "stdin is read once" in capsys.readouterr().err
        assert main(["decode", str(place.cnf), "-"]) == 0
        assert capsys.readouterr().out == "R\n"


class TestAnswers:
    @pytest.mark.parametrize(
        "answer",
        [
            MODEL,
            f"c formula {NAME}\n{MODEL}",
            "SAT\n1 -2 -3 12 0\n",
            MODEL.replace("\n", "\r\n"),
            "sat\n1 -2 -3 12\n",
            "True\n[1, -2, -3, 12]\n",
        ],
    )
    def test_decode_prints_turns(self, answer: str, place: Place, capsys: pytest.CaptureFixture[str]) -> None:
        place.put(FORMULA, answer)
        assert place.decode() == 0
        assert capsys.readouterr().out == "R\n"
        assert place.decode("--json") == 0
        expected = {"satisfiable": True, "solution": "R", "length": 1, "formula": NAME, "proved": False}
        assert json.loads(capsys.readouterr().out) == expected

    def test_decode_reads_a_formula_that_other_programs_wrote(
        self, place: Place, capsys: pytest.CaptureFixture[str]
    ) -> None:
        place.put(FORMULA.replace(HEADER, f"  {HEADER.upper()}") + "%\n0\n", MODEL)
        assert place.decode("--json") == 0
        assert json.loads(capsys.readouterr().out)["formula"] == NAME

    def test_decode_prints_a_no_without_a_proof(
        self, place: Place, capsys: pytest.CaptureFixture[str]
    ) -> None:
        place.put(FORMULA, "UNSAT\n")
        assert place.decode("--json") == 4
        seen = capsys.readouterr()
        expected = {"satisfiable": False, "solution": None, "length": None, "formula": NAME, "proved": False}
        assert json.loads(seen.out) == expected
        assert seen.err.endswith("This is unproved. The output also does not name the formula.\n")


class TestProofs:
    def test_decode_checks_a_no_with_a_proof(self, place: Place, capsys: pytest.CaptureFixture[str]) -> None:
        place.put(UNSAT, "UNSAT\n", LRAT)
        assert place.proved() == 4
        stderr = capsys.readouterr().err
        assert "Proved: the formula has no model (cubeproof followed the proof, 4 lemmas)." in stderr
        assert "no answer of at most 2 turns, if the file contains the question that it names" in stderr
        assert place.proved("--json") == 4
        data = json.loads(capsys.readouterr().out)
        assert data["proved"] is True
        assert (data["checker"], data["lemmas"]) == ("cubeproof", 4)
        assert (data["satisfiable"], data["solution"], data["length"]) == (False, None, None)

    def test_decode_proves_an_exact_length_only(
        self, place: Place, capsys: pytest.CaptureFixture[str]
    ) -> None:
        place.put(UNSAT.replace("turn(2,-)", "turn(2,U)"), "UNSAT\n", LRAT)
        assert place.proved("--lang", "fr") == 4
        assert "pas de réponse d’exactement 2 mouvements" in capsys.readouterr().err

    @pytest.mark.parametrize("proof", [LRAT[:-4], LRAT.replace("7 4", "6 4"), "", "8 12 0 1 2 0\n", "12 0\n"])
    def test_decode_refuses_a_false_proof(
        self, proof: str, place: Place, capsys: pytest.CaptureFixture[str]
    ) -> None:
        place.put(UNSAT, "UNSAT\n", proof)
        assert place.proved() == 1
        assert "Proved" not in capsys.readouterr().err
        assert place.proved("--json") == 1
        data = json.loads(capsys.readouterr().out)
        assert data["status"] == 1
        assert "proved" not in data

    def test_decode_refuses_a_missing_proof(self, place: Place, capsys: pytest.CaptureFixture[str]) -> None:
        place.put(UNSAT, "UNSAT\n")
        assert place.proved() == 2
        assert f"{place.proof}: No such file" in capsys.readouterr().err

    @pytest.mark.parametrize(("answer", "status"), [(MODEL, 0), ("s UNKNOWN\n", 4)])
    def test_decode_reads_no_proof_of_a_yes(
        self, answer: str, status: int, place: Place, capsys: pytest.CaptureFixture[str]
    ) -> None:
        place.put(FORMULA, answer)
        assert place.proved() == status
        seen = capsys.readouterr()
        assert (seen.out, "no proof is needed" in seen.err) == (("R\n", True) if status == 0 else ("", False))

    def test_decode_refuses_a_false_yes_with_a_proof(self, place: Place) -> None:
        place.put(UNSAT, MODEL, LRAT)
        assert place.proved() == 2


class TestWaiting:
    @pytest.mark.parametrize("packed", [False, True])
    def test_decode_waits_until_the_answer_is_complete(
        self, packed: bool, place: Place, quick: None, capsys: pytest.CaptureFixture[str]
    ) -> None:
        place.put(FORMULA)
        text = f"c formula {NAME}\n{MODEL}".encode()
        text = gzip.compress(text) if packed else text
        looks = threading.Event()

        def slowly(name: str) -> str:
            looks.set()
            return text_of(name)

        def write() -> None:
            # Each look sees one more part.
            for end in (0, 1, 20, len(text) - 9, len(text)):
                looks.clear()
                assert looks.wait(PATIENCE)
                place.answer.write_bytes(text[:end])

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(decode, "text_of", slowly)
            writer = threading.Thread(target=write)
            writer.start()
            assert place.decode("--wait") == 0
            writer.join()
        assert capsys.readouterr().out == "R\n"

    def test_decode_waits_for_an_intermittent_drive(
        self, place: Place, quick: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        place.put(FORMULA, MODEL)
        faults = [ConnectionResetError(104, "Connection reset by peer"), TimeoutError(110, "Timed out")]

        def failing(name: str) -> str:
            if faults and name == str(place.answer):
                raise faults.pop(0)
            return text_of(name)

        monkeypatch.setattr(decode, "text_of", failing)
        assert place.decode("--wait") == 0
        seen = capsys.readouterr()
        assert seen.out == "R\n"
        assert [line.rpartition(": ")[2] for line in seen.err.splitlines()] == [
            "Connection reset by peer.",
            "Timed out.",
        ]

    def test_decode_waits_for_the_proof(
        self, place: Place, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        place.put(UNSAT, "UNSAT\n")
        assert place.proved("--wait", "--timeout", "0.01") == 4
        assert f"There is no proof yet: {place.proof} does not exist." in capsys.readouterr().err
        monkeypatch.setattr(Control, "wait", lambda control, seconds: place.put(UNSAT, proof=LRAT))
        assert place.proved("--wait") == 4
        assert "Proved: the formula has no model" in capsys.readouterr().err

    def test_decode_limits_its_wait_for_a_silent_service(
        self, place: Place, capsys: pytest.CaptureFixture[str]
    ) -> None:
        place.put(FORMULA)
        with silent_server() as host:
            answer = f"http://{host}/answer"
            assert main(["decode", str(place.cnf), answer, "--wait", "--timeout", "0.3"]) == 4
        assert (
            f"0.3 seconds passed before the input was complete. {answer} has not come yet."
            in capsys.readouterr().err
        )

    def test_decode_waits_with_growing_breaks(self, place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
        place.put(FORMULA)
        breaks: list[float] = []

        def wait(control: object, seconds: float) -> None:
            breaks.append(seconds)
            if len(breaks) == 12:
                place.put(FORMULA, MODEL)

        monkeypatch.setattr(Control, "wait", wait)
        assert place.decode("--wait") == 0
        assert breaks[0] == 1
        assert breaks == sorted(breaks)
        assert 10 <= breaks[-1] <= 30

    def test_decode_wait_ends_at_ctrl_c(self, place: Place) -> None:
        place.put(FORMULA)
        command = [*COMMAND, "decode", str(place.cnf), str(place.answer), "--wait", "--json"]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            assert process.stderr is not None
            assert process.stdout is not None
            assert "waiting for" in process.stderr.readline()
            process.send_signal(signal.SIGINT)
            assert process.wait(PATIENCE) == 130
            assert "Interrupted." in process.stderr.read()
            assert json.loads(process.stdout.read())["status"] == 130

    def test_decode_wait_is_shown_on_a_terminal(self, place: Place) -> None:
        place.put(FORMULA)
        arguments = ["decode", str(place.cnf), str(place.answer), "--wait", "--timeout", "0.3"]
        status, out, err = on_a_terminal({"LANG": "C.UTF-8", "COLUMNS": "250"}, *arguments)
        assert (status, out) == (4, "")
        assert re.search(r"waiting for .*answer\.txt: There is no answer .*0:00:\d\d", err)
        assert "0.3 seconds passed before the input was complete." in err


def test_the_formula_is_read_before_the_answer_is_waited_for(place: Place) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Control, "wait", lambda control, seconds: pytest.fail("it waits"))
        assert place.decode("--wait") == 2
