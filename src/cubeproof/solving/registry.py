"""The engines by name: their rows, and how to make one of what a user gives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields, replace
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING, Any

from cubeproof.base.argument_checks import expect, expect_whole
from cubeproof.contract.engine import Engine
from cubeproof.contract.settings import Setting, Settings, settings_of, values
from cubeproof.errors import InternalError, UsageError
from cubeproof.problem import Problem
from cubeproof.sentences import Template
from cubeproof.solving.auto import AutoEngine

if TYPE_CHECKING:
    from cubeproof.contract.row import Row
    from cubeproof.contract.table import Table
    from cubeproof.sentences import Sentence
    from cubeproof.solving.auto_row import AutoSettings

_NO_ENGINE = Template("engine.unknown", "There is no engine {name!r}; there are {engines}.")
_OTHER_SETTINGS = Template(
    "engine.other-settings", "The engine {engine} has other settings than those in {settings}."
)
_AMBIGUOUS = Template("engine.ambiguous", "Two engines mean different things by the setting {setting}.")
_NO_SETTING = Template("engine.no-setting", "The engine {engine} has no setting {name!r}; it has {settings}.")
_NO_SETTINGS = Template("engine.no-settings", "The engine {engine} has no setting {name!r}; it has none.")
_KIND = Template(
    "engine.kind",
    "The setting {setting} is {kind?bool:True or False|int:a whole number|float:a number|str:a text}, not {value!r}.",
)
_ONE_ANSWER = Template(
    "engine.one-answer",
    "The engine {engine} looks for one answer; all shortest ones are found by {engines:and}.",
)
_QUICK_OR_ALL = Template(
    "engine.quick-or-all",
    "Either the first good answer is wanted (quick) or all shortest ones (all), not both.",
)
_EXTRA_OF_ALL = Template(
    "engine.extra-of-all",
    "The setting extra says how much longer the answers may be that all finds: give all with it.",
)
_NEGATIVE_EXTRA = Template(
    "engine.negative-extra", "Answers may be 0 or more turns longer than the shortest, not {extra}."
)

_TAKES = Template(
    "reach.takes",
    "A scrambled cube of {size} layers may take {minutes:g} minutes, and its answer is not proved to be a shortest "
    "one.",
)
_BEYOND = Template(
    "reach.beyond",
    "A scrambled cube of {size} layers is out of reach: the engines solve any cube of {most} layers or fewer. With "
    "more layers there is an answer if about {turns} turns or fewer are enough.",
)

# Where the engines are, in the order in which they are shown.
_FOLDERS = (
    "table",
    "sat",
    "search",
    "sat.stages",
    "walk",
)


class _Rows(Mapping[str, "Row"]):
    """The rows, loaded when the first is asked for: `import cubeproof` asks for none."""

    @cached_property
    def _rows(self) -> dict[str, Row]:
        modules = ["cubeproof.solving.auto_row", *(f"cubeproof.engines.{folder}.row" for folder in _FOLDERS)]
        rows: list[Row] = [import_module(module).ROW for module in modules]
        return {row.name: row for row in rows}

    def __getitem__(self, name: str) -> Row:
        return self._rows[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._rows)

    def __len__(self) -> int:
        return len(self._rows)


ENGINES: Mapping[str, Row] = _Rows()
"""The engines' rows, by their names."""


@dataclass(frozen=True, slots=True)
class Options(Settings):
    """The settings that the engines of cubeproof have; each takes those that it knows, and does without the others.

    Attributes:
        quick: whether the first good answer will do, without a proof; what a table answers is proved all the same.
        every: whether all shortest answers are wanted; of those that differ only in neighbouring turns that may
            change places, or in how the cube is held meanwhile where that decides nothing, one.
        extra: with `every`, how many turns longer than the shortest answers may be that are wanted as well.
        encoding: how the SAT engine writes its formulas.
        solver: what the SAT engine solves them with; "" for the best one for the encoding.
        horizon: where the SAT engine begins: "up", "down" or "middle".
        jobs: how many threads or processes may work at once; None for all cores for `search`, one process for `sat`.
        table: the pruning table that `search` takes; "" for the largest that there is.
        seed: a number for a random search that can be repeated.
        memory: whether the random strategy avoids what it has met.
        pace: how many turns per second the random strategy makes, None for as many as it can.
    """

    quick: bool = False
    every: bool = False
    extra: int = 0
    encoding: str = "framed"
    solver: str = ""
    horizon: str = "up"
    jobs: int | None = None
    table: str = ""
    seed: int | None = None
    memory: bool = False
    pace: float | None = None

    def __post_init__(self) -> None:
        texts = {
            "encoding": "an encoding",
            "solver": "a solver",
            "horizon": "a horizon",
            "table": "a table",
        }
        for name, wanted in texts.items():
            expect(name, getattr(self, name), str, f"the name of {wanted}")
        expect_whole("extra", self.extra)
        if self.jobs is not None:
            expect_whole("jobs", self.jobs)
        expect("seed", self.seed, (int, type(None)), "a whole number")
        expect("pace", self.pace, (int, float, type(None)), "a number of turns per second")


