"""`Manifest`: what a certificate says in the file `certificate.json`, as it is read.

`docs/certificate.md` describes the form of the file. Nothing that it says is believed: `verdict.py` computes it again,
or checks it. `proof/write/manifest_text.py` writes such files.
"""

import json
from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cached_property
from typing import Any, BinaryIO, NamedTuple, Protocol, TypeVar

from cubeproof.errors import CertificateError
from cubeproof.problem.problem import Generator, Problem
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
PUZZLE, PERMUTATIONS, ENCODING, PROOF = "cube", "permutations", "framed", "lrat"

# A certificate for 50 layers, with all turns and a proof in thousands of parts, has a twentieth of that.
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


class Made(NamedTuple):
    """A generator of the formula, as turns: an allowed turn, and the rotations of the whole cube after it."""

    turns: str
    """`R`, or `Rw x'`."""
    cost: int
    """Its cost in the formula."""

    @property
    def name(self) -> str:
        """Its name in the formula: only the turn."""
        return "".join(self.turns.split()[:1])

    def blocks(self, size: int) -> list[Block]:
        """The turn, and at most two rotations of the whole cube after it.

        >>> len(Made("Rw x' y", 1).blocks(3))
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
    """The answer, as certificates write turns."""
    length: int
    """Its cost."""
    generators: tuple[Made, ...] = ()
    """Those of the formula."""
    goals: tuple[Colours, ...] = ()
    """Those of the formula, each as colours, shape (stickers,), −1 where they do not matter."""
    horizon: int = 0
    """The number of steps that the formula speaks of."""
    parts: tuple[tuple[str, ...], ...] = ()
    """For every part of the proof its literals, by name."""

    @cached_property
    def problem(self) -> Problem:
        """The problem that the formula writes down."""
        size = self.question.size
        generators = tuple(
            Generator(generator.name, permutation_of(generator.blocks(size), size), generator.cost)
            for generator in self.generators
        )
        places = tuple(f"{face}{number + 1}" for face in FACES for number in range(size * size))
        return Problem(self.question.start, self.goals, generators, self.question.metric, places)


def asked(question: Question) -> dict[str, object]:
    """Return the question in full, on stickers, as the entry `asked` has it.

    It has what the goal sees of the start, the goal, how it may be held, and every allowed turn.

    >>> asked(Question(2, colours_of("?" * 24, 2), "solved", "R,U2", "qtm"))["turns"]
    [['R', 1], ['R2', 2], ["R'", 1], ['U2', 2]]
    """
    return {
        "start": facelets_of(question.start),
        "goal": facelets_of(question.pattern),
        "hold": "any" if question.held_anyhow else "as given",
        "rotations": "free" if question.rotations_are_free else "none",
        "turns": [[block.name(question.size), cost] for block, cost in question.turns.items() if cost],
    }


def entry(found: Mapping[str, Any], name: str, kind: type[Entry]) -> Entry:
    """An entry of a JSON object, of the kind that it must have."""
    value = found.get(name.rsplit(".", maxsplit=1)[-1])
    # `True` is no number here, though Python has it so.
    if type(value) is not kind:
        raise CertificateError(NO_ENTRY(entry=name))
    return value


def must_be(found: Mapping[str, Any], name: str, value: str) -> None:
    """Refuse an entry with another value than the one that this version knows."""
    if (there := entry(found, name, str)) != value:
        raise CertificateError(_UNKNOWN_ENTRY(entry=name, found=there, known=value))


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
    _see_that_all_was_told(entry(data, "asked", dict), question)
    formula = entry(data, "formula", dict)
    must_be(formula, "formula.encoding", ENCODING)
    goals, generators = (entry(formula, f"formula.{name}", list) for name in ("goals", "generators"))
    return Manifest(
        question,
        entry(data, "answer", str),
        entry(data, "length", int),
        tuple(Made(*_typed(item, [str, int], "formula.generators")) for item in generators),
        tuple(colours_of(item, size) for item in _typed(goals, [str] * len(goals), "formula.goals")),
        entry(formula, "formula.horizon", int),
        parts_of(data),
    )


def contents(files: CertificateFiles) -> dict[str, Any]:
    """The file `certificate.json`, as it is, of a form that is known."""
    try:
        with files.open(MANIFEST) as file:
            text = file.read(_MOST_BYTES + 1)
            if len(text) > _MOST_BYTES:
                raise CertificateError(_TOO_MANY_BYTES(path=MANIFEST, most=_MOST_BYTES))
            data = json.loads(text.decode(), object_pairs_hook=_each_once)
    except (ValueError, RecursionError):
        raise CertificateError(say("certificate.no-json", "{path} is not JSON.", path=MANIFEST)) from None
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise CertificateError(_NO_CERTIFICATE(path=MANIFEST, form=FORMAT))
    return data


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return a JSON object, refusing two entries of one name, which would be ambiguous."""
    entries = dict(pairs)
    if len(entries) < len(pairs):
        raise ValueError
    return entries


def _typed(item: object, kinds: list[type], name: str) -> list[Any]:
    """A list with items of these kinds."""
    if not isinstance(item, list) or [type(part) for part in item] != kinds:
        raise CertificateError(NO_ENTRY(entry=name))
    return item


def parts_of(found: Mapping[str, Any]) -> tuple[tuple[str, ...], ...]:
    """The names that each part of the proof supposes."""
    parts = []
    for part in entry(found, "parts", list):
        if not isinstance(part, list) or not all(isinstance(name, str) for name in part):
            raise CertificateError(UNKNOWN_PART(part=str(part)[:60]))
        parts.append(tuple(part))
    return tuple(parts)


def _see_that_all_was_told(told: Mapping[str, Any], question: Question) -> None:
    """Compare the certificate's own account of the question in full with what the question comes to."""
    for name, wanted in asked(question).items():
        # Compared as text, in which an integer differs from a float and from a boolean.
        if json.dumps(entry(told, f"asked.{name}", type(wanted))) != json.dumps(wanted):
            raise CertificateError(
                _OTHER_QUESTION(entry=f"asked.{name}", found=str(told[name])[:60], wanted=str(wanted)[:60])
            )
