"""Pictures as SVG, compared with the state sticker by sticker."""

import xml.etree.ElementTree as ET
from collections.abc import Callable

import pytest

from cubeproof.draw import Look, describe_cube, svg_net, svg_view, wanted
from cubeproof.draw.flat_scene import NET
from cubeproof.draw.palette import COLOURBLIND, STANDARD, Palette
from cubeproof.draw.scene import Fill, Line, Scene
from cubeproof.draw.svg import svg
from cubeproof.draw.view_scene import view_scene
from cubeproof.errors import UsageError
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube, permutation
from cubeproof.puzzle.move import Move
from cubeproof.puzzle.pieces import PieceKind, orbits
from cubeproof.puzzle.scramble import random_moves
from cubeproof.sentences import Sentence
from draw.svg_reading import Seen, stickers, words

SIZES = range(2, 8)
Drawing = Callable[..., str]


def scrambled(size: int) -> Cube:
    return Cube(size).apply(random_moves(size, 30, seed=size))


def rows(seen: list[Seen], size: int) -> str:
    """The letters of one face, in the order in which they are read: row by row, by where they lie."""
    ordered = sorted(seen, key=lambda one: one.y)
    lines = [sorted(ordered[i * size : (i + 1) * size], key=lambda one: one.x) for i in range(size)]
    return "".join(cell.letter for line in lines for cell in line)


