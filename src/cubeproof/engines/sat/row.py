"""What is known of the SAT engine before it is loaded."""

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
    "asks a SAT solver, length after length, for an answer or the proof that there is none; any size and goal",
)
_SOLVER = Template("sat.setting-solver", "a python-sat solver, or a command with {{cnf}} in it")
_ENCODING = Template("sat.setting-encoding", "how formulas are written")
_HORIZON = Template("sat.setting-horizon", "where lengths are tried from")


class Horizon(StrEnum):
    """At which horizon to begin, and which comes next."""

    UP = "up"
    """From the lower bound upwards, until there is an answer."""
    DOWN = "down"
    """From the upper bound downwards, until there is none."""
    MIDDLE = "middle"
    """From the middle, up where there is no answer and down where there is one."""


def solver_setting() -> Any:
    """The setting that names a solver."""
    return setting("", _SOLVER(), metavar="NAME", local=True)


@dataclass(frozen=True, slots=True)
class SatSettings(Settings):
    """The settings of the SAT engine.

    Attributes:
        encoding: the name of the encoding.
        solver: one of python-sat's by name, a command with `{cnf}` in it, or "" for the best one for the
            encoding.
        horizon: where to begin: "up", "down" or "middle".
        jobs: how many processes may share a formula, which is split by its first turns; None for 1.
        every: whether all shortest answers are wanted, not just one.
        extra: with `every`, how many turns longer answers may be that are wanted as well.
    """

    encoding: str = setting("framed", _ENCODING(), choices=tuple(ENCODINGS), metavar="NAME")
    solver: str = solver_setting()
    horizon: str = setting("up", _HORIZON(), choices=tuple(Horizon), metavar="WAY")
    jobs: int | None = jobs()
    every: bool = every()
    extra: int = extra()


@dataclass(frozen=True, slots=True)
class SatStatistics(Statistics):
    """What the solver did, all lengths and processes together.

    Attributes:
        encoding: the name of the encoding.
        solver: the name of the solver, or its command.
        solving_seconds: how long solvers worked, added up over processes.
        variables: the variables of the last formula; None if there was none.
        clauses: its clauses; None if there was none.
        restarts: how often the solver began anew; None if it does not count that, here and below.
        conflicts: contradictions that it learned from.
        decisions: variables that it guessed.
        propagations: variables that followed from others.
    """

    encoding: str
    solver: str
    solving_seconds: float = 0.0
    variables: int | None = None
    clauses: int | None = None
    restarts: int | None = None
    conflicts: int | None = None
    decisions: int | None = None
    propagations: int | None = None


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
