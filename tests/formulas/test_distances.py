"""The distances of pairs of pieces are those of a plain search; what is kept for other problems does not mix."""

from collections.abc import Iterator

import numpy as np
import pytest

from cubeproof.formulas import distances
from cubeproof.formulas.distances import FAR
from cubeproof.formulas.instance import ProblemPieces
from cubeproof.problem import Problem, cube_problem, named_goal
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.scramble import random_cube

PROBLEMS = {
    "2x2x2": lambda: cube_problem(random_cube(2, 5)),
    "2x2x2, with turns that cost 2": lambda: cube_problem(Cube(2).apply("R D2"), moves="R,D2", metric="qtm"),
    "2x2x2, the same turns, of which each costs 1": lambda: cube_problem(Cube(2).apply("R D2"), moves="R,D2"),
    "3x3x3 of two faces": lambda: cube_problem(Cube(3).apply("R U R' U'"), moves="R,U"),
    "3x3x3 cross": lambda: cross(Cube(3).apply("R U2 F'")),
}


def cross(cube: Cube) -> Problem:
    """Also pieces that cannot be distinguished."""
    goal = named_goal("cross")
    return cube_problem(cube, goal.pattern(3))


@pytest.fixture(autouse=True)
def nothing_kept() -> Iterator[None]:
    """Each test starts without cached tables of other problems."""
    distances._joint.cache_clear()
    yield
    distances._joint.cache_clear()


def searched(
    problem: Problem, images: tuple[np.ndarray, np.ndarray], begin: tuple[int, int]
) -> dict[tuple[int, int], int]:
    """The costs at which two locations can be reached from two, cheapest first."""
    costs = {begin: 0}
    for bound in range(60):
        for item, second in [pair for pair, cost in costs.items() if cost == bound]:
            for index, price in enumerate(problem.costs.tolist()):
                after = int(images[0][index, item]), int(images[1][index, second])
                costs[after] = min(costs.get(after, FAR), bound + price)
    return costs


@pytest.mark.parametrize("name", PROBLEMS)
@pytest.mark.parametrize("before", [None, *PROBLEMS])
def test_pairs_are_as_far_as_a_plain_search_says_after_any_other_question(
    name: str, before: str | None
) -> None:
    if before is not None:
        _ = ProblemPieces(PROBLEMS[before]()).distances.lower_bound
    pieces = ProblemPieces(PROBLEMS[name]())
    for item, partner in [(a, b) for a, b in pieces.distances.pairs if a != b][:4]:
        first, second = pieces.classes[item], pieces.classes[partner]
        images = pieces.orbits[first.orbit].images, pieces.orbits[second.orbit].images
        from_start, to_goal = pieces.distances.pair(item, partner)
        assert to_goal.shape == (first.targets.shape[1], second.targets.shape[1])
        results = [
            searched(pieces.problem, images, (int(a), int(b))) for a in first.starts for b in second.starts
        ]
        for pair in np.ndindex(from_start.shape):
            assert from_start[pair] == min(costs.get(pair, FAR) for costs in results)
        for pair in [(0, 1), (2, 0), (3, 4)]:
            there = searched(pieces.problem, images, pair)
            ends = [
                cost
                for (a, b), cost in there.items()
                if any(f[a] and s[b] for f, s in zip(first.targets, second.targets, strict=True))
            ]
            assert to_goal[pair] == min(ends, default=FAR)


def test_lower_bound_counts_turns_that_no_single_piece_requires() -> None:
    # Each piece is one turn from its home, but no turn moves both a piece of R and a piece of L.
    distances = ProblemPieces(cube_problem(Cube(3).apply("R L"))).distances
    classes = enumerate(distances.pieces.classes)
    assert max(int(distances.single(number)[1][group.starts].max()) for number, group in classes) == 1
    assert distances.lower_bound == 2


def test_blocks_are_all_pairs_in_order() -> None:
    pieces = ProblemPieces(PROBLEMS["3x3x3 cross"]())
    rows = [
        (tuple(pair), start, goal)
        for block in pieces.distances.blocks()
        for pair, start, goal in zip(block.pairs.tolist(), block.from_start, block.to_goal, strict=True)
    ]
    assert [pair for pair, _, _ in rows] == pieces.distances.pairs
    for pair, start, goal in rows:
        from_start, to_goal = pieces.distances.pair(*pair)
        assert (start == from_start).all()
        assert (goal == to_goal).all()


def test_uncached_pairs_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = ProblemPieces(PROBLEMS["2x2x2"]()).distances
    assert len(list(kept.blocks())) == 1
    monkeypatch.setattr(distances, "_PAIRS_BYTES", 0)
    monkeypatch.setattr(distances, "_BLOCK_BYTES", 1000)
    monkeypatch.setattr(distances, "_KEPT_BYTES", 0)
    anew = ProblemPieces(PROBLEMS["2x2x2"]()).distances
    assert len(list(anew.blocks())) > len(list(kept.blocks()))
    for column in ("pairs", "from_start", "to_goal"):
        first, second = (
            np.concatenate([getattr(block, column) for block in result.blocks()]) for result in (kept, anew)
        )
        assert (first == second).all()
    assert (kept.lower_bound, kept.shares) == (anew.lower_bound, anew.shares)


def test_the_next_problem_with_the_same_turns_takes_what_is_kept_and_cannot_spoil_it() -> None:
    first, second = (
        ProblemPieces(cube_problem(random_cube(2, seed))).distances.between(0, 0) for seed in (1, 2)
    )
    assert first is second
    with pytest.raises(ValueError, match="read-only"):
        first[0, 0] = 7
