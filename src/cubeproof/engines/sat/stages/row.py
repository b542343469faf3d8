"""The facts of the stages."""

from __future__ import annotations

from dataclasses import dataclass

from cubeproof.contract.row import Row, made_by
from cubeproof.contract.settings import Settings
from cubeproof.engines.sat.row import solver_setting

__all__ = ["ROW", "SIZES", "StagesSettings"]

SIZES = (2, 3, 4, 5)
"""The numbers of layers that there are plans for."""


@dataclass(frozen=True, slots=True)
class StagesSettings(Settings):
    """Whom to ask.

    Attributes:
        solver: one of python-sat's by name, a command with `{cnf}` in it, or "" for the best one.
    """

    solver: str = solver_setting()


ROW = Row(
    name="stages",
    summary="a chain of SAT problems whose goals grow stricter, for cubes that are out of reach otherwise",
    make=made_by("cubeproof.engines.sat.stages.engine:StagesEngine"),
    settings=StagesSettings,
    sizes=SIZES,
    goals=("solved",),
    writes_formulas=True,
)
"""Stages of growing strictness."""
