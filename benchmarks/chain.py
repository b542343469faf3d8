"""The chain engine: answers to a 3×3×3 with unusual sets of turns, their lengths and the processor time."""

from __future__ import annotations

import time
from collections.abc import Iterator
from random import Random

from benchmarks.figures import Figure, Options
from cubeproof.contract.control import Control
from cubeproof.contract.workshop import Workshop
from cubeproof.methods.chain.answers import first_answers
from cubeproof.problem import cube_problem
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.scramble import random_cube

EVERY_CUBE = ("R,L,F,B,D", "U,R,L,F,B", "R,U,F,L2,B2,D2", "R,L,U,D,F", "R,L,F,B,D,M")
"""Sets of turns that make every cube."""
SOME_CUBES = ("R,L,F,B,D2", "R,L,F,B,D2,U2", "R,L,F2,B2,U,D", "R2,L2,F2,B2,U,D", "R,U,M", "M,U,R,F", "U,R,F")
"""Sets of turns that make some cubes."""
_CUBES, _TURNS = 200, 80
# The target for each answer.
_LONG = 60


def scrambled(moves: str, seed: int) -> Cube:
    """Return a cube after some of the turns."""
    random, cube = Random(seed), Cube(3)
    for _ in range(_TURNS):
        cube = cube.apply(random.choice(moves.split(",")))
    return cube


def figures(_options: Options) -> Iterator[Figure]:
    for moves in EVERY_CUBE + SOME_CUBES:
        lengths, seconds = [], []
        with Workshop() as workshop:
            control = Control(workshop=workshop)
            for seed in range(_CUBES):
                cube = random_cube(3, seed=seed) if moves in EVERY_CUBE else scrambled(moves, seed)
                begun = time.process_time()
                problem = cube_problem(cube, moves=moves)
                answers = first_answers(problem, control)
                word = next(answers)
                seconds.append(time.process_time() - begun)
                if problem.cost(word) > _LONG:
                    # As a quick search does for every cube, with other ends.
                    *_, word = word, *answers
                assert problem.is_solved_by(word), "an answer of the chain does not solve its cube"
                lengths.append(problem.cost(word))
        mean = sum(lengths) / len(lengths)
        note = f"{_CUBES} cubes, {mean:.1f} on average"
        yield Figure(f"{moves}: the longest answer", max(lengths), "turns", at_most=_LONG, note=note)
        note = f"{sum(seconds[1:]) / (_CUBES - 1):.3f} s for each later cube"
        yield Figure(f"{moves}: processor time of the first answer", seconds[0], at_most=2, note=note)
