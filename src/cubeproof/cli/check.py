"""`cubeproof check`."""

from __future__ import annotations

import argparse
import json

from cubeproof.cli.progress import Display
from cubeproof.cli.statuses import OK
from cubeproof.proof.checking import check_certificate

__all__ = ["run"]


def run(parsed: argparse.Namespace) -> int:
    """Check a certificate and say what it certifies."""
    with Display() as display:
        found = check_certificate(parsed.folder, display)
    if parsed.json:
        answer = {
            "holds": True,
            "size": found.question.cube.size,
            "start": found.question.cube.facelets,
            "solution": str(found.alg),
            "length": found.length,
            "metric": found.question.metric.value,
            "parts": found.parts,
            "lemmas": found.lemmas,
            "also": list(found.also),
        }
        print(json.dumps(answer))
        return OK
    print(
        f"The certificate holds: {found.alg or '(no turn)'} solves the cube in {found.length} turns "
        f"({found.question.metric.value}), and there is no shorter way."
    )
    if found.parts:
        also = f", by {', '.join(found.also)} too" if found.also else ""
        print(
            f"{found.lemmas:,} lemmas in {found.parts} part{'' if found.parts == 1 else 's'} checked{also}."
        )
    return OK
