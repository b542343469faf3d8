"""Where changing one sticker or two makes a cube possible, the repair changes that few; brute force is the judge."""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations
from random import Random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubeproof.puzzle.cube import UNKNOWN, Cube
from cubeproof.puzzle.geometry import FACES
from puzzle.spoiling import at_home, hidden, painted, spoiled
from strategies import patterns


def difference(one: Cube, other: Cube) -> int:
    return int((one.colours != other.colours).sum())


def changes(cube: Cube, count: int) -> Iterator[Cube]:
    """Every change of this number of stickers after which each colour occurs N² times, as on any possible cube."""
    right = dict.fromkeys(FACES, cube.size**2)
    counts = {face: cube.facelets.count(face) for face in FACES}
    for places in combinations(range(len(cube.facelets)), count):
        were = [cube.facelets[place] for place in places]
        wanted = Counter(right)
        wanted.subtract(counts)
        wanted.update(were)
        if min(wanted.values()) < 0:
            continue
        for colours in set(permutations(wanted.elements())):
            if all(colour != was for colour, was in zip(colours, were, strict=True)):
                yield painted(cube, dict(zip(places, colours, strict=True)))


def unlike(cube: Cube) -> str:
    """The fault of the repair of this cube, or an empty value."""
    # Turned faces have their own test, `test_face_repairs.py`.
    repair = next((repair for repair in cube.diagnose().repairs if not repair.turned), None)
    for count in (1, 2):
        near = [second for second in changes(cube, count) if not second.status()]
        if not near:
            continue
        if repair is None:
            return f"{cube.facelets} is not repaired, and {near[0].facelets} is possible"
        if repair.cube.status():
            return f"{cube.facelets} becomes {repair.cube.facelets}, which is impossible"
        if difference(cube, repair.cube) > count:
            return f"{cube.facelets} becomes {repair.cube.facelets}, and {near[0].facelets} is nearer"
        if at_home(repair.cube) != max(map(at_home, near)):
            return f"{cube.facelets} becomes {repair.cube.facelets}, which is not the one with most at home"
        return ""
    if repair is not None and (repair.cube.status() or difference(cube, repair.cube) < 3):
        return f"{cube.facelets} becomes {repair.cube.facelets}"
    return ""


@pytest.mark.parametrize(
    ("size", "count", "seed"),
    [
        (2, 40, 1),
        (3, 8, 2),
        *(pytest.param(2, 200, seed, marks=pytest.mark.soak) for seed in range(10, 14)),
        *(pytest.param(3, 100, seed, marks=pytest.mark.soak) for seed in range(20, 24)),
    ],
)
def test_a_repair_of_one_or_two_stickers_is_the_nearest(size: int, count: int, seed: int) -> None:
    random = Random(f"{size} {seed}")
    wrong: list[Cube] = []
    while len(wrong) < count:
        cube = spoiled(size, random, faults=(1, 1, 1, 2, 2, 3))
        if cube.status():
            wrong.append(cube)
    assert [fault for fault in map(unlike, wrong) if fault] == []


@given(patterns(), st.lists(st.tuples(st.integers(0, 10**6), st.sampled_from(FACES)), min_size=1, max_size=2))
def test_a_pattern_with_one_or_two_wrong_colours_is_repaired_by_as_few(
    pattern: Cube, wrong: list[tuple[int, str]]
) -> None:
    visited = np.flatnonzero(pattern.colours != UNKNOWN).tolist()
    spoilt = painted(pattern, {visited[place % len(visited)]: colour for place, colour in wrong if visited})
    repair = spoilt.diagnose().repair
    if spoilt.status():
        assert repair is not None
        assert not repair.cube.status()
        assert difference(spoilt, repair.cube) <= difference(spoilt, pattern)
        assert ((repair.cube.colours == UNKNOWN) == (pattern.colours == UNKNOWN)).all()


@pytest.mark.parametrize(("size", "count"), [(2, 25), (3, 5), pytest.param(2, 400, marks=pytest.mark.soak)])
def test_two_stickers_of_a_pattern_change_only_if_one_is_not_enough(size: int, count: int) -> None:
    random, seen = Random(size), 0
    while seen < count:
        pattern = hidden(spoiled(size, random, faults=(1, 2)), random.choice((2, 4, 10)), random)
        diagnosis = pattern.diagnose()
        if not diagnosis.status:
            continue
        first = [
            painted(pattern, {place: face})
            for place, was in enumerate(pattern.facelets)
            for face in FACES
            if was not in ("?", face) and pattern.facelets.count(face) < size**2
        ]
        enough = any(not second.status() for second in first)
        assert (diagnosis.repair is not None and difference(pattern, diagnosis.repair.cube) == 1) == enough
        seen += 1


@pytest.mark.parametrize("size", [2, 3, 4, 5])
def test_the_sentence_names_the_change(size: int) -> None:
    """Two wrong stickers of different pieces: the described change repairs the cube."""
    random, solved = Random(size), Cube(size)
    for _ in range(60):
        first, second = sorted(random.sample(range(6 * size**2), 2))
        wrong = painted(solved, {first: random.choice(FACES), second: random.choice(FACES)})
        repair = wrong.diagnose().repair
        if repair is None or not repair.sentence.startswith("Change"):
            continue
        said = {}
        for part in repair.sentence.removeprefix("Change ").removesuffix(".").split(" and "):
            match = re.fullmatch(r"the sticker in row (.), column (.) of face (.) from (.) to (.)", part)
            assert match is not None
            row, column, face, visible, colour = match.groups()
            place = FACES.index(face) * size**2 + (int(row) - 1) * size + int(column) - 1
            assert wrong.facelets[place] == visible
            said[place] = colour
        assert painted(wrong, said) == repair.cube == solved
