"""An engine is added as described in CONTRIBUTING: a folder, a line of the registry, its settings in `Options`."""

import json
import os
import shutil
import sys
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

import cubeproof
from programs import run_program

SOURCES = Path(cubeproof.__file__).parent
TOY = Path(__file__).with_name("toy")


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a folder with a copy of cubeproof that includes the toy engine."""
    folder = tmp_path_factory.mktemp("house")
    # The compiled bytecode is copied too, so Python does not compile the modules again.
    shutil.copytree(SOURCES, folder / "cubeproof", ignore=shutil.ignore_patterns("*.nb?", "built"))
    shutil.copytree(
        TOY, folder / "cubeproof" / "engines" / "toy", ignore=shutil.ignore_patterns("__pycache__")
    )
    registry = folder / "cubeproof" / "solving" / "registry.py"
    before = registry.read_text(encoding="utf-8")
    after = before.replace('    "walk",\n', '    "walk",\n    "toy",\n', 1)
    assert len(after.splitlines()) == len(before.splitlines()) + 1
    registry.write_text(after, encoding="utf-8")
    settings = folder / "cubeproof" / "contract" / "settings.py"
    before = settings.read_text(encoding="utf-8")
    last = "    pace: float | None = None\n"
    assert before.count(last) == 1
    own = '    depth: int = 4\n    sequence: str = "forwards"\n'
    settings.write_text(before.replace(last, last + own), encoding="utf-8")
    return folder


def run(house: Path, *arguments: str, status: int = 0, cache: Path | None = None) -> str:
    """Return the output of Python with this cubeproof."""
    # Other tests list the tables of the run's cache, which must not get the table of this engine between two lists.
    environment = os.environ | {
        "PYTHONPATH": str(house),
        "COLUMNS": "100",
        "CUBEPROOF_CACHE": str(cache or house / "tables"),
    }
    done = run_program([sys.executable, *arguments], env=environment, cwd=house)
    assert done.returncode == status, done.stderr
    return done.stdout or done.stderr


COMMANDS = """
import contextlib, io, json, sys
from cubeproof.cli import main
answers = []
for arguments in json.loads(sys.argv[1]):
    streams = [io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in "12"]
    with contextlib.redirect_stdout(streams[0]), contextlib.redirect_stderr(streams[1]):
        try:
            status = main(arguments)
        except SystemExit as ending:
            status = ending.code
    printed = [stream.buffer.getvalue().decode() for stream in streams]
    answers.append([status or 0, printed[0] or printed[1]])
print(json.dumps(answers))
"""
"""Runs commands in one process, as to start Python takes longer than any of them."""


def commands(house: Path, *command_lines: list[str], cache: Path | None = None) -> list[tuple[int, str]]:
    """Return the status and the output of each command."""
    answers = json.loads(run(house, "-c", COMMANDS, json.dumps(command_lines), cache=cache))
    return [(status, text) for status, text in answers]


def script(house: Path, text: str) -> Any:
    return json.loads(run(house, "-c", f"import json\n{text}"))


def test_page_on_architecture_shows_the_space_of_the_toy() -> None:
    source = (TOY / "engine.py").read_text(encoding="utf-8")
    page = (TOY.parents[1] / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert f"```python\n{source[source.index('class ToySpace') :]}```\n" in page


def test_solve_takes_the_toy_engine_and_its_settings(house: Path) -> None:
    completed = script(
        house,
        """
from cubeproof import Cube, Options, UsageError, solve
from cubeproof.engines.toy.engine import ToyEngine
cube = Cube(2).apply("R U F'")
choices = (None, Options(jobs=2), Options(sequence="backwards"), Options(depth=2))
solutions = [solve(cube, engine="toy", options=options) for options in choices]
solutions.append(solve(cube, engine=ToyEngine(depth=2)))
refused = []
calls = (
    lambda: Options(depth="three"),
    lambda: solve(cube, engine="toy", options=Options(every=True)),
    lambda: solve(cube, engine="toy", quick=True),
)
for call in calls:
    try:
        call()
    except (TypeError, UsageError) as error:
        refused.append(str(error))
