"""Dragging with the mouse and with fingers: on the cube it turns layers, beside the cube it moves the viewpoint."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import pytest

from browser.assertions import expect
from browser.seeing import (
    PICTURE,
    STILL,
    Visitor,
    button,
    current,
    faces,
    link,
    net,
    shows,
    tape,
    turn_button,
    until,
)
from cubeproof import Cube
from cubeproof.draw import Look
from cubeproof.draw.camera import Camera
from cubeproof.draw.view_scene import solid
from cubeproof.puzzle.geometry import FACES, NORMALS, Permutation, Slab, geometry

if TYPE_CHECKING:
    from playwright.sync_api import Page

Point = tuple[float, float]
Drag: TypeAlias = "Callable[[Page, list[Point]], None]"


def by_mouse(page: Page, way: list[Point]) -> None:
    page.mouse.move(*way[0])
    page.mouse.down()
    for point in way[1:]:
        page.mouse.move(*point, steps=3)
    page.mouse.up()


def by_touch(page: Page, way: list[Point]) -> None:
    fingers(page, [[point] for point in steps(way)])


def steps(way: list[Point]) -> list[Point]:
    """A path in small steps, as a finger moves."""
    return [
        (a[0] + (b[0] - a[0]) * share / 4, a[1] + (b[1] - a[1]) * share / 4)
        for a, b in pairwise(way)
        for share in range(5)
    ]


def fingers(page: Page, moments: list[list[Point]]) -> None:
    """Move fingers on the screen, moment by moment; lift all of them at the end."""
    browser = page.context.new_cdp_session(page)

    def send(kind: str, points: list[Point]) -> None:
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        browser.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    down = 0
    for points in moments:
        send("touchStart" if len(points) > down else "touchMove", points)
        down = len(points)
    send("touchEnd", [])


WAYS = {"mouse": ({}, by_mouse), "touch": ({"has_touch": True, "is_mobile": True}, by_touch)}
PHONE = {"viewport": {"width": 390, "height": 844}}


class Projection:
    """The screen positions of the stickers, computed by the library's camera."""

    def __init__(self, page: Page, size: int) -> None:
        box = page.locator(PICTURE).locator("canvas").bounding_box()
        assert box is not None
        self.left, self.top, self.side, self.size = box["x"], box["y"], box["width"], size
        now = page.evaluate(f"document.querySelector('{PICTURE}').player.now")
        self.camera = Camera.of(Look(size=round(self.side), hidden=now["hidden"], **now["view"]))

    def point(self, sticker: int, way: int | None = None, far: float = 0.0) -> Point:
        """The centre of a sticker, or the point `far` half edges from it towards face `way`, in its plane."""
        place = solid(self.size).centres[sticker] + (0 if way is None else far * NORMALS[way])
        x, y = self.camera.project(place)
        return self.left + float(x), self.top + float(y)

    def drags(self) -> Iterator[tuple[int, int]]:
        """Some stickers of each visible face, each with the faces towards which it can be dragged."""
        shape, size = solid(self.size), self.size
        middles = [np.flatnonzero(geometry(size).faces == face)[0] for face in range(6)]
        visible = [
            face
            for face in range(6)
            if self.camera.sees(shape.normals[middles[face]], shape.normals[middles[face]])
        ]
        # In a corner, inside the face, and on an edge.
        places = (0, size * (size // 2) + size // 2, size * size - 2)
        for face, place in zip(visible, places, strict=True):
            yield from ((face * size * size + place, way) for way in range(6) if way % 3 != face % 3)


def quarter(size: int, sticker: int, way: int) -> Permutation:
    """The only quarter turn of one layer that brings a sticker to face `way`."""
    cube = geometry(size)
    results = [
        turn
        for face in "URF"
        for layer in range(1, size + 1)
        for turns in (1, 3)
        if sticker in (turn := cube.turn(Slab(face, layer, layer, turns)))[cube.faces == way]
        and turn[sticker] != sticker
        and cube.faces[sticker] != way
    ]
    (first,) = (turn for turn in results if np.flatnonzero(turn == sticker)[0] // size**2 == way)
    return first


def facelets_from_api(page: Page, size: int, turns: list[str]) -> str:
    answer = page.request.post(
        page.url.partition("#")[0] + "api/apply", data={"size": size, "alg": " ".join(turns)}
    )
    return str(answer.json()["facelets"])


@pytest.mark.parametrize(
    ("size", "hand"),
    [
        # Touch is tested with one size: the same code chooses the layer and the angle for a mouse.
        pytest.param(
            size, hand, id=f"{size}-{hand}", marks=pytest.mark.soak if hand == "touch" and size != 3 else ()
        )
        for size in (2, 3, 5)
        for hand in WAYS
    ],
)
def test_a_drag_turns_the_layer_of_the_sticker_the_way_it_goes(size: int, hand: str, visit: Visitor) -> None:
    settings, drag = WAYS[hand]
    page = visit(link("turn", size), **settings, **STILL)
    cube = Cube(size)
    shows(page, cube)
    projection = Projection(page, size)
    count = 0
    for sticker, way in projection.drags():
        drag(page, [projection.point(sticker), projection.point(sticker, way, 1.5)])
        cube = cube.permuted(quarter(size, sticker, way))
        shows(page, cube)
        count += 1
    assert count == 12
    until(page, lambda: len(tape(page)) == count)
    until(page, lambda: current(page) == cube)
    assert facelets_from_api(page, size, tape(page)) == cube.facelets


def test_the_layer_follows_the_finger_and_less_than_a_quarter_of_the_way_falls_back(visit: Visitor) -> None:
    page = visit(link("turn"))
    shows(page, Cube(3))
    projection = Projection(page, 3)
    held = f"document.querySelector('{PICTURE}').player.now.held"
    sticker, way = 22, FACES.index("R")
    for far, quarters in ((0.3, 0.19), (0.8, 0.51), (1.5, 0.95), (0.3, 0.19)):
        if page.evaluate(held) is None:
            page.mouse.move(*projection.point(sticker))
            page.mouse.down()
        page.mouse.move(*projection.point(sticker, way, far), steps=4)
        results = page.evaluate(held)
        # A drag to the right in the middle of F is E: the second layer from U, anticlockwise.
        assert (results["slab"]["first"], results["slab"]["last"]) == (2, 2)
        assert abs(results["quarters"]) == pytest.approx(quarters, abs=0.12)
    page.mouse.up()
    shows(page, Cube(3))
    assert tape(page) == []
    # A drag by two quarters is a half turn.
    by_mouse(page, [projection.point(20), projection.point(20, FACES.index("U"), 3.0)])
    shows(page, Cube(3).apply("R2"))
    until(page, lambda: tape(page) == ["R2"])


def test_a_drag_is_answered_by_the_next_frame(visit: Visitor) -> None:
    page = visit(link("turn", 7))
    shows(page, Cube(7))
    projection = Projection(page, 7)
    page.mouse.move(*projection.point(2 * 49 + 24))
    page.mouse.down()
    page.mouse.move(*projection.point(2 * 49 + 24, FACES.index("R"), 0.5), steps=3)
    # The picture changes between the pointer's next move and the next frame.
    x, y = projection.point(2 * 49 + 24, FACES.index("R"), 0.7)
    before, after = page.evaluate(
        """async ([x, y]) => {
            const area = document.querySelector("[data-testid=picture] .player");
            const looks = () => area.player.canvas.toDataURL();
            const before = looks();
            const mouse = { pointerId: 1, pointerType: "mouse", clientX: x, clientY: y };
            area.dispatchEvent(new PointerEvent("pointermove", mouse));
            await new Promise((done) => requestAnimationFrame(done));
            return [before, looks()];
        }""",
        [x, y],
    )
    assert before != after
    page.mouse.up()


@pytest.mark.parametrize("hand", WAYS)
def test_a_click_turns_the_face_and_with_shift_the_other_way(hand: str, visit: Visitor) -> None:
    page = visit(link("turn", 4), **WAYS[hand][0], **STILL)
    shows(page, Cube(4))
    projection, cube = Projection(page, 4), Cube(4)
    for face in "URF":
        place = projection.point(FACES.index(face) * 16 + 5)
        if hand == "touch":
            page.touchscreen.tap(*place)
        else:
            page.mouse.click(*place)
        cube = cube.apply(face)
        shows(page, cube)
    if hand == "mouse":
        page.keyboard.down("Shift")
        page.mouse.click(*projection.point(0))
        page.keyboard.up("Shift")
        shows(page, cube.apply("U'"))


def make_by_keys(page: Page, size: int) -> str:
    page.keyboard.type("rufrufrufruf")
    return "RUF" * 4


def make_by_buttons(page: Page, size: int) -> str:
    for turn in "RUF" * 4:
        turn_button(page, turn).evaluate("button => button.click()")
    return "RUF" * 4


def make_by_clicks(page: Page, size: int) -> str:
    projection = Projection(page, size)
    for face in "URFURFURFURF":
        page.mouse.click(*projection.point(FACES.index(face) * size**2 + size**2 // 2))
    return "URF" * 4


def make_by_drags(page: Page, size: int) -> str:
    projection, sticker = Projection(page, size), FACES.index("F") * size**2 + size - 1
    for _ in range(12):
        by_mouse(page, [projection.point(sticker), projection.point(sticker, FACES.index("U"), 1.5)])
    return "R" * 12


@pytest.mark.parametrize(
    "size",
    [2, *(pytest.param(size, marks=pytest.mark.soak) for size in (3, 5, 7))],
)
@pytest.mark.parametrize("make", [make_by_keys, make_by_buttons, make_by_clicks, make_by_drags])
def test_turns_that_come_faster_than_the_cube_are_finished_in_time(
    make: Callable[[Page, int], str], size: int, visit: Visitor
) -> None:
    """Ten turns per second are accepted; the speed of the playback does not delay them."""
    page = visit(link("turn", size))
    shows(page, Cube(size))
    page.get_by_role("slider", name="Speed").fill("-1")
    # The test sets the clock of the page, so a busy machine changes nothing: 80 ms per turn, and 150 ms at the end.
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") + 10_000)
    turns = make(page, size)
    page.clock.run_for(80 * len(turns) + 150)
    assert page.evaluate(f"document.querySelector('{PICTURE}').player.now.position") == len(turns)
    shows(page, Cube(size).apply(" ".join(turns)))


@pytest.mark.parametrize("hand", WAYS)
def test_a_drag_beside_the_cube_moves_the_viewer(hand: str, visit: Visitor) -> None:
    settings, drag = WAYS[hand]
    page = visit(link("turn"), **settings, **(PHONE if hand == "touch" else {}), **STILL)
    shows(page, Cube(3))
    cube = page.locator(PICTURE)
    until(page, lambda: faces(cube) == {"U", "R", "F"})
    projection = Projection(page, 3)
    corner, usual = (projection.left + 6, projection.top + 6), projection.camera.eye.tolist()
    drag(page, [corner, (corner[0] + projection.side * 0.95, corner[1])])
    until(page, lambda: faces(cube) == {"U", "B", "L"})
    assert tape(page) == []
    # Layers can be turned from this viewpoint too.
    projection = Projection(page, 3)
    drag(page, [projection.point(45), projection.point(45, FACES.index("U"), 1.5)])
    shows(page, Cube(3).permuted(quarter(3, 45, FACES.index("U"))))
    if hand == "mouse":
        page.mouse.dblclick(*corner)
        until(page, lambda: Projection(page, 3).camera.eye.tolist() == usual)


def test_two_fingers_move_the_viewer_wherever_they_are_and_turn_nothing(visit: Visitor) -> None:
    page = visit(link("turn"), has_touch=True, is_mobile=True, **PHONE, **STILL)
    shows(page, Cube(3))
    projection, cube = Projection(page, 3), page.locator(PICTURE)
    first, second = projection.point(22), projection.point(4)
    moves = [[(x - projection.side * share / 14, y) for x, y in (first, second)] for share in range(8)]
    # The first finger is already turning a layer when the second finger touches the screen.
    fingers(page, [[first], [(first[0] + 15, first[1])], *moves])
    until(page, lambda: faces(cube) == {"U", "R", "B"})
    shows(page, Cube(3))
    assert tape(page) == []


def test_keys_move_the_viewer_and_bring_the_usual_view_back(visit: Visitor) -> None:
    page = visit(link("turn"), color_scheme="dark", **STILL)
    shows(page, Cube(3))
    cube = page.locator(PICTURE)
    cube.focus()
    for _ in range(6):
        page.keyboard.press("Shift+ArrowLeft")
    until(page, lambda: faces(cube) == {"U", "L", "F"})
    for _ in range(6):
        page.keyboard.press("Shift+ArrowDown")
    until(page, lambda: faces(cube) == {"D", "L", "F"})
    page.keyboard.press("Shift+Home")
    until(page, lambda: faces(cube) == {"U", "R", "F"})
    assert tape(page) == []
    # Without shift the keys work as on the whole page.
    page.keyboard.press("r")
    shows(page, Cube(3).apply("R"))
    page.keyboard.press("ArrowLeft")
    shows(page, Cube(3))


def test_far_faces_are_shown_on_request(visit: Visitor) -> None:
    page = visit(link("turn"), color_scheme="dark", **STILL)
    shows(page, Cube(3))
    cube, far = page.locator(PICTURE), button(page, "The far faces too")
    far.click()
    expect(far).to_have_attribute("aria-pressed", "true")
    until(page, lambda: faces(cube) == set("URFDLB"))
    # The cube is smaller then; a drag still turns the layer under the pointer.
    projection = Projection(page, 3)
    by_mouse(page, [projection.point(20), projection.point(20, FACES.index("U"), 1.5)])
    shows(page, Cube(3).apply("R"))
    far.click()
    until(page, lambda: faces(cube) <= {"U", "R", "F", "D"})


@pytest.mark.check
def test_every_cube_is_seen_from_above_as_in_the_small_pictures(visit: Visitor) -> None:
    page = visit(link("turn", 2), color_scheme="dark", **STILL)
    usual = {"latitude": Look().latitude, "longitude": Look().longitude}
    for size in (2, 3, 4):
        page.get_by_test_id("size").select_option(str(size))
        shows(page, Cube(size))
        assert page.evaluate(f"document.querySelector('{PICTURE}').player.now.view") == usual
        until(page, lambda: faces(page.locator(PICTURE)) == {"U", "R", "F"})
    # The library draws all small pictures, by default from this viewpoint.
    page.goto("about:blank")
    page = visit(link("explore", 2, scramble="R"))
    page.locator(".card img").first.wait_for()
    sources = page.locator(".card img, .judgement img").evaluate_all("all => all.map(image => image.src)")
    assert sources
    assert not [source for source in sources if "latitude" in source or "longitude" in source]


def test_a_painting_is_not_turned(visit: Visitor) -> None:
    page = visit(link("paint"), **STILL)
    shows(page, Cube(3))
    page.get_by_role("gridcell").first.focus()
    page.keyboard.press("f")
    painting = "F" + Cube(3).facelets[1:]
    shows(page, painting)
    projection = Projection(page, 3)
    by_mouse(page, [projection.point(22), projection.point(22, FACES.index("R"), 1.5)])
    page.mouse.click(*projection.point(22))
    assert net(page) == painting
    expect(page.get_by_test_id("tape").get_by_role("button")).to_have_count(0)
    shows(page, painting)
    # The viewpoint still moves.
    before = projection.camera.eye
    by_mouse(page, [(projection.left + 6, projection.top + 6), (projection.left + 90, projection.top + 6)])
    until(page, lambda: bool((Projection(page, 3).camera.eye != before).any()))
