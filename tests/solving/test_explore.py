"""`explore` counts what has been counted before."""

import pytest

from cubeproof import Cube, Exploration, NotationError, UsageError, explore
from cubeproof.contract.control import Control
from cubeproof.contract.events import Event, LayerCounted, Note
from cubeproof.contract.limit import Stop
from cubeproof.sentences import Sentence
from cubeproof.tables import explore as breadth
from ground_truth import LAYERS_2_HTM, LAYERS_2_QTM


@pytest.mark.parametrize(
    ("metric", "published"), [("htm", LAYERS_2_HTM), ("qtm", LAYERS_2_QTM), ("stm", LAYERS_2_HTM)]
)
def test_2x2x2_is_explored_completely(metric: str, published: list[int]) -> None:
    exploration = explore(2, metric)
    assert exploration == Exploration(2, metric, tuple(published), complete=True)
    assert exploration.total == 3_674_160


@pytest.mark.parametrize(
    ("size", "moves", "depth", "counts", "complete"),
    [
        (2, None, 0, (1,), False),
        (2, None, 2, (1, 9, 54), False),
        (2, "R", None, (1, 3), True),
        (2, "R", 1, (1, 3), True),
        (3, "R", 1, (1, 3), False),
        (2, "R", 2, (1, 3), True),
        (2, "R2,U2,F2", None, (1, 3, 6, 11, 3), None),
        (3, "R2,U2", None, (1, 2, 2, 2, 2, 2, 1), True),
        (17, "R", None, (1, 3), True),
    ],
)
def test_explore_takes_any_turns_and_depth(
    size: int, moves: str | None, depth: int | None, counts: tuple[int, ...], complete: bool | None
) -> None:
    exploration = explore(size, moves=moves, depth=depth)
    if complete is None:
        assert (exploration.total, exploration.complete) == (24, True)
    else:
        assert (exploration.counts, exploration.complete) == (counts, complete)


REFUSED = [
    *[(2, "R,L,U2"), (2, "R,L,U"), (2, "R2,L2,U2"), (2, "U2,D,R2,L2"), (3, "R,L,M,U2"), (3, "R,Lw,U2")],
    *[(3, "U,D,E,R2")],
]
COUNTED = [
    *[(2, "R,U"), (2, "R,L"), (2, "R2,L2,U2,D2,F2,B2"), (3, "R,L"), (3, "R2,L2,U"), (3, "M,U")],
    *[(3, "U,D,E"), (4, "R,L,U2")],
]
ROTATIONS = [
    f"{first} {second}" for first in ("", "x", "x2", "x'", "z", "z'") for second in ("", "y", "y2", "y'")
]


def colourings(size: int, moves: str, depth: int) -> list[set[Cube]]:
    """The states at each distance, by a plain search in which each hold of a cube is a state."""
    turns = [
        turn
        for name in moves.split(",")
        for turn in ([name] if "2" in name else [name, f"{name}2", f"{name}'"])
    ]
    layers = [{Cube(size)}]
    for _ in range(depth):
        layers.append({cube.apply(turn) for cube in layers[-1] for turn in turns}.difference(*layers))
    return layers


def least_hold(cube: Cube) -> str:
    return min(cube.apply(rotation).facelets for rotation in ROTATIONS)


@pytest.mark.parametrize(("size", "moves"), REFUSED)
def test_turns_that_lead_to_another_hold_are_refused(size: int, moves: str) -> None:
    solved = Cube(size)
    reached = set().union(*colourings(size, moves, 3))
    assert any(cube != solved and least_hold(cube) == least_hold(solved) for cube in reached)
    with pytest.raises(UsageError, match="can rotate the whole cube"):
        explore(size, moves=moves, depth=3)


@pytest.mark.parametrize(("size", "moves"), COUNTED)
def test_a_cube_in_several_holds_is_one_state(size: int, moves: str) -> None:
    seen, counts = set[str](), list[int]()
    for layer in colourings(size, moves, 3):
        fresh = {least_hold(cube) for cube in layer} - seen
        seen |= fresh
        counts.append(len(fresh))
    # In this metric every named turn counts 1.
    assert [*explore(size, "stm", moves, 3).counts, 0, 0, 0][:4] == counts


def test_explore_knows_the_last_layer_of_the_2x2x2() -> None:
    assert explore(2, depth=11).complete
    assert not explore(2, depth=10).complete
    assert explore(2, "qtm", depth=14).complete


def test_ctrl_c_and_a_stop_leave_what_was_counted() -> None:
    def interrupt(event: Event) -> None:
        if event == LayerCounted(2, 243):
            raise KeyboardInterrupt

    def stop(event: Event) -> None:
        if event == LayerCounted(2, 243):
            control.stop()

    with pytest.raises(KeyboardInterrupt) as caught:
        explore(3, progress=interrupt)
    control = Control(progress=stop)
    exploration = explore(3, control=control)
    assert vars(caught.value)["so_far"] == exploration
    assert vars(caught.value)["so_far"].stop is Stop.INTERRUPTED
    assert (exploration.counts, exploration.complete, exploration.stop) == (
        (1, 18, 243),
        False,
        Stop.INTERRUPTED,
    )


def test_ctrl_c_before_the_first_layer_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("cubeproof.solving.explore._layers", interrupted)
    with pytest.raises(KeyboardInterrupt):
        explore(3)


def test_explore_keeps_finished_layers_when_memory_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(breadth, "MOST_STATES", 1000)
    events: list[Event] = []
    exploration = explore(3, progress=events.append)
    assert (exploration.counts, exploration.complete, exploration.stop) == ((1, 18, 243), False, Stop.GAVE_UP)
    assert events[-1] == Note(Sentence("The layer at 3 has more than 1,000 states, too many to keep."))
    # The requested depth was reached.
    assert explore(3, depth=2).stop is None


def test_explore_keeps_finished_layers_after_a_memory_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: object) -> None:
        raise MemoryError

    events: list[Event] = []
    monkeypatch.setattr(breadth._UnfinishedLayer, "merge", full)
    exploration = explore(3, progress=events.append)
    assert (exploration.counts, exploration.complete, exploration.stop) == ((1,), False, Stop.GAVE_UP)
    assert events[-1] == Note(Sentence("There is not enough memory for the layer at 1."))


def test_explore_reports_every_layer() -> None:
    seen: list[Event] = []
    explore(2, depth=3, progress=seen.append)
    assert seen == [LayerCounted(depth, states) for depth, states in enumerate([1, 9, 54, 321])]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ({"depth": -1}, "0 or more, not -1"),
        ({"size": 1}, "layers"),
        ({"metric": "ftm"}, "no metric"),
        ({"moves": ""}, "empty"),
        ({"moves": "y"}, "whole cube"),
    ],
)
def test_explore_refuses_senseless_arguments(arguments: dict[str, object], reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        explore(**arguments)  # type: ignore[arg-type]


def test_an_unknown_turn_is_named() -> None:
    with pytest.raises(NotationError, match="column 2"):
        explore(moves=",Q")
