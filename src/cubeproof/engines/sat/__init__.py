"""The SAT engine: a problem becomes a formula, a solver decides it, and turns are read from the model."""

from typing import TYPE_CHECKING

from cubeproof.base.lazy_imports import lazy_names

if TYPE_CHECKING:
    from cubeproof.engines.sat.engine import SatEngine
    from cubeproof.engines.sat.row import HorizonOrder

__all__ = ["HorizonOrder", "SatEngine"]

__getattr__ = lazy_names(__name__)
