"""A text means the same at every entrance: a cube, turns, or a refusal that names what reads it."""

import json
import re
from collections.abc import Callable
from itertools import permutations
from pathlib import Path

import numpy as np
import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st

from cubeproof import Alg, Cube, CubeproofError, NotationError
from cubeproof.cli import main
from cubeproof.cli.solve.cube_files import CubeFile
from cubeproof.draw.text import net
from cubeproof.puzzle.cube_text import are_facelets, read_cube_text
from cubeproof.puzzle.other_orders import other_order
from cubeproof.web.app import create_app
from cubeproof.web.limits import Limits
from cubeproof.web.requests import SolveRequest
from cubeproof.web.routes.searches import _check
from second_opinion import lattice
from strategies import algs, cubes

FACES = "URFDLB"
SOLVED_2 = "UUUURRRRFFFFDDDDLLLLBBBB"
SOLVED_3 = "".join(9 * face for face in FACES)
# `R U F2`, as a cuber typed it.
TYPED = "UUUUUUBDDLBBLRRDRRDFFDFFRRRFFFDDBDDBFFRLLRLLULLLUBBUBB"
# The same with its faces in the order of several solvers.
BLOCKS = {face: TYPED[9 * number :][:9] for number, face in enumerate(FACES)}
ULFRBD = "".join(BLOCKS[face] for face in "ULFRBD")
COLOURS = str.maketrans(FACES, "WRGYOB")
LINK = "https://alpha.twizzle.net/edit/?alg=F2&puzzle=3x3x3&setup-alg=R+U"

# The meaning of each text, written by hand: facelets, "turns", or a part of the refusal.
READINGS = {
    # A cube.
    SOLVED_2: SOLVED_2,
    TYPED: TYPED,
    TYPED.lower(): TYPED,
    TYPED.title(): TYPED,
    " ".join(TYPED): TYPED,
    " ".join(TYPED.lower()): TYPED,
    ",".join(TYPED): TYPED,
    "\n".join(TYPED[row : row + 3] for row in range(0, 54, 3)): TYPED,
    repr(list(TYPED)): TYPED,
    json.dumps([list(face) for face in BLOCKS.values()]): TYPED,
    " ".join(TYPED.translate(COLOURS)): TYPED,
    TYPED.translate(COLOURS).capitalize(): TYPED,
    "U " * 9 + "? " * 45: "U" * 9 + "?" * 45,
    LINK: TYPED,
    # Turns.
    "U R F D " * 6: "turns",
    "R U R' U' " * 8: "turns",
    "(" + "U R F D L B " * 4 + ")": "turns",
    "Rw Bw " * 6: "turns",
    "RU r u R F " + "U " * 18: "turns",
    "U R F D L B " * 3: "turns",
    "U, R, F, D": "turns",
    "U -> R -> F": "turns",
    "['U', 'R', 'F']": "turns",
    '["U", "R", "F"]': "turns",
    "Scramble 1: U R F": "turns",
    "'U R F',": "turns",
    "1. 3.02   U R F B": "turns",
    # Both, or neither.
    "U R F D L B " * 4: "two readings: 24 turns, or the facelets of an impossible cube of 2 layers",
    "u r f d l b " * 4: "two readings",
    " ".join(ULFRBD): "add --order ULFRBD",
    TYPED[:-1]: "53 stickers make no cube",
    SOLVED_2.translate(str.maketrans(FACES, "012345")): "name the order of its faces",
    SOLVED_2.translate(str.maketrans(FACES, "abcdef")): "name the order of its faces",
    SOLVED_2.lower()[:-1]: "23 stickers make no cube",
    # A cube with something beside or among its stickers.
    f"{TYPED} // scramble": TYPED,
    f"Scramble 2: {TYPED}": TYPED,
    **{f"{TYPED[:30]}{mark}{TYPED[30:]}": "column 31" for mark in ("'", "2", "(", ")", ".", "M", "-")},
    f"{TYPED} (20f*)": "column 56",
    SOLVED_2[:-1]: "23 stickers make no cube",
    ", ".join(SOLVED_2[:-1]): "23 stickers make no cube",
    json.dumps([*SOLVED_2[:-1], "B'"]): "column 117",
    # The rows of a net in one line; the second is also a cube by its faces.
    "UUUUUUBDD FFRDFFLBBLLL LLRDFFLRRUBB LLURRRDRRUBB FFFDDBDDB": TYPED,
    "UUUUFFRRBBLLLLFFRRBBDDDD": "two readings: six faces in the order U R L F B D",
    ULFRBD.translate(COLOURS): "add --order ULFRBD",
}


