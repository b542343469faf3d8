"""Random questions, by size, metric, kind of goal and kind of turns; the same ones every time."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import product
from random import Random

import numpy as np

from second_opinion import goals
from second_opinion.lattice import (
    FACES,
    Array,
    Turn,
    after,
    colours,
    cubies,
    letters,
    permutation,
    rotations,
    slabs,
    solved,
)
from second_opinion.oracle import Question, answers, families, opinion

SIZES = (2, 3, 4, 5)
METRICS = ("htm", "qtm", "stm")
GOALS = ("solved", "named", "facelets", "facelets with ?", "start with ?")
SEVERAL = "several answers"
MOVES = ("usual", "some faces", "wide", "slices", "half turns", "mixed")

# What the turns that lead from the goal to the start may cost.
_USUAL_COSTS = {2: 5, 3: 4, 4: 3, 5: 3}
_COST = 5

# Of more answers than these not all are asked for.
MOST_ANSWERS = 300

# How far is looked where there may be no answer.
_DEPTH = {2: 5, 3: 4, 4: 4, 5: 4}


@dataclass(frozen=True, order=True)
class Combination:
    """A size, a metric, a kind of goal and a kind of turns."""

    size: int
    metric: str
    goal: str
    moves: str

    def __str__(self) -> str:
        return f"{self.size}, {self.metric}, {self.goal}, {self.moves}"


@dataclass(frozen=True)
class Draw:
    """A question, where it comes from, and how far it makes sense to look for an answer."""

    combination: Combination
    number: int
    question: Question
    depth: int


def combinations() -> list[Combination]:
    """All that there are: a 2×2×2 has neither wide turns nor slices."""
    return [
        Combination(*axes)
        for axes in product(SIZES, METRICS, GOALS, MOVES)
        if not (axes[0] == 2 and axes[3] in ("wide", "slices"))
    ]


def draw(combination: Combination, number: int) -> Draw:
    """Question so-and-so of a combination. One in twelve may be one that needs no turn, if it comes like that."""
    drawing = _Drawing(combination, number)
    for _ in range(1 if number % 12 == 11 else 20):
        made = drawing.made()
        if not made.question.met(made.question.state[None])[0]:
            break
    return made


def several(number: int) -> Draw:
    """A question with several shortest answers that are not one answer with commuting turns swapped."""
    random = Random(f"several {number}")
    chosen = [
        one
        for one in combinations()
        if one.size < 5 and one.goal == "facelets" and (one.moves != "usual" or one.size == 2)
    ]
    while True:
        combination = random.choice(chosen)
        drawn = draw(combination, random.randrange(1_000_000))
        share = random.choice([0.7, 0.8, 0.9])
        goal = "".join("?" if random.random() < share else letter for letter in drawn.question.goal)
        question = replace(drawn.question, goal=goal)
        found = opinion(question, 4)
        if found.cost is not None and found.cost > 1:
            words = answers(question, found.cost)
            if words is not None and len(words) <= MOST_ANSWERS and len(set(families(question, words))) > 1:
                return Draw(replace(combination, goal=SEVERAL), number, question, found.cost)


class _Drawing:
    def __init__(self, combination: Combination, number: int) -> None:
        self.combination, self.number = combination, number
        self.size, self.metric = combination.size, combination.metric
        self.random = Random(f"{combination} {number}")

    def made(self) -> Draw:
        moves = self._moves()
        goal, end = self._goal()
        allowed = Question(self.size, "", moves=moves, metric=self.metric).turns
        start, cost = self._scrambled(
            end, allowed, alike=goal not in goals.names(self.size) and not self.number % 2
        )
        depth = cost
        if moves is not None and self.number % 8 == 7:
            # A turn more that may not be allowed: perhaps there is no answer.
            start, depth = (
                start[permutation(self.random.choice(slabs(self.size)), self.size)],
                _DEPTH[self.size],
            )
        if self.number % 4 == 3 and self.random.random() < 0.5:
            # Held in another way: where that matters there is perhaps no answer either.
            start, depth = self._held(start), _DEPTH[self.size]
        if self.combination.goal == "start with ?":
            start = self._masked(start)
        if self.combination.goal == "facelets with ?":
            goal = letters(self._masked(colours(goal)))
        return Draw(
            self.combination,
            self.number,
            Question(self.size, letters(start), goal, self.metric, moves),
            min(depth, 6),
        )

    def _goal(self) -> tuple[str, Array]:
        """A goal, and a state that is one."""
        kind = self.combination.goal
        if kind == "start with ?":
            kind = ("solved", "named", "facelets")[self.number % 3]
        if kind == "solved":
            return "solved", self._held(solved(self.size))
        if kind == "named":
            names = goals.names(self.size)[1:]
            name = names[(self.number // (3 if self.combination.goal == "start with ?" else 1)) % len(names)]
            end = solved(self.size)
            if name != "edges-oriented" and "?" not in goals.pattern(name, self.size):
                end = colours(goals.pattern(name, self.size))
            elif name in ("cross", "layer", "f2l"):
                end = after(end, self.random.choice(["", "U", "U2", "U'"]), self.size)
            return name, self._held(end)
        end = solved(self.size)
        if self.number % 4 == 2:
            for _ in range(6):
                end = end[permutation(self.random.choice(slabs(self.size)), self.size)]
        if self.number % 4 == 3:
            end = self._held(end)
        return letters(end), end

    def _moves(self) -> str | None:
        """The allowed turns."""
        random, kind = self.random, self.combination.moves
        if kind == "usual":
            return None
        faces = random.sample(FACES, random.choice([2, 2, 3]))
        if kind == "some faces":
            return ",".join(faces)
        if kind == "half turns":
            faces = random.sample(FACES, random.randint(2, 6))
            return ",".join(f"{self._block(face) if random.random() < 0.3 else face}2" for face in faces)
        if kind == "wide":
            wide = [
                self._wide(faces[0]),
                *(self._wide(face) if random.random() < 0.4 else face for face in faces[1:]),
            ]
            return ",".join(wide)
        if kind == "slices":
            more = (self._slice(face) if random.random() < 0.5 else face for face in faces[1:])
            return ",".join(dict.fromkeys([self._slice(faces[0]), *more]))
        quarter, *half = (self._block(face) for face in faces)
        return ",".join(random.sample([quarter, *(f"{block}2" for block in half)], len(faces)))

    def _wide(self, face: str) -> str:
        last = self.random.randint(2, self.size - 1)
        return f"{face}w" if last == 2 else f"{last}{face}w"

    def _slice(self, face: str) -> str:
        if self.size % 2 and self.random.random() < 0.4:
            return {"R": "M", "L": "M", "U": "E", "D": "E", "F": "S", "B": "S"}[face]
        first, last = sorted(self.random.choices(range(2, self.size), k=2))
        return f"{first}{face}" if first == last else f"{first}-{last}{face}w"

    def _block(self, face: str) -> str:
        if self.size == 2:
            return face
        return self.random.choice([face, face, self._wide(face), self._slice(face)])

    def _scrambled(self, end: Array, allowed: list[Turn], *, alike: bool) -> tuple[Array, int]:
        """A state from which some turns lead to this one, and what they cost; where wanted, one that is held alike."""
        wanted = self.random.randint(
            1, _USUAL_COSTS[self.size] if self.combination.moves == "usual" else _COST
        )
        middles = np.flatnonzero(abs(cubies(self.size)).sum(axis=1) == self.size - 1)
        if alike:
            wanted = max(3, wanted)
        for _ in range(500):
            state, cost, before = end, 0, ""
            while cost < wanted:
                turn = self.random.choice(allowed)
                if turn.face == before:
                    # `allowed` names every slab from one face, so this would be a turn about the same axis.
                    continue
                state, before = (
                    state[permutation(turn, self.size)],
                    turn.face if alike and self.combination.moves == "usual" else "",
                )
                cost += turn.cost(self.metric, self.size)
            if not alike or (state[middles] == end[middles]).all():
                break
        return state, cost

    def _held(self, state: Array) -> Array:
        return state[self.random.choice(rotations(self.size))[1]]

    def _masked(self, state: Array) -> Array:
        """A state with some unknown stickers: single ones, whole cubies, whole faces, or some kinds."""
        random = self.random
        groups = [
            [*range(len(state))],
            [str(cubie) for cubie in cubies(self.size).tolist()],
            [place // self.size**2 for place in range(len(state))],
            goals.kinds(self.size).tolist(),
        ][self.number % 7 % 4]
        share = random.choice([0.1, 0.2, 0.4, 0.7])
        hidden = {group for group in sorted(set(groups)) if random.random() < share}
        hidden = hidden or {random.choice(groups)}
        return np.where([group in hidden for group in groups], goals.UNKNOWN, state)
