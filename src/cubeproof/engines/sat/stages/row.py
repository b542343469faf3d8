"""Facts about the stages engine, available before it is loaded."""

from __future__ import annotations

from dataclasses import dataclass

from cubeproof.contract.row import Row, made_by
from cubeproof.contract.settings import Settings, quick, settings_of
from cubeproof.contract.statistics import Statistics
from cubeproof.engines.sat.row import solver_setting
from cubeproof.sentences import Sentence, Template

_SUMMARY = Template(
    "stages.summary",
    "a chain of SAT problems whose goals grow stricter, for cubes that are out of reach otherwise",
)

SIZES = (2, 3, 4, 5)
"""The numbers of layers that there are plans for."""


@dataclass(frozen=True, slots=True)
class StagesSettings(Settings):
    """The settings of the stages engine."""

    solver: str = solver_setting()
    """One of python-sat's by name, a command with `{cnf}` in it, or "" for the best one."""
    quick: bool = quick()
    """Whether the first chain will do, and no shorter answer is looked for."""


@dataclass(frozen=True, slots=True)
class SolvedStage:
    """A stage of the chain that led to the answer."""

    name: Sentence
    """The stage's goal in words."""
    turns: str
    """Its answer."""
    length: int
    """The number of these turns."""
    shortest: bool
    """Whether it is proved that the stage has no shorter answer."""
    seconds: float
    """How long it took."""


@dataclass(frozen=True, slots=True)
class StagesStatistics(Statistics):
    """Statistics of a chain of stages."""

    encoding: str
    """The name of the encoding."""
    chain: int | None
    """The length of the chain before it was shortened; None if there was none."""
    stages: tuple[SolvedStage, ...]
    """Its stages, one by one."""


ROW = Row(
    name="stages",
    summary=_SUMMARY(),
    make=made_by("cubeproof.engines.sat.stages.engine:StagesEngine"),
    takes=settings_of(StagesSettings),
    statistics=StagesStatistics,
    sizes=SIZES,
    any_cube=SIZES,
    seconds={4: 300, 5: 600},
    # SAT finds a way of 8 turns in about 20 seconds; most of a limited time is left for the stages.
    first_seconds=20,
    first_share=0.1,
    goals=("solved",),
    writes_formulas=True,
)
"""Stages whose goals grow stricter."""
