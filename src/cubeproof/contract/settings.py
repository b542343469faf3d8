"""`Settings`: the settings of one engine as data; `Options`: the settings of all engines, from a request.

The command's options, the API's fields and the page's controls are generated from them, so a setting is defined once,
in its engine::

    >>> SEED = Template("example.seed", "a number for a walk that can be repeated")
    >>> @dataclass(frozen=True, slots=True)
    ... class WalkSettings(Settings):
    ...     seed: int | None = setting(None, SEED(), kind=int)
    >>> [(entry.name, entry.kind.__name__, entry.default) for entry in settings_of(WalkSettings)]
    [('seed', 'int', None)]
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import Field, dataclass, field, fields
from functools import cache
from numbers import Integral
from typing import Any

from cubeproof.base.argument_checks import wrong
from cubeproof.errors import UsageError
from cubeproof.sentences import Sentence, Template, say

_EVERY = Template(
    "setting.every",
    "find all shortest answers, except those that only differ in the order of turns that commute",
)
_EXTRA = Template("setting.extra", "with all, also find answers that are up to this many turns longer")
_JOBS = Template(
    "setting.jobs",
    "number of threads (search, by default one per core) or processes (sat, by default 1, at most the "
    "larger of 8 and 4 per core)",
)
_KIND = Template(
    "engine.kind",
    "The setting {setting} is {kind?bool:True or False|int:a whole number|float:a number|str:a text}, not {value!r}.",
)
_NEGATIVE_EXTRA = Template(
    "engine.negative-extra", "Answers may be 0 or more turns longer than the shortest, not {extra}."
)

# The accepted types by the annotation of a field, and their name in a TypeError.
_KINDS: dict[str, tuple[type | tuple[type, ...], str]] = {
    "bool": (bool, "True or False"),
    "int": (Integral, "a whole number"),
    "float": ((int, float), "a number"),
    "str": (str, "a text"),
}
# Equal options have one JSON form: 2 and 2.0 turns per second, and numbers of NumPy.
_PLAIN: dict[str, type[int] | type[float]] = {"int": int, "float": float}


@dataclass(frozen=True, slots=True)
class Settings:
    """The base class of engines' settings: frozen dataclasses whose fields are created by `setting`."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting of an engine."""

    name: str
    """Its name in the dataclass."""
    called: str
    """Its name for users, in the command with hyphens."""
    kind: type[bool] | type[int] | type[float] | type[str]
    """Bool, int, float or str."""
    default: bool | int | float | str | None
    """Its default value."""
    help: Sentence
    """Its help text."""
    choices: tuple[str, ...] = ()
    """Its allowed texts; empty for any text."""
    least: float | None = None
    """Its minimum; None for no minimum."""
    above: float | None = None
    """The number that it must exceed; None for no such number."""
    most: float | None = None
    """Its maximum; None for no maximum."""
    metavar: str = ""
    """Placeholder of its value in the command's help."""
    local: bool = False
    """Whether it refers to this machine, for example to a program: the command accepts it, a server does not."""


def setting(
    default: bool | float | str | None,
    help: Sentence,  # noqa: A002 - as argparse and dataclasses call it
    *,
    kind: type[bool] | type[int] | type[float] | type[str] | None = None,
    called: str = "",
    **more: Any,
) -> Any:
    """Return a field of a `Settings` dataclass."""
    facts = {"kind": kind or type(default), "default": default, "help": help, "called": called, **more}
    return field(default=default, metadata={"setting": facts})


def every() -> Any:
    """Return the setting `every`, of engines that can find all shortest answers."""
    return setting(False, _EVERY(), called="all")


def extra() -> Any:
    """Return the setting `extra`, of engines that can also find longer answers: how much longer, in the metric.

    It finds all canonical words that exceed the shortest length by at most `extra`: one order of adjacent turns that
    commute, and no two consecutive turns of one layer. Length, lower bound and optimality of the result still refer to
    the shortest answer.
    """
    return setting(0, _EXTRA(), least=0, metavar="N")


def jobs() -> Any:
    """Return the setting `jobs`, of engines that can work in parallel; None for the engine's default."""
    return setting(None, _JOBS(), kind=int, least=1, metavar="N")


def quick() -> Any:
    """Return the setting `quick`, of engines that can omit the proof: whether to return the first good answer."""
    return setting(False, say("setting.quick", "return the first good answer, without a proof"))


