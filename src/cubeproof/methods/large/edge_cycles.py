"""`edge_word`: turns of faces that solve the edges of a 3×3×3 whose corners are solved, without tables.

Turns of two opposite faces in opposite directions are a turn of the layer between them and a rotation of the cube.
With a face turn before and after their inverse, some exchange three edges and nothing else, such as R L' F2 R' L U2.
Face turns before and after these give all exchanges of three edges. A word takes one after the other, each time the
one that solves most edges for each of its turns.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.outcome import Word
from cubeproof.puzzle.cubies import face_turns

_EDGES, _ALL = 24, 54

# Every exchange of three edges, in one of two directions, with one of four orientations.
_EXCHANGES = 2 * (12 * 11 * 10 // 6) * 4


@dataclass(frozen=True, eq=False)
class EdgeCycles:
    """All exchanges of three edges."""

    effects: NDArray[np.int8]
    """The cell from which each cell of an edge gets its sticker, shape (exchanges, 24)."""
    words: tuple[Word, ...]
    """The face turns of each."""
    costs: NDArray[np.int64]
    """The number of these turns."""


def edge_places() -> NDArray[np.intp]:
    """Return the places of the stickers of edges, in the order of cells, shape (24,)."""
    return np.flatnonzero(np.arange(_ALL) % 9 % 2)


@cache
def edge_cycles() -> EdgeCycles:
    """Return all exchanges of three edges, those with the fewest turns first."""
    turns = face_turns().astype(np.intp)
    words = np.array([_around(*choice) for choice in product(range(3), (0, 1, 2), range(18), range(18))])
    effects = np.tile(np.arange(_ALL), (len(words), 1))
    for step in words.T:
        effects = np.take_along_axis(effects, turns[step], axis=1)
    places = edge_places()
    moved = effects != np.arange(_ALL)
    pure = (moved.sum(axis=1) == 6) & (moved[:, places].sum(axis=1) == 6)
    number = np.zeros(_ALL, dtype=np.int8)
    number[places] = np.arange(_EDGES)
    # Two turns of two edges have six stickers as well.
    effects = number[effects[pure][:, places]]
    thrice = np.take_along_axis(
        effects, np.take_along_axis(effects, effects.astype(np.intp), 1).astype(np.intp), 1
    )
    words, effects = (rows[(thrice == np.arange(_EDGES)).all(axis=1)] for rows in (words[pure], effects))
    return _conjugates(effects, [tuple(word) for word in words.tolist()], number[turns[:, places]])


def _around(axis: int, amount: int, before: int, after: int) -> Word:
    """Return the word of both faces of an axis in opposite directions, a turn, their inverse, and another turn."""
    first, second = 3 * axis, 3 * (axis + 3)
    return (first + amount, second + 2 - amount, before, first + 2 - amount, second + amount, after)


def _conjugates(effects: NDArray[np.int8], words: list[Word], turns: NDArray[np.int8]) -> EdgeCycles:
    """Return all exchanges, given some of them and the effects of the face turns on cells of edges."""
    known: dict[bytes, Word] = {}
    news = dict(zip(map(bytes, effects), words, strict=True))
    while news:
        known |= news
        rows, before = np.frombuffer(b"".join(news), dtype=np.int8).reshape(-1, _EDGES), [*news.values()]
        news = {}
        for number, turn in enumerate(turns):
            undo = 3 * (number // 3) + 2 - number % 3
            # First the turn, then the exchange, then the turn back.
            after = turn[rows][:, turns[undo]]
            for effect, word in zip(map(bytes, after), before, strict=True):
                if effect not in known:
                    news.setdefault(effect, (number, *word, undo))
    assert len(known) == _EXCHANGES, "face turns lead from each exchange to all others"
    cells = np.frombuffer(b"".join(known), dtype=np.int8).reshape(-1, _EDGES)
    return EdgeCycles(cells, tuple(known.values()), np.array([*map(len, known.values())]))


def edge_word(cells: NDArray[np.integer]) -> Word:
    """Return face turns that solve the edges and move no corner.

    Args:
        cells: the home of the sticker in each cell, shape (24,). The permutation of the edges and the sum of their
            orientations are even.
    """
    cycles, home, word = edge_cycles(), np.arange(_EDGES), Word()
    while (right := int((cells == home).sum())) < _EDGES:
        gains = (cells[cycles.effects] == home).sum(axis=1) - right
        best = int((gains / cycles.costs).argmax())
        if gains[best] <= 0:
            # Only turned edges are left. Two exchanges turn two of them.
            best = next(number for number in range(len(cycles.costs)) if _begins(cells, number, right))
        cells, word = cells[cycles.effects[best]], word + cycles.words[best]
    return word


def _begins(cells: NDArray[np.integer], number: int, right: int) -> bool:
    """Whether another exchange after this one solves more cells than are right now."""
    effects = edge_cycles().effects
    return bool(((cells[effects[number]][effects] == np.arange(_EDGES)).sum(axis=1) > right).any())
