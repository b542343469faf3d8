"""Runs `cubeproof-formal search` on a certificate whose proof is a search.

The program needs a table, which it does not trust; this module has it built first. Finished shares of the search are
kept in a journal in the user's cache folder until there is a verdict, so an interrupted check need not search all of
them again. The program believes only lines with their sum, and searches one in fifty of their shares again.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import queue
import subprocess
import threading
import time
from pathlib import Path
from typing import IO, Any

from cubeproof.base.system_errors import system_reason
from cubeproof.contract.control import Control
from cubeproof.contract.events import BoundProved, DepthSearched
from cubeproof.errors import StoppedError, TimeUpError, UnsupportedError
from cubeproof.methods.two_phase.stored_tables import COORDINATES, PHASE1, WHOLE1
from cubeproof.proof.certificate import CertificateFolder, refuse_impossible_cubes
from cubeproof.proof.check.search_manifest import read
from cubeproof.proof.check.turns import facelets_of
from cubeproof.proof.check.verdict import certificate_errors
from cubeproof.proof.expected_times import ALL_OF_PHASE1, PAIRS, method_of
from cubeproof.proof.external.extracted import NOT_STARTED, PROGRAM, claims, verified_program
from cubeproof.proof.external.program_digest import DIGEST
from cubeproof.store import Store

_MOST_JOBS = 64
_LAST_LINES_SECONDS = 1.0

TABLES = {PAIRS: (PHASE1,), ALL_OF_PHASE1: (COORDINATES, WHOLE1)}
"""The tables of each method of the program's search."""


def proved_by_search(folder: Path, jobs: int, control: Control, *, fresh: bool = False) -> dict[str, Any]:
    """Return what the program proves about a certificate by search, as the JSON object that it prints.

    Args:
        folder: the certificate.
        jobs: the number of processes.
        control: limits the time; reports and stops the search.
        fresh: whether all shares of the journal are searched again, instead of one in fifty.

    Raises:
        CertificateError: the certificate is refused.
        UnsupportedError: there is no verdict.
        TooLargeError: not enough memory or disk for the table.
        StoppedError: the control requested a stop.
        TimeUpError: the time was up.
    """
    program = verified_program()
    with certificate_errors():
        # A question that makes no sense is refused before a table is built; the program reads the file itself.
        manifest = read(CertificateFolder(folder))
        refuse_impossible_cubes(manifest)
    store, jobs = Store(), max(1, min(jobs, _MOST_JOBS))
    method = method_of(manifest.length)
    for table in TABLES[method]:
        table.make(control, store)
    journal = journal_of(store.folder, facelets_of(manifest.question.cube))
    arguments = ["--certificate", folder, "--tables", store.folder, "--jobs", jobs, "--rounds", "--progress"]
    arguments += ["--method", method]
    with contextlib.suppress(OSError):
        # Without room for a journal, the search is just not continued later.
        journal.touch()
        arguments += ["--journal", journal, *(["--fresh"] if fresh else [])]
    process = _start(program, arguments)
    try:
        last = _followed(process, control)
        errors = process.stderr.read() if process.stderr is not None else ""
        status = process.wait()
    finally:
        process.terminate()
        process.wait()
        for stream in (process.stdout, process.stderr):
            if stream is not None:
                stream.close()
    if status in (0, 1):
        with contextlib.suppress(OSError):
            journal.unlink(missing_ok=True)
    return claims(last, errors, status)


def journal_of(folder: Path, start: str) -> Path:
    """Return the file that keeps the finished shares of a search by this version of the program."""
    name = hashlib.sha256(f"{DIGEST} {start}".encode("ascii")).hexdigest()
    return folder / f"search-{name[:16]}.journal"


def keeps_shares() -> bool:
    """Whether the cache folder has finished shares of a search without a verdict."""
    return any(path.is_file() and path.stat().st_size for path in Store().folder.glob("search-*.journal"))


def _start(program: Path, arguments: list[object]) -> subprocess.Popen[str]:
    try:
        return subprocess.Popen(
            [str(program), "search", *map(str, arguments)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            # Ctrl-C of a terminal comes to this process, which ends the program.
            start_new_session=True,
        )
    except OSError as error:
        raise UnsupportedError(NOT_STARTED(program=PROGRAM, reason=system_reason(error))) from None


def _followed(process: subprocess.Popen[str], control: Control) -> str:
    """Report the progress of the program; return the last line of its output."""
    lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
    assert process.stdout is not None, "the output is a pipe"
    threading.Thread(target=_read, args=(process.stdout, lines), daemon=True).start()
    last, rounds = "", _SearchRounds(control)
    try:
        while True:
            control.check()
            with contextlib.suppress(queue.Empty):
                line = lines.get(timeout=control.poll_seconds())
                if line is None:
                    return last
                last = line
                rounds.follow(line)
    except (KeyboardInterrupt, StoppedError, TimeUpError):
        # The bounds that the program printed before it ended are proved too.
        process.terminate()
        with contextlib.suppress(queue.Empty):
            while said := lines.get(timeout=_LAST_LINES_SECONDS):
                rounds.follow(said)
        raise


def _read(stream: IO[str], lines: queue.SimpleQueue[str | None]) -> None:
    # The stream is closed if the search is stopped.
    with contextlib.suppress(ValueError, OSError):
        for line in stream:
            lines.put(line)
    lines.put(None)


class _SearchRounds:
    """The rounds of a search, each of which excludes a number of turns."""

    def __init__(self, control: Control) -> None:
        self._control = control
        self._most, self._started, self._kept, self._looks = 0, 0.0, 0, 0

    def follow(self, line: str) -> None:
        """Report a line of the program's output; ignore lines that are no progress."""
        try:
            said = json.loads(line)
            if "searching" in said:
                self._search(said["searching"], said["finished"], said["shares"], said["looks"])
            elif "excluded" in said:
                self._control.emit(BoundProved(int(said["excluded"]) + 1))
        except (ValueError, TypeError, KeyError):
            return

    def _search(self, most: int, finished: int, shares: int, looks: int) -> None:
        now = time.monotonic()
        if most != self._most:
            # Shares of an earlier run take no time.
            self._most, self._started, self._kept, self._looks = most, now, finished, looks
        passed = max(now - self._started, 1e-9)
        new = finished - self._kept
        left = passed * (shares - finished) / new if new else None
        rate = (looks - self._looks) / passed / 1e6
        self._control.emit(DepthSearched(most, finished / shares, looks, rate, left))
