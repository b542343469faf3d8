"""`Level`: words that place the pieces of some bases and keep the pieces of all earlier bases.

Two words with the same effect on the earlier bases, one of them undone, keep these bases: so the list of short words
gives many short words for every level (commutators are among them). Where random states would rarely pass a level, it
is completed: by products of its words, and by sifted random products (Schreier and Sims; Minkwitz 1998).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import prod

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.control import Control
from cubeproof.methods.chain.elements import Elements, Numbers, inverted
from cubeproof.methods.chain.placements import Points
from cubeproof.methods.words.codings import States
from cubeproof.methods.words.frontier import hashes_of

# The most codes of a level, and the most pairs of words that are compared for it.
_CODES, _PAIRS = 30_000, 1_000_000
# The number of random states that are sifted, and the number of pairs of a turn and a word that make them.
_SAMPLE, _MIXED = 4_000, 8
# The number of words of a level whose products complete it, and how often random states give it more words.
_FACTORS, _ROUNDS = 48, 40


@dataclass(frozen=True, eq=False)
class Level:
    """The words of one level."""

    bases: tuple[int, ...]
    """The bases whose pieces it places."""
    weights: NDArray[np.int64]
    """The summand of the code of a state for the point of each base, shape (bases, points)."""
    rows: NDArray[np.int32]
    """The word for each code, −1 without a word, shape (codes,)."""
    images: States
    """The point to which each word moves each point, shape (points, words); the first word is empty."""
    numbers: Numbers
    """The numbers of the words as elements, shape (words,)."""
    costs: Numbers
    """The costs of the words, shape (words,)."""

    def codes(self, state: States) -> Numbers:
        """Return the codes of states, whose rows are the points of this level's bases."""
        codes: Numbers = self.weights[0][state[0]]
        for weights, row in zip(self.weights[1:], state[1:], strict=True):
            codes = codes + weights[row]
        return codes

    def with_words(self, codes: Numbers, images: States, numbers: Numbers, costs: Numbers) -> Level:
        """Return the level with words for more codes."""
        rows = self.rows.copy()
        rows[codes] = np.arange(len(codes)) + len(self.costs)
        return replace(
            self,
            rows=rows,
            images=np.concatenate([self.images, images], axis=1),
            numbers=np.concatenate([self.numbers, numbers]),
            costs=np.concatenate([self.costs, costs]),
        )


def levels_of(points: Points, elements: Elements, control: Control, least: float) -> tuple[Level, ...]:
    """Return the levels for the bases of some points, which about a share `least` of random states passes."""
    random = np.random.default_rng(0)
    sample = _Sample(points, elements, random)
    pairs = _Pairs(points, elements)
    levels: list[Level] = []
    share = 1.0
    for bases in _divided(points):
        control.check()
        level = pairs.level(bases)
        passing = sample.share(level)
        if share * passing < least:
            level = _completed(level, sample, elements, control)
            passing = sample.share(level)
        share *= passing
        sample.sift(level)
        levels.append(level)
    return tuple(levels)


def _divided(points: Points) -> list[tuple[int, ...]]:
    """Divide the bases among levels, in order."""
    groups: list[tuple[int, ...]] = []
    for base in points.bases:
        if groups and prod(points.sizes[[*groups[-1], base]].tolist()) <= _CODES:
            groups[-1] += (base,)
        else:
            groups.append((base,))
    return groups


class _Pairs:
    """The products of two words of the list that keep the bases of all earlier levels."""

    def __init__(self, points: Points, elements: Elements) -> None:
        self._points, self._elements = points, elements
        count, size = len(elements.costs), points.images.shape[1]
        self._hashes = hashes_of(size, size)
        # For each word, the sum of hashes of the images of the earlier bases, and of their origins.
        self._ends, self._begins = np.zeros((2, count), dtype=np.uint64)

    def level(self, bases: tuple[int, ...]) -> Level:
        """Return a level with the cheapest products, and keep its bases too from now on."""
        images, origins = self._elements.images, self._elements.origins
        first, second = self._matches()
        costs = self._elements.costs[first] + self._elements.costs[second]
        level = _empty_level(self._points, bases)
        codes = level.codes(np.stack([origins[origins[base][second], first] for base in bases]))
        # The last pair of each code is its cheapest.
        by_cost = np.argsort(-costs, kind="stable")
        cheapest = np.full(len(level.rows), -1)
        cheapest[codes[by_cost]] = by_cost
        chosen = np.flatnonzero(cheapest >= 0)
        picked = cheapest[chosen]
        # The empty word is first, and the cheapest words follow.
        rank = np.argsort(costs[picked], kind="stable")
        chosen, picked = chosen[rank], picked[rank]
        first, second = first[picked], second[picked]
        for base in bases:
            self._ends += self._hashes[base][images[base]]
            self._begins += self._hashes[base][origins[base]]
        return level.with_words(
            chosen, images[images[:, first], second], self._elements.product(first, second), costs[picked]
        )

    def _matches(self) -> tuple[Numbers, Numbers]:
        """Return pairs of words, the first of them cheap, whose product keeps the bases."""
        order = np.argsort(self._begins, kind="stable")
        sums, starts, counts = np.unique(self._begins[order], return_index=True, return_counts=True)
        spots = np.minimum(np.searchsorted(sums, self._ends), len(sums) - 1)
        pairs = np.where(sums[spots] == self._ends, counts[spots], 0)
        # The first words are the cheapest.
        words = max(1, int(np.searchsorted(np.cumsum(pairs), _PAIRS)))
        pairs, spots = pairs[:words], spots[:words]
        first = np.repeat(np.arange(words), pairs)
        offsets = np.arange(len(first)) - np.repeat(np.cumsum(pairs) - pairs, pairs)
        return first, order[offsets + np.repeat(starts[spots], pairs)]


