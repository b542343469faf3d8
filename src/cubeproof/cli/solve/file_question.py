"""`FileQuestion`: the question that a file of answers is about, apart from its cubes."""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass

from cubeproof.contract.request import QUESTION_SETTINGS, SearchRequest
from cubeproof.contract.settings import Options
from cubeproof.problem import allowed_moves
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.move import Metric


@dataclass(frozen=True, slots=True)
class FileQuestion:
    """The parts of a request that are the same for all cubes of a file, and on which the answers depend."""

    entries: Mapping[str, object]
    """Their names and values, as JSON has them; the size is for cubes whose line has no size."""

    @classmethod
    def of(cls, parsed: argparse.Namespace) -> FileQuestion:
        """Read the question from the arguments of `solve --file`."""
        options = Options.of(vars(parsed))
        metric = Metric(parsed.metric)
        # Any cube will do: it is not part of the question.
        request = SearchRequest.of_cube(
            Cube(3), None, parsed.goal, moves=parsed.moves, metric=metric, options=options
        )
        settings = {name: value for name, value in options.to_dict().items() if name in QUESTION_SETTINGS}
        moves = None if parsed.moves is None else sorted({str(move) for move in allowed_moves(parsed.moves)})
        entries = {
            "size": parsed.size,
            "goal": " ".join(request.goal.split()),
            "moves": moves and ",".join(moves),
            "metric": metric.value,
            "max_length": parsed.max_length,
            **settings,
        }
        return cls({name: value for name, value in entries.items() if value not in (None, False, 0)})

    @property
    def digest(self) -> str:
        """The digest of the question: equal digests have the same correct answers to a cube."""
        return hashlib.sha256(json.dumps(dict(self.entries), sort_keys=True).encode()).hexdigest()

    @property
    def text(self) -> str:
        """The question as one line.

        >>> FileQuestion({"size": 2, "goal": "layer", "all": True}).text
        'size 2, goal layer, all'
        """
        return ", ".join(name if value is True else f"{name} {value}" for name, value in self.entries.items())

    def to_dict(self) -> dict[str, object]:
        """Return the question as each answer in JSON has it."""
        return {**self.entries, "digest": self.digest}
