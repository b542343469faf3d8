"""`EngineFacts`: the facts of an engine that are available before the engine is loaded.

Every engine has its `FACTS` in the `facts.py` of its folder, and a line in `solving/registry.py`. The command's help,
the API's document, the page, `cubeproof tables` and `cubeproof doctor` read them, so a `facts.py` imports nothing
that loads slowly. Its tables and preparation steps may be a `LazySequence`, since a search rarely reads them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from typing import TYPE_CHECKING

from cubeproof.contract.outcome import Statistics
from cubeproof.contract.settings import Options, Setting, settings_of
from cubeproof.sentences import Sentence, Template

if TYPE_CHECKING:
    from cubeproof.contract.engine import Engine
    from cubeproof.contract.preparation import Preparation
    from cubeproof.contract.table import Table


def _accept(_: Options) -> None:
    """Accept all values of settings."""


@dataclass(frozen=True)
class EngineFacts:
    """The facts of an engine. None means no restriction.

    They concern the size, the metric and the goal of a problem; `Engine.read` examines the whole problem.
    """

    name: str
    """Its name in commands and requests."""
    summary: Sentence
    """Short description, without a full stop."""
    make: Callable[[Options], Engine]
    """Creates the engine from the options that are its settings."""
    takes: tuple[Setting, ...] = ()
    """Its settings, in order."""
    ensure: Callable[[Options], object] = _accept
    """Raises a UsageError for a value that a setting does not have: `auto` calls it before it loads the engine."""
    sizes: tuple[int, ...] | None = None
    """The supported sizes of cubes."""
    metrics: tuple[str, ...] | None = None
    """The supported metrics."""
    goals: tuple[str, ...] | None = None
    """The supported named goals."""
    any_cube: tuple[int, ...] = ()
    """The sizes of which it solves every cube to the solved goal by the usual turns."""
    seconds: Mapping[int, float] = field(default_factory=dict, hash=False)
    """The seconds that this may take, by size, for sizes that take unusually long."""
    expected_seconds: Callable[[int | None, int], float] | None = None
    """Returns the expected seconds to decide a length, from the layers of a cube (None for another puzzle) and the
    length. None if its time does not depend on the length."""
    proves: bool = False
    """Whether it can prove on this machine that an answer is shortest."""
    at_once: bool = False
    """Whether it answers in moments, after its tables are built."""
    exhaustive: bool = False
    """Whether its table covers every state, so that all answers and their proof take moments. Other engines are
    compared with it."""
    writes_formulas: bool = False
    """Whether it writes formulas."""
    asks: tuple[str, ...] = ()
    """The engines that it queries, in order, if it combines other engines."""
    tables: Sequence[Table] = ()
    """Its stored tables. It may also build other tables, for rarely used turns."""
    preparations: Sequence[Preparation] = ()
    """Its preparation steps, which a machine takes once, in the order in which searches need them."""
    statistics: type[Statistics] | None = None
    """The dataclass of its statistics, or None."""
    gives_up: Template | None = None
    """The message if it gives up without an answer; its fields are the fields of the statistics. None for the usual
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
    """Return a function that creates an engine from the options that are its settings; others keep their defaults."""
    module, _, name = where.partition(":")

    def make(options: Options) -> Engine:
        engine_class = getattr(import_module(module), name)
        settings = settings_of(engine_class)
        names = [entry.name for entry in settings if hasattr(options, entry.name)]
        engine: Engine = engine_class(**{name: getattr(options, name) for name in names})
        return engine

    return make
