"""The notebook's display of a cube, an algorithm, a solution and an exploration."""

import base64
import io
import re
import xml.etree.ElementTree as ET
from dataclasses import replace
from random import Random

import pytest
from PIL import Image

from cubeproof import (
    Alg,
    Cube,
    Limit,
    Options,
    Solution,
    cube_problem,
    explore,
    random_cube,
    random_moves,
    solve,
)
from cubeproof.contract.limit import Stop
from cubeproof.notebook.inline import alg_html, cube_png, cube_svg, smallest_size, solution_html
from draw.svg_reading import NAMESPACE, stickers
from programs import run_python

BOUND = 1_000_000


def images(page: str) -> list[tuple[str, str, bytes]]:
    """The kind, the words and the data of every picture in a piece of HTML, which must be well-formed."""
    results = []
    for element in ET.fromstring(page).iter("img"):
        match = re.fullmatch(r"data:image/([\w+]+);base64,(.+)", element.attrib["src"])
        assert match, "pictures bring their data along"
        assert element.attrib["alt"]
        results.append((match[1], element.attrib["alt"], base64.b64decode(match[2])))
    return results


def text(page: str) -> str:
    return " ".join("".join(ET.fromstring(page).itertext()).split())


def is_film(kind: str, data: bytes) -> bool:
    return kind == "svg+xml" and any(
        element.tag == f"{NAMESPACE}animate" for element in ET.fromstring(data).iter()
    )


@pytest.mark.parametrize("size", [2, 3, 4, 7, 16])
def test_a_cube_shows_its_stickers(size: int) -> None:
    cube = Cube(size).apply("R U2")
    picture = cube._repr_svg_()
    assert picture is not None
    assert picture == cube_svg(cube)
    assert {(seen.sticker, seen.letter) for seen in stickers(picture)} == set(
        enumerate(cube.facelets[: 3 * size**2])
    )
    assert cube_png(cube) is None


@pytest.mark.parametrize("size", [17, 50])
def test_a_large_cube_is_shown_in_pixels_and_stays_small(size: int) -> None:
    cube = Cube(size).apply("R U2")
    assert cube._repr_svg_() is None
    picture = cube._repr_png_()
    assert picture is not None
    assert len(picture) < BOUND / 4
    assert Image.open(io.BytesIO(picture)).size == (480, 480)


def test_an_algorithm_is_a_film_from_the_solved_cube_with_its_text() -> None:
    page = Alg("[R, U] F2")._repr_html_()
    assert page is not None
    ((kind, words, data),) = images(page)
    assert is_film(kind, data)
    assert "[R, U] F2" in words
    start = {(seen.sticker, seen.letter) for seen in stickers(data.decode()) if seen.sticker >= 0}
    assert start == set(enumerate(Cube(3).facelets[:27]))
    assert text(page) == "[R, U] F2"


@pytest.mark.parametrize(
    ("turns", "size"),
    [
        *[("R U'", 3), ("x y", 3), ("M", 3), ("Rw", 3), ("2R", 3), ("3Rw", 4), ("4R", 4), ("4R M", 5)],
        *[("2-4Rw", 4)],
    ],
)
def test_the_film_is_of_the_smallest_cube_that_has_all_the_layers(turns: str, size: int) -> None:
    assert smallest_size(Alg(turns)) == size


@pytest.mark.parametrize(
    "alg",
    [
        Alg("(R U F)600"),
        random_moves(3, 300, seed=1),
        Alg("40Rw U2 F"),
        Alg("49Rw U2"),
        random_moves(7, 60, seed=2),
    ],
    ids=["1800 turns", "300 turns", "40 layers", "50 layers", "60 turns of 7 layers"],
)
def test_still_replaces_a_film_that_is_too_large(alg: Alg) -> None:
    page = alg_html(alg)
    assert page
    assert len(page) < BOUND
    ((kind, _, data),) = images(page)
    assert not is_film(kind, data)


@pytest.mark.parametrize("turns", ["", "(R)2001", "51R", "(R U)400000"])
def test_object_without_a_picture_keeps_its_text(turns: str) -> None:
    assert alg_html(Alg(turns)) is None


def test_a_long_text_is_cut() -> None:
    page = alg_html(random_moves(3, 2000, seed=1))
    assert page
    assert text(page).endswith("… (2,000 turns)")


def test_a_solution_shows_its_start_the_film_and_the_claim() -> None:
    cube = Cube(2).apply("R U2 F'")
    solution = solve(cube)
    page = solution._repr_html_()
    assert page is not None
    (kind, _, start), (film, _, data) = images(page)
    assert not is_film(kind, start)
    assert is_film(film, data)
    assert {(seen.sticker, seen.letter) for seen in stickers(start.decode())} == set(
        enumerate(cube.facelets[:12])
    )
    assert str(solution.alg) in text(page)
    assert solution.claim in text(page)
    assert "found: 3, proved: at least 3 (htm)" in text(page)


def test_solution_without_an_answer_states_the_bound() -> None:
    page = solution_html(solve(random_cube(2, seed=0), engine="sat", limit=Limit(length=3)))
    assert len(images(page)) == 1
    assert "no answer of the length allowed" in text(page)


def test_a_solved_cube_needs_no_film() -> None:
    page = solution_html(solve(Cube(3)))
    assert len(images(page)) == 1
    assert "The cube needs no turn." in text(page)


def test_all_shortest_answers_are_listed() -> None:
    solution = solve(random_cube(2, seed=0), options=Options(every=True))
    assert len(solution.solutions) > 1
    listed = [item.text for item in ET.fromstring(solution_html(solution)).iter("code")]
    assert set(map(str, solution.solutions)) <= set(listed)
    many = replace(solution, words=solution.words * 1000, stop=Stop.TIMEOUT)
    assert len(solution_html(many)) < BOUND


def test_a_goal_that_leaves_some_of_the_cube_open_marks_what_it_asks_for() -> None:
    page = solution_html(solve(Cube(3).apply("R F"), goal="cross"))
    assert "goal: cross" in text(page)
    assert any(seen.emphasised for seen in stickers(images(page)[0][2].decode()))


def test_texts_of_users_and_engines_are_escaped() -> None:
    solution = replace(solve(Cube(2).apply("R")), engine="<b>&")
    page = solution_html(solution)
    assert "<b>" not in page
    assert "engine <b>&" in text(page)


def test_a_solution_of_the_largest_cube_stays_small() -> None:
    problem = cube_problem(Cube(50).apply("R U"))
    word = tuple(Random(1).choices(range(len(problem.generators)), k=100))
    solution = Solution(problem, word, 2, "sat", 1.0, (word,))
    page = solution_html(solution)
    assert len(page) < BOUND
    assert len(images(page)) == 1


def test_an_exploration_is_a_chart() -> None:
    picture = explore(3, depth=2)._repr_svg_()
    assert picture is not None
    assert "243" in {element.text for element in ET.fromstring(picture).iter()}


def test_drawing_is_loaded_by_the_first_picture() -> None:
    program = (
        "import sys; from cubeproof import Cube\n"
        "print(*(name in sys.modules for name in ('cubeproof.draw', 'cubeproof.notebook')))\n"
        "print(Cube(2)._repr_svg_()[:4])"
    )
    done = run_python(program)
    assert done.stdout == "False False\n<svg\n"
