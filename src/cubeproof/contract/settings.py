"""`Settings`: what an engine can be told when it is made, as data.

The options of the command, the fields of the API and the controls of the page are made from it, so a setting is
written down once, where its engine is::

    >>> SEED = Template("example.seed", "a number for a walk that can be repeated")
    >>> @dataclass(frozen=True, slots=True)
    ... class WalkSettings(Settings):
    ...     seed: int | None = setting(None, SEED(), kind=int)
    >>> [(found.name, found.kind.__name__, found.default) for found in settings_of(WalkSettings)]
    [('seed', 'int', None)]
    >>> values(WalkSettings(seed=7))
    {'seed': 7}
"""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any

from cubeproof.sentences import Sentence, Template

_EVERY = Template(
    "setting.every",
    "find all shortest answers, but for those that differ only in the order of turns that may change places",
)
_EXTRA = Template("setting.extra", "with all, also find the answers that are up to so many turns longer")
_JOBS = Template(
    "setting.jobs",
    "how many may share the work: threads for search, all cores by default; processes for sat, one by default, "
    "at most 4 for each core of the machine or 8",
)
_QUICK = Template("setting.quick", "be content with the first good answer, without a proof")


@dataclass(frozen=True, slots=True)
class Settings:
    """The base of every engine's settings, and of `Options`: frozen dataclasses whose fields are made by `setting`."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting of an engine.

    Attributes:
        name: as the dataclass calls it.
        called: as users call it, in the command with hyphens.
        kind: bool, int, float or str.
        default: its value where nobody says anything; None where that means none.
        help: what it is for, the rest of a line.
        choices: the texts that it may be; empty for any.
        least: the least number it may be; None for any.
        above: the number that it must exceed; None for none.
        most: the greatest number it may be; None for any.
        metavar: what stands for its value in the help of the command.
        local: whether it names something of this machine, such as a program: the command takes it, a server does not.
    """

    name: str
    called: str
    kind: type[bool] | type[int] | type[float] | type[str]
    default: bool | int | float | str | None
    help: Sentence
    choices: tuple[str, ...] = ()
    least: float | None = None
    above: float | None = None
    most: float | None = None
    metavar: str = ""
    local: bool = False


def setting(
    default: bool | float | str | None,
    help: Sentence,  # noqa: A002 - as argparse and dataclasses call it
    *,
    kind: type[bool] | type[int] | type[float] | type[str] | None = None,
    called: str = "",
    **more: Any,
) -> Any:
    """A field of a `Settings` dataclass.

    Args:
        default: its value where nobody says anything.
        help: what it is for, the rest of a line.
        kind: its type, where the default is None; else the default's.
        called: as users call it, where that is not the field's name.
        more: what else `Setting` has.
    """
    facts = {"kind": kind or type(default), "default": default, "help": help, "called": called, **more}
    return field(default=default, metadata={"setting": facts})


def every() -> Any:
    """The setting of those engines that can find all shortest answers: whether that is wanted."""
    return setting(False, _EVERY(), called="all")


def extra() -> Any:
    """The setting of those engines that can find longer answers too: how many turns longer, in the metric.

    With it all canonical words are found that are no longer than a shortest one and so many turns: of neighbouring
    turns that may change places one order, and no two turns of one layer in a row. What is said of the length, the
    lower bound and optimality is about the shortest, as ever.
    """
    return setting(0, _EXTRA(), least=0, metavar="N")


def jobs() -> Any:
    """The setting of those engines that can work in parallel; None is for the engine to say."""
    return setting(None, _JOBS(), kind=int, least=1, metavar="N")


def quick() -> Any:
    """The setting of those engines that may leave out the proof: whether the first good answer will do."""
    return setting(False, _QUICK())


def settings_of(settings: type[Settings]) -> tuple[Setting, ...]:
    """The settings that a dataclass has, in its order."""
    found = []
    for one in fields(settings):
        if "setting" in one.metadata:
            facts = dict(one.metadata["setting"])
            facts["called"] = facts["called"] or one.name
            found.append(Setting(name=one.name, **facts))
    return tuple(found)


def values(settings: Settings) -> dict[str, Any]:
    """The values of settings by the names of their fields."""
    return {one.name: getattr(settings, one.name) for one in fields(settings)}
