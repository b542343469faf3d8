"""`FACTS`: the facts of the SAT engine, available before it is loaded."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from cubeproof.contract.engine_facts import EngineFacts, made_by
from cubeproof.contract.outcome import Statistics
from cubeproof.contract.settings import Settings, ensure_jobs, every, extra, jobs, setting, settings_of
from cubeproof.errors import UsageError
from cubeproof.formulas.encodings import ENCODINGS, encoding
from cubeproof.sentences import Template

_SUMMARY = Template(
    "sat.summary",
    "asks a SAT solver, length by length, for an answer or a proof that no such answer exists; any "
    "size and goal",
)
_SOLVER = Template("sat.setting-solver", "a python-sat solver, or a command with {{cnf}} in it")
_ENCODING = Template("sat.setting-encoding", "how formulas are written")
_HORIZON = Template("sat.setting-horizon", "order in which lengths are tried")
_NO_HORIZON = Template("sat.no-horizon", "There is no order of horizons {horizon!r}; there are {horizons}.")


class HorizonOrder(StrEnum):
    """The order of horizons."""

    UP = "up"
    """From the lower bound upwards, until an answer exists."""
    DOWN = "down"
    """From the upper bound downwards, until no answer exists."""
    MIDDLE = "middle"
    """From the middle, upwards without an answer, downwards after an answer."""


def solver_setting() -> Any:
    """Return the setting for the solver."""
    return setting("", _SOLVER(), metavar="NAME", local=True)


@dataclass(frozen=True, slots=True)
class SatSettings(Settings):
    """The settings of the SAT engine.

    Raises:
        UsageError: an unknown encoding or order of horizons, or fewer than one job.
    """

    encoding: str = setting("framed", _ENCODING(), choices=tuple(ENCODINGS), metavar="NAME")
    """The name of the encoding."""
    solver: str = solver_setting()
    """The name of a python-sat solver, a command with `{cnf}` in it, or "" for the best solver for the encoding."""
    horizon: str = setting("up", _HORIZON(), choices=tuple(HorizonOrder), metavar="WAY")
    """The order of horizons: "up", "down" or "middle"."""
    jobs: int | None = jobs()
    """The number of processes for a formula, which is split by its first turns; None for 1."""
    every: bool = every()
    """Whether to find all shortest answers."""
    extra: int = extra()
    """With `every`, the number of turns by which other answers may be longer."""

    def __post_init__(self) -> None:
        encoding(self.encoding)
        if self.horizon not in list(HorizonOrder):
            raise UsageError(_NO_HORIZON(horizons=tuple(HorizonOrder), horizon=self.horizon))
        ensure_jobs(self.jobs)


@dataclass(frozen=True, slots=True)
class SatStatistics(Statistics):
    """Statistics of the solver, summed over lengths and processes."""

    encoding: str
    """The name of the encoding."""
    solver: str
    """The name of the solver, or its command."""
    solving_seconds: float = 0.0
    """The solving time, summed over processes."""
    variables: int | None = None
    """The number of variables of the last formula, or None."""
    clauses: int | None = None
    """The number of its clauses, or None."""
    restarts: int | None = None
    """The number of restarts; None if the solver does not count them."""
    conflicts: int | None = None
    """The number of conflicts, from which the solver learned clauses; or None."""
    decisions: int | None = None
    """The number of decisions; or None."""
    propagations: int | None = None
    """The number of propagations; or None."""


def _expected_seconds(layers: int | None, length: int) -> float:
    # Each additional turn takes about eight times as long; the 12th takes minutes. Larger cubes have more turns.
    in_minutes = 12 if layers is None or layers <= 3 else 10
    return 400.0 * 8.0 ** min(length - in_minutes, 100)


FACTS = EngineFacts(
    name="sat",
    summary=_SUMMARY(),
    make=made_by("cubeproof.engines.sat.engine:SatEngine"),
    takes=settings_of(SatSettings),
    ensure=lambda options: SatSettings(encoding=options.encoding, horizon=options.horizon),
    statistics=SatStatistics,
    expected_seconds=_expected_seconds,
    proves=True,
    writes_formulas=True,
)
"""The facts of the SAT engine."""
