"""The family for a competition: its index, its hashes, and its results, by an independent solver and other models."""

import csv
import gzip
import hashlib
import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from brute_force import distances
from cubeproof.cli import main
from cubeproof.puzzle.cube import Cube
from cubeproof.solving.competition import BOTH_ENDS, KINDS, TABLES, CubeKind, SwapKind

EDGES = next(kind.goal for kind in KINDS if isinstance(kind, CubeKind) and kind.goal)
SMALL = (
    CubeKind("3x3x3-htm", 3, "htm", 4, TABLES),
    CubeKind("3x3x3-qtm", 3, "qtm", 4, TABLES),
    CubeKind("3x3x3-edges-htm", 3, "htm", 4, TABLES, EDGES),
    CubeKind("4x4x4-htm", 4, "htm", 2, BOTH_ENDS),
    SwapKind(4),
)


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Members near their goals instead of hard ones."""
    monkeypatch.setattr("cubeproof.solving.competition.KINDS", SMALL)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The family of `SMALL`, written by the command."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cubeproof.solving.competition.KINDS", SMALL)
        place = tmp_path_factory.mktemp("competition") / "family"
        assert main(["cnf", "--family", str(place), "--competition"]) == 0
    return place


def index(folder: Path) -> list[dict[str, Any]]:
    data: list[dict[str, Any]] = json.loads((folder / "index.json").read_text())["instances"]
    return data


def normalised(text: str) -> str:
    """Return the numbers of a DIMACS file with one space between two: what GBD hashes, read by regular expressions."""
    return " ".join(re.findall(r"-?\d+", re.sub(r"(?m)^[cp].*$", "", text)))


def test_competition_family_has_the_promised_members() -> None:
    assert 2 * len(KINDS) >= 20
    cubes = [kind for kind in KINDS if isinstance(kind, CubeKind)]
    whole = {(kind.size, kind.metric, kind.length) for kind in cubes if kind.goal is None}
    assert whole >= {(3, metric, length) for metric in ("htm", "qtm") for length in (11, 12, 13)}
    assert any(kind.size == 4 for kind in cubes)
    assert any("?" in (kind.goal or "") for kind in cubes)
    assert any(isinstance(kind, SwapKind) for kind in KINDS)


def test_competition_index_lists_every_file_with_its_hashes(folder: Path) -> None:
    entries = index(folder)
    assert len(entries) == 2 * len(SMALL)
    files = [entry["filename"] for entry in entries]
    assert sorted([*files, "index.csv", "index.json"]) == sorted(path.name for path in folder.iterdir())
    for entry in entries:
        content = (folder / entry["filename"]).read_bytes()
        assert hashlib.md5(normalised(content.decode()).encode()).hexdigest() == entry["gbdhash"]
        assert hashlib.sha256(content).hexdigest() == entry["sha256"]
        assert content.startswith(f"c formula {entry['formula']}\n".encode())
        assert f"p cnf {entry['variables']} {entry['clauses']}\n".encode() in content
    assert len({entry["gbdhash"] for entry in entries}) == len(entries)
    with (folder / "index.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert list(rows[0])[:6] == ["gbdhash", "family", "author", "result", "filename", "license"]
    assert rows == [{column: entry[column] for column in rows[0]} for entry in entries]
    assert all(all(row.values()) for row in rows)


def test_competition_results_agree_with_a_solver_and_the_answers_solve_the_starts(
    folder: Path, kissat: Path
) -> None:
    entries = index(folder)
    for unsatisfiable, satisfiable in zip(entries[::2], entries[1::2], strict=True):
        assert (unsatisfiable["result"], satisfiable["result"]) == ("unsat", "sat")
        assert unsatisfiable["question"] == satisfiable["question"]
        assert unsatisfiable["horizon"] + 1 == satisfiable["horizon"] == satisfiable["optimal"]
        assert unsatisfiable["answer"] is None
        for entry, status in ((unsatisfiable, 20), (satisfiable, 10)):
            run = subprocess.run([kissat, "-q", folder / entry["filename"]], capture_output=True, check=False)
            assert run.returncode == status, entry["filename"]
        turns = satisfiable["answer"].split()
        assert len(turns) == satisfiable["optimal"]
        match = re.match(r"start (\w+), goal (\S+), \w+; scramble (.*)", satisfiable["question"])
        if match is None:
            row = [3, 2, 1, 0]
            for turn in turns:
                left = int(turn[1:]) - 1
                row[left], row[left + 1] = row[left + 1], row[left]
            assert row == sorted(row)
            continue
        start, goal, scramble = match.groups()
        size = 4 if len(start) == 96 else 3
        assert Cube(size).apply(scramble).facelets == start
        end = Cube.from_facelets(start).apply(satisfiable["answer"])
        if goal == "solved":
            assert end.is_solved
        else:
            assert goal == EDGES
            assert all(wanted in ("?", face) for wanted, face in zip(goal, end.facelets, strict=True))


def test_competition_lengths_agree_with_breadth_first_search(folder: Path) -> None:
    for metric, amounts in (("htm", ("", "2", "'")), ("qtm", ("", "'"))):
        turns = " ".join(face + amount for face in "URFDLB" for amount in amounts)
        near = {bytes(state) for state in distances(3, turns, metric, 3)}
        entry = next(entry for entry in index(folder) if entry["filename"].startswith(f"3x3x3-{metric}"))
        scramble = entry["question"].split("scramble ")[1]
        assert entry["optimal"] == len(scramble.split()) == 4
        assert bytes(Cube(3).apply(scramble).colours) not in near


@pytest.mark.usefixtures("small")
def test_competition_family_depends_only_on_the_seed(folder: Path, tmp_path: Path) -> None:
    for seed, options in ((1, []), (2, ["--gzip"])):
        place = str(tmp_path / str(seed))
        assert main(["cnf", "--family", place, "--competition", "--seed", str(seed), *options]) == 0
    first, again = (
        {path.name: path.read_bytes() for path in place.iterdir()} for place in (folder, tmp_path / "1")
    )
    assert first == again
    packed = index(tmp_path / "2")[0]
    text = gzip.decompress((tmp_path / "2" / packed["filename"]).read_bytes()).decode()
    assert hashlib.md5(normalised(text).encode()).hexdigest() == packed["gbdhash"]
    starts = [{entry["question"] for entry in index(place)} for place in (folder, tmp_path / "2")]
    # The row of numbers is the same for every seed.
    assert len(starts[0] & starts[1]) == 1


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--competition"], "--family and a folder"),
        (["R", "--length", "1", "-o", "-", "--competition"], "leave out --competition"),
        (["R", "--stage", "1", "-o", "-", "--competition"], "leave out --competition"),
        (["--family", "x", "--competition", "--size", "3"], "leave out --size"),
        (
            ["--family", "x", "--competition", "--metric", "htm", "--count", "2"],
            "leave out --metric, --count",
        ),
        (["--family", "x", "--competition", "--encoding", "sticker"], "leave out --encoding"),
        (["--family", "x", "--competition", "--goal", "cross"], "leave out --goal"),
        (["--family", ".", "--competition"], "already exists; choose a new or empty folder"),
        (["--family", "mine.txt", "--competition"], "already exists"),
    ],
)
def test_competition_refuses_options_that_do_not_fit_and_a_folder_with_content(
    arguments: list[str],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "mine.txt").write_text("mine")
    monkeypatch.chdir(tmp_path)
    assert main(["cnf", *arguments]) == 2
    assert said in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
