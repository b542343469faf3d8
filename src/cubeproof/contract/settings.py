"""`Settings`: the settings of one engine, as data; `Options`: the settings of all engines, as a user gives them.

The options of the command, the fields of the API and the controls of the page are made from it, so a setting is
written down once, where its engine is::

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
    "how many may share the work: threads for search, all cores by default; processes for sat, one by default, "
    "at most 4 for each core of the machine or 8",
)
_KIND = Template(
    "engine.kind",
    "The setting {setting} is {kind?bool:True or False|int:a whole number|float:a number|str:a text}, not {value!r}.",
)
_NEGATIVE_EXTRA = Template(
    "engine.negative-extra", "Answers may be 0 or more turns longer than the shortest, not {extra}."
)

# By the annotation of a field: its types, and their name in a TypeError.
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
    """The base of every engine's settings: frozen dataclasses whose fields are made by `setting`."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting of an engine."""

    name: str
    """As the dataclass calls it."""
    called: str
    """As users call it, in the command with hyphens."""
    kind: type[bool] | type[int] | type[float] | type[str]
    """Bool, int, float or str."""
    default: bool | int | float | str | None
    """Its value by default."""
    help: Sentence
    """Help text, the rest of a line."""
    choices: tuple[str, ...] = ()
    """The texts that it may be; empty for any."""
    least: float | None = None
    """The least number it may be; None for any."""
    above: float | None = None
    """The number that it must exceed; None for none."""
    most: float | None = None
    """The greatest number it may be; None for any."""
    metavar: str = ""
    """Placeholder of its value in the command's help."""
    local: bool = False
    """Whether it names something of this machine, such as a program: the command takes it, a server does not."""


def setting(
    default: bool | float | str | None,
    help: Sentence,  # noqa: A002 - as argparse and dataclasses call it
    *,
    kind: type[bool] | type[int] | type[float] | type[str] | None = None,
    called: str = "",
    **more: Any,
) -> Any:
    """A field of a `Settings` dataclass."""
    facts = {"kind": kind or type(default), "default": default, "help": help, "called": called, **more}
    return field(default=default, metadata={"setting": facts})


def every() -> Any:
    """The setting `every` of engines that can find all shortest answers."""
    return setting(False, _EVERY(), called="all")


def extra() -> Any:
    """The setting of those engines that can find longer answers too: how many turns longer, in the metric.

    With it all canonical words are found that exceed a shortest one by at most `extra` turns: of neighbouring
    turns that commute one order, and no two turns of one layer in a row. Statements about the length, the
    lower bound and optimality is about the shortest, as ever.
    """
    return setting(0, _EXTRA(), least=0, metavar="N")


def jobs() -> Any:
    """The setting of those engines that can work in parallel; None is for the engine to say."""
    return setting(None, _JOBS(), kind=int, least=1, metavar="N")


def quick() -> Any:
    """The setting of those engines that may leave out the proof: whether the first good answer will do."""
    return setting(False, say("setting.quick", "be content with the first good answer, without a proof"))


@cache
def settings_of(settings: type[Settings]) -> tuple[Setting, ...]:
    """The settings that a dataclass has, in its order."""
    entries = []
    for entry in fields(settings):
        if "setting" in entry.metadata:
            facts = dict(entry.metadata["setting"])
            facts["called"] = facts["called"] or entry.name
            entries.append(Setting(name=entry.name, **facts))
    return tuple(entries)


def ensure_jobs(jobs: int | None) -> None:
    """Check the setting `jobs`."""
    if jobs is not None and jobs < 1:
        raise UsageError(say("sat.jobs", "There must be 1 process or more, not {jobs}.", jobs=jobs))


@dataclass(frozen=True, slots=True)
class Options:
    """The settings of all engines. Each engine takes its own settings and ignores the other ones.

    Raises:
        TypeError: a value of another type.
        UsageError: fewer than one job, or a negative `extra`.

    >>> Options(every=True, jobs=2).to_dict()
    {'all': True, 'jobs': 2}
    """

    quick: bool = quick()
    """Whether the first good answer will do, without a proof; what a table answers is proved all the same."""
    every: bool = every()
    """Whether to find all shortest answers; one of several answers that differ only in the order of neighbouring turns
    that may change places, or in how the cube is held where that decides nothing."""
    extra: int = extra()
    """With `every`, how many turns longer than the shortest the answers may be."""
    encoding: str = "framed"
    """How the SAT engine writes its formulas."""
    solver: str = ""
    """Solver of the SAT engine; "" for the best one for the encoding."""
    horizon: str = "up"
    """Where the SAT engine starts: "up", "down" or "middle"."""
    jobs: int | None = jobs()
    """How many threads or processes may work at once; None for all cores for `search`, one process for `sat`."""
    table: str = ""
    """The pruning table that `search` takes; "" for the largest that there is."""
    seed: int | None = None
    """A number for a random search that can be repeated."""
    memory: bool = False
    """Whether the random strategy avoids what it has met."""
    pace: float | None = None
    """How many turns per second the random strategy makes, None for as many as it can."""

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
        """Read options from values by the names that users know; other names are ignored.

        Args:
            values: the values. An option that is not among them has its default.

        Raises:
            UsageError: a value of another kind, or one that makes no sense.

        >>> Options.of({"all": True, "seed": 7, "lang": "fr"}).to_dict()
        {'all': True, 'seed': 7}
        """
        given: dict[str, Any] = {}
        for called, option in OPTIONS.items():
            if called in values:
                given[option.name] = value = values[called]
                if kind := _missed_kind(option, value):
                    raise UsageError(_KIND(setting=called, kind=kind, value=value))
        return cls(**given)

    def to_dict(self) -> dict[str, Any]:
        """Return the values that are not the defaults, by the names that users know."""
        return {
            called: getattr(self, option.name)
            for called, option in OPTIONS.items()
            if getattr(self, option.name) != option.default
        }


OPTIONS: Mapping[str, Field[Any]] = {
    option.metadata.get("setting", {}).get("called") or option.name: option for option in fields(Options)
}
"""The fields of `Options` by the names that users know."""


def _missed_kind(option: Field[Any], value: object) -> str:
    """Return the kind that a value of this option must have, "" if it has it."""
    kind, _, optional = str(option.type).partition(" | ")
    if value is None and optional:
        return ""
    fits = isinstance(value, _KINDS[kind][0]) and (kind == "bool" or not isinstance(value, bool))
    # A NaN, an infinity or a number beyond the largest float is no number of turns per second.
    if fits and kind == "float":
        fits = -sys.float_info.max <= value <= sys.float_info.max  # type: ignore[operator] # a number
    return "" if fits else kind
