"""`Problem`: stickers, allowed turns, a start and goals, without reference to cubes.

An answer is a cheapest word over the generators that leads from the start pattern to one of the goal patterns. A
pattern has a colour, a small number, for each sticker place, or −1 for unknown. A word solves the problem if no known
sticker of the start ends at a place where the goal has another known colour.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
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
    "A turn cannot be called {name!r}: in formulas, - is an idle step, and a name with + is the second "
    "step of a turn.",
)
_NAME = Template(
    "problem.name",
    "A {what} cannot be called {name!r}: a name has 1 to {most} ASCII characters without blanks, commas "
    "and round brackets.",
)
_NAMED_TWICE = Template("problem.named-twice", "Two {what} have the same name, {name}; names must be unique.")
_COST = Template("problem.cost", "Every allowed turn must cost 1 or more, and no more than {most:,}.")
_NO_PERMUTATION = Template(
    "problem.no-permutation",
    "The turn {name} is not a permutation: it must contain each number from 0 to {last} once.",
)
_FRAME = Template("problem.frame", "A frame has a name and a number, not {things} values.")
_LOST_FRAME = Template(
    "problem.lost-frame", "A frame of the turn {name} leads to a frame that does not exist."
)
_STICKERS = Template(
    "problem.stickers", "The start, the goals and the turns must have the same number of stickers."
)
_COLOURS = Template("problem.colours", "Colours are 0 or more, or -1 if unknown.")
_PLACES = Template("problem.places", "There are {places} sticker places, but {names} names for them.")
_RAGGED = Template(
    "problem.ragged",
    "`{argument}` has rows of different lengths instead of one number for every sticker.",
)
_SHAPE = Template(
    "problem.shape", "`{argument}` has the shape {shape} instead of one number for every sticker."
)
_LARGE = Template("problem.large-number", "`{argument}` has numbers above {most:,}, or too many numbers.")

Pattern = NDArray[np.int8]
"""A colour for each sticker place, shape (stickers,); −1 if unknown."""

_Pairs = tuple[NDArray[np.intp], NDArray[np.intp]]

# Number of sets of generators whose canonical orders are cached, and the largest size in bytes.
_KEPT, _KEPT_BYTES = 16, 100_000

# The number of entries of products that are compared at once.
_CHUNK = 1_000_000

# The maximum cost of a turn, so that the cost of a word fits into a machine integer.
_MOST_COST = 1_000_000

# Names become parts of a formula's variables, `turn(3,R2)`, and words of an answer. A turn's second step is
# called `NAME+`, and an idle one `-`.
_LONGEST = 40
WRITABLE = re.compile(r"[!-'*+.-~-]+")
"""The characters of a name of a turn, a place or a metric."""


@dataclass(frozen=True, eq=False)
class Generator:
    """An allowed turn.

    Raises:
        UsageError: not a permutation, a cost below 1 or above a million, or an invalid name. A name has 1 to 40
                ASCII characters without blanks, commas and round brackets, does not end in `+`, and is not `-`.
        TypeError: an argument of another type.

    >>> Generator("s", [1, 0, 2]).permutation
    array([1, 0, 2], dtype=int16)
    >>> Generator("s", [1, 0, 2], cost=0)
    Traceback (most recent call last):
        ...
    cubeproof.UsageError: Every allowed turn must cost 1 or more, and no more than 1,000,000.
    """

    name: str
    """Its name in answers."""
    permutation: NDArray[np.int16]
    """Gather form: after the turn, place i shows what was in place permutation[i]."""
    cost: int = 1
    """Its cost, 1 or more."""
    frames: tuple[tuple[str, int], ...] = ()
    """Its names if turns rotate the observer: for each frame (a rotation of the observer), the name seen from it and
    the next frame. An answer starts in frame 0. Empty for a single frame."""

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
        # Unpickling calls the constructor, so that the array is read-only again.
        return Generator, (self.name, self.permutation, self.cost, self.frames)


@dataclass(frozen=True, eq=False)
class Problem:
    """Start, goals and generators of a search.

    Raises:
        UsageError: no generator, no goal, no sticker, different numbers of stickers, a colour outside −1 to 127, a
                frame that does not exist, or a name that is invalid or used twice.
        TypeError: an argument of another type.

    Patterns and permutations may be lists; they are stored as read-only arrays. Problems are equal if all their
    attributes are equal, and so are generators.

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
    """One or more patterns, any of which ends the search."""
    generators: tuple[Generator, ...]
    """The allowed turns."""
    metric: str = "turns"
    """The name of the metric, in which the generators have their costs."""
    places: tuple[str, ...] = ()
    """The names of the sticker places; by default their numbers."""
    cube_map: CubeMap | None = field(default=None, init=False, repr=False)
    """The question about a cube that `cube_problem` converted; else None, also after `dataclasses.replace`."""

    def __post_init__(self) -> None:
        for name, wanted in (("generators", "turns"), ("goals", "patterns"), ("places", "names")):
            value = getattr(self, name)
            if not isinstance(value, Iterable) or isinstance(value, str):
                raise wrong(name, value, f"a sequence of {wanted}")
            object.__setattr__(self, name, tuple(value))
        if not self.generators:
            raise UsageError(say("problem.no-turn", "There is no allowed turn, so nothing can be searched."))
        if not self.goals:
            raise UsageError(say("problem.no-goal", "There is no goal."))
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
        """Return the problem with another map. Only `cube_problem` has the right map."""
        # The values are checked already: a large cube has thousands of places.
        problem = object.__new__(Problem)
        for attribute in fields(self):
            object.__setattr__(problem, attribute.name, getattr(self, attribute.name))
        problem.__setstate__({"cube_map": cube_map})
        return problem

    def to_dict(self) -> dict[str, object]:
        """Return the problem as a dictionary of JSON values; `from_dict` reads it.

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
        """Read a problem from a dictionary that `to_dict` returned.

        Args:
            data: `start`, `goals` and `generators`; optional are `metric`, `places`, and a generator's `cost` and
                `frames`. From `cube`, the question about a cube, the `cube_map` is restored.

        Raises:
            UsageError: an entry is missing, unknown or invalid, or the problem does not match its cube.
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
        """Whether a pattern agrees with one of the goals at all places where both are known."""
        return any(bool(((pattern == goal) | (pattern < 0) | (goal < 0)).all()) for goal in self.goals)

    def hopeless_places(self, goal: Pattern) -> NDArray[np.intp]:
        """Return the places that no generator moves and where a goal requires another colour than the start."""
        still = (self.permutations == np.arange(len(self.start))).all(axis=0)
        return np.flatnonzero(still & (self.start != goal) & (self.start >= 0) & (goal >= 0))

    def after(self, word: Sequence[int]) -> Pattern:
        """Return the start pattern after a word of generators."""
        pattern = self.start
        for index in word:
            pattern = pattern[self.permutations[index]]
        return pattern

    def is_solved_by(self, word: Sequence[int]) -> bool:
        """Whether a word of generators leads from the start to a goal."""
        return self.fits(self.after(word))

    def cost(self, word: Sequence[int]) -> int:
        """Return the cost of a word of generators."""
        return int(self.costs[list(word)].sum())

    def word(self, names: Iterable[object] | str) -> tuple[int, ...] | None:
        """Return the word with these names, or None if a name is unknown. In a text, blanks separate the names."""
        numbers = {generator.name: number for number, generator in enumerate(self.generators)}
        listed = names.split() if isinstance(names, str) else [*map(str, names)]
        return tuple(numbers[name] for name in listed) if numbers.keys() >= set(listed) else None

    def write(self, word: Sequence[int]) -> tuple[str, ...]:
        """Return the names of a word of generators, seen from the frames that it passes."""
        names = []
        frame = 0
        for index in word:
            generator = self.generators[index]
            name, frame = generator.frames[frame] if generator.frames else (generator.name, frame)
            names.append(name)
        return tuple(names)

    @cached_property
    def successors(self) -> NDArray[np.bool_]:
        """The canonical order: whether generator j may follow generator i, bool, shape (generators, generators).

        A pair is excluded if its permutation also has a cheaper word, a word of fewer turns that costs no more, or an
        equally cheap pair that comes earlier. Every shortest answer has an equivalent in canonical order: of all
        cheapest words for its permutation, take the words with the fewest turns, and of these the first in the order
        of numbers.
        """
        if self.permutations.nbytes > _KEPT_BYTES:
            return _successors(self.permutations, self.costs)
        return _kept_successors(self.permutations.tobytes(), len(self.generators), self.costs.tobytes())


