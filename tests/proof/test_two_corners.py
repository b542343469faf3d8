"""Certificates of the 2×2×2 are valid with either fixed corner: new certificates use R, U, F, old ones R, D, B."""

import json
import shutil
from pathlib import Path

import pytest

from cubeproof import CertificateError, Cube, certify, solve
from cubeproof.proof.checker import check_certificate
from second_opinion import lattice

EARLIER = Path(__file__).parents[1] / "golden" / "certificates"


def faces(folder: Path) -> tuple[set[str], set[str]]:
    """Return the faces of the turns of the answer and of the formula."""
    manifest = json.loads((folder / "certificate.json").read_text())
    return (
        {turn[0] for turn in manifest["answer"].split()},
        {name[0] for name, _ in manifest["formula"]["generators"]},
    )


@pytest.mark.parametrize(("name", "length"), [("2x2x2-htm", 3), ("2x2x2-qtm", 5)])
def test_an_earlier_certificate_holds(name: str, length: int) -> None:
    assert check_certificate(EARLIER / name).length == length
    assert faces(EARLIER / name) == (set("RDB"), set("RDB"))


def test_an_earlier_certificate_with_another_turn_is_refused(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(EARLIER / "2x2x2-htm", tmp_path / "proof"))
    manifest = folder / "certificate.json"
    manifest.write_text(manifest.read_text().replace("\"B2 D' R'\"", "\"B2 U' R'\""))
    with pytest.raises(CertificateError, match="does not lead"):
        check_certificate(folder)


@pytest.mark.parametrize(("moves", "turning"), [(None, "RUF"), ("R,D,B", "RDB"), ("L,U,B", "LUB")])
@pytest.mark.parametrize("metric", ["htm", "qtm", "stm"])
def test_a_new_certificate_states_the_turns_of_the_answer(
    metric: str, moves: str | None, turning: str, tmp_path: Path
) -> None:
    cube = Cube(2).apply("R U' F2 D")
    solution = solve(cube, metric=metric, moves=moves)
    folder = certify(solution, tmp_path / "proof").folder
    assert check_certificate(folder).length == solution.length
    assert faces(folder)[1] == set(turning)
    manifest = json.loads((folder / "certificate.json").read_text())
    end = lattice.after(lattice.colours(manifest["start"]), manifest["answer"], 2)
    assert any((end[whole] == lattice.solved(2)).all() for _, whole in lattice.rotations(2))
