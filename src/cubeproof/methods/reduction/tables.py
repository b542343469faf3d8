"""`ReductionTables`: loads the tables and the compiled loops of all phases."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.control import Control
from cubeproof.contract.preparation import compiling
from cubeproof.contract.table import verified
from cubeproof.methods.reduction.centres import CentreDistances
from cubeproof.methods.reduction.loops import (
    Phase2Tables,
    Phase3Tables,
    phase2_tables,
    phase3_tables,
    typed_loops,
)
from cubeproof.methods.reduction.stored_tables import CENTRES, EDGES, LOADED
from cubeproof.methods.two_phase.search import NearSearch
from cubeproof.methods.two_phase.stored_tables import WHOLE1, WHOLE2
from cubeproof.store import Store


@dataclass(frozen=True, eq=False)
class ReductionTables:
    """The tables of all phases in memory."""

    phase1: NDArray[np.uint8]
    """Distances of phase 1, shape (735471,)."""
    phase2: Phase2Tables
    """Tables of phase 2."""
    phase3: Phase3Tables
    """Tables of phase 3."""
    near: NearSearch
    """The 3×3×3."""

    @classmethod
    def load(cls, store: Store | None, control: Control) -> ReductionTables:
        """Return the phases with tables from the store; missing tables are built, and loops compiled.

        Raises:
            StoppedError: the search was stopped.
            TimeUpError: the time is up.
            TooLargeError: not enough memory.
        """
        folder, workshop = (store or Store()).folder, control.workshop
        tables: ReductionTables | None = workshop.last(LOADED, folder)
        if tables is None:
            # Few places of the large tables of the 3×3×3 are read: mapped, they are there at once.
            mapped = Store(folder, shared=True)
            with compiling(typed_loops, control):
                # Their checksums are computed during the next lines.
                whole = [table.array(control, mapped) for table in (WHOLE1, WHOLE2)]
                centres, edges = verified(control, store, CENTRES, EDGES)
                distances = CentreDistances.read(centres.data)
                phase2, phase3 = phase2_tables(distances), phase3_tables(distances, edges.data)
                tables = cls(distances.phase1, phase2, phase3, NearSearch.load(mapped, control))
                del whole
            workshop.keep(LOADED, folder, tables)
        return tables
