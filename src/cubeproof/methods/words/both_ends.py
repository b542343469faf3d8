"""All cheap words of face turns of a 3×3×3, from both ends: no table is read, and no loop is compiled.

Words consist of the turns that cost 1: in the quarter-turn metric a half turn is two of them. All words of half the
length are made from the start and from the solved cube. A word solves the start if its first half leads to the state
that the inverse of its second half reaches from the solved cube. States are compared by sums of hashes, one for each
piece and place. Equal states have equal sums, so no answer is missed. Different states may have equal sums too, so all
pairs of equal sums are replayed.
"""

from __future__ import annotations

import hashlib
from functools import cache
from itertools import groupby

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.control import Control
from cubeproof.contract.events import BoundProved
from cubeproof.contract.outcome import Word
from cubeproof.methods.words.turn_costs import Turning, may_follow
from cubeproof.puzzle.cubies import FACE_TURNS, corner_slots, edge_slots, face_turns

_Places = NDArray[np.uint8]
"""Shape (20, words): the place of a sticker of each piece."""

# Sums are first compared by leading bits: as many bits as count the sums, and this number more.
_SPARE_BITS = 5


@cache
def _pieces() -> _Places:
    """A sticker of each piece, shape (20,)."""
    return np.concatenate([corner_slots()[:, 0], edge_slots()[:, 0]]).astype(np.uint8)


@cache
def _turned() -> _Places:
    """Where each turn takes the stickers of each place, shape (18, 54)."""
    return np.argsort(face_turns(), axis=1).astype(np.uint8)


@cache
def _followers(turning: Turning) -> NDArray[np.bool_]:
    """Which unit may follow each unit, and none (the last row), in canonical order: shape (units + 1, units)."""
    units = turning.units
    rows = [[_may_follow(turning, last, unit) for unit in units] for last in units]
    return np.array([*rows, [True] * len(units)])


def _may_follow(turning: Turning, last: int, unit: int) -> bool:
    # Two equal quarter turns are a half turn, for which one of its two words is enough.
    is_half_turn = last == unit and FACE_TURNS[last].amount == 1 and turning.costs[last + 1] == 2
    return may_follow(last, unit) or is_half_turn


@cache
def _hashes() -> NDArray[np.uint64]:
    """The hash of each piece in each place: shape (20, 54)."""
    return np.frombuffer(hashlib.shake_128(b"cubeproof").digest(20 * 54 * 8), dtype="<u8").reshape(20, 54)


class _End:
    """Words of one length that lead from a state, in canonical order; `sums` has the sums of their states."""

    def __init__(self, places: _Places, turning: Turning) -> None:
        self._units, self._followers = turning.units, _followers(turning)
        # The states before the words' last turns; for each length, the last turns (as indices of units) and the rows of
        # the words without them.
        self._places = places[:, None]
        self._words = [(np.full(1, len(self._units)), np.zeros(1, dtype=np.int64))]
        self.sums = self._summed(self._places, _hashes())

    def grow(self) -> None:
        """Go on to words with one turn more."""
        last, rows = self._words[-1]
        if len(self._words) > 1:
            parts = [
                _turned()[turn][self._places[:, rows[last == unit]]] for unit, turn in enumerate(self._units)
            ]
            self._places = np.concatenate(parts, axis=1)
        before = [np.flatnonzero(allowed[last]) for allowed in self._followers.T]
        self.sums = np.concatenate(
            [
                self._summed(self._places[:, rows], _hashes()[:, _turned()[turn]])
                for turn, rows in zip(self._units, before, strict=True)
            ]
        )
        self._words.append(
            (np.repeat(np.arange(len(before)), list(map(len, before))), np.concatenate(before))
        )

    def word(self, row: int) -> Word:
        """Return a word."""
        word: list[int] = []
        for last, rows in self._words[:0:-1]:
            word.append(self._units[last[row]])
            row = int(rows[row])
        return tuple(reversed(word))

    @staticmethod
    def _summed(places: _Places, hashes: NDArray[np.uint64]) -> NDArray[np.uint64]:
        sums: NDArray[np.uint64] = hashes[0][places[0]]
        for piece in range(1, len(places)):
            sums += hashes[piece][places[piece]]
        return sums


def shortest_word(
    scramble: NDArray[np.int16], turning: Turning, most: int, control: Control
) -> tuple[Word | None, int]:
    """Return a cheapest word that undoes a scramble, or None if it costs more than `most`; and a lower bound.

    Args:
        scramble: a permutation of stickers that face turns can make, in gather form, shape (54,).
        turning: the costs of the turns.
        most: the maximum cost to search. 8 half turns take 0.02 seconds, 10 take 0.2.
        control: steers the search.

    >>> from cubeproof.methods.words.turn_costs import HALF, QUARTER
    >>> inverse = np.argsort(face_turns()[0][face_turns()[4]]).astype(np.int16)  # U, then R2, undone
    >>> shortest_word(inverse, HALF, 3, Control()), shortest_word(inverse, QUARTER, 3, Control())
    (((0, 4), 2), ((0, 4), 3))
    """
    solved = _pieces()
    start = np.argsort(scramble)[solved].astype(np.uint8)
    ends = _End(start, turning), _End(solved, turning)
    for length in range(most + 1):
        control.check()
        if length:
            ends[length % 2 == 0].grow()
        for first, second in _meetings(ends[0].sums, ends[1].sums):
            undone = (turn + 2 - turn % 3 * 2 for turn in reversed(ends[1].word(second)))
            word = _merged((*ends[0].word(first), *undone))
            places = start
            for turn in word:
                places = _turned()[turn][places]
            if (places == solved).all():
                return word, length
        if length:
            control.tell(BoundProved(length + 1))
    return None, most + 1


def _merged(turns: Word) -> Word:
    """Return a word with one turn for each run of turns of one face, and opposite faces in order."""
    word: list[int] = []
    for _, run in groupby(turns, lambda turn: turn // 3 % 3):
        amounts = [0] * 6
        for turn in run:
            amounts[turn // 3] += turn % 3 + 1
        word += [face * 3 + amount % 4 - 1 for face, amount in enumerate(amounts) if amount % 4]
    return tuple(word)


def _meetings(first: NDArray[np.uint64], second: NDArray[np.uint64]) -> list[tuple[int, int]]:
    """Return all pairs of rows with equal sums, in order."""
    if len(first) > len(second):
        return sorted((row, column) for column, row in _meetings(second, first))
    # The first bits of the sums rule out most rows, so few sums are sorted.
    shift = np.uint64(64 - len(first).bit_length() - _SPARE_BITS)
    columns = np.flatnonzero(_is_among(first >> shift, second >> shift, shift))
    rows = np.flatnonzero(_is_among(second[columns] >> shift, first >> shift, shift))
    columns = columns[np.argsort(second[columns], kind="stable")]
    starts, stops = (np.searchsorted(second[columns], first[rows], side) for side in ("left", "right"))
    # All pairs, since different states may have equal sums.
    return [
        (int(rows[index]), int(column))
        for index in np.flatnonzero(starts < stops)
        for column in columns[starts[index] : stops[index]]
    ]


def _is_among(
    numbers: NDArray[np.uint64], queries: NDArray[np.uint64], shift: np.uint64
) -> NDArray[np.bool_]:
    """Return which queries are among numbers of 64 − shift bits."""
    marks = np.zeros(1 << 64 - int(shift), dtype=np.bool_)
    marks[numbers] = True
    is_among: NDArray[np.bool_] = marks[queries]
    return is_among
