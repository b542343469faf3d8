"""Every case of a parametrized test has a short, readable id, which is the same in every run."""

import os
import re
import shutil
import sys
from pathlib import Path

import pytest

from cubeproof.contract.limit import Limit
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.move import Move
from parameter_ids import LONGEST_ID, faults, pytest_make_parametrize_id, value_id
from programs import run_program

ROOT = Path(__file__).parents[1]

# A program that runs pytest with a clock that is a day and a half ahead.
LATER = """
import sys, time
real = time.time
time.time = lambda: real() + 130_000
import pytest
sys.exit(pytest.main(sys.argv[1:]))
"""


@pytest.mark.parametrize(
    ("value", "name"),
    [
        pytest.param(value, name, id=name)
        for value, name in (
            ("R U", "R U"),
            ("", "empty"),
            ("R\nU’ ½", r"R\nU\u2019 1\u20442"),
            ("à côté", "a cote"),
            ("R " * 99, "R R R R R R R R R R R R R R R R R R R.."),
            (b"p cnf 1 1\n", r"p cnf 1 1\n"),
            (None, "None"),
            (2.5, "2.5"),
            (Move("R", 2, 1, 2), "Rw2"),
            (Cube(2), "UUUURRRRFFFFDDDDLLLLBBBB"),
            (["solve", "R U", "--json"], "solve R U --json"),
            ([3, "R"], "[3, R]"),
            ([""], "[]"),
            ({3, 1, 2}, "[1, 2, 3]"),
            ({"size": 3, "moves": ["R", "U"]}, "size=3 moves=R U"),
            (ValueError("no"), "ValueError no"),
            (re.compile("a+"), "a+"),
            (Path("a/b"), "a/b"),
            (Move, "Move"),
            (len, "len"),
        )
    ],
)
def test_id_is_made_of_the_value(value: object, name: str) -> None:
    assert value_id(value) == name


@pytest.mark.parametrize(
    "value",
    [b"\x1f\x8b", object(), lambda: None, Path("/tmp/a"), Limit(seconds=1), [object()], {"a": b"\xff"}],
    ids=["bytes", "object", "lambda", "absolute path", "dataclass", "list", "dict"],
)
def test_value_without_an_id_fails_the_collection(value: object) -> None:
    assert value_id(value) is None
    with pytest.raises(pytest.fail.Exception, match="A value of 'options' has no id"):
        pytest_make_parametrize_id(value, "options")


def test_id_in_other_words_is_short_and_printable_ascii() -> None:
    assert faults("R U-3") == []
    assert faults("x" * LONGEST_ID) == []
    assert len(faults("x" * LONGEST_ID + "\n")) == 2
    assert faults("é") == ["is not printable ASCII"]
    assert faults("<object object at 0x7f00ff>") == ["has the address of an object"]
    assert faults(f"{sys.executable} -m cubeproof") == ["has the folder of this Python"]


@pytest.mark.soak
def test_collection_is_the_same_at_another_time_and_place(tmp_path: Path) -> None:
    for name in ("tests", "docs", "formal", "examples", "page"):
        shutil.copytree(
            ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("node_modules", "__pycache__")
        )
    for name in ("conftest.py", "pyproject.toml", "README.md"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / "src").symlink_to(ROOT / "src")

    def collected(folder: Path, program: list[str], **environment: str) -> list[str]:
        done = run_program(
            [sys.executable, *program, "-n", "0", "--collect-only", "-q", "-m", "", "tests"],
            cwd=folder,
            env=os.environ | environment,
        )
        assert done.returncode == 0, done.stdout[-3000:] + done.stderr
        return [line for line in done.stdout.splitlines() if "::" in line]

    usual = collected(ROOT, ["-m", "pytest"], PYTHONHASHSEED="1")
    later = collected(tmp_path, ["-c", LATER], PYTHONHASHSEED="2", LC_ALL="fr_FR.UTF-8", TZ="Asia/Tokyo")
    assert len(usual) > 1000
    assert usual == later
