"""`Row`: what is to be known of an engine before it is loaded.

Every engine has one, as `ROW` in the `row.py` of its folder, and `solving/registry.py` has a line for each. The
help of the command, the document of the API, what the page offers, `cubeproof tables` and `cubeproof doctor`
are made from them; so a `row.py` imports nothing that takes its time.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib import import_module

from cubeproof.contract.engine import Engine
from cubeproof.contract.preparation import Preparation
from cubeproof.contract.settings import Options, Setting, settings_of
from cubeproof.contract.statistics import Statistics
from cubeproof.contract.table import Table
from cubeproof.sentences import Sentence, Template


@dataclass(frozen=True)
class Row:
    """The facts of an engine. None means no restriction.

    Of a problem these facts say what can be said by its size, metric and goal; `Engine.read` looks at all of it.
    """

    name: str
    """As users call it."""
    summary: Sentence
    """Short description, without a full stop."""
    make: Callable[[Options], Engine]
    """Makes the engine, by those options that are its settings."""
    takes: tuple[Setting, ...] = ()
    """Its settings, in order."""
    sizes: tuple[int, ...] | None = None
    """The numbers of layers of the cubes that it takes."""
    metrics: tuple[str, ...] | None = None
    """The metrics that it counts in."""
    goals: tuple[str, ...] | None = None
    """The goals with a name that it goes for."""
    any_cube: tuple[int, ...] = ()
    """The sizes of which it solves any cube, however scrambled, to the solved goal by the usual turns."""
    seconds: Mapping[int, float] = field(default_factory=dict, hash=False)
    """How long that may take, by size, where it is longer than a search usually takes."""
    short_ways: int | None = None
    """Number of turns up to which it finds answers within about a minute on any supported size; None if it does
    not depend on the length of the way."""
    proves_up_to: int | None = None
    """The turns up to which a proof takes minutes; beyond, `auto` asks for one only where the time is limited. None if
    its proofs do not depend on the length."""
    proves_large: int | None = None
    """The same on more than three layers."""
    beyond_seconds: float | None = None
    """How long `auto` lets it look for a short way where no engine solves a scrambled cube, if there is no limit."""
    first_seconds: float = 0.0
    """How long `auto` lets an engine that proves look for a short way before this one starts; no longer than
    `first_share` of a limited time."""
    first_share: float = 0.0
    """See `first_seconds`."""
    unproved_share: float = 1.0
    """The share of a limited time that `auto` gives it where this machine lacks what its proofs need."""
    proves: bool = False
    """Whether it can prove on this machine that an answer is a shortest one: a row may look for what it needs."""
    at_once: bool = False
    """Whether it has an answer in moments, once its tables are there."""
    exhaustive: bool = False
    """Whether it knows every state, so that all answers and their proof take but moments; then others are measured by
    it."""
    writes_formulas: bool = False
    """Whether it writes formulas."""
    asks: tuple[str, ...] = ()
    """The engines that it asks, in order, if it is made of others."""
    tables: tuple[Table, ...] = ()
    """The tables that it stores. It may also build others, for rarely used turns."""
    preparations: tuple[Preparation, ...] = ()
    """The steps in which a machine gets ready for it, once, in the order of need."""
    statistics: type[Statistics] | None = None
    """The dataclass of its statistics, or None."""
    gives_up: Template | None = None
    """The message when it gives up without an answer; its fields are the fields of the statistics. None for the usual
    sentence."""

    @property
    def finds_all(self) -> bool:
        """Whether it can find all shortest answers."""
        return self.has("every")

    def has(self, setting: str) -> bool:
        """Whether it has a setting, by the name of its field."""
        return any(entry.name == setting for entry in self.takes)

    def suits(self, size: int) -> bool:
        """Whether it takes cubes of this size."""
        return self.sizes is None or size in self.sizes


def made_by(where: str) -> Callable[[Options], Engine]:
    """Return a function that makes an engine of those options that are its settings; others keep their defaults."""
    module, _, name = where.partition(":")

    def make(options: Options) -> Engine:
        engine_class = getattr(import_module(module), name)
        settings = settings_of(engine_class)
        names = [entry.name for entry in settings if hasattr(options, entry.name)]
        engine: Engine = engine_class(**{name: getattr(options, name) for name in names})
        return engine

    return make
