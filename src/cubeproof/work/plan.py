"""Checks that all plans share: their kind, and the question that they are for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cubeproof.base.json_objects import json_object
from cubeproof.base.system_errors import system_reason
from cubeproof.contract.outcome import Word
from cubeproof.contract.request import SearchRequest
from cubeproof.errors import PlaceError, UsageError
from cubeproof.problem import Problem
from cubeproof.sentences import Sentence, Template, say

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


def lost_journal(error: OSError) -> Sentence:
    """Return why a search stops whose folder can no longer be written."""
    reason = error.sentence if isinstance(error, PlaceError) else f"{system_reason(error)}."
    return _LOST_JOURNAL(reason=reason)


def plan_entries(text: bytes, place: str, kind: str, request: SearchRequest) -> dict[str, Any]:
    """Return the entries of a plan of a kind, for a question.

    Raises:
        UsageError: it is no plan, the plan of another engine, or the plan of another question.
    """
    try:
        entries = json_object("plan", text.decode("ascii", "replace"))
    except UsageError as error:
        raise UsageError(BROKEN_PLAN(place=place, reason=error.sentence)) from None
    if entries.get("kind") != kind:
        raise UsageError(_OTHER_KIND(place=place, kind=str(entries.get("kind", "?")), requested=kind))
    if entries.get("question") != request.question_digest:
        raise UsageError(_OTHER_QUESTION(place=place))
    return entries


def step_of(plan: Mapping[str, Any]) -> int:
    """Return the difference between two lengths of a plan.

    Raises:
        KeyError, TypeError, ValueError: the plan has none, or one below 1.
    """
    step = int(plan["step"])
    if step < 1:
        raise ValueError(f"step: {step}")
    return step


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
