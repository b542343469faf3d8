"""The end of the phases: the 3×3×3 that is left when wings are paired and centres solved."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.outcome import Word
from cubeproof.methods.large.runs import RunWord, joined
from cubeproof.methods.reduction.states import NO_TURN, PhaseStates
from cubeproof.methods.reduction.turns import AMOUNTS, LAYERS, axis_of, permutations, rotations
from cubeproof.methods.two_phase.search import NearSearch
from cubeproof.puzzle.cubies import FACE_TURNS
from cubeproof.puzzle.geometry import FACES, geometry

_LONGEST = 22
"""The most turns of a 3×3×3."""


@dataclass(frozen=True, eq=False)
class Reduced:
    """States whose wings are paired and whose centres are solved."""

    states: PhaseStates
    """The states."""
    homes: NDArray[np.intp]
    """The home of the sticker at each place before all turns, shape (96,)."""

    def words(self) -> Iterator[RunWord]:
        """Yield the turns of the phases so far, for the cube as it was."""
        for word, hold in zip(self.states.words, self.states.holds.tolist(), strict=True):
            runs = [(axis_of(turn), AMOUNTS[turn]) for turn in word[word != NO_TURN].tolist()]
            yield joined([((axis - hold) % 3, amounts) for axis, amounts in runs], 4)

    @cached_property
    def scrambles(self) -> NDArray[np.int16]:
        """The 3×3×3 of each state, as permutations of stickers to undo, shape (states, 54)."""
        homes = self.homes[rotations()][self.states.holds]
        for turns in self.states.words.T:
            turned = np.flatnonzero(turns != NO_TURN)
            homes[turned] = np.take_along_axis(homes[turned], permutations()[turns[turned]], axis=1)
        # The two middle layers of each axis become one.
        row, column = np.divmod(np.arange(96) % 16, 4)
        number = np.arange(96) // 16 * 9 + (row + 1) // 2 * 3 + (column + 1) // 2
        places = np.unique(number, return_index=True)[1]
        inner = number[homes[:, places]]
        # Colours get other names by a rotation, so that the centres are at home.
        cube, middles = geometry(3), np.arange(4, 54, 9)
        fits = (cube.rotations[:, inner[:, middles]] == middles).all(axis=2)
        scrambles: NDArray[np.int16] = cube.rotations[fits.argmax(axis=0)[:, None], inner]
        return scrambles

    def answer(self, number: int, word: Word) -> RunWord:
        """Return the whole answer, given a state and the face turns that solve its 3×3×3."""
        hold = int(self.states.holds[number])
        runs = []
        for turn in (FACE_TURNS[step] for step in word):
            face = FACES.index(turn.family)
            amounts = LAYERS[face // 3] * (turn.amount if face < 3 else -turn.amount) % 4
            runs.append(((face % 3 - hold) % 3, amounts))
        return joined([*next(Reduced(self.states[number : number + 1], self.homes).words()), *runs], 4)


def shortest(
    near: NearSearch, scramble: NDArray[np.int16], most: int, nodes: int, flag: NDArray[np.int32]
) -> list[Word]:
    """Return words that solve a 3×3×3, each shorter than the one before; none if `most` turns are not enough.

    Args:
        near: the two phases.
        scramble: the permutation of stickers to undo, shape (54,).
        most: the maximum number of turns.
        nodes: the maximum number of cubes of phase 1.
        flag: any value but 0 ends the search.
    """
    words: list[Word] = []
    if most >= 0:
        near.run(scramble, np.array([min(most, _LONGEST)], dtype=np.int32), flag, words.append, nodes)
    return words