@cache
def settings_of(settings: type[Settings]) -> tuple[Setting, ...]:
    """Return the settings of a dataclass, in its order."""
    entries = []
    for entry in fields(settings):
        if "setting" in entry.metadata:
            facts = dict(entry.metadata["setting"])
            facts["called"] = facts["called"] or entry.name
            entries.append(Setting(name=entry.name, **facts))
    return tuple(entries)


def ensure_jobs(jobs: int | None) -> None:
    """Raise a UsageError if the setting `jobs` is below 1."""
    if jobs is not None and jobs < 1:
        raise UsageError(say("sat.jobs", "There must be 1 process or more, not {jobs}.", jobs=jobs))


@dataclass(frozen=True, slots=True)
class Options:
    """The settings of all engines. Each engine uses its own settings and ignores the others.

    Raises:
        TypeError: a value of another type.
        UsageError: fewer than one job, or a negative `extra`.

    >>> Options(every=True, jobs=2).to_dict()
    {'all': True, 'jobs': 2}
    """

    quick: bool = quick()
    """Whether to return the first good answer, without a proof. An answer from a table is proved anyway."""
    every: bool = every()
    """Whether to find all shortest answers. Of answers that differ only in the order of adjacent turns that commute,
    or in an irrelevant rotation of the cube, one is returned."""
    extra: int = extra()
    """With `every`, the number of turns by which answers may exceed the shortest length."""
    encoding: str = "framed"
    """The encoding of the SAT engine's formulas."""
    solver: str = ""
    """The solver of the SAT engine; "" for the best solver for the encoding."""
    horizon: str = "up"
    """Where the SAT engine starts: "up", "down" or "middle"."""
    jobs: int | None = jobs()
    """The number of threads or processes; None for all cores with `search`, one process with `sat`."""
    table: str = ""
    """The pruning table of `search`; "" for the largest available table."""
    seed: int | None = None
    """The seed of a random search; None for a different search each time."""
    memory: bool = False
    """Whether the random walk avoids visited states."""
    pace: float | None = None
    """The turns per second of the random walk; None for as many as possible."""

    def __post_init__(self) -> None:
        for option in fields(self):
            value = getattr(self, option.name)
            if kind := _missed_kind(option, value):
                raise wrong(option.name, value, _KINDS[kind][1])
            plain = _PLAIN.get(str(option.type).partition(" | ")[0])
            if plain is not None and value is not None:
                object.__setattr__(self, option.name, plain(value))
        ensure_jobs(self.jobs)
        if self.extra < 0:
            raise UsageError(_NEGATIVE_EXTRA(extra=self.extra))

    @classmethod
    def of(cls, values: Mapping[str, object]) -> Options:
        """Read options from values with the names for users; other names are ignored.

        Args:
            values: the values. Missing options get their defaults.

        Raises:
            UsageError: a value of another type, or an invalid value.

        >>> Options.of({"all": True, "seed": 7, "lang": "fr"}).to_dict()
        {'all': True, 'seed': 7}
        """
        members: dict[str, Any] = {}
        for called, option in OPTIONS.items():
            if called in values:
                members[option.name] = value = values[called]
                if kind := _missed_kind(option, value):
                    raise UsageError(_KIND(setting=called, kind=kind, value=value))
        return cls(**members)

    def to_dict(self) -> dict[str, Any]:
        """Return the values that differ from the defaults, with the names for users."""
        return {
            called: getattr(self, option.name)
            for called, option in OPTIONS.items()
            if getattr(self, option.name) != option.default
        }


OPTIONS: Mapping[str, Field[Any]] = {
    option.metadata.get("setting", {}).get("called") or option.name: option for option in fields(Options)
}
"""The fields of `Options` by their names for users."""


def _missed_kind(option: Field[Any], value: object) -> str:
    """Return the type that a value of this option must have, or "" if it has that type."""
    kind, _, optional = str(option.type).partition(" | ")
    if value is None and optional:
        return ""
    fits = isinstance(value, _KINDS[kind][0]) and (kind == "bool" or not isinstance(value, bool))
    # NaN, infinity and numbers beyond the largest float are not valid rates.
    if fits and kind == "float":
        fits = -sys.float_info.max <= value <= sys.float_info.max  # type: ignore[operator] # a number
    return "" if fits else kind
