"""Words from both ends, from the shell: short answers with few turns, on large cubes and for other goals."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from random import Random

from benchmarks.figures import Figure, Options, Sample, timed
from benchmarks.start import cpu_seconds, measure, solve
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.scramble import random_moves

T_PERM = "R U R' U' R' F R2 U' R' U' R U R' F'"
SUNE = "R U R' U R U2 R'"
FEW_TURNS = ["--moves", "R,U,F"]
# The target for four turns on each size, in seconds.
LARGE = {10: 1.0, 20: 2.0, 50: 5.0}
STARTS = 1000


def figures(_options: Options) -> Iterator[Figure]:
    t_perm = [T_PERM, *FEW_TURNS]
    yield measure(t_perm).figure("T perm with R, U and F: answer and proof", at_most=1.5)
    every = Sample([cpu_seconds([*t_perm, "--all"]) for _ in range(3)])
    yield every.figure("T perm with R, U and F: CPU for all answers", at_most=3.0)
    yield measure([random_word("RUF", 9, 1), *FEW_TURNS]).figure("9 turns of R, U and F", at_most=0.6)
    yield measure([random_word("RU", 8, 1), "--moves", "R,U"]).figure("8 turns of R and U", at_most=0.8)
    yield measure([SUNE, "--goal", "oll"]).figure("the goal oll, 7 turns", at_most=0.8)
    for size, seconds in LARGE.items():
        start = Cube(size).apply(random_moves(size, 4, seed=1))
        name = f"{size}×{size}×{size}, 4 turns"
        yield measure(["--state", start.facelets]).figure(name, at_most=seconds)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "starts.txt")
        path.write_text("".join(f"{random_word('RUF', 10, seed)}\n" for seed in range(STARTS)), "utf-8")
        seconds, _ = timed(partial(solve, ["--file", str(path), *FEW_TURNS]))
        yield Figure(f"{STARTS} starts of 10 turns of R, U and F, from a file", seconds, at_most=10.0)


def random_word(faces: str, turns: int, seed: int) -> str:
    """Return random turns, of which no two neighbours turn the same face."""
    random, word = Random(seed), list[str]()
    while len(word) < turns:
        face = random.choice(faces)
        if not word or word[-1][0] != face:
            word.append(face + random.choice(["", "2", "'"]))
    return " ".join(word)
