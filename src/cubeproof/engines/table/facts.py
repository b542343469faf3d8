"""`FACTS`: the facts of the table engine, available before it is loaded."""

from __future__ import annotations

from dataclasses import dataclass

from cubeproof.base.lazy_imports import LazySequence
from cubeproof.contract.engine_facts import EngineFacts, made_by
from cubeproof.contract.outcome import Statistics
from cubeproof.contract.settings import Settings, every, extra, settings_of
from cubeproof.sentences import Template


@dataclass(frozen=True, slots=True)
class TableSettings(Settings):
    """Settings of a table look-up."""

    every: bool = every()
    """Whether to find all shortest answers."""
    extra: int = extra()
    """With `every`, the number of turns by which other answers may be longer."""


@dataclass(frozen=True, slots=True)
class TableStatistics(Statistics):
    """Statistics of a table look-up."""

    table_bytes: int
    """The size of the table in bytes."""
    configurations: int
    """The number of configurations in the table."""


_SUMMARY = Template(
    "table.summary",
    "a table of every state of the 2×2×2 with its distance from solved: answers are looked up",
)

FACTS = EngineFacts(
    name="table",
    summary=_SUMMARY(),
    make=made_by("cubeproof.engines.table.engine:TableEngine"),
    takes=settings_of(TableSettings),
    sizes=(2,),
    goals=("solved", "corners"),
    any_cube=(2,),
    proves=True,
    at_once=True,
    exhaustive=True,
    statistics=TableStatistics,
    tables=LazySequence("cubeproof.methods.configurations.distances:TABLES"),
)
"""The facts of the table engine."""