TEXTS = [pytest.param(text, id=f"text {number}") for number, text in enumerate(READINGS, 1)]


def is_state(meaning: str) -> bool:
    """Whether the meaning of a text is a cube."""
    return set(meaning) <= set(FACES + "?")


def by_command(text: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """Return the reading of `show`, which reads its argument as solve and cnf do."""
    del folder
    status = main(["show", text, "--format", "letters"])
    seen = capsys.readouterr()
    if status:
        return seen.err
    rows = [line.split() for line in seen.out.splitlines()]
    layers = len(rows) // 3
    sides = {
        face: [row[place * layers :][:layers] for row in rows[layers:-layers]]
        for place, face in enumerate("LFRB")
    }
    faces = {"U": rows[:layers], **sides, "D": rows[-layers:]}
    return "".join(letter for face in FACES for row in faces[face] for letter in row)


def by_file(text: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """Return the reading of a line of JSON in a file of cubes."""
    del capsys
    path = folder / "cubes.jsonl"
    path.write_text(json.dumps({"scramble": text}), encoding="utf-8")
    with CubeFile(str(path)) as file:
        return refusal_or(lambda: next(iter(file)).cube().cube.facelets)


def by_api(text: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """Return the reading of the field `scramble` of `POST /api/solve`."""
    del folder, capsys

    def start() -> str:
        request, *_ = _check(SolveRequest(scramble=text), Limits())
        return str(request["search"]["start"])

    return refusal_or(start)


def refusal_or(read: Callable[[], str]) -> str:
    try:
        return read()
    except CubeproofError as error:
        return str(error)
    except Exception as error:  # noqa: BLE001 - the API names the field of a refusal
        return str(error.__cause__ or error.__context__ or error)


@pytest.fixture(scope="module")
def client() -> TestClient:
    return TestClient(create_app(Limits()), base_url="http://localhost")


@pytest.mark.parametrize("entrance", [by_command, by_file, by_api])
@pytest.mark.parametrize("text", TEXTS)
def test_a_cube_is_read_at_every_entrance_that_accepts_both(
    entrance: Callable[..., str], text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    meaning, reading = READINGS[text], entrance(text, tmp_path, capsys)
    if meaning == "turns":
        moved = (
            lattice.after(np.arange(54), " ".join(re.findall("[RB]w|[URFDLB](?:'(?= |$))?", text)), 3)
            if "r" not in text
            else None
        )
        if moved is not None and "RU" not in text:
            assert reading == "".join(SOLVED_3[place] for place in moved)
        assert Cube.from_facelets(reading) == Cube(3).apply(text)
    else:
        # The command starts a sentence with "Column".
        assert meaning in reading or meaning in reading.lower()


@pytest.mark.parametrize("text", TEXTS)
def test_where_only_turns_are_read_a_cube_is_refused_with_what_reads_it(
    text: str, capsys: pytest.CaptureFixture[str], client: TestClient
) -> None:
    meaning = READINGS[text]
    facelets = set(meaning) <= set(FACES + "?") and text != LINK
    answer = client.post("/api/apply", json={"alg": text, "size": 3})
    refusals = []
    for read in (Alg, Cube(3).apply):
        if meaning == "turns":
            read(text)
        else:
            with pytest.raises(NotationError) as caught:
                read(text)
            refusals.append((str(caught.value), "Cube.from_facelets"))
    status = main(["apply", text])
    refusals.append((capsys.readouterr().err, "--state"))
    if meaning == "turns":
        assert (status, answer.status_code) == (0, 200)
        return
    assert (status, answer.status_code, answer.json()["field"]) == (2, 422, "alg")
    refusals.append((answer.json()["error"], "give them as state"))
    for refusal, reader in refusals:
        assert not facelets or reader in refusal


@pytest.mark.parametrize("text", [text for text in TEXTS if is_state(READINGS[str(text.values[0])])])
def test_a_state_is_read_in_every_form(
    text: str, capsys: pytest.CaptureFixture[str], client: TestClient, tmp_path: Path
) -> None:
    facelets = READINGS[text]
    assert Cube.from_facelets(text).facelets == facelets
    assert main(["apply", "", "--state", text]) == 0
    assert capsys.readouterr().out == f"{facelets}\n"
    assert client.post("/api/apply", json={"state": text}).json()["facelets"] == facelets
    film = str(tmp_path / "film.svg")
    assert main(["animate", "R", "--state", text, "-o", film]) == 0


def in_order(cube: Cube, order: str) -> str:
    """Return the facelets with the faces in an order."""
    each = cube.size**2
    return "".join(cube.facelets[FACES.index(face) * each :][:each] for face in order)


ALPHABETS = st.sampled_from([FACES, FACES.lower(), "WRGYOB", "wrgyob", "012345", "TVKSXE", "⬜🟥🟩🟨🟧🟦"])
ORDERS = st.permutations(FACES).map("".join)


@given(cubes(2) | cubes(3) | cubes(4) | cubes(5), ORDERS, ALPHABETS, st.sampled_from(["", " ", "\n", ", "]))
def test_any_cube_in_any_order_of_faces_and_any_letters_reads_back(
    cube: Cube, order: str, alphabet: str, between: str
) -> None:
    if cube.size % 2 and alphabet not in (FACES, FACES.lower()):
        # The centres name the symbols.
        cube = cube.normalised()
    if cube.size % 2 == 0 and not alphabet[0].isascii():
        return
    letters = alphabet
    if cube.size % 2 == 0 and alphabet == "012345":
        letters = "".join(str(order.index(face)) for face in FACES)
    if cube.size % 2 == 0 and alphabet == "TVKSXE":
        seen = dict.fromkeys(in_order(cube, order))
        if "".join(seen) != order:
            return
    text = between.join(in_order(cube, order).translate(str.maketrans(FACES, letters)))
    assert Cube.from_facelets(text, order=order) == cube
    read = read_cube_text(text, order=order)
    assert read is not None
    assert read.cube == cube


@given(cubes(), st.sampled_from(["letters", "emoji", "ansi"]))
def test_a_net_that_show_prints_reads_back(cube: Cube, style: str) -> None:
    read = read_cube_text(net(cube, style))  # type: ignore[arg-type]
    assert read is not None
    assert read.cube == cube


@given(algs(3))
def test_turns_written_by_an_alg_are_read_as_turns(alg: Alg) -> None:
    assert not are_facelets(str(alg))
    assert list(Alg(str(alg))) == list(alg)


def test_turns_that_look_like_facelets_are_written_in_brackets() -> None:
    alg = Alg(list(Alg("(U R F D L B)4")))
    assert str(alg) == f"({('U R F D L B ' * 4).strip()})"
    assert str(Alg(str(alg))) == str(alg)
    assert list(Alg(str(alg))) == list(alg)


@given(st.text("URFurf? ,", min_size=24, max_size=120))
def test_no_text_of_turns_is_read_as_a_cube_because_of_its_letters_case(text: str) -> None:
    # With three kinds of letters, no text has each of the six letters.
    if are_facelets(text) and not text.split(maxsplit=1)[0].isupper():
        with pytest.raises(NotationError):
            Alg(f"({text})")


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6, 7])
def test_an_impossible_cube_names_the_only_order_in_which_it_is_possible(size: int) -> None:
    cube = Cube(size).apply("R U2 F' L D B2 R' D2 Rw U Fw")
    repair = Cube.from_facelets(in_order(cube, "ULFRBD")).diagnose().repair
    assert repair is not None
    assert repair.cube == cube
    assert "read as U L F R B D it is a possible cube: add --order ULFRBD" in str(repair.sentence)
    with pytest.raises(CubeproofError, match="add --order ULFRBD"):
        Cube.from_facelets(in_order(cube, "ULFRBD"), order="UFRDBL")


@pytest.mark.parametrize("moves", ["R U F", "R U2 F' R U", "F R' U2"])
def test_the_other_order_is_the_only_one_of_all_720(moves: str) -> None:
    cube = Cube(2).apply(moves)
    wrong = np.array([FACES.index(face) for face in in_order(cube, "ULFRBD")], dtype=np.int8)
    blocks = wrong.reshape(6, 4)
    possible = [
        "".join(order)
        for order in permutations(FACES)
        if not Cube.from_colours(np.concatenate([blocks[order.index(face)] for face in FACES])).status()
    ]
    assert other_order(wrong) == (possible[0] if len(possible) == 1 else None)


def test_the_command_names_the_order_once_and_reads_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", ULFRBD]) == 3
    refusal = capsys.readouterr().err
    assert refusal.count("add --order ULFRBD") == 1
    assert len(refusal.splitlines()) == 2
    assert main(["solve", ULFRBD, "--order", "ulfrbd", "--goal", ULFRBD, "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert (answer["start"], answer["length"]) == (TYPED, 0)
    assert main(["solve", ULFRBD, "--order", "ULFRBX"]) == 2
    assert "An order of faces" in capsys.readouterr().err


def test_symbols_of_an_even_size_that_make_no_possible_cube_are_refused() -> None:
    text = "000011112222444433335555"
    with pytest.raises(CubeproofError, match="The symbols 0 1 2 3 4 5 were read as the faces U R F D L B"):
        Cube.from_facelets(text, order="URFDLB")


class TestLowerCase:
    def test_command_reads_and_notes_lower_case_turns(self, capsys: pytest.CaptureFixture[str]) -> None:
        for arguments, turns, noted in (
            (["r U"], "Rw U", True),
            (["r U", "--lower-case", "wide"], "Rw U", False),
            (["r U", "--lower-case", "inner"], "2R U", False),
            (["r Rw U"], "2R Rw U", True),
        ):
            assert main(["apply", *arguments, "--size", "4", "--json"]) == 0
            seen = capsys.readouterr()
            answer = json.loads(seen.out)
            assert answer["facelets"] == Cube(4).apply(turns).facelets
            assert ("note" in answer, "--lower-case" in seen.err) == (noted, noted)

    def test_api_reads_and_notes_lower_case_turns(self, client: TestClient) -> None:
        for more, turns, noted in (
            ({}, "Rw U", True),
            ({"lower_case": "inner"}, "2R U", False),
            ({"lower_case": "wide"}, "Rw U", False),
        ):
            answer = client.post("/api/apply", json={"alg": "r U", "size": 4, **more}).json()
            assert answer["facelets"] == Cube(4).apply(turns).facelets
            assert (answer["alg"], answer["note"] is not None) == (turns, noted)
            request, *_ = _check(
                SolveRequest.model_validate({"scramble": "r U", "size": 4, **more}), Limits()
            )
            assert (request["search"]["scramble"], request["note"] is not None) == (turns, noted)

    def test_rows_have_their_own_reading(self, tmp_path: Path) -> None:
        path = tmp_path / "cubes.csv"
        rows = ["r U,4,inner,", "r U,4,,", f"{ULFRBD},,,ULFRBD", "R U,,,7"]
        path.write_text("scramble,size,lower_case,order\n" + "\n".join(rows))
        with CubeFile(str(path)) as file:
            readings = [line.cube() for line in file]
        assert [str(reading.scramble) for reading in readings] == ["2R U", "Rw U", "None", "R U"]
        assert [reading.note is None for reading in readings] == [True, False, True, True]
        assert readings[2].cube.facelets == TYPED