@dataclass(frozen=True, slots=True)
class Reach:
    """What is to be expected for a scrambled cube, its usual turns and the solved goal.

    Attributes:
        size: the number of layers.
        engine: the engine that solves any such cube, None if there is none.
        seconds: how long that may take; None where it takes no longer than searches usually do.
        sentence: what people should know of it before they begin; None if that is nothing.
    """

    size: int
    engine: str | None
    seconds: float | None
    sentence: Sentence | None


def reach(size: int) -> Reach:
    """What the engines can do for a scrambled cube of a size, as their rows say.

    >>> reach(3).engine, reach(4).engine, reach(4).seconds
    ('search', 'stages', 300)
    >>> reach(6).engine is None, str(reach(6).sentence).partition(":")[0]
    (True, 'A scrambled cube of 6 layers is out of reach')
    """
    rows = [ENGINES[name] for name in ENGINES["auto"].asks]
    for found in rows:
        if size in found.any_cube:
            seconds = found.seconds.get(size)
            said = None if seconds is None else _TAKES(size=size, minutes=seconds / 60)
            return Reach(size, found.name, seconds, said)
    most = max(max(found.any_cube, default=0) for found in rows)
    turns = max(found.short_ways or 0 for found in rows)
    return Reach(size, None, None, _BEYOND(size=size, most=most, turns=turns))


def row(name: str) -> Row:
    """The row of the engine with this name.

    Raises:
        UsageError: there is none.

    >>> row("search").sizes
    (3,)
    """
    if name not in ENGINES:
        raise UsageError(_NO_ENGINE(name=name, engines=list(ENGINES)))
    return ENGINES[name]


def engine(name: str, options: Settings | Mapping[str, object] | None = None) -> Engine:
    """The engine with this name.

    Args:
        name: its name.
        options: `Options`, of which it takes what it knows; its own settings, as their dataclass or by their
            names; by default, what they are by default.

    Raises:
        UsageError: there is no such engine, a setting that it does not have, or one that makes no sense.

    >>> engine("walk", {"seed": 7}).name
    'walk'
    >>> engine("walk", {"encoding": "framed"})
    Traceback (most recent call last):
    cubeproof.errors.UsageError: The engine walk has no setting 'encoding'; it has memory, seed, pace.
    """
    found = row(name)
    if options is None:
        return _made(found, found.settings())
    if isinstance(options, Mapping):
        return _made(found, _named(found, options))
    own = found.settings is not Settings and isinstance(options, found.settings)
    if not own and type(options) not in (Options, Settings):
        raise UsageError(_OTHER_SETTINGS(engine=name, settings=type(options).__name__))
    if isinstance(options, Options) and options.every:
        _ensure_finds_all(found)
    return _made(found, _own(found, values(options)))


def quickly(
    name: str, options: Settings | Mapping[str, object] | None = None
) -> Settings | Mapping[str, object]:
    """An engine's settings, as `engine` takes them, with the wish to be quick.

    Raises:
        UsageError: there is no such engine, or it does not have that setting.

    >>> quickly("search", {"jobs": 1})
    {'jobs': 1, 'quick': True}
    """
    known = settings_of(row(name).settings)
    if "quick" not in {one.name for one in known}:
        _named(row(name), {"quick": True})
    if options is None or isinstance(options, Mapping):
        return {**(options or {}), "quick": True}
    if any(one.name == "quick" for one in fields(options)):
        return replace(options, quick=True)  # type: ignore[call-arg] # as was just seen
    return {**values(options), "quick": True}


def settings_asked(name: str, asked: Mapping[str, object]) -> Settings:
    """The settings of an engine, out of all that a user asks for under the names that users know.

    Args:
        name: the engine.
        asked: what was asked, other things too; an engine does without the settings that it does not know.

    Raises:
        UsageError: there is no such engine, it cannot find all answers, or a setting is of another kind.

    >>> settings_asked("walk", {"seed": 7, "encoding": "framed", "all": False})
    WalkSettings(memory=False, seed=7, pace=None)
    """
    found = row(name)
    if asked.get("all"):
        _ensure_finds_all(found)
    for setting in found.takes:
        if setting.called in asked:
            _ensure_kind(setting, asked[setting.called])
    return found.settings(**{one.name: asked[one.called] for one in found.takes if one.called in asked})


