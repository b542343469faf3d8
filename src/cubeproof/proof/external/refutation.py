"""Checks proofs of other solvers that a formula has no model.

Blanks of any kind, comments and empty lines in an LRAT proof, and lines after its empty clause, are skipped, as by
`cubeproof-formal check FORMULA.cnf PROOF.lrat`. The proofs of certificates are read more strictly.

Solvers write two text formats. LRAT names the clauses from which each lemma follows; `lrat.py` checks it. In DRAT
the checker must find these clauses: the program `drat-trim` if it is installed, else the Python package `dratify`.
Binary proofs are refused; solvers have an option to write text (`--no-binary`).

Such a proof shows only that the formula has no model, not that the formula encodes the cube's question. A
certificate (`verdict.py`) proves both.
"""

import gzip
import io
import shutil
import subprocess
import tempfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from cubeproof.base.argument_checks import expect
from cubeproof.errors import CertificateError, TimeUpError, UnsupportedError
from cubeproof.formulas.dimacs import File, save
from cubeproof.proof.check import lrat
from cubeproof.sentences import Template, say

_BINARY = Template(
    "refutation.binary", "This proof is binary. Most solvers write text with the option --no-binary."
)
_RAT = Template(
    "refutation.rat", "The proof is not checked: line {line} is a RAT step, and RAT steps are not supported."
)
_NO_CHECKER = Template(
    "refutation.no-checker",
    "A DRAT proof is checked by drat-trim or by dratify, and neither is installed: pip install "
    "dratify. An LRAT proof requires neither.",
)
_TOO_LONG = Template(
    "refutation.too-long",
    "This DRAT proof is longer than {most} MB, too long for dratify: install drat-trim, or let the solver write LRAT.",
)
_REFUSED = Template("refutation.refused", "{checker} does not accept the proof: {reason}")

HEAD_BYTES = 1 << 16
"""The number of bytes at the start of a proof that show its form."""

_MOST_MEGABYTES = 50
_DAY = 86_400
# Letters of a checker's output that a message quotes.
_SHOWN = 200
_SPACES = bytes.maketrans(b"\t\v\f\r", b"    ")


@dataclass(frozen=True, slots=True)
class Refutation:
    """A checked proof that a formula has no model."""

    checker: str
    """The checker: `cubeproof`, `dratify` or `drat-trim`."""
    lemmas: int | None
    """The number of lemmas that were checked; None if the checker does not report it."""


def check_refutation(file: File, proof: BinaryIO, *, seconds: float | None = None) -> Refutation:
    r"""Check a proof that a formula has no model.

    Args:
        file: the formula.
        proof: the proof, which may be compressed by gzip.
        seconds: the time limit of the program drat-trim; the other checkers have none.

    Raises:
        CertificateError: the proof is wrong, or a damaged gzip file.
        UnsupportedError: there is no verdict: the proof is binary, has RAT steps in LRAT, or needs a checker of DRAT
            that is not installed.
        TimeUpError: drat-trim did not end in time.

    >>> from cubeproof.formulas.dimacs import read_file
    >>> file = read_file(["c var 1 turn(1,R)", "p cnf 1 2", "1 0", "-1 0"])
    >>> check_refutation(file, io.BytesIO(b"3 0 1 2 0\n"))
    Refutation(checker='cubeproof', lemmas=1)
    """
    expect("file", file, File, "what `read_file` read")
    expect("proof", proof, io.IOBase, "a file that is open for reading bytes")
    reader = _buffer(proof)
    try:
        packed = reader.peek(2).startswith(b"\x1f\x8b")
        return _check(file, _buffer(gzip.GzipFile(fileobj=reader)) if packed else reader, seconds)
    except (EOFError, gzip.BadGzipFile, zlib.error):
        raise CertificateError(say("refutation.damaged-gzip", "The proof is a damaged gzip file.")) from None
    finally:
        # Otherwise the reader would close the caller's file.
        reader.detach()


def _buffer(file: object) -> io.BufferedReader:
    return io.BufferedReader(file, HEAD_BYTES)  # type: ignore[arg-type] # any readable file


def _check(file: File, proof: io.BufferedReader, seconds: float | None) -> Refutation:
    head = proof.peek(HEAD_BYTES)
    if _is_binary(head):
        raise UnsupportedError(_BINARY())
    if _is_drat(head):
        return _by_drat_trim(file, proof, seconds) or _by_dratify(file, proof)
    return Refutation("cubeproof", lrat.check(file.clauses, _lrat_lines(file, proof)))


