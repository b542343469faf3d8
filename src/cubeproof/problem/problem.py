"""`Problem`: stickers, allowed turns, a start and goals, without reference to cubes.

An answer is a cheapest word over the generators that leads from the start pattern to one of the goal patterns. A
pattern has a colour, a small number, for each sticker place, or −1 for unknown. A word solves the problem if no known
sticker of the start ends at a place where the goal has another known colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.argument_checks import expect, wrong
from cubeproof.base.polling import pulse
from cubeproof.errors import UsageError
from cubeproof.problem.canonical_order import successors
from cubeproof.problem.generator import Generator, check_name, still_places, whole_numbers
from cubeproof.sentences import Template, say

if TYPE_CHECKING:
    from cubeproof.problem.cube_map import CubeMap

_NAMED_TWICE = Template("problem.named-twice", "Two {what} have the same name, {name}; names must be unique.")
_LOST_FRAME = Template(
    "problem.lost-frame", "A frame of the turn {name} leads to a frame that does not exist."
)
_STICKERS = Template(
    "problem.stickers", "The start, the goals and the turns must have the same number of stickers."
)
_COLOURS = Template("problem.colours", "Colours are 0 or more, or -1 if unknown.")
_PLACES = Template("problem.places", "There are {places} sticker places, but {names} names for them.")
_MANY_TURNS = Template(
    "problem.many-turns",
    "The order of turns that commute is computed for {most:,} allowed turns or fewer, not for {turns:,}; allow fewer "
    "turns.",
)

# The maximum number of generators for the canonical order, which has an entry for each pair.
_MOST_ORDERED = 2_000

Pattern = NDArray[np.int8]
"""A colour for each sticker place, shape (stickers,); −1 if unknown."""


@dataclass(frozen=True, eq=False, repr=False)
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
        object.__setattr__(self, "start", whole_numbers("start", self.start, np.int8))
        object.__setattr__(self, "goals", tuple(whole_numbers("goals", goal, np.int8) for goal in self.goals))
        sizes = {len(self.start), *map(len, self.goals)}
        sizes |= {generator.stickers for generator in self.generators}
        if len(sizes) != 1:
            raise UsageError(_STICKERS())
        if any((pattern < -1).any() for pattern in (self.start, *self.goals)):
            raise UsageError(_COLOURS())
        self._check_names()

    def __repr__(self) -> str:
        counts = f"{len(self.start)} stickers, {len(self.generators)} generators, goals: {len(self.goals)}"
        return f"Problem({counts}, metric={self.metric!r})"

    def _check_names(self) -> None:
        expect("metric", self.metric, str, "the name of a count")
        check_name("metric", self.metric)
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
            check_name("place", place)
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
        rows = np.empty((len(self.generators), len(self.start)), dtype=np.int16)
        for row, generator in zip(rows, self.generators, strict=True):
            pulse()
            row[:] = generator.permutation
        return rows

    @cached_property
    def still(self) -> NDArray[np.bool_]:
        """Whether no generator moves a place, bool, shape (stickers,)."""
        return still_places(self.generators, len(self.start))

    @cached_property
    def costs(self) -> NDArray[np.int64]:
        """The generators' costs, shape (generators,)."""
        return np.array([generator.cost for generator in self.generators])

    def fits(self, pattern: Pattern) -> bool:
        """Whether a pattern agrees with one of the goals at all places where both are known."""
        return any(bool(((pattern == goal) | (pattern < 0) | (goal < 0)).all()) for goal in self.goals)

    def hopeless_places(self, goal: Pattern) -> NDArray[np.intp]:
        """Return the places that no generator moves and where a goal requires another colour than the start."""
        return np.flatnonzero(self.still & (self.start != goal) & (self.start >= 0) & (goal >= 0))

    def after(self, word: Sequence[int]) -> Pattern:
        """Return the start pattern after a word of generators."""
        pattern = self.start.copy()
        for index in word:
            places, sources = self.generators[index].moved
            pattern[places] = pattern[sources]
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

        Raises:
            UsageError: there are more than 2,000 generators.
        """
        if len(self.generators) > _MOST_ORDERED:
            raise UsageError(_MANY_TURNS(most=_MOST_ORDERED, turns=len(self.generators)))
        return successors(self.permutations, self.costs)


def _check_once(what: str, names: Sequence[str]) -> None:
    if len(set(names)) < len(names):
        double = next(name for name in names if names.count(name) > 1)
        raise UsageError(_NAMED_TWICE(what=what, name=double))
