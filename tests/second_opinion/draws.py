"""Random questions, by size, metric, kind of goal and kind of turns; the same questions every time."""

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
from structured import GROUPS, random_word, undone

SIZES = (2, 3, 4, 5)
METRICS = ("htm", "qtm", "stm")
GOALS = ("solved", "named", "facelets", "facelets with ?", "start with ?")
SEVERAL = "several answers"
STRUCTURED = "structured start"
_TURNS = ("", "2", "'")
MOVES = ("usual", "some faces", "wide", "slices", "half turns", "mixed")

# Allowed cost of the turns from the goal to the start.
_USUAL_COSTS = {2: 5, 3: 4, 4: 3, 5: 3}
_COST = 5

# The comparison of all answers is only for questions with at most this many answers.
MOST_ANSWERS = 300

# The depth of the search if there may be no answer.
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
    """A question, its origin, and the depth up to which a search for an answer is useful."""

    combination: Combination
    number: int
    question: Question
    depth: int


def combinations() -> list[Combination]:
    """Return all combinations; a 2×2×2 has no wide turns and no slices."""
    return [
        Combination(*axes)
        for axes in product(SIZES, METRICS, GOALS, MOVES)
        if not (axes[0] == 2 and axes[3] in ("wide", "slices"))
    ]


def draw(combination: Combination, number: int) -> Draw:
    """Return the question of a combination with a number. Only one in twelve may need no turn."""
    drawing = _Drawing(combination, number)
    for _ in range(1 if number % 12 == 11 else 20):
        result = drawing.made()
        if not result.question.met(result.question.state[None])[0]:
            break
    return result


def several(number: int) -> Draw:
    """Return a question with several shortest answers that differ in more than the order of commuting turns."""
    random = Random(f"several {number}")
    chosen = [
        first
        for first in combinations()
        if first.size < 5 and first.goal == "facelets" and (first.moves != "usual" or first.size == 2)
    ]
    while True:
        combination = random.choice(chosen)
        drawn = draw(combination, random.randrange(1_000_000))
        share = random.choice([0.7, 0.8, 0.9])
        goal = "".join("?" if random.random() < share else letter for letter in drawn.question.goal)
        question = replace(drawn.question, goal=goal)
        judgement = opinion(question, 4)
        if judgement.cost is not None and judgement.cost > 1:
            words = answers(question, judgement.cost)
            if words is not None and len(words) <= MOST_ANSWERS and len(set(families(question, words))) > 1:
                return Draw(replace(combination, goal=SEVERAL), number, question, judgement.cost)


def structured(number: int) -> Draw:
    """Return a question of 2 or 3 layers with a structured start, solved by any turns or by the turns of its group.

    One in four each: a word in a group, perhaps with a turn outside; a commutator; a state that is its own inverse; a
    state that some rotation of the cube keeps.
    """
    random = Random(f"structured {number}")
    size, metric = 2 + number // 2 % 2, random.choice(METRICS)
    make = (_random_member, _random_commutator, _random_own_inverse, _random_symmetric)[
        (number + number // 4) % 4
    ]
    while True:
        word, moves = make(random, size)
        most = _USUAL_COSTS[size] if moves is None else 6
        question = Question(size, letters(after(solved(size), word, size)), "solved", metric, moves)
        cost = question.cost(word)
        if 0 < cost <= most + 4 and not question.met(question.state[None])[0]:
            combination = Combination(size, metric, STRUCTURED, _label(moves))
            return Draw(combination, number, question, min(cost, most))


def _label(moves: str | None) -> str:
    """Return the kind in `MOVES` of a set of turns of faces."""
    if moves is None:
        return "usual"
    halves = {move[-1] == "2" for move in moves.split(",")}
    return "mixed" if len(halves) == 2 else "half turns" if halves == {True} else "some faces"


def _random_member(random: Random, size: int) -> tuple[str, str | None]:
    """Return a word in a group, with the group's turns as allowed turns; or a word, perhaps with one more turn."""
    generators = random.choice([*GROUPS.values()]).split(",")
    word = random_word(random, generators, random.randint(1, 6))
    if not any(" " in generator for generator in generators) and random.random() < 0.7:
        return word, ",".join(generators)
    return (word if random.random() < 0.5 else f"{word} {random.choice(FACES)}"), None


def _random_commutator(random: Random, size: int) -> tuple[str, None]:
    first, second = (random_word(random, list(FACES), random.randint(1, 2)) for _ in range(2))
    return f"{first} {second} {undone(first)} {undone(second)}", None


def _random_own_inverse(random: Random, size: int) -> tuple[str, None]:
    """Return a conjugate of half turns about one or two axes."""
    setup = random_word(random, list(FACES), random.randint(0, 2))
    core = random.choice(["R2", "U2 D2", "R2 F2 R2", "R2 U2 D2 R2", "R2 L2 F2 B2"])
    return " ".join(f"{setup} {core} {undone(setup)}".split()), None


def _random_symmetric(random: Random, size: int) -> tuple[str, None]:
    """Return turns whose state some rotation of the cube keeps, up to the names of the colours."""
    pairs = [
        f"{item}{this} {second}{that}"
        for item, second in ("UD", "RL", "FB")
        for this in _TURNS
        for that in _TURNS
    ]
    while True:
        word = " ".join(random.choice([*pairs, *FACES]) for _ in range(random.randint(1, 3)))
        state = after(solved(size), word, size)
        kept = 0
        for _, rotation in rotations(size):
            renamed = np.empty(6, dtype=np.intp)
            renamed[solved(size)[rotation]] = solved(size)
            kept += bool((renamed[state[rotation]] == state).all())
        if kept > 1:
            return word, None


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
            # One more turn, perhaps not an allowed turn: then there may be no answer.
            start, depth = (
                start[permutation(self.random.choice(slabs(self.size)), self.size)],
                _DEPTH[self.size],
            )
        if self.number % 4 == 3 and self.random.random() < 0.5:
            # A different hold: if the hold matters, there may be no answer.
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
        """Return a goal, and a state that meets it."""
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
        """Return a state from which turns lead to this state, and their cost; on request in the same hold."""
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
        """Return a state with some unknown stickers: single stickers, whole cubies, whole faces, or kinds."""
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
