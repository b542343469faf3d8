"""`Frontier`: the words from one end, by cost, with the states to which they lead, and sums of hashes.

The states of all words up to a cost are stored. Words that are one turn longer have only their sums: a turn changes
the summands of the blocks that it moves, and no state is written. A wide turn of a large cube moves the blocks of a
narrower turn in the same way, and some more: it changes a sum as the narrower turn and these blocks do.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from copy import copy
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.control import Control
from cubeproof.contract.outcome import Word
from cubeproof.methods.words.codings import CodeTurn, States, Sums
from cubeproof.methods.words.seen_states import SeenStates

# The number of moved blocks from which on a turn uses the sums of a narrower turn.
_WIDE = 64
# The number of codes that are looked up at once.
_CHUNK = 1 << 17
# The number of states from which on each block is looked up for all of them.
_FEW_ROWS = 4_000
# The bytes of a word without its state, and of a word that is one turn longer than a stored word.
_WORD_BYTES, _LONGER_BYTES = 32, 12


@dataclass(frozen=True, eq=False)
class WordLayer:
    """The words of one cost from one end. Words of one state share a row if only one of them is needed."""

    states: States
    """The states, shape (blocks, rows)."""
    sums: Sums
    """The sums of the states, shape (rows,)."""
    rows: NDArray[np.int32]
    """The row of each word, shape (words,)."""
    turns: NDArray[np.int32]
    """The turn at the open end of each word, for the empty word the number of turns, shape (words,)."""
    parents: NDArray[np.int32]
    """The row of each word without this turn, in the layer of its cost, shape (words,)."""
    counts: NDArray[np.int64]
    """The number of words for each turn at the open end, shape (turns + 1,)."""
    followers: list[int]
    """The number of words that each turn may follow."""

    @property
    def size(self) -> int:
        """The size in bytes."""
        return sum(part.nbytes for part in (self.states, self.sums, self.rows, self.turns, self.parents))

    @property
    def is_plain(self) -> bool:
        """Whether each word has its own row, in the same order."""
        return len(self.rows) == len(self.sums)


@dataclass(frozen=True, eq=False)
class _Branches:
    """The words of one cost that are one turn longer than stored words."""

    joints: list[tuple[int, int]]
    """The turn of each branch, and the cost of the layer before it."""
    ends: NDArray[np.int64]
    """The number of words up to the end of each branch, shape (branches,)."""
    rows: NDArray[np.int32]
    """The row in the layer before the turn, shape (words,)."""
    sums: Sums
    """The sums of the states after the turn, shape (words,)."""


class Frontier:
    """The words from one end.

    Args:
        roots: the states of the empty words, shape (blocks, roots).
        turns: the turns, which extend words at their open end.
        costs: their costs.
        successors: which turn may follow each turn at the open end, shape (turns, turns).
        codes: the number of codes.
        distinct: whether only one cheapest word of each state is needed.

    Attributes:
        layers: the stored words, by cost.
        after: which turn may follow each turn at the open end, and the empty word, shape (turns + 1, turns).
    """

    def __init__(
        self,
        roots: States,
        turns: tuple[CodeTurn, ...],
        costs: list[int],
        successors: NDArray[np.bool_],
        codes: int,
        *,
        distinct: bool,
    ) -> None:
        self._turns, self._costs, self._distinct = turns, costs, distinct
        self.after = np.vstack([successors, np.ones((1, len(costs)), dtype=bool)])
        self._hashes = hashes_of(len(roots), codes)
        self._narrower = _narrower(turns)
        self.layers: dict[int, WordLayer] = {}
        # The turns and the layers before them of words that are one turn longer than stored words, by cost.
        self._joints: dict[int, list[tuple[int, int]]] = {}
        self._branches: dict[int, _Branches] = {}
        # The number of words of the newest layer, with words that lead to known states.
        self._made = roots.shape[1]
        self._seen = SeenStates(self._stored)
        sums = self._hashes[np.arange(len(roots))[:, None], roots].sum(axis=0, dtype=np.uint64)
        words = np.arange(roots.shape[1], dtype=np.int32)
        self._add(0, roots, sums, words, np.full_like(words, len(costs)), words)

    def _stored(self, cost: int) -> States:
        return self.layers[cost].states

    def copy(self) -> Frontier:
        """Return an end with the same words, which grows separately."""
        end = copy(self)
        end.layers, end._branches = self.layers.copy(), self._branches.copy()
        end._joints = {cost: joints.copy() for cost, joints in self._joints.items()}
        end._seen = self._seen.copy(end._stored)
        return end

    @property
    def size(self) -> int:
        """The size in bytes of the stored words, and at most of those that are one turn longer."""
        longer = sum(self.count(cost) for cost in self._joints if cost not in self.layers)
        return sum(layer.size for layer in self.layers.values()) + _LONGER_BYTES * longer

    @property
    def next_cost(self) -> int | None:
        """The smallest cost of words that are not stored; None if there are no other words."""
        return min(self._joints, default=None)

    @property
    def open_costs(self) -> list[int]:
        """The costs of the words that are one turn longer than stored words, in order."""
        return sorted(self._joints)

    def count(self, cost: int) -> int:
        """Return how many words of a cost there are: exactly for stored ones, and at most for one turn more."""
        if cost in self.layers:
            return len(self.layers[cost].sums)
        return sum(self.layers[before].followers[turn] for turn, before in self._joints[cost])

    def expected_after_growth(self) -> int:
        """Return about how many words have the next cost when those of the smallest cost are stored."""
        cost = min(self._joints)
        # The words by their turn at the open end, less those that lead to known states in the newest layer.
        counts = np.zeros(len(self.after))
        for turn, before in self._joints[cost]:
            counts[turn] += self.layers[before].followers[turn]
        newest = self.layers[max(self.layers)]
        counts *= len(newest.sums) / max(1, self._made)
        following = min([*(self._joints.keys() - {cost}), cost + min(self._costs)])
        turns = [turn for turn, price in enumerate(self._costs) if cost + price == following]
        more = int((counts @ self.after[:, turns]).sum())
        return more + (self.count(following) if following in self._joints else 0)

    def size_of(self, cost: int) -> int:
        """Return the size in bytes of the words of a cost when they are stored."""
        roots = self.layers[0].states
        return self.count(cost) * (_WORD_BYTES + len(roots) * roots.itemsize)

    def sums(self, cost: int, control: Control) -> Sums:
        """Return the sums of the states of all words of a cost; words may be one turn longer than stored words."""
        return self.layers[cost].sums if cost in self.layers else self._branched(cost, control).sums

    def states(self, cost: int, control: Control) -> States:
        """Return the states of the words, shape (blocks, words)."""
        if cost in self.layers:
            return self.layers[cost].states
        parts = []
        for turn, before, rows in self._parts(cost, control):
            control.check()
            states, turning = self.layers[before].states, self._turns[turn]
            after, moved = states[:, rows], states[turning.sources[:, None], rows]
            which = np.zeros(1, dtype=np.intp) if len(turning.codes) == 1 else np.arange(len(moved))
            after[turning.targets] = turning.codes[which[:, None], moved]
            parts.append(after)
        return np.concatenate(parts, axis=1)

    def turn(self, cost: int, index: int) -> int:
        """Return the turn at the open end of a word; of stored words, if each has its own row."""
        if cost in self.layers:
            return int(self.layers[cost].turns[index])
        branches = self._branches[cost]
        return branches.joints[int(np.searchsorted(branches.ends, index, "right"))][0]

    def word(self, cost: int, index: int) -> Word:
        """Return the turns of a word, the open end first."""
        turns: list[int] = []
        if cost not in self.layers:
            branches = self._branches[cost]
            turn, cost = branches.joints[int(np.searchsorted(branches.ends, index, "right"))]
            turns.append(turn)
            index = int(branches.rows[index])
        while True:
            layer = self.layers[cost]
            word = index if layer.is_plain else int(np.flatnonzero(layer.rows == index)[0])
            turn = int(layer.turns[word])
            if turn == len(self._costs):
                return tuple(turns)
            turns.append(turn)
            cost, index = cost - self._costs[turn], int(layer.parents[word])

    def _branched(self, cost: int, control: Control) -> _Branches:
        """Return the words of a cost that are one turn longer than stored words; some may be made already."""
        stored = self._branches.get(cost)
        joints = self._joints[cost]
        if stored is not None and len(stored.joints) == len(joints):
            return stored
        rows, sums = ([], []) if stored is None else ([stored.rows], [stored.sums])
        ends = [] if stored is None else stored.ends.tolist()
        wide: tuple[int, dict[int, Sums]] = (-1, {})
        for turn, before in joints[len(ends) :]:
            control.check()
            layer = self.layers[before]
            may_follow = self.after[layer.turns, turn]
            if not layer.is_plain:
                words, may_follow = may_follow, np.zeros(len(layer.sums), dtype=np.bool_)
                may_follow[layer.rows[words]] = True
            branch = np.flatnonzero(may_follow).astype(np.int32)
            if wide[0] != before:
                wide = before, {}
            rows.append(branch)
            sums.append(layer.sums[branch] + self._change(layer, turn, branch, wide[1], control))
            ends.append(len(branch) + (ends[-1] if ends else 0))
        branches = _Branches(joints.copy(), np.array(ends), np.concatenate(rows), np.concatenate(sums))
        self._branches[cost] = branches
        return branches

    def _parts(self, cost: int, control: Control) -> Iterator[tuple[int, int, NDArray[np.int32]]]:
        """Yield the turn of each branch of a cost, the cost before it, and the rows before it."""
        branches = self._branched(cost, control)
        for (turn, before), rows in zip(
            branches.joints, np.split(branches.rows, branches.ends[:-1]), strict=True
        ):
            yield turn, before, rows

    def _change(
        self, layer: WordLayer, turn: int, rows: NDArray[np.int32], wide: dict[int, Sums], control: Control
    ) -> Sums:
        """Return how a turn changes the sums of rows of a layer."""
        narrower = self._narrower.get(turn)
        if narrower is None and turn not in self._narrower.values():
            return self._summed(layer.states, turn, None, rows, control)
        if turn not in wide:
            every = np.arange(len(layer.sums), dtype=np.int32)
            change = self._summed(layer.states, turn, narrower, every, control)
            if narrower is not None:
                change += self._change(layer, narrower, every, wide, control)
            wide[turn] = change
        return wide[turn][rows]

    def _summed(
        self, states: States, turn: int, narrower: int | None, rows: NDArray[np.int32], control: Control
    ) -> Sums:
        """Return how the blocks that a turn moves, and a narrower turn does not, change the sums of states."""
        blocks, changes = self._changes_of(turn, narrower)
        width = changes.shape[1]
        result = np.zeros(len(rows), dtype=np.uint64)
        if len(rows) > _FEW_ROWS:
            for block, change in zip(blocks.tolist(), changes, strict=True):
                control.check()
                result += change[states[block][rows]]
            return result
        offsets = np.arange(len(blocks))[:, None] * width
        step = max(1, _CHUNK // max(1, len(blocks)))
        for begin in range(0, len(rows), step):
            control.check()
            looked_up = states[blocks[:, None], rows[begin : begin + step]] + offsets
            result[begin : begin + step] = changes.ravel()[looked_up].sum(axis=0, dtype=np.uint64)
        return result

    def _changes_of(self, turn: int, narrower: int | None) -> tuple[NDArray[np.intp], Sums]:
        """Return moved blocks, and how each code in them changes a sum, shape (moved blocks, codes)."""
        turning = self._turns[turn]
        moved = np.arange(len(turning.sources))
        if narrower is not None:
            moved = np.flatnonzero(~np.isin(turning.sources, self._turns[narrower].sources))
        sources, targets = turning.sources[moved], turning.targets[moved]
        codes = turning.codes if len(turning.codes) == 1 else turning.codes[moved]
        return sources, self._hashes[targets[:, None], codes] - self._hashes[sources]

    def grow(self, control: Control) -> None:
        """Store the words of the smallest cost that are not stored."""
        cost = min(self._joints)
        branches, states = self._branched(cost, control), self.states(cost, control)
        lengths = np.diff(branches.ends, prepend=0)
        turns = np.repeat(np.array([turn for turn, _ in branches.joints], dtype=np.int32), lengths)
        sums, parents = branches.sums, branches.rows
        self._made = len(sums)
        rows = np.arange(len(sums), dtype=np.int32)
        if self._distinct:
            rows, firsts = self._seen.rows(states, sums)
            new = rows >= 0
            rows, turns, parents = rows[new], turns[new], parents[new]
            states, sums = states[:, firsts], sums[firsts]
        del self._joints[cost], self._branches[cost]
        if len(rows):
            self._add(cost, states, sums, rows, turns, parents)

    def _add(
        self,
        cost: int,
        states: States,
        sums: Sums,
        rows: NDArray[np.int32],
        turns: NDArray[np.int32],
        parents: NDArray[np.int32],
    ) -> None:
        counts = np.bincount(turns, minlength=len(self.after))
        followers: list[int] = (counts @ self.after).tolist()
        self.layers[cost] = WordLayer(states, sums, rows, turns, parents, counts, followers)
        if self._distinct:
            self._seen.add(cost, sums)
        for turn, price in enumerate(self._costs):
            if followers[turn]:
                self._joints.setdefault(cost + price, []).append((turn, cost))


def _narrower(turns: tuple[CodeTurn, ...]) -> dict[int, int]:
    """Return, for turns that move many blocks, the turn of most blocks that moves its blocks in the same way."""
    wide = [turn for turn, turning in enumerate(turns) if len(turning.sources) >= _WIDE]
    # A hash of the way in which each turn moves each block.
    blocks = 1 + max((int(turns[turn].sources.max()) for turn in wide), default=0)
    narrower: dict[int, int] = {}
    images = np.full((len(wide), blocks), -1)
    for row, turn in enumerate(wide):
        images[row, turns[turn].sources] = turns[turn].targets
    sizes = np.array([len(turns[turn].sources) for turn in wide])
    probes = np.array([turns[turn].sources[0] for turn in wide], dtype=np.intp)
    for row, turn in enumerate(wide):
        agrees = images[row, probes] == images[np.arange(len(wide)), probes]
        for candidate in sorted(
            np.flatnonzero(agrees & (sizes < sizes[row])), key=lambda index: -sizes[index]
        ):
            smaller = turns[wide[candidate]]
            same = np.searchsorted(turns[turn].sources, smaller.sources) if len(smaller.codes) > 1 else None
            if (images[row, smaller.sources] == smaller.targets).all() and (
                same is None or (turns[turn].codes[same] == smaller.codes).all()
            ):
                narrower[turn] = wide[candidate]
                break
    return narrower


def hashes_of(blocks: int, codes: int) -> Sums:
    """Return the hash of each code in each block, shape (blocks, codes)."""
    size = blocks * codes
    digest = hashlib.shake_128(b"cubeproof").digest(8 * size)
    return np.frombuffer(digest, dtype="<u8").astype(np.uint64).reshape(blocks, codes)
