"""`solve --file`: files of every format, answers in order or as they arrive, parallel searches, and resumed runs."""

import csv
import gzip
import io
import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Self

import pytest

from cubeproof import Cube, scramble
from cubeproof.cli import main
from cubeproof.cli.output.progress import Display
from cubeproof.cli.solve import batch as batch_verb
from cubeproof.cli.solve import one_cube as solve_verb
from cubeproof.cli.solve.answer_files import AnswerFile, FileQuestion
from cubeproof.contract.control import Control
from cubeproof.contract.events import TableBuilding
from cubeproof.contract.request import SearchRequest
from cubeproof.solving.solve import solve, solve_request
from patience import PATIENCE, until
from web.serving import alive, children

COMMAND = [sys.executable, "-m", "cubeproof", "solve", "--file"]
ALGS = ["R U F2", "R", "U2 R'", "R U R' U'", "F R2"]
FAR = "R2 U' F2 D B' L2 U R' F D2 B U2 L' F2"
"""A 3×3×3 that no SAT solver is done with in minutes."""

Capture = pytest.CaptureFixture[str]


def solved(capsys: Capture, *arguments: str) -> tuple[int, list[dict[str, Any]], str]:
    """Return the status of `solve --file … --json`, its objects and its messages."""
    status = main(["solve", "--file", *arguments, "--json"])
    seen = capsys.readouterr()
    return status, [json.loads(line) for line in seen.out.splitlines()], seen.err


def turns(answers: Iterable[dict[str, Any]]) -> list[object]:
    return [answer.get("length", answer.get("status")) for answer in answers]


def comparable(path: Path) -> list[dict[str, Any]]:
    """Return the answers of a file, without the fields that differ from run to run."""
    answers = [json.loads(line) for line in path.read_text().splitlines()]
    for answer in answers:
        answer.pop("seconds", None)
    return answers


@pytest.fixture
def cubes(tmp_path: Path) -> Path:
    path = tmp_path / "cubes.txt"
    path.write_text("".join(f"{alg}\n" for alg in ALGS))
    return path


