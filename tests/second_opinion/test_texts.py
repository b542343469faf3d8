"""Every text means the same at every entrance, and what a second reader says that it means."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random

import numpy as np
import pytest
from fastapi.testclient import TestClient
from hypothesis import given
from hypothesis import strategies as st

from cubeproof import Alg, Cube
from cubeproof.puzzle.cube import permutation
from cubeproof.web.app import create_app
from cubeproof.web.limits import Limits
from second_opinion import entrances as at
from second_opinion.entrances import Api, Entrance, Reading, Row
from second_opinion.lattice import FACES, after, letters, slabs, solved
from second_opinion.text_fuzz import net, random_text, typed
from second_opinion.texts import meaning, turns

GOLDEN = Path(__file__).parents[1] / "golden" / "cubing_notation.tsv"
TYPED = letters(after(solved(3), "R U F2 L' D B2 R", 3))
TYPED_2 = letters(after(solved(2), "R U F2 L' D", 2))
TYPED_4 = letters(after(solved(4), "Rw U 2F2 L' 3D", 4))
MIRRORED = TYPED_2.translate(str.maketrans("LR", "RL"))
LINK = "https://alpha.twizzle.net/edit/?alg=F2+U%27&puzzle={0}x{0}x{0}&setup-alg=R+Uw+%5BR%2C+U%5D"

LINKS = [LINK.format(size) for size in (3, 4)]


# Each kind of text, with the number of layers that the user names.
TABLE: dict[str, list[Row]] = {
    "cube": [
        *((form(word), None) for word in (TYPED, TYPED_2, TYPED_4) for form in (str, str.lower, ",".join)),
        *((" ".join(TYPED), size) for size in (None, 3)),
        (" ".join(TYPED_2.lower()), None),
        *((" ".join(TYPED[row : row + 9] for row in range(0, 54, 9)), size) for size in (None, 3)),
        ("\n".join(" ".join(TYPED[row : row + 3]) for row in range(0, 54, 3)), None),
        (TYPED.title(), None),
        (TYPED.replace("U", "?", 2), None),
        ("U" * 9 + "?" * 45, None),
        *(
            (form(TYPED.translate(str.maketrans(FACES, "WRGYOB"))), None)
            for form in (str, str.lower, " ".join)
        ),
        (TYPED.translate(str.maketrans("URFDLB", "YOGWRB")), None),
        (TYPED_4.translate(str.maketrans(FACES, "wrgyob")), None),
        (repr(list(TYPED)), None),
        (str(np.array(list(TYPED)).reshape(6, 3, 3)), None),
        (net(TYPED), None),
        (net(TYPED_2), 2),
        *((link, None) for link in LINKS),
        ("\ufeff" + TYPED, None),
    ],
    "turns": [
        ("U R F D " * 6, None),
        ("(" + "U R F D L B " * 4 + ")", None),
        ("R' U' D:[R D R',U2]", None),
        ("(F: R U) D", None),
        ("R U: D2", 2),
        ("(R U R' U')1 x2", None),
        ("(R U) x F", None),
        ("(R U R' U')×3 ([R, U]^3)", None),
        ("R * U /* a: x6 */ + F // (R) x6\n D", None),
        ("R²U2F'²", None),
        ("R U2. F (D2) L", None),
        *((f"R U F {count}", None) for count in ("(16)", "(3q*, 3f)", "(4 ETM)", "- 21 moves", "(20f*)")),
        ("Rʹ U＇ F‛ D’", None),
        ("\ufeffR U2 F'", None),
        ("R{1} 2R 2-3Rw' 3r", 4),
        *(("r U 3l' 2-3r", size) for size in (3, 4, 5)),
        *(("Rw U r' F l", size) for size in (3, 4, 5)),
        ("M U2 E' S", 4),
        ("M m E e", 5),
    ],
    "two readings": [
        ("U R F D L B " * 4, None),
        (" ".join(MIRRORED), None),
        (" ".join(TYPED), 4),
        (" ".join(TYPED_2.lower()), 3),
        ("(R U R' U') x6", None),
        ("[R, U]x3 F", None),
        ("(R U)x2'", None),
        ("F (R U)*3 R", None),
    ],
    "refused": [
        (TYPED[:-1], None),
        (TYPED + "U", None),
        (TYPED, 4),
        (TYPED_2.lower(), 3),
        *(
            (text, None)
            for text in ("[R: U], D", "R, U", "F: R: D", ": U", "R:", "R U Q", "(R U", "RwU", "R3Rw")
        ),
        ("M U", 6),
        ("3Rw 4R", 3),
    ],
}
ROWS = [row for rows in TABLE.values() for row in rows]
KINDS = pytest.mark.parametrize("kind", TABLE)


@pytest.fixture(scope="module")
def api() -> Iterator[Api]:
    with TestClient(create_app(Limits(jobs=128)), base_url="http://localhost") as client:
        yield Api(client)


def expected(text: str, size: int | None) -> str | None:
    """The facelets that the second reader expects where turns and cubes are read; None for a refusal."""
    return meaning(text, size).cube(size or 3) if meaning(text, size).kind in {"cube", "turns"} else None


def entrance(name: str, api: Api) -> Entrance:
    """An entrance by its name: of the API, or a function of `entrances.py`."""
    function: Entrance = getattr(api, name[4:]) if name.startswith("api ") else getattr(at, name)
    return function


class TestTable:
    @KINDS
    def test_second_reader_finds_the_kind_of_each_text(self, kind: str) -> None:
        for text, size in TABLE[kind]:
            decided = meaning(text, size)
            assert decided.kind == kind or (kind == "refused" and decided.cube(size or 3) is None), text

    @KINDS
    @pytest.mark.parametrize("name", ["python", "show", "solve", "cnf", "api solve"])
    def test_text_means_the_same_where_both_are_read(self, kind: str, name: str, api: Api) -> None:
        for text, size in TABLE[kind]:
            if name == "cnf" and len(text) > 50 and size != 2:
                continue  # The formulas of large cubes are long.
            reading = entrance(name, api)(text, size)
            assert reading.facelets == expected(text, size), (text, size, reading)
            assert "two readings" in reading.refusal or kind != "two readings", reading.refusal

    @KINDS
    @pytest.mark.parametrize("name", ["apply", "python_apply", "python_alg", "api apply", "animate"])
    def test_only_turns_are_made(self, kind: str, name: str, api: Api) -> None:
        for text, size in TABLE[kind]:
            if (name, kind) == ("animate", "turns") and size != 2:
                continue  # A film takes long.
            reading = entrance(name, api)(text, size)
            if kind != "turns":
                assert reading.facelets is None, (text, reading)
            elif name == "python_alg":
                # Without a size, lower-case turns are wide.
                assert reading.facelets == meaning(text, size).cube(size or 3, "wide"), (text, reading)
            elif name != "animate":
                assert reading.facelets == expected(text, size), (text, reading)
            if kind == "cube":
                assert re.search(r"from_facelets" if "python" in name else r"state", reading.refusal), reading

    @KINDS
    @pytest.mark.parametrize("name", ["show_state", "python_facelets", "api state"])
    def test_only_cubes_are_states(self, kind: str, name: str, api: Api) -> None:
        for text, size in TABLE[kind]:
            if kind == "cube":
                assert entrance(name, api)(text, size).facelets == expected(text, size), text
            elif kind == "turns" and not set(text) <= {*FACES, " "}:
                assert entrance(name, api)(text, size).facelets is None, text

    @pytest.mark.parametrize(
        "write",
        [
            *(at.as_json_lines, at.as_json_array, at.as_csv, at.as_utf16),
            *(at.as_events, at.as_text, at.as_text_utf16, at.as_cstimer),
        ],
    )
    def test_file_means_what_its_texts_mean(self, write: at.Writer) -> None:
        rows = ROWS
        if write in {at.as_text, at.as_text_utf16}:
            rows = [
                (text, size)
                for text, size in rows
                if size is None and "\n" not in text and "\ufeff" not in text
            ]
        if write in {at.as_events, at.as_cstimer}:
            # Every row names a size: a cube of another size is a fault.
            rows = sorted(((text, size or 3) for text, size in rows), key=lambda row: row[1] or 3)
        for (text, size), reading in zip(rows, at.of_file(*write(rows), len(rows)), strict=True):
            assert reading.facelets == expected(text, size), (text, size, reading)


# Property: a cube, written in any form, is read as itself.


@st.composite
def painted(draw: st.DrawFn) -> str:
    """The facelets of a possible cube of 2 to 7 layers, some of them perhaps unknown."""
    size = draw(st.integers(2, 7))
    turns = draw(st.lists(st.sampled_from(slabs(size)), max_size=30))
    word = letters(after(solved(size), " ".join(turn.name for turn in turns), size))
    for place in draw(st.sets(st.integers(0, len(word) - 1), max_size=draw(st.sampled_from([0, 0, 40])))):
        word = word[:place] + "?" + word[place + 1 :]
    return word


@given(painted(), st.integers(0, 2**32))
def test_cube_in_any_form_is_read_as_itself(word: str, seed: int) -> None:
    text = typed(word, Random(seed))
    assert at.python_facelets(text, None).facelets == word, text
    either = at.python(text, None)
    # Letters that stand apart and are not N² of each are turns, or refused.
    assert either.facelets == word or ("?" in word and not re.search(r"[URFDLB?]{2}", text)), (text, either)


@given(painted(), st.permutations(FACES), st.sampled_from([FACES, "012345", "abcdef", "🟥🟧🟨🟩🟦🟪"]))
def test_cube_in_any_order_of_faces_is_read_as_itself(word: str, order: Sequence[str], symbols: str) -> None:
    area = len(word) // 6
    blocks = {face: word[number * area :][:area] for number, face in enumerate(FACES)}
    text = "".join(blocks[face] for face in order)
    if symbols != FACES:
        # Centres name the symbols. Without centres, the order in which they appear does; the value of digits.
        names = [text[number * area + area // 2] for number in range(6)] if area % 2 else list(order)
        seen = names if area % 2 or symbols == "012345" else list(dict.fromkeys(text.replace("?", "")))
        if "?" in word or seen != names or len(set(names)) < 6:
            return
        if area % 2:  # Held in another way, each centre still is the sticker of the face where it is.
            word = word.translate(str.maketrans("".join(names), "".join(order)))
        text = text.translate(str.maketrans("".join(order), symbols))
    assert Cube.from_facelets(text, order="".join(order)).facelets == word


# The parser of cubing.js.


def test_notation_means_what_cubing_js_reads() -> None:
    lines = GOLDEN.read_text("utf-8").splitlines()
    rows = {json.loads(text): words for text, words in (line.split("\t") for line in lines if line[0] != "#")}
    for text, words in rows.items():
        size = 13 if "12" in text else 5
        effect = turns(words).effect(size, "wide")
        # The canonical form is in the file as well, so cubing.js reads it as the same turns.
        written = turns(rows[str(Alg(text))]).effect(size, "wide")
        assert effect is not None
        assert written is not None
        assert np.array_equal(permutation(Alg(text), size), effect), text
        assert np.array_equal(written, effect), text


# Fuzz.

# A text that is a line of a file of texts: it does not start with a comment or a number, and has no # in it.
LINE = re.compile(r"(?!\s*(//|[0-9]+[.)]|$))[^\n#]*(?<!\s)")


def agree(
    text: str, size: int | None, either: Sequence[Reading], turns: Sequence[Reading], state: Reading
) -> None:
    """Check the readings of one text: with the second reader where it decides, and with each other."""
    decided = meaning(text, size)
    # The command refuses an address that may hold a secret, even in a comment.
    either, turns = ([r for r in readings if "is a URL" not in r.refusal] for readings in (either, turns))
    cubes = {reading.facelets for reading in either if reading.facelets is not None}
    moved = {reading.facelets for reading in turns if reading.facelets is not None}
    assert len(cubes) <= 1
    assert len(moved) <= 1
    cube = next(iter(cubes), None)
    if any(reading.facelets is None for reading in either) and cube is not None:
        assert Cube.from_facelets(cube).status(), "possible, but refused by some"
    if decided.kind in {"refused", "two readings"} or (
        decided.kind == "turns" and decided.effect(size or 3) is None
    ):
        assert cube is None
    elif decided.kind != "open":
        word = decided.cube(size or 3)
        assert cube == word or (
            decided.kind == "cube" and cube is None and Cube.from_facelets(word or "").status()
        )
    if decided.kind == "two readings":
        assert all("two readings" in reading.refusal for reading in either)
    if moved:
        assert (moved, decided.kind in {"turns", "open"}) == (cubes, True)
        assert all(reading.facelets is not None for reading in turns)
    elif cube is not None:
        assert state.facelets == cube
    for reading in (*either, *turns):
        assert reading.facelets or re.search(r"\d|--order|order=|cannot exist", reading.refusal), (
            reading.refusal
        )


def fuzz(seed: int, count: int, api: Api) -> None:
    random = Random(seed)
    rows: list[Row] = [random_text(random) for _ in range(count)]
    files: list[Reading] = []
    in_lines: dict[Row, Reading] = {}
    wrong = []
    for begin in range(0, count, 500):
        part = rows[begin : begin + 500]
        lines = [row for row in part if LINE.fullmatch(row[0]) and row[1] is None]
        in_lines |= dict(zip(lines, at.of_file(*at.as_text(lines), len(lines)), strict=True))
        files += at.of_file(*random.choice([at.as_json_lines, at.as_csv, at.as_utf16])(part), len(part))
    both: list[Entrance] = [at.show, api.solve]
    only: list[Entrance] = [at.apply, api.apply]
    for (text, size), file in zip(rows, files, strict=True):
        either = [at.python(text, size), random.choice(both)(text, size), file]
        either += [in_lines[text, size]] if (text, size) in in_lines else []
        turns = [at.python_apply(text, size), random.choice(only)(text, size)]
        try:
            agree(text, size, either, turns, at.python_facelets(text, None))
        except AssertionError as error:
            wrong.append(f"{text!r}, size {size}: {meaning(text, size).kind}; {either}; {turns}; {error}")
    assert not wrong, f"{len(wrong)} of {count}:\n" + "\n".join(wrong[:20])


def test_mixed_text_is_read_in_one_way_or_refused(api: Api) -> None:
    fuzz(61, 500, api)


@pytest.mark.soak
def test_ten_thousand_mixed_texts_are_read_in_one_way_or_refused(api: Api) -> None:
    fuzz(6161, 10_000, api)
