"""A search by length: the bound, the answers and the outcome at any end, over a space that decides from a list."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import pytest

from cubeproof.contract.control import Control
from cubeproof.contract.events import Answered, BoundProved, Event, Improved
from cubeproof.contract.limit import Limit, Stop
from cubeproof.contract.outcome import Bounds, Word
from cubeproof.errors import InternalError, StoppedError
from cubeproof.problem import Generator, Problem
from cubeproof.work.deepening import Decision, Deepening

# Seven stickers in a ring. Three turns by one place solve the start, or four in the other direction.
RING = Problem(
    np.roll(np.arange(7, dtype=np.int8), 4),
    (np.arange(7, dtype=np.int8),),
    (
        Generator("a", np.roll(np.arange(7), 1).astype(np.int16), 1),
        Generator("b", np.roll(np.arange(7), -1).astype(np.int16), 1),
    ),
)
SHORTEST = next(word for word in ((0, 0, 0), (1, 1, 1)) if RING.is_solved_by(word))
LONGER = (1 - SHORTEST[0],) * 4


class ListedSpace:
    statistics = None

    def __init__(self, words: Mapping[int, Decision], first: int = 0, step: int = 1) -> None:
        self.words, self.lowest, self.step = words, first, step
        self.decided: list[int] = []
        self.before: Callable[[int], object] = lambda _: None

    def first(self, deepening: Deepening) -> int:
        return max(self.lowest, deepening.lower)

    def before_report(self) -> None:
        pass

    def following(self, length: int) -> int:
        return length + self.step

    def decide(self, length: int) -> Decision:
        self.before(length)
        self.decided.append(length)
        return self.words.get(length, Decision(()))


SPACE = {3: Decision([SHORTEST]), 4: Decision([LONGER])}


def search(space: ListedSpace, *, limit: int | None = None, word: Word | None = None, **more: Any) -> Any:
    events: list[Event] = []
    control = Control(Limit(length=limit), events.append)
    deepening = Deepening(space, RING, Bounds(word=word), control, **more)
    return deepening.run(), events


def test_bound_rises_until_the_first_answer() -> None:
    outcome, events = search(space := ListedSpace(SPACE))
    assert (outcome.words, outcome.lower_bound, outcome.stop, outcome.every) == ((SHORTEST,), 3, None, False)
    assert space.decided == [0, 1, 2, 3]
    assert events == [*map(BoundProved, (1, 2, 3)), Improved(3, 3, SHORTEST)]


def test_step_between_lengths_is_the_space_s() -> None:
    outcome, events = search(space := ListedSpace(SPACE, first=1, step=2))
    assert (space.decided, outcome.lower_bound) == ([1, 3], 3)
    assert events[:2] == [BoundProved(1), BoundProved(3)]


@pytest.mark.parametrize(("limit", "lower"), [(0, 1), (2, 3)])
def test_limit_ends_the_search_with_its_bound(limit: int, lower: int) -> None:
    outcome, _ = search(ListedSpace(SPACE), limit=limit)
    assert (outcome.words, outcome.lower_bound, outcome.stop) == ((), lower, Stop.LENGTH)


def test_known_answer_is_proved_shortest_without_its_length() -> None:
    outcome, _ = search(space := ListedSpace({}), word=SHORTEST)
    assert (outcome.words, outcome.lower_bound, outcome.stop) == ((SHORTEST,), 3, None)
    assert space.decided == [0, 1, 2]


def test_answer_is_shorter_than_the_known_one() -> None:
    outcome, _ = search(ListedSpace(SPACE), word=LONGER)
    assert (outcome.words, outcome.lower_bound) == ((SHORTEST,), 3)


@pytest.mark.parametrize(("extra", "words"), [(0, (SHORTEST,)), (1, (SHORTEST, LONGER))])
def test_all_answers_of_the_requested_lengths_are_reported(extra: int, words: tuple[Word, ...]) -> None:
    outcome, events = search(ListedSpace(SPACE), every=True, extra=extra, word=LONGER)
    assert (outcome.words, outcome.lower_bound, outcome.every) == (words, 3, True)
    assert [event.word for event in events if isinstance(event, Answered)] == [*words]


def test_length_that_the_space_gives_up_is_not_excluded() -> None:
    outcome, _ = search(ListedSpace({2: Decision((), complete=False)}), word=LONGER)
    assert (outcome.words, outcome.lower_bound, outcome.stop) == ((LONGER,), 2, Stop.GAVE_UP)


def test_list_that_is_not_complete_is_not_all() -> None:
    outcome, _ = search(ListedSpace({3: Decision([SHORTEST], complete=False)}), every=True)
    assert (outcome.words, outcome.stop, outcome.every) == ((SHORTEST,), Stop.GAVE_UP, False)


def test_stopped_length_is_not_excluded() -> None:
    def stop(length: int) -> None:
        if length == 2:
            raise StoppedError

    space = ListedSpace(SPACE)
    space.before = stop
    outcome, _ = search(space)
    assert (outcome.words, outcome.lower_bound, outcome.stop) == ((), 2, Stop.INTERRUPTED)


@pytest.mark.parametrize("word", [LONGER, (*SHORTEST[1:], 1 - SHORTEST[0])])
def test_word_that_is_no_answer_of_its_length_is_refused(word: Word) -> None:
    with pytest.raises(InternalError, match="replayed"):
        search(ListedSpace({3: Decision([SHORTEST, word])}), every=True)


def test_claimed_bound_names_its_solver() -> None:
    outcome, events = search(ListedSpace(SPACE), claimant="kissat")
    assert outcome.unverified_solver == "kissat"
    assert events[0] == BoundProved(1, "kissat")
