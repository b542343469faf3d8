"""The cube in space while a layer turns, against an independent ray tracer and against the turned state."""

import itertools

import numpy as np
import pytest
from numpy.typing import NDArray

from cubeproof.draw.camera import Camera, rotation
from cubeproof.draw.flat_scene import STICKER
from cubeproof.draw.look import Look
from cubeproof.draw.png import _flatten
from cubeproof.draw.scene import Fill, Scene
from cubeproof.draw.svg import svg
from cubeproof.draw.view_scene import parts, view_scene
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.geometry import FACES, NORMALS, geometry
from cubeproof.puzzle.move import Move
from cubeproof.puzzle.scramble import random_moves
from draw.svg_reading import stickers

MOVES = {
    2: ["R", "U'", "F2", "L", "x", "z'"],
    3: ["R", "L'", "U2", "D", "F'", "B", "M", "E'", "S2", "Rw", "Fw'", "x", "y2"],
    4: ["2R", "2-3Fw'", "3Uw", "Lw2", "m"],
    7: ["3L", "M'", "s", "3-5Dw2", "4Bw"],
}
CASES = [(size, name) for size, names in MOVES.items() for name in names]
Rays = NDArray[np.float64]


@pytest.mark.parametrize(("size", "name"), CASES)
def test_a_finished_turn_looks_like_the_state_after_it(size: int, name: str) -> None:
    cube = Cube(size).apply(random_moves(size, 30, seed=1))
    (move,) = Alg(name)
    # Turned in space by a matrix, or turned as a state by a permutation: one picture.
    turned = [
        shape
        for part in parts(cube, Look(), move.slab(size), 1.0)
        for shape in part.shapes
        if isinstance(shape, Fill) and shape.sticker >= 0
    ]
    places = {
        (round(x, 3), round(y, 3), shape.letter)
        for shape in turned
        for x, y in [shape.corners.mean(axis=(0, 1)).tolist()]
    }
    after = [
        shape
        for shape in view_scene(cube.apply(move)).shapes
        if isinstance(shape, Fill) and shape.sticker >= 0
    ]
    assert len(turned) == len(after) == 3 * size * size
    for shape in after:
        x, y = shape.corners.mean(axis=(0, 1)).tolist()
        assert any(
            abs(x - u) < 0.01 and abs(y - v) < 0.01 and shape.letter == letter for u, v, letter in places
        )


@pytest.mark.parametrize(("size", "name"), CASES)
@pytest.mark.parametrize(
    "look",
    [Look(), Look(latitude=-20, longitude=200), Look(latitude=75, longitude=-100)],
    ids=["usual view", "from below", "from above"],
)
def test_hidden_stickers_in_mid_turn_agree_with_a_ray_tracer(size: int, name: str, look: Look) -> None:
    (move,) = Alg(name)
    random = np.random.default_rng(size)
    angle = float(random.uniform(0.1, 0.9))
    scene = view_scene(Cube(size), look, move=move, angle=angle)
    pixels = random.uniform(0.15, 0.85, (600, 2)) * look.size
    traced = trace(pixels, size, move, angle, look)
    sure = traced != UNSURE
    assert topmost(scene, pixels[sure]).tolist() == traced[sure].tolist()
    assert sure.sum() > 150


NOTHING, BODY, UNSURE = -3, -2, -9


def topmost(scene: Scene, pixels: Rays) -> NDArray[np.int64]:
    """The sticker that is painted last at each pixel, or BODY, or NOTHING."""
    results = np.full(len(pixels), NOTHING)
    for shape in scene.shapes:
        if isinstance(shape, Fill):
            covered = inside(np.array(_flatten(shape.corners)).reshape(-1, 2), pixels)
            results[covered] = shape.sticker if shape.sticker >= 0 else BODY
    return results


def inside(polygon: Rays, points: Rays) -> NDArray[np.bool_]:
    """Whether points are in a polygon: how often a ray to the right crosses its sides."""
    x, y = points[..., :1], points[..., 1:]
    after = np.roll(polygon, -1, axis=0)
    crosses = (polygon[:, 1] > y) != (after[:, 1] > y)
    with np.errstate(divide="ignore", invalid="ignore"):
        at = polygon[:, 0] + (y - polygon[:, 1]) / (after[:, 1] - polygon[:, 1]) * (
            after[:, 0] - polygon[:, 0]
        )
    return np.asarray((crosses & (x < at)).sum(axis=-1) % 2 == 1)


