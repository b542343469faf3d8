"""The files of a search in shares: what follows from the question is computed again, and wrong lines do not count."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cubeproof import Cube, Options, UsageError, solve
from cubeproof.cli.main import main
from cubeproof.contract.control import Control
from cubeproof.contract.limit import Limit
from cubeproof.contract.outcome import Outcome
from cubeproof.contract.request import SearchRequest
from cubeproof.engines.sat import shares as sat_shares
from cubeproof.engines.search.shares import engine
from cubeproof.solving.shares import share_status, solve_in_shares
from cubeproof.solving.solution import ProblemSolution
from cubeproof.work.folder import JOURNAL, PLAN
from cubeproof.work.journal import ANSWER, EXCLUDED, SPLIT, Record

# Its answer has 10 turns.
SMALL = Cube(2).apply("F U F' U R' F2 U R F2 U'")
Change = Callable[[dict[str, Any]], object]


@pytest.fixture(autouse=True)
def weak(bounds_only: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The 2×2×2 in shares, with tables that are only lower bounds, and no search of short words."""
    monkeypatch.setattr(engine, "short_answers", lambda *_, **__: Outcome((), 1))
    monkeypatch.setattr(sat_shares, "short_answers", lambda *_, **__: Outcome((), 3))


def request_of(cube: Cube, **more: object) -> SearchRequest:
    return SearchRequest.of_cube(cube, None, None, options=Options(jobs=1), **more)


def in_shares(request: SearchRequest, folder: Path) -> ProblemSolution:
    return solve_in_shares(request, folder, Control(request.limit))


def changed(folder: Path, change: Change) -> None:
    """Change the plan, and let the lines of the journal belong to the new plan, as a forger would."""
    old = (folder / PLAN).read_bytes()
    plan = json.loads(old)
    change(plan)
    new = json.dumps(plan).encode()
    (folder / PLAN).write_bytes(new)
    lines = [json.loads(line) for line in (folder / JOURNAL).read_bytes().splitlines()]
    digest = hashlib.sha256(new).hexdigest()[:16]
    (folder / JOURNAL).write_text("".join(line_of({**line, "plan": digest}) for line in lines))


def line_of(entries: dict[str, Any]) -> str:
    """Return a line with its sum."""
    entries = {name: value for name, value in entries.items() if name != "sum"}
    text = json.dumps(entries, sort_keys=True, separators=(",", ":"))
    return json.dumps({**entries, "sum": hashlib.sha256(text.encode()).hexdigest()[:16]}) + "\n"


def other_request(plan: dict[str, Any]) -> None:
    plan["request"]["start"] = Cube(2).apply("R U F").facelets


PLANS: list[tuple[str, Change, str]] = [
    ("higher", lambda plan: plan.update(lower=plan["lower"] + 1), "first length"),
    ("much higher", lambda plan: plan.update(lower=plan["lower"] + 8), "first length"),
    ("no turns", lambda plan: plan.update(lower=1), "first length"),
    ("negative", lambda plan: plan.update(lower=-1), "first length"),
    ("one share", lambda plan: plan.update(shares=plan["shares"][:1]), "set of shares"),
    ("a share less", lambda plan: plan["shares"].pop(), "set of shares"),
    ("a turn less", lambda plan: plan["shares"][0][1].pop(), "set of shares"),
    ("no share", lambda plan: plan.update(shares=[]), "set of shares"),
    ("long steps", lambda plan: plan.update(step=5), "step"),
    ("three turns", lambda plan: plan.update(turns=3), "first length|set of shares"),
    ("wrong answer", lambda plan: plan.update(word=[0, 1]), "answer"),
    ("no turn", lambda plan: plan.update(word=[99]), "answer"),
]


@pytest.mark.parametrize(("change", "part"), [row[1:] for row in PLANS], ids=[row[0] for row in PLANS])
def test_plan_that_does_not_follow_from_its_question_is_refused(
    change: Change, part: str, tmp_path: Path
) -> None:
    request = request_of(SMALL, limit=Limit(length=8))
    assert in_shares(request, tmp_path).lower_bound == 9
    changed(tmp_path, change)
    with pytest.raises(UsageError, match=f"gives another ({part})"):
        in_shares(request, tmp_path)


@pytest.mark.parametrize(
    ("change", "part"),
    [
        (lambda plan: plan.update(lower=plan["lower"] + 2), "first length"),
        (lambda plan: plan.update(lower=-1), "first length"),
        (lambda plan: plan.update(step=3), "step"),
        (lambda plan: plan["shares"].pop(), "set of shares"),
        (lambda plan: plan.update(word=[0]), "answer"),
    ],
    ids=["higher", "negative", "long steps", "a share less", "wrong answer"],
)
def test_plan_of_formulas_that_does_not_follow_is_refused(change: Change, part: str, tmp_path: Path) -> None:
    request = request_of(SMALL, engine="sat", limit=Limit(length=5))
    assert in_shares(request, tmp_path).lower_bound == 6
    changed(tmp_path, change)
    with pytest.raises(UsageError, match=f"gives another {part}"):
        in_shares(request, tmp_path)


