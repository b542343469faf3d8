"""The registry of engines by name: their facts, and creating an engine from a name and options."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from typing import TYPE_CHECKING

from cubeproof.base.argument_checks import expect
from cubeproof.contract.engine import Attempt, Engine, Expected
from cubeproof.contract.engine_facts import EngineFacts
from cubeproof.contract.settings import Options, Setting
from cubeproof.errors import InternalError, UsageError
from cubeproof.sentences import Template, say

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from cubeproof.contract.control import Control
    from cubeproof.contract.outcome import Bounds, Outcome
    from cubeproof.contract.table import Table
    from cubeproof.problem import Problem
    from cubeproof.solving.portfolio import Portfolio

_NO_ENGINE = Template("engine.unknown", "There is no engine {name!r}; there are {engines}.")
_BROKEN_PLUGIN = Template(
    "engine.broken-plugin", "The package of the engine {name} cannot be used: {reason}."
)
_AMBIGUOUS = Template("engine.ambiguous", "Two engines define the setting {setting} differently.")
_NO_SETTING = Template("engine.no-setting", "The engine {engine} has no setting {name!r}; it has {settings}.")
_NO_SETTINGS = Template(
    "engine.no-settings", "The engine {engine} has no setting {name!r}; it has no settings."
)
_ONE_ANSWER = Template(
    "engine.one-answer",
    "The engine {engine} finds only one answer; all shortest answers are found by {engines:and}.",
)
_QUICK_OR_ALL = Template(
    "engine.quick-or-all",
    "Request either the first good answer (quick) or all shortest ones (all), not both.",
)

# The folders of the engines, in the order in which users see them.
_FOLDERS = (
    "table",
    "sat",
    "search",
    "sat.stages",
    "large",
    "chain",
    "walk",
)

# The engines that `auto` runs, in the order in which their attempts are compared.
_AUTO = ("table", "search", "sat", "stages", "large", "chain")


def _facts_of_auto(engines: Sequence[EngineFacts], make: Callable[[Options], Engine]) -> EngineFacts:
    """Return the facts of `auto`, which runs these engines in their order."""
    # The settings of `sat` are first.
    by_setting = sorted(engines, key=lambda facts: facts.name != "sat")
    return EngineFacts(
        name="auto",
        summary=say(
            "auto.summary",
            "a table for the 2×2×2; else a short answer at once, then its proof; for scrambled cubes of 4 and 5 layers "
            "phases, of more layers cycles of three pieces",
        ),
        make=make,
        takes=tuple(dict.fromkeys(setting for facts in by_setting for setting in facts.takes)),
        proves=True,
        writes_formulas=True,
        asks=tuple(facts.name for facts in engines),
    )


class _FactsByName(Mapping[str, "EngineFacts"]):
    """The facts of the engines, loaded at the first access, so that `import cubeproof` loads none."""

    @cached_property
    def _by_name(self) -> dict[str, EngineFacts]:
        engines: list[EngineFacts] = [
            import_module(f"cubeproof.engines.{folder}.facts").FACTS for folder in _FOLDERS
        ]
        by_name = {facts.name: facts for facts in engines}
        return {"auto": _facts_of_auto([by_name[name] for name in _AUTO], auto), **by_name}

    def __getitem__(self, name: str) -> EngineFacts:
        return self._by_name[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_name)

    def __len__(self) -> int:
        return len(self._by_name)


ENGINES: Mapping[str, EngineFacts] = _FactsByName()
"""The facts of the engines, by name."""


def usual_engine(size: int) -> str | None:
    """Return the engine with which `auto` solves every cube of a size, with the usual turns and the solved goal.

    >>> usual_engine(3), usual_engine(4)
    ('search', 'large')
    """
    engines = [ENGINES[name] for name in ENGINES["auto"].asks]
    return next((facts.name for facts in engines if size in facts.any_cube), None)


def engine_facts(name: str) -> EngineFacts:
    """Return the facts of the engine with this name, from cubeproof or from another package.

    A package provides an engine by an entry point with the engine's name in the group `cubeproof.engines`; its value is
    an `EngineFacts`.

    >>> engine_facts("search").sizes
    (3,)
    """
    if name not in ENGINES:
        # This import is slower than the facts of all engines.
        from importlib.metadata import entry_points

        for entry in entry_points(group="cubeproof.engines", name=name):
            return _plugin(entry)
        raise UsageError(_NO_ENGINE(name=name, engines=list(ENGINES)))
    return ENGINES[name]


def _plugin(entry: EntryPoint) -> EngineFacts:
    try:
        plugin = entry.load()
    except Exception as error:
        raise UsageError(
            _BROKEN_PLUGIN(name=entry.name, reason=f"{type(error).__name__}: {error}")
        ) from error
    if not isinstance(plugin, EngineFacts):
        raise UsageError(_BROKEN_PLUGIN(name=entry.name, reason=f"{entry.value} is not an EngineFacts"))
    return plugin


def engine(name: str, options: Options | None = None) -> Engine:
    """Create the engine with this name.

    >>> engine("walk", Options(seed=7)).name
    'walk'
    """
    expect("options", options, (Options, type(None)), "an Options")
    facts, options = engine_facts(name), options or Options()
    if options.every and not facts.finds_all:
        able = [other_facts.name for other_facts in ENGINES.values() if other_facts.finds_all]
        raise UsageError(_ONE_ANSWER(engine=facts.name, engines=able))
    if options.every and options.quick and facts.has("quick"):
        raise UsageError(_QUICK_OR_ALL())
    if options.extra and not options.every and facts.has("extra"):
        raise UsageError(say("engine.extra-of-all", "`--extra` only applies together with `--all`."))
    return facts.make(options)


def ensure_quick(name: str) -> None:
    """Raise a UsageError if an engine does not have the setting `quick`."""
    if not (facts := engine_facts(name)).has("quick"):
        names = [setting.name for setting in facts.takes]
        if not names:
            raise UsageError(_NO_SETTINGS(engine=name, name="quick"))
        raise UsageError(_NO_SETTING(engine=name, name="quick", settings=names))


def all_settings() -> tuple[Setting, ...]:
    """Return the settings of all engines, each once, in the order of the engines.

    >>> [setting.called for setting in all_settings()]
    ['encoding', 'solver', 'horizon', 'jobs', 'all', 'extra', 'quick', 'table', 'memory', 'seed', 'pace']
    """
    settings: dict[str, Setting] = {}
    for facts in ENGINES.values():
        for setting in facts.takes:
            if settings.setdefault(setting.called, setting) != setting:
                raise InternalError(_AMBIGUOUS(setting=setting.called))
    return tuple(settings.values())


def all_tables() -> Iterator[tuple[EngineFacts, Table]]:
    """Yield the stored tables of all engines, each with the engine's facts."""
    for facts in ENGINES.values():
        for table in facts.tables:
            yield facts, table


