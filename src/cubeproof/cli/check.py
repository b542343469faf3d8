"""`cubeproof check`."""

from __future__ import annotations

import argparse
import json

from cubeproof.cli.progress import Display
from cubeproof.cli.statuses import OK
from cubeproof.problem import Problem
from cubeproof.proof.checking import check_certificate

__all__ = ["run"]


def run(parsed: argparse.Namespace) -> int:
    """Check a certificate and say what it certifies."""
    with Display() as display:
        found = check_certificate(parsed.folder, display)
    asked = found.question
    what = "puzzle" if isinstance(asked, Problem) else "cube"
    told: dict[str, object]
    if isinstance(asked, Problem):
        told, written = {"start": asked.start.tolist()}, " ".join(found.names)
    else:
        told, written = {"size": asked.cube.size, "start": asked.cube.facelets}, str(found.alg)
    if parsed.json:
        answer = {
            "holds": True,
            **told,
            "solution": written,
            "length": found.length,
            "metric": str(asked.metric),
            "parts": found.parts,
            "lemmas": found.lemmas,
            "also": list(found.also),
        }
        print(json.dumps(answer))
        return OK
    print(
        f"The certificate holds: {written or '(no turn)'} solves the {what} in {found.length} turns "
        f"({asked.metric}), and there is no shorter way."
    )
    if found.parts:
        also = f", by {', '.join(found.also)} too" if found.also else ""
        print(
            f"{found.lemmas:,} lemmas in {found.parts} part{'' if found.parts == 1 else 's'} checked{also}."
        )
    return OK
