"""`solve --file` on a cluster of this machine, compared with threads: 200 3×3×3 cubes, 12 to 14 turns from solved."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from benchmarks.figures import Figure, Options, core_seconds
from benchmarks.search import turned

_CUBES, _ROUNDS, _CORES = 200, 2, 2


def figures(options: Options) -> Iterator[Figure]:
    """Yield the seconds of both ways, in alternating runs on two cores, and their ratio."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:_CORES])
    ways = {"--jobs": str(_CORES), "--cluster": "local"}
    seconds, cores = dict.fromkeys(ways, 0.0), dict.fromkeys(ways, 0.0)
    with tempfile.TemporaryDirectory() as folder:
        cubes = Path(folder, "cubes.txt")
        cubes.write_text("".join(f"{turned(12 + seed % 3, seed).facelets}\n" for seed in range(_CUBES)))
        table = ["--table", options.table] if options.table else []
        command = [sys.executable, "-m", "cubeproof", "solve", "--json", *table, "--file"]
        # Builds the table and compiles the loops.
        _lengths([*command, "-"], "R U F2 L\n")
        expected = None
        for _ in range(_ROUNDS):
            for way, value in ways.items():
                started, used = time.perf_counter(), core_seconds()
                lengths = _lengths([*command, str(cubes), way, value])
                seconds[way] += (time.perf_counter() - started) / _ROUNDS
                cores[way] += (core_seconds() - used) / _ROUNDS
                expected = expected or lengths
                assert lengths == expected, "both ways give the same lengths"
    note = f"mean of {_ROUNDS} runs"
    for way, value in ways.items():
        busy = f"{note}, {cores[way]:.0f} s of cores"
        yield Figure(f"{_CUBES} cubes of 12 to 14 turns, {way} {value}", seconds[way], note=busy)
    ratio, of_cores = (taken["--cluster"] / taken["--jobs"] for taken in (seconds, cores))
    yield Figure(
        "the time of --cluster local, divided by the time of --jobs 2", ratio, "", at_most=1.1, note=note
    )
    # On a busy machine the other programs count in the ratio above.
    yield Figure("the same for the time of cores", of_cores, "", note=note)


def _lengths(command: list[str], text: str | None = None) -> list[int]:
    run = subprocess.run(command, input=text, stdout=subprocess.PIPE, text=True, check=True)
    answers = [json.loads(line) for line in run.stdout.splitlines()]
    assert all(answer["optimal"] for answer in answers), "every answer is shortest"
    return [answer["length"] for answer in answers]
