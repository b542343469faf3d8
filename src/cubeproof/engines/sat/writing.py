"""`formula`: a question written down; every formula is made here, whoever asks."""

from __future__ import annotations

from operator import index
from typing import Protocol

from cubeproof.engines.sat.encodings import Encoding, encoding
from cubeproof.engines.sat.formula import Formula
from cubeproof.engines.sat.instance import Instance, ProblemPieces
from cubeproof.errors import UsageError
from cubeproof.expecting import expect, expect_whole, wrong
from cubeproof.problem.problem import Problem

__all__ = ["Asked", "formula"]

_encoding = encoding


class Asked(Protocol):
    """Whatever comes to a problem, as a `Task` does."""

    @property
    def problem(self) -> Problem:
        """The problem."""
        ...


def formula(
    asked: Asked | Problem,
    length: int,
    *,
    encoding: str | Encoding = "framed",
    exactly: bool = False,
    canonical: bool | None = None,
) -> Formula:
    """Write down the question whether there is an answer of at most some length: the formula has a model just if there is one.

    Args:
        asked: a `Task`, a `Problem`, or its `ProblemPieces`, which keeps what several formulas about one problem have in common.
        length: the length, in the problem's metric.
        encoding: the name of an encoding, or an encoding.
        exactly: whether only answers of just this length shall count.
        canonical: whether only answers in canonical order shall count. There is one among the shortest answers, but perhaps none of a given
            length. By default what the encoding does best with, and not where just a length is asked for.

    Raises:
        UsageError: a negative length, or an encoding that does not exist.
        TooLargeError: nobody has the memory for it.
        TypeError: an argument of another type.

    >>> from cubeproof.problem import cube_problem
    >>> from cubeproof.puzzle.cube import Cube
    >>> question = formula(cube_problem(Cube(2).apply("R U2 F'")), 3)
    >>> question.variables, str(question.name(1))
    (630, 'turn(1,R)')
    """
    expect_whole("length", length)
    if length < 0:
        raise UsageError(f"An answer has 0 or more turns, not {length}.")
    expect("encoding", encoding, (str, Encoding), "the name of an encoding")
    chosen = _encoding(encoding) if isinstance(encoding, str) else encoding
    if canonical is None:
        canonical = chosen.canonical and not exactly
    return chosen.write(Instance(_pieces_of(asked), index(length), idle=not exactly, canonical=canonical))


def _pieces_of(asked: Asked | Problem) -> ProblemPieces:
    if isinstance(asked, ProblemPieces):
        return asked
    problem = getattr(asked, "problem", asked)
    if isinstance(problem, Problem):
        return ProblemPieces(problem)
    raise wrong("asked", asked, "a Task or a Problem")
