"""`cubeproof animate`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from cubeproof.cli.statuses import OK
from cubeproof.draw import FORMATS, Look, animate
from cubeproof.errors import UsageError
from cubeproof.puzzle.cube import Cube

__all__ = ["run"]


def run(parsed: argparse.Namespace) -> int:
    """Write a film of some turns."""
    path = Path(parsed.output)
    kind = FORMATS.get(path.suffix.lower())
    if kind is None:
        raise UsageError(
            f"A film is written as {', '.join(FORMATS)}, not as {path.suffix or 'a file without ending'}."
        )
    cube = Cube(parsed.size).apply(parsed.start or "")
    picture = animate(
        cube,
        parsed.alg,
        kind,
        Look(parsed.palette, size=parsed.pixels, letters=parsed.letters),
        speed=parsed.speed,
        progress=_progress if sys.stderr.isatty() else None,
    )
    path.write_bytes(picture)
    print(f"{path}: {len(picture):,} bytes", file=sys.stderr)
    return OK


def _progress(done: int, total: int) -> None:
    end = "\n" if done == total else ""
    print(f"\rframe {done} of {total}", end=end, file=sys.stderr, flush=True)
