"""Judges that share no code with cubeproof: an LRAT checker, and minisat as a program."""

import shutil
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import pytest

Lemma = tuple[int, Sequence[int], Sequence[int]]
"""The number of a lemma, its literals and its hints."""


def first_bad_lemma(clauses: Mapping[int, Iterable[int]], lemmas: Iterable[Lemma]) -> int | None:
    """Return the index from 0 of the first lemma that is not implied by its hints, one after the other, or None.

    A proof without the empty clause is bad at its end, a lemma after the empty clause is bad.
    """
    available = {number: frozenset(clause) for number, clause in clauses.items()}
    count, refuted = 0, False
    for number, literals, hints in lemmas:
        true = {-literal for literal in literals}
        contradiction = False
        for hint in hints:
            if hint not in available:
                return count
            open_literals = [literal for literal in available[hint] if -literal not in true]
            if not open_literals:
                contradiction = True
                break
            if len(open_literals) > 1:
                return count
            true.add(open_literals[0])
        if refuted or number in available or not contradiction:
            return count
        available[number] = frozenset(literals)
        refuted = not literals
        count += 1
    return None if refuted else count


def minisat(clauses: Sequence[Sequence[int]], folder: Path) -> bool:
    """Return whether minisat, the program, finds a model."""
    program = shutil.which("minisat")
    if program is None:
        pytest.skip("there is no minisat (Debian: apt install minisat)")
    variables = max((abs(literal) for clause in clauses for literal in clause), default=0)
    lines = [f"p cnf {variables} {len(clauses)}", *(" ".join(map(str, [*clause, 0])) for clause in clauses)]
    path = folder / "formula.cnf"
    path.write_text("\n".join(lines) + "\n", encoding="ascii")
    status = subprocess.run([program, "-verb=0", str(path)], capture_output=True, check=False).returncode
    return {10: True, 20: False}[status]
