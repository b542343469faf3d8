"""The SAT engine: a problem becomes a formula, a solver decides it, and the model is read back as turns."""

from typing import TYPE_CHECKING, Any

from cubeproof.engines.sat.formula import Broken, Formula, Name

if TYPE_CHECKING:
    from cubeproof.engines.sat.engine import Horizon, SatEngine

__all__ = ["Broken", "Formula", "Horizon", "Name", "SatEngine"]


def __getattr__(name: str) -> Any:
    """The engine brings solvers with it, and the checker of certificates, which writes formulas, is to load none."""
    if name in ("Horizon", "SatEngine"):
        from cubeproof.engines.sat import engine

        return getattr(engine, name)
    raise AttributeError(f"module 'cubeproof.engines.sat' has no attribute {name!r}")
