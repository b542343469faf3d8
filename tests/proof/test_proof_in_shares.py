"""A certificate from a share is the certificate of an uninterrupted run, byte for byte."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cubeproof import Cube, certify, check_certificate, solve
from cubeproof.contract.control import Control
from cubeproof.contract.events import Event, Note, PartProved
from cubeproof.errors import CertificateError, StoppedError, UsageError
from cubeproof.methods.sat.solvers import proof_path
from cubeproof.proof.write import certify as writing
from cubeproof.solving.shares import share_status
from cubeproof.work.folder import JOURNAL, PLAN, ShareFolder
from cubeproof.work.journal import Journal, Record, digest_of

SOLUTION = solve(Cube(2).apply("R U2 F' R2 U"))


@pytest.fixture(autouse=True)
def split_short_proofs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short proofs are split as long ones are, so that a test takes seconds."""
    monkeypatch.setattr(writing, "_LONG", 3)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("whole") / "proof"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(writing, "_LONG", 3)
        assert certify(SOLUTION, folder).parts > 4
    return contents(folder)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_an_interrupted_proof_goes_on_and_is_the_same(tmp_path: Path, whole: dict[str, bytes]) -> None:
    share = tmp_path / "share"
    proved = 0

    def stop_after_three(event: Event) -> None:
        nonlocal proved
        proved += isinstance(event, PartProved)
        if proved == 3:
            control.stop()

    control = Control(progress=stop_after_three)
    with pytest.raises(StoppedError):
        certify(SOLUTION, tmp_path / "first", share=share, control=control)
    assert not (tmp_path / "first").exists()
    before = (share / JOURNAL).read_bytes()
    assert share_status(share).done == 3
    certificate = certify(SOLUTION, tmp_path / "second", share=share)
    assert (share / JOURNAL).read_bytes().startswith(before)
    assert contents(tmp_path / "second") == whole
    assert len((share / JOURNAL).read_bytes().splitlines()) <= certificate.parts + 2
    assert share_status(share).lower_bound == SOLUTION.length


class _Worker:
    """An executor whose worker replaces the proof that it has written."""

    def __init__(self, share: Path, times: int) -> None:
        self.share, self.times = share, times

    def submit(self, function: Callable[[Any], Any], part: Any, /) -> Future[Any]:
        future: Future[Any] = Future()
        records = function(part)
        if part.number == 2 and self.times:
            self.times -= 1
            proof_path(self.share, 2).write_bytes(b"1 0 1 0\n")
        future.set_result(records)
        return future


def test_a_replaced_proof_is_found_by_its_hash(tmp_path: Path, whole: dict[str, bytes]) -> None:
    share, notes = tmp_path / "share", list[Event]()
    certify(SOLUTION, tmp_path / "proof", share=share, executor=_Worker(share, 1), progress=notes.append)
    assert contents(tmp_path / "proof") == whole
    assert "part 3 " in str(next(note for note in notes if isinstance(note, Note)).sentence)
    with pytest.raises(CertificateError, match="3 times"):
        certify(
            SOLUTION, tmp_path / "never", share=tmp_path / "other", executor=_Worker(tmp_path / "other", 9)
        )


def test_a_forged_proof_with_its_hash_is_refused_by_check(tmp_path: Path) -> None:
    share = tmp_path / "share"
    certify(SOLUTION, tmp_path / "proof", share=share)
    plan = (share / PLAN).read_bytes()
    forged = proof_path(share, 1).read_bytes().splitlines(keepends=True)[-1]
    proof_path(share, 1).write_bytes(forged)
    record = Record(
        "1", len(SOLUTION.word or ()) - 1, "excluded", attempt=2, proof=hashlib.sha256(forged).hexdigest()
    )
    with (share / JOURNAL).open("a") as journal:
        journal.write(record.line(digest_of(plan)))
    certify(SOLUTION, tmp_path / "forged", share=share)
    with pytest.raises(CertificateError):
        check_certificate(tmp_path / "forged")


class _OtherVersion:
    """An executor whose worker writes another formula than the plan has."""

    def submit(self, function: Callable[[Any], Any], part: Any, /) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(function(replace(part, formula="0" * 64)))
        except CertificateError as error:
            future.set_exception(error)
        return future


def test_another_proof_and_another_formula_are_refused(tmp_path: Path) -> None:
    share = tmp_path / "share"
    certify(SOLUTION, tmp_path / "proof", share=share)
    with pytest.raises(UsageError, match="another proof"):
        certify(solve(Cube(2).apply("R U R F")), tmp_path / "new", share=share)
    with pytest.raises(UsageError, match="pass `share`"):
        certify(SOLUTION, tmp_path / "new", executor=_OtherVersion())
    with pytest.raises(CertificateError, match="another formula"):
        certify(SOLUTION, tmp_path / "new", share=tmp_path / "empty", executor=_OtherVersion())
    assert not list((tmp_path / "empty").glob("*.lrat"))


def test_a_proof_in_shares_at_a_service(tmp_path: Path, whole: dict[str, bytes]) -> None:
    certify(SOLUTION, tmp_path / "proof", share="memory://a-proof-in-shares")
    assert contents(tmp_path / "proof") == whole
    folder = ShareFolder("memory://a-proof-in-shares")
    plan = folder.read(PLAN) or b""
    journal = Journal(digest_of(plan), str.isdecimal)
    journal.add_all(folder.read(JOURNAL) or b"")
    assert journal.count == len(whole) - 2