class TestReading:
    def test_batch_reads_json_lines(self, tmp_path: Path, capsys: Capture) -> None:
        file = tmp_path / "cubes.jsonl"
        state = Cube(2).apply("R U").facelets
        lines: list[dict[str, object]] = [
            {"scramble": "R U F2", "size": 2, "id": "first", "who": "knows"},
            {"state": state, "id": 7},
            {"scramble": state, "id": None},
            {"scramble": "U' R' F", "state": state},
            {"scramble": "", "size": 2, "id": {"a": [1, "ü"]}},
        ]
        file.write_text("\n\n".join(map(json.dumps, lines)))
        status, answers, said = solved(capsys, str(file))
        assert (status, said) == (0, "")
        assert turns(answers) == [3, 2, 2, 1, 0]
        assert [answer["line"] for answer in answers] == [1, 3, 5, 7, 9]
        assert [answer.get("id", "none") for answer in answers] == ["first", 7, None, "none", {"a": [1, "ü"]}]
        assert [answer["scramble"] for answer in answers] == ["R U F2", None, None, "U' R' F", ""]
        assert answers[3]["start"] == Cube(2).apply("F").facelets

    @pytest.mark.parametrize("separator", [",", ";", "\t"])
    @pytest.mark.parametrize("name", ["cubes.csv", "cubes.CSV.gz", "cubes", "-"])
    def test_batch_reads_csv(
        self, name: str, separator: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        state = Cube(2).apply("R U").facelets
        text = io.StringIO()
        writer = csv.writer(text, delimiter=separator)
        writer.writerows(
            [
                ["ID", "who", "Scramble", "state", "size"],
                ["a", "x", "R U F2", "", "2"],
                ["b", "x", "[R, U]; F", "", " 2 "],
                [],
                ['"c"', "", "", state, ""],
                ["d", "", "U' R' F", state, "2"],
            ]
        )
        written = text.getvalue().replace("; F", " F").encode("utf-8-sig")
        if name == "-":
            monkeypatch.setattr("sys.stdin", io.StringIO(written.decode("utf-8-sig")))
            where = name
        else:
            path = tmp_path / name
            path.write_bytes(gzip.compress(written) if name.endswith(".gz") else written)
            where = str(path)
        status, answers, said = solved(capsys, where)
        assert (status, said) == (0, "")
        assert turns(answers) == [3, solve(Cube(2).apply("[R, U] F")).length, 2, 1]
        assert [answer["line"] for answer in answers] == [2, 3, 5, 6]
        assert [answer["id"] for answer in answers] == ["a", "b", '"c"', "d"]

    def test_bad_csv_line_is_reported_and_costs_no_other(self, tmp_path: Path, capsys: Capture) -> None:
        file = tmp_path / "cubes.csv"
        file.write_bytes(
            b"id,scramble,size\n"
            b"1,R,2\n"
            b"2,[R, U],2\n"
            b"3,R\n"
            b'4,"R U,2\n'
            b'5,"R" U,2\n'
            b"6,R,two\n"
            b"7,,2\n"
            b"8,R Q,2\n"
            b"9,\xff,2\n"
            b"10,R,99\n" + b"11," + b"R" * 200_000 + b",2\n"
            b'12,"[R, U]",2\n'
        )
        status, answers, said = solved(capsys, str(file))
        assert status == 2
        assert turns(answers) == [1, *[2] * 10, 4]
        reported = said.split(f"cubeproof: {file}, line ")[1:]
        cells = "the first line names 3 columns; put a cell that contains the separator in quotation marks."
        assert [line.partition("\n")[0] for line in reported] == [
            f"3: This line has 4 cells, but {cells}",
            f"4: This line has 2 cells, but {cells}",
            "5: The quotation marks do not match: a quotation mark that opens a cell has another one at its end.",
            "6: The quotation marks do not match: a quotation mark that opens a cell has another one at its end.",
            '7: The field size is a whole number, not "two".',
            '8: A cube is required: turns such as "R U F2", or a state and its facelets.',
            "9: Column 3: 'Q' is not a turn.",
            "10: Column 1: 'ÿ' is not a turn.",
            "11: A cube has 2 to 50 layers, not 99.",
            "12: This cannot be read as CSV: field larger than field limit (131072).",
        ]
        assert [answer.get("id") for answer in answers] == [
            "1",
            *[None] * 4,
            "6",
            "7",
            "8",
            "9",
            "10",
            None,
            "12",
        ]

    def test_bad_json_line_is_reported_and_costs_no_other(self, tmp_path: Path, capsys: Capture) -> None:
        file = tmp_path / "cubes.ndjson"
        state = Cube(2).facelets
        lines = {
            '{"scramble": "R", "size": 2': "This is not JSON (column 28: ",
            "R U": "This is not JSON (column 1: Expecting value).",
            "[]": "This is not a JSON object with a scramble or a state.",
            "[" * 100_000: "This is not a JSON object with a scramble or a state.",
            '{"scramble": "R", "size": 2, "id": NaN}': "This is not a JSON object with a scramble or a state.",
            '{"scramble": "R", "size": 2, "id": 1e999}': "This is not a JSON object with a scramble or a state.",
            '{"scramble": ["R"], "size": 2}': 'The field scramble is a text, not ["R"].',
            '{"state": 3, "size": 2}': "The field state is a text, not 3.",
            '{"scramble": "R", "size": 2.5}': "The field size is a whole number, not 2.5.",
            '{"scramble": "R", "size": true}': "The field size is a whole number, not true.",
            '{"scramble": null}': "A cube is required",
            f'{{"scramble": "{state}", "state": "{state}"}}': "Both the scramble and the state are facelets.",
            f'{{"state": "{state}", "size": 3}}': "A cube of 3 layers has 54 stickers, but this text has 24.",
        }
        file.write_text("\n".join([*lines, '{"scramble": "R", "size": 2, "id": 1}']))
        status, answers, said = solved(capsys, str(file))
        assert status == 2
        assert turns(answers) == [*[2] * len(lines), 1]
        assert answers[-1]["id"] == 1
        for number, (answer, expected) in enumerate(zip(answers, lines.values(), strict=False), 1):
            assert answer["error"].startswith(f"{file}, line {number}: {expected}")
            assert f"cubeproof: {answer['error']}\n" in said

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("name,turns\nx,R\n", "but has neither scramble nor state: name, turns."),
            ("scramble,size,SIZE\nR,2,2\n", "names the column size twice."),
            ('scramble,"size\nR,2\n', "The quotation marks do not match"),
        ],
    )
    def test_csv_heading_without_a_cube_is_refused(
        self, text: str, message: str, tmp_path: Path, capsys: Capture
    ) -> None:
        file = tmp_path / "cubes.csv"
        file.write_text(text)
        status, answers, said = solved(capsys, str(file))
        assert status == 2
        assert message in said
        assert [answer["status"] for answer in answers] == [2]

    @pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"])
    def test_batch_reads_every_line_ending(self, ends: str, tmp_path: Path, capsys: Capture) -> None:
        file = tmp_path / "cubes"
        # Two-character line ends are split where the file is read in pieces.
        file.write_bytes(ends.join(["R", "// " + "x" * 65_530, *["R U"] * 20, "Q"]).encode())
        status, answers, _ = solved(capsys, str(file), "--size", "2")
        assert status == 2
        assert turns(answers) == [1, *[2] * 21]
        assert [answer["line"] for answer in answers] == [1, *range(3, 24)]

    def test_a_line_without_an_end_is_not_kept(self, tmp_path: Path, capsys: Capture) -> None:
        file = tmp_path / "cubes"
        file.write_text("R\n" + "R " * 3_000_000 + "\nR U\n")
        status, answers, said = solved(capsys, str(file), "--size", "2")
        assert (status, turns(answers)) == (2, [1, 2, 2])
        assert "line 2: This line has more than 4,000,000 bytes." in said

    def test_compressed_file_is_read_in_pieces_and_refused_if_damaged(
        self, tmp_path: Path, capsys: Capture
    ) -> None:
        file = tmp_path / "cubes.txt.gz"
        whole = gzip.compress(b"R\nR") + gzip.compress(b" U\n" + b"// nothing\n" * 100_000 + b"F\n")
        file.write_bytes(whole)
        assert turns(solved(capsys, str(file), "--size", "2")[1]) == [1, 2, 1]
        for broken in (whole[:-4], whole[: len(whole) // 2], whole + b"more"):
            file.write_bytes(broken)
            status, answers, said = solved(capsys, str(file), "--size", "2")
            assert status == 2
            assert answers[-1]["error"] == f"{file} is a damaged gzip file."
            assert said.endswith(f"cubeproof: {file} is a damaged gzip file.\n")

    def test_error_common_to_every_cube_is_printed_once(self, cubes: Path, capsys: Capture) -> None:
        for wrong in (
            ["--engine", "magic"],
            ["--metric", "ftm"],
            ["--timeout", "0"],
            ["--jobs", "0"],
            ["--jobs", "-1"],
            ["--engine", "walk", "--all"],
        ):
            status, answers, said = solved(capsys, str(cubes), *wrong)
            assert (status, turns(answers)) == (2, [2])
            assert said.count("\n") == 1


class TestOrder:
    @pytest.mark.parametrize("jobs", ["1", "2", "5"])
    def test_answers_have_the_order_of_the_file(
        self, jobs: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def slow(request: SearchRequest, control: Control) -> Any:
            # The first of five takes longest.
            assert request.limit.length is not None
            time.sleep(0.05 * (request.limit.length - len(request.known_answer() or ())))
            return solve_request(request, control)

        monkeypatch.setattr(solve_verb, "solve_request", slow)
        file = tmp_path / "cubes"
        file.write_text("\n".join(" ".join(["R", "U", "F", "R", "U"][:count]) for count in (1, 2, 3, 4, 5)))
        status, answers, _ = solved(capsys, str(file), "--size", "2", "--jobs", jobs, "--max-length", "6")
        assert status == 0
        assert [answer["line"] for answer in answers] == turns(answers) == [1, 2, 3, 4, 5]

    def test_parallel_searches_have_one_core_each(
        self, cubes: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        seen = []

        def looked_at(request: SearchRequest, control: Control) -> Any:
            seen.append(request.options.jobs)
            return solve_request(request, control)

        monkeypatch.setattr(solve_verb, "solve_request", looked_at)
        assert solved(capsys, str(cubes), "--size", "2", "--engine", "sat", "--jobs", "3")[0] == 0
        assert seen == [1] * 5
        seen.clear()
        assert solved(capsys, str(cubes), "--size", "2", "--engine", "sat", "--jobs", "1")[0] == 0
        assert seen == [1] * 5

    def test_parallel_engines_agree_with_a_single_one(self, tmp_path: Path, capsys: Capture) -> None:
        file = tmp_path / "cubes"
        algs = [str(scramble(2, seed=seed)) for seed in range(8)]
        file.write_text("\n".join(algs))
        arguments = [str(file), "--size", "2", "--engine", "sat"]
        lengths = turns(solved(capsys, *arguments, "--jobs", "4")[1])
        assert lengths == [solve(Cube(2).apply(alg)).length for alg in algs]

    def test_unexpected_failure_does_not_stop_other_cubes(
        self, cubes: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def broken(request: SearchRequest, control: Control) -> Any:
            if str(request.known_answer()) == "R'":
                raise ZeroDivisionError("oh")
            if str(request.known_answer()) == "R U2":
                raise MemoryError
            return solve_request(request, control)

        monkeypatch.setattr(solve_verb, "solve_request", broken)
        monkeypatch.delenv("CUBEPROOF_DEBUG", raising=False)
        status, answers, said = solved(capsys, str(cubes), "--size", "2", "--jobs", "2")
        assert status == 4
        assert [answer.get("status", 0) for answer in answers] == [0, 1, 4, 0, 0]
        assert "This is a bug in cubeproof" in said
        monkeypatch.setenv("CUBEPROOF_DEBUG", "1")
        with pytest.raises(ZeroDivisionError):
            main(["solve", "--file", str(cubes), "--size", "2"])

    def test_the_time_limit_is_for_each_cube(self, tmp_path: Path, capsys: Capture) -> None:
        file = tmp_path / "cubes"
        file.write_text(f"{FAR}\nR U\n{FAR}\nR\n")
        for jobs in ("1", "2"):
            for seconds in ("1", "4", "16", "64", "256"):  # longer where the machine is busy
                status, answers, _ = solved(
                    capsys, str(file), "--engine", "sat", "--timeout", seconds, "--jobs", jobs
                )
                if [answer["length"] for answer in answers] == [None, 2, None, 1]:
                    break
            assert status == 4
            assert [answer["length"] for answer in answers] == [None, 2, None, 1]
            assert [answer.get("stopped") for answer in answers] == ["timeout", None, "timeout", None]


class TestStreaming:
    @pytest.mark.parametrize("jobs", ["1", "2"])
    @pytest.mark.parametrize("json_", [[], ["--json"]])
    def test_an_answer_comes_before_the_next_cube_is_there(self, jobs: str, json_: list[str]) -> None:
        command = [*COMMAND, "-", "--size", "2", "--jobs", jobs, *json_]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            for alg, answer in (("R", "R'"), ("R U", "U' R'"), ("F2", "F2")):
                process.stdin.write(f"{alg}\n".encode())
                process.stdin.flush()
                assert select.select([process.stdout], [], [], 60)[0], "nothing came"
                # No more than this line is there.
                line = os.read(process.stdout.fileno(), 1 << 16).decode()
                assert line.count("\n") == 1
                data = json.loads(line)["solution"] if json_ else line.strip()
                assert Cube(2).apply(alg).apply(data).is_solved
                assert len(data) == len(answer)
            process.stdin.close()
            assert process.wait(PATIENCE) == 0

    @pytest.mark.parametrize("jobs", ["1", "3"])
    def test_batch_stops_at_ctrl_c_on_a_silent_pipe(self, jobs: str) -> None:
        command = [*COMMAND, "-", "--size", "2", "--jobs", jobs]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            assert process.stderr is not None
            process.stdin.write(b"R\n")
            process.stdin.flush()
            assert process.stdout.readline() == b"R'\n"
            process.send_signal(signal.SIGINT)
            assert process.wait(PATIENCE) == 130
            assert process.stdout.read() == b""
            stderr_text = process.stderr.read().decode()
            assert stderr_text.splitlines()[-1] == "cubeproof: Interrupted."
            assert "Fatal" not in stderr_text

    @pytest.mark.parametrize("jobs", ["1", "2"])
    @pytest.mark.parametrize("out", [False, True])
    def test_ctrl_c_stops_the_batch_and_keeps_complete_answers(
        self, jobs: str, out: bool, tmp_path: Path
    ) -> None:
        file, answers = tmp_path / "cubes", tmp_path / "answers"
        file.write_text(f"R U\nR\n{FAR}\n{FAR} R\nR\n")
        command = [*COMMAND, str(file), "--engine", "sat", "--jobs", jobs, "--json"]
        command += ["-o", str(answers)] if out else []
        # Solvers that still run would keep this pipe open.
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            if out:
                until(lambda: answers.exists() and answers.read_bytes().count(b"\n") >= 2)
                lines = answers.read_bytes().splitlines()
            else:
                lines = [process.stdout.readline(), process.stdout.readline()]
            until(lambda: len(alive(children(process.pid))) >= int(jobs))
            process.send_signal(signal.SIGINT)
            assert process.wait(PATIENCE) == 130
            rest = [json.loads(line) for line in process.stdout.read().splitlines()]
            assert process.stderr.read().decode().count("Interrupted.") <= 1
        assert [json.loads(line)["length"] for line in lines] == [2, 1]
        if out:
            assert [item.get("error") for item in rest] == ["Interrupted."]
            assert answers.read_bytes().splitlines() == lines
        else:
            assert [item["stopped"] for item in rest if "stopped" in item] == ["interrupted"] * int(jobs)
            assert all(item["lower_bound"] >= 1 for item in rest if "stopped" in item)

    def test_table_progress_line_is_removed_when_building_stops(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        visible: list[object] = []

        class Recorded(Display):
            def __enter__(self) -> Self:
                visible.append(self)
                return super().__enter__()

            def __exit__(self, *reason: Any) -> None:
                visible.remove(self)
                super().__exit__(*reason)

        monkeypatch.setattr(batch_verb, "Display", Recorded)
        watching = batch_verb._Watching(alone=False)
        with watching() as progress:
            progress(TableBuilding("toy", 0.5))
            assert len(visible) == 1
            watching.close()
            # A search that returns late shows nothing.
            progress(TableBuilding("toy", 0.6))
        assert not visible

    def test_closed_reader_ends_the_batch(self, tmp_path: Path) -> None:
        file = tmp_path / "cubes"
        file.write_text("R\n" * 2000)
        script = (
            f"{' '.join(COMMAND)} {file} --size 2 --jobs 2 2>/dev/null | head -1; exit ${{PIPESTATUS[0]}}"
        )
        done = subprocess.run(
            ["bash", "-c", script], capture_output=True, text=True, check=False, timeout=PATIENCE
        )
        assert (done.returncode, done.stdout) == (0, "R'\n")

    def test_memory_does_not_grow_with_the_number_of_cubes(self, tmp_path: Path) -> None:
        file, answers = tmp_path / "cubes.txt", tmp_path / "answers.jsonl"
        program = (
            "import resource, sys; from cubeproof.cli import main; assert main(sys.argv[1:]) == 0; "
            "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
        )
        algs = [str(scramble(2, seed=seed)) for seed in range(100)]
        used = []
        for count in (1, 15):
            answers.unlink(missing_ok=True)
            file.write_text("".join(f"{alg}\n" for alg in algs * count))
            arguments = [
                "solve",
                "--file",
                str(file),
                "--size",
                "2",
                "--json",
                "-o",
                str(answers),
                "--jobs",
                "2",
            ]
            done = subprocess.run(
                [sys.executable, "-c", program, *arguments], capture_output=True, text=True, check=True
            )
            used.append(int(done.stdout) * (1 if sys.platform == "linux" else 1 / 1024))
            assert answers.read_bytes().count(b"\n") == 100 * count
        # Kilobytes: at most 2 for each of 1,400 more cubes.
        assert used[1] - used[0] < 2_800


class TestAnswerFile:
    def ran(self, capsys: Capture, *arguments: str) -> tuple[int, str]:
        status = main(["solve", "--file", *arguments, "--size", "2"])
        seen = capsys.readouterr()
        assert seen.out == "" or "--json" in arguments
        return status, seen.err

    @pytest.mark.parametrize("json_", [[], ["--json"]])
    def test_answer_file_has_what_stdout_has_and_more(
        self, json_: list[str], tmp_path: Path, capsys: Capture
    ) -> None:
        file, out = tmp_path / "cubes", tmp_path / "answers"
        file.write_text(f"R U\n\nR Q\n{'U' * 24}\nR R'\nR U F\n")
        status, said = self.ran(capsys, str(file), "-o", str(out), "--max-length", "2", *json_)
        assert status == 4
        assert said.splitlines()[0] == f"cubeproof: {file}, line 3: Column 3: 'Q' is not a turn."
        if json_:
            assert [(item["line"], item.get("length"), item.get("status")) for item in comparable(out)] == [
                (1, 2, None),
                (3, None, 2),
                (4, None, 3),
                (5, 0, None),
                (6, None, None),
            ]
        else:
            question, *lines = out.read_text().splitlines()
            assert re.fullmatch(
                r"// question [0-9a-f]{64}: size 2, goal solved, metric htm, max_length 2", question
            )
            assert lines[0] == "U' R' // 1: 2 turns (htm): there is no shorter way. [table]"
            assert lines[1] == "// 3: Column 3: 'Q' is not a turn."
            assert lines[2].startswith("// 4: This cube cannot exist. ")
            assert lines[3] == "(the cube is solved) // 5: The cube needs no turn. [auto]"
            assert lines[4].startswith(
                "// 6: There is no answer of the length allowed. It is proved that 3 or"
            )

    @pytest.mark.parametrize("kind", ["json", "text", "all"])
    def test_answer_file_resumes_from_any_cut(self, kind: str, tmp_path: Path, capsys: Capture) -> None:
        options = {"json": ["--json"], "text": [], "all": ["--all"]}[kind]
        file, out = tmp_path / "cubes.jsonl", tmp_path / "answers"
        state = Cube(2).apply("R U").facelets
        lines: list[dict[str, object]] = [
            {"scramble": "R2 D2 R2", "id": 1},
            {"scramble": "R Q", "id": 2},
            {"state": state, "id": 3},
            {"scramble": " ".join(state[place : place + 4] for place in range(0, 24, 4)), "id": 4},
            {"scramble": "U' R' F", "state": state},
            {"scramble": 5},
            {"scramble": "R2 D2 R2"},
        ]
        file.write_text("\n".join(map(json.dumps, lines)))
        arguments = [str(file), "-o", str(out), *options]
        status, said = self.ran(capsys, *arguments)
        assert status == 2
        whole = out.read_bytes()

        def read_answers() -> object:
            return comparable(out) if kind == "json" else out.read_text()

        expected = read_answers()
        for length in sorted({*range(0, len(whole), 37), *range(30), len(whole) - 1, len(whole)}):
            out.write_bytes(whole[:length])
            if kind != "json" and 0 < length <= whole.index(b"\n"):
                # A last line without a line end may be the user's text: it is not removed.
                assert self.ran(capsys, *arguments)[0] == 2
                assert out.read_bytes() == whole[:length]
                continue
            status, said = self.ran(capsys, *arguments)
            assert read_answers() == expected, length
        assert status == 0
        assert "has the answers to" in said
        assert "line 2" not in said

    def test_answer_file_resumes_after_a_killed_run(self, tmp_path: Path) -> None:
        file, out, once = tmp_path / "cubes.csv", tmp_path / "answers.jsonl", tmp_path / "once.jsonl"
        rows = [f"{seed},{scramble(2, seed=seed)}\n" for seed in range(150)]
        file.write_text("id,scramble\n" + "".join(rows) + "151,R Q\n")
        arguments = [*COMMAND, str(file), "--size", "2", "--json", "--jobs", "2", "-o"]
        assert (
            subprocess.run(
                [*arguments, str(once)], check=False, capture_output=True, timeout=PATIENCE
            ).returncode
            == 2
        )
        for more in (20, 60):
            with subprocess.Popen([*arguments, str(out)]) as process:
                until(lambda: out.exists() and out.read_bytes().count(b"\n") >= more)  # noqa: B023
                process.kill()
        done = subprocess.run(
            [*arguments, str(out)], check=False, capture_output=True, text=True, timeout=PATIENCE
        )
        assert done.returncode == 2
        assert f"{out} already has the answers to " in done.stderr
        assert comparable(out) == comparable(once)
        assert [item["line"] for item in comparable(out)] == list(range(2, 153))

    def test_finished_answer_file_is_left_unchanged(
        self, cubes: Path, tmp_path: Path, capsys: Capture
    ) -> None:
        out = tmp_path / "answers"
        self.ran(capsys, str(cubes), "-o", str(out), "--json")
        whole = out.read_bytes()
        assert self.ran(capsys, str(cubes), "-o", str(out), "--json") == (
            0,
            f"cubeproof: {out} already has the answers to 5 cubes; further answers are appended.\n",
        )
        assert out.read_bytes() == whole

    @pytest.mark.parametrize(
        ("change", "options", "message"),
        [
            ("R U F\n" * 5, ["--json"], "Line 1 of {out} does not answer the next cube of {file}"),
            (
                "\n" + "".join(f"{alg}\n" for alg in ALGS),
                ["--json"],
                "Line 1 of {out} does not answer the next cube",
            ),
            ("R U F2\nR\n", ["--json"], "{out} has more answers than {file} has cubes, from line 3 on"),
            (None, ["--json", "--metric", "qtm"], "Line 1 of {out} uses the metric htm, but this run uses"),
            (None, [], "Line 1 of {out} is not an answer in text"),
        ],
    )
    def test_the_answers_to_other_cubes_are_not_mixed_with_these(
        self,
        change: str | None,
        options: list[str],
        message: str,
        cubes: Path,
        tmp_path: Path,
        capsys: Capture,
    ) -> None:
        out = tmp_path / "answers"
        self.ran(capsys, str(cubes), "-o", str(out), "--json")
        whole = out.read_bytes()
        if change is not None:
            cubes.write_text(change)
        status, said = self.ran(capsys, str(cubes), "-o", str(out), *options)
        assert status == 2
        assert said.startswith(f"cubeproof: {message.format(out=out, file=cubes)}")
        assert out.read_bytes() == whole

    def test_text_is_not_mixed_with_json_or_with_other_cubes(
        self, cubes: Path, tmp_path: Path, capsys: Capture
    ) -> None:
        out = tmp_path / "answers"
        self.ran(capsys, str(cubes), "-o", str(out))
        assert "is not an answer in JSON" in self.ran(capsys, str(cubes), "-o", str(out), "--json")[1]
        cubes.write_text("// one more line\n" + cubes.read_text())
        assert "Line 2 of" in self.ran(capsys, str(cubes), "-o", str(out))[1]

    @pytest.mark.parametrize("json_", [[], ["--json"]])
    @pytest.mark.parametrize(
        ("first", "second", "recorded", "current"),
        [
            ([], ["--goal", "layer"], "goal solved", "goal layer"),
            (["--all"], ["--goal", "layer", "--all"], "goal solved, metric htm, all", "goal layer"),
            ([], ["--moves", "U,R,F"], "goal solved, metric htm", "moves F,R,U"),
            (["--max-length", "1"], [], "max_length 1", "goal solved, metric htm)"),
            (["--all"], ["--all", "--extra", "1"], "all)", "all, extra 1"),
        ],
    )
    def test_answers_to_another_question_are_refused(
        self,
        json_: list[str],
        first: list[str],
        second: list[str],
        recorded: str,
        current: str,
        cubes: Path,
        tmp_path: Path,
        capsys: Capture,
    ) -> None:
        out = tmp_path / "answers"
        self.ran(capsys, str(cubes), "-o", str(out), *first, *json_)
        whole = out.read_bytes()
        status, said = self.ran(capsys, str(cubes), "-o", str(out), *second, *json_)
        assert status == 2
        assert said.startswith(f"cubeproof: Line 1 of {out} answers the question (size 2, ")
        before, _, after = said.partition(" but this run asks ")
        assert recorded in before
        assert current in after
        assert out.read_bytes() == whole

    @pytest.mark.parametrize("json_", [[], ["--json"]])
    def test_answers_of_another_engine_and_another_spelling_are_welcome(
        self, json_: list[str], cubes: Path, tmp_path: Path, capsys: Capture
    ) -> None:
        out = tmp_path / "answers"
        self.ran(capsys, str(cubes), "-o", str(out), "--moves", "U,R,F,D,L,B", *json_)
        lines = out.read_bytes().splitlines(keepends=True)
        out.write_bytes(b"".join(lines[:2]))
        more = ["--engine", "sat", "--moves", "B L D F R U", "--timeout", "99"]
        status, said = self.ran(capsys, str(cubes), "-o", str(out), *more, *json_)
        assert status == 0
        assert "further answers are appended" in said
        if json_:
            assert [answer["engine"] for answer in comparable(out)] == ["table"] * 2 + ["sat"] * 3

    @pytest.mark.parametrize(
        ("json_", "held"),
        [([], "F' // 1: 1 turn (htm).\n"), (["--json"], '{"size": 2, "line": 1, "metric": "htm"}\n')],
    )
    def test_answers_without_a_question_are_refused(
        self, json_: list[str], held: str, cubes: Path, tmp_path: Path, capsys: Capture
    ) -> None:
        out = tmp_path / "answers"
        out.write_text(held)
        status, said = self.ran(capsys, str(cubes), "-o", str(out), *json_)
        assert status == 2
        assert said.startswith(f"cubeproof: Line 1 of {out} does not contain its question: ")
        assert out.read_text() == held

    def test_answer_file_compares_ids(self, tmp_path: Path, capsys: Capture) -> None:
        file, out = tmp_path / "cubes.jsonl", tmp_path / "answers"
        file.write_text('{"scramble": "R", "id": 1}\n')
        self.ran(capsys, str(file), "-o", str(out), "--json")
        file.write_text('{"scramble": "R", "id": 2}\n')
        assert "Line 1 of" in self.ran(capsys, str(file), "-o", str(out), "--json")[1]

    @pytest.mark.parametrize(
        "held",
        [
            b"Dear diary",
            b"Dear diary\n",
            pytest.param(b"\xff\xd8\xff\xe0" * 10, id="bytes"),
            b"{}\n",
            b"[1]\n",
            b'{"size": 2}\n',
        ],
    )
    @pytest.mark.parametrize("json_", [[], ["--json"]])
    def test_file_of_another_kind_is_left_unchanged(
        self, held: bytes, json_: list[str], cubes: Path, tmp_path: Path, capsys: Capture
    ) -> None:
        out = tmp_path / "answers"
        out.write_bytes(held)
        status, said = self.ran(capsys, str(cubes), "-o", str(out), *json_)
        assert status == 2
        assert "is not an answer in" in said
        assert out.read_bytes() == held

    def test_the_file_of_the_cubes_is_no_place_for_the_answers(
        self, cubes: Path, tmp_path: Path, capsys: Capture
    ) -> None:
        link = tmp_path / "link"
        link.symlink_to(cubes)
        before = cubes.read_bytes()
        for out in (cubes, link):
            status, said = self.ran(capsys, str(cubes), "-o", str(out))
            assert (status, said) == (
                2,
                f"cubeproof: {out} contains the cubes: choose another file for the answers.\n",
            )
        script = f"{' '.join(COMMAND)} - --size 2 -o {cubes} < {cubes}"
        done = subprocess.run(
            ["bash", "-c", script], capture_output=True, text=True, check=False, timeout=PATIENCE
        )
        assert done.returncode == 2
        assert "contains the cubes: choose" in done.stderr
        assert cubes.read_bytes() == before

    def test_unwritable_answer_file_is_refused(self, cubes: Path, tmp_path: Path, capsys: Capture) -> None:
        for place, expected in (
            (str(tmp_path), f"{tmp_path}: Is a directory."),
            ("/no/such/folder/answers", "/no/such/folder/answers: No such file or directory."),
            (f"{cubes}/answers", f"{cubes}/answers: Not a directory."),
            (
                "answers.jsonl.gz",
                "Answers are appended and not compressed: choose a name without .gz, not answers.jsonl.gz",
            ),
        ):
            status, said = self.ran(capsys, str(cubes), "-o", place)
            assert status == 2
            assert said.startswith(f"cubeproof: {expected}")

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full disk to be had")
    def test_answer_file_on_a_full_disk_is_reported(self, cubes: Path, capsys: Capture) -> None:
        assert self.ran(capsys, str(cubes), "-o", "/dev/full", "--jobs", "2") == (
            2,
            "cubeproof: /dev/full: No space left on device.\n",
        )

    def test_a_disk_that_fills_up_is_left_with_whole_lines(self, cubes: Path, tmp_path: Path) -> None:
        out = tmp_path / "answers"
        cubes.write_text(cubes.read_text() * 4)
        # The maximum file size in blocks of 1024 bytes; Python ignores the signal of this limit.
        script = f"ulimit -f 1; {' '.join(COMMAND)} {cubes} --size 2 --json -o {out}"
        done = subprocess.run(
            ["bash", "-c", script], capture_output=True, text=True, check=False, timeout=PATIENCE
        )
        assert done.returncode == 2
        assert f"cubeproof: {out}: File too large." in done.stderr
        assert 0 < len(comparable(out)) < 4 * len(ALGS)

    def test_answer_file_is_not_written_by_two_runs_at_once(
        self, cubes: Path, tmp_path: Path, capsys: Capture
    ) -> None:
        out = tmp_path / "answers"
        with AnswerFile(str(out), json=True, question=FileQuestion({"metric": "htm"})):
            status, said = self.ran(capsys, str(cubes), "-o", str(out), "--json")
        assert (status, said) == (2, f"cubeproof: {out} is being written by another run.\n")
        assert self.ran(capsys, str(cubes), "-o", str(out), "--json")[0] == 0

    def test_answer_file_may_be_stdout(self, cubes: Path, capsys: Capture) -> None:
        assert main(["solve", "--file", str(cubes), "--size", "2", "-o", "-"]) == 0
        assert len(capsys.readouterr().out.splitlines()) == 5

    def test_answer_file_is_only_for_input_files(self, tmp_path: Path, capsys: Capture) -> None:
        assert main(["solve", "R", "-o", str(tmp_path / "answers")]) == 2
        assert "only applies together with --file" in capsys.readouterr().err
        assert not (tmp_path / "answers").exists()
