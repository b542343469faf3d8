"""The last layer from above, held against the pieces of the cube and against turning it."""

import io
from collections import Counter

import pytest
from hypothesis import given
from PIL import Image

from cubeproof.draw import Look, png_plan, svg_plan
from cubeproof.draw.palette import COLOURBLIND, STANDARD
from cubeproof.errors import UsageError
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.move import Move
from cubeproof.puzzle.pieces import PieceKind, orbits
from cubeproof.puzzle.scramble import random_moves
from draw.svg_reading import Seen, stickers, words
from strategies import paintings

SIZES = range(2, 9)


def scrambled(size: int) -> Cube:
    return Cube(size).apply(random_moves(size, 30, seed=size))


def places(seen: list[Seen], width: int, *, turned: bool = False) -> Counter[tuple[int, int, str]]:
    """Where which colour is, about the middle; turned clockwise by a quarter, if asked."""
    results = [(item.x - width / 2, item.y - width / 2, item.letter) for item in seen]
    return Counter((round(-y), round(x), c) if turned else (round(x), round(y), c) for x, y, c in results)


@pytest.mark.parametrize("size", SIZES)
def test_the_face_is_read_row_by_row_and_each_side_lies_beside_its_own_edge(size: int) -> None:
    cube, area, width = scrambled(size), size * size, 600
    seen = {item.sticker: item for item in stickers(svg_plan(cube, Look(size=width)))}
    assert len(seen) == area + 4 * size
    assert all(item.letter == cube.facelets[sticker] for sticker, item in seen.items())
    for sticker in range(area):
        if (sticker + 1) % size:
            assert seen[sticker + 1].x > seen[sticker].x
        if sticker + size < area:
            assert seen[sticker + size].y > seen[sticker].y
    beyond = {1: "x", 2: "y", 4: "-x", 5: "-y"}  # R to the right, F below, L to the left, B above
    pieces = [slot.stickers for orbit in orbits(size) for slot in orbit.slots if len(slot.stickers) > 1]
    checked = 0
    for piece in pieces:
        for up in (sticker for sticker in piece if sticker < area):
            for side in (sticker for sticker in piece if sticker != up):
                item, second = seen[side], seen[up]
                across = {"x": item.x - second.x, "y": item.y - second.y}
                way = beyond[side // area]
                assert across[way[-1]] * (-1 if way[0] == "-" else 1) > 0.4 * width / (size + 2)
                assert abs(across["y" if way[-1] == "x" else "x"]) < 0.01
                checked += 1
    assert checked == 4 * size, "every sticker of a side was seen beside its piece"


@given(paintings())
def test_turning_the_cube_or_its_last_layer_turns_the_plan_clockwise(cube: Cube) -> None:
    before = stickers(svg_plan(cube, Look(size=800)))
    for turn in ("y", "U"):
        after = stickers(svg_plan(cube.apply(turn), Look(size=800)))
        assert places(after, 800) == places(before, 800, turned=True)


def test_plan_hides_what_is_below_the_last_layer() -> None:
    assert svg_plan(Cube(4).apply("D 2U Rw2 Rw2")) == svg_plan(Cube(4))
    assert svg_plan(Cube(4).apply("R")) != svg_plan(Cube(4))


def test_plan_is_described_in_words() -> None:
    # By hand: R moves the right column of F up, and the right column of U to the back.
    title, description = words(svg_plan(Cube(3).apply("R")))
    assert title == "3×3×3 cube, last layer from above"
    assert description.split(". ") == [
        "Up: white, white, green; white, white, green; white, white, green",
        "Right: all red",
        "Front: green, green, yellow",
        "Left: all orange",
        "Back: white, blue, blue.",
    ]
    assert words(svg_plan(Cube(8).apply("R"), Look(language="fr")))[0] == (
        "Cube 8×8×8, dernière couche vue de dessus"
    )
    assert "Front: 7 green; 1 yellow." in words(svg_plan(Cube(8).apply("R")))[1].replace(",", ";")


def test_plan_has_rings_letters_colours_and_a_turn() -> None:
    ringed = svg_plan(Cube(3), Look("colourblind"), emphasised=[0, 20, 30])
    assert [item.sticker for item in stickers(ringed) if item.emphasised] == [0, 20]
    assert ringed.count(COLOURBLIND.accent) == 2
    assert svg_plan(Cube(3), Look(letters=True)).count("<polyline") >= 21
    turning = svg_plan(Cube(3), move=Move("R"))
    dimmed = {item.sticker for item in stickers(turning) if item.fill != STANDARD.colour(item.letter)}
    others = [orbit for orbit in orbits(3) if orbit.kind is not PieceKind.CENTRE]
    slots = [slot for orbit in others for slot in orbit.slots if "R" in slot.name]
    right = {sticker for slot in slots for sticker in slot.stickers}
    assert {item.sticker for item in stickers(turning)} - dimmed == {s for s in right if svg_seen(s)}
    assert "<polyline" in turning
    with pytest.raises(UsageError, match="no sticker"):
        svg_plan(Cube(2), emphasised=[24])


def test_arrow_of_a_quarter_turn_has_one_head_and_of_a_half_turn_two() -> None:
    quarter, half = (svg_plan(Cube(3), move=Move("R", amount=amount)) for amount in (1, 2))
    arrows = quarter.count("<polyline")
    assert half.count("<polyline") == arrows
    assert half.count("<path") - quarter.count("<path") == arrows


def svg_seen(sticker: int) -> bool:
    return any(item.sticker == sticker for item in stickers(svg_plan(Cube(3))))


@pytest.mark.parametrize("size", [2, 3, 7])
def test_pixels_have_the_same_colours_in_the_same_places(size: int) -> None:
    cube = scrambled(size)
    picture = Image.open(io.BytesIO(png_plan(cube, Look(size=300, background="#ffffff")))).convert("RGB")
    assert picture.size == (300, 300)
    for sticker in stickers(svg_plan(cube, Look(size=300))):
        red, green, blue = picture.getpixel((round(sticker.x), round(sticker.y)))  # type: ignore[misc]
        assert f"#{red:02x}{green:02x}{blue:02x}" == STANDARD.colour(sticker.letter)