def test_request_inside_a_plan_is_not_searched(tmp_path: Path) -> None:
    request = request_of(SMALL, limit=Limit(length=8))
    in_shares(request, tmp_path)
    changed(tmp_path, other_request)
    (tmp_path / JOURNAL).unlink()
    assert in_shares(request, tmp_path).lower_bound == 9
    with pytest.raises(UsageError, match="The plan in"):
        share_status(tmp_path)


def test_plan_that_excludes_fewer_lengths_continues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the plan of an older program, which searched fewer short words."""
    request = request_of(SMALL)
    in_shares(request_of(SMALL, limit=Limit(length=4)), tmp_path / "short")
    monkeypatch.setattr(engine, "short_answers", lambda *_, **__: Outcome((), 8))
    expected = solve(SMALL, engine="table")
    folder = tmp_path / "folder"
    in_shares(request, folder)
    assert json.loads((folder / PLAN).read_bytes())["lower"] == 8
    changed(folder, lambda plan: plan.update(lower=6))
    solution = in_shares(request, folder)
    assert (solution.length, solution.optimal) == (expected.length, True)


def test_command_refuses_a_changed_plan_with_status_2(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["solve", "--state", SMALL.facelets, "--size", "2", "--share", str(tmp_path), "--max-length", "8"]
    assert main([*words, "--engine", "search"]) == 4
    changed(tmp_path, lambda plan: plan.update(lower=11))
    assert main([*words, "--engine", "search"]) == 2
    assert "which gives another first length: the file was changed" in capsys.readouterr().err


TYPES: list[dict[str, object]] = [
    {"share": 5},
    {"share": None},
    {"share": ["0.3"]},
    {"length": [8]},
    {"length": "8"},
    {"length": 8.0},
    {"length": True},
    {"length": -8},
    {"attempt": "2"},
    {"attempt": None},
    {"nodes": "many"},
    {"nodes": 1e400},
    {"seconds": "1"},
    {"seconds": None},
    {"seconds": True},
    {"result": ["excluded"]},
    {"result": 3},
    {"proof": 7},
    {"word": "0"},
    {"word": [[0]]},
    {"word": ["0"]},
    {"word": [-1]},
    {"word": 4},
    {"more": 1},
]


@pytest.mark.parametrize("wrong", TYPES, ids=json.dumps)
def test_line_with_a_right_sum_and_a_wrong_type_does_not_count(
    wrong: dict[str, object], tmp_path: Path
) -> None:
    request = request_of(SMALL, limit=Limit(length=8))
    assert in_shares(request, tmp_path).lower_bound == 9
    *lines, last = (tmp_path / JOURNAL).read_text().splitlines(keepends=True)
    (tmp_path / JOURNAL).write_text("".join(lines) + line_of({**json.loads(last), **wrong}))
    status = share_status(tmp_path)
    assert (status.lower_bound, status.lost) == (8, 1)
    assert in_shares(request, tmp_path).lower_bound == 9
    assert share_status(tmp_path).lower_bound == 9


@pytest.mark.parametrize("word", [(), (0,), (0, 3, 0, 3, 0, 3, 0, 3), (10**6,) * 8])
def test_answer_that_does_not_reach_the_goal_does_not_count(word: tuple[int, ...], tmp_path: Path) -> None:
    request = request_of(SMALL, limit=Limit(length=8))
    in_shares(request, tmp_path)
    *lines, last = (tmp_path / JOURNAL).read_text().splitlines(keepends=True)
    entries = json.loads(last)
    forged = Record(entries["share"], 8, ANSWER, word=word).line(entries["plan"])
    (tmp_path / JOURNAL).write_text("".join(lines) + forged)
    status = share_status(tmp_path)
    assert (status.answered, status.lower_bound, status.lost) == (False, 8, 1)
    solution = in_shares(request, tmp_path)
    assert (solution.length, solution.lower_bound) == (None, 9)


def test_split_into_fewer_parts_excludes_nothing(tmp_path: Path) -> None:
    request = request_of(SMALL, limit=Limit(length=8))
    in_shares(request, tmp_path)
    lines = (tmp_path / JOURNAL).read_text().splitlines(keepends=True)
    share = json.loads((tmp_path / PLAN).read_bytes())["shares"][0]
    name = ".".join(map(str, share[0]))
    plan = json.loads(lines[0])["plan"]
    kept = [line for line in lines if json.loads(line)["share"] != name]
    forged = [Record(name, 8, SPLIT, word=(share[1][0],)), Record(f"{name}.{share[1][0]}", 8, EXCLUDED)]
    (tmp_path / JOURNAL).write_text("".join([*kept, *(record.line(plan) for record in forged)]))
    before = len(kept) + len(forged)
    assert in_shares(request, tmp_path).lower_bound == 9
    searched = (tmp_path / JOURNAL).read_text().splitlines()[before:]
    assert name in {json.loads(line)["share"] for line in searched}
