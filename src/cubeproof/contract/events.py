"""Progress events of engines: small typed values, sent to a callback.

A callback may take its time, since the engine waits for it, and may raise to stop the search.
"""

from collections.abc import Callable
from dataclasses import dataclass, field

from cubeproof.sentences import Sentence, Template, say

_LAYER_COUNTED = Template(
    "event.layer-counted", "distance {depth}: {states:,} {states?one:state|other:states}"
)
_HORIZON_OPENED = Template(
    "event.horizon-opened", "an answer in {length} turns? ({variables:,} variables, {clauses:,} clauses)"
)
_HORIZON_CLOSED = Template(
    "event.horizon-closed",
    "an answer in {length} turns?  {solvable?true:yes|false:no|none:given up}, after {seconds:.2f} s",
)
_IMPROVED = Template("event.improved", "an answer of {length} turns; {lower_bound} or more are needed")
_IMPROVED_TO = Template(
    "event.improved-to", "an answer of {length} turns: {turns}; {lower_bound} or more are needed"
)
_BOUND_PROVED = Template("event.bound-proved", "{lower_bound} or more turns are needed")
_STAGE_CLOSED = Template(
    "event.stage-closed",
    "{name}: {length} turns, {shortest?true:the fewest|false:perhaps not the fewest}, after {seconds:.2f} s",
)
_TABLE_BUILDING = Template(
    "event.table-building",
    "getting ready (only once): {percent:.0f} % of the table {table}"
    "{seconds_left?none:|other:, about {seconds_left:.0f} s to go}",
)
_DEPTH_SEARCHED = Template(
    "event.depth-searched",
    "an answer in {length} turns?  {percent:.0f} % searched, {rate:.1f} million cubes a second"
    "{seconds_left?none:|other:, about {seconds_left:.0f} s to go}",
)
_WALKED = Template("event.walked", "{turns:,} turns at random, {met_again:,} times somewhere seen before")
_PART_CHECKED = Template(
    "event.part-checked", "part {part} of {parts} holds: {lemmas:,} {lemmas?one:lemma|other:lemmas}"
)


@dataclass(frozen=True, slots=True)
class Started:
    """An engine starts."""

    engine: str
    """Its name."""


@dataclass(frozen=True, slots=True)
class LayerCounted:
    """A breadth-first search has finished a layer."""

    depth: int
    """The distance from the start."""
    states: int
    """How many states are at it."""


@dataclass(frozen=True, slots=True)
class HorizonOpened:
    """A formula is handed to a solver."""

    length: int
    """The length that it asks for."""
    variables: int
    """Its size."""
    clauses: int
    """Likewise."""


@dataclass(frozen=True, slots=True)
class HorizonClosed:
    """A question is settled, or was left."""

    length: int
    """The length that was asked for."""
    solvable: bool | None
    """Whether there is an answer of it; None if the solver was stopped before it knew."""
    seconds: float
    """How long that took."""


@dataclass(frozen=True, slots=True)
class Improved:
    """An answer was found that is shorter than any before."""

    length: int
    """Its length."""
    lower_bound: int
    """The bound proved so far."""
    word: tuple[int, ...] = field(default=(), compare=False)
    """The answer as the numbers of the problem's generators."""
    turns: str = field(default="", compare=False)
    """The answer as people write it. Engines leave that to `solve`, which replays it first."""


@dataclass(frozen=True, slots=True)
class BoundProved:
    """A lower bound of the length has been proved."""

    lower_bound: int
    """How many."""
    unverified_solver: str = ""
    """The program on whose word that stands, "" if it is proved."""


@dataclass(frozen=True, slots=True)
class Preparing:
    """A step starts that this machine takes once: tables are built, and loops turned into machine code."""

    step: int
    """Its number, from 1."""
    steps: int
    """The number of steps."""
    seconds_left: float | None = None
    """Estimate of the seconds that it takes."""


@dataclass(frozen=True, slots=True)
class TableBuilding:
    """A table is being built."""

    table: str
    """Its name."""
    share: float
    """How much of it is done, from 0 to 1."""
    seconds_left: float | None = None
    """Estimate of the seconds left; None while there is no estimate."""


@dataclass(frozen=True, slots=True)
class DepthSearched:
    """A search for all answers of one length goes on."""

    length: int
    """The length."""
    share: float
    """How much of it is searched, from 0 to 1."""
    cubes: int
    """How many cubes were looked at so far, shorter lengths too."""
    rate: float
    """How many millions of them in a second."""
    seconds_left: float | None = None
    """Estimate of the seconds that the rest of this length takes; None while there is no estimate."""


