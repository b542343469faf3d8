"""Independent LRAT checkers: each installed program checks the proofs too."""

import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

from cubeproof.base.system_errors import system_reason
from cubeproof.contract.events import Note, Progress
from cubeproof.errors import CertificateError
from cubeproof.formulas import dimacs
from cubeproof.formulas.formula import Formula
from cubeproof.formulas.text import formula_lines
from cubeproof.sentences import Sentence, Template

_CHECKERS = {
    # Programs that check LRAT, with the line that they print for a valid proof.
    "cake_lpr": "s VERIFIED UNSAT",
    "lrat-check": "c VERIFIED",
    "lrat-trim": "s VERIFIED",
}
# For the proof of one part. Our checker takes minutes for the longest.
_HOUR = 3600.0

_NOT_ACCEPTED = Template("certificate.not-accepted", "{file}: {program} does not accept it: {output}")
_NOT_ASKED = Template("certificate.not-asked", "{program} does not check the proof: {why}.")
_NO_FORMULA = Template("certificate.no-formula", "it cannot be given the formula: {reason}")
_NOT_STARTED = Template("certificate.not-started", "it cannot be started: {reason}")
_NOT_DONE = Template("certificate.not-done", "it did not finish {file} within an hour")


class Checkers:
    """The installed checkers, for the proofs of one certificate.

    A program that cannot be started, or does not finish within an hour, gives no verdict: a note reports it, and it is
    not called again.
    """

    def __init__(self, cnf: Path, progress: Progress) -> None:
        self.cnf = cnf
        self.progress = progress
        paths = {name: shutil.which(name) for name in _CHECKERS}
        self.programs = {name: program for name, program in paths.items() if program is not None}

    @property
    def agreed(self) -> tuple[str, ...]:
        """The programs that accepted every proof so far."""
        return tuple(sorted(self.programs))

    def check(self, formula: Formula, part: Sequence[int], proof: Path) -> None:
        """Run the programs on the proof of one part."""
        if not self.programs:
            return
        try:
            with tempfile.TemporaryDirectory(prefix="cubeproof-", ignore_cleanup_errors=True) as folder:
                cnf = self.cnf
                if part:
                    cnf = Path(folder, "part.cnf")
                    dimacs.save(cnf, formula_lines(formula, extra=[[literal] for literal in part]))
                for name, program in [*self.programs.items()]:
                    self._run(name, program, cnf, proof)
        except OSError as error:
            for name in [*self.programs]:
                self._dismiss(name, _NO_FORMULA(reason=system_reason(error)))

    def _run(self, name: str, program: str, cnf: Path, proof: Path) -> None:
        try:
            process = subprocess.run(
                [program, str(cnf), str(proof)],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
                check=False,
                timeout=_HOUR,
            )
        except OSError as error:
            self._dismiss(name, _NOT_STARTED(reason=system_reason(error)))
            return
        except subprocess.TimeoutExpired:
            self._dismiss(name, _NOT_DONE(file=proof.name))
            return
        # After a wrong lemma, lrat-check continues, and may still print that the proof is valid.
        lines = [line.strip() for line in process.stdout.splitlines()]
        if _CHECKERS[name] not in lines or any("NOT VERIFIED" in line for line in lines):
            output = process.stdout.strip()[-200:]
            raise CertificateError(_NOT_ACCEPTED(file=proof.name, program=name, output=output))

    def _dismiss(self, name: str, why: Sentence) -> None:
        del self.programs[name]
        self.progress(Note(_NOT_ASKED(program=name, why=why)))