def settings_given(values_by_name: Mapping[str, object]) -> dict[str, Any]:
    """The settings of engines among values by the names that users know.

    >>> settings_given({"seed": 7, "lang": "fr", "all": False})
    {'all': False, 'seed': 7}
    """
    names = [setting.called for setting in all_settings()]
    return {name: values_by_name[name] for name in names if name in values_by_name}


def all_settings() -> tuple[Setting, ...]:
    """The settings of all engines, each once, with the engines' order.

    >>> [found.called for found in all_settings()]
    ['encoding', 'solver', 'horizon', 'jobs', 'all', 'extra', 'quick', 'table', 'memory', 'seed', 'pace']
    """
    found: dict[str, Setting] = {}
    for one in (setting for row in ENGINES.values() for setting in row.takes):
        if found.setdefault(one.called, one) != one:
            raise InternalError(_AMBIGUOUS(setting=one.called))
    return tuple(found.values())


def all_tables() -> Iterator[tuple[Row, Table]]:
    """The tables that engines keep, each with the engine's row."""
    for found in ENGINES.values():
        for table in found.tables:
            yield found, table


def is_read_off(name: str, problem: Problem) -> bool:
    """Whether this engine answers such a problem in moments, since it knows every state, or asks one that does."""
    return any(
        row(asked).exhaustive and engine(asked).supports(problem) is None for asked in (name, *row(name).asks)
    )


def takes_cores(name: str, problem: Problem) -> bool:
    """Whether all cores will work on such a problem unless it is said how many may."""
    return not is_read_off(name, problem) and any(
        row(asked).takes_cores and engine(asked).supports(problem) is None
        for asked in (name, *row(name).asks)
    )


def auto(settings: AutoSettings) -> AutoEngine:
    """The engine that asks others, with what they know of its settings."""
    return AutoEngine(
        lambda name: row(name).make(_own(row(name), values(settings))),
        settings.every,
        settings.quick,
        row("search").proves,
        _answers_only,
        _may_take,
        _beyond,
    )


def _may_take(name: str, problem: Problem) -> bool:
    """Whether an engine may take such a problem, by the sizes in its row: without loading the engine."""
    sizes, cube = row(name).sizes, problem.cube_map
    if name == "stages":
        # Their answers are not proved: only where no other engine solves any cube.
        return cube is not None and reach(cube.size).engine == name
    return sizes is None or (cube is not None and cube.size in sizes)


def _answers_only(problem: Problem) -> bool:
    """Whether the search answers such a problem and does not prove its answer."""
    if not _may_take("search", problem):
        return False
    from cubeproof.engines.search.engine import SearchEngine

    engine = SearchEngine()
    return engine.supports(problem) is None and not engine.proves(problem)


def _beyond(problem: Problem) -> Sentence | None:
    """Why a problem is out of reach unless a few turns are enough, None if that is not known."""
    cube = problem.cube_map
    if cube is None or (said := reach(cube.size)).engine is not None:
        return None
    from cubeproof.engines.sat.stages.cube_view import is_whole

    return said.sentence if is_whole(problem) else None


def _made(found: Row, settings: Settings) -> Engine:
    """An engine, of settings that agree with one another."""
    quick, every, extra = (getattr(settings, name, 0) for name in ("quick", "every", "extra"))
    if quick and every:
        raise UsageError(_QUICK_OR_ALL())
    if extra < 0:
        raise UsageError(_NEGATIVE_EXTRA(extra=extra))
    if extra and not every:
        raise UsageError(_EXTRA_OF_ALL())
    return found.make(settings)


def _own(found: Row, given: Mapping[str, object]) -> Settings:
    """What an engine knows of some settings."""
    return found.settings(
        **{one.name: given[one.name] for one in fields(found.settings) if one.name in given}
    )


def _named(found: Row, given: Mapping[str, object]) -> Settings:
    """Settings by their names, all of which the engine knows."""
    known = {one.name: one for one in settings_of(found.settings)}
    for name, value in given.items():
        if name not in known:
            raise UsageError(
                _NO_SETTING(engine=found.name, name=name, settings=list(known))
                if known
                else _NO_SETTINGS(engine=found.name, name=name)
            )
        _ensure_kind(known[name], value)
    return _own(found, given)


def _ensure_kind(setting: Setting, value: object) -> None:
    """A bool is no number, and a whole number will do for any."""
    if value is None and setting.default is None:
        return
    kinds = (int, float) if setting.kind is float else (setting.kind,)
    if not isinstance(value, kinds) or (isinstance(value, bool) and setting.kind is not bool):
        raise UsageError(_KIND(setting=setting.name, kind=setting.kind.__name__, value=value))


def _ensure_finds_all(found: Row) -> None:
    if not found.finds_all:
        able = [one.name for one in ENGINES.values() if one.finds_all]
        raise UsageError(_ONE_ANSWER(engine=found.name, engines=able))
