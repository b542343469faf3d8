"""Progress events of engines: small typed values, sent to a callback.

The engine waits for the callback, which may take time, and may raise to stop the search.
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
    "an answer in {length} turns?  {percent:.0f} % searched, {rate:.1f} million states a second"
    "{seconds_left?none:|other:, about {seconds_left:.0f} s to go}",
)
_WALKED = Template("event.walked", "{turns:,} random turns, {met_again:,} of them to a state visited before")
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
    """The number of states at this distance."""


@dataclass(frozen=True, slots=True)
class HorizonOpened:
    """A solver starts with a formula."""

    length: int
    """The length of the answers that it describes."""
    variables: int
    """The number of its variables."""
    clauses: int
    """The number of its clauses."""


@dataclass(frozen=True, slots=True)
class HorizonClosed:
    """A solver has decided a formula, or was stopped."""

    length: int
    """The length of the answers that the formula describes."""
    solvable: bool | None
    """Whether an answer of this length exists; None if the solver was stopped."""
    seconds: float
    """The solver's time."""


@dataclass(frozen=True, slots=True)
class Improved:
    """A shorter answer was found."""

    length: int
    """The length of the answer."""
    lower_bound: int
    """The bound proved so far."""
    word: tuple[int, ...] = field(default=(), compare=False)
    """The answer as the numbers of the problem's generators."""
    turns: str = field(default="", compare=False)
    """The answer in notation. Engines leave it empty; `solve` sets it after replaying the answer."""


@dataclass(frozen=True, slots=True)
class Answered:
    """An answer surely belongs to the requested list: its length is at most the proved bound plus `extra`.

    The answers come in the order of their lengths; answers of equal length come in canonical order.
    """

    word: tuple[int, ...]
    """The answer as the numbers of the problem's generators."""
    length: int = field(default=0, compare=False)
    """Its length. Engines leave it 0, and the turns empty; `solve` sets both after replaying the answer."""
    turns: str = field(default="", compare=False)
    """The answer in notation."""


@dataclass(frozen=True, slots=True)
class BoundProved:
    """A lower bound of the length has been proved."""

    lower_bound: int
    """The bound: no answer is shorter."""
    unverified_solver: str = ""
    """The unverified program that claims the bound; empty if it is proved."""


@dataclass(frozen=True, slots=True)
class Preparing:
    """A preparation step starts, which each machine needs once: building tables and compiling loops."""

    step: int
    """Its number, from 1."""
    steps: int
    """The number of steps."""
    seconds_left: float | None = None
    """Estimated duration of the step in seconds."""


@dataclass(frozen=True, slots=True)
class TableBuilding:
    """A table is being built."""

    table: str
    """Its name."""
    share: float
    """The completed share, from 0 to 1."""
    seconds_left: float | None = None
    """Estimate of the seconds left; None while there is no estimate."""


@dataclass(frozen=True, slots=True)
class DepthSearched:
    """Progress of the search for an answer of one length."""

    length: int
    """The length."""
    share: float
    """The searched share, from 0 to 1."""
    cubes: int
    """The number of cubes visited so far, including shorter lengths."""
    rate: float
    """Millions of cubes per second."""
    seconds_left: float | None = None
    """Estimate of the seconds left for this length; None while there is no estimate."""


@dataclass(frozen=True, slots=True)
class StageClosed:
    """One stage of a chain of stages is solved."""

    name: Sentence
    """A description of the stage's goal."""
    length: int
    """The length of its answer."""
    shortest: bool
    """Whether that length is proved to be the shortest for the stage."""
    seconds: float
    """The time that the stage took."""
    number: int = 0
    """The number of the stage, from 1."""
    stages: int = 0
    """The number of stages."""
    word: tuple[int, ...] = field(default=(), compare=False)
    """The answers of this stage and of all earlier stages, as the numbers of the problem's generators."""
    turns: str = field(default="", compare=False)
    """The answers of this stage and of all earlier stages in notation. Engines leave it empty; `solve` sets it."""


@dataclass(frozen=True, slots=True)
class Walked:
    """Progress of the random walk."""

    turns: int
    """The number of turns so far."""
    met_again: int
    """The number of turns that led to a state visited before."""
    word: tuple[int, ...] = field(default=(), compare=False)
    """The turns since the last such event, as the numbers of the problem's generators."""


@dataclass(frozen=True, slots=True)
class PartProved:
    """A part of a certificate is written."""

    done: int
    """The number of parts written so far."""
    parts: int
    """The total number of parts."""


@dataclass(frozen=True, slots=True)
class PartChecked:
    """A part of a certificate is verified."""

    part: int
    """Its number, from 1."""
    parts: int
    """The total number of parts."""
    lemmas: int
    """The number of lemmas checked in it."""


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
    | Answered
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
    """Return the sentence that describes an event.

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
        case Answered(_, _, turns):
            return say("event.answered", "an answer: {turns}", turns=turns)
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
