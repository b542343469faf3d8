"""`quarter_turn_answers`: answers to a 4×4×4 in few quarter turns of single layers, the count of published results.

The phases run first, and the cheapest states after them are kept. Then the search for shortest answers in quarter
turns (`methods.h48`) solves the 3×3×3 of these states, by the length of the whole answer: the first answer is the
shortest that any of them has.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.control import Control
from cubeproof.errors import TimeUpError
from cubeproof.methods.h48.search import OptimalSearch
from cubeproof.methods.h48.table_choice import chosen
from cubeproof.methods.large.runs import RunWord
from cubeproof.methods.reduction.finish import Reduced
from cubeproof.methods.reduction.search import POOLS, Phases
from cubeproof.methods.reduction.tables import ReductionTables
from cubeproof.methods.words.turn_costs import QUARTER
from cubeproof.store import Store

_METRIC = "slices"

# The states after the phases that are kept, and the share of the time for the phases.
_KEPT, _SHARE = 100, 0.5


def quarter_turn_answers(
    homes: NDArray[np.integer], control: Control, most: int, store: Store | None = None
) -> Iterator[RunWord]:
    """Yield answers that cost less and less.

    Args:
        homes: the home of the sticker at each place, shape (96,), as for `phased_answers`.
        control: ends the search; it has a time limit.
        most: the first answer costs less than this, in quarter turns of single layers.
        store: the store of the tables.

    Raises:
        StoppedError: the search was stopped.
        TimeUpError: the time is up.
        TooLargeError: not enough memory for a table.
    """
    tables, start = ReductionTables.load(store, control), np.asarray(homes, dtype=np.intp)
    pruning = chosen("", QUARTER, store, control).pruning
    phases = Phases(tables, start, control.within(_SHARE * control.remaining), _METRIC, POOLS, most)
    kept: dict[bytes, tuple[int, Reduced]] = {}
    try:
        for reduced in phases.reductions():
            _keep(kept, reduced)
            yield from phases.finish(reduced)
    except TimeUpError:
        control.check()
    searches = [
        (cost, reduced, OptimalSearch(reduced.scrambles[0], pruning)) for cost, reduced in kept.values()
    ]
    bounds = [cost + search.bound for cost, _, search in searches]
    for total in range(phases.most):
        for (cost, reduced, search), bound in zip(searches, bounds, strict=True):
            if total < bound:
                continue
            with control.compiled_flag() as flag:
                words = search.search(total - cost, flag).words
            control.check()
            if words:
                yield reduced.answer(0, words[0])
                return


def _keep(kept: dict[bytes, tuple[int, Reduced]], reduced: Reduced) -> None:
    """Add states to the cheapest states, each with its cost."""
    for number, cost in enumerate(reduced.states.costs(_METRIC).tolist()):
        key = reduced.scrambles[number].tobytes()
        if key not in kept or cost < kept[key][0]:
            kept[key] = cost, Reduced(reduced.states[number : number + 1], reduced.homes)
    for key in sorted(kept, key=lambda key: kept[key][0])[_KEPT:]:
        del kept[key]
