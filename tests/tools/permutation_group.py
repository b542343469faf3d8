"""Groups of permutations: how many elements turns generate, and whether a state is one of them.

The algorithm is Schreier–Sims with random elements (D. F. Holt, *Handbook of Computational Group Theory*,
section 4.4.5). A chain of subgroups fixes one more place each; a permutation is an element if it can be reduced to
the identity along the chain. It shares no code with `src/`.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from random import Random

Permutation = tuple[int, ...]

# A random element of a group that the chain does not describe is reduced to the identity with probability at most
# 1/2, so a chain that is too short survives with probability 2⁻⁴⁰.
_AGREEMENTS = 40


def then(first: Permutation, second: Permutation) -> Permutation:
    """Return the effect of one permutation after another; each maps a place to the place whose sticker it shows."""
    return tuple(first[place] for place in second)


def inverse(permutation: Permutation) -> Permutation:
    """Return the inverse of a permutation."""
    undone = [0] * len(permutation)
    for place, visible in enumerate(permutation):
        undone[visible] = place
    return tuple(undone)


class PermutationGroup:
    """The group that permutations generate.

    Args:
        generators: at least one permutation; afterwards, place i shows the sticker of place generator[i].
    """

    def __init__(self, generators: Sequence[Sequence[int]]) -> None:
        self._generators = [tuple(generator) for generator in generators]
        self._identity = tuple(range(len(self._generators[0])))
        # For each fixed place, and each place of its orbit: an element after which the fixed place shows that place.
        self._base: list[int] = []
        self._orbits: list[dict[int, Permutation]] = []
        self._strong: list[list[Permutation]] = []
        random, agreed = Random(0), 0
        pool = [random.choice(self._generators) for _ in range(max(10, len(self._generators)))]
        pool[: len(self._generators)] = self._generators
        for _ in range(60):
            self._mix(pool, random)
        while agreed < _AGREEMENTS:
            agreed = 0 if self._extend(self._mix(pool, random)) else agreed + 1

    @property
    def order(self) -> int:
        """The number of elements."""
        return prod(map(len, self._orbits))

    def __contains__(self, permutation: Sequence[int]) -> bool:
        return self._reduce(tuple(permutation))[1] == self._identity

    @staticmethod
    def _mix(pool: list[Permutation], random: Random) -> Permutation:
        """Return a random element, by product replacement."""
        first, second = random.sample(range(len(pool)), 2)
        pool[first] = then(pool[first], random.choice([pool[second], inverse(pool[second])]))
        return pool[first]

    def _reduce(self, element: Permutation) -> tuple[int, Permutation]:
        """Follow the chain while possible; return the level reached and the rest of the element."""
        for level, (place, orbit) in enumerate(zip(self._base, self._orbits, strict=True)):
            if element[place] not in orbit:
                return level, element
            element = then(inverse(orbit[element[place]]), element)
        return len(self._base), element

    def _extend(self, element: Permutation) -> bool:
        """Add an element to the chain; False if the chain describes it already."""
        level, left = self._reduce(element)
        if left == self._identity:
            return False
        if level == len(self._base):
            self._base.append(next(place for place, visible in enumerate(left) if place != visible))
            self._orbits.append({})
            self._strong.append([])
        for upper in range(level + 1):
            if all(left[place] == place for place in self._base[:upper]):
                self._strong[upper].append(left)
                self._orbits[upper] = self._orbit(self._base[upper], self._strong[upper])
        return True

    def _orbit(self, place: int, strong: list[Permutation]) -> dict[int, Permutation]:
        orbit = {place: self._identity}
        waiting = [place]
        for visible in waiting:
            for generator in strong:
                image = generator[visible]
                if image not in orbit:
                    # The element shows `shown` at the place; this generator shows `image` at the place of `shown`.
                    orbit[image] = tuple(generator[seen] for seen in orbit[visible])
                    waiting.append(image)
        return orbit
