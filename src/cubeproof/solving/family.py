"""`write_family`: a family of formulas for developers of solvers, about cubes with a known shortest answer.

Each cube has a satisfiable formula of that length, and an unsatisfiable formula of one turn less. This is known without
a SAT solver: for the 2×2×2 from the table of all its states, for larger cubes from breadth-first search from both ends.
So a solver's answer can be compared with the name of the file.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
from numpy.typing import NDArray

from cubeproof.errors import InternalError, UsageError
from cubeproof.formulas import dimacs
from cubeproof.formulas.dimacs import fingerprint
from cubeproof.formulas.encodings import Encoding, encoding
from cubeproof.formulas.instance import ProblemPieces
from cubeproof.formulas.problem_formula import formula
from cubeproof.formulas.text import formula_lines, header
from cubeproof.places import Place, delivered_folder, is_free, shown, try_writing
from cubeproof.problem import Problem, cube_problem
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.sentences import Sentence, Template, say
from cubeproof.solving.bidirectional import distance
from cubeproof.solving.solve import solve

_MOST_CUBES = 1_000
_INDEX = "index.json"

_COUNT = Template("family.count", "A series has 1 to {most:,} cubes, not {count}.")
_EXISTS = Template("family.exists", "{folder} already exists; choose a new or empty folder.")
_CONTRADICTED = Template("family.contradicted", "The table contradicts itself about {facelets}.")
_TOO_FAR = Template("family.too-far", "No 2×2×2 is {length} turns from solved ({metric}).")


BY_SEARCH = Template("family.by-search", "breadth-first search from both ends")
"""The name of the method of `cubeproof.solving.bidirectional`."""


@dataclass(frozen=True, slots=True)
class Series:
    """A series of cubes of one size at one distance."""

    size: int
    """The number of layers."""
    metric: str
    """The metric."""
    length: int
    """The distance from solved."""


SERIES = tuple(
    Series(size, metric, length)
    for size, metric, lengths in (
        (2, "htm", (9, 10, 11)),
        (2, "qtm", (11, 12, 13)),
        (3, "htm", (7, 8, 9, 10)),
        (3, "qtm", (8, 9, 10)),
        (3, "stm", (5, 6, 7)),
        (4, "htm", (4, 5, 6)),
    )
    for length in lengths
)
"""The default series, for each size and metric from easy to hard."""


@dataclass(frozen=True, slots=True)
class SeriesCube:
    """A random cube of a series."""

    scramble: Alg
    """The turns from solved to the cube."""
    known_by: Sentence
    """The source of its distance."""


@dataclass(frozen=True, slots=True)
class FamilyEntry:
    """A formula of a family."""

    file: str
    """Its file name."""
    size: int
    """The number of layers."""
    metric: str
    """The metric."""
    seed: int
    """The seed of the random cube."""
    scramble: str
    """The turns from solved to the cube."""
    start: str
    """The cube's facelets."""
    optimal: int
    """The length of the shortest answer."""
    known_by: str
    """The source of that length, in English."""
    horizon: int
    """The maximum number of turns in the formula."""
    satisfiable: bool
    """Whether the formula has a model, because an answer exists."""
    encoding: str
    """The name of its encoding."""
    variables: int
    """The number of its variables."""
    clauses: int
    """The number of its clauses."""
    formula: str
    """The hash of the formula, as in its file."""
    sha256: str
    """The SHA-256 of the file."""


def write_family(
    folder: Place,
    *,
    series: Iterable[Series] = SERIES,
    encodings: Sequence[str] = ("framed",),
    seed: int = 1,
    count: int = 1,
    compress: bool = False,
    written: Callable[[FamilyEntry], None] | None = None,
) -> list[FamilyEntry]:
    """Write a family of formulas into a folder, with a README.md and an index.json in English about them."""
    chosen = [encoding(name) for name in dict.fromkeys(encodings)]
    series = tuple(series)
    if not chosen or not series:
        raise UsageError(say("family.empty", "A family without series or without encodings would be empty."))
    if not 1 <= count <= _MOST_CUBES:
        raise UsageError(_COUNT(most=_MOST_CUBES, count=count))
    entries = []
    with new_family_folder(folder, _INDEX) as unfinished:
        for entry in _entries(unfinished, series, chosen, range(seed, seed + count), compress):
            entries.append(entry)
            if written is not None:
                written(entry)
        index = {"seed": seed, "count": count, "instances": [asdict(entry) for entry in entries]}
        dimacs.save(unfinished / _INDEX, [json.dumps(index, indent=1, ensure_ascii=False)])
        dimacs.save(unfinished / "README.md", _readme(entries))
    return entries


@contextmanager
def new_family_folder(folder: Place, manifest: str) -> Iterator[Path]:
    """Yield the path of a folder to write, which becomes the given folder when it is complete.

    Raises:
        UsageError: the folder exists and is not empty.
    """
    if not is_free(folder):
        raise UsageError(_EXISTS(folder=shown(folder)))
    try_writing(folder)
    with delivered_folder(folder, manifest=manifest) as unfinished:
        yield unfinished


def draw(series: Series, seed: int) -> SeriesCube:
    """Return a random cube at exactly the distance of a series.

    >>> str(draw(Series(3, "htm", 3), seed=1).scramble)
    "R' D' B2"
    """
    random = Random(f"{series.size} {series.metric} {series.length} {seed}")
    way = _from_table if series.size == 2 else _from_turns
    while True:
        drawn = way(series, random)
        if drawn is not None:
            return drawn


