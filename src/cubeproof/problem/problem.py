"""`Problem`: stickers, allowed turns, a start and a goal; a search needs to know nothing of cubes.

A problem asks for the cheapest word over the generators that carries the start pattern into one of the goal
patterns. A pattern gives every sticker place a colour, a small number, or leaves it unknown (−1). A word
solves the problem when no known sticker of the start ends on a place where the goal is known to have another
colour.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import count as count_from
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from cubeproof.base.argument_checks import expect, expect_whole, wrong
from cubeproof.base.polling import pulse
from cubeproof.errors import UsageError
from cubeproof.sentences import Template, say

if TYPE_CHECKING:
    from cubeproof.problem.cube_map import CubeMap

_RESERVED = Template(
    "problem.reserved-name",
    "A turn cannot be called {name!r}: formulas call an idle step -, "
    "and a turn's second step by its name and +.",
)
_NAME = Template(
    "problem.name",
    "A {what} cannot be called {name!r}: a name has 1 to {most} letters, digits or signs of ASCII, "
    "no blanks, commas and round brackets among them.",
)
_NAMED_TWICE = Template("problem.named-twice", "Two {what} have the same name, {name}; names must be unique.")
_COST = Template("problem.cost", "Every allowed turn must cost 1 or more, and no more than {most:,}.")
_NO_PERMUTATION = Template(
    "problem.no-permutation",
    "The turn {name} is no permutation: it takes every place from 0 to {last}, in some order, each once.",
)
_FRAME = Template("problem.frame", "A frame has a name and a number, and here are {things} things.")
_LOST_FRAME = Template("problem.lost-frame", "The frames of the turn {name} lead where no frame is.")
_STICKERS = Template(
    "problem.stickers", "The start, the goals and the turns must have the same number of stickers."
)
_COLOURS = Template("problem.colours", "Colours are 0 or more, and -1 where they are not known.")
_PLACES = Template("problem.places", "There are {places} sticker places, and {names} names for them.")
_RAGGED = Template(
    "problem.ragged",
    "`{argument}` has rows of different lengths, and not one number for every sticker.",
)
_SHAPE = Template(
    "problem.shape", "`{argument}` has the shape {shape}, and not one number for every sticker."
)
_LARGE = Template(
    "problem.large-number", "`{argument}` has numbers above {most:,}, or more than there is room for."
)

Pattern = NDArray[np.int8]
"""A colour for every sticker place, shape (stickers,); −1 where it is unknown."""

_Pairs = tuple[NDArray[np.intp], NDArray[np.intp]]

# Number of sets of generators whose canonical orders are cached, and the largest size in bytes.
_KEPT, _KEPT_BYTES = 16, 100_000

# How many entries of products are compared at once.
_CHUNK = 1_000_000

# The cost of a word of such turns still fits into a number of the machine.
_MOST_COST = 1_000_000

# Names become parts of a formula's variables, `turn(3,R2)`, and words of an answer. A turn's second step is
# called `NAME+`, and an idle one `-`.
_LONGEST = 40
_WRITABLE = re.compile(r"[!-'*+.-~-]+")


@dataclass(frozen=True, eq=False)
class Generator:
    """An allowed turn.

    Raises:
        UsageError: not a permutation, the cost is below 1 or above a million, or the
            name cannot be written down: a name has 1 to 40 letters, digits or signs of ASCII, no blank, comma
            or round bracket among them, does not end in `+`, and is not `-`.
        TypeError: an argument of another type.

    >>> Generator("s", [1, 0, 2]).permutation
    array([1, 0, 2], dtype=int16)
    >>> Generator("s", [1, 0, 2], cost=0)
    Traceback (most recent call last):
        ...
    cubeproof.UsageError: Every allowed turn must cost 1 or more, and no more than 1,000,000.
    """

    name: str
    """As it is written in an answer."""
    permutation: NDArray[np.int16]
    """Gather form: after the turn, place i shows what was in place permutation[i]."""
    cost: int = 1
    """Its cost, 1 or more."""
    frames: tuple[tuple[str, int], ...] = ()
    """How it is written down where turns carry the observer along: for every frame, a way in which the observer may
    stand, the name seen from there and the frame that comes next. An answer starts in frame 0. Empty if there is
    only one frame."""

    def __post_init__(self) -> None:
        _check_name("turn", self.name)
        if self.name == "-" or self.name.endswith("+"):
            raise UsageError(_RESERVED(name=self.name))
        expect_whole("cost", self.cost)
        if not 1 <= self.cost <= _MOST_COST:
            raise UsageError(_COST(most=_MOST_COST))
        object.__setattr__(self, "permutation", _whole("permutation", self.permutation, np.int16))
        places = len(self.permutation)
        seen = np.zeros(places, dtype=bool)
        seen[self.permutation[(self.permutation >= 0) & (self.permutation < places)]] = True
        if not seen.all():
            raise UsageError(_NO_PERMUTATION(name=self.name, last=places - 1))
        expect("frames", self.frames, tuple, "a tuple of pairs of a name and a number")
        for frame in self.frames:
            expect("frames", frame, tuple, "made of pairs of a name and a number")
            if len(frame) != 2:
                raise UsageError(_FRAME(things=len(frame)))
            _check_name("turn", frame[0])
            expect_whole("frames", frame[1])

    def _key(self) -> tuple[object, ...]:
        return self.name, self.permutation.tobytes(), self.cost, self.frames

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Generator) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __reduce__(self) -> tuple[object, ...]:
        # A copy is constructed, so that its array is read-only too.
        return Generator, (self.name, self.permutation, self.cost, self.frames)


@dataclass(frozen=True, eq=False)
class Problem:
    """Start, goals and generators of a search.

    Raises:
        UsageError: no generator, no goal, no sticker, numbers of stickers that differ, colours that are not
            −1 to 127, frames that lead nowhere, a name that is there twice or cannot be written down.
        TypeError: an argument of another type.

    Patterns and permutations may be given as lists; they are kept as arrays that cannot be written to. Problems are
    equal if all attributes are; so are generators.

    >>> problem = Problem(
    ...     start=[2, 1, 0],
    ...     goals=[[0, 1, 2]],
    ...     generators=[Generator("s", [1, 0, 2]), Generator("c", [1, 2, 0])],
    ... )
    >>> problem.is_solved_by([0, 1]), problem.is_solved_by([1])
    (False, False)
    >>> problem.write([1, 0]), problem.is_solved_by([1, 0])
    (('c', 's'), True)
    """

    start: Pattern
    """The start pattern."""
    goals: tuple[Pattern, ...]
    """One or more patterns to end with; any of them will do."""
    generators: tuple[Generator, ...]
    """The allowed turns."""
    metric: str = "turns"
    """The name of the count that the generators' costs make up."""
    places: tuple[str, ...] = ()
    """Names of the sticker places; by default their numbers."""
    cube_map: CubeMap | None = field(default=None, init=False, repr=False)
    """Where `cube_problem` made the problem, what its generators are as turns of the cube; else None. A changed problem
    (`dataclasses.replace`) has none."""

    def __post_init__(self) -> None:
        for name, wanted in (("generators", "turns"), ("goals", "patterns"), ("places", "names")):
            value = getattr(self, name)
            if not isinstance(value, Iterable) or isinstance(value, str):
                raise wrong(name, value, f"a sequence of {wanted}")
            object.__setattr__(self, name, tuple(value))
        if not self.generators:
            raise UsageError(say("problem.no-turn", "There is no allowed turn, so nothing can be searched."))
        if not self.goals:
            raise UsageError(say("problem.no-goal", "There is no goal to be reached."))
        for generator in self.generators:
            expect("generators", generator, Generator, "made of `Generator`s")
        object.__setattr__(self, "start", _whole("start", self.start, np.int8))
        object.__setattr__(self, "goals", tuple(_whole("goals", goal, np.int8) for goal in self.goals))
        sizes = {len(self.start), *map(len, self.goals)}
        sizes |= {len(generator.permutation) for generator in self.generators}
        if len(sizes) != 1:
            raise UsageError(_STICKERS())
        if any((pattern < -1).any() for pattern in (self.start, *self.goals)):
            raise UsageError(_COLOURS())
        self._check_names()

    def _check_names(self) -> None:
        expect("metric", self.metric, str, "the name of a count")
        _check_name("metric", self.metric)
        _check_once("turns", [generator.name for generator in self.generators])
        for generator in self.generators:
            if any(not 0 <= frame < len(generator.frames) for _, frame in generator.frames) or (
                len(generator.frames) != len(self.generators[0].frames)
            ):
                raise UsageError(_LOST_FRAME(name=generator.name))
        if not self.places:
            object.__setattr__(self, "places", tuple(map(str, range(len(self.start)))))
        if len(self.places) != len(self.start):
            raise UsageError(_PLACES(places=len(self.start), names=len(self.places)))
        for place in self.places:
            _check_name("place", place)
        _check_once("places", self.places)

    @cached_property
    def _key(self) -> tuple[object, ...]:
        goals = tuple(goal.tobytes() for goal in self.goals)
        return self.start.tobytes(), goals, self.generators, self.metric, self.places, self.cube_map

    @cached_property
    def _hash(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Problem):
            return NotImplemented
        return self is other or (self._hash == other._hash and self._key == other._key)

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[object, ...]:
        values = (self.start, self.goals, self.generators, self.metric, self.places)
        return Problem, values, {"cube_map": self.cube_map}

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        object.__setattr__(self, "cube_map", state["cube_map"])

    def with_cube_map(self, cube_map: CubeMap | None) -> Problem:
        """Return the problem with another map; only `cube_problem` knows the right one."""
        copy = Problem(self.start, self.goals, self.generators, self.metric, self.places)
        copy.__setstate__({"cube_map": cube_map})
        return copy

    def to_dict(self) -> dict[str, object]:
        """Return the problem as a dictionary of what JSON has; `from_dict` reads it.

        >>> swap = Problem([1, 0], [[0, 1]], [Generator("s", [1, 0])])
        >>> swap.to_dict()["generators"]
        [{'name': 's', 'permutation': [1, 0], 'cost': 1, 'frames': []}]
        >>> Problem.from_dict(swap.to_dict()) == swap
        True
        """
        from cubeproof.problem.problem_json import problem_to_dict

        return problem_to_dict(self)

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Problem:
        """Read a problem from the dictionary of `to_dict`.

        Args:
            data: `start`, `goals` and `generators`; `metric`, `places`, and of a generator `cost` and `frames` may be
                left out. With `cube`, the question about a cube, the problem gets its `cube_map` again.

        Raises:
            UsageError: an entry is missing or unknown, or its value makes no sense; or the problem does not match its
                cube.
            TypeError: an entry of another type.
        """
        from cubeproof.problem.problem_json import problem_from_dict

        return problem_from_dict(data)

    @cached_property
    def permutations(self) -> NDArray[np.int16]:
        """The generators' permutations in gather form, shape (generators, stickers)."""
        return np.stack([generator.permutation for generator in self.generators])

    @cached_property
    def costs(self) -> NDArray[np.int64]:
        """The generators' costs, shape (generators,)."""
        return np.array([generator.cost for generator in self.generators])

    def fits(self, pattern: Pattern) -> bool:
        """Whether a pattern agrees with one of the goals wherever both are known."""
        return any(bool(((pattern == goal) | (pattern < 0) | (goal < 0)).all()) for goal in self.goals)

    def hopeless_places(self, goal: Pattern) -> NDArray[np.intp]:
        """Return the places that no generator moves and where a goal requires another colour than the start."""
        still = (self.permutations == np.arange(len(self.start))).all(axis=0)
        return np.flatnonzero(still & (self.start != goal) & (self.start >= 0) & (goal >= 0))

    def after(self, word: Sequence[int]) -> Pattern:
        """The start pattern after the generators with these numbers."""
        pattern = self.start
        for index in word:
            pattern = pattern[self.permutations[index]]
        return pattern

    def is_solved_by(self, word: Sequence[int]) -> bool:
        """Whether these generators carry the start into a goal."""
        return self.fits(self.after(word))

    def cost(self, word: Sequence[int]) -> int:
        """Return the cost of a word of generators."""
        return int(self.costs[list(word)].sum())

    def word(self, names: Iterable[object] | str) -> tuple[int, ...] | None:
        """Return the numbers of generators by their names; a text has blanks between them. None for an unknown name."""
        numbers = {generator.name: number for number, generator in enumerate(self.generators)}
        listed = names.split() if isinstance(names, str) else [*map(str, names)]
        return tuple(numbers[name] for name in listed) if numbers.keys() >= set(listed) else None

    def write(self, word: Sequence[int]) -> tuple[str, ...]:
        """The names by which a word of generators is written down."""
        names = []
        frame = 0
        for index in word:
            generator = self.generators[index]
            name, frame = generator.frames[frame] if generator.frames else (generator.name, frame)
            names.append(name)
        return tuple(names)

    @cached_property
    def successors(self) -> NDArray[np.bool_]:
        """Which generator may follow which, shape (generators, generators): the canonical order.

        A pair is left out when the same permutation is made by a cheaper word, by a shorter one that costs no
        more, or by an equally cheap pair that comes earlier. Every shortest answer has an equivalent that
        obeys: take, of all cheapest words for it, those with the fewest turns, and of these the first in the
        order of numbers.
        """
        if self.permutations.nbytes > _KEPT_BYTES:
            return _successors(self.permutations, self.costs)
        return _kept_successors(self.permutations.tobytes(), len(self.generators), self.costs.tobytes())


