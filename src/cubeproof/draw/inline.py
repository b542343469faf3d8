"""What a notebook shows of a value by itself: the pictures behind `_repr_svg_`, `_repr_png_` and `_repr_html_`.

A notebook keeps what it shows, so every picture here is bounded: where a film would be unwieldy a still stands for it, and where an SVG
would be, pixels do. Pictures in HTML are images with their data in the address: no style of the page reaches them, and what cleans
foreign HTML lets them pass.

The classes lie below this floor and do not import it: they ask for a picture by the names of these functions, through `cubeproof.shown`.
"""

from __future__ import annotations

import base64
from contextlib import suppress
from html import escape

from cubeproof.draw.chart import svg_layers
from cubeproof.draw.descriptions import describe_cube
from cubeproof.draw.emphasis import wanted
from cubeproof.draw.film import MAX_TURNS, Film
from cubeproof.draw.look import Look
from cubeproof.draw.png import png_view
from cubeproof.draw.svg import svg_view
from cubeproof.draw.svg_film import svg_film
from cubeproof.errors import UsageError
from cubeproof.problem import named_goal
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.geometry import MAX_SIZE
from cubeproof.puzzle.turns import TurnKind, turn_kind
from cubeproof.solving.explore import Exploration
from cubeproof.solving.solution import Solution

__all__ = [
    "MAX_STICKERS",
    "alg_html",
    "cube_png",
    "cube_svg",
    "exploration_svg",
    "smallest_size",
    "solution_html",
]

MAX_STICKERS = 6_000
"""The most stickers that a film in a notebook draws, in all of its frames together: about half a megabyte."""

_WIDTH = 240
_MAX_SVG_SIZE = 16
_RATES = (20, 10)
_MAX_TEXT = 600
_MAX_LISTED = 50


def cube_svg(cube: Cube) -> str | None:
    """The solid cube, None where it has so many stickers that `cube_png` has the smaller picture.

    >>> cube_svg(Cube(2)).count("data-sticker"), cube_svg(Cube(50))
    (12, None)
    """
    return None if cube.size > _MAX_SVG_SIZE else svg_view(cube, Look(size=_WIDTH))


def cube_png(cube: Cube) -> bytes | None:
    """The solid cube in pixels, None where `cube_svg` has the better picture."""
    return png_view(cube, Look(size=2 * _WIDTH)) if cube.size > _MAX_SVG_SIZE else None


def alg_html(alg: Alg) -> str | None:
    """The turns as a film from the solved cube, with their text below it.

    The cube is the smallest of three layers or more that has all the layers that turn. Where a film would be unwieldy it is a still of
    the state after the turns; None if there is nothing to be seen, or there are more than 2000 turns.

    >>> alg_html(Alg("R U R' U'")).count("<img")
    1
    """
    size = smallest_size(alg) if 0 < len(alg) <= MAX_TURNS else None
    if size is None:
        return None
    picture = _film(Cube(size), alg) or still(Cube(size).apply(alg))
    return f'<figure style="margin:0">{picture}<figcaption>{_code(alg)}</figcaption></figure>'


def solution_html(solution: Solution) -> str:
    """The cube as it was, the film of the answer, and what is proved about it.

    >>> from cubeproof.solving.solve import solve
    >>> page = solution_html(solve(Cube(2).apply("R U")))
    >>> page.count("<img"), "there is no shorter way" in page
    (2, True)
    """
    start, alg = solution.start, solution.alg
    rings = _rings(solution)
    pictures = [still(start, rings)]
    paragraphs = [f"<p>{escape(solution.claim)}</p>"]
    if alg is not None and len(alg):
        paragraphs.insert(0, f"<p>{_code(alg)}</p>")
        pictures.append(_film(start, alg, rings) or "")
    if len(solution.solutions) > 1:
        listed = "".join(f"<li>{_code(found)}</li>" for found in solution.solutions[:_MAX_LISTED])
        more = "<li>…</li>" if len(solution.solutions) > _MAX_LISTED else ""
        found = f"{len(solution.solutions):,} shortest answers" + (" so far" if solution.stop else "")
        paragraphs.append(f"<details><summary>{found}</summary><ul>{listed}{more}</ul></details>")
    goal = solution.task.goal
    asked = "a pattern" if isinstance(goal, Cube) else "" if goal == "solved" else goal
    length = "none" if solution.length is None else f"{solution.length}"
    facts = [
        f"goal: {asked}" if asked else "",
        f"moves: {solution.task.moves}" if solution.task.moves else "",
        f"found: {length}, proved: at least {solution.lower_bound} ({solution.metric})",
        f"engine {solution.engine}, {solution.seconds:.2f} s",
    ]
    paragraphs.append(f"<p><small>{escape(' · '.join(fact for fact in facts if fact))}</small></p>")
    return (
        '<div style="display:flex;flex-wrap:wrap;align-items:center;gap:1em">'
        f'{"".join(pictures)}<div style="flex:1 1 16em">{"".join(paragraphs)}</div></div>'
    )


def exploration_svg(exploration: Exploration) -> str:
    """The layers of states as a bar chart."""
    return svg_layers(exploration.counts, exploration.title)


def smallest_size(alg: Alg) -> int | None:
    """The smallest cube of three layers or more on which all these turns exist, None if there is none.

    A block of layers must leave some: on a 3×3×3 there is a `3Rw`, but who writes that thinks of a larger cube.

    >>> [smallest_size(Alg(turns)) for turns in ("R U x", "3Rw", "4Rw M", "51R")]
    [3, 4, 5, None]
    """
    moves = set(alg)
    for size in range(3, MAX_SIZE + 1):
        with suppress(UsageError):
            if all(turn_kind(move, size) is not TurnKind.ROTATION or move.family in "xyz" for move in moves):
                return size
    return None


def _film(cube: Cube, alg: Alg, emphasised: frozenset[int] = frozenset()) -> str | None:
    """A film as an image, in as many frames a second as its bound allows; None if it allows none."""
    if len(alg) > MAX_TURNS:
        return None
    for rate in _RATES:
        film = Film(cube, alg, rate=rate, emphasised=emphasised)
        with suppress(UsageError):
            film.check_work(MAX_STICKERS)
            return _image("svg+xml", svg_film(film, Look(size=_WIDTH)).encode(), f"Film: {film.summary}")
    return None


def still(cube: Cube, emphasised: frozenset[int] = frozenset()) -> str:
    """The solid cube as an image in HTML.

    >>> still(Cube(2))[:5]
    '<img '
    """
    kind, data = "png", cube_png(cube)
    if data is None:
        kind, data = "svg+xml", svg_view(cube, Look(size=_WIDTH), emphasised=emphasised).encode()
    return _image(kind, data, describe_cube(cube))


def _image(kind: str, data: bytes, description: str) -> str:
    address = f"data:image/{kind};base64,{base64.b64encode(data).decode()}"
    return f'<img width="{_WIDTH}" height="{_WIDTH}" alt="{escape(description)}" src="{address}"/>'


def _code(alg: Alg) -> str:
    text = str(alg)
    shown = text if len(text) <= _MAX_TEXT else f"{text[:_MAX_TEXT].rsplit(' ', 1)[0]} … ({len(alg):,} turns)"
    return f"<code>{escape(shown)}</code>"


def _rings(solution: Solution) -> frozenset[int]:
    """What is asked for, where the goal leaves some of the cube open."""
    goal, size = solution.task.goal, solution.start.size
    pattern = goal if isinstance(goal, Cube) else named_goal(goal).pattern(size)
    return frozenset() if pattern.is_complete else wanted(solution.start, goal)