rows = [[solution.length, solution.lower_bound, solution.engine] for solution in solutions]
print(json.dumps({"found": rows, "refused": refused}))
""",
    )
    assert completed["found"] == [
        [3, 3, "toy"],
        [3, 3, "toy"],
        [3, 3, "toy"],
        [None, 3, "toy"],
        [None, 3, "toy"],
    ]
    assert completed["refused"] == [
        "`depth` must be a whole number, not 'three', which is of type str.",
        "The engine toy finds only one answer; all shortest answers are found by auto, table, sat and search.",
        "The engine toy has no setting 'quick'; it has depth, sequence.",
    ]


def test_command_has_the_toy_engine_and_its_options(house: Path) -> None:
    arguments = ["solve", "R U F'", "--size", "2", "--engine", "toy", "--json"]
    completed = commands(
        house, ["solve", "--help"], arguments, [*arguments, "--depth", "2"], ["solve", "R", "--engine", "toy"]
    )
    assert [status for status, _ in completed] == [0, 0, 4, 2]
    text = " ".join(completed[0][1].split())
    assert "auto, table, sat, search, stages, large, chain, walk or toy (default auto)" in text
    assert "--depth TURNS how many turns the toy looks ahead (default 4) [toy]" in text
    assert "which turns the toy tries first: forwards or backwards (default forwards) [toy]" in text
    assert "toy tries all turns, one after the other, on small cubes" in text
    answer = json.loads(completed[1][1])
    assert (answer["engine"], answer["length"], answer["optimal"]) == ("toy", 3, True)
    answer = json.loads(completed[2][1])
    assert (answer["solution"], answer["lower_bound"]) == (None, 3)
    assert "The toy solves the 2×2×2 only." in completed[3][1]


def test_server_lists_the_toy_engine_and_solves_with_it(house: Path) -> None:
    completed = script(
        house,
        """
import time
from fastapi.testclient import TestClient
from cubeproof.web.app import create_app
with TestClient(create_app(), base_url="http://localhost") as site:
    def solved(**options):
        response = site.post("/api/solve", json={"size": 2, "scramble": "R U F'", "engine": "toy", **options})
        if response.status_code != 202:
            return response.json()
        while (now := site.get(response.json()["url"]).json())["state"] == "running":
            time.sleep(0.05)
        return now
    print(json.dumps({
        "about": site.get("/api").json(),
        "document": site.get("/api/openapi.json").json(),
        "solved": solved(),
        "short": solved(depth=2, sequence="backwards"),
        "refused": [solved(depth=9), solved(sequence="sideways")],
    }))
