"""`typed_loops`: the loops of `better_answers`, with the types that searches pass."""

from __future__ import annotations

import numpy as np

from cubeproof.base.numba_support import TypedLoop, sample, sample_tables
from cubeproof.methods.large.annealing import anneal
from cubeproof.methods.large.filling import Filler, fill
from cubeproof.methods.large.improving import improve
from cubeproof.methods.large.orbits import OrbitArrays, pull_goals
from cubeproof.methods.large.sequences import pure_triples
from cubeproof.methods.large.words import WordArrays, copy_word, price


def typed_loops() -> tuple[TypedLoop, ...]:
    """Return the loops in the order in which a search needs them."""
    turns, used, inverse = sample(np.int16, 2), sample(np.bool_), sample(np.intp)
    orbits = sample_tables(OrbitArrays, layers=2, quads=2, first=3, sequences=2, sequence_first=2)
    word = sample_tables(WordArrays, amounts=2, change=3, new=2)
    filler = sample_tables(Filler, best=2, useful=2, turns=2)
    random, flag, goals = sample(np.uint64), sample(np.int32), sample(np.int8)
    return (
        TypedLoop(pure_triples, (turns, used, inverse, 0, sample(np.int16, 2))),
        TypedLoop(price, (word,)),
        TypedLoop(copy_word, (word, word)),
        TypedLoop(anneal, (orbits, word, sample(np.bool_), 0, 0.0, 0.0, 0.0, random, flag)),
        TypedLoop(pull_goals, (orbits, word, goals)),
        TypedLoop(fill, (orbits, word, filler, 0)),
        TypedLoop(improve, (orbits, word, word, word, filler, 0, 0.0)),
    )