def _from_table(series: Series, random: Random) -> SeriesCube:
    from cubeproof.methods.configurations.graph import cubes

    numbers = _at_distance(series.metric, series.length)
    cube = Cube.from_colours(cubes(int(numbers[random.randrange(len(numbers))])))
    answer = solve(cube, engine="table", metric=series.metric)
    if answer.alg is None or answer.length != series.length:
        raise InternalError(_CONTRADICTED(facelets=cube.facelets))
    return SeriesCube(~answer.alg, say("family.by-table", "the table of all 3,674,160 states"))


@cache
def _at_distance(metric: str, length: int) -> NDArray[np.integer]:
    """Return the numbers of the 2×2×2s at a distance from solved."""
    from cubeproof.methods.configurations import TURNS
    from cubeproof.methods.configurations.distances import layers

    turns = [number for number, turn in enumerate(TURNS) if turn.cost(metric, 2) == 1]
    for depth, layer in enumerate(layers(turns)):
        if depth == length:
            return np.sort(layer)
    raise UsageError(_TOO_FAR(length=length, metric=metric))


def _from_turns(series: Series, random: Random) -> SeriesCube | None:
    """Return random turns, or None if fewer turns undo them."""
    solved = _problem(series, Alg())
    scramble = Alg.of_turns(solved.write(random_word(solved, series.length, random)))
    if distance(_problem(series, scramble), series.length - 1) is not None:
        return None
    return SeriesCube(scramble, BY_SEARCH())


def random_word(problem: Problem, length: int, random: Random) -> list[int]:
    """Return random generators in canonical order."""
    word: list[int] = []
    for _ in range(length):
        allowed = np.flatnonzero(problem.successors[word[-1]]) if word else range(len(problem.generators))
        word.append(int(random.choice(allowed)))
    return word


def _problem(series: Series, scramble: Alg) -> Problem:
    return cube_problem(Cube(series.size).apply(scramble), metric=series.metric)


def _entries(
    folder: Path, series: Iterable[Series], encodings: Iterable[Encoding], seeds: range, compress: bool
) -> Iterator[FamilyEntry]:
    for part in series:
        for seed in seeds:
            drawn = draw(part, seed)
            pieces = ProblemPieces(_problem(part, drawn.scramble))
            for horizon in (part.length - 1, part.length):
                for way in encodings:
                    yield _write(folder, part, seed, drawn, pieces, horizon, way, compress)


def _write(
    folder: Path,
    series: Series,
    seed: int,
    drawn: SeriesCube,
    pieces: ProblemPieces,
    horizon: int,
    way: Encoding,
    compress: bool,
) -> FamilyEntry:
    satisfiable = horizon >= series.length
    size = "x".join([str(series.size)] * 3)
    status = "sat" if satisfiable else "unsat"
    name = f"{size}-{series.metric}-d{series.length}-h{horizon}-{status}-s{seed}-{way.name}.cnf"
    if compress:
        name += ".gz"
    question = formula(pieces, horizon, encoding=way)
    known_as = fingerprint(formula_lines(question))
    remarks = [
        f"formula {known_as}",
        f"{size}: is there an answer of at most {horizon} turns ({series.metric})? {'Yes' if satisfiable else 'No'}.",
        f"the shortest has {series.length}; known by {drawn.known_by}",
        f"scramble {drawn.scramble}",
        f"start {Cube(series.size).apply(drawn.scramble).facelets}",
        f"encoding {way.name}, seed {seed}",
    ]
    digest = dimacs.save(folder / name, formula_lines(question, header(question, pieces.problem, remarks)))
    return FamilyEntry(
        file=name,
        size=series.size,
        metric=series.metric,
        seed=seed,
        scramble=str(drawn.scramble),
        start=Cube(series.size).apply(drawn.scramble).facelets,
        optimal=series.length,
        known_by=str(drawn.known_by),
        horizon=horizon,
        satisfiable=satisfiable,
        encoding=way.name,
        variables=question.variables,
        clauses=question.clauses,
        formula=known_as,
        sha256=str(digest),
    )


_COLUMNS = (
    "file",
    "size",
    "metric",
    "scramble",
    "optimal",
    "known by",
    "horizon",
    "status",
    "encoding",
    "variables",
    "clauses",
)


def _readme(entries: Sequence[FamilyEntry]) -> Iterator[str]:
    yield from (
        "# A family of cube formulas",
        "",
        "Each formula asks: can this cube be solved in at most *horizon* turns? It is satisfiable if and only if",
        "*optimal*, the length of a shortest answer, is at most *horizon*. That length is known without a SAT solver,",
        "from one of two sources:",
        "",
        "- *the table of all 3,674,160 states*: breadth-first search from solved reached every state of the 2×2×2.",
        "- *breadth-first search from both ends*: fewer turns lead to no common state from the cube and from solved;",
        "  the scramble has that length.",
        "",
        "The files are DIMACS. Comments name each variable (`c var ID NAME`) and each group of clauses",
        "(`c clauses FROM-TO LABEL`); `cubeproof decode FILE ANSWER` converts a solver's model to turns. Metrics: htm,",
        "any turn of a face counts 1; qtm, a half turn counts 2; stm, a slice turn counts 1 too. index.json has the",
        "same facts, seeds, facelets and checksums, and the hash of each formula, which is also in its first line and",
        "ignores comments.",
        "",
        f"| {' | '.join(_COLUMNS)} |",
        f"|{'---|' * len(_COLUMNS)}",
    )
    for entry in entries:
        cells = (
            f"[{entry.file}]({entry.file})",
            "×".join([str(entry.size)] * 3),
            entry.metric,
            f"`{entry.scramble}`",
            entry.optimal,
            entry.known_by,
            entry.horizon,
            "SAT" if entry.satisfiable else "UNSAT",
            entry.encoding,
            entry.variables,
            entry.clauses,
        )
        yield f"| {' | '.join(map(str, cells))} |"
