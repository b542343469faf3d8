"""`--steps`: the net after every turn, of an algorithm and of an answer."""

import json
import re

import pytest

from cubeproof import Alg, Cube
from cubeproof.cli import main
from cubeproof.puzzle.geometry import FACES

Capture = pytest.CaptureFixture[str]

# The scrambles have inner turns, wide turns and turns of the whole cube, if the size has them.
ALGS = {2: "R U2 x F'", 3: "R M' y [F, U]", 4: "Rw 2U F2 R'", 7: "3Rw U' 2-3Fw2"}


def nets(text: str, size: int) -> list[tuple[str, str]]:
    """Return the titles and facelets of all nets of letters in a text, also of nets side by side."""
    results = []
    lines = text.split("\n")
    number = 0
    while number < len(lines):
        titles = [(item.start(), item.group(1)) for item in re.finditer(r"\d+\. (\S+)", lines[number])]
        if titles:
            rows = [line.ljust(400) for line in lines[number + 1 : number + 1 + 3 * size]]
            for left, title in titles:
                block = 2 * size + 1
                places = {"U": (1, 0), "L": (0, 1), "F": (1, 1), "R": (2, 1), "B": (3, 1), "D": (1, 2)}
                letters = ""
                for face in FACES:
                    column, row = places[face]
                    begin = left + column * block
                    cells = [line[begin : begin + 2 * size : 2] for line in rows[row * size :][:size]]
                    letters += "".join(cells)
                results.append((title, letters))
            number += 3 * size
        number += 1
    return results


def expected(size: int, start: str, alg: str) -> list[tuple[str, str]]:
    """Return the expected output: each turn, and the cube after this turn."""
    turns = [str(move) for move in Alg(alg)]
    result = Cube(size).apply(start)
    return [(turn, result.apply(" ".join(turns[: number + 1])).facelets) for number, turn in enumerate(turns)]


@pytest.mark.parametrize("size", ALGS)
@pytest.mark.parametrize("columns", ["20", "80", "200"])
def test_apply_shows_the_net_after_every_turn_then_the_facelets(
    size: int, columns: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    assert main(["apply", ALGS[size], "--size", str(size), "--steps"]) == 0
    out = capsys.readouterr().out
    visible = expected(size, "", ALGS[size])
    assert nets(out, size) == visible
    assert out.splitlines()[-1] == visible[-1][1]


def test_steps_are_side_by_side_as_width_allows(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    for columns, abreast in (("26", 1), ("54", 1), ("55", 2), ("83", 2), ("84", 3)):
        monkeypatch.setenv("COLUMNS", columns)
        assert main(["apply", "R U F", "--steps"]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert lines[0].count(".") == abreast
        assert max(map(len, lines[:9])) <= int(columns)


def test_steps_start_at_the_given_state(capsys: Capture) -> None:
    state = Cube(2).apply("R F").facelets
    assert main(["apply", "U R'", "--state", state, "--steps"]) == 0
    assert nets(capsys.readouterr().out, 2) == expected(2, "R F", "U R'")


def test_steps_without_a_turn_show_no_net(capsys: Capture) -> None:
    assert main(["apply", "", "--size", "2", "--steps"]) == 0
    assert capsys.readouterr().out == Cube(2).facelets + "\n"


def test_steps_in_json_are_lists_of_turns_and_facelets(capsys: Capture) -> None:
    assert main(["apply", "(R U)2", "--steps", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert list(zip(data["turns"], data["steps"], strict=True)) == expected(3, "", "R U R U")
    assert data["facelets"] == data["steps"][-1]


@pytest.mark.parametrize("size", [2, 3, 4])
def test_solve_steps_follow_the_answer_and_end_solved(size: int, capsys: Capture) -> None:
    scramble = "R U2 F"
    # SAT, since the search of the 3×3×3 compiles its loops first.
    arguments = [
        "solve",
        scramble,
        "--size",
        str(size),
        "--steps",
        *(["--engine", "sat"] if size > 2 else []),
    ]
    assert main(arguments) == 0
    seen = capsys.readouterr()
    answer, _, rest = seen.out.partition("\n")
    assert nets(rest, size) == expected(size, scramble, answer)
    assert Cube.from_facelets(nets(rest, size)[-1][1]).is_solved
    assert "there is no shorter way" in seen.err
    assert main([*arguments, "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert list(zip(data["turns"], data["steps"], strict=True)) == expected(size, scramble, data["solution"])


def test_cube_without_an_answer_or_a_turn_has_no_steps(capsys: Capture) -> None:
    for scramble, more, status in (("R U F", ["--max-length", "2"], 4), ("x", [], 0)):
        arguments = ["solve", scramble, "--size", "2", "--steps", *more]
        assert main(arguments) == status
        assert nets(capsys.readouterr().out, 2) == []
        assert main([*arguments, "--json"]) == status
        data = json.loads(capsys.readouterr().out)
        assert (data["turns"], data["steps"]) == ([], [])


def test_steps_have_the_formats_and_colours_of_show(capsys: Capture) -> None:
    for verb in (["apply", "R"], ["solve", "R", "--size", "2"]):
        drawn = set()
        for look in (
            [],
            ["--format", "emoji"],
            ["--format", "ansi"],
            ["--format", "ansi", "--palette", "colourblind"],
        ):
            assert main([*verb, "--steps", *look]) == 0
            drawn.add(capsys.readouterr().out)
        assert len(drawn) == 4


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["apply", "R", "--format", "emoji"], "for the nets of --steps; leave out --format"),
        (["solve", "R", "--palette", "standard", "--format", "ansi"], "leave out --format, --palette"),
        (["apply", "R", "--steps", "--format", "png"], "ansi, emoji or letters, not in 'png'"),
        (["solve", "R", "--steps", "--palette", "U=mud"], "mud"),
        (["solve", "R", "--steps", "--all"], "leave out --all"),
        (["solve", "--steps", "--file", "/no/such/file"], "leave out --file"),
    ],
)
def test_steps_refuse_senseless_options(arguments: list[str], reason: str, capsys: Capture) -> None:
    assert main(arguments) == 2
    seen = capsys.readouterr()
    assert reason in seen.err
    assert seen.out == ""
    assert main([*arguments, "--lang", "fr"]) == 2
    assert capsys.readouterr().err != seen.err
