"""Whether a goal can be reached, by invariants that are checked before a search.

There are three checks, the cheapest first. Do the stickers that never move agree with the goal? Can every piece by
itself reach its place in some goal? Does a reachable state fit the goal? If the goal determines the place of every
piece, the last check is whether this permutation is a product of the allowed turns: a chain of stabilisers (Schreier
and Sims) decides it, and also counts the states. Otherwise the states are compared one by one, if they are few.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import prod
from operator import itemgetter

import numpy as np

from cubeproof.base.polling import pulse
from cubeproof.problem.orbits import PieceClass, PieceOrbit, piece_classes, piece_orbits
from cubeproof.problem.problem import Problem
from cubeproof.puzzle.geometry import FACES, geometry
from cubeproof.sentences import Sentence, Template

_STAYS = Template(
    "problem.stays",
    "No allowed turn moves the {piece?none:piece|other:{piece:colours} piece} at {place:faces}, where the goal "
    "requires another colour.",
)
_PIECE = Template(
    "problem.piece",
    "The allowed turns cannot bring the {piece?none:piece|other:{piece:colours} piece} at {place:faces} to its place "
    "in the goal.",
)
_STATES = Template(
    "problem.states",
    "The allowed turns lead to {states:,} states from the start, and the goal is not among them.",
)

_Permutation = tuple[int, ...]

# Maximum number of states, and of their bytes, that are checked one by one.
_FEW, _FEW_BYTES = 10_000, 2_000_000

# Number of sets of generators whose chains are cached, and the largest size in bytes.
_KEPT, _KEPT_BYTES = 8, 100_000


def obstacle(problem: Problem) -> Sentence | None:
    """Return the reason why no word over the generators can solve a problem; None if no reason is known.

    >>> from cubeproof.problem import cube_problem
    >>> from cubeproof.puzzle.cube import Cube
    >>> obstacle(cube_problem(Cube(3).apply("F"), moves="R,U"))
    'No allowed turn moves the FRD piece at D1, where the goal requires another colour.'
    """
    hopeless = [problem.hopeless_places(goal) for goal in problem.goals]
    if all(len(places) for places in hopeless):
        stays = int(hopeless[0][0])
        return _STAYS(piece=_piece(problem, stays), place=problem.places[stays])
    orbits = piece_orbits(problem)
    classes = piece_classes(problem, orbits)
    for part in classes:
        if not part.targets.any():
            # All locations of an orbit can be reached from each other, so the goal requires another orbit.
            lost = int(orbits[part.orbit].placements[part.starts[0], 0])
            return _PIECE(piece=_piece(problem, lost), place=problem.places[lost])
    wanted = _permutation(problem, orbits, classes)
    if wanted is None:
        states = _all_wrong(problem)
    else:
        gathers = problem.permutations
        chain_of = _chain if gathers.nbytes <= _KEPT_BYTES else _chain.__wrapped__
        chain = chain_of(gathers.tobytes(), gathers.dtype.str, len(gathers))
        states = None if chain.contains(wanted) else chain.order
    if states is None:
        return None
    return _STATES(states=states)


def _piece(problem: Problem, sticker: int) -> str | None:
    """Return the colours of the piece with a sticker, as letters; None unless the problem is about a cube."""
    if problem.cube_map is None:
        return None
    cube = problem.cube_map.cube
    cubies = geometry(cube.size).cubies
    piece = cube.colours[(cubies == cubies[sticker]).all(axis=1)]
    return "".join((FACES + "?")[colour] for colour in piece)


@lru_cache(maxsize=_KEPT)
def _chain(gathers: bytes, kind: str, count: int) -> StabiliserChain:
    """Return the cached group of permutations in gather form, given by their bytes."""
    rows = np.argsort(np.frombuffer(gathers, kind).reshape(count, -1), axis=1)
    return StabiliserChain([tuple(row) for row in rows.tolist()])


def _all_wrong(problem: Problem) -> int | None:
    """Return the number of reachable states if they are few and no state fits a goal, else None."""
    most = min(_FEW, _FEW_BYTES // len(problem.start))
    seen = {problem.start.tobytes()}
    waiting = [problem.start]
    for pattern in waiting:
        pulse()
        if len(seen) > most or problem.fits(pattern):
            return None
        for after in pattern[problem.permutations]:
            if (key := after.tobytes()) not in seen:
                seen.add(key)
                waiting.append(after)
    return len(seen)


def _permutation(
    problem: Problem, orbits: tuple[PieceOrbit, ...], classes: tuple[PieceClass, ...]
) -> _Permutation | None:
    """Return the place to which each sticker must move, if the only goal determines it for every piece, else None."""
    if len(problem.goals) != 1 or sum(len(orbit.homes) for orbit in orbits) != len(classes):
        return None
    image = np.arange(len(problem.start))
    for part in classes:
        ends = np.flatnonzero(part.targets[0])
        if len(part.starts) != 1 or len(ends) != 1:
            return None
        placements = orbits[part.orbit].placements
        image[placements[part.starts[0]]] = placements[ends[0]]
    return tuple(image.tolist()) if len(set(image.tolist())) == len(image) else None


class StabiliserChain:
    """The group that permutations generate, as a chain of stabilisers with a transversal at each link.

    >>> chain = StabiliserChain([(1, 2, 3, 0), (1, 0, 2, 3)])
    >>> chain.order, chain.contains((3, 2, 1, 0))
    (24, True)
    """

    def __init__(self, generators: Iterable[_Permutation]) -> None:
        self._bases: list[int] = []
        self._generators: list[list[_Permutation]] = []
        # For each point of a base's orbit, an element that moves the base to it, and the inverse element.
        self._transversals: list[dict[int, _Permutation]] = []
        self._undoing: list[dict[int, _Permutation]] = []
        for generator in generators:
            self._insert(generator, 0)

    @property
    def order(self) -> int:
        """The number of elements of the group."""
        return prod(len(transversal) for transversal in self._transversals)

    def contains(self, permutation: _Permutation) -> bool:
        """Whether a permutation is a product of the generators."""
        return self._residue(permutation, 0) is None

    def _residue(self, permutation: _Permutation, link: int) -> tuple[_Permutation, int] | None:
        """Return the rest of a permutation after sifting, and the link; None if it is in the group."""
        for level in range(link, len(self._bases)):
            image = permutation[self._bases[level]]
            if image not in self._undoing[level]:
                return permutation, level
            permutation = _times(permutation, self._undoing[level][image])
        if permutation == tuple(range(len(permutation))):
            return None
        return permutation, len(self._bases)

    def _insert(self, permutation: _Permutation, link: int) -> None:
        """Add an element of the stabiliser at a link, and the elements that it generates with the others."""
        waiting = [(permutation, link)]
        while waiting:
            pulse()
            element, level = waiting.pop()
            residue = self._residue(element, level)
            if residue is None:
                continue
            element, stuck = residue
            if stuck == len(self._bases):
                base = next(point for point, image in enumerate(element) if point != image)
                self._bases.append(base)
                self._generators.append([])
                self._transversals.append({base: tuple(range(len(element)))})
                self._undoing.append(dict(self._transversals[-1]))
            # The residue fixes all earlier base points, so it belongs to all links up to its own.
            for lower in range(level, stuck + 1):
                waiting += self._extend(lower, element)

    def _extend(self, level: int, generator: _Permutation) -> list[tuple[_Permutation, int]]:
        """Add a generator to a link; return the new Schreier generators of the next link."""
        generators, transversal = self._generators[level], self._transversals[level]
        undoing = self._undoing[level]
        generators.append(generator)
        added = []
        points = list(transversal)
        waiting = [(point, generator) for point in points]
        while waiting:
            point, step = waiting.pop()
            image = step[point]
            reached = _times(transversal[point], step)
            if image not in transversal:
                transversal[image], undoing[image] = reached, _inverse(reached)
                waiting += [(image, next_step) for next_step in generators]
            elif reached != transversal[image]:
                added.append((_times(reached, undoing[image]), level + 1))
        return added


def _times(first: _Permutation, second: _Permutation) -> _Permutation:
    """Return the product: first the first permutation, then the second. `itemgetter` requires two points or more."""
    product: _Permutation = itemgetter(*first)(second)
    return product


def _inverse(permutation: _Permutation) -> _Permutation:
    inverse = [0] * len(permutation)
    for point, image in enumerate(permutation):
        inverse[image] = point
    return tuple(inverse)
