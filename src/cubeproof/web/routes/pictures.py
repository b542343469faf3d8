"""Pictures and films."""

from __future__ import annotations

import contextlib
import ctypes
import time
from collections.abc import Mapping
from typing import Annotated

from anyio import from_thread
from fastapi import APIRouter, Query, Request, Response

from cubeproof.base.picture_formats import FILMS, PICTURES, PictureFormat
from cubeproof.draw import Look, animate, masked, wanted
from cubeproof.draw.pictures import draw
from cubeproof.errors import UsageError
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.lower_case import read_turns
from cubeproof.sentences import Template
from cubeproof.web.admission import LeftError
from cubeproof.web.errors import errors_of_field
from cubeproof.web.limits import Limits
from cubeproof.web.requests import AnimationQuery, CubeQuery, LookQuery, PictureQuery
from cubeproof.web.routes.context import DrawingPlace, FilmingPlace, ServerLimits, failures

_TOO_SLOW = Template(
    "web.too-slow",
    "Drawing this takes more than {seconds:g} seconds: use fewer turns, fewer pixels or the html format.",
)
_TOO_WIDE = Template("web.too-wide", "The width is at most {most} pixels, not {width}.")

router = APIRouter(prefix="/api", tags=["pictures"])


def _contents(formats: Mapping[str, PictureFormat]) -> dict[int | str, dict[str, object]]:
    binary = {"schema": {"type": "string", "format": "binary"}}
    types = dict.fromkeys(entry.media_type.partition(";")[0] for entry in formats.values())
    return {200: {"description": "the picture", "content": dict.fromkeys(types, binary)}}


@router.get(
    "/picture",
    summary="Draw a cube.",
    responses=failures() | _contents(PICTURES),
    response_class=Response,
    dependencies=[DrawingPlace],
)
def picture(query: Annotated[PictureQuery, Query()], limits: ServerLimits) -> Response:
    """Return a picture of the cube after the turns."""
    cube = _cube(query, limits)
    with errors_of_field("alg"):
        limits.alg(query.alg)
        cube = cube.apply(query.alg, query.lower_case)
    look = _look(query, limits.picture_pixels)
    ringed = set(cube.diagnose().suspects) if query.suspects else set()
    if query.goal is not None:
        with errors_of_field("goal"):
            ringed |= wanted(cube, query.goal)
    picture_bytes = draw(_mask(cube, query), query.format, query.view, look, emphasised=ringed)
    return Response(picture_bytes, media_type=PICTURES[query.format].media_type)


@router.get(
    "/animation",
    summary="Draw turns as an animation.",
    responses=failures() | _contents(FILMS),
    response_class=Response,
    dependencies=[FilmingPlace],
)
def animation(query: Annotated[AnimationQuery, Query()], limits: ServerLimits, request: Request) -> Response:
    """Return a film of the turns."""
    cube = _cube(query, limits)
    with errors_of_field("from"):
        limits.alg(query.from_)
        cube = cube.apply(query.from_, query.lower_case)
    cube = _mask(cube, query)
    look = _look(query, limits.film_pixels)
    last = time.monotonic() + limits.film_seconds

    def progress(done: int, total: int) -> None:
        if time.monotonic() > last and done < total:
            raise UsageError(_TOO_SLOW(seconds=limits.film_seconds))
        if from_thread.run(request.is_disconnected):
            raise LeftError

    with errors_of_field("alg"):
        limits.alg(query.alg, limits.film_turns)
        try:
            # As text, so that the error points at a turn that this size lacks.
            cube.apply(query.alg, query.lower_case)
            alg, _ = read_turns(query.alg, cube.size, query.lower_case)
            film_bytes = animate(cube, alg, query.format, look, speed=query.speed, progress=progress)  # type: ignore[arg-type]
        finally:
            give_back_memory()
    film = FILMS[query.format]
    name = f"cube-{cube.size}x{cube.size}x{cube.size}{film.endings[0]}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(film_bytes, media_type=film.media_type, headers=headers)


def _cube(query: CubeQuery, limits: Limits) -> Cube:
    with errors_of_field("state" if query.state is not None else "size"):
        return limits.cube(query.state, query.size, query.order)


def _look(query: LookQuery, most: int) -> Look:
    with errors_of_field("width"):
        if query.width > most:
            raise UsageError(_TOO_WIDE(most=most, width=query.width))
    with errors_of_field("palette"):
        return Look(query.palette, query.width, letters=query.letters, hidden=query.hidden)


def _mask(cube: Cube, query: LookQuery) -> Cube:
    if query.mask is None:
        return cube
    with errors_of_field("mask"):
        return masked(cube, query.mask)


def give_back_memory() -> None:
    """Return freed memory to the system.

    glibc keeps freed memory below a block in use: 400 MB after a large film. Other allocators return it by themselves;
    with them this does nothing.
    """
    with contextlib.suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).malloc_trim(0)
