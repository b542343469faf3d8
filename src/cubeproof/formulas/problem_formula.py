"""`formula`: writes the formula of a problem and a length. All formulas come from it."""

from operator import index

from cubeproof.base.argument_checks import expect, expect_whole
from cubeproof.errors import UsageError
from cubeproof.formulas.encodings import Encoding, encoding
from cubeproof.formulas.formula import Formula
from cubeproof.formulas.instance import Instance, ProblemPieces
from cubeproof.problem.problem import Problem
from cubeproof.sentences import Template

_NEGATIVE = Template("cnf.negative-length", "An answer has 0 or more turns, not {length}.")

_encoding = encoding


def formula(
    problem: Problem | ProblemPieces,
    length: int,
    *,
    encoding: str | Encoding = "framed",
    exactly: bool = False,
    canonical: bool | None = None,
) -> Formula:
    """Return the formula that has a model if and only if a problem has an answer of at most a given length.

    Args:
        problem: the problem, or its `ProblemPieces`, which several formulas of one problem share.
        length: the length in the problem's metric, 0 or more.
        encoding: the name of an encoding, or an encoding.
        exactly: whether only answers of exactly this length count.
        canonical: whether only answers in canonical order count. Some shortest answer is in canonical order,
            but perhaps no answer of a given longer length is. By default the encoding's fastest choice, and False
            with `exactly`.

    Raises:
        UsageError: a negative length, or an unknown encoding.
        TooLargeError: the formula would not fit into the memory of most computers.
        TypeError: an argument of another type.

    >>> from cubeproof.problem import cube_problem
    >>> from cubeproof.puzzle.cube import Cube
    >>> question = formula(cube_problem(Cube(2).apply("R U2 F'")), 3)
    >>> question.variables, str(question.name(1))
    (630, 'turn(1,R)')
    """
    expect("problem", problem, (Problem, ProblemPieces), "a Problem")
    pieces = problem if isinstance(problem, ProblemPieces) else ProblemPieces(problem)
    expect_whole("length", length)
    if length < 0:
        raise UsageError(_NEGATIVE(length=length))
    expect("encoding", encoding, (str, Encoding), "the name of an encoding")
    chosen = _encoding(encoding) if isinstance(encoding, str) else encoding
    if canonical is None:
        canonical = chosen.canonical and not exactly
    return chosen.write(Instance(pieces, index(length), idle=not exactly, canonical=canonical))
