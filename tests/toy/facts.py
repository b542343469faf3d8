"""The facts of the toy."""

from __future__ import annotations

from dataclasses import dataclass

from cubeproof.base.lazy_imports import lazily
from cubeproof.contract.engine_facts import EngineFacts, made_by
from cubeproof.contract.settings import Settings, setting, settings_of
from cubeproof.contract.table import Table
from cubeproof.sentences import Template

__all__ = ["FACTS", "ORDERS", "ToySettings"]

ORDERS = Table("toy-orders", 4, 0.1, lazily(f"{__package__}.engine:built_orders"))


_SUMMARY = Template("toy.summary", "tries all turns, one after the other, on small cubes")
_DEPTH = Template("toy.setting-depth", "how many turns the toy looks ahead")
_ORDER = Template("toy.setting-sequence", "which turns the toy tries first")


@dataclass(frozen=True, slots=True)
class ToySettings(Settings):
    """How to play.

    Attributes:
        depth: how many turns it looks ahead.
        sequence: which turns it tries first.
    """

    depth: int = setting(4, _DEPTH(), least=1, most=5, metavar="TURNS")
    sequence: str = setting("forwards", _ORDER(), choices=("forwards", "backwards"))


FACTS = EngineFacts(
    name="toy",
    summary=_SUMMARY(),
    make=made_by(f"{__package__}.engine:ToyEngine"),
    takes=settings_of(ToySettings),
    sizes=(2,),
    proves=True,
    tables=(ORDERS,),
)
