"""`SearchPlan`: the file `plan.json`, which fixes the question, the table and the shares of a search."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from cubeproof.base.json_objects import check_entries, json_object
from cubeproof.contract.control import Control
from cubeproof.contract.outcome import Word
from cubeproof.contract.request import SearchRequest
from cubeproof.engines.search.problem_parsing import FaceProblem, face_problem
from cubeproof.engines.search.shares.spaces import ProductSpace, ShareSpace, face_space
from cubeproof.engines.search.shares.split import Share
from cubeproof.errors import UnsupportedError, UsageError
from cubeproof.methods.products.problem import ProductProblem
from cubeproof.methods.products.run import product_problem
from cubeproof.problem import Problem
from cubeproof.sentences import Sentence, Template
from cubeproof.store import Store
from cubeproof.work.journal import is_share
from cubeproof.work.plan import BROKEN_PLAN, plan_entries, step_of


def seed_of(checksum: str) -> int:
    """Return the seed of the planted answer for a table with a checksum."""
    return int(checksum[:8], 16)


SCHEMA = 1
"""The version of the file."""
SEARCH = "search"
"""The kind of a plan for a search with tables."""

_OTHER_TABLE = Template(
    "shares.other-table", "The table {table} of this machine is not the table of the plan; remove it first."
)
_ENTRIES = {
    "schema",
    "kind",
    "request",
    "question",
    "table",
    "checksum",
    "lower",
    "word",
    "turns",
    "step",
    "shares",
}


@dataclass(frozen=True)
class SearchPlan:
    """The plan of a search in shares."""

    request: SearchRequest
    """The question."""
    table: str
    """The name of the table; empty if the search of short words has the answer."""
    checksum: str
    """The SHA-256 of the table."""
    lower: int
    """The lower bound before the shares are searched."""
    word: Word | None = None
    """The answer, if the search of short words has it."""
    turns: int = 2
    """The number of turns of a share."""
    step: int = 1
    """The difference between two lengths that parity permits."""
    shares: tuple[Share, ...] = ()
    """The shares."""

    def to_json(self) -> str:
        """Return the contents of the file."""
        plan: dict[str, Any] = {
            "schema": SCHEMA,
            "kind": SEARCH,
            "request": self.request.to_dict(),
            "question": self.request.question_digest,
            "table": self.table,
            "checksum": self.checksum,
            "lower": self.lower,
            "word": None if self.word is None else list(self.word),
            "turns": self.turns,
            "step": self.step,
            "shares": [[list(share.word), list(share.then)] for share in self.shares],
        }
        return json.dumps(plan, separators=(",", ":")) + "\n"

    @classmethod
    def from_json(cls, text: str) -> SearchPlan:
        """Read the contents of the file.

        Raises:
            UsageError: it is no plan.
        """
        data = json_object("plan", text)
        check_entries("plan", data, _ENTRIES, set())
        word = data["word"]
        return cls(
            SearchRequest.from_dict(data["request"]),
            str(data["table"]),
            str(data["checksum"]),
            int(data["lower"]),
            None if word is None else tuple(map(int, word)),
            int(data["turns"]),
            step_of(data),
            tuple(Share(tuple(map(int, word)), tuple(map(int, then))) for word, then in data["shares"]),
        )

    @cached_property
    def order(self) -> str:
        """The plan without its shares, for workers."""
        return replace(self, shares=()).to_json()

    @cached_property
    def names(self) -> frozenset[str]:
        """The names of the shares."""
        return frozenset(share.name for share in self.shares)

    def is_share(self, name: str) -> bool:
        """Whether a name is one of a share, or of a part of a share."""
        return is_share(name, self.names, self.turns)


def read_plan(text: bytes, place: str, request: SearchRequest) -> SearchPlan:
    """Read the plan of a folder for a question. Its entries are not verified; see `division.refuse_wrong_plan`.

    Raises:
        UsageError: it is no plan, or the plan of another question.
    """
    plan_entries(text, place, SEARCH, request)
    try:
        # The digest says that the question is the same. Nothing else of the request in the file is used.
        return replace(SearchPlan.from_json(text.decode("ascii")), request=request)
    except UsageError as error:
        raise UsageError(BROKEN_PLAN(place=place, reason=error.sentence)) from None
    except (TypeError, ValueError, KeyError) as error:
        raise UsageError(BROKEN_PLAN(place=place, reason=f"{error}.")) from None


Reading = FaceProblem | ProductProblem
"""A problem that can be searched in shares."""


def read_problem(problem: Problem) -> Reading | Sentence:
    """Read a problem, or return the reason why it cannot be searched in shares. This only counts."""
    faces = face_problem(problem)
    if isinstance(faces, FaceProblem) and faces.has_all_turns:
        return faces.unproved if faces.unproved is not None else faces
    product = product_problem(problem)
    if isinstance(product, ProductProblem):
        return product
    return faces if isinstance(faces, FaceProblem) and faces.unproved is None else product


def load_space(
    request: SearchRequest,
    table: str,
    checksum: str,
    *,
    store: Store | None = None,
    control: Control | None = None,
    jobs: int = 1,
) -> ShareSpace:
    """Load or build the tables of a plan.

    Args:
        request: the question.
        table: the name of the table; "" for the largest stored table.
        checksum: its SHA-256; "" for any.
        store: the store of the table.
        control: receives the progress, and can stop the work.
        jobs: the number of threads.

    Raises:
        UsageError: this machine has another table of this name.
        UnsupportedError: the problem cannot be searched in shares.
    """
    control = control or Control()
    problem = request.to_problem()
    reading = read_problem(problem)
    if isinstance(reading, Sentence):
        raise UnsupportedError(reading)
    space: ShareSpace
    if isinstance(reading, FaceProblem):
        if reading.scramble is None:
            from cubeproof.contract.outcome import NO_WAY
            from cubeproof.errors import UnreachableError

            raise UnreachableError(NO_WAY())
        space = face_space(reading, table, store, control)
    else:
        space = ProductSpace(reading, problem, control, jobs)
    if checksum and space.checksum != checksum:
        raise UsageError(_OTHER_TABLE(table=space.table))
    return space
