"""`write_competition`: formulas for a competition of SAT solvers, with results that no SAT solver proved.

A member of the family is a problem whose shortest answer has a proved length. It has two formulas that differ by one
step: a satisfiable formula of that length, and an unsatisfiable formula of one turn less. The satisfiable result is
proved by an answer that is replayed, the unsatisfiable result by a search, or by a theorem.
"""

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from random import Random

import numpy as np

from cubeproof.contract.control import Control
from cubeproof.errors import InternalError
from cubeproof.formulas import dimacs
from cubeproof.formulas.dimacs import fingerprint, gbdhash
from cubeproof.formulas.instance import ProblemPieces
from cubeproof.formulas.problem_formula import formula
from cubeproof.formulas.text import formula_lines, header
from cubeproof.places import Place
from cubeproof.problem import Generator, Problem, cube_problem
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.sentences import Template
from cubeproof.solving.bidirectional import distance
from cubeproof.solving.family import BY_SEARCH, new_family_folder, random_word
from cubeproof.solving.solve import solve

FAMILY, AUTHOR, LICENSE = "twisty-puzzles", "The cubeproof authors", "MIT"
"""The family, the author and the license of every formula, in the index."""

_BY_REPLAY = Template("competition.by-replay", "an answer of {length} turns, replayed on the stickers")
_BY_TABLES = Template(
    "competition.by-tables", "exhaustive search with pruning tables, the engine search of cubeproof"
)
_BY_INVERSIONS = Template(
    "competition.by-inversions",
    "theorem: sorting by swaps of neighbours takes as many swaps as there are inversions",
)
_NO_ANSWER = Template("competition.no-answer", "The drawn turns of {name} do not solve it.")


@dataclass(frozen=True, slots=True)
class Proof:
    """A method, other than SAT, that proves the length of a shortest answer."""

    name: Template
    """The method."""
    is_shortest: Callable[[Problem, int, Control], bool]
    """Whether no answer of a problem is shorter than a length."""


def _by_tables(problem: Problem, length: int, control: Control) -> bool:
    solution = solve(problem, engine="search", control=control)
    return solution.optimal and solution.length == length


def _from_both_ends(problem: Problem, length: int, control: Control) -> bool:
    control.check()
    return distance(problem, length - 1) is None


TABLES = Proof(_BY_TABLES, _by_tables)
"""The search engine, with its pruning tables."""
BOTH_ENDS = Proof(BY_SEARCH, _from_both_ends)
"""Breadth-first search from both ends, which compares all stickers and needs no table."""


@dataclass(frozen=True, slots=True)
class Member:
    """A problem whose shortest answer has a proved length."""

    name: str
    """The begin of its file names."""
    question: str
    """The start, the goal and the turns, in English."""
    problem: Problem
    """The problem, in which every turn costs 1."""
    answer: tuple[int, ...]
    """A shortest answer, as numbers of the problem's generators."""
    proof: Template
    """The method that proved that no answer is shorter."""


@dataclass(frozen=True, slots=True)
class CubeKind:
    """A kind of members: random turns of a solved cube."""

    name: str
    """The begin of its file names."""
    size: int
    """The number of layers."""
    metric: str
    """The metric."""
    length: int
    """The length of a shortest answer."""
    proof: Proof
    """The method that proves it."""
    goal: str | None = None
    """The facelets to reach, with ? for unknown stickers; None for the solved cube."""

    def draw(self, seed: int, control: Control) -> Member:
        """Return the first random member of this length."""
        goal = None if self.goal is None else Cube.from_facelets(self.goal)
        solved = cube_problem(Cube(self.size), goal, metric=self.metric)
        random = Random(f"{self.name} {self.length} {seed}")
        while True:
            word = random_word(solved, self.length, random)
            scramble = Alg.of_turns(solved.write(word))
            cube = Cube(self.size).apply(scramble)
            problem = cube_problem(cube, goal, metric=self.metric)
            if self.proof.is_shortest(problem, self.length, control):
                break
        question = f"start {cube.facelets}, goal {self.goal or 'solved'}, {self.metric}; scramble {scramble}"
        return _replayed(Member(self.name, question, problem, _inverse(solved, word), self.proof.name))


@dataclass(frozen=True, slots=True)
class SwapKind:
    """A kind of members: a row of numbers in reverse order, to be sorted by swaps of neighbours.

    A swap of neighbours removes at most one inversion, and while there are inversions, some swap does: so the number
    of inversions is the length (Björner and Brenti, Combinatorics of Coxeter Groups, proposition 1.5.2).
    """

    count: int
    """How many numbers."""

    @property
    def name(self) -> str:
        """The begin of its file names."""
        return f"swaps-{self.count}"

    @property
    def length(self) -> int:
        """The number of inversions: in reverse order, every pair is one."""
        return self.count * (self.count - 1) // 2

    def draw(self, _seed: int, _control: Control) -> Member:
        """Return the only member, for every seed."""
        row = np.arange(self.count, dtype=np.int16)
        swaps = []
        for left in range(self.count - 1):
            swapped = row.copy()
            swapped[[left, left + 1]] = left + 1, left
            swaps.append(Generator(f"s{left + 1}", swapped))
        sorted_row = row.astype(np.int8)
        problem = Problem(start=sorted_row[::-1], goals=(sorted_row,), generators=tuple(swaps))
        question = (
            f"start {' '.join(map(str, row[::-1]))}, goal {' '.join(map(str, row))}, swaps of neighbours"
        )
        answer = tuple(left for last in range(self.count - 1, 0, -1) for left in range(last))
        return _replayed(Member(self.name, question, problem, answer, _BY_INVERSIONS))


