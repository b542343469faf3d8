"""The painter of the pages, run by node: it moves stickers as the library's geometry does."""

import pytest

from cubeproof.draw.solid import facts
from cubeproof.puzzle.geometry import FACES, Slab, geometry
from web.page_code import PAGE, on_the_page

PAINTER = str(PAGE.parent / "src" / "cubeproof" / "draw" / "solid.js")


@pytest.mark.parametrize("size", [2, 3, 4, 5, 7, 20])
def test_solid_turns_as_the_geometry_does(size: int) -> None:
    blocks = [(1, 1), (2, 2), (1, 2), (size, size), (1, size), (size - 1, size)]
    slabs = [
        Slab(face, first, last, turns)
        for face in FACES
        for first, last in dict.fromkeys(blocks)
        for turns in (1, 2, 3)
    ]
    questions = [
        {
            "facts": facts(),
            "size": size,
            "slab": {"face": slab.face, "first": slab.first, "last": slab.last},
            "quarters": -1 if slab.turns == 3 else slab.turns,
        }
        for slab in slabs
    ]
    call = "({ facts, size, slab, quarters }) => [...page.solid(facts).permutation(size, slab, quarters)]"
    for slab, result in zip(slabs, on_the_page(PAINTER, call, questions), strict=True):
        assert result == geometry(size).turn(slab).tolist(), slab


@pytest.mark.parametrize("size", [2, 3, 5, 8])
def test_solid_pointer_hits_the_painted_sticker(size: int) -> None:
    """A sticker's middle, projected by the library's own camera, is that sticker for a pointer."""
    from cubeproof.draw.camera import Camera
    from cubeproof.draw.look import Look
    from cubeproof.draw.view_scene import solid

    for latitude, longitude in [(30, 34), (-28, 146), (80, -100)]:
        camera = Camera.of(Look(size=1000, latitude=latitude, longitude=longitude))
        shape = solid(size)
        seen = camera.sees(shape.centres, shape.normals).nonzero()[0]
        questions = [
            {"facts": facts(), "view": {"latitude": latitude, "longitude": longitude}, "point": point}
            for point in camera.project(shape.centres[seen]).tolist()
        ]
        call = f"""({{ facts, view, point }}) => {{
            const painter = page.solid(facts);
            return painter.pick({size}, painter.camera(view, 1000), point).sticker;
        }}"""
        assert on_the_page(PAINTER, call, questions) == seen.tolist()
    corner = {"facts": facts(), "view": {"latitude": 30, "longitude": 34}, "point": [30, 30]}
    call = (
        "({ facts, view, point }) => page.solid(facts).pick(3, page.solid(facts).camera(view, 1000), point)"
    )
    assert on_the_page(PAINTER, call, [corner]) == [None]