def _empty_level(points: Points, bases: tuple[int, ...]) -> Level:
    radices = points.sizes[list(bases)]
    weights = [points.ranks * prod(radices[number + 1 :].tolist()) for number in range(len(bases))]
    none = np.zeros(0, dtype=np.int64)
    rows = np.full(prod(radices.tolist()), -1, dtype=np.int32)
    return Level(bases, np.stack(weights), rows, np.zeros((len(points.ranks), 0), dtype=np.uint8), none, none)


class _Sample:
    """Random elements, sifted through the levels so far."""

    def __init__(self, points: Points, elements: Elements, random: np.random.Generator) -> None:
        self._elements, self._random = elements, random
        self._points = points.images.shape[1]
        self.images: States = elements.images[:, :1]
        self.numbers = self.costs = np.zeros(1, dtype=np.int64)
        which = np.zeros(_SAMPLE, dtype=np.int64)
        # Short words have few of the turns that cost more, so turns are drawn too.
        for drawn in [elements.turns, np.arange(len(elements.costs))] * _MIXED:
            factors = drawn[random.integers(len(drawn), size=_SAMPLE)]
            self._multiply(elements.images[:, factors], factors, elements.costs[factors], which)
            which = np.arange(_SAMPLE)

    def _multiply(self, images: States, numbers: Numbers, costs: Numbers, which: Numbers) -> None:
        """Replace the elements by products of some of them with other elements."""
        self.images = images[self.images[:, which], np.arange(len(numbers))]
        self.numbers = self._elements.product(self.numbers[which], numbers)
        self.costs = self.costs[which] + costs

    def share(self, level: Level) -> float:
        """Return the share of the elements that a level has a word for."""
        return float((level.rows[level.codes(self.images[list(level.bases)])] >= 0).mean())

    def sift(self, level: Level) -> None:
        """Multiply the elements with the words of a level; drop those without a word."""
        rows = level.rows[level.codes(self.images[list(level.bases)])]
        which = np.flatnonzero(rows >= 0)
        rows = rows[which]
        self._multiply(level.images[:, rows], level.numbers[rows], level.costs[rows], which)
        if len(which) < _SAMPLE // 4:
            first, second = self._random.integers(len(which), size=(2, _SAMPLE))
            self._multiply(self.images[:, second], self.numbers[second], self.costs[second], first)


def _completed(level: Level, sample: _Sample, elements: Elements, control: Control) -> Level:
    """Return a level with words for all codes that the sample has, if possible."""
    for _ in range(_ROUNDS):
        level = _closed(level, elements, control)
        missing = level.rows[level.codes(sample.images[list(level.bases)])] < 0
        # An element places the pieces that are at its origins of the bases.
        origins = inverted(sample.images)
        codes, picked = np.unique(level.codes(origins[list(level.bases)]), return_index=True)
        new = level.rows[codes] < 0
        codes, picked = codes[new], picked[new]
        if not missing.any() or not len(codes):
            break
        level = level.with_words(
            codes, sample.images[:, picked], sample.numbers[picked], sample.costs[picked]
        )
    return level


def _closed(level: Level, elements: Elements, control: Control) -> Level:
    """Return a level with products of its words, until these give no more codes."""
    bases = list(level.bases)
    factors = np.argsort(level.costs, kind="stable")[1 : _FACTORS + 1]
    images, numbers, costs = level.images[:, factors], level.numbers[factors], level.costs[factors]
    origins = inverted(images)
    newest = np.arange(len(level.costs))
    while len(newest):
        control.check()
        # The origins, under the newest words, of the bases.
        states = inverted(level.images[:, newest])[bases]
        before = len(level.costs)
        for factor in range(len(factors)):
            codes, picked = np.unique(level.codes(origins[states, factor]), return_index=True)
            new = level.rows[codes] < 0
            codes, rows = codes[new], newest[picked[new]]
            if not len(codes):
                continue
            level = level.with_words(
                codes,
                level.images[:, rows][images[:, factor]],
                elements.product(np.full(len(rows), numbers[factor]), level.numbers[rows]),
                costs[factor] + level.costs[rows],
            )
        newest = np.arange(before, len(level.costs))
    return level
