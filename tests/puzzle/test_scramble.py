"""Random cubes are drawn fairly and again from the same seed; random turns are never wasted."""

from collections import Counter
from collections.abc import Iterable
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubeproof.errors import UsageError
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.scramble import random_cube, random_moves
from ground_truth import CORNERS, EDGES, stickers

DRAWS = 3000


@pytest.fixture(scope="module", params=[2, 3])
def drawn(request: pytest.FixtureRequest) -> list[Cube]:
    random = Random(20)
    return [random_cube(request.param, random) for _ in range(DRAWS)]


def slot_colours(cube: Cube, slot: str) -> str:
    facelets = cube.facelets
    return "".join(facelets[sticker] for sticker in stickers(slot, cube.size))


def deviation(values: Iterable[object], kinds: int) -> float:
    """Chi-square per degree of freedom against all kinds being as likely: about 1 for a fair draw."""
    counts = Counter(values)
    expected = counts.total() / kinds
    assert len(counts) <= kinds
    squares = sum((count - expected) ** 2 for count in counts.values()) + (kinds - len(counts)) * expected**2
    return squares / expected / (kinds - 1)


class TestRandomCube:
    def test_every_cube_can_exist_and_is_held_in_the_usual_way(self, drawn: list[Cube]) -> None:
        for cube in drawn[:300]:
            assert not cube.status()
            assert cube.normalised() == cube

    def test_corners_stand_and_are_twisted_in_all_ways_alike(self, drawn: list[Cube]) -> None:
        size = drawn[0].size
        free = [slot for slot in CORNERS if size == 3 or slot != "DBL"]
        for slot in free:
            assert deviation([slot_colours(cube, slot) for cube in drawn], 3 * len(free)) < 2.5

    def test_neighbouring_twists_do_not_depend_on_each_other(self, drawn: list[Cube]) -> None:
        def twist(cube: Cube, slot: str) -> int:
            return next(index for index, colour in enumerate(slot_colours(cube, slot)) if colour in "UD")

        pairs = [(twist(cube, "DRB"), twist(cube, "UFL")) for cube in drawn]
        assert deviation(pairs, 9) < 2.5

    def test_edges_stand_and_are_flipped_in_all_ways_alike(self, drawn: list[Cube]) -> None:
        if drawn[0].size == 3:
            for slot in EDGES:
                assert deviation([slot_colours(cube, slot) for cube in drawn], 24) < 2.5

    def test_odd_and_even_permutations_are_alike(self, drawn: list[Cube]) -> None:
        names = [frozenset(name) for name in CORNERS]

        def is_odd(cube: Cube) -> bool:
            places = [names.index(frozenset(slot_colours(cube, slot))) for slot in CORNERS]
            return sum(a > b for i, a in enumerate(places) for b in places[i + 1 :]) % 2 == 1

        assert deviation(map(is_odd, drawn), 2) < 8

    @pytest.mark.parametrize("size", [2, 3])
    def test_a_seed_draws_the_same_cube_again(self, size: int) -> None:
        assert random_cube(size, 7) == random_cube(size, 7) == random_cube(size, Random(7))
        assert random_cube(size, 7) != random_cube(size, 8)
        assert len({random_cube(size) for _ in range(20)}) > 10

    @pytest.mark.parametrize("size", [4, 5, 12, 49, 50])
    def test_a_large_cube_can_exist_is_held_in_the_usual_way_and_has_every_orbit_mixed(
        self, size: int
    ) -> None:
        cube = random_cube(size, 3)
        assert not cube.status()
        assert cube.normalised() == cube
        faces, solved = cube.colours.reshape(6, size, size), Cube(size).colours.reshape(6, size, size)
        # A sticker shows the colour of its face in one of six draws.
        assert 0.08 < float((faces == solved).mean()) < 0.28

    def test_wings_and_centres_of_a_large_cube_are_in_all_places_alike(self) -> None:
        random = Random(5)
        cubes = [random_cube(5, random) for _ in range(1500)]
        for sticker in (1, 3, 6, 7, 30, 36):
            assert deviation((cube.facelets[sticker] for cube in cubes), 6) < 3.5
        # The wing there has two colours, and there are 24 wings.
        assert deviation((cube.facelets[1] + cube.facelets[128] for cube in cubes), 24) < 2.5

    @pytest.mark.parametrize("size", [1, 0, -3, 51, "3", 3.0, None])
    def test_a_size_that_no_cube_has_is_refused(self, size: int) -> None:
        for draw in (random_cube, random_moves):
            with pytest.raises(UsageError, match=r"layers, not|whole number"):
                draw(size)


class TestRandomMoves:
    @given(st.integers(2, 12), st.integers(0, 60), st.integers())
    def test_no_turn_is_wasted(self, size: int, length: int, seed: int) -> None:
        alg = random_moves(size, length, seed)
        assert len(alg) == length
        assert len(alg.simplify()) == length
        assert alg.count("htm", size) == alg.count("stm", size) == length
        assert not Cube(size).apply(alg).status()

    @given(st.integers(2, 12), st.integers())
    def test_a_seed_draws_the_same_turns_again(self, size: int, seed: int) -> None:
        assert (
            random_moves(size, 20, seed)
            == random_moves(size, 20, seed)
            == random_moves(size, 20, Random(seed))
        )

    @pytest.mark.parametrize(("size", "length"), [(2, 11), (3, 25), (4, 40), (5, 60), (6, 80), (7, 100)])
    def test_a_scramble_has_a_length_fit_for_its_size(self, size: int, length: int) -> None:
        assert len(random_moves(size)) == length

    @pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
    def test_every_outer_block_is_turned_in_every_way(self, size: int) -> None:
        turned = {(*move.slab(size)[:3], move.amount) for move in random_moves(size, 2000, seed=1)}
        blocks = {3: 6, 2: 3}.get(size, 6 * (size // 2) - (3 if size % 2 == 0 else 0))
        assert len(turned) == 3 * blocks

    def test_fewer_than_no_turns_are_refused(self) -> None:
        with pytest.raises(UsageError, match="0 or more turns, not -1"):
            random_moves(3, -1)
