"""What a terminal shows while an engine works: answers with their turns, bounds, tables as they are built."""

import re
import threading

import pytest

from cubeproof import (
    BoundProved,
    Compiling,
    Cube,
    DepthSearched,
    Improved,
    Started,
    TableBuilding,
    solve,
)
from cubeproof.cli import progress
from cubeproof.cli.progress import Display
from cubeproof.contract.events import Event

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def terminal(monkeypatch: pytest.MonkeyPatch) -> Display:
    """A display on a terminal, after the moment in which nothing is shown."""
    monkeypatch.setenv("COLUMNS", "100")
    display = Display()
    display.live, display.started = True, display.started - 1
    return display


def lines(capsys: pytest.CaptureFixture[str]) -> list[str]:
    out, err = capsys.readouterr()
    assert out == ""
    return [line.strip() for line in ESCAPES.sub("", err).splitlines() if line.strip()]


def test_an_answer_is_a_line_with_its_turns(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    cube = Cube(3).apply("R U F2")
    with terminal(monkeypatch) as display:
        solution = solve(cube, progress=display, quick=True)
    (said,) = [line for line in lines(capsys) if line.startswith("an answer of 3 turns: ")]
    turns = said.removeprefix("an answer of 3 turns: ").partition(";")[0]
    assert cube.apply(turns).is_solved
    assert solution.length == 3


def test_it_is_shown_though_nothing_happens_after_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "_MOMENT", 0.05)
    shown = threading.Event()
    show = Display._show

    def told(display: Display) -> None:
        show(display)
        if display.status is not None and not display.held:
            shown.set()

    monkeypatch.setattr(Display, "_show", told)
    display = Display()
    display.live = True
    with display:
        display(Started("search"))
        display(Improved(2, 1, (0, 3), "R U"))
        # It fails only if the line is never shown.
        assert shown.wait(60)


def test_what_goes_on_has_the_bounds_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    with terminal(monkeypatch) as display:
        display(DepthSearched(14, 0.25, 1_000_000, 8.25, None))
        assert display.shown == "1 or more turns; in 14? 25 % searched, 8.2 million cubes/s"
        display(BoundProved(15))
        display(Improved(18, 15, (0,), "R"))
        display(DepthSearched(15, 0.5, 9_000_000, 8.25, 12.4))
        assert display.shown == "15 to 18 turns; in 15? 50 % searched, 8.2 million cubes/s, 12 s to go"


def test_only_a_table_that_is_finished_is_a_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    events: list[Event] = [
        Compiling("visit"),
        TableBuilding("small", 0.5, 3.0),
        TableBuilding("small", 1.0, 0.0),
    ]
    with terminal(monkeypatch) as display:
        for event in events:
            display(event)
    assert lines(capsys) == ["table small: 100 % built"]


def test_nothing_is_shown_where_stderr_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    display = Display()
    display.started -= 1
    with display:
        display(Improved(2, 1, (0, 3), "R U"))
        display(TableBuilding("small", 0.5, 3.0))
    assert lines(capsys) == []
