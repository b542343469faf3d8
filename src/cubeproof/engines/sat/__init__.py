"""The SAT engine: a problem becomes a formula, a solver decides it, and turns are read from the model."""

from typing import TYPE_CHECKING

from cubeproof.lazily import front_door

if TYPE_CHECKING:
    from cubeproof.engines.sat.engine import SatEngine
    from cubeproof.engines.sat.formula import Broken, Formula, Name
    from cubeproof.engines.sat.row import Horizon

__all__ = ["Broken", "Formula", "Horizon", "Name", "SatEngine"]

__getattr__ = front_door(
    __name__,
    {
        "Broken": "formula",
        "Formula": "formula",
        "Horizon": "row",
        "Name": "formula",
        "SatEngine": "engine",
    },
)
