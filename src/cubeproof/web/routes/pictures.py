"""Pictures and films."""

from __future__ import annotations

import contextlib
import ctypes
import time
from typing import Annotated

from anyio import from_thread
from fastapi import APIRouter, Query, Request, Response

from cubeproof.draw import (
    FORMATS,
    Look,
    animate,
    masked,
    png_net,
    png_plan,
    png_view,
    svg_net,
    svg_plan,
    svg_view,
    wanted,
)
from cubeproof.errors import UsageError
from cubeproof.puzzle.cube import Cube
from cubeproof.sentences import Template
from cubeproof.web.admission import LeftError
from cubeproof.web.errors import field
from cubeproof.web.limits import Limits
from cubeproof.web.requests import AnimationQuery, CubeQuery, LookQuery, PictureQuery
from cubeproof.web.routes.context import InTurnToDraw, InTurnToFilm, TheLimits, failures

_TOO_SLOW = Template(
    "web.too-slow",
    "Drawing this takes more than {seconds:g} seconds: take fewer turns or fewer pixels, or the html format.",
)
_TOO_WIDE = Template("web.too-wide", "This is drawn {most} pixels wide or less, not {width}.")

router = APIRouter(prefix="/api", tags=["pictures"])

_PICTURES = {
    ("svg", "net"): svg_net,
    ("svg", "solid"): svg_view,
    ("svg", "plan"): svg_plan,
    ("png", "net"): png_net,
    ("png", "solid"): png_view,
    ("png", "plan"): png_plan,
}
_TYPES = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "apng": "image/png",
    "gif": "image/gif",
    "webp": "image/webp",
    "html": "text/html; charset=utf-8",
}


def _contents(*formats: str) -> dict[int | str, dict[str, object]]:
    binary = {"schema": {"type": "string", "format": "binary"}}
    types = dict.fromkeys(_TYPES[name].partition(";")[0] for name in formats)
    return {200: {"description": "the picture", "content": dict.fromkeys(types, binary)}}


@router.get(
    "/picture",
    summary="Draw a cube.",
    responses=failures() | _contents("svg", "png"),
    response_class=Response,
    dependencies=[InTurnToDraw],
)
def picture(asked: Annotated[PictureQuery, Query()], limits: TheLimits) -> Response:
    """Answers with a picture of the cube after the turns."""
    cube = _cube(asked, limits)
    with field("alg"):
        limits.alg(asked.alg)
        cube = cube.apply(asked.alg)
    with field("width"):
        _check_width(asked.width, limits.picture_pixels)
    with field("palette"):
        look = Look(asked.palette, asked.width, letters=asked.letters, hidden=asked.hidden)
    ringed = set(cube.diagnose().suspects) if asked.suspects else set()
    if asked.goal is not None:
        with field("goal"):
            ringed |= wanted(cube, asked.goal)
    drawn = _PICTURES[asked.format, asked.view](_masked(cube, asked), look, emphasised=ringed)
    return Response(drawn, media_type=_TYPES[asked.format])


@router.get(
    "/animation",
    summary="Draw turns as an animation.",
    responses=failures() | _contents(*_TYPES),
    response_class=Response,
    dependencies=[InTurnToFilm],
)
def animation(asked: Annotated[AnimationQuery, Query()], limits: TheLimits, request: Request) -> Response:
    """Answers with a file that shows the turns one after the other."""
    cube = _cube(asked, limits)
    with field("from"):
        limits.alg(asked.from_)
        cube = cube.apply(asked.from_)
    cube = _masked(cube, asked)
    with field("width"):
        _check_width(asked.width, limits.film_pixels)
    with field("palette"):
        look = Look(asked.palette, asked.width, letters=asked.letters, hidden=asked.hidden)
    last = time.monotonic() + limits.film_seconds

    def progress(done: int, total: int) -> None:
        if time.monotonic() > last and done < total:
            raise UsageError(_TOO_SLOW(seconds=limits.film_seconds))
        if from_thread.run(request.is_disconnected):
            raise LeftError

    with field("alg"):
        limits.alg(asked.alg, limits.film_turns)
        try:
            drawn = animate(cube, asked.alg, asked.format, look, speed=asked.speed, progress=progress)  # type: ignore[arg-type]
        finally:
            give_back_memory()
    ending = next(ending for ending, name in FORMATS.items() if name == asked.format)
    name = f"cube-{cube.size}x{cube.size}x{cube.size}{ending}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(drawn, media_type=_TYPES[asked.format], headers=headers)


def _cube(asked: CubeQuery, limits: Limits) -> Cube:
    with field("state" if asked.state is not None else "size"):
        return limits.cube(asked.state, asked.size)


def _masked(cube: Cube, asked: LookQuery) -> Cube:
    if asked.mask is None:
        return cube
    with field("mask"):
        return masked(cube, asked.mask)


def give_back_memory() -> None:
    """Return freed memory to the system.

    The allocator of glibc keeps what is freed below something that is still in use: 400 MB after a large film. Other
    allocators return it by themselves; there this does nothing.
    """
    with contextlib.suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)


def _check_width(width: int, most: int) -> None:
    if width > most:
        raise UsageError(_TOO_WIDE(most=most, width=width))
