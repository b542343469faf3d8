"""`Manifest`, the content of `certificate.json`, and its reader.

`docs/certificate.md` describes the format. No entry is trusted: `verdict.py` computes each again, or checks it.
`proof/write/manifest_text.py` writes such files.
"""

import json
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cached_property
from typing import Any, BinaryIO, NamedTuple, Protocol, TypeVar

from cubeproof.errors import CertificateError
from cubeproof.problem.generator import Generator
from cubeproof.problem.problem import Problem
from cubeproof.proof.check.question import Question
from cubeproof.proof.check.turns import Block, Colours, colours_of, facelets_of, permutation_of, read_turns
from cubeproof.puzzle.geometry import FACES
from cubeproof.sentences import Template, say


class CertificateFiles(Protocol):
    """The files of one certificate, by name."""

    def open(self, name: str) -> AbstractContextManager[BinaryIO]:
        """Open a file for reading and seeking."""
        ...

    def names(self) -> Iterable[str]:
        """Return the names of all files."""
        ...


FORMAT = "cubeproof certificate 2"
MANIFEST, FORMULA = "certificate.json", "formula.cnf"
PUZZLE, PERMUTATIONS, ENCODING, PROOF, SEARCH = "cube", "permutations", "framed", "lrat", "search"

# 20 times the size for 50 layers, all turns and a proof in thousands of parts.
_MOST_BYTES = 16_000_000

NO_ENTRY = Template("certificate.no-entry", "The certificate has no valid entry {entry!r}.")
UNKNOWN_PART = Template(
    "certificate.unknown-part",
    "The certificate names a part {part} that the formula does not have.",
)
_NO_GENERATOR = Template(
    "certificate.no-generator",
    "A generator of the formula is not a turn followed by at most two rotations of the whole cube.",
)
_UNKNOWN_ENTRY = Template(
    "certificate.unknown-entry", "{entry!r} is {found!r}; this version only supports {known!r}."
)
_TOO_MANY_BYTES = Template(
    "certificate.too-many-bytes", "{path} is longer than any certificate: {most:,} bytes at most."
)
_NO_CERTIFICATE = Template("certificate.no-certificate", "{path} is not a certificate of the form {form!r}.")
_OTHER_QUESTION = Template(
    "certificate.other-question",
    "{entry!r} does not match the question: it is {found}, but should be {wanted}.",
)

Entry = TypeVar("Entry")


class FormulaGenerator(NamedTuple):
    """A generator of the formula as turns: an allowed turn, then rotations of the whole cube."""

    turns: str
    """For example `R` or `Rw x'`."""
    cost: int
    """Its cost in the formula."""

    @property
    def name(self) -> str:
        """Its name in the formula: the turn without rotations."""
        return "".join(self.turns.split()[:1])

    def blocks(self, size: int) -> list[Block]:
        """Return the turn and the rotations of the whole cube after it, at most two.

        >>> len(FormulaGenerator("Rw x' y", 1).blocks(3))
        3
        """
        turns = read_turns(self.turns, size)
        if [block.is_rotation(size) for block in turns] not in ([False], [False, True], [False, True, True]):
            raise CertificateError(_NO_GENERATOR())
        return turns


@dataclass(frozen=True, eq=False)
class Manifest:
    """The content of a certificate's manifest."""

    question: Question
    """The question."""
    answer: str
    """The answer in the notation of certificates."""
    length: int
    """The cost of the answer."""
    generators: tuple[FormulaGenerator, ...] = ()
    """The generators of the formula."""
    goals: tuple[Colours, ...] = ()
    """The goals of the formula: colours, shape (stickers,), −1 for stickers that do not matter."""
    horizon: int = 0
    """The number of steps of the formula."""
    parts: tuple[tuple[str, ...], ...] = ()
    """The literals of each part of the proof, by name."""

    @cached_property
    def problem(self) -> Problem:
        """The problem that the formula encodes."""
        size = self.question.size
        generators = tuple(
            Generator(generator.name, permutation_of(generator.blocks(size), size), generator.cost)
            for generator in self.generators
        )
        places = tuple(f"{face}{number + 1}" for face in FACES for number in range(size * size))
        return Problem(self.question.start, self.goals, generators, self.question.metric, places)


