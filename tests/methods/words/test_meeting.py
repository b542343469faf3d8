"""Words from both ends: their lengths and complete lists are those of Dijkstra on dictionaries, written here."""

import heapq
from itertools import pairwise, product
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from cubeproof import Cube
from cubeproof.contract.control import Control
from cubeproof.contract.events import BoundProved, Event
from cubeproof.errors import StoppedError
from cubeproof.methods.words import meeting
from cubeproof.methods.words.meeting import WordLimits, WordSearch
from cubeproof.methods.words.word_ends import hashes_of
from cubeproof.problem import Generator, Problem, cube_problem

_Word = tuple[int, ...]
_Tuple = tuple[int, ...]

T_PERM = "R U R' U' R' F R2 U' R' U' R U R' F'"


def _turned(pattern: _Tuple, gather: _Tuple) -> _Tuple:
    return tuple(pattern[place] for place in gather)


def _random_problem(random: Random) -> Problem:
    places = random.randint(4, 30)
    gathers: list[list[int]] = []
    for _ in range(random.randint(1, 4)):
        gather = list(range(places))
        if random.random() < 0.9:
            for _ in range(random.randint(1, 3)):
                cycle = random.sample(range(places), random.randint(2, min(places, 4)))
                for one, another in pairwise(cycle):
                    gather[one], gather[another] = gather[another], gather[one]
        gathers.append(random.choice(gathers) if gathers and random.random() < 0.1 else gather)
    most = random.choice([1, 3, 200])
    generators = [
        Generator(f"t{n}", np.array(gather, dtype=np.int16), random.randint(1, most))
        for n, gather in enumerate(gathers)
    ]
    colours = random.choice([2, 4, places])

    def pattern(*word: int) -> NDArray[np.int8]:
        row = tuple(place % colours for place in range(places))
        for number in word:
            row = _turned(row, tuple(gathers[number]))
        unknown = random.choice([0.0, 0.0, 0.2, 0.6])
        known = [-1 if random.random() < unknown else colour for colour in row]
        return np.array(known, dtype=np.int8)

    scramble = random.choices(range(len(gathers)), k=random.randint(0, 7))
    goals = tuple(pattern(*random.choices(range(len(gathers)), k=n)) for n in range(random.randint(1, 3)))
    return Problem(pattern(*scramble), goals, tuple(generators))


class _Model:
    """The problem as tuples and dictionaries."""

    def __init__(self, problem: Problem) -> None:
        self.start: _Tuple = tuple(problem.start.tolist())
        self.goals = [tuple(goal.tolist()) for goal in problem.goals]
        self.turns = [(tuple(turn.permutation.tolist()), turn.cost) for turn in problem.generators]

    def fits(self, pattern: _Tuple) -> bool:
        return any(
            all(one == other or min(one, other) < 0 for one, other in zip(pattern, goal, strict=True))
            for goal in self.goals
        )

    def least(self, most_states: int = 1500) -> int | None:
        """The lowest cost of an answer; −1 if there are too many states, None if there is no answer."""
        waiting, done = [(0, self.start)], set[_Tuple]()
        while waiting and len(done) < most_states:
            cost, pattern = heapq.heappop(waiting)
            if self.fits(pattern):
                return cost
            if pattern not in done:
                done.add(pattern)
                for gather, price in self.turns:
                    heapq.heappush(waiting, (cost + price, _turned(pattern, gather)))
        return -1 if waiting else None

    def canonical(self) -> set[tuple[int, int]]:
        """The pairs of turns that come first of all words of at most two turns with the same effect."""
        numbers, best = range(len(self.turns)), dict[_Tuple, tuple[int, int, _Word]]()
        for word in ((), *product(numbers), *product(numbers, numbers)):
            effect = tuple(range(len(self.start)))
            for number in word:
                effect = _turned(effect, self.turns[number][0])
            key = (sum(self.turns[number][1] for number in word), len(word), word)
            best[effect] = min(best.get(effect, key), key)
        return {(word[0], word[1]) for _, length, word in best.values() if length == 2}

    def words(self, most: int, most_nodes: int = 5000) -> list[_Word] | None:
        """All canonical answers that cost at most `most`; None if there are too many words."""
        allowed = self.canonical()
        waiting: list[tuple[int, _Word, _Tuple]] = [(0, (), self.start)]
        answers, nodes = list[tuple[int, _Word]](), 0
        while waiting:
            cost, word, pattern = waiting.pop()
            nodes += 1
            if nodes > most_nodes:
                return None
            if self.fits(pattern):
                answers.append((cost, word))
            for number, (gather, price) in enumerate(self.turns):
                if cost + price <= most and (not word or (word[-1], number) in allowed):
                    waiting.append((cost + price, (*word, number), _turned(pattern, gather)))
        return [word for _, word in sorted(answers)]


