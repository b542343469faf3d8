"""Titles and descriptions of pictures are in the requested language."""

import io
import xml.etree.ElementTree as ET
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from cubeproof import Alg, Cube, UsageError, explore, solve
from cubeproof.draw import Film, Look, animate, png_net, png_view, svg_net, svg_view
from cubeproof.draw.chart import svg_layers
from cubeproof.draw.svg_film import svg_film
from cubeproof.notebook.inline import alg_html, cube_svg, exploration_svg, solution_html
from cubeproof.puzzle.move import Move
from draw.svg_reading import NAMESPACE
from toy_language import speak

CUBE, FRENCH = Cube(3).apply("F"), Look(size=64, language="fr")


def texts(document: str) -> tuple[str, str]:
    root = ET.fromstring(document)
    results = [root.findtext(f"{NAMESPACE}{name}") for name in ("title", "desc")]
    return str(results[0]).replace("\u00a0", " "), str(results[1]).replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("draw", "title"), [(svg_view, "Cube 3×3×3"), (svg_net, "Cube 3×3×3, patron")], ids=["view", "net"]
)
def test_svg_is_in_french(draw: Callable[..., str], title: str) -> None:
    title_text, description = texts(draw(CUBE, FRENCH))
    assert title_text == title
    assert description.startswith("Dessus : blanc, blanc, blanc ;")
    title_text, _ = texts(draw(CUBE, FRENCH, move=Move("R", 2)))
    assert title_text == f"{title}, mouvement : face de droite, un demi-tour"


@pytest.mark.parametrize("draw", [png_view, png_net])
def test_png_is_in_french(draw: Callable[..., bytes]) -> None:
    image = Image.open(io.BytesIO(draw(CUBE, FRENCH)))
    assert image.info["Title"].startswith("Cube 3×3×3")
    assert "Avant" in image.info["Description"]


def test_film_is_in_french() -> None:
    title_text, description = texts(svg_film(Film(CUBE, "R U2", rate=5), FRENCH))
    assert title_text == "Cube 3×3×3 : R U2"
    assert description.startswith("Au départ : Dessus : blanc")
    assert description.endswith(
        "Mouvements : face de droite, un quart de tour dans le sens horaire ; face du dessus, un demi-tour."
    )
    assert texts(animate(CUBE, "", "svg", FRENCH).decode())[0] == "Cube 3×3×3 : aucun mouvement"


def test_chart_is_in_french() -> None:
    title_text, description = texts(svg_layers([1, 1234], "2×2×2", "fr"))
    assert title_text == "2×2×2"
    assert description == "distance 0 : 1 ; distance 1 : 1 234".replace("1 234", "1\u202f234")


def test_picture_is_in_a_third_language(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tag = speak(monkeypatch, tmp_path, {"draw.view": "<kubo {size}>"})
    assert texts(svg_view(CUBE, Look(language=tag)))[0] == "<kubo 3>"


@pytest.mark.parametrize("tag", ["xy", "", "../fr"])
def test_a_language_without_a_table_is_refused(tag: str) -> None:
    with pytest.raises(UsageError, match="There is no language"):
        Look(language=tag)
    with pytest.raises(UsageError, match="There is no language"):
        svg_layers([1], "", tag)


class TestInNotebooks:
    """Notebook pictures are in the language of the locale."""

    @pytest.fixture(autouse=True)
    def french(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")

    def test_notebook_cube_is_translated(self) -> None:
        assert texts(str(cube_svg(CUBE)))[0] == "Cube 3×3×3"
        assert texts(str(cube_svg(CUBE, "en")))[0] == "3×3×3 cube"

    def test_notebook_turns_are_translated(self) -> None:
        page = str(alg_html(Alg("R U"))).replace("\u00a0", " ")
        assert 'alt="Film : R U"' in page
        assert "mouvements)</code>" in str(alg_html(Alg("R U " * 900)))

    def test_notebook_solution_is_translated(self) -> None:
        solution = solve(Cube(2).apply("R U2 F'"))
        page = solution_html(solution).replace("\u00a0", " ")
        assert "trouvé : 3, prouvé : au moins 3 (htm) · moteur table, " in page
        assert "found: 3" in solution_html(solution, "en")

    def test_notebook_exploration_is_translated(self) -> None:
        exploration = explore(2, depth=2)
        assert "distance 1 : 9" in texts(exploration_svg(exploration))[1]
        assert "distance 1: 9" in texts(exploration_svg(exploration, "en"))[1]
