"""Facts about the SAT engine, available before it is loaded."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from cubeproof.contract.row import Row, made_by
from cubeproof.contract.settings import Settings, every, extra, jobs, setting, settings_of
from cubeproof.contract.statistics import Statistics
from cubeproof.formulas.encodings import ENCODINGS
from cubeproof.sentences import Template

_SUMMARY = Template(
    "sat.summary",
    "asks a SAT solver, length by length, for an answer or a proof that no such answer exists; any "
    "size and goal",
)
_SOLVER = Template("sat.setting-solver", "a python-sat solver, or a command with {{cnf}} in it")
_ENCODING = Template("sat.setting-encoding", "how formulas are written")
_HORIZON = Template("sat.setting-horizon", "where lengths are tried from")


class HorizonOrder(StrEnum):
    """The order of horizons."""

    UP = "up"
    """From the lower bound upwards, until there is an answer."""
    DOWN = "down"
    """From the upper bound downwards, until no answer exists."""
    MIDDLE = "middle"
    """From the middle, up where there is no answer and down where there is one."""


def solver_setting() -> Any:
    """The setting that names a solver."""
    return setting("", _SOLVER(), metavar="NAME", local=True)


@dataclass(frozen=True, slots=True)
class SatSettings(Settings):
    """The settings of the SAT engine."""

    encoding: str = setting("framed", _ENCODING(), choices=tuple(ENCODINGS), metavar="NAME")
    """The name of the encoding."""
    solver: str = solver_setting()
    """One of python-sat's by name, a command with `{cnf}` in it, or "" for the best one for the encoding."""
    horizon: str = setting("up", _HORIZON(), choices=tuple(HorizonOrder), metavar="WAY")
    """The order of horizons: "up", "down" or "middle"."""
    jobs: int | None = jobs()
    """How many processes may share a formula, which is split by its first turns; None for 1."""
    every: bool = every()
    """Whether to find all shortest answers."""
    extra: int = extra()
    """With `every`, the number of turns by which further answers may be longer."""


@dataclass(frozen=True, slots=True)
class SatStatistics(Statistics):
    """Statistics of the solver, summed over lengths and processes."""

    encoding: str
    """The name of the encoding."""
    solver: str
    """The name of the solver, or its command."""
    solving_seconds: float = 0.0
    """How long solvers worked, added up over processes."""
    variables: int | None = None
    """The variables of the last formula; None if there was none."""
    clauses: int | None = None
    """Its clauses; None if there was none."""
    restarts: int | None = None
    """Number of restarts; None if the solver does not count it, also below."""
    conflicts: int | None = None
    """Contradictions that it learned from."""
    decisions: int | None = None
    """Variables that it guessed."""
    propagations: int | None = None
    """Variables that followed from others."""


ROW = Row(
    name="sat",
    summary=_SUMMARY(),
    make=made_by("cubeproof.engines.sat.engine:SatEngine"),
    takes=settings_of(SatSettings),
    statistics=SatStatistics,
    short_ways=8,
    # Each turn more takes about eight times as long; the 12th takes minutes. A turn of a larger cube has more choices.
    proves_up_to=12,
    proves_large=10,
    # A wait that users accept for the message that there is no answer.
    beyond_seconds=120,
    proves=True,
    writes_formulas=True,
)
"""A formula for every length."""
