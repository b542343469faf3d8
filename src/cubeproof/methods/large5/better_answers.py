"""`better_answers_5x5x5`: ever shorter answers to a 5×5×5 by the five phases, whose missing tables are built first."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.control import Control
from cubeproof.contract.events import Event
from cubeproof.methods.large.frame import runs_of as face_runs
from cubeproof.methods.large.runs import RunWord, joined, turned
from cubeproof.methods.large5.five_phases import FivePhases
from cubeproof.methods.large5.pieces import SIZE, runs_of, turn_gathers
from cubeproof.puzzle.cubies import FACE_TURNS
from cubeproof.puzzle.geometry import geometry
from cubeproof.store import Store

# The candidates after each phase in the first round; each later round has twice as many, up to a limit.
_WIDTHS = (4, 60, 150, 150, 30)
_MOST = 20_000

# The nodes of a phase in the first round after which any words are enough.
_NODES = 1_000_000

# The seconds for a gain after the first answer of the phases, without a time limit.
_SECONDS = 20.0

# More turns than any answer of the phases has, and the most turns of a 3×3×3.
_ANY, _MOST_3X3X3 = 1000, 20


def better_answers_5x5x5(
    homes: NDArray[np.integer],
    control: Control,
    most: int,
    *,
    metric: str = "htm",
    store: Store | None = None,
) -> Iterator[RunWord]:
    """Yield answers to a 5×5×5 that cost less and less, until the control ends it.

    Args:
        homes: the home of the sticker at each place, shape (150,), with the middle centres at home. Only the colours
            of the homes of wings and centres are used.
        control: ends the search.
        most: the first answer costs less than this.
        metric: htm, qtm or slices.
        store: the store of the tables.

    Raises:
        StoppedError: the search was stopped.
        TimeUpError: the time is up.
        TooLargeError: not enough memory for a table.
    """
    # Without a time limit, the time without a gain starts with the first answer: loops may have to be compiled.
    patience = math.inf if control.limit.seconds is not None else _SECONDS
    control.renew(math.inf)

    def tell(event: Event) -> None:
        control.emit(event)
        control.check()

    phases = FivePhases(store, control.emitting_to(tell))
    for number, runs in enumerate(_by_phases(phases, homes, control, metric)):
        if number == 0:
            control.renew(patience)
        if runs.cost(metric) < most:
            most = runs.cost(metric)
            yield runs


def _by_phases(
    phases: FivePhases, homes: NDArray[np.integer], control: Control, metric: str
) -> Iterator[RunWord]:
    """Yield answers of the phases: for htm each with fewer turns than the one before, else with at most as many."""
    colours = geometry(SIZE).faces[homes].astype(np.int8)
    fewer = 1 if metric == "htm" else 0
    shortest, nodes = _ANY, _NODES
    widths: tuple[int, ...] = _WIDTHS
    while True:
        control.check()
        for word in phases.reductions(colours, widths, nodes, control, shortest).words:
            control.check()
            after = homes
            for turn in word:
                after = after[turn_gathers()[turn]]
            for ending in phases.solved(after, control, min(_MOST_3X3X3, shortest - len(word) - fewer)):
                shortest = len(word) + len(ending)
                faces = face_runs(tuple(FACE_TURNS[turn] for turn in ending), SIZE)
                runs = joined([*runs_of(word), *faces], SIZE)
                assert _solves(colours, runs), "the phases solve the cube"
                yield runs
        widths, nodes = tuple(min(_MOST, 2 * width) for width in widths), 2 * nodes


def _solves(colours: NDArray[np.int8], runs: RunWord) -> bool:
    for axis, amounts in runs:
        colours = turned(colours, axis, amounts)
    return bool((colours == geometry(SIZE).faces).all())
