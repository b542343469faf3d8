"""The net in the terminal."""

import io
import re
import unicodedata

import numpy as np
import pytest

from cubeproof.draw.palette import COLOURBLIND, STANDARD, Palette, ink, rgb
from cubeproof.draw.text import net, net_steps, rich_net
from cubeproof.errors import NotationError, UsageError
from cubeproof.puzzle.cube import Cube

SCRAMBLED = "R U' F2 D L' B"


def unfolded(cube: Cube) -> list[list[str]]:
    """The faces as one sees them in the net, from the facelet string: rows of U, then L F R B, then D."""
    area = cube.size**2
    faces = {name: cube.facelets[i * area : (i + 1) * area] for i, name in enumerate("URFDLB")}
    rows = []
    for line in ("U", "LFRB", "D"):
        for row in range(cube.size):
            cells = [faces[face][row * cube.size : (row + 1) * cube.size] for face in line]
            rows.append(list("".join(cells)))
    return rows


@pytest.mark.parametrize("size", range(2, 8))
def test_letters_stand_where_the_facelet_string_says(size: int) -> None:
    cube = Cube(size).apply(SCRAMBLED)
    assert [line.split() for line in net(cube).splitlines()] == [list(row) for row in unfolded(cube)]


@pytest.mark.parametrize("size", range(2, 8))
@pytest.mark.parametrize("palette", [STANDARD, COLOURBLIND], ids=["standard", "colourblind"])
def test_emoji_show_the_same_as_letters(size: int, palette: Palette) -> None:
    cube = Cube(size).apply(SCRAMBLED)
    letters = dict(zip((*palette.emoji, palette.unknown_emoji), "URFDLB?", strict=True))
    lines = net(cube, "emoji", palette).splitlines()
    assert [[letters[square] for square in line if not square.isspace()] for line in lines] == unfolded(cube)
    assert all(
        unicodedata.east_asian_width(square) in "WF" for line in lines for square in line if square != " "
    )


@pytest.mark.parametrize("size", range(2, 8))
def test_ansi_can_be_read_without_colours_and_fits_into_80_columns(size: int) -> None:
    cube = Cube(size).apply(SCRAMBLED)
    picture = net(cube, "ansi")
    plain = re.sub(r"\x1b\[[\d;]*m", "", picture)
    assert [line.split() for line in plain.splitlines()] == unfolded(cube)
    assert max(map(len, plain.splitlines())) <= 80
    assert all(line.count("\x1b[0m") == line.count("48;5;") for line in picture.splitlines())


def test_ansi_gives_every_letter_a_different_colour() -> None:
    cells = set(
        re.findall(r"48;5;(\d+)m *(.)", net(Cube.from_facelets("?" * 4 + Cube(2).facelets[4:]), "ansi"))
    )
    assert len({colour for colour, _ in cells}) == len(cells) == 6


def shown_by_a_terminal(number: int) -> tuple[int, int, int]:
    """The colour that a terminal with 256 of them has under a number from 16 on: a cube of 6 × 6 × 6, then greys."""
    if number >= 232:
        return (8 + 10 * (number - 232),) * 3
    red, green, blue = (
        0 if level == 0 else 55 + 40 * level for level in np.unravel_index(number - 16, (6, 6, 6))
    )
    return int(red), int(green), int(blue)


@pytest.mark.parametrize("palette", [STANDARD, COLOURBLIND], ids=["standard", "colourblind"])
def test_ansi_colours_are_near_the_palette_and_outside_the_user_range(palette: Palette) -> None:
    cube = Cube.from_facelets("?" * 4 + Cube(2).apply("R2 F2 U2").facelets[4:])
    cells = set(re.findall(r"38;5;(\d+);48;5;(\d+)m *(.)", net(cube, "ansi", palette)))
    assert len(cells) == 7
    for letter_colour, cell_colour, letter in cells:
        wanted = palette.colour(letter)
        for number, request in ((letter_colour, ink(wanted)), (cell_colour, wanted)):
            assert int(number) >= 16
            # Steps between levels are 40 or, at the dark end, 95.
            for visible, part in zip(shown_by_a_terminal(int(number)), rgb(request), strict=True):
                assert abs(visible - part) <= 48


def test_unknown_stickers_show() -> None:
    cube = Cube.from_facelets("?" * 24)
    assert net(cube).count("?") == net(cube, "emoji").count(STANDARD.unknown_emoji) == 24


def test_a_style_that_does_not_exist_is_refused() -> None:
    with pytest.raises(UsageError, match="'neon'"):
        net(Cube(2), "neon")  # type: ignore[arg-type]


def test_steps_follow_the_turns_and_end_where_the_algorithm_ends() -> None:
    cube = Cube(3).apply("R U")
    steps = list(net_steps(cube, "U' (M S')2 x"))
    assert [str(move) for move, _ in steps] == ["U'", "M", "S'", "M", "S'", "x"]
    assert steps[0][1] == net(Cube(3).apply("R"))
    assert steps[-1][1] == net(cube.apply("U' M S' M S' x"))
    with pytest.raises(NotationError):
        list(net_steps(cube, "R Q"))


def test_rich_shows_letters_where_there_are_no_colours_and_colours_where_there_are() -> None:
    from rich.console import Console

    cube = Cube(3).apply(SCRAMBLED)
    for system, coloured in (("truecolor", True), (None, False)):
        console = Console(file=io.StringIO(), force_terminal=coloured, color_system=system, width=80)  # type: ignore[arg-type]
        console.print(rich_net(cube))
        visible = console.file.getvalue()  # type: ignore[attr-defined]
        assert ("\x1b[" in visible) is coloured
        plain = re.sub(r"\x1b\[[\d;]*m", "", visible)
        assert [line.split() for line in plain.splitlines()] == unfolded(cube)


def test_rich_puts_emphasised_stickers_in_brackets() -> None:
    assert rich_net(Cube(3), emphasised=[0, 53]).plain.count("[") == 2
    assert rich_net(Cube(7), emphasised=[0]).plain.count("[U]") == 1
