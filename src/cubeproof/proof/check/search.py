"""A readable check of a certificate whose proof is a search: no word of fewer turns solves the cube.

A *view* of a cube is what it looks like if some of its stickers are painted and all others are grey. The paint moves
with the stickers, so the view after a turn depends only on the view before it. There are three views on three axes:

    twist   the corner stickers on the two faces of the axis
    flip    one sticker of each edge: on a face of the axis if it has one, else on a face of the next axis
    slots   the edges without a sticker on a face of the axis

Two views have a distance from those of the solved cube, found breadth-first. No answer is shorter than any of these
distances, so a search of all words in canonical order, turn by turn, may leave out a cube whose distance exceeds the
turns that are left. The search looks at many cubes at a time, as columns of arrays of view numbers. At the end, the few
words that are left over are made on the stickers.

By `proof/check/reduction.py` and `docs/certificate.md`, the 18 turns of the faces suffice for all turns of `htm`. All
axes use the views of the first: the permutation that mixed the cube is turned so that the axis becomes the first.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cubeproof.errors import CertificateError, UnsupportedError
from cubeproof.proof.check.manifest import CertificateFiles, Manifest
from cubeproof.proof.check.reduction import check_reduction
from cubeproof.proof.check.search_manifest import read
from cubeproof.proof.check.turns import Colours, permutation_of, read_turns
from cubeproof.proof.check.verdict import certificate_errors
from cubeproof.puzzle.geometry import FACES, geometry
from cubeproof.sentences import Template

LONGEST = 14
"""The length of the longest answer that is checked."""
ShareReport = Callable[[int, float, int], None]
"""Called during the search: with the number of turns, the searched share and the looks so far; at its end with 1.0."""

# Cubes that are looked at together: more need more memory, fewer take more time.
_TOGETHER = 1 << 15
_FAR = 255
# The sum of all shares may be rounded up before the end.
_ALMOST = 0.999

_TOO_LONG = Template(
    "certificate.search-too-long",
    "Not checked: the readable checker in Python checks answers of at most {most} turns, and this one has {length}.",
)
_SHORTER = Template("certificate.search-shorter", "Fewer than {length} turns solve the cube.")
_IMPOSSIBLE = Template(
    "certificate.search-impossible", "The cube's stickers are not those of a cube's pieces."
)

Numbers = NDArray[np.int32]


class Views(NamedTuple):
    """The views on the first axis, by kind: twist, flip and slots."""

    after: tuple[Numbers, ...]
    """For each kind: the numbers of views after turns, shape (numbers, 18)."""
    numbers: tuple[dict[bytes, int], ...]
    """The number of each view."""
    distances: dict[tuple[int, int], NDArray[np.uint8]]
    """The distance of each pair of numbers of two kinds, as one row."""


def check(
    files: CertificateFiles, look: Callable[[Manifest], None], report: ShareReport
) -> tuple[Manifest, int]:
    """Check a certificate by search; return its manifest and the looks at cubes with the most turns."""
    with certificate_errors():
        manifest = read(files)
        look(manifest)
        cube = manifest.question.cube
        check_reduction(manifest.question, [(turn, 1) for turn in turns()], (solved_as_held(cube),))
    if manifest.length > LONGEST:
        raise UnsupportedError(_TOO_LONG(most=LONGEST, length=manifest.length))
    looks = 0
    mixed = mixing(cube)
    for most in range(manifest.length):
        looks = 0
        for share, new_looks, solved in search(mixed, most):
            looks += new_looks
            if solved:
                raise CertificateError(_SHORTER(length=manifest.length))
            report(most, min(share, _ALMOST), looks)
        report(most, 1.0, looks)
    return manifest, looks


@cache
def turns() -> NDArray[np.int16]:
    """Return the turns of the faces as permutations of stickers, shape (18, 54): turn t is of the face t // 3."""
    names = [face + amount for face in FACES for amount in ("", "2", "'")]
    return np.stack([permutation_of(read_turns(name, 3), 3) for name in names])


def solved_as_held(cube: Colours) -> Colours:
    """Return the solved cube in the hold of a cube: turns of faces leave the centres where they are."""
    faces = geometry(3).faces
    # The middle sticker of nine.
    solved: Colours = cube[4::9][faces]
    return solved


def mixing(cube: Colours) -> NDArray[np.intp]:
    """Return the permutation of stickers, in gather form, that makes a cube of the solved cube.

    A sticker is found by its colour and the colours of the other stickers of its piece.
    """
    cubies = geometry(3).cubies
    pieces = [[near for near in range(54) if (cubies[near] == cubies[place]).all()] for place in range(54)]

    def key(colours: NDArray[np.integer], place: int) -> tuple[int, frozenset[int]]:
        return int(colours[place]), frozenset(colours[pieces[place]].tolist())

    solved = solved_as_held(cube)
    places = {key(solved, place): place for place in range(54)}
    origins = [places.get(key(cube, place), -1) for place in range(54)]
    if sorted(origins) != list(range(54)):
        raise CertificateError(_IMPOSSIBLE())
    return np.array(origins)


@cache
def rotations() -> NDArray[np.int16]:
    """Return the permutations of stickers that turn each axis to the first, shape (3, 54)."""
    return np.stack([permutation_of(read_turns(names, 3), 3) for names in ("", "z", "x")])


def seen_from(axis: int, mixed: NDArray[np.integer]) -> NDArray[np.integer]:
    """Return a permutation of stickers as it is when another axis is turned to the first."""
    rotation = rotations()[axis]
    seen: NDArray[np.integer] = np.argsort(rotation)[mixed][rotation]
    return seen


