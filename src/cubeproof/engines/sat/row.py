"""The facts of the SAT engine."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from cubeproof.contract.row import Row, made_by
from cubeproof.contract.settings import Settings, every, setting
from cubeproof.engines.sat.encodings import ENCODINGS

__all__ = ["ROW", "Horizon", "SatSettings", "solver_setting"]


class Horizon(StrEnum):
    """Where to begin with the horizons, and so which way they go."""

    UP = "up"
    """From the lower bound upwards, until there is an answer."""
    DOWN = "down"
    """From the upper bound downwards, until there is none."""
    MIDDLE = "middle"
    """From the middle, up where there is no answer and down where there is one."""


def solver_setting() -> Any:
    """The setting that names a solver."""
    return setting("", "a python-sat solver, or a command with {cnf} in it", metavar="NAME", local=True)


@dataclass(frozen=True, slots=True)
class SatSettings(Settings):
    """How to ask.

    Attributes:
        encoding: the name of the encoding.
        solver: one of python-sat's by name, a command with `{cnf}` in it, or "" for the best one for the encoding.
        horizon: where to begin: "up", "down" or "middle".
        jobs: how many processes may share a formula, split on what turns first.
        every: whether all shortest answers are wanted, not just one.
    """

    encoding: str = setting("framed", "how formulas are written", choices=tuple(ENCODINGS), metavar="NAME")
    solver: str = solver_setting()
    horizon: str = setting("up", "where lengths are tried from", choices=tuple(Horizon), metavar="WAY")
    jobs: int = setting(
        1,
        "processes that may share the work, at most 4 for each core of the machine or 8",
        least=1,
        metavar="N",
    )
    every: bool = every()


ROW = Row(
    name="sat",
    summary="asks a SAT solver, length after length, for an answer or the proof that there is none; any size and goal",
    make=made_by("cubeproof.engines.sat.engine:SatEngine"),
    settings=SatSettings,
    proves=True,
    writes_formulas=True,
)
"""A formula for every length."""
