"""`Plan`: the file `plan.json` of work in parts, which fixes the question, the first length and the parts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cubeproof.base.json_objects import check_entries, check_schema, json_object
from cubeproof.base.system_errors import system_reason
from cubeproof.contract.outcome import Word
from cubeproof.contract.request import SearchRequest
from cubeproof.errors import PlaceError, UsageError
from cubeproof.problem import Problem
from cubeproof.sentences import Sentence, Template, say

SEARCH, SAT, PROOF = "search", "sat", "proof"
"""The kinds of plans: a search with tables, formulas in parts, the parts of a proof."""

_OTHER_QUESTION = Template(
    "shares.other-question", "{place} has the plan of another question; choose another folder."
)
_OTHER_KIND = Template(
    "shares.other-kind", "{place} has a plan of the engine {kind}, not of {requested}; choose another folder."
)
BROKEN_PLAN = Template("shares.broken-plan", "The plan in {place} cannot be read: {reason}")
"""The file of a plan has another content."""
WRONG_PLAN = Template(
    "shares.wrong-plan",
    "The plan in {place} does not follow from its question, which gives another {part?lower:first length"
    "|step:step between two lengths|shares:set of shares|word:answer}: the file was changed. Choose another folder.",
)
"""An entry of a plan is not the one that is computed from its question."""
OTHER_FORMULA = Template(
    "shares.other-formula",
    "A worker writes another formula than the plan has: install one version everywhere.",
)
"""The SHA-256 of a formula is not the one in the plan."""
_LOST_JOURNAL = Template(
    "shares.lost-journal", "The search stops, since its journal cannot be written: {reason}"
)

_SCHEMA = 1
_REQUIRED = {"lower", "turns", "step", "shares"}
_OPTIONAL = {"schema", "kind", "request", "question", "word"}
_ADDED = {SEARCH: ("table", "checksum"), SAT: ("formula",), PROOF: ("formula",)}


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan. Once it is written, its bytes stay: each line of its journal has their digest.

    >>> plan = Plan(PROOF, 4, (((0,), (41, 45)), ((1,), (41, 46))), turns=1, added={"formula": "4864"})
    >>> Plan.read(plan.to_bytes(), "a folder") == plan, plan.names
    (True, ('0', '1'))
    """

    kind: str
    """`SEARCH`, `SAT` or `PROOF`."""
    lower: int
    """The first length. All shorter ones are excluded."""
    shares: tuple[tuple[Word, ...], ...]
    """The parts: the numbers in the name of each, and what the kind adds."""
    turns: int = 1
    """The number of numbers in the name of a part that is not part of another."""
    step: int = 1
    """The difference between two lengths."""
    word: Word | None = None
    """The answer, if it is known before the parts are searched."""
    added: Mapping[str, str] = field(default_factory=dict)
    """The name and the checksum of the table, or the SHA-256 of the first formula; empty without parts."""
    request: SearchRequest | None = None
    """The question; None for a proof."""
    question: str = ""
    """The digest of the question, as the file states it."""

    def to_bytes(self) -> bytes:
        """Return the contents of the file."""
        question: dict[str, Any] = {}
        if self.request is not None:
            question = {"request": self.request.to_dict(), "question": self.request.question_digest}
        entries = {
            "schema": _SCHEMA,
            "kind": self.kind,
            **question,
            **{name: self.added.get(name, "") for name in _ADDED[self.kind]},
            "lower": self.lower,
            "word": None if self.word is None else list(self.word),
            "turns": self.turns,
            "step": self.step,
            "shares": self.shares,
        }
        return (json.dumps(entries, separators=(",", ":")) + "\n").encode("ascii")

    @classmethod
    def read(cls, text: bytes, place: str) -> Plan:
        """Read the contents of the file, of this or an earlier version.

        Args:
            text: the contents.
            place: the folder, for messages.

        Raises:
            UsageError: it is no plan.
        """
        try:
            entries = json_object("plan", text.decode("ascii", "replace"))
            check_schema("plan", entries, _SCHEMA)
            kind, word = str(entries.get("kind", "")), entries.get("word")
            # An entry that this version does not know may change what the others mean.
            check_entries("plan", entries, _REQUIRED.union(_ADDED.get(kind, ())), _OPTIONAL)
            plan = cls(
                kind,
                int(entries["lower"]),
                tuple(tuple(tuple(map(int, word)) for word in share) for share in entries["shares"]),
                int(entries["turns"]),
                int(entries["step"]),
                None if word is None else tuple(map(int, word)),
                {name: str(entries[name]) for name in _ADDED.get(kind, ())},
                None if kind == PROOF else SearchRequest.from_dict(entries["request"]),
                str(entries.get("question", "")),
            )
            if plan.step < 1:
                raise ValueError(f"step: {plan.step}")
            if not all(share and share[0] for share in plan.shares):
                raise ValueError("shares")
        except UsageError as error:
            raise UsageError(BROKEN_PLAN(place=place, reason=error.sentence)) from None
        except (ArithmeticError, KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
            raise UsageError(BROKEN_PLAN(place=place, reason=f"{error}.")) from None
        return plan

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the parts, as in the journal: `3.7` for the numbers 3 and 7."""
        return tuple(".".join(map(str, share[0])) for share in self.shares)

    def refuse_question(self, kind: str, request: SearchRequest, place: str) -> None:
        """Refuse to continue the plan for another question, or with another engine.

        Raises:
            UsageError: the plan is another's.
        """
        if self.kind != kind:
            raise UsageError(_OTHER_KIND(place=place, kind=self.kind or "?", requested=kind))
        # The digest says that the question is the same. Nothing else of the request in the file is used.
        if self.question != request.question_digest:
            raise UsageError(_OTHER_QUESTION(place=place))

    def refuse_unless_it_follows(self, expected: Plan, problem: Problem, least: int, place: str) -> None:
        """Refuse a plan that does not follow from its question.

        An older program may have excluded fewer lengths.

        Args:
            expected: the plan that this program makes for the question.
            problem: the question's problem.
            least: the least first length of parts.
            place: the folder, for the message.

        Raises:
            UsageError: the plan excludes more lengths than its question, its answer is none, or its parts are not
                the whole.
        """
        wrong = ""
        if self.word is not None:
            if not reaches_goal(problem, self.word):
                wrong = "word"
            elif self.shares:
                wrong = "shares"
            elif not 0 <= self.lower <= expected.lower:
                wrong = "lower"
        elif not least <= self.lower <= expected.lower or (expected.lower - self.lower) % expected.step:
            wrong = "lower"
        elif self.step != expected.step:
            wrong = "step"
        elif self.turns != expected.turns or {*self.shares} != {*expected.shares}:
            wrong = "shares"
        if wrong:
            raise UsageError(WRONG_PLAN(place=place, part=wrong))


def lost_journal(error: OSError) -> Sentence:
    """Return why a search stops whose folder can no longer be written."""
    reason = error.sentence if isinstance(error, PlaceError) else f"{system_reason(error)}."
    return _LOST_JOURNAL(reason=reason)


def reaches_goal(problem: Problem, word: Word) -> bool:
    """Whether a word of a plan or a journal is one of the problem's turns, and leads to a goal.

    >>> from cubeproof import Cube
    >>> from cubeproof.problem import cube_problem
    >>> problem = cube_problem(Cube(3).apply("U"))
    >>> reaches_goal(problem, (0,)), reaches_goal(problem, (10**9,))
    (False, False)
    """
    return all(0 <= turn < len(problem.generators) for turn in word) and problem.is_solved_by(word)


def refuse_lists(request: SearchRequest) -> None:
    """Refuse requests for all answers or for a quick answer."""
    options = request.options
    if options.every or options.quick:
        raise UsageError(
            say(
                "shares.one-answer",
                "A search in shares proves one shortest answer: leave out {option}.",
                option="--all" if options.every else "--quick",
            )
        )
