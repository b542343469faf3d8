"""Certificates whose proof is a search, and lines of journals, for tests."""

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path

from cubeproof import Alg, Cube

EASY = "R U F2 L' D B2"
HARD = "R U F2 L' D B2 R F U' L B2 D' R U2 F L D2 B' R2 U"


def write(
    folder: Path, scramble: str, answer: str | None = None, changes: Mapping[str, object] | None = None
) -> Path:
    """Write a certificate, true or not; an entry that is None in `changes` is left out."""
    answer = str(~Alg(scramble)) if answer is None else answer
    entries: dict[str, object] = {
        "format": "cubeproof certificate 2",
        "puzzle": "cube",
        "size": 3,
        "start": Cube(3).apply(scramble).facelets,
        "goal": "solved",
        "moves": None,
        "metric": "htm",
        "answer": answer,
        "length": len(answer.split()),
        "proof": "search",
    }
    changed = changes or {}
    kept = {name: value for name, value in {**entries, **changed}.items() if changed.get(name, 0) is not None}
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "certificate.json").write_text(json.dumps(kept))
    return folder


def with_sum(line: str) -> str:
    """Return a line of a journal with its sum, as a person could forge it."""
    return f"{line} sum {hashlib.md5(line.encode()).hexdigest()}"


def without_sum(line: str) -> str:
    """Return a line of a journal without its sum, as older programs wrote it."""
    return line.rpartition(" sum ")[0]