def _inverse(problem: Problem, word: Iterable[int]) -> tuple[int, ...]:
    """Return the word that undoes a word."""
    numbers = {row.tobytes(): number for number, row in enumerate(problem.permutations)}
    backwards = np.argsort(problem.permutations, axis=1).astype(problem.permutations.dtype)
    return tuple(numbers[backwards[number].tobytes()] for number in reversed(tuple(word)))


def _replayed(member: Member) -> Member:
    if not member.problem.is_solved_by(member.answer):
        raise InternalError(_NO_ANSWER(name=member.name))
    return member


def _edges_only() -> str:
    """Return the facelets of a solved 3×3×3 without its corners."""
    return "".join("?" if place % 9 in (0, 2, 6, 8) else face for place, face in enumerate(Cube(3).facelets))


Kind = CubeKind | SwapKind

KINDS: tuple[Kind, ...] = (
    *(CubeKind("3x3x3-htm", 3, "htm", length, TABLES) for length in (11, 12, 13)),
    *(CubeKind("3x3x3-qtm", 3, "qtm", length, TABLES) for length in (11, 12, 13)),
    *(CubeKind("3x3x3-edges-htm", 3, "htm", length, TABLES, _edges_only()) for length in (11, 12)),
    *(CubeKind("4x4x4-htm", 4, "htm", length, BOTH_ENDS) for length in (8, 9)),
    *(SwapKind(count) for count in (8, 9)),
)
"""The kinds of members of the family; each has one member, which has two formulas."""


@dataclass(frozen=True, slots=True)
class CompetitionEntry:
    """A formula of the family. The first attributes are named as in the Global Benchmark Database (GBD)."""

    gbdhash: str
    """The MD5 of its clauses, see `cubeproof.formulas.dimacs.gbdhash`."""
    family: str
    """The name of the family."""
    author: str
    """The author."""
    result: str
    """`sat` or `unsat`."""
    filename: str
    """Its file name."""
    license: str
    """The license of the file."""
    proved_by: str
    """The method that proved the result, in English."""
    question: str
    """The start, the goal and the turns, in English."""
    optimal: int
    """The length of a shortest answer."""
    horizon: int
    """The maximum number of turns in the formula."""
    answer: str | None
    """The turns of an answer; None if there is no answer."""
    variables: int
    """The number of its variables."""
    clauses: int
    """The number of its clauses."""
    formula: str
    """The hash of the formula, as in its file."""
    sha256: str
    """The SHA-256 of the file."""


_INDEX = "index.json"
_IN_CSV = ("gbdhash", "family", "author", "result", "filename", "license", "proved_by")


def write_competition(
    folder: Place,
    *,
    seed: int = 1,
    kinds: Iterable[Kind] = KINDS,
    compress: bool = False,
    written: Callable[[CompetitionEntry], None] | None = None,
    control: Control | None = None,
) -> list[CompetitionEntry]:
    """Write the family into a folder, with an index.json and an index.csv; the same seed gives the same bytes.

    Args:
        folder: a new or empty folder.
        seed: draws the cubes.
        kinds: the kinds of members.
        compress: whether the formulas are compressed by gzip.
        written: called with each entry when its formula is written.
        control: stops the searches, and receives their events.
    """
    control = Control() if control is None else control
    entries = []
    with new_family_folder(folder, _INDEX) as unfinished:
        for kind in kinds:
            member = kind.draw(seed, control)
            pieces = ProblemPieces(member.problem)
            for horizon in (kind.length - 1, kind.length):
                control.check()
                entry = _write(unfinished, member, pieces, horizon, seed, ".gz" if compress else "")
                entries.append(entry)
                if written is not None:
                    written(entry)
        dimacs.save(unfinished / "index.csv", _csv(entries))
        index = {"seed": seed, "instances": [asdict(entry) for entry in entries]}
        dimacs.save(unfinished / _INDEX, [json.dumps(index, indent=1, ensure_ascii=False)])
    return entries


def _write(
    folder: Path, member: Member, pieces: ProblemPieces, horizon: int, seed: int, ending: str
) -> CompetitionEntry:
    length = len(member.answer)
    satisfiable = horizon >= length
    result = "sat" if satisfiable else "unsat"
    question = formula(pieces, horizon)
    lines = list(formula_lines(question))
    known_as = fingerprint(lines)
    proof = _BY_REPLAY(length=length) if satisfiable else member.proof()
    remarks = [
        f"formula {known_as}",
        f"is there an answer of at most {horizon} turns? {'Yes' if satisfiable else 'No'}: {proof}",
        member.question,
    ]
    filename = f"{member.name}-d{length}-h{horizon}-{result}-s{seed}.cnf{ending}"
    digest = dimacs.save(folder / filename, [*header(question, member.problem, remarks), *lines])
    return CompetitionEntry(
        gbdhash=gbdhash(lines),
        family=FAMILY,
        author=AUTHOR,
        result=result,
        filename=filename,
        license=LICENSE,
        proved_by=str(proof),
        question=member.question,
        optimal=length,
        horizon=horizon,
        answer=" ".join(member.problem.write(member.answer)) if satisfiable else None,
        variables=question.variables,
        clauses=question.clauses,
        formula=known_as,
        sha256=str(digest),
    )


def _csv(entries: Iterable[CompetitionEntry]) -> Iterator[str]:
    text = io.StringIO()
    table = csv.DictWriter(text, _IN_CSV, extrasaction="ignore", lineterminator="\n")
    table.writeheader()
    table.writerows(asdict(entry) for entry in entries)
    yield from text.getvalue().splitlines()
