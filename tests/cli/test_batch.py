"""`solve --file`: files of every format, answers in order or as they arrive, and parallel searches."""

import csv
import gzip
import io
import json
import os
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
from cubeproof.contract.control import Control
from cubeproof.contract.events import TableBuilding
from cubeproof.contract.request import SearchRequest
from cubeproof.solving.solve import solve, solve_request
from patience import PATIENCE, until
from programs import run_program, run_python
from web.serving import alive, children

COMMAND = [sys.executable, "-m", "cubeproof", "solve", "--file"]
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
        done = run_program(["bash", "-c", script])
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
            done = run_python(program, *arguments)
            used.append(int(done.stdout) * (1 if sys.platform == "linux" else 1 / 1024))
            assert answers.read_bytes().count(b"\n") == 100 * count
        # Kilobytes: at most 2 for each of 1,400 more cubes.
        assert used[1] - used[0] < 2_800