@lru_cache(maxsize=_KEPT)
def _kept_successors(permutations: bytes, count: int, costs: bytes) -> NDArray[np.bool_]:
    """Return the cached canonical order, which is equal for every start and goal."""
    gathers = np.frombuffer(permutations, dtype=np.int16).reshape(count, -1)
    allowed = _successors(gathers, np.frombuffer(costs, dtype=np.int64))
    allowed.flags.writeable = False
    return allowed


def _successors(permutations: NDArray[np.int16], costs_: NDArray[np.int64]) -> NDArray[np.bool_]:
    """See `Problem.successors`."""
    count = len(permutations)
    # With the identity as an additional generator, every word of at most two turns is a pair.
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
    """Return a value as a read-only array of whole numbers with one dimension."""
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
        # NumPy would count False as 0 beside a number.
        has_flags = isinstance(value, (list, tuple)) and any(isinstance(item, bool) for item in value)
        if (number.dtype.kind not in "iu" or has_flags) and number.size:
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
    if len(name) > _LONGEST or not WRITABLE.fullmatch(name):
        raise UsageError(_NAME(what=what, name=name[:_LONGEST], most=_LONGEST))


def _check_once(what: str, names: Sequence[str]) -> None:
    if len(set(names)) < len(names):
        double = next(name for name in names if names.count(name) > 1)
        raise UsageError(_NAMED_TWICE(what=what, name=double))


def _marks(gathers: NDArray[np.int16], attempt: int) -> NDArray[np.float64]:
    """Return two hash values for the product of each pair of permutations, shape (2, pairs)."""
    # Sums of the product's entries with random weights: whole numbers that a float represents exactly.
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
    """Whether each word of two permutations has the same product as the second word at its position."""
    differ = np.flatnonzero((words[0] != others[0]) | (words[1] != others[1]))
    step = max(1, _CHUNK // gathers.shape[1])
    for begin in range(0, len(differ), step):
        pulse()
        chosen = differ[begin : begin + step]
        first, second = (
            np.take_along_axis(gathers[left[chosen]], gathers[right[chosen]].astype(np.intp), axis=1)
            for left, right in (words, others)
        )
        if not np.array_equal(first, second):
            return False
    return True
