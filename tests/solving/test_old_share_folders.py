"""Folders of unfinished work that an earlier version wrote continue: their plans and results are kept as they are.

`tests/golden/share_folders/` has them, written by version 1.5 and stopped inside a length. Nobody writes them again.
"""

from __future__ import annotations

import hashlib
import json
import shutil
from pathlib import Path

import pytest

from cubeproof import Cube, Options, certify, check_certificate, solve
from cubeproof.contract.control import Control
from cubeproof.contract.outcome import Outcome
from cubeproof.contract.request import SearchRequest
from cubeproof.engines.sat import shares as sat_shares
from cubeproof.engines.search.shares import engine
from cubeproof.proof.write import certify as writing
from cubeproof.solving.shares import share_status, solve_in_shares

FOLDERS = Path(__file__).parents[1] / "golden" / "share_folders"
SMALL = Cube(2).apply("F U F' U R' F2 U R F2 U'")


def request_of(kind: str) -> SearchRequest:
    if kind == "faces":
        cube = Cube(3).apply("R U F2 L D' B U2 R' F L2 D B' U R2")
        return SearchRequest.of_cube(cube, None, None, options=Options(jobs=1, table="h48-htm-3"))
    engine = "sat" if kind == "sat" else "auto"
    return SearchRequest.of_cube(SMALL, None, None, engine=engine, options=Options(jobs=1))


def copied(kind: str, tmp_path: Path) -> tuple[Path, bytes, bytes]:
    """Return a copy of a folder, with its plan and its journal."""
    folder = Path(shutil.copytree(FOLDERS / kind, tmp_path / kind))
    return folder, (folder / "plan.json").read_bytes(), (folder / "journal.jsonl").read_bytes()


def decided(journal: bytes) -> list[tuple[str, int]]:
    lines = map(json.loads, journal.splitlines())
    return [(line["share"], line["length"]) for line in lines if line["result"] in ("excluded", "answer")]


@pytest.mark.parametrize(
    ("kind", "before", "length"),
    [
        # Its table of 239 MB takes 20 seconds to build, and 14 turns take a minute with it.
        pytest.param("faces", (12, 119), 14, marks=pytest.mark.soak),
        ("products", (9, 29), 10),
        ("sat", (8, 2), 10),
    ],
)
def test_old_folder_continues_without_repeated_work(
    kind: str,
    before: tuple[int, int],
    length: int,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    request: pytest.FixtureRequest,
) -> None:
    if kind != "faces":
        # As for the folders: the search of short words, or an exact table, would have the answer.
        request.getfixturevalue("bounds_only")
        monkeypatch.setattr(engine, "short_answers", lambda *_, **__: Outcome((), 1))
        monkeypatch.setattr(sat_shares, "short_answers", lambda *_, **__: Outcome((), 3))
    folder, plan, journal = copied(kind, tmp_path)
    status = share_status(folder)
    assert (status.lower_bound, status.done, status.lost, status.finished) == (*before, 0, False)
    solution = solve_in_shares(request_of(kind), folder, Control())
    assert (solution.length, solution.optimal) == (length, True)
    assert (folder / "plan.json").read_bytes() == plan
    after = (folder / "journal.jsonl").read_bytes()
    assert after.startswith(journal)
    assert len(set(decided(after))) == len(decided(after)) > len(decided(journal))


def test_old_folder_of_faces_has_its_status() -> None:
    status = share_status(FOLDERS / "faces")
    assert (status.lower_bound, status.done, status.lost, status.finished) == (12, 119, 0, False)


def test_old_parts_of_a_proof_stay_in_the_certificate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writing, "_LONG", 3)
    folder, plan, journal = copied("proof", tmp_path)
    assert (share_status(folder).done, share_status(folder).shares) == (3, 10)
    proofs = {path.name: path.read_bytes() for path in folder.glob("*.lrat")}
    certify(solve(Cube(2).apply("R U2 F' R2 U")), tmp_path / "certificate", share=folder)
    assert (folder / "plan.json").read_bytes() == plan
    after = (folder / "journal.jsonl").read_bytes()
    assert after.startswith(journal)
    assert len(set(decided(after))) == len(decided(after)) == 10
    for name, proof in proofs.items():
        assert (tmp_path / "certificate" / name).read_bytes() == proof
        assert hashlib.sha256(proof).hexdigest().encode() in journal
    assert check_certificate(tmp_path / "certificate").length == 5
