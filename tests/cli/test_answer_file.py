"""`solve --file … -o`: the answers in a file, resumed runs, and files that are left unchanged."""

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cubeproof import Cube, scramble
from cubeproof.cli import main
from cubeproof.cli.solve.answer_files import AnswerFile, FileQuestion
from patience import PATIENCE, until
from programs import run_program

COMMAND = [sys.executable, "-m", "cubeproof", "solve", "--file"]

Capture = pytest.CaptureFixture[str]


def comparable(path: Path) -> list[dict[str, Any]]:
    """Return the answers of a file, without the fields that differ from run to run."""
    answers = [json.loads(line) for line in path.read_text().splitlines()]
    for answer in answers:
        answer.pop("seconds", None)
    return answers


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
        done = run_program([*arguments, str(out)])
        assert done.returncode == 2
        assert f"{out} already has the answers to " in done.stderr
        assert comparable(out) == comparable(once)
        assert [item["line"] for item in comparable(out)] == list(range(2, 153))

    @pytest.mark.parametrize(
        ("change", "options", "message"),
        [
            ("R U F\n" * 5, ["--json"], "Line 1 of {out} does not answer the next cube of {file}"),
            (
                "\nR U F2\nR\nU2 R'\nR U R' U'\nF R2\n",
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
        done = run_program(["bash", "-c", script])
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
        done = run_program(["bash", "-c", script])
        assert done.returncode == 2
        assert f"cubeproof: {out}: File too large." in done.stderr
        assert 0 < len(comparable(out)) < 20

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
