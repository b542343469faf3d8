"""A cube with unknown stickers passes exactly if they can be coloured so that it is possible.

The judge is brute force: every colouring is a full cube, and what is asked of those is tested elsewhere.
"""

from itertools import product
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubeproof import ImpossibleCubeError
from cubeproof.problem import cube_problem
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.status import Status
from ground_truth import CORNERS, stickers
from puzzle.spoiling import completions, hidden, spoiled
from strategies import cubes

LAWS = Status.TWISTED_CORNER | Status.FLIPPED_EDGE | Status.PARITY


def unlike(pattern: Cube) -> str:
    """The fault of the verdict on this cube, or an empty value."""
    verdicts = [whole.status() for whole in completions(pattern)]
    verdict = pattern.status()
    if Status.VALID in verdicts:
        return f"{pattern.facelets} is refused" if verdict else ""
    if not verdict:
        return f"{pattern.facelets} passes"
    # If only laws are broken, some colouring breaks exactly these laws.
    return f"{pattern.facelets} is called {verdict!r}" if verdict in LAWS and verdict not in verdicts else ""


@pytest.mark.parametrize(
    ("size", "unknown", "count", "seed"),
    [
        *((2, unknown, 40, unknown) for unknown in (1, 2, 3, 4)),
        *((3, unknown, 60, unknown) for unknown in (1, 2, 3, 4)),
        *((size, unknown, 12, unknown) for size in (4, 5) for unknown in (1, 3)),
        *(
            pytest.param(size, unknown, 300, 100 + seed, marks=pytest.mark.soak)
            for size in (2, 3)
            for unknown in (1, 2, 3, 4)
            for seed in range(4)
        ),
        *(
            pytest.param(size, unknown, 40, 200, marks=pytest.mark.soak)
            for size in (2, 3)
            for unknown in (5, 6)
        ),
        *(
            pytest.param(size, unknown, 60, 300, marks=pytest.mark.soak)
            for size in (4, 5, 6, 7)
            for unknown in (1, 2, 3, 4)
        ),
    ],
)
def test_a_cube_passes_exactly_if_some_colouring_of_the_unknown_stickers_is_possible(
    size: int, unknown: int, count: int, seed: int
) -> None:
    random = Random(f"{size} {unknown} {seed}")
    patterns = [hidden(spoiled(size, random), unknown, random) for _ in range(count)]
    assert [fault for fault in map(unlike, patterns) if fault] == []


def exists(facelets: str) -> bool:
    """Whether a 2×2×2 can be reached, only by Kociemba's names of corners: each occurs once, and the twists cancel."""
    results, twist = set(), 0
    for corner in CORNERS:
        visible = "".join(facelets[sticker] for sticker in stickers(corner, 2))
        turn = max(visible.find("U"), visible.find("D"))
        results.add(visible[turn:] + visible[:turn])
        twist += turn
    return results == set(CORNERS) and twist % 3 == 0


@pytest.mark.parametrize(
    ("unknown", "count"),
    [
        *((unknown, 60) for unknown in (1, 2, 3, 4, 5)),
        (6, 20),
        *(pytest.param(unknown, 1000, marks=pytest.mark.soak) for unknown in (1, 2, 3, 4, 5)),
        *(pytest.param(unknown, 100, marks=pytest.mark.soak) for unknown in (6, 7)),
    ],
)
def test_a_2x2x2_is_judged_as_by_hand(unknown: int, count: int) -> None:
    random, verdicts = Random(unknown), set()
    for _ in range(count):
        pattern = hidden(spoiled(2, random), unknown, random)
        possible = any(exists(whole.facelets) for whole in completions(pattern))
        assert bool(pattern.status()) != possible
        verdicts.add(possible)
    assert verdicts == {True, False}


@pytest.mark.parametrize(
    ("facelets", "fault", "reason"),
    [
        (
            "UUUUUUUFURRRRRRRRRF?FFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB",
            Status.FLIPPED_EDGE,
            "An edge is flipped: edges flip only in pairs.",
        ),
        (
            "?FLBRL?FUULBB???U?DU?RR?",
            Status.TWISTED_CORNER,
            "A corner is twisted clockwise or anticlockwise: the twists of all corners must cancel.",
        ),
        (
            "UUUUUU?UUFFFRRRDFFLLLFFF?LF?DLDDDDDDBB?LLLBBBRRRBBBRRR",
            Status.PARITY,
            (
                "Two pieces are swapped, or a corner is twisted, or an edge is flipped: the unknown stickers leave "
                "no other choice."
            ),
        ),
        (
            "UUUU?UUUURFRRRRRRRFRFFFFFFFDDDDDDDDDLLLLLLLLLBBBBBBBBB",
            Status.PARITY,
            "Two pieces are swapped: the corners and the edges are permuted with different parity.",
        ),
    ],
)
def test_a_fault_that_no_colouring_mends_is_named(facelets: str, fault: Status, reason: str) -> None:
    pattern = Cube.from_facelets(facelets)
    diagnosis = pattern.diagnose()
    assert diagnosis.status is fault
    assert diagnosis.reasons == (reason,)
    with pytest.raises(ImpossibleCubeError, match=reason.partition(":")[0]):
        cube_problem(pattern)


@pytest.mark.parametrize("size", [3, 5])
def test_unknown_pieces_compensate_a_twist_a_flip_or_a_swap(size: int) -> None:
    """One piece of which nothing is known makes up for a flip or a twist, two of which nothing is known for a swap."""
    for twist, flip, swap in product((0, 1, 2), (0, 1), (0, 1)):
        colours = Cube(size).colours.copy()
        up = list(stickers("URF", size))
        colours[up] = np.roll(colours[up], twist)
        front, back = list(stickers("UF", size)), list(stickers("UB", size))
        colours[front] = np.roll(colours[front], flip)
        if swap:
            colours[[*front, *back]] = colours[[*back, *front]]
        for seen in product((True, False), repeat=3):
            pattern = colours.copy()
            for piece, reference in zip(("DBL", "DF", "DB"), seen, strict=True):
                if not reference:
                    pattern[list(stickers(piece, size))] = -1
            corner, first, second = seen
            broken = (twist and corner) or (flip and first and second) or (swap and (first or second))
            assert bool(Cube.from_colours(pattern).status()) == bool(broken)


@given(cubes(), st.integers(0, 3), st.randoms(use_true_random=False))
def test_a_possible_cube_passes_with_any_stickers_unknown(cube: Cube, known: int, random: Random) -> None:
    """Down to one sticker in four slots, where most pieces fit nearly everywhere."""
    colours = cube.colours.copy()
    for sticker in random.sample(range(len(colours)), len(colours) * (4 - known) // 5):
        colours[sticker] = -1
    assert not Cube.from_colours(colours).status()
