"""Local search: a word that solves the cube is disturbed and repaired, again and again."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.numba_support import compiled
from cubeproof.methods.large.annealing import propose
from cubeproof.methods.large.filling import (
    SEQUENCE,
    VALUE,
    Filler,
    compare,
    fill,
    insert_sequence,
    random_below,
)
from cubeproof.methods.large.orbits import OrbitArrays, pull_goals
from cubeproof.methods.large.words import COST, LONGEST, RUNS, WordArrays, copy_word, prepare, replace

# The percentage of changes that exchange turns.
_EXCHANGES = 10

_ONE = 1 << 30


@compiled
def take_out(orbits: OrbitArrays, word: WordArrays, filler: Filler, moment: int) -> bool:
    """Insert the sequence of a random orbit that shortens the word most at a moment; return False if none does.

    A quarter of all cycles is compared, at random.
    """
    orbit = random_below(filler.random, len(orbits.kinds))
    useful, best, offset = filler.useful, filler.best[orbit], random_below(filler.random, 4)
    count = 0
    for a in range(24):
        for b in range(a + 1, 24):
            for c in range(a + 1, 24):
                if b != c and (a + b + c) % 4 == offset:
                    useful[count, 0], useful[count, 1], useful[count, 2], useful[count, 3] = a, b, c, 0
                    count += 1
    best[VALUE], best[SEQUENCE] = -1, -1
    compare(orbits, word, filler, orbit, moment, np.arange(24), count, 0)
    if best[SEQUENCE] < 0:
        return False
    insert_sequence(orbits, word, filler, orbit, best[SEQUENCE], moment)
    return True


@compiled
def disturb(orbits: OrbitArrays, word: WordArrays, filler: Filler, turns: NDArray[np.int8]) -> bool:
    """Take a sequence out at a random moment, or exchange turns there; return False if nothing changed."""
    moment = random_below(filler.random, word.state[RUNS] + 1)
    if random_below(filler.random, 100) >= _EXCHANGES and take_out(orbits, word, filler, moment):
        return True
    count = propose(word, moment, turns, filler.random)
    # Insertions of one or two turns change the parity of wings.
    if count < 4:
        return False
    replace(word, filler.place, prepare(word, moment, turns, count, filler.place))
    return True


@compiled
def improve(
    orbits: OrbitArrays,
    word: WordArrays,
    kept: WordArrays,
    best: WordArrays,
    filler: Filler,
    steps: int,
    temperature: float,
) -> None:
    """Disturb and repair a word; keep the shortest word in `best`.

    Args:
        orbits: the cells.
        word: a word that solves the cube; it is changed.
        kept: memory of the same size.
        best: the shortest word so far.
        filler: the memory of `fill`.
        steps: the number of changes.
        temperature: the mean of the random excess up to which a longer word is kept.
    """
    turns = np.zeros((LONGEST, 3), dtype=np.int8)
    copy_word(word, kept)
    for _ in range(steps):
        if filler.flag[0] != 0:
            break
        if not disturb(orbits, word, filler, turns):
            continue
        pull_goals(orbits, word, filler.goals)
        chance = (1 + random_below(filler.random, _ONE)) / _ONE
        most = kept.state[COST] + int(-np.log(chance) * temperature) + 1
        if fill(orbits, word, filler, most):
            copy_word(word, kept)
            if word.state[COST] < best.state[COST]:
                copy_word(word, best)
        else:
            copy_word(kept, word)
