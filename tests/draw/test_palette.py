"""Palettes: custom colours, refusals, and whether colour-blind people can distinguish them."""

import itertools
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from cubeproof.draw.look import Look
from cubeproof.draw.palette import COLOURBLIND, PALETTES, STANDARD, Palette, ink, rgb
from cubeproof.errors import UsageError

# Machado, Oliveira and Fernandes 2009, severity 1, on linear red, green and blue.
SIGHTS = {
    "usual": np.eye(3),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "tritanopia": np.array(
        [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.303900]]
    ),
}
TO_XYZ = np.array(
    [[0.4124564, 0.3575761, 0.1804375], [0.2126729, 0.7151522, 0.0721750], [0.0193339, 0.1191920, 0.9503041]]
)


def lab(colour: str, sight: str) -> NDArray[np.float64]:
    """CIELAB of a colour as somebody sees it."""
    part = np.array(rgb(colour)) / 255
    linear = np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4)
    xyz = TO_XYZ @ np.clip(SIGHTS[sight] @ linear, 0, 1) / (0.95047, 1, 1.08883)
    x, y, z = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def nearest(palette: Palette, sight: str) -> float:
    seen = [lab(colour, sight) for colour in (*palette.faces, palette.unknown)]
    return min(float(np.linalg.norm(first - second)) for first, second in itertools.combinations(seen, 2))


@pytest.mark.parametrize("sight", SIGHTS)
def test_colourblind_palette_is_distinguishable_by_everybody(sight: str) -> None:
    assert nearest(COLOURBLIND, sight) > 33


def test_the_standard_palette_needs_usual_sight() -> None:
    assert nearest(STANDARD, "usual") > 40
    assert nearest(STANDARD, "deuteranopia") < 20


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_letters_can_be_read_on_every_colour(palette: Palette) -> None:
    for letter in "URFDLB?":
        colour = palette.colour(letter)
        assert abs(lab(colour, "usual")[0] - lab(ink(colour), "usual")[0]) > 35


def contrast(colour: str, other: str) -> float:
    """The ratio of WCAG 2, from 1 to 21."""
    weights = np.array([0.2126, 0.7152, 0.0722])
    parts = [np.array([int(text[i : i + 2], 16) / 255 for i in (1, 3, 5)]) for text in (colour, other)]
    linear = [np.where(part <= 0.04045, part / 12.92, ((part + 0.055) / 1.055) ** 2.4) for part in parts]
    dark, light = sorted(float(weights @ part) for part in linear)
    return (light + 0.05) / (dark + 0.05)


@given(st.integers(0, 0xFFFFFF))
def test_letters_have_contrast_on_any_colour(number: int) -> None:
    colour = f"#{number:06x}"
    assert contrast(colour, ink(colour)) > 4


@pytest.mark.parametrize("palette", PALETTES.values(), ids=PALETTES)
def test_palette_uses_each_emoji_and_colour_once(palette: Palette) -> None:
    assert len({*palette.emoji, palette.unknown_emoji}) == 7
    assert len({*palette.faces, palette.unknown, palette.body, palette.accent}) == 9


def test_custom_scheme_extends_the_standard() -> None:
    for scheme in ("U=#123, F=#ABCDEF ?=#777777", {"U": "#123", "F": "#ABCDEF", "?": "#777777"}):
        palette = Palette.named(scheme)
        assert palette.colour("U") == "#112233"
        assert palette.colour("F") == "#abcdef"
        assert palette.colour("?") == "#777777"
        assert palette.colour("R") == STANDARD.colour("R")
    assert Palette.named("Standard") is STANDARD
    assert Palette.named(palette) is palette


@pytest.mark.parametrize(
    "scheme",
    [
        *["pastel", "", "U", "X=#fff", "U=white", "U=#ffff", "U=#ff", "U=", 'U=#fff"/><script>'],
        *["U=#fffff\n", "UR=#fff"],
    ],
)
def test_wrong_scheme_is_refused_in_a_sentence(scheme: str) -> None:
    with pytest.raises(UsageError, match=r"^[A-Z].*[.]$"):
        Palette.named(scheme)


@pytest.mark.parametrize("scheme", [5, None, ["standard"], {5: "#fff"}, {"U": 5}])
def test_scheme_of_a_wrong_type_is_refused(scheme: Any) -> None:
    with pytest.raises(UsageError, match=r"^[A-Z].*[.]$"):
        Look(scheme)
    with pytest.raises(UsageError, match="#rrggbb"):
        Look(background=5)  # type: ignore[arg-type]


def test_a_palette_has_six_colours() -> None:
    with pytest.raises(UsageError, match="six"):
        Palette(("#fff",) * 5)
