"""A plain search for shortest answers to an unreduced question: on the lattice, by layers, from one end or both."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np
from numpy.typing import NDArray

from second_opinion import goals
from second_opinion.lattice import Array, Turn, after, colours, permutation, read, rotations, slabs

States = NDArray[np.uint8]
Keys = NDArray[np.uint64]

# A layer is not computed if it requires more states than this.
MOST = 1_000_000


@dataclass(frozen=True)
class Question:
    """A question as a user asks it.

    Attributes:
        size: the number of layers.
        start: the facelets of the cube, with `?` for what is not known.
        goal: the name of a goal, or facelets.
        metric: htm, qtm or stm.
        moves: the allowed turns, None for the usual ones.
    """

    size: int
    start: str
    goal: str = "solved"
    metric: str = "htm"
    moves: str | None = None

    @property
    def command(self) -> str:
        """The question as a command line."""
        words = ["cubeproof", "solve", "--state", f"'{self.start}'", "--metric", self.metric]
        words += ["--moves", f'"{self.moves}"'] if self.moves is not None else []
        words += ["--goal", f"'{self.goal}'"] if self.goal != "solved" else []
        return " ".join(words)

    @property
    def named(self) -> bool:
        return self.goal in goals.names(self.size)

    @property
    def anyhow(self) -> bool:
        """Whether the goal is met in any hold: a named goal, or facelets of an even size, which has no centres."""
        return self.named or self.size % 2 == 0

    @property
    def rotations_free(self) -> bool:
        """Whether rotations of the whole cube between turns are allowed."""
        return self.anyhow and self.moves is None

    @cached_property
    def turns(self) -> list[Turn]:
        """The allowed turns: those of `moves`, a quarter turn with all turns of its layers, or all slabs."""
        if self.moves is None:
            return slabs(self.size)
        named = read(self.moves, self.size)
        amounts = [(turn, (2,) if turn.quarters == 2 else (1, 2, 3)) for turn in named]
        turns = {
            permutation(entry, self.size).tobytes(): entry
            for turn, quarters in amounts
            for entry in (Turn(turn.face, turn.first, turn.last, quarter) for quarter in quarters)
        }
        return list(turns.values())

    @cached_property
    def state(self) -> States:
        """The known part of the start."""
        start = colours(self.start)
        if self.goal == "edges-oriented":
            start = goals.seen_by_orientation(start, self.size)
        return start.astype(np.uint8)

    @cached_property
    def wanted(self) -> list[Array]:
        """The patterns of the goal, of which any must be reached; none for edges-oriented."""
        if self.goal == "edges-oriented":
            return []
        goal = goals.pattern(self.goal, self.size) if self.named else self.goal
        return goals.held(goal, self.size, anyhow=self.anyhow)

    @cached_property
    def met(self) -> goals.Met:
        """Return for states, shape (any, 6·N²), whether each meets the goal."""
        return goals.fits(self.wanted) if self.wanted else goals.edges_oriented(self.size)

    def objection(self, answer: str) -> str | None:
        """Return why an answer is wrong, or None if it is right."""
        allowed = {permutation(turn, self.size).tobytes() for turn in self.turns}
        if self.rotations_free:
            allowed |= {rotation.tobytes() for _, rotation in rotations(self.size)}
        for turn in read(answer, self.size):
            if permutation(turn, self.size).tobytes() not in allowed:
                return f"{turn.name} is not allowed"
        if not self.met(after(self.state, answer, self.size)[None].astype(np.uint8))[0]:
            return "it does not lead to the goal"
        return None

    def cost(self, answer: str) -> int:
        """Cost of an answer."""
        return sum(turn.cost(self.metric, self.size) for turn in read(answer, self.size))


@dataclass(frozen=True)
class Opinion:
    """Result of the search.

    Attributes:
        cost: the cost of a cheapest answer, or None without an answer within the depth.
        depth: every word up to this cost was searched.
        answer: a cheapest answer.
        exhausted: there is no answer at all, at any cost.
    """

    cost: int | None
    depth: int
    answer: str | None = None
    exhausted: bool = False

    def __str__(self) -> str:
        if self.cost is not None:
            return f"{self.cost}: {self.answer or '(nothing to be done)'}"
        return "there is no answer at all" if self.exhausted else f"none costs {self.depth} or less"


@cache
def _weights(stickers: int) -> NDArray[np.float64]:
    # Sums of stickers · 255 · weight stay below 2⁵³, so they are exact.
    return np.random.default_rng(stickers).integers(0, 2**37, (stickers, 2)).astype(np.float64)


@cache
def _rotated_weights(size: int) -> NDArray[np.float64]:
    columns = []
    for _, rotation in rotations(size):
        weights = np.empty_like(_weights(6 * size * size))
        weights[rotation] = _weights(6 * size * size)
        columns.append(weights)
    return np.concatenate(columns, axis=1)


def keys(states: States, size: int, *, rotated: bool) -> Keys:
    """Return a number for every state; if `rotated`, the same number for all 24 holds of a state."""
    weights = _rotated_weights(size) if rotated else _weights(6 * size * size)
    result = np.empty(len(states), dtype=np.uint64)
    for first in range(0, len(states), 20_000):
        sums = (states[first : first + 20_000].astype(np.float64) @ weights).astype(np.uint64)
        mixed = (sums[:, 0::2] << np.uint64(17)) + sums[:, 1::2] * np.uint64(0x9E3779B97F4A7C15)
        result[first : first + 20_000] = mixed.min(axis=1)
    return result


@dataclass
class _Layer:
    """States of the same cost; for each, the last turn, and the cost and the row of the state before it."""

    states: States
    keys: Keys
    turn: NDArray[np.int16]
    cost: NDArray[np.int16]
    row: NDArray[np.int32]


class Frontier:
    """All reachable states, in layers of equal cost.

    Args:
        question: its turns are made.
        start: the first states, shape (any, 6·N²).
        backwards: whether turns are undone instead.
    """

    def __init__(self, question: Question, start: States, *, backwards: bool = False) -> None:
        self.size, self.rotated = question.size, question.rotations_free
        self.turns = needed(question)
        self.gathers = [permutation(turn, self.size) for turn in self.turns]
        if backwards:
            self.gathers = [np.argsort(gather) for gather in self.gathers]
        self.costs = [turn.cost(question.metric, self.size) for turn in self.turns]
        self.seen: Keys = np.zeros(0, dtype=np.uint64)
        nothing = np.zeros(len(start), dtype=np.int16)
        self.layers: list[_Layer] = []
        self._add([_Layer(start, self._keys(start), nothing - 1, nothing, nothing.astype(np.int32))])

    @property
    def effort(self) -> int:
        """The number of states to examine for the next layer."""
        cost = len(self.layers)
        return sum(len(self.layers[cost - price].states) for price in self.costs if price <= cost)

    @property
    def exhausted(self) -> bool:
        """Whether all reachable states have been found."""
        return not any(len(layer.states) for layer in self.layers[-max(self.costs) :])

    def advance(self) -> _Layer:
        """Compute the next layer."""
        cost = len(self.layers)
        parts = [self._none()]
        for number, (gather, price) in enumerate(zip(self.gathers, self.costs, strict=True)):
            if price <= cost and len(before := self.layers[cost - price].states):
                states = before[:, gather]
                turn, came = (
                    np.full(len(states), number, np.int16),
                    np.full(len(states), cost - price, np.int16),
                )
                row = np.arange(len(states), dtype=np.int32)
                parts.append(self._fresh([_Layer(states, self._keys(states), turn, came, row)]))
        return self._add(parts)

    def _add(self, parts: list[_Layer]) -> _Layer:
        layer = self._fresh(parts)
        self.layers.append(layer)
        self.seen = np.sort(np.concatenate([self.seen, layer.keys]))
        return layer

    def word(self, cost: int, row: int) -> tuple[list[Turn], States]:
        """Return the turns that lead to a state, in order, and the state from which they start."""
        result = []
        while (turn := int(self.layers[cost].turn[row])) >= 0:
            result.append(self.turns[turn])
            cost, row = int(self.layers[cost].cost[row]), int(self.layers[cost].row[row])
        return result[::-1], self.layers[0].states[row]

    def _keys(self, states: States) -> Keys:
        return keys(states, self.size, rotated=self.rotated)

    def _none(self) -> _Layer:
        states = np.zeros((0, 6 * self.size**2), dtype=np.uint8)
        short = np.zeros(0, dtype=np.int16)
        return _Layer(states, np.zeros(0, dtype=np.uint64), short, short, np.zeros(0, dtype=np.int32))

    def _fresh(self, parts: list[_Layer]) -> _Layer:
        """Return the new states, each once, without states seen earlier."""
        met = np.concatenate([part.keys for part in parts])
        results, rows = np.unique(met, return_index=True)
        if len(self.seen):
            places = np.minimum(np.searchsorted(self.seen, results), len(self.seen) - 1)
            rows = rows[self.seen[places] != results]
        joined = (np.concatenate([getattr(part, name) for part in parts])[rows] for name in _FIELDS)
        return _Layer(*joined)


_FIELDS = ("states", "keys", "turn", "cost", "row")


def needed(question: Question) -> list[Turn]:
    """Return the allowed turns, except turns that two cheaper turns replace at the same cost."""
    result = {permutation(turn, question.size).tobytes(): turn for turn in question.turns}
    price = {key: turn.cost(question.metric, question.size) for key, turn in result.items()}
    spare = set()
    for axis in range(3):
        # Only turns about one axis can replace a turn.
        about = [turn for turn in question.turns if "URFDLB".index(turn.face) % 3 == axis]
        for item in about:
            for second in about:
                key = permutation(item, question.size)[permutation(second, question.size)].tobytes()
                cost = sum(turn.cost(question.metric, question.size) for turn in (item, second))
                if cost <= price.get(key, 0):
                    spare.add(key)
    return [turn for key, turn in result.items() if key not in spare]


def opinion(question: Question, depth: int, *, most: int = MOST) -> Opinion:
    """Return the least cost of an answer, up to a depth or the limit of effort."""
    patterns = [question.state, *question.wanted]
    fully_known = all((pattern != goals.UNKNOWN).all() for pattern in patterns) and len(patterns) > 1
    return (from_both_ends if fully_known else from_the_start)(question, depth, most)


def from_the_start(question: Question, depth: int, most: int) -> Opinion:
    """Return the opinion of a search from the start only."""
    frontier = Frontier(question, question.state[None])
    layer = frontier.layers[0]
    for cost in range(depth + 1):
        if cost:
            if frontier.exhausted:
                return Opinion(None, cost - 1, exhausted=True)
            if frontier.effort > most:
                return Opinion(None, cost - 1)
            layer = frontier.advance()
        good = np.flatnonzero(question.met(layer.states))
        if len(good):
            return _checked(question, cost, frontier.word(cost, int(good[0]))[0], [])
    return Opinion(None, depth, exhausted=frontier.exhausted)


def from_both_ends(question: Question, depth: int, most: int) -> Opinion:
    """Return the opinion of two searches that meet, for a start and goals without unknown stickers."""
    # If all holds of the goal have the same number, one hold is sufficient.
    ends = question.wanted[:1] if question.rotations_free else question.wanted
    fore = Frontier(question, question.state[None])
    back = Frontier(question, np.array(ends, dtype=np.uint8), backwards=True)
    # A cheapest answer may step over the place where the two ends would meet, if that step costs more than 1.
    slack = max(fore.costs) - 1
    for cost in range(depth + 1):
        while len(fore.layers) + len(back.layers) - 2 < cost + slack:
            if fore.exhausted or back.exhausted:
                break
            side = min(fore, back, key=lambda side: side.effort)
            if side.effort > most:
                return Opinion(None, cost - 1)
            side.advance()
        for here in range(min(cost, len(fore.layers) - 1) + 1):
            if cost - here < len(back.layers):
                first, second = fore.layers[here], back.layers[cost - here]
                common, row, there = np.intersect1d(first.keys, second.keys, return_indices=True)
                if len(common):
                    word, _ = fore.word(here, int(row[0]))
                    rest, _ = back.word(cost - here, int(there[0]))
                    return _checked(question, cost, word, rest[::-1])
        if any(side.exhausted and cost >= len(side.layers) for side in (fore, back)):
            return Opinion(None, cost, exhausted=True)
    return Opinion(None, depth)


def _checked(question: Question, cost: int, word: list[Turn], rest: list[Turn]) -> Opinion:
    """Return the opinion from the two halves of an answer, perhaps with a rotation of the cube between them."""
    first, second = (" ".join(turn.name for turn in turns) for turns in (word, rest))
    between = [text for text, _ in rotations(question.size)] if question.rotations_free and rest else [""]
    for text in between:
        answer = " ".join(f"{first} {text} {second}".split())
        if question.objection(answer) is None:
            assert question.cost(answer) == cost
            return Opinion(cost, cost, answer)
    raise AssertionError(f"The two ends do not meet, two states have one number: {question.command}")


def answers(question: Question, cost: int, most: int = 150_000) -> list[tuple[Turn, ...]] | None:
    """Return all answers of a cost, in any order of turns, or None if there are too many words."""
    turns = question.turns
    price = [turn.cost(question.metric, question.size) for turn in turns]
    gathers = [permutation(turn, question.size) for turn in turns]
    layers: list[tuple[States, NDArray[np.int16]]] = [
        (question.state[None], np.zeros((1, 0), dtype=np.int16))
    ]
    nothing = np.zeros((0, len(question.state)), dtype=np.uint8)
    for now in range(1, cost + 1):
        if sum(len(layers[now - p][0]) for p in price if p <= now) > most:
            return None
        states, words = [nothing], [np.zeros((0, now), dtype=np.int16)]
        for number, gather in enumerate(gathers):
            if price[number] <= now:
                before, result = layers[now - price[number]]
                states.append(before[:, gather])
                # A turn that costs more than 1 leaves gaps, which are −1.
                gaps = np.full((len(result), price[number]), -1, dtype=np.int16)
                gaps[:, 0] = number
                words.append(np.concatenate([result, gaps], axis=1))
        layers.append((np.concatenate(states), np.concatenate(words)))
    states_, words_ = layers[cost]
    good = words_[question.met(states_)]
    return [tuple(turns[number] for number in word if number >= 0) for word in good.tolist()]


def families(question: Question, words: list[tuple[Turn, ...]]) -> list[int]:
    """Return the number of the family of each word.

    Words of a family become each other by replacing one or two turns by one or two others that do the same.

    Words do the same if they pass through the same states. The hold of the cube between turns is ignored if the hold
    at the end does not matter, and also if all turns are allowed: a wide turn is a turn of the opposite side and a
    rotation.
    """
    number = np.arange(6 * question.size**2, dtype=np.uint8)
    loose = question.anyhow or question.moves is None
    states = []
    for word in words:
        state = number
        for turn in word:
            state = state[permutation(turn, question.size)]
            states.append(state)
    ids = iter(keys(np.array([number, *states]), question.size, rotated=loose).tolist()[1:])
    parent = list(range(len(words)))

    def root(index: int) -> int:
        while parent[index] != index:
            parent[index] = parent[parent[index]]
            index = parent[index]
        return index

    first: dict[tuple[int, ...], int] = {}
    for index, word in enumerate(words):
        way = tuple(next(ids) for _ in word)
        for some in (way, *(way[:step] + way[step + 1 :] for step in range(len(way) - 1))):
            parent[root(index)] = root(first.setdefault(some, index))
    return [root(index) for index in range(len(words))]