@pytest.mark.parametrize("size", SIZES)
def test_the_net_shows_every_sticker_where_it_belongs(size: int) -> None:
    cube, area = scrambled(size), size * size
    seen = stickers(svg_net(cube))
    assert sorted(item.sticker for item in seen) == list(range(6 * area))
    width = max(item.x for item in seen) + min(item.x for item in seen)
    height = max(item.y for item in seen) + min(item.y for item in seen)
    for index, face in enumerate("URFDLB"):
        # Only by place: the net is four faces wide and three high.
        column, row = {"U": (1, 0), "L": (0, 1), "F": (1, 1), "R": (2, 1), "B": (3, 1), "D": (1, 2)}[face]
        block = [
            item for item in seen if (int(4 * item.x / width), int(3 * item.y / height)) == (column, row)
        ]
        assert rows(block, size) == cube.facelets[index * area : (index + 1) * area]
        assert all(item.sticker // area == index for item in block)


def test_faces_that_touch_in_the_net_share_an_edge_of_the_cube() -> None:
    # The layout is the one thing about the net that geometry does not say, so geometry checks it.
    edges = {
        frozenset(slot.name) for orbit in orbits(3) if orbit.kind is PieceKind.EDGE for slot in orbit.slots
    }
    size, area = 3, 9
    pieces = {s: slot.stickers for orbit in orbits(size) for slot in orbit.slots for s in slot.stickers}
    start = {face: index * area for index, face in enumerate("URFDLB")}
    for item, (x, y) in NET.items():
        for second, (u, v) in NET.items():
            if (u, v) == (x + 1, y):
                assert frozenset((item, second)) in edges
                assert all(start[second] + 3 * i in pieces[start[item] + 3 * i + 2] for i in range(size))
            if (u, v) == (x, y + 1):
                assert frozenset((item, second)) in edges
                assert all(start[second] + i in pieces[start[item] + 6 + i] for i in range(size))


@pytest.mark.parametrize("size", SIZES)
def test_the_view_shows_up_right_and_front_row_by_row(size: int) -> None:
    cube, area = scrambled(size), size * size
    seen = {item.sticker: item for item in stickers(svg_view(cube))}
    assert sorted(seen) == list(range(3 * area))
    assert all(item.letter == cube.facelets[sticker] for sticker, item in seen.items())
    for start in (0, area, 2 * area):
        for sticker in range(start, start + area):
            if (sticker + 1) % size:
                assert seen[sticker + 1].x > seen[sticker].x  # a row goes to the right
            if sticker + size < start + area:
                assert seen[sticker + size].y > seen[sticker].y  # and the next row lies below
    up, right, front = seen[area - 1], seen[area], seen[2 * area + size - 1]
    assert front.x < right.x
    assert up.y < min(front.y, right.y)


def test_hidden_faces_float_behind_the_cube_on_demand() -> None:
    cube = scrambled(3)
    seen = stickers(svg_view(cube, Look(hidden=True)))
    assert sorted(item.sticker for item in seen) == list(range(54))
    assert all(item.letter == cube.facelets[item.sticker] for item in seen)
    assert {item.sticker for item in seen[:27]} == set(range(27, 54)), "painted first, so behind"
    middle = {
        face: next(item for item in seen if item.sticker == 9 * i + 4) for i, face in enumerate("URFDLB")
    }
    assert middle["L"].x < middle["F"].x < middle["R"].x < middle["B"].x
    assert middle["D"].y > middle["F"].y


def test_another_viewpoint_shows_other_faces() -> None:
    seen = {
        sticker.sticker // 9 for sticker in stickers(svg_view(Cube(3), Look(latitude=-30, longitude=214)))
    }
    assert seen == {3, 4, 5}
    assert {
        sticker.sticker // 9 for sticker in stickers(svg_view(Cube(3), Look(latitude=0, longitude=0)))
    } == {2}


@pytest.mark.parametrize("draw", [svg_net, svg_view])
@pytest.mark.parametrize(
    "palette",
    [STANDARD, COLOURBLIND, Palette.named("U=#010203 ?=#040506")],
    ids=["standard", "colourblind", "own"],
)
def test_colours_come_from_the_palette_and_differ_by_letter(draw: Drawing, palette: Palette) -> None:
    cube = Cube.from_facelets("??" + scrambled(3).facelets[2:])
    seen = stickers(draw(cube, Look(palette)))
    for letter in "URFDLB?":
        fills = {item.fill for item in seen if item.letter == letter and item.sticker < 9}
        assert fills <= {palette.colour(letter)}, "the light falls on U"
    assert {item.letter for item in seen if item.sticker < 2} == {"?"}


@pytest.mark.parametrize("draw", [svg_net, svg_view])
def test_emphasised_stickers_are_marked_and_no_others(draw: Drawing) -> None:
    seen = stickers(draw(Cube(3), emphasised=[0, 20]))
    assert [item.sticker for item in seen if item.emphasised] == [0, 20]
    assert draw(Cube(3), emphasised=[0, 20]).count(STANDARD.accent) == 2
    for wrong in (54, -1):
        with pytest.raises(UsageError, match="no sticker"):
            draw(Cube(3), emphasised=[wrong])


@pytest.mark.parametrize("draw", [svg_net, svg_view])
@pytest.mark.parametrize("name", ["R", "U2", "B'", "M", "E'", "S2", "x", "y'", "z2", "Rw", "2R"])
def test_turn_dims_exactly_the_stickers_that_it_does_not_move(draw: Drawing, name: str) -> None:
    (move,) = Alg(name)
    plain = stickers(draw(Cube(3)))
    turned = stickers(draw(Cube(3), move=move))
    # The middle of a face stays in place, so the permutation does not determine its rotation.
    moved = {i for i, source in enumerate(permutation(move, 3).tolist()) if i != source}
    bright = {after.sticker for before, after in zip(plain, turned, strict=True) if before.fill == after.fill}
    assert {i for i in bright if i % 9 != 4} == {
        i for i in moved if i % 9 != 4 and i in {s.sticker for s in plain}
    }
    assert "<polyline" in draw(Cube(3), move=move)


def test_a_turn_that_the_size_lacks_is_refused() -> None:
    with pytest.raises(UsageError, match="has none"):
        svg_view(Cube(6), move=Move("M"))


def test_letters_on_stickers_are_strokes_of_the_picture() -> None:
    for draw in (svg_net, svg_view):
        # Sides of stickers that face the light are lines too.
        without = draw(Cube(3)).count("<polyline")
        assert draw(Cube(3), Look(letters=True)).count("<polyline") >= without + 27


@pytest.mark.parametrize("draw", [svg_net, svg_view])
def test_pictures_say_in_words_what_they_show(draw: Drawing) -> None:
    cube = Cube(2).apply("R")
    title, description = words(draw(cube, move=Move("R", -1)))
    assert title.startswith("2×2×2 cube")
    assert "right face a quarter turn anticlockwise" in title
    assert "Up: white, green; white, green." in description
    assert 'role="img"' in draw(cube)


def test_descriptions_distinguish_solved_from_unknown_and_stay_short() -> None:
    assert describe_cube(Cube(3).apply("x")).startswith("Solved: up green")
    assert describe_cube(Cube.from_facelets("?" * 24)).count("all unknown") == 6
    assert describe_cube(Cube.from_facelets(24 * "U")).startswith("One colour on each face")
    assert len(describe_cube(scrambled(7).apply(random_moves(7, 50, seed=1)))) < 3000
    assert len(describe_cube(Cube(50).apply("R U F"))) < 1000


def test_all_texts_of_a_scene_are_escaped() -> None:
    nasty = "</title><script>alert('1')</script>&\""
    document = svg(Scene(10, 10, (), Sentence(nasty), Sentence(nasty), "#ffffff"))
    assert "<script" not in document
    assert words(document) == (nasty, nasty)
    palette = Palette(STANDARD.faces, names=('<b>"',) * 6)
    assert ET.fromstring(svg_net(Cube(2), Look(palette))) is not None


@pytest.mark.parametrize(
    "choices",
    [
        {"size": 15},
        {"size": 4097},
        {"size": float("nan")},
        {"latitude": 91},
        {"longitude": float("inf")},
        {"background": "red"},
        {"background": '"/>'},
        {"palette": "none such"},
    ],
)
def test_a_look_out_of_range_is_refused_in_a_sentence(choices: dict[str, object]) -> None:
    with pytest.raises(UsageError, match=r"^[A-Z].*[.]$"):
        Look(**choices)  # type: ignore[arg-type]


def test_the_largest_cube_can_be_drawn() -> None:
    cube = Cube(50).apply("3Rw U 2F'")
    assert [sticker.letter for sticker in stickers(svg_net(cube))] == list(cube.facelets)
    assert len(stickers(svg_view(cube))) == 7500


def test_the_pieces_that_a_goal_asks_for_are_found_where_they_are() -> None:
    goal = Cube(3)
    cross = Cube.from_colours(
        [
            colour if sticker in {31, 28, 30, 32, 34, 13, 16, 22, 25, 40, 43, 49, 52} else -1
            for sticker, colour in enumerate(goal.colours)
        ]
    )
    assert wanted(goal, cross) == {31, 28, 30, 32, 34, 13, 16, 22, 25, 40, 43, 49, 52}
    for alg in ("R", "R U F' L2 B", "M2 E S'"):
        cube = Cube(3).apply(alg)
        results = wanted(cube, cross)
        assert len(results) == 13
        assert sorted(cube.facelets[i] for i in results) == sorted(
            goal.facelets[i] for i in wanted(goal, cross)
        )
    with pytest.raises(UsageError, match="layers"):
        wanted(Cube(2), goal)


@pytest.mark.parametrize("size", SIZES)
def test_a_whole_goal_asks_for_every_sticker(size: int) -> None:
    assert wanted(scrambled(size), Cube(size)) == set(range(6 * size * size))


def test_a_cube_seen_from_above_has_a_shadow_on_the_ground() -> None:
    assert svg_view(Cube(3)).count("fill-opacity") == 5
    assert "fill-opacity" not in svg_view(Cube(3), Look(latitude=-20))
    assert "fill-opacity" not in svg_view(Cube(3), Look(hidden=True))
    assert "fill-opacity" not in svg_net(Cube(3))


@pytest.mark.parametrize(("face", "corner"), [("U", (1, 1)), ("R", (-1, -1)), ("F", (1, -1))])
def test_the_two_sides_of_a_sticker_that_face_the_light_are_bright(
    face: str, corner: tuple[int, int]
) -> None:
    """The light comes from above, in front and a little from the right."""
    look = Look(size=400, latitude={"U": 89, "R": 1, "F": 1}[face], longitude={"U": 0, "R": 90, "F": 0}[face])
    scene = view_scene(Cube(2), look)
    place, sticker = next(
        (place, one) for place, one in enumerate(scene.shapes) if isinstance(one, Fill) and one.letter == face
    )
    line = scene.shapes[place + 1]
    assert isinstance(line, Line)
    across, down = line.points[3] - sticker.corners.mean(axis=(0, 1))
    assert (across > 0, down > 0) == (corner[0] > 0, corner[1] > 0)