def _check(problem: Problem, extra: int) -> tuple[bool, bool]:
    """Compare the search with the model; return whether a length and a list were compared."""
    model, limits = _Model(problem), WordLimits(words=20_000)
    least = model.least()
    if least == -1:
        return False, False
    search = WordSearch(problem, Control(), limits=limits)
    answers = list(search.answers())
    assert [problem.cost(word) for word in answers] == ([] if least is None else [least])
    assert all(model.fits(tuple(problem.after(word).tolist())) for word in answers)
    if least is None:
        return True, False
    assert (search.lower_bound, search.complete) == (least, True)
    words = model.words(least + extra)
    if words is None:
        return True, False
    search = WordSearch(problem, Control(), every=True, extra=extra, limits=limits)
    assert (list(search.answers()), search.complete) == (words, True)
    return True, True


def test_words_of_random_puzzles_are_those_of_dijkstra() -> None:
    random = Random(65)
    compared = [_check(_random_problem(random), random.randrange(4)) for _ in range(1000)]
    assert sum(length for length, _ in compared) > 600
    assert sum(whole for _, whole in compared) > 400


@pytest.mark.parametrize("bits", [0, 1, 8])
def test_equal_sums_of_different_states_hide_and_make_no_answer(
    bits: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    hashes = hashes_of
    monkeypatch.setattr(meeting, "hashes_of", lambda *size: hashes(*size) & np.uint64(2**bits - 1))
    random = Random(bits)
    compared = [_check(_random_problem(random), random.randrange(4)) for _ in range(60)]
    assert sum(whole for _, whole in compared) > 20


@pytest.mark.parametrize("metric", ["htm", "qtm", "stm"])
@pytest.mark.parametrize("size", range(2, 8))
def test_words_of_cubes_are_those_of_brute_force(size: int, metric: str) -> None:
    random = Random(f"{size} {metric}")
    for scramble in ("", "R U R' U'", " ".join(random.choices(["R2", "U", "R'", "R", "U2"], k=2))):
        problem = cube_problem(
            Cube(size).apply(scramble), metric=metric, moves=random.choice(["R,U", "R,U,F"])
        )
        model = _Model(problem)
        search = WordSearch(problem, Control(), every=True, extra=1)
        answers = list(search.answers())
        assert search.lower_bound == model.least(20_000)
        assert answers == model.words(search.lower_bound + 1, 100_000)


@pytest.mark.parametrize(
    ("moves", "alg", "length", "count"), [("R,U,F", T_PERM, 14, 2), (None, "R L U2 F' D", 5, 1)]
)
def test_all_answers_of_known_algorithms_are_found(
    moves: str | None, alg: str, length: int, count: int
) -> None:
    problem = cube_problem(Cube(3).apply(alg), moves=moves)
    search = WordSearch(problem, Control(), every=True)
    assert [problem.cost(word) for word in search.answers()] == [length] * count


def test_bounds_are_costs_of_words_in_order() -> None:
    events: list[Event] = []
    swap = Generator("s", np.array([1, 0], dtype=np.int16), 1_000_000)
    million = Problem(np.array([1, 0], dtype=np.int8), (np.array([0, 1], dtype=np.int8),), (swap,))
    assert list(WordSearch(million, Control(progress=events.append)).answers()) == [(0,)]
    assert events == [BoundProved(1_000_000)]


@pytest.mark.parametrize("limits", [WordLimits(words=1000), WordLimits(size=20_000)], ids=["words", "size"])
def test_limits_end_the_search_with_a_bound(limits: WordLimits) -> None:
    search = WordSearch(cube_problem(Cube(3).apply(T_PERM), moves="R,U,F"), Control(), limits=limits)
    assert list(search.answers()) == []
    assert (5 <= search.lower_bound <= 10, search.complete) == (True, False)


def test_unknown_stickers_are_compared_within_a_limit() -> None:
    problem = cube_problem(Cube(3).apply("R U F2 L' D2 B R L"), goal="cross")
    search = WordSearch(problem, Control(), limits=WordLimits(pairs=1000))
    assert (list(search.answers()), search.complete) == ([], False)


def test_search_of_words_can_be_stopped() -> None:
    control = Control()
    control.stop()
    with pytest.raises(StoppedError):
        list(WordSearch(cube_problem(Cube(3).apply(T_PERM)), control).answers())
