"""`FACTS`: the facts of the stages engine, available before it is loaded."""

from __future__ import annotations

from dataclasses import dataclass

from cubeproof.base.lazy_imports import lazily
from cubeproof.contract.engine_facts import EngineFacts, made_by
from cubeproof.contract.outcome import Statistics
from cubeproof.contract.settings import Settings, quick, settings_of
from cubeproof.engines.sat.facts import solver_setting
from cubeproof.sentences import Sentence, Template

_SUMMARY = Template(
    "stages.summary",
    "a chain of SAT problems with increasingly strict goals, for cubes that are too hard otherwise",
)

SIZES = (2, 3, 4)
"""The sizes with a plan."""


links = lazily("cubeproof.engines.sat.stages.engine:links")
"""Returns the stages of one chain for a problem, each with its problem and its answer."""


@dataclass(frozen=True, slots=True)
class StagesSettings(Settings):
    """The settings of the stages engine."""

    solver: str = solver_setting()
    """The name of a python-sat solver, a command with `{cnf}` in it, or "" for the best solver."""
    quick: bool = quick()
    """Whether to end with the first chain, without searching for shorter answers."""


@dataclass(frozen=True, slots=True)
class SolvedStage:
    """A solved stage of the answer's chain."""

    name: Sentence
    """A description of the stage's goal."""
    turns: str
    """Its answer."""
    length: int
    """The number of these turns."""
    shortest: bool
    """Whether it is proved that the stage has no shorter answer."""
    seconds: float
    """The time that the stage took."""


@dataclass(frozen=True, slots=True)
class StagesStatistics(Statistics):
    """Statistics of a chain of stages."""

    encoding: str
    """The name of the encoding."""
    chain: int | None
    """The length of the chain before it was shortened; None without a chain."""
    stages: tuple[SolvedStage, ...]
    """Its stages, in order."""


FACTS = EngineFacts(
    name="stages",
    summary=_SUMMARY(),
    make=made_by("cubeproof.engines.sat.stages.engine:StagesEngine"),
    takes=settings_of(StagesSettings),
    statistics=StagesStatistics,
    sizes=SIZES,
    # Cubes of 4 layers have shorter answers by the engine `large`.
    any_cube=(2, 3),
    seconds={4: 300},
    goals=("solved",),
    writes_formulas=True,
)
"""The facts of the stages engine."""
