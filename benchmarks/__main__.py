"""Run benchmark suites, and compare each figure with its target.

The targets hold on two quiet cores. The exit status is 1 if a figure misses its target.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from importlib import import_module

from benchmarks.figures import Options

SUITES = ("table", "views", "start", "search", "words", "sat", "serve", "page")
NAMED = ("ipc", "large", "limits", "chain", "distribution", "signature", "check", "cluster", "verified")
"""Suites that run only when they are named."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Print one line per figure and return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("name", nargs="?", default="all", choices=["all", *SUITES, *NAMED])
    parser.add_argument("--json", action="store_true", help="print JSON instead of lines")
    parser.add_argument(
        "--table", default="", help="start, search, distribution, verified: the pruning table"
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="search threads")
    parser.add_argument("--count", type=int, default=100, help="distribution, verified: the number of states")
    parser.add_argument(
        "--seed", type=int, default=1, help="distribution, verified: the seed of the first state"
    )
    parser.add_argument("--longest", type=int, default=18, help="verified: prove no longer answers")
    parser.add_argument("--folder", default="", help="verified: keep certificates and rows, and continue")
    parser.add_argument("--write", action="store_true", help="signature: write the new counts to its file")
    parsed = parser.parse_args(arguments)
    if parsed.jobs < 1 or parsed.count < 1:
        parser.error("--jobs and --count are 1 or more")
    if parsed.name == "signature":
        from benchmarks import signature

        return signature.run(write=parsed.write)
    options = Options(parsed.table, parsed.jobs)
    if os.getloadavg()[0] > 0.5:
        print(f"Load average {os.getloadavg()[0]:.1f}: the targets hold on a quiet machine.", file=sys.stderr)
    if parsed.name == "distribution":
        from benchmarks.distribution import run

        return run(parsed.count, parsed.seed, options, as_json=parsed.json)
    if parsed.name == "verified":
        from benchmarks import verified

        return verified.run(
            parsed.count, parsed.seed, parsed.longest, parsed.folder, options, as_json=parsed.json
        )
    figures = []
    for name in SUITES if parsed.name == "all" else [parsed.name]:
        for figure in import_module(f"benchmarks.{name}").figures(options):
            figures.append(figure)
            if not parsed.json:
                print(figure, flush=True)
    if parsed.json:
        print(json.dumps([figure.as_data() for figure in figures]))
    missed = sum(figure.missed for figure in figures)
    print(f"{missed} of {len(figures)} figures missed their target.", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