@cache
def turns_from(axis: int) -> NDArray[np.intp]:
    """Return the number of each turn when another axis is turned to the first."""
    number = {turn.tobytes(): index for index, turn in enumerate(turns())}
    return np.array([number[seen_from(axis, turn).astype(np.int16).tobytes()] for turn in turns()])


@cache
def paintings() -> tuple[NDArray[np.uint8], ...]:
    """Return the painted stickers for twist, flip and slots on the axis from U to D, each of shape (54,)."""
    cubies = geometry(3).cubies
    names = np.array(list(FACES))[geometry(3).faces]
    same_piece = (cubies[:, None] == cubies[None]).all(axis=2)
    stickers = same_piece.sum(axis=1)
    first, second = np.isin(names, ["U", "D"]), np.isin(names, ["F", "B"])
    with_first = (same_piece & first[None]).any(axis=1)
    edge = stickers == 2
    painted = (stickers == 3) & first, edge & (first | (second & ~with_first)), edge & ~with_first
    return tuple(paint.astype(np.uint8) for paint in painted)


@cache
def views() -> Views:
    """Number the views on the first axis, the solved cube's first, and find the distances of pairs."""
    after, numbers = zip(*map(_numbered, paintings()), strict=True)
    pairs = ((0, 2), (1, 2), (0, 1))
    return Views(after, numbers, {(one, two): _distances(after[one], after[two]) for one, two in pairs})


def _numbered(paint: NDArray[np.uint8]) -> tuple[Numbers, dict[bytes, int]]:
    numbers, listed, after = {paint.tobytes(): 0}, [paint], []
    for view in listed:
        row = []
        for turned in view[turns()]:
            name = turned.tobytes()
            if name not in numbers:
                numbers[name] = len(listed)
                listed.append(turned)
            row.append(numbers[name])
        after.append(row)
    return np.array(after, dtype=np.int32), numbers


def _distances(one: Numbers, two: Numbers) -> NDArray[np.uint8]:
    """Return the distance of each pair of numbers from the pair 0, 0, breadth-first."""
    table = np.full(len(one) * len(two), _FAR, dtype=np.uint8)
    table[0], distance = 0, 0
    while len(reached := np.flatnonzero(table == distance)):
        distance += 1
        first, second = np.divmod(reached, len(two))
        for turn in range(18):
            nearby = one[first, turn] * len(two) + two[second, turn]
            table[nearby[table[nearby] == _FAR]] = distance
    return table


class Cubes(NamedTuple):
    """Cubes that one turn sequence each has reached."""

    numbers: Numbers
    """The numbers of their views, shape (3 axes, 3 kinds, cubes)."""
    words: NDArray[np.uint8]
    """The turns, shape (cubes, turns)."""


def search(mixed: NDArray[np.integer], most: int) -> Iterator[tuple[float, int, bool]]:
    """Search all words of exactly `most` turns in canonical order.

    Yield the searched share of the words, the looks since the last time, and whether a word solves the cube.
    """
    kinds = [*zip(views().numbers, paintings(), strict=True)]
    seen = [seen_from(axis, mixed) for axis in range(3)]
    start = np.array([[[numbers[paint[view].tobytes()]] for numbers, paint in kinds] for view in seen])
    waiting = [(Cubes(start.astype(np.int32), np.zeros((1, 0), dtype=np.uint8)), 1.0)]
    done = 0.0
    while waiting:
        cubes, weight = waiting.pop()
        left = most - cubes.words.shape[1]
        if not left:
            done += weight
            yield done, 0, any(is_solved(mixed, word) for word in cubes.words)
            continue
        count = len(cubes.words)
        if count > _TOGETHER:
            half = count // 2
            for part, size in ((slice(half, count), count - half), (slice(half), half)):
                waiting.append((Cubes(cubes.numbers[..., part], cubes.words[part]), weight * size / count))
            continue
        after, looks = _after_a_turn(cubes, left - 1)
        if len(after.words):
            waiting.append((after, weight))
        else:
            done += weight
        yield done, looks, False


def is_solved(mixed: NDArray[np.integer], word: NDArray[np.integer]) -> bool:
    """Whether the turns lead each sticker home."""
    for turn in word:
        mixed = mixed[turns()[turn]]
    return bool((mixed == np.arange(54)).all())


def _after_a_turn(cubes: Cubes, left: int) -> tuple[Cubes, int]:
    """Return the cubes after one more turn that may be solved in the turns that are left, and the looks."""
    numbers, words, looks = [], [], 0
    for turn in range(18):
        kept = np.flatnonzero(_may_follow(cubes.words, turn))
        looks += len(kept)
        axes: list[Numbers] = []
        for axis in range(3):
            here = turns_from(axis)[turn]
            three = [after[cubes.numbers[axis, kind, kept], here] for kind, after in enumerate(views().after)]
            near = np.ones(len(kept), dtype=bool)
            for (one, two), distances in views().distances.items():
                near &= distances[three[one] * len(views().after[two]) + three[two]] <= left
            kept = kept[near]
            axes = [row[:, near] for row in axes] + [np.stack(three)[:, near]]
        numbers.append(np.stack(axes))
        words.append(np.column_stack([cubes.words[kept], np.full(len(kept), turn, dtype=np.uint8)]))
    return Cubes(np.concatenate(numbers, axis=2), np.concatenate(words)), looks


def _may_follow(words: NDArray[np.uint8], turn: int) -> NDArray[np.bool_]:
    """Whether a turn continues words in canonical order: opposite faces turn in one order, no face twice in a row."""
    if not words.shape[1]:
        return np.ones(len(words), dtype=bool)
    last, face = words[:, -1] // 3, turn // 3
    # FACES has opposite faces three places apart.
    follows: NDArray[np.bool_] = (last != face) & (last != face + 3)
    return follows
