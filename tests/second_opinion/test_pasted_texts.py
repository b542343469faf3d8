"""A cube with one character too many, too few or wrong is the same cube or refused, never another cube or turns."""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from random import Random

import pytest
from fastapi.testclient import TestClient

from cubeproof import Cube
from cubeproof.web.app import create_app
from cubeproof.web.limits import Limits
from second_opinion import entrances as at
from second_opinion.entrances import Api, Reading
from second_opinion.lattice import FACES, after, letters, slabs, solved
from second_opinion.text_fuzz import in_rows_of_a_net
from second_opinion.texts import meaning


@pytest.fixture(scope="module")
def api() -> Iterator[Api]:
    with TestClient(create_app(Limits(jobs=128)), base_url="http://localhost") as client:
        yield Api(client)


def scrambled(size: int, random: Random) -> str:
    """The facelets of a random cube in which each face letter occurs."""
    turns = " ".join(random.choice(slabs(size)).name for _ in range(random.choice([3, 30])))
    return letters(after(solved(size), turns, size))


def mutated(word: str, random: Random) -> tuple[str, str]:
    """The word with one character inserted, deleted or replaced, and the facelets that this may mean, or ""."""
    place, character = random.randrange(len(word)), random.choice(string.printable)
    match random.choice(["insert", "delete", "replace"]):
        case "insert":
            meant = word if character.isspace() or character == "," else ""
            return word[:place] + character + word[place:], meant
        case "delete":
            return word[:place] + word[place + 1 :], ""
    # Another face's letter makes an impossible cube, `?` an unknown sticker.
    meant = word[:place] + character.upper() + word[place + 1 :] if character.upper() in FACES + "?" else ""
    return word[:place] + character + word[place + 1 :], meant


def check_readings(size: int, count: int, seed: int, api: Api) -> None:
    random = Random(f"{size} {seed}")
    rows = []
    for _ in range(count):
        word = scrambled(size, random)
        text, meant = mutated(word, random)
        rows.append((text, meant, word))
    files = [
        at.of_file(*write([(text, None) for text, _, _ in rows]), count)
        for write in (at.as_json_lines, at.as_csv)
    ]
    for (text, meant, word), *in_files in zip(rows, *files, strict=True):
        either = [at.python(text, None), api.solve(text, None), *in_files]
        if "\0" not in text:
            either.append(random.choice([at.show, at.solve])(text, None))
        for reading in either:
            check(reading, text, meant, word)
        check(at.python_facelets(text, None), text, meant, word)
        check(random.choice([at.show_state, api.state])(text, None), text, meant, word)
        for read in (at.python_apply, api.apply, random.choice([at.apply, at.python_alg])):
            reading = read(text, None)
            assert reading.facelets is None, (text, reading)
            assert re.search(r"[Cc]olumn \d+", reading.refusal), (text, reading)


def check(reading: Reading, text: str, meant: str, word: str) -> None:
    if reading.facelets is not None:
        assert reading.facelets == meant, (text, reading)
        assert meant == word or "?" in meant or Cube.from_facelets(meant).status()
    elif meant:
        # A cube that cannot exist is refused where it would be solved.
        assert Cube.from_facelets(meant).status(), (text, reading)
        assert re.search("cannot exist|is on [0-9]+ stickers|has two readings", reading.refusal), (
            text,
            reading,
        )
    else:
        assert re.search(r"[Cc]olumn \d+|\d+ stickers|line \d+", reading.refusal), (text, reading)


@pytest.mark.parametrize("size", [2, 3, 4, 5, 6, 7])
def test_one_character_makes_no_other_cube_and_no_turns_of_a_cube(size: int, api: Api) -> None:
    check_readings(size, 12, 1, api)


@pytest.mark.soak
@pytest.mark.parametrize("size", [2, 3, 4, 5, 6, 7])
def test_one_character_makes_no_other_cube_and_no_turns_of_500_cubes(size: int, api: Api) -> None:
    check_readings(size, 500, 2, api)


def check_two_readings(text: str, reading: Reading) -> None:
    """Check a refusal of the rows of a net that are also a cube by their faces, in the order that it names."""
    assert "two readings" in reading.refusal
    order = re.search(r"--order ([URFDLB]{6})", reading.refusal)
    assert order is not None
    assert not Cube.from_facelets(text, order=order[1]).status()


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_rows_of_a_net_in_one_line_are_read_or_have_two_readings(size: int) -> None:
    random = Random(size)
    for _ in range(20):
        word = scrambled(size, random)
        for text in (in_rows_of_a_net(word), " ".join(in_rows_of_a_net(word))):
            reading, decided = at.python(text, None), meaning(text)
            if reading.facelets is None:
                assert decided.kind in {"two readings", "open"}
                check_two_readings(text, reading)
            else:
                assert decided.kind in {"cube", "open"}
                assert reading.facelets == word, (text, reading)


def test_rows_and_an_order_of_faces_that_both_make_a_cube_are_two_readings() -> None:
    # A turn of U of the 2×2×2: its rows are also the faces of a cube with U in the middle.
    turned = [letters(after(solved(2), turn, 2)) for turn in ("U", "U'", "R", "R U F")]
    texts = list(map(in_rows_of_a_net, turned))
    assert [meaning(text).kind for text in texts] == ["two readings", "two readings", "cube", "cube"]
    for text in texts[:2]:
        reading = at.python_facelets(text, None)
        assert reading.facelets is None
        check_two_readings(text, reading)
