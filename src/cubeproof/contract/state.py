"""`SearchState`: the state of a search after its newest event."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from cubeproof.contract.events import (
    BoundProved,
    DepthSearched,
    Event,
    HorizonClosed,
    HorizonOpened,
    Improved,
    PartProved,
    Preparing,
    StageClosed,
    Started,
    TableBuilding,
    Walked,
    name_of,
)
from cubeproof.contract.outcome import field_as_json

Activity = Preparing | TableBuilding | DepthSearched | Walked
"""The events that report the current work."""


@dataclass(frozen=True, slots=True)
class Horizon:
    """A formula given to a solver: does an answer of this length exist?"""

    length: int
    """The length."""
    variables: int
    """The variable count of the formula."""
    clauses: int
    """The clause count of the formula."""
    solvable: bool | None = None
    """Whether an answer exists; null while the solver runs, and if it was stopped."""
    seconds: float | None = None
    """The solver's time; null while it runs."""


@dataclass(frozen=True, slots=True)
class SearchState:
    """The state of a search, computed from its events.

    `Control.state` is the state after the newest event. At the end of `solve` it agrees with the solution.

    >>> state = SearchState("sat")
    >>> for event in (HorizonOpened(6, 100, 200), HorizonClosed(6, False, 0.1), BoundProved(7), Improved(9, 7, (1, 2))):
    ...     state = state.after(event)
    >>> state.lower_bound, state.length, state.horizon, state.horizons
    (7, 9, None, (Horizon(length=6, variables=100, clauses=200, solvable=False, seconds=0.1),))
    """

    engine: str = ""
    """The engine that is working."""
    word: tuple[int, ...] | None = None
    """The best answer so far as numbers of generators, or None."""
    turns: str | None = None
    """The best answer so far as text; null if there is no answer."""
    length: int | None = None
    """The length of the best answer so far; null if there is no answer."""
    lower_bound: int = 0
    """The lower bound: no answer is shorter."""
    unverified_solver: str = ""
    """The program that claims the lower bound, empty if the bound is proved."""
    horizon: int | None = None
    """The length of the formula that a solver is working on; null if no solver runs."""
    horizons: tuple[Horizon, ...] = ()
    """The formulas so far, oldest first."""
    stages: tuple[StageClosed, ...] = ()
    """The solved stages of a chain, oldest first."""
    part: PartProved | None = None
    """The progress of the certificate, or null."""
    activity: Activity | None = None
    """The current work; null if no event has reported it."""
    seconds: float = 0.0
    """The seconds from the start of the search to the newest event."""

    @property
    def stage(self) -> StageClosed | None:
        """The solved stage with the highest number, the newest of several; or None."""
        return max(reversed(self.stages), key=lambda stage: stage.number, default=None)

    def after(self, event: Event, seconds: float = 0.0) -> SearchState:
        """Return the state after an event.

        Args:
            event: an event of the search.
            seconds: the seconds from the start of the search to the event.
        """
        changed: dict[str, Any] = {}
        match event:
            case Started(engine):
                changed = {"engine": engine, "horizon": None, "activity": None}
            case Improved(length, lower_bound, word, turns) if self.length is None or length < self.length:
                lower_bound = max(self.lower_bound, lower_bound)
                changed = {"word": word or None, "turns": turns or None, "length": length}
                changed["lower_bound"] = lower_bound
            case HorizonOpened(length, variables, clauses):
                opened = Horizon(length, variables, clauses)
                changed = {"horizon": length, "horizons": (*self.horizons, opened)}
            case HorizonClosed():
                changed = {"horizon": None, "horizons": self._close_horizon(event)}
            case BoundProved(lower_bound, solver) if lower_bound > self.lower_bound:
                changed = {"lower_bound": lower_bound, "unverified_solver": solver}
            case StageClosed():
                changed = {"stages": (*self.stages, event)}
            case PartProved():
                changed = {"part": event}
            case Preparing() | TableBuilding() | DepthSearched() | Walked():
                changed = {"activity": event}
            case _:
                pass
        return replace(self, seconds=seconds, **changed)

    def _close_horizon(self, event: HorizonClosed) -> tuple[Horizon, ...]:
        for index, row in reversed([*enumerate(self.horizons)]):
            if row.length == event.length and row.seconds is None:
                closed = replace(row, solvable=event.solvable, seconds=event.seconds)
                return (*self.horizons[:index], closed, *self.horizons[index + 1 :])
        return self.horizons

    def to_dict(self) -> dict[str, Any]:
        """Return the state as JSON values, without sentences; `activity` has the name of its event.

        >>> SearchState("search").after(DepthSearched(14, 0.25, 1000, 8.5), 2.0).to_dict()["activity"]["event"]
        'depth-searched'
        """
        data = {entry.name: field_as_json(getattr(self, entry.name)) for entry in fields(self)}
        if self.activity is not None:
            data["activity"] = {"event": name_of(type(self.activity)), **data["activity"]}
        data["seconds"] = round(self.seconds, 3)
        for row in (data, data["activity"] or {}, *data["stages"]):
            row.pop("word", None)
        return data


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """Return the changed members of a state's JSON, and always `activity` and `seconds` if present.

    For a list, only the new entries, by index. A server may drop changes that consist only of `activity` and `seconds`.

    >>> changes({"length": 9, "horizons": ["a", "b"]}, {"length": 9, "horizons": ["a", "c", "d"], "seconds": 2.0})
    {'horizons': {'1': 'c', '2': 'd'}, 'seconds': 2.0}
    """
    always = ("activity", "seconds")
    changed = {
        name: value
        for name, value in after.items()
        if name in always or name not in before or before[name] != value
    }
    for name, value in changed.items():
        if isinstance(value, list):
            old = dict(enumerate(before.get(name, ())))
            changed[name] = {str(place): row for place, row in enumerate(value) if row != old.get(place)}
    return changed


def with_changes(before: Mapping[str, Any], changed: Mapping[str, Any]) -> dict[str, Any]:
    """Return a state's JSON after `changes`.

    >>> with_changes({"length": 9, "horizons": ["a", "b"]}, {"horizons": {"1": "c", "2": "d"}, "seconds": 2.0})
    {'length': 9, 'horizons': ['a', 'c', 'd'], 'seconds': 2.0}
    """
    after = {**before, **changed}
    for name, value in before.items():
        if isinstance(value, list) and name in changed:
            rows = {str(place): row for place, row in enumerate(value)} | changed[name]
            after[name] = [rows[str(place)] for place in range(len(rows))]
    return after
