"""`ShareStatus`: what a plan and its journal say about a search, without its tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from cubeproof.contract.outcome import Word
from cubeproof.errors import UsageError
from cubeproof.sentences import Template
from cubeproof.work.folder import JOURNAL, PLAN, ShareFolder
from cubeproof.work.journal import ANSWER, Journal, Record, digest_of
from cubeproof.work.plan import BROKEN_PLAN, WRONG_PLAN, Plan

_NO_PLAN = Template("shares.no-plan", "{place} has no plan of a search in shares.")


@dataclass(frozen=True, slots=True)
class ShareStatus:
    """The state of a search in shares."""

    lower_bound: int
    """The bound that the plan and the journal state."""
    length: int
    """The length that is searched now, the last one of a search that has ended, or the length of the answer."""
    answered: bool
    """Whether an answer of this length is recorded."""
    finished: bool
    """Whether the search has ended: by an answer, or because all lengths up to the limit are excluded."""
    shares: int
    """The number of shares of the plan."""
    done: int
    """The number of shares that are decided for the length, and of parts of split shares."""
    running: int
    """The number of shares that are being searched."""
    waiting: int
    """The number of known shares that are neither decided nor running."""
    split: int
    """The number of shares that were split."""
    lost: int
    """The number of shares whose search ended without a result, and of lines that cannot be read, are foreign, or
    contradict others."""
    cpu_seconds: float
    """The processor time of all recorded attempts."""
    nodes: int
    """The number of states visited."""
    seconds_left: float | None
    """The expected seconds until the length is decided; None if nothing runs, or too little is known."""
    alive: bool
    """Whether a run coordinates the search now, by its last sign."""

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as JSON values."""
        return asdict(self)


class Replay(NamedTuple):
    """Replays the answers of a plan and its journal."""

    reaches_goal: Callable[[Word], bool]
    """Whether the answer of the plan reaches the goal."""
    is_answer: Callable[[Record], bool]
    """Whether the answer of a record reaches the goal in the record's length."""


def status_of(folder: ShareFolder, replay: Callable[[Plan], Replay]) -> ShareStatus:
    """Read the state of a search from its folder. For a URL, this waits for a sign of its coordinator.

    Args:
        folder: the folder.
        replay: returns how the answers of a plan are replayed. Others do not count.

    Raises:
        UsageError: the folder has no plan, or one that cannot be read.
        OSError: it cannot be read; for a URL, a PlaceError.
    """
    text = folder.read(PLAN)
    if text is None:
        raise UsageError(_NO_PLAN(place=folder.shown))
    plan = Plan.read(text, folder.shown)
    names, word = plan.names, plan.word
    try:
        answers_of = replay(plan)
    except UsageError as error:
        raise UsageError(BROKEN_PLAN(place=folder.shown, reason=error.sentence)) from None
    except (ArithmeticError, KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise UsageError(BROKEN_PLAN(place=folder.shown, reason=f"{error}.")) from None
    if word is not None and not answers_of.reaches_goal(word):
        raise UsageError(WRONG_PLAN(place=folder.shown, part="word"))
    state = folder.state()
    alive = folder.is_coordinated(state)

    def is_right(record: Record) -> bool:
        return record.result != ANSWER or answers_of.is_answer(record)

    journal = Journal.of_plan(plan, digest_of(text), is_right)
    journal.add_all(folder.read(JOURNAL) or b"")
    answers = [record.length for record in journal.answers()]
    lower = plan.lower
    while names and all(journal.is_excluded(name, lower) for name in names):
        lower += plan.step
    answered = bool(answers) or word is not None
    # A proof excludes one length.
    last = plan.lower if plan.request is None else plan.request.limit.length
    finished = answered or (last is not None and last < lower)
    # After the last length there is none to search.
    decided_last = finished and not answered and lower > plan.lower
    length = lower - plan.step if decided_last else min(answers, default=lower)
    leaves = [leaf for name in names for leaf in _leaves(journal, name, length)]
    decided = sum(journal.decided(leaf, length) is not None for leaf in leaves)
    running = state.get("running") or []
    active = len(running) if isinstance(running, list) else 0
    left = state.get("seconds_left")
    return ShareStatus(
        lower_bound=lower,
        length=length,
        answered=answered,
        finished=finished,
        shares=len(names),
        done=decided,
        running=active if alive else 0,
        waiting=max(0, len(leaves) - decided - (active if alive else 0)),
        split=journal.split,
        lost=journal.lost + (0 if alive else active),
        cpu_seconds=journal.seconds,
        nodes=journal.nodes,
        seconds_left=left if alive and isinstance(left, int | float) else None,
        alive=alive,
    )


def _leaves(journal: Journal, name: str, length: int) -> Iterator[str]:
    """Yield a share, or the parts that must be searched instead of it."""
    parts = () if journal.decided(name, length) is not None else journal.parts(name)
    if not parts:
        yield name
    for part in parts:
        yield from _leaves(journal, part, length)