""",
    )
    (row,) = [engine for engine in completed["about"]["engines"] if engine["name"] == "toy"]
    assert (row["summary"]["text"], row["sizes"], row["proves"], row["finds_all"]) == (
        "tries all turns, one after the other, on small cubes",
        [2],
        True,
        False,
    )
    assert [
        (setting["name"], setting["kind"], setting["default"], setting["choices"])
        for setting in row["settings"]
    ] == [("depth", "whole", 4, []), ("sequence", "text", "forwards", ["forwards", "backwards"])]
    assert row["tables"] == [{"name": "toy-orders", "size": 4, "seconds": 0.1}]
    schema = completed["document"]["components"]["schemas"]["SolveRequest"]["properties"]
    assert "toy" in schema["engine"]["enum"]
    assert (schema["depth"]["default"], schema["depth"]["minimum"], schema["depth"]["maximum"]) == (4, 1, 5)
    assert schema["sequence"]["enum"] == ["forwards", "backwards"]
    assert (completed["solved"]["result"]["length"], completed["solved"]["result"]["engine"]) == (3, "toy")
    assert (completed["short"]["result"]["length"], completed["short"]["result"]["lower_bound"]) == (None, 3)
    assert [refused["field"] for refused in completed["refused"]] == ["depth", "sequence"]


def test_toy_table_is_listed_built_verified_and_removed(house: Path, tmp_path: Path) -> None:
    listed, doctor, removed, built, verified = commands(
        house,
        ["tables", "list", "toy-orders"],
        ["doctor"],
        ["tables", "remove"],
        ["tables", "build", "toy-orders", "--json"],
        ["tables", "verify"],
        cache=tmp_path,
    )
    assert [status for status, _ in (listed, doctor, removed, built, verified)] == [0] * 5
    assert "not there; the engine toy builds it" in listed[1]
    assert "toy-orders not yet there" in doctor[1]
    assert [(table["name"], table["state"]) for table in json.loads(built[1])["tables"]] == [
        ("toy-orders", "good")
    ]
    assert "toy-orders: right" in verified[1]
    spoil = "from cubeproof.store import Store; Store().save('toy-orders', bytes(4))"
    run(house, "-c", spoil, cache=tmp_path)
    verified, removed, unknown = commands(
        house,
        ["tables", "verify", "--json"],
        ["tables", "remove", "toy-orders"],
        ["tables", "verify", "toy-order"],
        cache=tmp_path,
    )
    assert [status for status, _ in (verified, removed, unknown)] == [1, 0, 2]
    assert json.loads(verified[1])["wrong"] == {"toy-orders": "it differs from the table built now"}
    assert "Removed: toy-orders.table" in removed[1]
    assert list(tmp_path.iterdir()) == []
    assert "There is no table 'toy-order'" in unknown[1]


def test_doctor_lets_the_toy_engine_solve_a_cube(house: Path) -> None:
    data = json.loads(run(house, "-m", "cubeproof", "doctor", "--json"))
    assert (data["a 2×2×2 by toy"], data["well"]) == ("good", True)
    assert "toy-orders" in data["tables"]


def test_auto_ignores_the_toy_engine(house: Path) -> None:
    answer = json.loads(run(house, "-m", "cubeproof", "solve", "R U", "--size", "2", "--json"))
    assert answer["engine"] == "table"


@pytest.fixture(scope="module")
def plugin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Make a folder with an installed second package, which offers the toy engine by an entry point."""
    folder = tmp_path_factory.mktemp("plugin")
    shutil.copytree(TOY, folder / "toy_engine", ignore=shutil.ignore_patterns("__pycache__"))
    metadata = folder / "toy_engine-1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: toy-engine\nVersion: 1.0\n")
    (metadata / "entry_points.txt").write_text("[cubeproof.engines]\ntoy = toy_engine.facts:FACTS\n")
    return folder


def test_engine_of_another_package_is_found_by_its_entry_point(plugin: Path, tmp_path: Path) -> None:
    path = os.pathsep.join([str(plugin), str(SOURCES.parent)])
    environment = os.environ | {"PYTHONPATH": path, "CUBEPROOF_CACHE": str(tmp_path)}
    command = [
        sys.executable,
        "-m",
        "cubeproof",
        "solve",
        "R U F'",
        "--size",
        "2",
        "--engine",
        "toy",
        "--json",
    ]
    done = run_program(command, env=environment)
    assert done.returncode == 0, done.stderr
    answer = json.loads(done.stdout)
    assert (answer["length"], answer["optimal"], answer["engine"]) == (3, True, "toy")
    done = run_program([*command[:-2], "toys"], env=environment)
    assert done.returncode == 2
    assert "There is no engine 'toys'" in done.stderr


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("toy_engine.facts:SUMMARY", "AttributeError"),
        ("nowhere:FACTS", "ModuleNotFoundError"),
        ("os:sep", "is not an EngineFacts"),
    ],
    ids=["name", "module", "type"],
)
def test_broken_package_of_an_engine_is_reported_in_a_sentence(
    plugin: Path, target: str, reason: str
) -> None:
    entry = EntryPoint("toy", target, "cubeproof.engines")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(plugin))
        patch.setattr("importlib.metadata.entry_points", lambda **_: [entry])
        with pytest.raises(
            cubeproof.UsageError, match=f"The package of the engine toy cannot be used: .*{reason}"
        ):
            cubeproof.solve(cubeproof.Cube(2).apply("R"), engine="toy")
