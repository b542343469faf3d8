"""Nets as `cubeproof show` prints them are read back as the same cube, also after other programs changed blanks."""

from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubeproof.draw.palette import PALETTES, Palette
from cubeproof.draw.text import net
from cubeproof.errors import FaceletsError
from cubeproof.puzzle.colour_letters import EMOJI
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.net_text import read_net
from strategies import cubes, paintings, patterns, sequences

# What happens to a text between two programs: blanks are lost, added or changed, lines end otherwise.
CHANGES: dict[str, Callable[[str], str]] = {
    "as printed": lambda text: text,
    "line break": lambda text: text + "\n",
    "blank lines": lambda text: f"\n  \n{text}\n\n",
    "CRLF": lambda text: text.replace("\n", "\r\n") + "\r\n",
    "stripped": str.strip,
    "indented": lambda text: "\n".join("\t" + line for line in text.split("\n")),
    "blanks at the end": lambda text: "\n".join(line + "   " for line in text.split("\n")),
    "no indentation": lambda text: "\n".join(line.strip() for line in text.split("\n")),
    "ordinary blanks": lambda text: text.replace("\u3000", " "),
    "double blanks": lambda text: text.replace("\u3000", "  "),
    "single blanks": lambda text: "\n".join(" ".join(line.split()) for line in text.split("\n")),
    "no blanks": lambda text: "".join(letter for letter in text if not letter.isspace() or letter == "\n"),
    "emoji presentation": lambda text: text.replace("⬜", "⬜\ufe0f"),
    "without the escape": lambda text: text.replace("\x1b", ""),
}
styles = st.sampled_from(["letters", "emoji", "ansi"])


@given(
    cubes() | patterns() | paintings(),
    styles,
    st.sampled_from(sorted(PALETTES)),
    st.lists(st.sampled_from(sorted(CHANGES)), max_size=3),
)
def test_net_of_every_style_and_palette_is_the_same_cube_when_it_is_read(
    cube: Cube, style: str, palette: str, changes: list[str]
) -> None:
    text = net(cube, style, PALETTES[palette])  # type: ignore[arg-type]
    for change in changes:
        text = CHANGES[change](text)
    assert read_net(text) == cube.facelets


@pytest.mark.parametrize("style", ["letters", "emoji", "ansi"])
@pytest.mark.parametrize("size", [8, 20, 50])
def test_net_of_a_large_cube_is_read(size: int, style: str) -> None:
    cube = Cube(size).apply("R 2U' 3Fw y")
    assert read_net(net(cube, style)) == cube.facelets  # type: ignore[arg-type]


def test_every_palette_has_emoji_that_are_read_as_its_letters() -> None:
    for palette in (*PALETTES.values(), Palette.named("F=#0a0")):
        assert "".join(EMOJI[emoji] for emoji in (*palette.emoji, palette.unknown_emoji)) == "URFDLB?"


@given(cubes(3), st.booleans())
def test_net_of_colour_letters_is_read_in_either_case(cube: Cube, lower: bool) -> None:
    colours = net(cube).translate(str.maketrans("URFDLB", "WRGYOB"))
    read = read_net(colours.lower() if lower else colours)
    assert read == cube.facelets.translate(str.maketrans("URFDLB", "WRGYOB"))


@given(st.lists(sequences(3, 8).map(str), max_size=12).map("\n".join))
def test_turns_on_several_lines_are_no_net(text: str) -> None:
    assert read_net(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "R U R' U'",
        "U",
        "UUUUUUUUU\nRRRRRRRRR\nFFFFFFFFF\nDDDDDDDDD\nLLLLLLLLL\nBBBBBBBBB",
        "\n".join(["UUU"] * 3 + ["RRR"] * 3 + ["FFF"] * 3 + ["DDD"] * 3 + ["LLL"] * 3 + ["BBB"] * 3),
        "R U\nU R\nR U F D L B R U\nR U\nL U\nF D",
        "R U\nF D\nL B\nU R",
        "(R U)3 // F2L\n[R, U]\n(R U R' U') x2",
    ],
)
def test_other_text_is_no_net(text: str) -> None:
    assert read_net(text) is None


def test_wrong_row_of_a_net_is_named() -> None:
    rows = net(Cube(3)).split("\n")
    faults = {
        "Line 4 of this net has 11 stickers, but 12": [*rows[:3], rows[3][:-1], *rows[4:]],
        "Line 1 of this net has 2 stickers, but 3": [rows[0][:-2], *rows[1:]],
        "Line 3 of this net has 12 stickers, but 3": rows[1:],
        "Line 7 of this net has 12 stickers, but 3": [*rows[:4], *rows[3:]],
        "has 10 rows, not 9": [*rows, rows[-1]],
        "has 8 rows, not 9": rows[:-1],
        "Line 5 of this net has 'X'": [*rows[:4], rows[4].replace("F F", "F X"), *rows[5:]],
        "Line 9 of this net has 'W'": [*rows[:-1], rows[-1].replace("D D", "D W")],
        "has 2 nets": [*rows, "", *rows],
    }
    for reason, lines in faults.items():
        for text in ("\n".join(lines), "\n".join(line.strip() for line in lines)):
            with pytest.raises(FaceletsError, match=reason):
                read_net(text)


@pytest.mark.parametrize("style", ["letters", "emoji", "ansi"])
@pytest.mark.parametrize("size", [2, 3, 6])
def test_net_with_another_arrangement_is_refused(size: int, style: str) -> None:
    lines = net(Cube(size).apply("R"), style).split("\n")  # type: ignore[arg-type]
    face = {"letters": 2 * size + 1, "emoji": 2 * size + 1, "ansi": 3 * size + 1}[style]
    moved = [" " * face + line for line in lines[:size]] + lines[size:]
    with pytest.raises(FaceletsError, match="U is not above or below the second face"):
        read_net("\n".join(moved))
