"""`cubeproof bench`: what it measures is told as text and as JSON."""

import json
from functools import partial

import pytest

from cubeproof.cli import bench, main
from cubeproof.cli.bench_serve import lesson
from cubeproof.errors import InternalError
from cubeproof.puzzle.cube import Cube


def test_a_class_before_the_server_is_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bench, "lesson", partial(lesson, 4, 2))
    assert main(["bench", "serve", "--json"]) == 0
    rate, median, worst, spent = json.loads(capsys.readouterr().out)
    assert rate["values"]["answers"] == 8
    assert rate["values"]["refused"] == 0
    assert rate["seconds"] * rate["values"]["answers_per_second"] == pytest.approx(1)
    assert 0 < median["seconds"] <= worst["seconds"]
    assert spent["seconds"] > 0
    assert main(["bench", "serve"]) == 0
    assert "4 clients at once" in (printed := capsys.readouterr().out)
    assert " 0 refused" in printed


def test_a_wrong_answer_is_no_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    # What the server says is made on the cube here: nothing is measured that does not hold.
    monkeypatch.setattr(Cube, "is_solved", False)
    with pytest.raises(InternalError, match="does not hold"):
        lesson(1, 1)
