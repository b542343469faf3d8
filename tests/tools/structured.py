"""States of the 3×3×3 with structure, each with the kind of its structure.

Random states have no structure: no symmetry and no small subgroup. These states have structure. They are made on the
lattice of `second_opinion`, which shares no code with `src/`. A state is a permutation: place i shows the sticker
of place `state[i]` of the solved cube.

    draw(kind, number)    the state of a kind with a number, the same one each time
    structured(kinds)     a hypothesis strategy
    patterns()            the published patterns of `golden/patterns.tsv`
    last_layer()          the 21 PLL and 57 OLL algorithms of `golden/last_layer.tsv`
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from random import Random

import numpy as np
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

from permutation_group import PermutationGroup
from second_opinion.lattice import Array, after, letters, solved
from structured_pieces import (
    PIECES,
    assembled,
    disturbed_pieces,
    random_own_inverse,
    random_symmetric,
    subgroups_of_symmetries,
    symmetries,
    symmetry_count,
)

__all__ = [
    "ALL_STATES",
    "FACE_TURNS",
    "GROUPS",
    "KINDS",
    "Structured",
    "draw",
    "last_layer",
    "made_by",
    "members",
    "name_as_id",
    "outside",
    "patterns",
    "random_word",
    "structured",
    "undone",
]

FACE_TURNS = [face + amount for face in "URFDLB" for amount in ("", "2", "'")]

GROUPS = {
    "everything": "U,R,F,D,L,B",
    "half turns": "U2,R2,F2,D2,L2,B2",
    "domino of U and D": "U,D,R2,L2,F2,B2",
    "domino of R and L": "R,L,U2,D2,F2,B2",
    "domino of F and B": "F,B,U2,D2,R2,L2",
    "slices": "R L',U D',F B'",
    "antislices": "R L,U D,F B",
    "half slices": "R2 L2,U2 D2,F2 B2",
    "U, R": "U,R",
    "U, D": "U,D",
    "U, R2": "U,R2",
    "U2, R2": "U2,R2",
    "U, R, F": "U,R,F",
    "U, R, L": "U,R,L",
    "U, R2, F2": "U,R2,F2",
    "U2, R2, F2": "U2,R2,F2",
    "U, D, R2": "U,D,R2",
    "U, D, R2, L2": "U,D,R2,L2",
    "U2, D2, R2, L2": "U2,D2,R2,L2",
    "U, F2, R2, L2": "U,F2,R2,L2",
    "U, D, R, L": "U,D,R,L",
    "five faces": "U,R,F,D,L",
}
"""Groups of states by name: what generates each. `R L'` is one generator, of two turns."""

ALL_STATES = ("everything", "five faces")
"""The groups that contain all states."""


@dataclass(frozen=True)
class Structured:
    """A state with structure.

    Attributes:
        kind: one of `KINDS`, or "pattern" or "last layer".
        origin: the turns or the name of the state, for reports of failures.
        state: the permutation, as bytes of 54 numbers.
        words: the turns that make the state, in order: outside its group, in the group, outside again. Empty if
            turns did not make the state.
    """

    kind: str
    origin: str
    state: bytes
    words: tuple[str, ...]

    @property
    def permutation(self) -> Array:
        """The state, shape (54,)."""
        return np.frombuffer(self.state, dtype=np.uint8).astype(np.intp)

    @property
    def facelets(self) -> str:
        """The colours in the order of faces URFDLB."""
        return letters(solved(3)[self.permutation])

    @property
    def symmetries(self) -> int:
        """The number of symmetries of the state, of the 48 of the cube, with the identity."""
        return symmetry_count(self.permutation)

    @property
    def turns(self) -> str:
        """The words as one sequence of turns."""
        return " ".join(filter(None, self.words))


def made_by(kind: str, origin: str, *words: str) -> Structured:
    """Return the state that turns make."""
    return _structured(kind, origin, after(np.arange(54), " ".join(words), 3), words)


def _structured(kind: str, origin: str, state: Array, words: tuple[str, ...] = ()) -> Structured:
    return Structured(kind, origin, state.astype(np.uint8).tobytes(), words)


def random_word(random: Random, generators: list[str], length: int) -> str:
    """Return `length` powers of generators, no generator twice in a row; a generator that ends in 2 is not repeated."""
    words: list[str] = []
    before = ""
    while len(words) < length:
        generator = random.choice(generators)
        if generator != before or len(generators) == 1:
            words.append(_power(generator, 2 if generator[-1] == "2" else random.choice([1, 2, 3])))
            before = generator
    return " ".join(words)


def _power(generator: str, quarters: int) -> str:
    """Return a generator once, twice or three times; a generator that ends in 2 stays unchanged."""
    if generator[-1] == "2" or quarters == 1:
        return generator
    return " ".join(
        _turn(turn[0], (3 if turn[-1] == "'" else 1) * quarters % 4) for turn in generator.split()
    )


def _turn(face: str, quarters: int) -> str:
    return face + ["", "", "2", "'"][quarters]


def undone(word: str) -> str:
    """Return the turns that undo a word."""
    back = {"2": "2", "'": ""}
    return " ".join(turn[0] + back.get(turn[-1], "'") for turn in reversed(word.split()))


@cache
def members(group: str) -> PermutationGroup:
    """A group by its name."""
    return PermutationGroup([after(np.arange(54), word, 3).tolist() for word in GROUPS[group].split(",")])


@cache
def outside(group: str) -> list[str]:
    """Return the turns of faces that are not in a group."""
    return [turn for turn in FACE_TURNS if after(np.arange(54), turn, 3).tolist() not in members(group)]


def _word_outside(group: str, random: Random) -> str:
    """Return 1 to 4 turns outside a group, no face twice in a row."""
    turns: list[str] = []
    for _ in range(random.randint(1, 4)):
        faces = [turn for turn in outside(group) if not turns or turn[0] != turns[-1][0]]
        turns += random.sample(faces, min(1, len(faces)))
    return " ".join(turns)


def _of_group(group: str, kind: str, random: Random) -> Structured:
    length = random.randint(1, 40)
    word = random_word(random, GROUPS[group].split(","), length)
    return made_by(kind, f"{length} generators: {word}", "", word, "")


def _near_group(group: str, kind: str, random: Random) -> Structured:
    length = random.randint(1, 40)
    word = random_word(random, GROUPS[group].split(","), length)
    before, behind = random.choice([(1, 0), (0, 1), (1, 1)])
    words = [_word_outside(group, random) if wanted else "" for wanted in (before, behind)]
    return made_by(kind, f"({words[0]}) {word} ({words[1]})", words[0], word, words[1])


def _commutators(kind: str, random: Random) -> Structured:
    word = ""
    for _ in range(random.randint(1, 3)):
        first, second, setup = (
            random_word(random, list("URFDLB"), random.randint(*length))
            for length in ((1, 4), (1, 4), (0, 2))
        )
        word += f" {setup} {first} {second} {undone(first)} {undone(second)} {undone(setup)}"
    return made_by(kind, word, " ".join(word.split()))


def _own_inverse(kind: str, random: Random) -> Structured:
    if random.random() < 0.5:
        return _structured(kind, "pieces swapped in pairs", random_own_inverse(random))
    core = random.choice(["R2", "U2 D2", "U2 R2 U2 R2 U2 R2", "R2 L2 U2 D2 F2 B2", "M2 U2 M2 U2"])
    setup = random_word(random, list("URFDLB"), random.randint(0, 8))
    return made_by(kind, f"({core}) after {setup}", " ".join(f"{setup} {core} {undone(setup)}".split()))


def _mirrored_inverse(kind: str, random: Random) -> Structured:
    """Return a word and its inverse mapped by a symmetry of order 2, which maps the state to its inverse."""
    mirrors = [symmetry for symmetry in symmetries()[1:] if (symmetry[symmetry] == np.arange(54)).all()]
    mirror = random.choice(mirrors)
    word = random_word(random, list("URFDLB"), random.randint(1, 12))
    back = after(np.arange(54), undone(word), 3)
    seen = np.empty(54, dtype=np.intp)
    seen[mirror] = mirror[back]
    return _structured(
        kind, f"{word}, then its inverse seen through a symmetry", after(np.arange(54), word, 3)[seen]
    )


def _symmetric(order: int, kind: str, random: Random) -> Structured:
    groups = [group for group in subgroups_of_symmetries() if len(group) == order]
    while True:
        group = random.choice(groups)
        state = random_symmetric(group, random)
        if symmetry_count(state) == order and (state != np.arange(54)).any():
            return _structured(kind, f"kept by {order} symmetries", state)


def _disturbed(kind: str, random: Random) -> Structured:
    corners, edges = disturbed_pieces(kind, random)
    return _structured(kind, f"corners {corners}, edges {edges}", assembled(corners, edges))


ORDERS = (2, 3, 4, 6, 8, 12, 16, 24, 48)
"""The numbers of symmetries for which there are states, besides 1."""

KINDS: dict[str, Callable[[str, Random], Structured]] = {
    **{group: partial(_of_group, group) for group in GROUPS},
    **{f"near {group}": partial(_near_group, group) for group in GROUPS if group not in ALL_STATES},
    "commutators": _commutators,
    "own inverse": _own_inverse,
    "mirrored inverse": _mirrored_inverse,
    **{f"{order} symmetries": partial(_symmetric, order) for order in ORDERS},
    **dict.fromkeys(PIECES, _disturbed),
}
"""What makes a state of each kind, given the kind."""


def draw(kind: str, number: int) -> Structured:
    """Return the state of a kind with a number; the same state each time."""
    return KINDS[kind](kind, Random(f"{kind} {number}"))


def name_as_id(name: object) -> str:
    """Return a name or a number as the id of a parameter."""
    return str(name).replace(", ", "-").replace(" ", "-")


def structured(kinds: Iterable[str] = ()) -> SearchStrategy[Structured]:
    """States of some kinds, by default of all kinds."""
    return st.builds(draw, st.sampled_from(list(kinds) or list(KINDS)), st.integers(0, 1 << 20))


@cache
def patterns() -> tuple[Structured, ...]:
    """Return the published patterns, made by their published algorithms."""
    return tuple(made_by("pattern", name, algorithm) for name, algorithm in _table("patterns.tsv"))


@cache
def last_layer() -> tuple[Structured, ...]:
    """Return the solved cube after each PLL and OLL algorithm, with the white side on top."""
    return tuple(made_by("last layer", name, algorithm) for name, algorithm in _table("last_layer.tsv"))


def _table(name: str) -> list[tuple[str, str]]:
    """Yield the name and the algorithm of each row of a file in `golden`, without comments and the heading."""
    lines = Path(__file__).parents[1].joinpath("golden", name).read_text(encoding="utf-8").splitlines()
    rows = [line.split("\t") for line in lines if not line.startswith("#")]
    assert rows[0] == ["name", "algorithm"]
    return [(name, algorithm) for name, algorithm in rows[1:]]
