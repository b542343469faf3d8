"""Checkers of LRAT that others wrote: those that happen to be installed are asked as well."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from cubeproof.contract.events import Note, Progress
from cubeproof.engines.sat import dimacs
from cubeproof.engines.sat.formula import Formula
from cubeproof.errors import CertificateError

__all__ = ["Checkers"]

_CHECKERS = {
    # Programs that check LRAT, with the line that they print of a proof that holds.
    "cake_lpr": "s VERIFIED UNSAT",
    "lrat-check": "c VERIFIED",
    "lrat-trim": "s VERIFIED",
}
# For the proof of one part. Ours takes minutes for the longest that there are.
_HOUR = 3600.0


class Checkers:
    """The programs that are installed, for the proofs of one certificate.

    One that cannot be started, or is not done within an hour, says nothing about a proof: it is told of, and asked no more.
    """

    def __init__(self, cnf: Path, progress: Progress) -> None:
        self.cnf = cnf
        self.progress = progress
        found = {name: shutil.which(name) for name in _CHECKERS}
        self.programs = {name: program for name, program in found.items() if program is not None}

    @property
    def agreed(self) -> tuple[str, ...]:
        """Those that accepted every proof so far."""
        return tuple(sorted(self.programs))

    def check(self, formula: Formula, part: Sequence[int], proof: Path) -> None:
        """Ask them about the proof of a part of a formula.

        Raises:
            CertificateError: one of them does not accept it.
        """
        if not self.programs:
            return
        try:
            with tempfile.TemporaryDirectory(prefix="cubeproof-") as folder:
                cnf = self.cnf
                if part:
                    cnf = Path(folder, "part.cnf")
                    dimacs.save(cnf, dimacs.text(formula, extra=[[literal] for literal in part]))
                for name, program in [*self.programs.items()]:
                    self._ask(name, program, cnf, proof)
        except OSError as problem:
            for name in [*self.programs]:
                self._dismiss(name, f"it cannot be given the formula: {problem.strerror}")

    def _ask(self, name: str, program: str, cnf: Path, proof: Path) -> None:
        try:
            done = subprocess.run(
                [program, str(cnf), str(proof)],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
                check=False,
                timeout=_HOUR,
            )
        except OSError as problem:
            self._dismiss(name, f"it cannot be started: {problem.strerror}")
            return
        except subprocess.TimeoutExpired:
            self._dismiss(name, f"it was not done with {proof.name} in an hour")
            return
        # After a lemma that does not follow, lrat-check goes on, and may still say at the end that all is well.
        lines = [line.strip() for line in done.stdout.splitlines()]
        if _CHECKERS[name] not in lines or any("NOT VERIFIED" in line for line in lines):
            raise CertificateError(f"{proof.name}: {name} does not accept it: {done.stdout.strip()[-200:]}")

    def _dismiss(self, name: str, why: str) -> None:
        del self.programs[name]
        told = f"{name} is not asked about the proof, since {why}."
        self.progress(Note(told))
