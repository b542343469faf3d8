"""The progress display on a terminal: answers with their turns, bounds, and the building of tables."""

import io
import json
import re
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.console import Console

from cubeproof import (
    BoundProved,
    Cube,
    DepthSearched,
    Improved,
    LayerCounted,
    PartProved,
    Preparing,
    Started,
    TableBuilding,
    solve,
)
from cubeproof.cli.output import progress
from cubeproof.cli.output.progress import BoundsBar, Display
from cubeproof.contract.events import Event, sentence
from french import in_french
from ground_truth import SUPERFLIP
from patience import PATIENCE
from programs import run_program
from terminal import AT_ONCE, COMMAND, on_a_terminal

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def terminal(monkeypatch: pytest.MonkeyPatch) -> Display:
    """Yield a display on a terminal, after its initial delay."""
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


def test_progress_is_shown_without_a_later_event(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "INITIAL_DELAY", 0.05)
    signalled = threading.Event()
    show = Display._show

    def show_and_signal(display: Display) -> None:
        show(display)
        if display.status is not None and not display.lines:
            signalled.set()

    monkeypatch.setattr(Display, "_show", show_and_signal)
    display = Display()
    display.live = True
    with display:
        display(Started("search"))
        display(Improved(2, 1, (0, 3), "R U"))
        # The wait fails only if the line is never shown.
        assert signalled.wait(PATIENCE)


def test_progress_includes_the_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    with terminal(monkeypatch) as display:
        display(DepthSearched(14, 0.25, 1_000_000, 8.25, None))
        assert display.activity == "1 or more turns; in 14? 25 % searched, 8.2 million states/s"
        display(BoundProved(15))
        display(Improved(18, 15, (0,), "R"))
        display(DepthSearched(15, 0.5, 9_000_000, 8.25, 12.4))
        assert display.activity == "15 to 18 turns; in 15? 50 % searched, 8.2 million states/s, 12 s to go"


def test_table_is_a_line_only_when_finished(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    events: list[Event] = [
        Preparing(2, 4, 20.0),
        TableBuilding("small", 0.5, 3.0),
        TableBuilding("small", 1.0, 0.0),
    ]
    with terminal(monkeypatch) as display:
        for event in events:
            display(event)
    assert lines(capsys) == ["getting ready (only once): 100 % of the table small"]


def test_layers_are_shown_as_they_are_counted_and_are_no_lines_since_a_table_follows(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with terminal(monkeypatch) as display:
        display(LayerCounted(0, 1))
        assert display.activity == "distance 0: 1 state"
        display(LayerCounted(1, 1234))
        assert display.activity == "distance 1: 1,234 states"
    assert lines(capsys) == []
    assert in_french(sentence(LayerCounted(0, 1))) == "distance 0 : 1 état"


def test_progress_is_hidden_without_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    display = Display()
    display.started -= 1
    with display:
        display(Improved(2, 1, (0, 3), "R U"))
        display(TableBuilding("small", 0.5, 3.0))
    assert lines(capsys) == []


class TestBounds:
    """The bar of the two bounds."""

    @staticmethod
    def drawn(bar: BoundsBar, *, encoding: str = "utf-8") -> str:
        """Return the bar on a terminal without colours."""
        stream = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
        Console(file=stream, width=80, force_terminal=True, color_system=None).print(bar)
        stream.flush()
        assert isinstance(stream.buffer, io.BytesIO)
        return stream.buffer.getvalue().decode(encoding).rstrip("\n")

    def test_bounds_bar_narrows(self) -> None:
        bar = BoundsBar()
        visible = []
        for lower, best in ((4, None), (8, None), (8, 20), (14, 20), (14, 18), (18, 18)):
            bar.update(lower, best)
            visible.append((bar.lower, bar.best, *bar.parts(40)))
        # Of 13 lengths 7 are too short where 8 turns are needed; then of 20.
        assert visible == [
            (4, None, 12, 28, 0),
            (8, None, 21, 19, 0),
            (8, 20, 14, 24, 2),
            (14, 20, 26, 12, 2),
            (14, 18, 26, 8, 6),
            (18, 18, 34, 0, 6),
        ]

    @given(st.integers(0, 120), st.integers(0, 120), st.integers(1, 60))
    def test_bounds_bar_fills_all_columns_with_the_gap_between(
        self, one: int, other: int, width: int
    ) -> None:
        bar = BoundsBar()
        lower, best = sorted((one, other))
        for upper in (None, best):
            bar.update(lower, upper)
            parts = bar.parts(width)
            assert sum(parts) == width
            assert min(parts) >= 0
            assert (parts[2] > 0) == (upper is not None)

    def test_bounds_bar_has_its_bounds_at_the_ends(self) -> None:
        bar = BoundsBar()
        bar.update(15, None)
        assert self.drawn(bar) == f"15 {'█' * 28}{'·' * 12} ?"
        bar.update(15, 20)
        bar.update(15, 17)
        assert self.drawn(bar) == f"15 {'█' * 28}{'·' * 4}{'▒' * 8} 17"
        assert self.drawn(bar, encoding="ascii") == f"15 {'#' * 28}{'.' * 4}{'=' * 8} 17"

    def test_bounds_bar_is_below_progress_once_there_is_a_bound(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with terminal(monkeypatch) as display:
            display(Started("sat"))
            assert display._picture() == display.activity
            display(BoundProved(5))
            assert display._picture().renderables[-1] is display.bounds  # type: ignore[union-attr]
            assert (display.bounds.lower, display.bounds.best) == (5, None)
            display(Improved(9, 5, (0,), "R"))
            assert (display.bounds.lower, display.bounds.best) == (5, 9)
        # The proof that is written next has none.
        with display:
            display(PartProved(1, 2))
            assert not display.bounds.is_useful

    def test_bounds_bar_is_only_shown_on_a_terminal(self) -> None:
        arguments = ["solve", SUPERFLIP, "--engine", "sat", "--max-length", "9", "--json"]
        status, out, said = on_a_terminal({}, *arguments, command=AT_ONCE)
        assert (status, out.count("\n")) == (4, 1)
        assert json.loads(out)["lower_bound"] == 10
        assert "█" in said
        piped = run_program([*COMMAND, *arguments])
        assert (piped.stdout.count("\n"), "█" in piped.stdout, piped.stderr) == (1, False, "")
