"""Cubes in plain text: numbered lines, links, nets, facelets; from a pipe line by line."""

import io
import json
import os
import random
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cubeproof.cli import main
from cubeproof.cli.solve import cube_files
from cubeproof.cli.solve.cube_files import CubeFile
from cubeproof.cli.solve.file_lines import FileText
from cubeproof.cli.solve.plain_text import read_text
from cubeproof.draw.palette import COLOURBLIND, STANDARD
from cubeproof.draw.text import Style, net
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.net_text import read_net
from cubeproof.puzzle.twizzle import twizzle_link
from strategies import cubes

Read = Callable[..., list[object]]

STYLES: list[tuple[Style, Any]] = [
    ("letters", STANDARD),
    ("ansi", STANDARD),
    ("ansi", COLOURBLIND),
    ("emoji", STANDARD),
    ("emoji", COLOURBLIND),
]


def cut(text: str, *, is_patient: bool = True) -> list[tuple[int, str]]:
    """Return the line numbers and the texts of the cubes of a text."""
    file = FileText(io.BytesIO(text.encode()), "cubes")  # type: ignore[arg-type]
    return [
        (line.number, line.scramble or str(line.fault)) for line in read_text(file, is_patient=is_patient)
    ]


class TestText:
    def test_numbers_of_lines_are_skipped(self, read: Read) -> None:
        text = "1. R U F2\n2) F\n10.   2R\n 3.R\n4. // nothing\n12.34 R\n2R\n"
        assert read(text, size=4) == [
            (1, 4, "R U F2"),
            (2, 4, "F"),
            (3, 4, "2R"),
            (4, 4, "R"),
            (5, "error.at-column"),
            (6, "error.at-column"),
            (7, 4, "2R"),
        ]

    @pytest.mark.parametrize(
        "link",
        [
            "https://alpha.twizzle.net/edit/?alg=U%27+R%27&puzzle=2x2x2&setup-alg=R+U",
            "HTTPS://alpha.twizzle.net/edit/?alg=R#x",
            "alpha.twizzle.net/edit/?alg=R//U#x",
        ],
    )
    def test_comment_does_not_cut_a_link(self, link: str) -> None:
        assert cut(f"{link}\n{link} // c\n1. {link} # c\nR U // {link}\n# {link}\nR//c\n") == [
            (1, link),
            (2, link),
            (3, link),
            (4, "R U"),
            (6, "R"),
        ]

    @given(
        items=st.lists(
            st.tuples(cubes(), st.sampled_from(STYLES))
            | st.sampled_from(["R U F2", "U U U", "R U", "B L", "R'"]),
            max_size=5,
        ),
        is_patient=st.booleans(),
        gap=st.sampled_from(["\n\n", "\n// between\n", "\n \n\n"]),
    )
    @settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
    def test_every_printed_net_is_one_cube(self, items: list[Any], is_patient: bool, gap: str) -> None:
        texts = [item if isinstance(item, str) else net(item[0], item[1][0], item[1][1]) for item in items]
        expected, line = [], 1
        for item, text in zip(items, texts, strict=True):
            expected.append((line, item if isinstance(item, str) else item[0].facelets))
            line += text.count("\n") + gap.count("\n")
        readings = [
            (number, text if isinstance(item, str) else read_net(text))
            for (number, text), item in zip(cut(gap.join(texts), is_patient=is_patient), items, strict=True)
        ]
        assert readings == expected

    @pytest.mark.parametrize("size", [2, 3, 4, 5, 24])
    def test_net_or_facelets_without_blanks_are_one_cube(self, size: int) -> None:
        generator = random.Random(size)
        for _ in range(5):
            cube = Cube(size).apply(" ".join(generator.choices(["R", "U2", "F'", "L", "D", "B2"], k=20)))
            facelets = cube.facelets
            lines = [line.strip() for line in net(cube).splitlines()]
            tight = [line.replace(" ", "") for line in lines]
            faces = [facelets[start : start + size**2] for start in range(0, 6 * size**2, size**2)]
            rows = [" ".join(facelets[start : start + size]) for start in range(0, 6 * size**2, size)]
            for block, is_patient in product((lines, tight, faces, rows), (True, False)):
                text = "\n".join(block)
                # From a pipe, if the lines arrive together.
                assert cut(f"{text}\n\nR\n\n{text}\n", is_patient=is_patient) == [
                    (1, text),
                    (len(block) + 2, "R"),
                    (len(block) + 4, text),
                ]

    def test_printed_cubes_are_solved_and_their_answers_continued(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        file, out = tmp_path / "cubes", tmp_path / "answers"
        cube = Cube(2).apply("R U F2")
        parts = [net(cube, style, palette) for style, palette in STYLES]
        parts += [
            twizzle_link(setup="R U", alg="F2", size=2),
            cube.facelets.lower(),
            str(list(cube.facelets)),
        ]
        file.write_text("\n\n".join(parts))
        for _ in range(2):
            assert main(["solve", "--file", str(file), "--json", "-o", str(out)]) == 0
        answers = [json.loads(line) for line in out.read_text().splitlines()]
        assert [(answer["start"], answer["length"]) for answer in answers] == [(cube.facelets, 3)] * 8
        assert f"{out} already has the answers to 8 cubes" in capsys.readouterr().err

    def test_lines_of_turns_or_facelets_are_not_a_net(self) -> None:
        scrambles = ["U U U", "U R F D", "RUF", "R U R U R U", "UUUU", "RRRR", *[Cube(3).facelets] * 9, "B"]
        # 144 lines of 24 letters are as many stickers of each colour as a cube of 24 layers has.
        for lines in (scrambles, scrambles, [Cube(2).apply("R U F2").facelets] * 145):
            assert cut("\n".join(lines)) == list(enumerate(lines, 1))

    def test_damaged_net_is_one_fault(self, read: Read) -> None:
        lines = net(Cube(3).apply("R U")).splitlines()
        for block in (lines[:-1], [*lines[:4], lines[4][:-2], *lines[5:]]):
            text = "\n".join(block)
            assert cut(f"{text}\n\nR\n") == [(1, text), (len(block) + 2, "R")]


class _Lockstep(io.RawIOBase):
    """A pipe whose writer waits for an answer before it writes the next line."""

    def __init__(self, chunks: Sequence[bytes]) -> None:
        self._chunks, self.answers = list(chunks), 0
        self._written = 0

    def read(self, _size: int = -1, /) -> bytes:
        if self._written == len(self._chunks):
            return b""
        assert self._written <= self.answers, "reads ahead of the answers"
        self._written += 1
        return self._chunks[self._written - 1]


@pytest.mark.parametrize(
    "lines",
    [
        ["R U\n", "U U U\n", "1. F\n", "UUU\r\n", "  R U\n"],
        ['{"scramble": "R"}\n', '{"scramble": "U", "event": "333"}\n'],
        ['id,scramble\n1,"R U"\n', "2,F\n", '3,"[R,\nU]"\n'],
        ["\ufeffR U\n", "F\n"],
    ],
)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16-le"])
def test_pipe_is_answered_line_by_line(
    lines: list[str], encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    mark = "\ufeff" if encoding == "utf-16-le" else ""
    pipe = _Lockstep(
        [(line if number else mark + line).encode(encoding) for number, line in enumerate(lines)]
    )

    def impatient(text: FileText, *, is_patient: bool) -> Iterator[Any]:
        assert is_patient
        return read_text(text, is_patient=False)

    # A pipe of the system would block the test.
    monkeypatch.setattr(cube_files, "open_stdin", lambda: pipe)
    monkeypatch.setattr(cube_files, "read_text", impatient)
    with CubeFile("-") as file:
        for line in file:
            line.cube(None)
            pipe.answers += 1
    assert pipe.answers == len(lines)


def test_net_is_recognised_on_a_pipe(monkeypatch: pytest.MonkeyPatch) -> None:
    reading, writing = os.pipe()
    cube = Cube(3).apply("R U F2")
    with os.fdopen(writing, "wb") as pipe:
        pipe.write(f"R U\n\n{net(cube)}\n".encode())
    monkeypatch.setattr(cube_files, "open_stdin", lambda: io.FileIO(reading))
    with CubeFile("-") as file:
        assert [line.number for line in file] == [1, 3]