@lru_cache(maxsize=_KEPT)
def _kept_successors(permutations: bytes, count: int, costs: bytes) -> NDArray[np.bool_]:
    """The same for every start and goal."""
    gathers = np.frombuffer(permutations, dtype=np.int16).reshape(count, -1)
    allowed = _successors(gathers, np.frombuffer(costs, dtype=np.int64))
    allowed.flags.writeable = False
    return allowed


def _successors(permutations: NDArray[np.int16], costs_: NDArray[np.int64]) -> NDArray[np.bool_]:
    """See `Problem.successors`."""
    count = len(permutations)
    # With the identity as one generator more, every word of two turns or fewer is a pair.
    identity = np.arange(permutations.shape[1], dtype=np.int16)
    gathers = np.concatenate([permutations, identity[None]])
    first, second = (index.ravel() for index in np.indices((count + 1,) * 2))
    kept = (first < count) | (second == count)
    first, second = first[kept], second[kept]
    costs = np.append(costs_, 0)
    turns = (first < count).astype(int) + (second < count)
    for attempt in count_from(0):
        marks = _marks(gathers, attempt)[:, kept]
        order = np.lexsort((second, first, turns, costs[first] + costs[second], *marks))
        begins = np.append(True, (marks[:, order[1:]] != marks[:, order[:-1]]).any(axis=0))
        best = order[begins][np.cumsum(begins) - 1]
        if _all_same(gathers, (first[order], second[order]), (first[best], second[best])):
            break
    allowed = np.zeros((count + 1,) * 2, dtype=bool)
    chosen = order[begins]
    allowed[first[chosen], second[chosen]] = True
    return allowed[:count, :count]


