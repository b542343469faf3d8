"""`divided`: makes the plan of a search from its question and its tables; `refuse_wrong_plan` compares another."""

from __future__ import annotations

import numpy as np

from cubeproof.contract.control import Control
from cubeproof.contract.outcome import Word
from cubeproof.contract.request import SearchRequest
from cubeproof.engines.search.shares.plan import SearchPlan
from cubeproof.engines.search.shares.spaces import ShareSpace
from cubeproof.engines.search.shares.split import first_shares
from cubeproof.errors import UsageError
from cubeproof.work.plan import WRONG_PLAN

# The number of turns of a share.
_TURNS = 2


def divided(request: SearchRequest, space: ShareSpace, lower: int, control: Control) -> SearchPlan:
    """Return the plan of a search with shares, after the lengths that words of fewer turns than a share may have."""
    lower, flag = max(lower, space.lower), np.zeros(1, dtype=np.int32)
    word: Word | None = None
    while word is None and lower <= _TURNS * max(space.costs) and control.limit.reaches(lower):
        control.check()
        result = space.search([()], lower, flag) if space.has(lower) else None
        word = None if result is None or result.word is None else space.word(result.word)
        lower += word is None
    while not space.has(lower):
        lower += 1
    step = 1 if space.has(lower + 1) else 2
    shares = () if word is not None else first_shares(space, _TURNS)
    return SearchPlan(request, space.table, space.checksum, lower, word, _TURNS, step, shares)


def refuse_wrong_plan(plan: SearchPlan, expected: SearchPlan, space: ShareSpace, place: str) -> None:
    """Refuse a plan with shares that does not follow from its question.

    Args:
        plan: the plan of a folder.
        expected: the plan that this program makes for the question.
        space: the tables of the plan.
        place: the folder, for the message.

    Raises:
        UsageError: the plan excludes more lengths than its question, or its shares are not the whole.
    """
    # An older program may have excluded fewer lengths. Shares have more turns than their words.
    is_proved = plan.turns * max(space.costs) < plan.lower <= expected.lower
    if not is_proved or not space.has(plan.lower):
        raise UsageError(WRONG_PLAN(place=place, part="lower"))
    if plan.step != expected.step:
        raise UsageError(WRONG_PLAN(place=place, part="step"))
    if plan.turns != _TURNS or {*plan.shares} != {*first_shares(space, _TURNS)}:
        raise UsageError(WRONG_PLAN(place=place, part="shares"))
