"""The cheapest assignments, against all permutations one by one."""

from itertools import permutations, product
from random import Random

import numpy as np
import pytest

from cubeproof.puzzle.assignment import NEVER, ClassedAssignments, assign
from cubeproof.puzzle.geometry import is_odd


@pytest.mark.parametrize("seed", range(60))
def test_rows_get_the_cheapest_columns(seed: int) -> None:
    random = Random(seed)
    size = random.randrange(1, 7)
    # Few values, so that ties occur; negative ones, as stickers at home have.
    costs = np.array(
        [[random.randrange(-2, random.choice((1, 40))) for _ in range(size)] for _ in range(size)]
    )
    chosen = assign(costs)
    assert sorted(chosen.tolist()) == list(range(size))
    cheapest = min(
        sum(costs[row, column] for row, column in enumerate(way)) for way in permutations(range(size))
    )
    assert costs[np.arange(size), chosen].sum() == cheapest


@pytest.mark.parametrize("seed", range(40))
def test_each_class_of_assignments_gets_its_cheapest(seed: int) -> None:
    random = Random(seed)
    slots, ways, cases = random.randrange(2, 5), random.randrange(1, 4), 2
    costs = np.random.default_rng(seed).integers(0, random.choice((2, 9)), (slots, slots, ways, cases))
    limit = random.choice((0, 2, 100))
    expected: dict[tuple[int, int, int], int] = {}
    for pieces in permutations(range(slots)):
        for turned in product(range(ways), repeat=slots):
            for case in range(cases):
                key = int(is_odd(pieces)), sum(turned) % ways, case
                total = sum(int(costs[slot, pieces[slot], turned[slot], case]) for slot in range(slots))
                expected[key] = min(expected.get(key, NEVER), total)
    results = ClassedAssignments(costs, limit)
    assert results.totals.shape == (2, ways, cases)
    for (parity, sum_, case), total in expected.items():
        if total > limit:
            assert results.totals[parity, sum_, case] > limit
            continue
        assert results.totals[parity, sum_, case] == total
        best, orientations = results.best(parity, sum_, case)
        assert int(is_odd(best)) == parity
        assert orientations.sum() % ways == sum_
        assert costs[np.arange(slots), best, orientations, case].sum() == total
