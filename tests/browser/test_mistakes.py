"""The mistakes that people make when they copy a cube: what the verdict says, and whether Repair finds their cube."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from browser.assertions import expect
from browser.seeing import STILL, Visitor, button, link, net, until
from cubeproof import Cube
from second_opinion.texts import is_possible

if TYPE_CHECKING:
    from playwright.sync_api import Page

CUBE = Cube(3).apply("R U2 F' L D B2 R' U F2 D' L2 B U' R2 F L' D2 B' R U").facelets
CLOCKWISE = (6, 3, 0, 7, 4, 1, 8, 5, 2)
"""The sticker of a face, row by row, that each of its places shows after a quarter turn of the paper."""


@dataclass(frozen=True)
class Mistake:
    """A painting of `CUBE` with a mistake."""

    state: str
    says: tuple[str, ...]
    """Parts of the verdict and the repairs."""
    original: bool | None = True
    """Whether Repair gives the cube; False if it gives another possible cube, None if there is no repair."""


def face(letter: str) -> slice:
    start = 9 * "URFDLB".index(letter)
    return slice(start, start + 9)


def turned(letter: str, quarters: int) -> str:
    stickers = list(CUBE)
    for _ in range(quarters):
        here = stickers[face(letter)]
        stickers[face(letter)] = [here[place] for place in CLOCKWISE]
    return "".join(stickers)


def turned_face(letter: str, quarters: int) -> Mistake:
    back = {
        1: "by a quarter: turn its stickers anticlockwise",
        2: "by half",
        3: "by a quarter: turn its stickers clockwise",
    }
    return Mistake(
        turned(letter, quarters),
        ("a face was copied while it was held otherwise", f"{letter}) is turned {back[quarters]}"),
    )


def exchanged_faces(one: str, other: str) -> Mistake:
    stickers = list(CUBE)
    stickers[face(one)], stickers[face(other)] = stickers[face(other)], stickers[face(one)]
    order = "URFDLB".translate(str.maketrans(one + other, other + one))
    return Mistake("".join(stickers), ("The faces seem to be in another order", f"Read as {' '.join(order)}"))


def mirrored(centres: bool) -> Mistake:
    """Red and orange are exchanged, as on a cube of the mirrored scheme; perhaps without the centres."""
    swapped = CUBE.translate(str.maketrans("RL", "LR"))
    stickers = (
        old if place % 9 == 4 and not centres else new
        for place, (old, new) in enumerate(zip(CUBE, swapped, strict=True))
    )
    return Mistake("".join(stickers), ("Red and orange are exchanged",))


def named(place: int) -> str:
    return f"row {place % 9 // 3 + 1}, column {place % 3 + 1}"


def miscopied(*stickers: tuple[int, str], original: bool | None = True) -> Mistake:
    painting = list(CUBE)
    for place, letter in stickers:
        assert painting[place] != letter
        painting[place] = letter
    places = tuple(named(place) for place, _ in stickers) if original else ()
    says = ("Most likely a sticker is copied wrongly", *places)
    return Mistake(
        "".join(painting),
        (*says, *(("No change of one or two stickers",) if original is None else ())),
        original,
    )


def moved(*cycles: tuple[int, ...], says: str) -> Mistake:
    """Each place of a cycle shows the sticker of the next place."""
    painting = list(CUBE)
    for cycle in cycles:
        for place, source in zip(cycle, (*cycle[1:], cycle[0]), strict=True):
            painting[place] = CUBE[source]
    assert not is_possible("".join(painting))
    return Mistake(
        "".join(painting), (says, "the stickers cannot show which", "perhaps not yours"), original=False
    )


URF, UFL, UBR = (8, 9, 20), (6, 18, 38), (2, 45, 11)
"""Corners: the numbers of their stickers, clockwise."""
UF, UR, DB = (7, 19), (5, 10), (34, 52)

MISTAKES = {
    **{
        f"{letter}, {quarters}": turned_face(letter, quarters)
        for letter in "URFDLB"
        for quarters in (1, 2, 3)
    },
    **{f"{pair[0]} and {pair[1]} exchanged": exchanged_faces(*pair) for pair in ("RL", "UD", "FB", "UF")},
    "mirrored": mirrored(centres=True),
    "mirrored without centres": mirrored(centres=False),
    "one sticker, corner": miscopied((0, "B" if CUBE[0] != "B" else "F")),
    "one sticker, edge": miscopied((1, "L" if CUBE[1] != "L" else "R")),
    "one sticker, right": miscopied((15, "U" if CUBE[15] != "U" else "D")),
    "one sticker, back": miscopied((53, "R" if CUBE[53] != "R" else "U")),
    "two stickers": miscopied((20, "L" if CUBE[20] != "L" else "D"), (36, "D" if CUBE[36] != "D" else "B")),
    "two edges": miscopied((34, "R" if CUBE[34] != "R" else "L"), (52, "D" if CUBE[52] != "D" else "F")),
    "two stickers exchanged": miscopied((12, CUBE[28]), (28, CUBE[12])),
    "three stickers": miscopied((1, "L"), (21, "F"), (47, "D"), original=None),
    "three more": miscopied((6, "D"), (26, "U"), (41, "R"), original=None),
    "a twisted corner": moved(URF, says="Any corner may be wrong"),
    "a corner twisted otherwise": moved(URF[::-1], says="Any corner may be wrong"),
    "a flipped edge": moved(UF, says="Any edge may be wrong"),
    "another flipped edge": moved(DB, says="Any edge may be wrong"),
    "two edges exchanged": moved(*zip(UF, UR, strict=True), says="Any two corners or two edges may be wrong"),
    "two corners exchanged": moved(
        *zip(URF, UFL, strict=True), says="Any two corners or two edges may be wrong"
    ),
    "two more corners exchanged": moved(
        *zip(UFL, UBR, strict=True), says="Any two corners or two edges may be wrong"
    ),
}
"""Forty paintings of one cube."""


def paint(page: Page, state: str) -> None:
    """Paint a cube, by its link, and wait for the verdict on it."""
    page.evaluate("address => location.assign(address)", link("paint", state=state))
    until(page, lambda: net(page) == state)
    page.locator("[data-testid=verdict][aria-busy=false]").wait_for()


@pytest.mark.check
def test_each_mistake_of_copying_is_named_and_repaired(visit: Visitor) -> None:
    assert len(MISTAKES) == 40
    page = visit(link("paint", state=CUBE), **STILL)
    # The page follows other addresses when it has read its own.
    page.wait_for_function("() => history.state !== null")
    for name, mistake in MISTAKES.items():
        paint(page, mistake.state)
        said = page.locator(".judgement")
        # Two colours that are exchanged everywhere, also on the centres, make a cube of another scheme.
        for words in ("This cube cannot exist.", *mistake.says):
            expect(said).to_contain_text(words)
        # A ring is a guess about one piece; where any may be wrong, all of its kind have a soft one.
        soft = page.locator(".sticker.maybe").count()
        assert (soft > 0) == (mistake.original is False), name
        repair = page.get_by_test_id("repair-button").or_(page.get_by_test_id("reorder"))
        if mistake.original is None:
            expect(repair).to_have_count(0)
            continue
        repair.first.click()
        expect(page.get_by_test_id("verdict")).to_have_text("This cube can be solved.")
        if mistake.original:
            assert net(page) == CUBE, name
        assert is_possible(net(page)), name


@pytest.mark.check
def test_a_turned_face_is_marked_beside_its_name(visit: Visitor) -> None:
    page = visit(link("paint", state=turned("B", 2)), **STILL)
    expect(page.locator(".face-name.turned")).to_have_count(1)
    expect(page.get_by_test_id("face-name-B")).to_have_class("face-name turned")
    expect(page.locator(".sticker.suspect")).to_have_count(0)
    assert page.get_by_test_id("paint-sticker-0").evaluate("sticker => sticker.offsetWidth") >= 48
    # Each face has its name, and how to tip the cube to see it.
    tips = {
        "U": "tip the top to you",
        "R": "turn it to the left",
        "F": "as you hold it",
        "D": "tip the front up",
        "L": "turn it to the right",
        "B": "turn it right round",
    }
    for letter, tip in tips.items():
        expect(page.get_by_test_id(f"face-name-{letter}")).to_contain_text(tip)
    button(page, "Repair").click()
    until(page, lambda: net(page) == CUBE)
    expect(page.locator(".face-name.turned")).to_have_count(0)