def is_lrat_text(head: bytes) -> bool:
    """Whether a proof that starts with these bytes is neither binary nor DRAT.

    >>> is_lrat_text(b"5 1 0 1 2 0"), is_lrat_text(b"1 0")
    (True, False)
    """
    return not _is_binary(head) and not _is_drat(head)


def _is_binary(head: bytes) -> bool:
    return b"\0" in head or head.startswith(b"a")


class _Spaced:
    """A proof whose lines have spaces for blanks of other kinds."""

    def __init__(self, proof: BinaryIO) -> None:
        self.proof = proof

    def readline(self, most: int) -> bytes:
        return self.proof.readline(most).translate(_SPACES)


def _lrat_lines(file: File, proof: BinaryIO) -> Iterator[str]:
    """Yield the lines of a proof up to the empty clause; for a comment or an empty line, one that deletes nothing."""
    spaced: Any = _Spaced(proof)
    for number, line in enumerate(lrat.lines(spaced, file.variables, len(file.clauses)), 1):
        words = line.split(maxsplit=2)
        if _is_rat(line, words):
            raise UnsupportedError(_RAT(line=number))
        yield line if words and not words[0].startswith(("c", "C")) else "0 d 0"
        if words[1:2] == ["0"]:
            return


def _is_rat(line: str, words: list[str]) -> bool:
    """Whether a line is a lemma that only keeps the formula satisfiable: with a negative hint, or without hints.

    The negative hints name the clauses that the first literal of the lemma resolves with; without hints there are none.
    """
    if words[1:2] in (["0"], ["d"]) or (words and words[0].startswith(("c", "C"))):
        return False
    _, zero, hints = line.partition(" 0 ")
    return bool(zero) and ("-" in hints or hints.strip() == "0")


def _is_drat(head: bytes) -> bool:
    """Whether a proof is DRAT: the only 0 of a line is at its end, and no number precedes a `d`."""
    lines = (line.split() for line in head.split(b"\n"))
    first = next((line for line in lines if line and not line[0].startswith(b"c")), None)
    return first is not None and first[1:2] != [b"d"] and b"0" not in first[1:-1]


def _by_drat_trim(file: File, proof: BinaryIO, seconds: float | None) -> Refutation | None:
    """Return the verdict of drat-trim, or None if it is not installed."""
    program = shutil.which("drat-trim")
    if program is None:
        return None
    with tempfile.TemporaryDirectory(prefix="cubeproof-", ignore_cleanup_errors=True) as folder:
        cnf, drat = Path(folder, "formula.cnf"), Path(folder, "proof.drat")
        save(cnf, file.text())
        with drat.open("wb") as copy:
            # Letters of a comment would make drat-trim read the proof as binary.
            parts = iter(lambda: proof.readline(HEAD_BYTES), b"")
            copy.writelines(part for part in parts if not part.startswith(b"c"))
        try:
            process = subprocess.run(
                [program, str(cnf), str(drat), "-t", str(_DAY)],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                errors="replace",
                check=False,
                timeout=seconds,
            )
        except subprocess.TimeoutExpired:
            raise TimeUpError from None
    output = [line.strip() for line in process.stdout.splitlines()]
    if "s VERIFIED" not in output or any("NOT VERIFIED" in line for line in output):
        raise CertificateError(_REFUSED(checker="drat-trim", reason=" ".join(output)[-_SHOWN:]))
    return Refutation("drat-trim", None)


def _by_dratify(file: File, proof: BinaryIO) -> Refutation:
    try:
        import dratify
    except ImportError:
        raise UnsupportedError(_NO_CHECKER()) from None
    text = proof.read(_MOST_MEGABYTES * 10**6 + 1)
    if len(text) > _MOST_MEGABYTES * 10**6:
        raise UnsupportedError(_TOO_LONG(most=_MOST_MEGABYTES))
    try:
        formula = dratify.parse_dimacs("\n".join(file.text()))
        verdict = dratify.check_proof(formula, text.decode("ascii"))
    except UnicodeDecodeError:
        raise UnsupportedError(_BINARY()) from None
    except ValueError as error:
        raise CertificateError(_REFUSED(checker="dratify", reason=str(error)[:_SHOWN])) from None
    if not verdict.ok:
        raise CertificateError(_REFUSED(checker="dratify", reason=verdict.reason[:_SHOWN]))
    return Refutation("dratify", verdict.rup_steps + verdict.rat_steps)
