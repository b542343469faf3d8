"""What engines tell while they work: small typed events, sent to a callback.

A callback may take its time, since the engine waits for it, and may raise to stop the search.
"""

from __future__ import annotations

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
    "table {table}: {percent:.0f} % built{seconds_left?none:|other:, about {seconds_left:.0f} s to go}",
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
    """An engine begins.

    Attributes:
        engine: its name.
    """

    engine: str


@dataclass(frozen=True, slots=True)
class LayerCounted:
    """A breadth-first search has finished a layer.

    Attributes:
        depth: the distance from the start.
        states: how many states are at it.
    """

    depth: int
    states: int


@dataclass(frozen=True, slots=True)
class HorizonOpened:
    """A formula is handed to a solver.

    Attributes:
        length: the length that it asks for.
        variables: its size.
        clauses: likewise.
    """

    length: int
    variables: int
    clauses: int


@dataclass(frozen=True, slots=True)
class HorizonClosed:
    """A question is settled, or was left.

    Attributes:
        length: the length that was asked for.
        solvable: whether there is an answer of it; None if the solver was stopped before it knew.
        seconds: how long that took.
    """

    length: int
    solvable: bool | None
    seconds: float


@dataclass(frozen=True, slots=True)
class Improved:
    """An answer was found that is shorter than any before.

    Attributes:
        length: its length.
        lower_bound: the bound proved so far.
        word: the answer as the numbers of the problem's generators.
        turns: the answer as people write it. Engines leave that to `solve`, which replays it first.
    """

    length: int
    lower_bound: int
    word: tuple[int, ...] = field(default=(), compare=False)
    turns: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class BoundProved:
    """Every answer has so many turns or more.

    Attributes:
        lower_bound: how many.
        unverified_solver: the program on whose word that stands, "" if it is proved.
    """

    lower_bound: int
    unverified_solver: str = ""


@dataclass(frozen=True, slots=True)
class Compiling:
    """A loop is turned into machine code, which is kept for next time.

    Attributes:
        loop: its name.
    """

    loop: str


@dataclass(frozen=True, slots=True)
class TableBuilding:
    """A table is being built.

    Attributes:
        table: its name.
        share: how much of it is done, from 0 to 1.
        seconds_left: estimate of the seconds left; None while there is no estimate.
    """

    table: str
    share: float
    seconds_left: float | None = None


@dataclass(frozen=True, slots=True)
class DepthSearched:
    """A search for all answers of one length goes on.

    Attributes:
        length: the length.
        share: how much of it is searched, from 0 to 1.
        cubes: how many cubes were looked at so far, shorter lengths too.
        rate: how many millions of them in a second.
        seconds_left: estimate of the seconds that the rest of this length takes; None while there is no estimate.
    """

    length: int
    share: float
    cubes: int
    rate: float
    seconds_left: float | None = None


@dataclass(frozen=True, slots=True)
class StageClosed:
    """A stage of a chain is solved.

    Attributes:
        name: what it achieves.
        length: the length of its answer.
        shortest: whether that is proved to be its shortest one.
        seconds: how long it took.
        number: which of the stages it is, from 1.
        stages: how many there are.
        word: the answers to it and to all stages before it, as the numbers of the problem's generators.
        turns: the answers to it and to all stages before it, as people write them. Engines leave that to `solve`.
    """

    name: Sentence
    length: int
    shortest: bool
    seconds: float
    number: int = 0
    stages: int = 0
    word: tuple[int, ...] = field(default=(), compare=False)
    turns: str = field(default="", compare=False)


@dataclass(frozen=True, slots=True)
class Walked:
    """The random strategy goes on.

    Attributes:
        turns: how many turns were made.
        met_again: after how many the configuration was one met before.
        word: the turns since the last such event, as the numbers of the problem's generators.
    """

    turns: int
    met_again: int
    word: tuple[int, ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class PartProved:
    """A part of a certificate is written.

    Attributes:
        done: how many are written by now.
        parts: how many there will be.
    """

    done: int
    parts: int


@dataclass(frozen=True, slots=True)
class PartChecked:
    """A part of a certificate holds.

    Attributes:
        part: its number, from 1.
        parts: how many there are.
        lemmas: how many lemmas were checked.
    """

    part: int
    parts: int
    lemmas: int


@dataclass(frozen=True, slots=True)
class Note:
    """Something the user should know.

    Attributes:
        sentence: what it is.
    """

    sentence: Sentence


Event = (
    Started
    | LayerCounted
    | HorizonOpened
    | HorizonClosed
    | Improved
    | BoundProved
    | StageClosed
    | Compiling
    | TableBuilding
    | DepthSearched
    | Walked
    | PartProved
    | PartChecked
    | Note
)
Progress = Callable[[Event], None]


def name_of(kind: type) -> str:
    """What events of a class are called where they are sent: its name with hyphens.

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
        case Compiling(loop):
            return say("event.compiling", "compiling {loop}, once on this machine", loop=loop)
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
    """The progress callback of those who do not want to know."""
    del event
