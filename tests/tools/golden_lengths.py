"""Optimal lengths of 3×3×3 states that other programs have published or found, with an answer of each length.

The file `golden/optimal_lengths.jsonl` has one state per line:

    scramble    turns that lead from the solved cube to the state
    htm         the optimal length, half turns counting 1
    qtm         the optimal length, half turns counting 2; null where it is not known
    htm_answer  a solution of `htm` turns
    qtm_answer  a solution of `qtm` quarter turns; null where `qtm` is
    source      where the lengths come from

A length has two halves. The answer is the upper half: `engines/test_golden_lengths.py` replays each on two other
models of the cube. The lower half is a proof that no answer is shorter: the search engine proves each length, and
Michael Reid's program, which shares no code with the engine, proves the lengths in quarter turns.

Two of the 163 rows were wrong from the first version of the file (commit 8ee8395) until November 2026:

- `U L U2 F2 R' B R' L B' D' L D' B R' D L' U' L F`, listed with 19 turns, needs 18. Line 4 of nissy-core's
  `benchmarks/scrambles/scrambles-19.txt` has `... L' U L F`: one turn was copied wrongly. The row is now that line.
- `D R2 B2 U2 R2 B2 U F2 U' B2 F2 L F R' B2 U' L' R2 B F`, listed with 18 turns, needs 17. Its source,
  github.com/cs0x7f/cube_solver_test, has scrambles without answers in files named after the length, with `1` and `3`
  for quarter turns. This row was probably copied wrongly too: its four neighbours need 18 turns. The original among the
  33,000 lines of `dataset/random_state_depth18.txt` is not known. The row keeps its state, with the correct length.

Neither row had an answer, and tests of states of 15 turns and more belong to `make soak`. The rows of 16, 19 and 20
turns from nissy-core are the first lines of its files, and the ten rows of 17 turns from cube_solver_test are the first
lines of its file. A program has compared these rows with the files.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

_FILE = Path(__file__).parents[1] / "golden" / "optimal_lengths.jsonl"


@dataclass(frozen=True)
class GoldenLength:
    """One line of the file; the attributes are its fields."""

    scramble: str
    htm: int
    qtm: int | None
    htm_answer: str
    qtm_answer: str | None
    source: str

    def length(self, metric: str) -> int | None:
        """Return the optimal length in a metric, "htm" or "qtm", or None if it is not known."""
        return self.htm if metric == "htm" else self.qtm

    def answer(self, metric: str) -> str | None:
        """Return a solution of that length, or None if none is known."""
        return self.htm_answer if metric == "htm" else self.qtm_answer


GOLDEN = [GoldenLength(**json.loads(line)) for line in _FILE.read_text(encoding="utf-8").splitlines()]


def rows_of(metric: str, length: int) -> list[GoldenLength]:
    """Return the rows of the states with an optimal length."""
    return [row for row in GOLDEN if row.length(metric) == length]
