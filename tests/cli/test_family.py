"""A family of formulas: independent solvers confirm its names and tables."""

import gzip
import hashlib
import json
import os
import re
import signal
import subprocess
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from brute_force import distances
from cubeproof.cli import main
from cubeproof.cli.formulas import cnf as cnf_verb
from cubeproof.engines.sat.stages.chain import Chain, Link, NoWayError
from cubeproof.errors import UnsupportedError
from cubeproof.formulas.text import formula_lines
from cubeproof.problem import cube_problem
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.scramble import random_moves
from cubeproof.solving.bidirectional import distance
from cubeproof.solving.family import SERIES, Series, draw, write_family
from cubeproof.solving.solve import solve

SMALL = (
    Series(2, "htm", 5),
    Series(2, "qtm", 4),
    Series(3, "htm", 4),
    Series(3, "stm", 3),
    Series(4, "htm", 2),
)
NAME = re.compile(
    r"(?P<size>\d+)x\d+x\d+-(?P<metric>\w+)-d(?P<optimal>\d+)-h(?P<horizon>\d+)-(?P<status>sat|unsat)"
    r"-s(?P<seed>\d+)-(?P<encoding>[\w-]+)\.cnf(\.gz)?"
)


@pytest.fixture(scope="module")
def family(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small family, in three encodings."""
    folder = tmp_path_factory.mktemp("family")
    write_family(folder, series=SMALL, encodings=("framed", "sticker", "cubie-binary"), seed=7, count=2)
    return folder


def index(folder: Path) -> list[dict[str, Any]]:
    data: list[dict[str, Any]] = json.loads((folder / "index.json").read_text())["instances"]
    return data


def cnf(*arguments: object) -> int:
    return main(["cnf", *map(str, arguments)])


class TestTheFolder:
    def test_family_folder_holds_what_its_index_lists(self, family: Path) -> None:
        listed = [entry["file"] for entry in index(family)]
        assert len(listed) == len(SMALL) * 2 * 2 * 3
        assert sorted([*listed, "README.md", "index.json"]) == sorted(path.name for path in family.iterdir())

    def test_family_file_name_agrees_with_the_index(self, family: Path) -> None:
        for entry in index(family):
            name = NAME.fullmatch(entry["file"])
            assert name is not None
            for key in ("size", "metric", "optimal", "horizon", "seed", "encoding"):
                assert name[key] == str(entry[key])
            assert (name["status"] == "sat") == entry["satisfiable"] == (entry["optimal"] <= entry["horizon"])

    def test_family_readme_agrees_with_the_index(self, family: Path) -> None:
        lines = (family / "README.md").read_text(encoding="utf-8").splitlines()
        rows = [
            [cell.strip() for cell in line.strip("|").split("|")] for line in lines if line.startswith("| [")
        ]
        entries = index(family)
        assert len(rows) == len(entries)
        for row, entry in zip(rows, entries, strict=True):
            assert row[0] == f"[{entry['file']}]({entry['file']})"
            assert row[2:] == [
                entry["metric"],
                f"`{entry['scramble']}`",
                str(entry["optimal"]),
                entry["known_by"],
                str(entry["horizon"]),
                "SAT" if entry["satisfiable"] else "UNSAT",
                entry["encoding"],
                str(entry["variables"]),
                str(entry["clauses"]),
            ]

    def test_the_index_counts_and_sums_the_files_as_they_are(self, family: Path) -> None:
        for entry in index(family):
            content = (family / entry["file"]).read_bytes()
            assert hashlib.sha256(content).hexdigest() == entry["sha256"]
            assert f"p cnf {entry['variables']} {entry['clauses']}\n".encode() in content
            assert content.startswith(f"c formula {entry['formula']}\n".encode())
            bare = b"".join(line for line in content.splitlines(keepends=True) if line[:1] != b"c")
            assert f"sha256:{hashlib.sha256(bare).hexdigest()}" == entry["formula"]
            assert Cube(entry["size"]).apply(entry["scramble"]).facelets == entry["start"]


class TestTheTruth:
    def test_kissat_finds_every_status(self, family: Path, kissat: Path) -> None:
        for entry in index(family):
            run = subprocess.run([kissat, "-q", family / entry["file"]], capture_output=True, check=False)
            assert run.returncode == (10 if entry["satisfiable"] else 20), entry["file"]

    # The easiest of each size and metric. The table has the distance of a 2×2×2; other tests compare it with solvers.
    @pytest.mark.parametrize(
        "series",
        [
            pytest.param(
                series,
                id=f"{series.size} {series.metric}",
                marks=pytest.mark.soak if series.size == 2 else (),
            )
            for series in {(series.size, series.metric): series for series in reversed(SERIES)}.values()
        ],
    )
    def test_every_series_of_the_family_is_as_far_as_it_says(
        self, series: Series, kissat: Path, tmp_path: Path
    ) -> None:
        for entry in write_family(tmp_path / "family", series=[series], seed=3):
            run = subprocess.run(
                [kissat, "-q", tmp_path / "family" / entry.file], capture_output=True, check=False
            )
            assert run.returncode == (10 if entry.satisfiable else 20), entry.file

    @settings(max_examples=10)
    @given(seed=st.integers(0, 10**6), series=st.sampled_from(SMALL))
    def test_drawn_cube_has_the_stated_distance(self, seed: int, series: Series) -> None:
        cube = Cube(series.size).apply(draw(series, seed).scramble)
        assert solve(cube, engine="sat", metric=series.metric).length == series.length


class TestTheSearchFromBothEnds:
    def test_two_ended_search_agrees_with_breadth_first_search(self) -> None:
        turns = " ".join(face + amount for face in "URFDLB" for amount in ("", "2", "'"))
        lengths = distances(3, turns, "htm", 3)
        for cost in range(4):
            state = next(state for state, reference in lengths.items() if reference == cost)
            cube = Cube.from_colours([*state])
            assert distance(cube_problem(cube), 3) == cost
            assert distance(cube_problem(cube), cost - 1) is None if cost else True

    @settings(max_examples=20)
    @given(seed=st.integers(0, 10**6), length=st.integers(0, 7))
    def test_two_ended_search_agrees_with_the_table(self, seed: int, length: int) -> None:
        cube = Cube(2).apply(random_moves(2, length, seed))
        assert distance(cube_problem(cube), 7) == solve(cube, engine="table").length

    @pytest.mark.parametrize(
        ("problem", "reason"),
        [
            (cube_problem(Cube.from_facelets("?" * 24)), "all stickers to be known"),
            (cube_problem(Cube(3).apply("R2"), moves="R2", metric="qtm"), "count 1 each"),
        ],
        ids=["unknown stickers", "turns that count 2"],
    )
    def test_two_ended_search_refuses_unsupported_questions(self, problem: Any, reason: str) -> None:
        with pytest.raises(UnsupportedError, match=reason):
            distance(problem, 2)


class TestTheCommand:
    @pytest.fixture(autouse=True)
    def small_family(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Use cubes near solved for the family: these tests are about the command."""
        monkeypatch.setattr("cubeproof.solving.family.SERIES", SMALL)

    def test_a_part_of_the_family_is_chosen_by_size_and_metric(self, tmp_path: Path) -> None:
        assert (
            cnf("--family", tmp_path / "new" / "family", "--size", 4, "--encoding", "sticker,sticker-binary")
            == 0
        )
        entries = index(tmp_path / "new" / "family")
        assert {(entry["size"], entry["encoding"]) for entry in entries} == {
            (4, "sticker"),
            (4, "sticker-binary"),
        }

    def test_the_same_seed_writes_the_same_bytes_and_another_seed_other_cubes(self, tmp_path: Path) -> None:
        for folder, seed in (("one", 5), ("two", 5), ("three", 6)):
            arguments = ("--size", 3, "--metric", "stm", "--gzip", "--seed", seed, "--encoding", "sticker")
            assert cnf("--family", tmp_path / folder, *arguments) == 0
        first, two, three = (
            {path.name: path.read_bytes() for path in (tmp_path / folder).iterdir()}
            for folder in ("one", "two", "three")
        )
        assert first == two
        starts = [{entry["start"] for entry in index(tmp_path / folder)} for folder in ("one", "three")]
        assert not starts[0] & starts[1]
        assert len(three) == len(first)

    def test_a_bigger_count_goes_on_with_the_next_seeds(self, tmp_path: Path) -> None:
        series = (Series(3, "htm", 3),)
        both = write_family(tmp_path / "both", series=series, seed=4, count=2)
        second = write_family(tmp_path / "second", series=series, seed=5)
        assert [entry for entry in both if entry.seed == 5] == second

    def test_gzip_holds_what_the_plain_files_hold(self, tmp_path: Path) -> None:
        arguments = ("--size", 4, "--encoding", "sticker")
        assert cnf("--family", tmp_path / "plain", *arguments) == 0
        assert cnf("--family", tmp_path / "packed", *arguments, "--gzip") == 0
        for entry in index(tmp_path / "packed"):
            packed = tmp_path / "packed" / entry["file"]
            assert packed.suffix == ".gz"
            assert gzip.decompress(packed.read_bytes()) == (tmp_path / "plain" / packed.stem).read_bytes()

    def test_folder_with_content_is_left_unchanged(
        self, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (tmp_path / "mine.txt").write_text("mine")
        assert cnf("--family", tmp_path) == 2
        assert "already exists; choose a new or empty folder" in capsys.readouterr().err
        assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]
        assert cnf("--family", tmp_path / "mine.txt") == 2
        assert "already exists" in capsys.readouterr().err

    def test_a_folder_that_cannot_be_made_is_named(self, capsys: pytest.CaptureFixture[str]) -> None:
        assert cnf("--family", "/proc/version/family") == 2
        stderr = capsys.readouterr().err
        assert stderr == "cubeproof: /proc/version/family: Not a directory.\n"
        assert "Traceback" not in stderr

    def test_interrupted_family_does_not_block_the_next_run(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def terminate(text: str) -> None:
            os.kill(os.getpid(), signal.SIGTERM)

        arguments = ("--family", tmp_path / "new" / "family", "--size", 4, "--encoding", "sticker")
        with monkeypatch.context() as patch:
            patch.setattr(cnf_verb, "print_on_stderr", terminate)
            assert cnf(*arguments) == 130
        assert list(tmp_path.iterdir()) == []
        assert cnf(*arguments) == 0

    def test_a_write_that_fails_leaves_no_half_file(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        from cubeproof.solving import family

        whole = formula_lines

        def breaks(*arguments: Any) -> Any:
            yield from list(whole(*arguments))[:100]
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(family, "formula_lines", breaks)
        for folder in (tmp_path / "family", tmp_path):
            assert cnf("--family", folder, "--size", 4) == 2
            assert capsys.readouterr().err == f"cubeproof: {folder}: No space left on device.\n"
            assert list(tmp_path.iterdir()) == []

    @pytest.mark.parametrize(
        ("arguments", "said"),
        [
            (["R U"], "requires --length"),
            (["R U", "--length", "3"], "-o, the output file"),
            (["R U", "-o", "-"], "requires --length"),
            (["R U", "--length", "3", "-o", "-", "--seed", "0", "--gzip"], "leave out --seed, --gzip"),
            (["R U", "--family", "x", "--length", "0"], "leave out the scramble, --length"),
            (["--family", "x", "--goal", "cross", "--exactly"], "leave out --goal, --exactly"),
            (["--family", "x", "--size", "9"], "no such cubes"),
            (["--family", "x", "--size", "4", "--metric", "qtm"], "no such cubes"),
            (["--family", "x", "--encoding", "framed,nonsense"], "no encoding 'nonsense'"),
            (["--family", "x", "--encoding", ","], "would be empty"),
            (["--family", "x", "--count", "0"], "1 to 1,000 cubes, not 0"),
            (["--family", "x", "--count", "99999999999"], "1 to 1,000 cubes"),
        ],
    )
    def test_family_refuses_senseless_options(
        self,
        arguments: list[str],
        said: str,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        monkeypatch.chdir(tmp_path)
        assert cnf(*arguments) == 2
        assert said in capsys.readouterr().err
        assert list(tmp_path.iterdir()) == []


class TestGzip:
    @pytest.mark.parametrize(
        "damage",
        [lambda content: content[:-9], lambda content: content[:20] + b"\0" * 99],
        ids=["cut off", "overwritten"],
    )
    def test_damaged_gzip_is_refused_in_a_sentence(
        self, damage: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        packed = tmp_path / "f.cnf.gz"
        assert cnf("R", "--size", 2, "--length", 1, "-o", packed) == 0
        packed.write_bytes(damage(packed.read_bytes()))
        (tmp_path / "answer.txt").write_text("s SATISFIABLE\nv 1 0\n")
        assert main(["decode", str(packed), str(tmp_path / "answer.txt")]) == 2
        assert "is a damaged gzip file." in capsys.readouterr().err


class TestStages:
    """A stage of the chain can be written as a formula like any other."""

    @pytest.mark.parametrize("given_up", [0, 1])
    def test_turns_of_the_last_stage_solve_the_cube_as_it_is_held_after_those_of_the_earlier_stages(
        self,
        given_up: int,
        tmp_path: Path,
        minisat: Path,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        run, calls = Chain.run, count()

        def run_later(chain: Chain, *arguments: Any, **options: Any) -> tuple[Link, ...]:
            # On a busy machine the first side of the cube may have no chain in its time.
            if next(calls) < given_up:
                raise NoWayError
            return run(chain, *arguments, **options)

        monkeypatch.setattr(Chain, "run", run_later)
        file, out, scramble = tmp_path / "stage.cnf", tmp_path / "answer.txt", "R U2 F' L D B2 R' U"
        assert main(["cnf", scramble, "--stage", "4", "-o", str(file)]) == 0
        subprocess.run([minisat, file, out], capture_output=True, check=False)
        assert main(["decode", str(file), str(out)]) == 0
        earlier = re.search("^c turns of the earlier stages: (.*)$", file.read_text(), re.MULTILINE)
        assert earlier
        assert Cube(3).apply(f"{scramble} {earlier[1]} {capsys.readouterr().out}").is_solved

    @pytest.mark.parametrize("stage", ["0", "99"])
    def test_unknown_stage_is_refused(self, stage: str, tmp_path: Path) -> None:
        assert main(["cnf", "R", "--stage", stage, "-o", str(tmp_path / "x.cnf")]) == 2
        assert not list(tmp_path.iterdir())

    @pytest.mark.parametrize(
        "option",
        [
            *[["--encoding", "sticker"], ["--encoding", "nope"], ["--length", "3"], ["--goal", "cross"]],
            *[["--moves", "R,U"], ["--exactly"], ["--seed", "0"], ["--count", "1"], ["--gzip"]],
        ],
    )
    def test_stage_refuses_unsupported_options(
        self, option: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert cnf("R U2 F' L D B2", "--stage", 1, "-o", tmp_path / "x.cnf", *option) == 2
        assert f"leave out {option[0]}." in capsys.readouterr().err
        assert not list(tmp_path.iterdir())
