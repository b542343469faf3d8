"""Letters of colours are read as a person reads them: each face has the colour of its centre."""

from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubeproof.errors import FaceletsError
from cubeproof.puzzle.colour_letters import is_mirrored
from cubeproof.puzzle.cube import Cube
from cubeproof.solving.request_parsing import are_facelets, read_cube
from second_opinion import lattice
from strategies import cubes

FACES = "URFDLB"
USUAL = dict(zip(FACES, "WRGYOB", strict=True))


def painted(facelets: str, scheme: dict[str, str]) -> str:
    """A text of faces as colours."""
    return "".join(scheme.get(letter, letter) for letter in facelets)


def by_centres(text: str) -> str:
    """A text of colours as faces, by a table made of its centres."""
    per_face = len(text) // 6
    faces = [text[start : start + per_face] for start in range(0, len(text), per_face)]
    table = {face[per_face // 2].upper(): name for face, name in zip(faces, FACES, strict=True)}
    return "".join(table.get(letter.upper(), "?") for letter in text)


@given(cubes(3) | cubes(5), st.permutations("WRGYOB"), st.integers(0, 2**30))
def test_centres_say_which_colour_is_which_face_in_every_scheme(
    cube: Cube, scheme: list[str], seed: int
) -> None:
    random = Random(seed)
    text = painted(cube.facelets, dict(zip(FACES, scheme, strict=True)))
    text = "".join(random.choice([letter.lower(), letter]) for letter in text)
    assert Cube.from_facelets(text).facelets == by_centres(text)
    hidden = "".join(
        "?" if random.random() < 0.3 and place % cube.size**2 != cube.size**2 // 2 else letter
        for place, letter in enumerate(text)
    )
    if set(hidden.upper()) & set("WYGO"):
        assert Cube.from_facelets(hidden).facelets == by_centres(hidden)


@given(cubes(2) | cubes(4))
def test_even_sizes_are_read_in_the_usual_scheme(cube: Cube) -> None:
    assert Cube.from_facelets(painted(cube.facelets, USUAL).lower()) == cube


def test_an_even_size_of_any_other_scheme_is_refused_or_the_same_cube() -> None:
    cube = Cube(2).apply("R U2 F' L D")
    for scheme in permutations("WRGYOB"):
        read = Cube.from_facelets(painted(cube.facelets, dict(zip(FACES, scheme, strict=True))))
        # The usual scheme, held in one of 24 ways: the same cube with its faces named otherwise.
        turned = [
            "".join(USUAL[FACES[face]] for face in whole[::4] // 4) for _, whole in lattice.rotations(2)
        ]
        assert bool(read.status()) == ("".join(scheme) not in turned)


@given(cubes(3), st.sampled_from(range(24)), st.sets(st.sampled_from(range(6)), min_size=1))
def test_unknown_centres_are_inferred_if_only_one_hold_fits(cube: Cube, hold: int, hidden: set[int]) -> None:
    _, whole = lattice.rotations(3)[hold]
    text = painted("".join(cube.normalised().facelets[place] for place in whole), USUAL)
    with_gaps = "".join(
        "?" if place % 9 == 4 and place // 9 in hidden else letter for place, letter in enumerate(text)
    )
    centres = {
        tuple(painted("".join(FACES[face] for face in turned[4::9] // 9), USUAL))
        for _, turned in lattice.rotations(3)
    }
    fitting = [
        way for way in centres if all(a in ("?", b) for a, b in zip(with_gaps[4::9], way, strict=True))
    ]
    if len(fitting) == 1:
        read = Cube.from_facelets(with_gaps).facelets
        assert read == "".join(
            "?" if gap == "?" else face for gap, face in zip(with_gaps, by_centres(text), strict=True)
        )
    else:
        with pytest.raises(FaceletsError, match="do not determine which colour"):
            Cube.from_facelets(with_gaps)


@pytest.mark.parametrize(
    ("centres", "reason"),
    [
        ("WRGYRB", "Two centres have the colour R"),
        ("W?????", "do not determine which colour"),
        ("W??Y??", "do not determine which colour"),
        ("WY????", "do not determine which colour"),
    ],
)
def test_centres_that_do_not_settle_the_faces_are_refused(centres: str, reason: str) -> None:
    with pytest.raises(FaceletsError, match=reason):
        Cube.from_facelets("".join("W???" + centre + "????" for centre in centres))


@pytest.mark.parametrize(
    "text", ["W" * 23 + "U", "UUUURRRRFFFFDDDDLLLLBBBw", "rrrm" * 6, "WWWWRRRRGGGGYYYYOOOOBBBX"]
)
def test_other_letters_are_refused(text: str) -> None:
    with pytest.raises(FaceletsError, match=r"Sticker|is among 23 facelets"):
        Cube.from_facelets(text)


def test_red_and_blue_only_are_faces() -> None:
    assert Cube.from_facelets("RB" + "?" * 22).facelets == "RB" + "?" * 22


def test_colours_are_recognised_where_turns_may_stand() -> None:
    text = painted(Cube(3).apply("R U F2").facelets, USUAL)
    assert are_facelets(text)
    assert are_facelets(text.lower())
    assert not are_facelets("Rw Bw " * 12)
    assert not are_facelets("y b r " * 12)
    assert read_cube(None, text)[0] == Cube(3).apply("R U F2")


@given(cubes(3), st.sampled_from([(a, b) for a in range(6) for b in range(6) if a < b]))
def test_two_exchanged_colours_are_named_and_exchanged_back(cube: Cube, pair: tuple[int, int]) -> None:
    first, second = (FACES[face] for face in pair)
    held = cube.normalised().facelets
    swap = str.maketrans({first: second, second: first})
    wrong = "".join(letter if place % 9 == 4 else letter.translate(swap) for place, letter in enumerate(held))
    diagnosis = Cube.from_facelets(wrong).diagnose()
    assert diagnosis.status
    assert diagnosis.repair is not None
    # Another exchange may make a possible cube too: with opposite colours there are three.
    assert not diagnosis.repair.cube.status()
    sentence = diagnosis.repair.sentence
    assert sentence.code == "repair.exchanged"
    faces = {str(sentence.values["one"]), str(sentence.values["other"])}
    if pair[1] - pair[0] == 3:
        assert faces == {"R", "L"}
    else:
        assert faces == {first, second}
        assert diagnosis.repair.cube.facelets == held
    # Painted with its centres, the cube has the other scheme everywhere.
    whole = Cube.from_facelets(held.translate(swap)).diagnose()
    assert whole.repair is not None
    assert whole.repair.sentence.code == "repair.exchanged"
    assert not whole.repair.cube.status()
    assert whole.repair.cube.facelets == held or pair[1] - pair[0] == 3
    # As a text of colours the same cube has its centres exchanged.
    colours = painted(
        "".join(letter.translate(swap) if place % 9 == 4 else letter for place, letter in enumerate(held)),
        USUAL,
    )
    assert Cube.from_facelets(colours).diagnose().repair is not None


@pytest.mark.parametrize("turned", ["", "x", "y2", "z'", "x y", "z y'"])
def test_mirrored_scheme_is_recognised_in_every_hold_and_no_other_scheme_is(turned: str) -> None:
    mirrored = USUAL | {"U": "Y", "D": "W"}
    neighbours = USUAL | {"U": "R", "R": "W"}
    facelets = Cube(3).apply(f"R U2 F' {turned}").facelets
    for scheme, expected in ((USUAL, False), (mirrored, True), (neighbours, False)):
        assert is_mirrored("".join(scheme[letter] for letter in facelets)) == expected
    assert not is_mirrored(facelets)
    assert not is_mirrored("".join(mirrored[letter] for letter in Cube(2).facelets))