def trace(pixels: Rays, size: int, move: Move, angle: float, look: Look) -> NDArray[np.int64]:
    """An independent view: every cubie is a solid box, and a ray shows the nearest box."""
    camera, slab, cube = Camera.of(look), move.slab(size), geometry(size)
    right, up, towards = camera.axes
    offsets = (pixels - camera.middle) / camera.scale
    rays = offsets[:, :1] * right - offsets[:, 1:] * up - towards
    turn = rotation(NORMALS[FACES.index(slab.face)], slab.turns, angle)
    best, seen = np.full(len(pixels), np.inf), np.full(len(pixels), NOTHING)
    grazed = np.full(len(pixels), np.inf)
    normal = NORMALS[FACES.index(slab.face)]
    for lattice in itertools.product(range(-(size - 1), size, 2), repeat=3):
        middle = np.array(lattice)
        layer = (size - 1 - middle @ normal) // 2 + 1
        # A ray against a turned box is a ray turned back against the box.
        back = turn if slab.first <= layer <= slab.last else np.eye(3)
        eye, ways = (camera.eye @ back) * size - middle, rays @ back * size
        with np.errstate(divide="ignore"):
            first, second = (-1 - eye) / ways, (1 - eye) / ways
        enter, leave = np.minimum(first, second), np.maximum(first, second)
        near, far = enter.max(axis=1), leave.min(axis=1)
        grazing = np.abs(near - far) * np.linalg.norm(ways, axis=1) < 0.25
        hits = near < far
        grazed = np.where(grazing, np.minimum(grazed, near), grazed)
        nearer = hits & (near < best - 1e-9)
        axes = enter.argmax(axis=1)
        for index in np.flatnonzero(nearer):
            best[index] = near[index]
            point = eye + near[index] * ways[index]
            axis = axes[index]
            side = np.sign(point[axis])
            flat = np.abs(np.delete(point, axis))
            outer = abs(middle[axis] + side) == size
            sticker_point = middle.copy()
            sticker_point[axis] += int(side)
            edge = 2 * STICKER
            if outer and (flat < edge * 0.7).all():
                seen[index] = cube.sticker_at(sticker_point)
            elif not outer or (flat > edge + 0.03).any():
                seen[index] = BODY
            else:
                seen[index] = UNSURE
            # The rounded corners of the body, and the rims of boxes.
            if (flat > 0.88).any() and seen[index] == BODY:
                seen[index] = UNSURE
    seen[grazed < best + 1e-3] = UNSURE
    return seen


def test_a_turn_stays_within_the_picture() -> None:
    for name, angle in itertools.product(["R", "U", "F", "x", "y", "z", "L2", "M"], (0.2, 0.5, 0.7)):
        (move,) = Alg(name)
        for look in (Look(), Look(hidden=True)):
            scene = view_scene(Cube(3), look, move=move, angle=angle)
            points = np.concatenate(
                [shape.corners.reshape(-1, 2) for shape in scene.shapes if isinstance(shape, Fill)]
            )
            assert points.min() >= 0
            assert points.max() <= look.size


def test_a_slice_in_motion_divides_the_cube_into_three_solid_boxes() -> None:
    boxes = parts(Cube(3), Look(), Move("M").slab(3), 0.5)
    assert [box.turning for box in boxes] == [False, True, False]
    for box in boxes:
        silhouette = box.shapes[0]
        assert isinstance(silhouette, Fill)
        assert silhouette.sticker < 0
        outline = np.array(_flatten(silhouette.corners)).reshape(-1, 2)
        for shape in box.shapes[1:]:
            middle = shape.corners.mean(axis=(0, 1)) if isinstance(shape, Fill) else shape.points.mean(axis=0)
            assert inside(outline, middle)


def test_the_svg_of_a_scene_in_mid_turn_keeps_its_stickers() -> None:
    scene = view_scene(Cube(3).apply("U"), move=Move("R"), angle=0.5)
    assert all(
        sticker.letter == Cube(3).apply("U").facelets[sticker.sticker] for sticker in stickers(svg(scene))
    )
