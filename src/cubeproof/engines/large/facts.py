"""`FACTS`: the facts of the large engine, available before it is loaded."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.util import find_spec

from cubeproof.base.lazy_imports import LazySequence
from cubeproof.contract.engine_facts import EngineFacts, made_by
from cubeproof.contract.outcome import Statistics
from cubeproof.contract.settings import Settings, quick, settings_of
from cubeproof.puzzle import MAX_SIZE
from cubeproof.sentences import Template

_SUMMARY = Template(
    "large.summary",
    "an answer at once to any cube of 4 to 50 layers, by phases or by cycles of three pieces, without a proof",
)

SIZES = tuple(range(4, MAX_SIZE + 1))
"""The supported sizes."""

# Only looked for, since loading Numba is slow. Without Numba there are no phases.
PHASED = (4,) if find_spec("numba") is not None else ()
"""The sizes with phases."""


@dataclass(frozen=True, slots=True)
class LargeSettings(Settings):
    """The settings of the large engine."""

    quick: bool = quick()
    """Whether to end with the first answer."""


@dataclass(frozen=True, slots=True)
class LargeStatistics(Statistics):
    """Statistics of an answer to a large cube."""

    frame: int
    """The turns of faces that solve the corners, and on odd sizes the middle edges, in the first answer."""
    cycles: int
    """The commutators after them; one may exchange pieces of several kinds at once."""
    slice_quarter_turns: int
    """The length of the first answer as quarter turns of single layers, the count of published results."""


FACTS = EngineFacts(
    name="large",
    summary=_SUMMARY(),
    make=made_by("cubeproof.engines.large.engine:LargeEngine"),
    takes=settings_of(LargeSettings),
    statistics=LargeStatistics,
    sizes=SIZES,
    any_cube=SIZES,
    goals=("solved",),
    preparations=LazySequence("cubeproof.engines.large.preparation:PREPARATIONS") if PHASED else (),
    tables=LazySequence("cubeproof.engines.large.preparation:TABLES") if PHASED else (),
)
"""The facts of the large engine."""
