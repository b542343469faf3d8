"""Certificates that tests change, and what the checker says of them."""

import contextlib
import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cubeproof import Alg, CertificateError, Cube, CubeproofError
from cubeproof.problem import cube_problem
from cubeproof.proof.check.manifest import full_question
from cubeproof.proof.checker import check_certificate
from cubeproof.proof.write.manifest_text import checker_question

Change = Callable[[dict[str, Any]], object]


SCRAMBLE = "R U F2 R'"


TASK, ANSWER = cube_problem(Cube(2).apply(SCRAMBLE)), Alg("R F2 U' R'")


# With few turns and many of them the proofs of parts differ.
LONG_TASK = cube_problem(Cube(2).apply("R U R2 U' R U2 R' U"), moves="R,U")


LONG_ANSWER = Alg("U' R U2 R' U R2 U' R'")


def changed(folder: Path, change: Change) -> None:
    """Change a manifest, and update its entry `asked` to fit the change."""
    path = folder / "certificate.json"
    manifest = json.loads(path.read_text())
    reported = json.dumps(manifest["asked"])
    change(manifest)
    if json.dumps(manifest.get("asked")) == reported:
        # A senseless question has no full form.
        with contextlib.suppress(CubeproofError, KeyError, TypeError, AttributeError):
            manifest["asked"] = what_was_asked(manifest)
    path.write_text(json.dumps(manifest))


def what_was_asked(manifest: dict[str, Any]) -> dict[str, object]:
    goal = manifest["goal"]
    named = Cube.from_facelets(goal) if len(goal) == len(manifest["start"]) else goal
    return full_question(
        checker_question(Cube.from_facelets(manifest["start"]), named, manifest["moves"], manifest["metric"])
    )


def fault(folder: Path) -> str:
    """Return why a certificate is refused, or "" if it is valid; verify that the check adds and removes no file."""
    before = sorted(folder.iterdir()) if folder.is_dir() else []
    try:
        check_certificate(folder)
    except CertificateError as error:
        return str(error)
    finally:
        assert before == (sorted(folder.iterdir()) if folder.is_dir() else [])
    return ""


def refused(folder: Path, reason: str) -> None:
    said = fault(folder)
    assert re.search(reason, said)
    assert said.endswith(".")


def clauses(cnf: Path) -> list[list[int]]:
    lines = [line for line in cnf.read_text().splitlines() if line[0] not in "cp"]
    return [list(map(int, line.split()[:-1])) for line in lines]
