"""`divided`: makes the plan of a search from its question and its tables."""

from __future__ import annotations

import numpy as np

from cubeproof.contract.control import Control
from cubeproof.contract.outcome import Word
from cubeproof.contract.request import SearchRequest
from cubeproof.engines.search.shares.spaces import ShareSpace
from cubeproof.engines.search.shares.split import first_shares
from cubeproof.work.plan import SEARCH, Plan

SHARE_TURNS = 2
"""The number of turns of a share that is not part of another."""


def divided(request: SearchRequest, space: ShareSpace, lower: int, control: Control) -> Plan:
    """Return the plan of a search with shares, after the lengths that words of fewer turns than a share may have."""
    lower, flag = max(lower, space.lower), np.zeros(1, dtype=np.int32)
    word: Word | None = None
    while word is None and lower <= SHARE_TURNS * max(space.costs) and control.limit.reaches(lower):
        control.check()
        result = space.search([()], lower, flag) if space.has(lower) else None
        word = None if result is None or result.word is None else space.word(result.word)
        lower += word is None
    while not space.has(lower):
        lower += 1
    step = 1 if space.has(lower + 1) else 2
    shares = () if word is not None else first_shares(space, SHARE_TURNS)
    added = {"table": space.table, "checksum": space.checksum}
    return Plan(SEARCH, lower, shares, SHARE_TURNS, step, word, added, request)
