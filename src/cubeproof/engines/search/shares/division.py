"""`divided`: makes the plan of a search from its question and its tables."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from cubeproof.contract.control import Control
from cubeproof.contract.outcome import Word
from cubeproof.contract.request import SearchRequest
from cubeproof.engines.search.shares.spaces import ShareSpace
from cubeproof.engines.search.shares.split import Subproblem, first_shares
from cubeproof.work.plan import SEARCH, Plan

# The number of turns of a share.
_TURNS = 2

NO_TABLE: Mapping[str, str] = {"table": "", "checksum": ""}
"""The table in a plan whose answer is known: none."""


def divided(request: SearchRequest, space: ShareSpace, lower: int, control: Control) -> Plan:
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
    return search_plan(request, lower, word, step, shares, {"table": space.table, "checksum": space.checksum})


def search_plan(
    request: SearchRequest,
    lower: int,
    word: Word | None,
    step: int = 1,
    shares: tuple[Subproblem, ...] = (),
    added: Mapping[str, str] = NO_TABLE,
) -> Plan:
    """Return the plan of a search; without shares, if the answer is known."""
    return Plan(SEARCH, lower, shares, _TURNS, step, word, added, request, request.question_digest)


def least_length(space: ShareSpace) -> int:
    """Return the least length of words that have more turns than a share."""
    return _TURNS * max(space.costs) + 1
