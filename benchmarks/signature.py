"""The work of each method, as counts for fixed cubes with one job: equal counts are the same search.

The counts do not depend on clocks, so they are equal on every machine with the same version of python-sat. The
signature is their sum. A commit that only moves code leaves all of them equal. A commit that changes a search writes
them again, and its message says why and gives the new signature:

    make bench NAME=signature                        compare with benchmarks/signature.json
    make bench NAME=signature BENCH_ARGS=--write     write the new counts to that file
"""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path

from benchmarks.signature_counts import SEARCHES, SOLVERS, Counts, Rows
from cubeproof.base.numba_support import COMPILES

FILE = Path(__file__).with_name("signature.json")


def run(*, write: bool) -> int:
    """Print all counts, and the old and the new counts of each row that changed.

    Return 1 if a count changed and `write` is false.
    """
    if not COMPILES:
        raise SystemExit("This suite requires Numba: without it the search takes hours.")
    stored: dict[str, Rows] = json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}
    counted: dict[str, Rows] = {}
    for name, count in {**SEARCHES, **SOLVERS}.items():
        counted[name] = count()
        print(name)
        for row, counts in counted[name].items():
            print(f"    {row:<52} {' '.join(map(str, counts))}", flush=True)
    changes = list(changed(stored, counted))
    for group, row, old, new in changes:
        print(f"CHANGED  {group}, {row}\n    old  {old}\n    new  {new}")
    print(f"Signature {sum(sum(counts) for rows in counted.values() for counts in rows.values())}")
    print(f"{len(changes)} rows changed; {_cpu_seconds():.0f} s of CPU.", file=sys.stderr)
    if write:
        text = re.sub(
            r"\[[\s\d,]+\]", lambda match: " ".join(match[0].split()), json.dumps(counted, indent=1)
        )
        FILE.write_text(text + "\n", encoding="utf-8")
    elif changes:
        print("If this is intended: make bench NAME=signature BENCH_ARGS=--write", file=sys.stderr)
    return 1 if changes and not write else 0


def changed(old: dict[str, Rows], new: dict[str, Rows]) -> Iterator[tuple[str, str, str, str]]:
    """Yield the group, the row, the old and the new counts where they differ."""
    for group in {**old, **new}:
        before, after = old.get(group, {}), new.get(group, {})
        for row in {**before, **after}:
            if before.get(row) != after.get(row):
                yield group, row, _row_text(before.get(row)), _row_text(after.get(row))


def _row_text(counts: Counts | None) -> str:
    return "no such row" if counts is None else " ".join(map(str, counts))


def _cpu_seconds() -> float:
    return sum(os.times()[:4])  # of this process and of the workers