def answers_at_once(name: str, size: int) -> bool:
    """Whether an engine, or one that it combines, answers any question about a cube of this size in moments.

    >>> answers_at_once("auto", 2), answers_at_once("sat", 2), answers_at_once("auto", 50)
    (True, False, False)
    """
    facts = engine_facts(name)
    return any(facts.at_once and facts.suits(size) for facts in (facts, *map(engine_facts, facts.asks)))


def is_read_off(attempt: Attempt) -> bool:
    """Whether an attempt only looks the answer up: a table covers every state, and the proof takes moments."""
    return attempt.answers_any and attempt.proof is Expected.MOMENTS


def auto(options: Options) -> Portfolio:
    """Create the engine `auto`, with these options for its engines."""
    from cubeproof.solving.portfolio import Portfolio

    engines = tuple(map(engine_facts, ENGINES["auto"].asks))
    # The engines are created when they are used, but a misspelt setting is refused at once.
    for facts in engines:
        facts.ensure(options)
    return Portfolio(engines, options, _suits, _short_answers)


def _suits(facts: EngineFacts, problem: Problem) -> bool:
    """Whether `auto` uses an engine for a problem, by its facts, without loading the engine."""
    # An engine that solves every cube of some sizes is used for the sizes that no earlier engine solves.
    if facts.sizes is None:
        return True
    cube = problem.cube_map
    return (
        cube is not None
        and cube.size in facts.sizes
        and (not facts.any_cube or usual_engine(cube.size) == facts.name)
    )


def _short_answers(problem: Problem, bounds: Bounds, control: Control, options: Options) -> Outcome:
    """Search all words up to a cost that takes a moment."""
    # NumPy's arrays of words are not needed for a table look-up.
    from cubeproof.methods.words.short_answers import short_answers

    return short_answers(
        problem, bounds, control, every=options.every, extra=options.extra, quick=options.quick
    )
