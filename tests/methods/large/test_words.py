"""A word of compiled loops is what joined runs are, after every insertion, and costs what they cost."""

from random import Random

import numpy as np
import pytest

from cubeproof.methods.large.runs import RunWord, joined, run_costs
from cubeproof.methods.large.words import COST, METRICS, prepare, replace, runs_of_arrays, word_arrays

SIZE = 5


def some_turns(random: Random, word: RunWord, moment: int) -> list[tuple[int, int, int]]:
    """Random turns; often the inverses of the turns beside a moment, which vanish."""
    turns = [
        (random.randrange(3), random.randrange(SIZE), random.randrange(1, 4))
        for _ in range(random.randrange(4))
    ]
    if random.random() < 0.2:
        before = [
            (axis, layer, -int(amount) % 4)
            for axis, run in list(word)[max(0, moment - random.randrange(4)) : moment][::-1]
            for layer, amount in enumerate(run)
            if amount
        ]
        turns = before + turns
    if random.random() < 0.2:
        turns += [
            (axis, layer, -int(amount) % 4)
            for axis, run in list(word)[moment : moment + random.randrange(4)][::-1]
            for layer, amount in enumerate(run)
            if amount
        ]
    return turns or [(0, 0, 1)]


@pytest.mark.parametrize("metric", METRICS)
def test_insertion_joins_runs_and_changes_the_cost_as_computed(metric: str) -> None:
    random = Random(7)
    runs = joined([], SIZE)
    word = word_arrays(runs, metric, 500)
    place, memory = np.zeros(3, dtype=np.int64), np.zeros((128, 3), dtype=np.int8)
    for _ in range(400):
        moment = random.randrange(len(runs.axes) + 1)
        turns = some_turns(random, runs, moment)
        memory[: len(turns)] = turns
        parts = list(runs)
        single = []
        for axis, layer, amount in turns:
            amounts = np.zeros(SIZE, dtype=np.int8)
            amounts[layer] = amount
            single.append((axis, amounts))
        expected = joined([*parts[:moment], *single, *parts[moment:]], SIZE)
        more = prepare(word, moment, memory, len(turns), place)
        assert (runs_of_arrays(word).amounts == runs.amounts).all()
        replace(word, place, more)
        result = runs_of_arrays(word)
        assert result.axes == expected.axes
        assert (result.amounts == expected.amounts).all()
        assert word.state[COST] == expected.cost(metric) == runs.cost(metric) + more
        runs = expected
    count = len(runs.axes)
    assert count > 10
    assert (word.costs[:count] == run_costs(runs.amounts, metric)).all()
    assert (word.turned[:count] == (runs.amounts != 0).sum(axis=1)).all()
    for layer in range(SIZE):
        for amount in (1, 2, 3):
            changed = runs.amounts.copy()
            changed[:, layer] = (changed[:, layer] + amount) % 4
            expected_change = run_costs(changed, metric) - run_costs(runs.amounts, metric)
            assert (word.change[:count, layer, amount - 1] == expected_change).all()
