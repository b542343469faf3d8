"""Pictures of values in notebooks: the functions behind `_repr_svg_`, `_repr_png_` and `_repr_html_`.

A notebook stores its output, so the size of every picture is bounded: a still replaces a film that would be too large,
and pixels replace an SVG that would be too large. Pictures in HTML are images with data URLs: styles of the page do not
change them, and HTML filters keep them.

Their texts are in the language of the locale (`languages.from_locale`) unless another language is given.

The classes are in lower package layers and do not import this module: they call these functions by `lazily`.
"""

import base64
from collections.abc import Iterator
from contextlib import suppress
from html import escape

from cubeproof import languages
from cubeproof.draw.chart import svg_layers
from cubeproof.draw.descriptions import describe_cube
from cubeproof.draw.emphasis import wanted
from cubeproof.draw.film import MAX_TURNS, Film
from cubeproof.draw.look import Look
from cubeproof.draw.png import png_view
from cubeproof.draw.svg import svg_view
from cubeproof.draw.svg_film import svg_film
from cubeproof.errors import UsageError
from cubeproof.languages import Language
from cubeproof.problem import named_goal
from cubeproof.puzzle import MAX_SIZE
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.turns import TurnKind, turn_kind
from cubeproof.sentences import Sentence, Template, say
from cubeproof.solving.explore import Exploration
from cubeproof.solving.solution import Solution

_CUT = Template("draw.cut", "{beginning} … ({turns:,} turns)")
_ANSWERS = Template("draw.answers", "{count:,} shortest answers{unfinished?true: so far|false:}")
_GOAL = Template("draw.goal", "goal: {goal}")
_BOUNDS = Template(
    "draw.bounds", "found: {length?none:none|other:{length}}, proved: at least {bound} ({metric})"
)
_ENGINE = Template("draw.engine", "engine {engine}, {seconds:.2f} s")

MAX_STICKERS = 6_000
"""Maximum number of stickers in all frames of a film in a notebook: about half a megabyte."""

_WIDTH = 240
_MAX_SVG_SIZE = 16
_RATES = (20, 10)
_MAX_TEXT = 600
_MAX_LISTED = 50


def chosen_language(language: str | None) -> Language:
    """Return the requested language, else the language of the locale.

    >>> chosen_language("fr").name
    'Français'
    """
    return languages.language(languages.from_locale() if language is None else language)


def cube_svg(cube: Cube, language: str | None = None) -> str | None:
    """Return the solid cube as SVG, or None for a cube that is smaller as PNG.

    >>> cube_svg(Cube(2)).count("data-sticker"), cube_svg(Cube(50))
    (12, None)
    """
    return None if cube.size > _MAX_SVG_SIZE else svg_view(cube, _look(chosen_language(language)))


def cube_png(cube: Cube, language: str | None = None) -> bytes | None:
    """Return the solid cube as PNG, or None for a cube that `cube_svg` draws."""
    if cube.size <= _MAX_SVG_SIZE:
        return None
    return png_view(cube, Look(size=2 * _WIDTH, language=chosen_language(language).tag))


def alg_html(alg: Alg, language: str | None = None) -> str | None:
    """Return the turns as a film from the solved cube, with their text below it; None if no cube has these layers.

    The cube is the smallest with at least three layers that has all turning layers.

    >>> alg_html(Alg("R U R' U'")).count("<img")
    1
    """
    size = smallest_size(alg) if 0 < len(alg) <= MAX_TURNS else None
    if size is None:
        return None
    page_language = chosen_language(language)
    picture = _film(Cube(size), alg, page_language) or still(Cube(size).apply(alg), page_language)
    return f'<figure style="margin:0">{picture}<figcaption>{_code(alg, page_language)}</figcaption></figure>'


