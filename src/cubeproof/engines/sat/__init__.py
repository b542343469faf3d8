"""The SAT engine: writes a problem as a formula, lets a solver decide it, and reads turns from the model."""

from typing import TYPE_CHECKING

from cubeproof.base.lazy_imports import lazy_names

if TYPE_CHECKING:
    from cubeproof.engines.sat.engine import SatEngine
    from cubeproof.engines.sat.facts import HorizonOrder

__all__ = ["HorizonOrder", "SatEngine"]

__getattr__ = lazy_names(__name__)