def _whole(name: str, value: ArrayLike, dtype: type[np.signedinteger[Any]]) -> NDArray[Any]:
    """An array of whole numbers in one row, which cannot be written to."""
    if (
        isinstance(value, np.ndarray)
        and value.dtype == dtype
        and value.ndim == 1
        and not value.flags.writeable
    ):
        number = value
    else:
        try:
            number = np.array(value)
        except ValueError:
            raise UsageError(_RAGGED(argument=name)) from None
        if number.dtype.kind not in "iu" and number.size:
            expect(name, value, np.integer, "whole numbers, one for every sticker")
        if number.ndim != 1 or not number.size:
            raise UsageError(_SHAPE(argument=name, shape=str(number.shape)))
        most = np.iinfo(dtype).max
        if number.min() < np.iinfo(dtype).min or number.max() > most or len(number) > np.iinfo(np.int16).max:
            raise UsageError(_LARGE(argument=name, most=most))
        number = number.astype(dtype)
        number.flags.writeable = False
    return number


def _check_name(what: str, name: str) -> None:
    expect(f"{what}'s name", name, str, "a text")
    if len(name) > _LONGEST or not _WRITABLE.fullmatch(name):
        raise UsageError(_NAME(what=what, name=name[:_LONGEST], most=_LONGEST))


