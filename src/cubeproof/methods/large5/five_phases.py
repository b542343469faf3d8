"""`FivePhases`: the five phases one after the other, with many candidates, then the 3×3×3.

A candidate is a state and the word that led to it. Each phase takes all candidates at once, deepens the total number
of turns, and ends with the first few hundred words. So the words of the next phase start where the sum of all phases
so far is least. A cube may be turned as a whole between phases, which costs nothing: before phases 1 and 3 three axes
are tried, before phase 4 two.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.control import Control
from cubeproof.contract.outcome import Word
from cubeproof.methods.large5.loop import COORDINATES, DEPTHS, FOUND, NODES, search
from cubeproof.methods.large5.phases import rotation_to_phase5
from cubeproof.methods.large5.pieces import (
    PHASE_TURNS,
    SIZE,
    inverse,
    seen_from,
    symmetries,
    turn_gathers,
    turn_images,
)
from cubeproof.methods.large5.starts import StartReader
from cubeproof.methods.large5.tables import load
from cubeproof.puzzle.geometry import geometry
from cubeproof.store import Store

# The nodes between two checks for the end of the search.
_WORK = 100_000

# The cubes of phase 1 of one search of the 3×3×3.
_NODES_3X3X3 = 8_000


@dataclass(frozen=True, eq=False)
class Candidates:
    """States and the words that led to them."""

    colours: NDArray[np.int8]
    """The colours, shape (candidates, 150)."""
    words: list[tuple[int, ...]]
    """The turns so far, as seen in the beginning."""
    frames: NDArray[np.intp]
    """Each turn as seen in the beginning, shape (candidates, 36)."""

    def __len__(self) -> int:
        return len(self.words)

    def rotated(self, rotation: int) -> Candidates:
        """Return the candidates after a rotation of the whole cube."""
        turns = inverse(turn_images()[rotation])
        return Candidates(seen_from(self.colours, rotation), self.words, self.frames[:, turns])

    def __add__(self, more: Candidates) -> Candidates:
        """Return both."""
        return Candidates(
            np.concatenate([self.colours, more.colours]),
            self.words + more.words,
            np.concatenate([self.frames, more.frames]),
        )

    def after(self, results: Iterable[tuple[int, tuple[int, ...]]]) -> Candidates:
        """Return the states after words, given as the number of a candidate and its turns; each state once."""
        reached: dict[bytes, tuple[NDArray[np.int8], tuple[int, ...], NDArray[np.intp]]] = {}
        for number, turns in results:
            colours = self.colours[number]
            for turn in turns:
                colours = colours[turn_gathers()[turn]]
            word = self.words[number] + tuple(self.frames[number][list(turns)].tolist())
            reached.setdefault(colours.tobytes(), (colours, word, self.frames[number]))
        rows = list(reached.values())
        return Candidates(
            np.array([colours for colours, _, _ in rows], dtype=np.int8).reshape(-1, 6 * SIZE**2),
            [word for _, word, _ in rows],
            np.array([frame for _, _, frame in rows], dtype=np.intp).reshape(-1, 36),
        )


class PhaseSearch:
    """The search of one phase, 1 to 5."""

    def __init__(self, number: int, store: Store | None, control: Control) -> None:
        self.turns = PHASE_TURNS[number - 1]
        self.tables, self._array = load(number, store, control)
        self.reader = StartReader(number, self.tables)

    def after(
        self, candidates: Candidates, wanted: int, limit: int, control: Control, most: int
    ) -> Candidates:
        """Return candidates after the phase, the shortest words first.

        Args:
            candidates: the candidates before it.
            wanted: the number of words.
            limit: the number of nodes after which any words are enough.
            control: ends the search.
            most: the most turns so far.
        """
        starts = self.reader.read(candidates.colours)
        lengths = np.array([len(word) for word in candidates.words], dtype=np.int64)[starts.origins]
        totals = lengths + starts.bounds
        results: list[tuple[int, tuple[int, ...]]] = []
        nodes = 0
        for total in range(int(totals.min(initial=most + 1)), most + 1):
            # Longer words of one phase would take too long.
            chosen = np.flatnonzero((totals <= total) & (total - lengths < DEPTHS - 1))
            states, depths = starts.states[chosen], total - lengths[chosen]
            walk = np.zeros((DEPTHS, COORDINATES), dtype=np.int32)
            path, status = np.zeros(DEPTHS, dtype=np.int64), np.zeros(4, dtype=np.int64)
            status[1] = -1
            words = np.zeros((wanted - len(results), DEPTHS), dtype=np.int32)
            done = False
            while not done and status[FOUND] < len(words) and not (results and nodes + status[NODES] > limit):
                done = search(self.tables, states, depths, walk, path, status, words, _WORK, control.flag)
                control.check()
            nodes += int(status[NODES])
            for start, *turns in words[: status[FOUND]].tolist():
                word = tuple(self.turns[turn] for turn in turns[: depths[start]])
                results.append((int(starts.origins[chosen[start]]), word))
            if len(results) >= wanted or (results and nodes > limit):
                break
        return candidates.after(results)


class FivePhases:
    """The five phases and the 3×3×3, with their tables."""

    def __init__(self, store: Store | None, control: Control) -> None:
        from cubeproof.methods.two_phase.search import NearSearch

        self.phases = [PhaseSearch(number, store, control) for number in range(1, 6)]
        self.near = NearSearch.load(store, control)
        quarter = symmetries()[: len(geometry(SIZE).rotations)]
        self.third = next(
            number for number, turn in enumerate(quarter) if number and (turn[turn[turn]] == quarter[0]).all()
        )

    def _axes(self, candidates: Candidates) -> Candidates:
        once = candidates.rotated(self.third)
        return candidates + once + once.rotated(self.third)

    def reductions(
        self, colours: NDArray[np.int8], widths: Sequence[int], limit: int, control: Control, most: int
    ) -> Candidates:
        """Return words that lead to a 3×3×3, the shortest first.

        Args:
            colours: the state, shape (150,).
            widths: the candidates after each phase.
            limit: the number of nodes of a phase after which any words are enough.
            control: ends the search.
            most: the most turns.
        """
        candidates = self._axes(Candidates(colours[None], [()], np.arange(36)[None]))
        for number, (phase, width) in enumerate(zip(self.phases, widths, strict=True)):
            candidates = phase.after(candidates, width, limit, control, most)
            if number == 1:
                candidates = self._axes(candidates)
            elif number == 2:
                candidates += candidates.rotated(rotation_to_phase5())
            elif number == 3:
                candidates = candidates.rotated(rotation_to_phase5())
        return candidates

    def solved(self, homes: NDArray[np.integer], control: Control, most: int) -> tuple[Word, ...]:
        """Return face turns that solve a cube as a 3×3×3, ever shorter words.

        Args:
            homes: the home of the sticker at each place, shape (150,).
            control: ends the search.
            most: the most turns.
        """
        layers = np.array([0, SIZE // 2, SIZE - 1])
        places = (np.arange(6)[:, None, None] * SIZE**2 + layers[:, None] * SIZE + layers).ravel()
        number = np.full(6 * SIZE**2, -1, dtype=np.int16)
        number[places] = np.arange(len(places))
        words: list[Word] = []
        with control.compiled_flag() as flag:
            limit = np.array([most], dtype=np.int32)
            self.near.run(number[homes[places]], limit, flag, words.append, _NODES_3X3X3)
        return tuple(words)