def solution_html(solution: Solution, language: str | None = None) -> str:
    """Return the start, the film of the answer or of the finished stages, and the proved facts.

    >>> from cubeproof.solving.solve import solve
    >>> page = solution_html(solve(Cube(2).apply("R U")))
    >>> page.count("<img"), "there is no shorter way" in page
    (2, True)
    """
    page_language, start, alg = chosen_language(language), solution.start, solution.alg
    rings = _rings(solution)
    pictures = [still(start, page_language, rings)]
    sentences = solution.claim, solution.lengths_sentence, solution.parts_sentence
    paragraphs = [
        f"<p>{escape(page_language.say(sentence))}</p>" for sentence in sentences if sentence is not None
    ]
    if alg is not None and len(alg):
        paragraphs.insert(0, f"<p>{_code(alg, page_language)}</p>")
        pictures.append(_film(start, alg, page_language, rings) or "")
    if solution.reached is not None:
        paragraphs.append(f"<p>{escape(page_language.say(solution.reached.sentence))}</p>")
        pictures.append(_film(start, Alg(solution.reached.turns), page_language, rings) or "")
    if len(solution.solutions) > 1:
        listed = "".join(
            f"<li>{_code(answer, page_language)}</li>" for answer in solution.solutions[:_MAX_LISTED]
        )
        more = "<li>…</li>" if len(solution.solutions) > _MAX_LISTED else ""
        count = page_language.say(_ANSWERS(count=len(solution.solutions), unfinished=bool(solution.stop)))
        paragraphs.append(f"<details><summary>{escape(count)}</summary><ul>{listed}{more}</ul></details>")
    facts = " · ".join(map(page_language.say, _facts(solution)))
    paragraphs.append(f"<p><small>{escape(facts)}</small></p>")
    return (
        '<div style="display:flex;flex-wrap:wrap;align-items:center;gap:1em">'
        f'{"".join(pictures)}<div style="flex:1 1 16em">{"".join(paragraphs)}</div></div>'
    )


def _facts(solution: Solution) -> Iterator[Sentence]:
    """Yield the question, the facts of the answer, and the effort."""
    goal = solution.cube_map.goal
    if isinstance(goal, Cube):
        yield _GOAL(goal=say("draw.pattern", "a pattern"))
    elif goal != "solved":
        yield _GOAL(goal=goal)
    if solution.cube_map.moves:
        yield say("draw.moves", "moves: {moves}", moves=str(solution.cube_map.moves))
    yield _BOUNDS(length=solution.length, bound=solution.lower_bound, metric=str(solution.metric))
    yield _ENGINE(engine=solution.engine, seconds=solution.seconds)


def exploration_svg(exploration: Exploration, language: str | None = None) -> str:
    """Return the numbers of states at each distance as a bar chart."""
    return svg_layers(exploration.counts, exploration.title, chosen_language(language).tag)


def smallest_size(alg: Alg) -> int | None:
    """Return the size of the smallest cube with at least three layers on which all these turns exist, or None.

    A block of layers must not be the whole cube: `3Rw` is a turn of the 3×3×3, but notation for larger cubes. `M` is
    notation for an odd size, although it is read on four layers.

    >>> [smallest_size(Alg(turns)) for turns in ("R U x", "3Rw", "3Rw M", "51R")]
    [3, 4, 5, None]
    """
    moves = set(alg)
    for size in range(3, MAX_SIZE + 1):
        with suppress(UsageError):
            if all(
                move.on(size) == move
                and (turn_kind(move, size) is not TurnKind.ROTATION or move.family in "xyz")
                for move in moves
            ):
                return size
    return None


def _film(cube: Cube, alg: Alg, language: Language, emphasised: frozenset[int] = frozenset()) -> str | None:
    """Return a film as an image with the highest possible frame rate; None if even the lowest is too large."""
    if len(alg) > MAX_TURNS:
        return None
    for rate in _RATES:
        film = Film(cube, alg, rate=rate, emphasised=emphasised)
        with suppress(UsageError):
            film.check_work(MAX_STICKERS)
            text = language.say(say("draw.film-of", "Film: {turns}", turns=film.summary))
            return _image("svg+xml", svg_film(film, _look(language)).encode(), text)
    return None


def still(cube: Cube, language: Language, emphasised: frozenset[int] = frozenset()) -> str:
    """Return the solid cube as an image in HTML.

    >>> still(Cube(2), chosen_language("en"))[:5]
    '<img '
    """
    kind, data = "png", cube_png(cube, language.tag)
    if data is None:
        kind, data = "svg+xml", svg_view(cube, _look(language), emphasised=emphasised).encode()
    return _image(kind, data, language.say(describe_cube(cube)))


def _look(language: Language) -> Look:
    return Look(size=_WIDTH, language=language.tag)


def _image(kind: str, data: bytes, description: str) -> str:
    address = f"data:image/{kind};base64,{base64.b64encode(data).decode()}"
    return f'<img width="{_WIDTH}" height="{_WIDTH}" alt="{escape(description)}" src="{address}"/>'


def _code(alg: Alg, language: Language) -> str:
    text = str(alg)
    if len(text) > _MAX_TEXT:
        text = language.say(_CUT(beginning=text[:_MAX_TEXT].rsplit(" ", 1)[0], turns=len(alg)))
    return f"<code>{escape(text)}</code>"


def _rings(solution: Solution) -> frozenset[int]:
    """Return the stickers that the goal constrains; empty if it constrains all."""
    goal, size = solution.cube_map.goal, solution.start.size
    pattern = goal if isinstance(goal, Cube) else named_goal(goal).pattern(size)
    return frozenset() if pattern.is_complete else wanted(solution.start, goal)