@dataclass(frozen=True, slots=True)
class StageClosed:
    """A stage of a chain is solved."""

    name: Sentence
    """The stage's goal in words."""
    length: int
    """The length of its answer."""
    shortest: bool
    """Whether that is proved to be its shortest one."""
    seconds: float
    """How long it took."""
    number: int = 0
    """Which of the stages it is, from 1."""
    stages: int = 0
    """How many there are."""
    word: tuple[int, ...] = field(default=(), compare=False)
    """The answers to it and to all stages before it, as the numbers of the problem's generators."""
    turns: str = field(default="", compare=False)
    """The answers to it and to all stages before it, as people write them. Engines leave that to `solve`."""


@dataclass(frozen=True, slots=True)
class Walked:
    """The random strategy goes on."""

    turns: int
    """How many turns were made."""
    met_again: int
    """After how many the configuration was one met before."""
    word: tuple[int, ...] = field(default=(), compare=False)
    """The turns since the last such event, as the numbers of the problem's generators."""


@dataclass(frozen=True, slots=True)
class PartProved:
    """A part of a certificate is written."""

    done: int
    """How many are written by now."""
    parts: int
    """How many there will be."""


@dataclass(frozen=True, slots=True)
class PartChecked:
    """A part of a certificate holds."""

    part: int
    """Its number, from 1."""
    parts: int
    """How many there are."""
    lemmas: int
    """How many lemmas were checked."""


@dataclass(frozen=True, slots=True)
class Note:
    """Something the user should know."""

    sentence: Sentence
    """The note."""


Event = (
    Started
    | LayerCounted
    | HorizonOpened
    | HorizonClosed
    | Improved
    | BoundProved
    | StageClosed
    | Preparing
    | TableBuilding
    | DepthSearched
    | Walked
    | PartProved
    | PartChecked
    | Note
)
Progress = Callable[[Event], None]


def name_of(kind: type) -> str:
    """Return the name under which events of a class are sent: the class name with hyphens.

    >>> name_of(HorizonOpened)
    'horizon-opened'
    """
    letters = (f"-{letter.lower()}" if letter.isupper() else letter for letter in kind.__name__)
    return "".join(letters).removeprefix("-")


def sentence(event: Event) -> Sentence:
    """An event in words.

    >>> sentence(HorizonClosed(6, False, 0.251)), sentence(Improved(9, 7))
    ('an answer in 6 turns?  no, after 0.25 s', 'an answer of 9 turns; 7 or more are needed')
    """
    match event:
        case Started(engine):
            return say("event.started", "engine {engine}", engine=engine)
        case LayerCounted(depth, states):
            return _LAYER_COUNTED(depth=depth, states=states)
        case HorizonOpened(length, variables, clauses):
            return _HORIZON_OPENED(length=length, variables=variables, clauses=clauses)
        case HorizonClosed(length, solvable, seconds):
            return _HORIZON_CLOSED(length=length, solvable=solvable, seconds=seconds)
        case Improved(length, lower_bound, _, turns):
            if turns:
                return _IMPROVED_TO(length=length, turns=turns, lower_bound=lower_bound)
            return _IMPROVED(length=length, lower_bound=lower_bound)
        case BoundProved(lower_bound):
            return _BOUND_PROVED(lower_bound=lower_bound)
        case StageClosed(name, length, shortest, seconds):
            return _STAGE_CLOSED(name=name, length=length, shortest=shortest, seconds=seconds)
        case Preparing(step, steps, seconds_left):
            return say(
                "event.preparing",
                "getting ready (only once): step {step} of {steps}"
                "{seconds_left?none:|other:, about {seconds_left:.0f} s}",
                step=step,
                steps=steps,
                seconds_left=seconds_left,
            )
        case TableBuilding(table, share, seconds_left):
            return _TABLE_BUILDING(table=table, percent=100 * share, seconds_left=seconds_left)
        case DepthSearched(length, share, _, rate, seconds_left):
            return _DEPTH_SEARCHED(length=length, percent=100 * share, rate=rate, seconds_left=seconds_left)
        case Walked(turns, met_again):
            return _WALKED(turns=turns, met_again=met_again)
        case PartProved(done, parts):
            return say("event.part-proved", "the proof: {done} of {parts} parts", done=done, parts=parts)
        case PartChecked(part, parts, lemmas):
            return _PART_CHECKED(part=part, parts=parts, lemmas=lemmas)
        case Note(text):
            return text


def ignore(event: Event) -> None:
    """A progress callback that ignores events."""
    del event