def _check_once(what: str, names: Sequence[str]) -> None:
    if len(set(names)) < len(names):
        double = next(name for name in names if names.count(name) > 1)
        raise UsageError(_NAMED_TWICE(what=what, name=double))


def _marks(gathers: NDArray[np.int16], attempt: int) -> NDArray[np.float64]:
    """Two numbers for the product of every two permutations, equal where the products are; shape (2, pairs).

    They are sums of the product's entries with random weights, as whole numbers that a float holds exactly.
    """
    stickers = gathers.shape[1]
    draw = Random(attempt).randrange
    highest = 1 << (52 - 2 * stickers.bit_length())
    weights = np.array([draw(1, highest) for _ in range(2 * stickers)], dtype=float).reshape(2, -1)
    marks = np.empty((2, len(gathers) ** 2))
    left = gathers.astype(float)
    right = np.empty_like(left)
    for mark, weight in zip(marks, weights, strict=True):
        for row, gather in zip(right, gathers, strict=True):
            pulse()
            row[gather] = weight
        mark[:] = (left @ right.T).ravel()
    return marks


def _all_same(gathers: NDArray[np.int16], words: _Pairs, others: _Pairs) -> bool:
    """Whether words of two permutations make the same as others, each as the other at its place."""
    differ = np.flatnonzero((words[0] != others[0]) | (words[1] != others[1]))
    step = max(1, _CHUNK // gathers.shape[1])
    for begin in range(0, len(differ), step):
        pulse()
        chosen = differ[begin : begin + step]
        first, second = (
            np.take_along_axis(gathers[one[chosen]], gathers[two[chosen]].astype(np.intp), axis=1)
            for one, two in (words, others)
        )
        if not np.array_equal(first, second):
            return False
    return True