def full_question(question: Question) -> dict[str, object]:
    """Return the entry `asked`: the full question on stickers.

    It contains the stickers of the start that the goal looks at, the goal, its orientation and every allowed turn.

    >>> full_question(Question(2, colours_of("?" * 24, 2), "solved", "R,U2", "qtm"))["turns"]
    [['R', 1], ['R2', 2], ["R'", 1], ['U2', 2]]
    """
    return {
        "start": facelets_of(question.start),
        "goal": facelets_of(question.pattern),
        "hold": "any" if question.held_anyhow else "as given",
        "rotations": "free" if question.rotations_are_free else "none",
        "turns": [[block.name(question.size), cost] for block, cost in question.turns.items() if cost],
    }


def entry(data: Mapping[str, Any], name: str, kind: type[Entry]) -> Entry:
    """Return an entry of a JSON object; refuse a value of another type."""
    value = data.get(name.rsplit(".", maxsplit=1)[-1])
    # Not isinstance(): True is an int in Python.
    if type(value) is not kind:
        raise CertificateError(NO_ENTRY(entry=name))
    return value


def must_be(data: Mapping[str, Any], name: str, value: str) -> None:
    """Refuse an entry whose value differs from the supported value."""
    if (actual := entry(data, name, str)) != value:
        raise CertificateError(_UNKNOWN_ENTRY(entry=name, found=actual, known=value))


def read(files: CertificateFiles) -> Manifest:
    """Read the manifest of a certificate."""
    data = contents(files)
    must_be(data, "puzzle", PUZZLE)
    must_be(data, "proof", PROOF)
    size, goal = entry(data, "size", int), entry(data, "goal", str)
    question = Question(
        size,
        start := colours_of(entry(data, "start", str), size),
        colours_of(goal, size) if len(goal) == len(start) else goal,
        None if data.get("moves", "") is None else entry(data, "moves", str),
        entry(data, "metric", str),
    )
    _check_full_question(entry(data, "asked", dict), question)
    formula = entry(data, "formula", dict)
    must_be(formula, "formula.encoding", ENCODING)
    goals, generators = (entry(formula, f"formula.{name}", list) for name in ("goals", "generators"))
    return Manifest(
        question,
        entry(data, "answer", str),
        entry(data, "length", int),
        tuple(FormulaGenerator(*_check_types(item, [str, int], "formula.generators")) for item in generators),
        tuple(colours_of(item, size) for item in _check_types(goals, [str] * len(goals), "formula.goals")),
        entry(formula, "formula.horizon", int),
        parts_of(data),
    )


def contents(files: CertificateFiles) -> dict[str, Any]:
    """Return the JSON object in `certificate.json`; refuse another format."""
    try:
        with files.open(MANIFEST) as file:
            text = file.read(_MOST_BYTES + 1)
            if len(text) > _MOST_BYTES:
                raise CertificateError(_TOO_MANY_BYTES(path=MANIFEST, most=_MOST_BYTES))
            data = json.loads(text.decode("ascii"), object_pairs_hook=_unique_entries)
    except (ValueError, RecursionError):
        raise CertificateError(say("certificate.no-json", "{path} is not JSON.", path=MANIFEST)) from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise CertificateError(_NO_CERTIFICATE(path=MANIFEST, form=FORMAT))
    return data


def _unique_entries(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object; refuse two entries of one name."""
    entries = dict(pairs)
    if len(entries) < len(pairs):
        raise ValueError
    return entries


def _check_types(item: object, kinds: list[type], name: str) -> list[Any]:
    """Return a list whose items have these types; refuse another value."""
    if not isinstance(item, list) or [type(part) for part in item] != kinds:
        raise CertificateError(NO_ENTRY(entry=name))
    return item


def parts_of(data: Mapping[str, Any]) -> tuple[tuple[str, ...], ...]:
    """Return the names of the literals that each part of the proof assumes."""
    parts = []
    for part in entry(data, "parts", list):
        if not isinstance(part, list) or not all(isinstance(name, str) for name in part):
            raise CertificateError(UNKNOWN_PART(part=str(part)[:60]))
        parts.append(tuple(part))
    return tuple(parts)


def _check_full_question(data: Mapping[str, Any], question: Question) -> None:
    """Compare the certificate's entry `asked` with the question."""
    for name, value in full_question(question).items():
        # As text: an integer differs from a float and from a boolean.
        if json.dumps(entry(data, f"asked.{name}", type(value))) != json.dumps(value):
            raise CertificateError(
                _OTHER_QUESTION(entry=f"asked.{name}", found=str(data[name])[:60], wanted=str(value)[:60])
            )
