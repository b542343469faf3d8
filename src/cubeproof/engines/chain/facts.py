"""`FACTS`: the facts of the chain engine, available before it is loaded."""

from __future__ import annotations

from dataclasses import dataclass

from cubeproof.contract.engine_facts import EngineFacts, made_by
from cubeproof.contract.settings import Settings, quick, settings_of
from cubeproof.sentences import Template

_SUMMARY = Template(
    "chain.summary",
    "an answer in seconds with any set of turns and for any puzzle, without a proof: it places a few pieces at a time, "
    "and keeps those placed before",
)


@dataclass(frozen=True, slots=True)
class ChainSettings(Settings):
    """The settings of the chain engine."""

    quick: bool = quick()
    """Whether to end with the first answer."""


FACTS = EngineFacts(
    name="chain",
    summary=_SUMMARY(),
    make=made_by("cubeproof.engines.chain.engine:ChainEngine"),
    takes=settings_of(ChainSettings),
)
"""The facts of the chain engine."""
