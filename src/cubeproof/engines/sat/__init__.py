"""The SAT engine: a problem becomes a formula, a solver decides it, and the model is read back as turns."""

from cubeproof.engines.sat.engine import Horizon, SatEngine
from cubeproof.engines.sat.formula import Broken, Formula, Name

__all__ = ["Broken", "Formula", "Horizon", "Name", "SatEngine"]
