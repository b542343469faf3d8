"""A formula as the lines of a DIMACS file. `dimacs.py` saves and reads such files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cubeproof.formulas.formula import Formula
    from cubeproof.problem.problem import Problem


def header(formula: Formula, problem: Problem, remarks: Iterable[str] = ()) -> Iterator[str]:
    """Yield the comment lines of a formula's file."""
    for remark in remarks:
        yield f"c {remark}"
    for generator in problem.generators:
        for frame, (name, following) in enumerate(generator.frames):
            yield f"c frame {frame} {generator.name} {name} {following}"
    for variable, name_ in formula.names():
        yield f"c var {variable} {name_}"
    first = 1
    for group in formula.groups:
        yield f"c clauses {first}-{first + len(group.clauses) - 1} {group.label}"
        first += len(group.clauses)


def formula_lines(
    formula: Formula, comments: Iterable[str] = (), extra: Sequence[Sequence[int]] = ()
) -> Iterator[str]:
    """Yield the lines of a formula's DIMACS file, without line ends.

    >>> from cubeproof.formulas.formula import Formula
    >>> formula = Formula()
    >>> formula.add("a or b", [formula.new("letter", ["a", "b"])])
    >>> list(formula_lines(formula, extra=[[-1]]))
    ['p cnf 2 2', '1 2 0', '-1 0']
    """
    yield from comments
    yield f"p cnf {formula.variables} {formula.clauses + len(extra)}"
    for group in formula.groups:
        for clause in group.clauses.tolist():
            yield " ".join(map(str, [literal for literal in clause if literal])) + " 0"
    for added in extra:
        yield " ".join(map(str, added)) + " 0"
