"""`check_planted`: the control before each run: the search must find a planted answer with the same table."""

from __future__ import annotations

import random

import numpy as np

from cubeproof.engines.search.shares.spaces import ShareSpace
from cubeproof.engines.search.shares.split import first_shares
from cubeproof.errors import InternalError
from cubeproof.sentences import Template

_CONTROL_FAILED = Template(
    "shares.control-failed",
    "The search did not find a planted answer of {length} with the table {table}, so nothing is searched.",
)


def check_planted(space: ShareSpace, seed: int) -> int:
    """Search a planted answer in shares; return the number of states visited.

    Raises:
        InternalError: the search does not find an answer.
    """
    choice = random.Random(seed)
    word: tuple[int, ...] = ()
    while len(word) < space.planted_turns and (able := space.successors(word[-1] if word else None)):
        word = (*word, choice.choice(able))
    planted, nodes = space.planted(word), 0
    length, flag = space.cost(word), np.zeros(1, dtype=np.int32)
    depth = min(2, max(0, len(word) - 1))
    shares = first_shares(planted, depth)
    for shorter in range(planted.lower, length + 1):
        if not planted.has(shorter):
            continue
        # Words of fewer turns than the shares have may be answers.
        groups = [((),)] if shorter <= depth * max(space.costs) else [share.prefixes for share in shares]
        for prefixes in groups:
            result = planted.search(prefixes, shorter, flag)
            nodes += result.nodes
            if result.word is not None:
                return nodes
    raise InternalError(_CONTROL_FAILED(length=length, table=space.table))
