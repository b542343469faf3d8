"""`ReductionTables`: loads the tables and the compiled loops of all phases."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.control import Control
from cubeproof.contract.preparation import compiling
from cubeproof.methods.reduction.centres import CentreDistances
from cubeproof.methods.reduction.loops import (
    Phase2Tables,
    Phase3Tables,
    phase2_tables,
    phase3_tables,
    typed_loops,
)
from cubeproof.methods.reduction.stored_tables import CENTRES, EDGES, LoadedPhases
from cubeproof.methods.two_phase.search import NearSearch
from cubeproof.methods.two_phase.stored_tables import WHOLE1, WHOLE2
from cubeproof.store import Store, TableDamagedError


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
        folder, kept = (store or Store()).folder, control.workshop.kept(LoadedPhases)
        if kept.tables is not None and kept.tables[0] == folder:
            loaded: ReductionTables = kept.tables[1]
            return loaded
        tables = cls._load(store, control)
        kept.tables = folder, tables
        return tables

    @classmethod
    def _load(cls, store: Store | None, control: Control) -> ReductionTables:
        with compiling(typed_loops, control):
            # Few places of the large tables of the 3×3×3 are read: mapped, they are there at once.
            mapped = Store((store or Store()).folder, shared=True)
            while True:
                try:
                    centres, edges = arrays = [table.array(control, store) for table in (CENTRES, EDGES)]
                    # Their checksums are computed during the next lines.
                    arrays += [table.array(control, mapped) for table in (WHOLE1, WHOLE2)]
                    distances = CentreDistances.read(centres.data)
                    phase2, phase3 = phase2_tables(distances), phase3_tables(distances, edges.data)
                    for array in arrays:
                        array.ensure(control.check)
                    break
                except TableDamagedError:
                    # The table is built again; a note was sent.
                    continue
            return cls(distances.phase1, phase2, phase3, NearSearch.load(mapped, control))
