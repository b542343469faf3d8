"""Words from both ends: their lengths and complete lists are those of Dijkstra on dictionaries, written here."""

import heapq
from dataclasses import replace
from itertools import pairwise, product
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from cubeproof import Alg, Cube
from cubeproof.contract.control import Control
from cubeproof.contract.events import BoundProved, Event
from cubeproof.contract.outcome import Bounds
from cubeproof.contract.workshop import Workshop
from cubeproof.errors import StoppedError
from cubeproof.methods.words import frontier
from cubeproof.methods.words.bidirectional import WordLimits, WordSearch
from cubeproof.methods.words.codings import coding
from cubeproof.methods.words.frontier import hashes_of
from cubeproof.methods.words.short_answers import short_answers
from cubeproof.problem import Generator, Problem, cube_problem
from cubeproof.problem.cube_moves import default_moves

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
    monkeypatch.setattr(frontier, "hashes_of", lambda *size: hashes(*size) & np.uint64(2**bits - 1))
    random = Random(bits)
    compared = [_check(_random_problem(random), random.randrange(4)) for _ in range(60)]
    assert sum(whole for _, whole in compared) > 20


def _scrambles(turns: list[str], random: Random) -> list[str]:
    """No turn, a commutator, a turn of many orbits and back but for one, and random turns."""
    first, second, third = (str(Alg(turn)) for turn in random.sample(turns, min(3, len(turns))))
    undone = [str(Alg(turn).inverse()) for turn in (first, second)]
    return [
        "",
        " ".join([first, second, *undone]),
        " ".join([first, third, undone[0]]),
        " ".join(random.choices(turns, k=2)),
    ]


@pytest.mark.parametrize("metric", ["htm", "qtm", "stm"])
@pytest.mark.parametrize("size", range(2, 8))
def test_words_of_cubes_are_those_of_brute_force(size: int, metric: str) -> None:
    random = Random(f"{size} {metric}")
    turns = [str(move) for move in default_moves(size, metric)]
    subset = random.sample(turns, min(4, len(turns)))
    for scramble in _scrambles(subset, random):
        problem = cube_problem(Cube(size).apply(scramble), metric=metric, moves=",".join(subset))
        model = _Model(problem)
        search = WordSearch(problem, Control(), every=True, extra=1)
        answers = list(search.answers())
        assert search.lower_bound == model.least(20_000)
        words = model.words(search.lower_bound + 1, 20_000)
        assert words is None or answers == words


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


def test_more_answers_than_the_limit_are_declined_with_their_length() -> None:
    problem = cube_problem(Cube(3).apply(T_PERM), moves="R,U,F")
    search = WordSearch(problem, Control(), every=True, limits=WordLimits(answers=1))
    assert (list(search.answers()), search.lower_bound, search.complete) == ([], 14, False)


def test_unknown_stickers_that_leave_a_choice_are_compared_within_a_limit() -> None:
    problem = cube_problem(Cube(3).apply("R U F2 L' D2 B R L"))
    start = problem.start.copy()
    start[np.arange(len(start)) % 9 != 4] = -1
    start[:9] = problem.start[:9]
    problem = replace(problem, start=start)
    assert not coding(problem).known
    search = WordSearch(problem, Control(), limits=WordLimits(pairs=1000))
    assert (list(search.answers()), search.lower_bound, search.complete) == ([], 3, False)


@pytest.mark.parametrize("goal", ["solved", "cross", "f2l", "oll", "edges-oriented"])
def test_goals_of_cubes_leave_no_choice(goal: str) -> None:
    assert coding(cube_problem(Cube(3).apply("R U F"), goal)).known


@pytest.mark.parametrize("odd", [False, True])
def test_few_states_are_searched_completely(odd: bool) -> None:
    # Two cycles of nine places make the 181,440 even permutations.
    cycles = [[1, 2, 3, 4, 5, 6, 7, 8, 0], [1, 2, 0, 3, 4, 5, 6, 7, 8]]
    start = [1, 0, 2, 3, 4, 5, 6, 7, 8] if odd else [1, 0, 3, 2, 4, 5, 6, 7, 8]
    turns = tuple(
        Generator(f"c{number}", np.array(cycle, dtype=np.int16), 1 + number)
        for number, cycle in enumerate(cycles)
    )
    problem = Problem(np.array(start, dtype=np.int8), (np.arange(9, dtype=np.int8),), turns)
    search = WordSearch(problem, Control())
    answers = list(search.answers())
    least = None if odd else _Model(problem).least(200_000)
    assert [problem.cost(word) for word in answers] == ([] if odd else [least])
    assert (search.complete, search.unreachable) == (not odd, odd)


def test_search_of_words_can_be_stopped() -> None:
    control = Control()
    control.stop()
    with pytest.raises(StoppedError):
        list(WordSearch(cube_problem(Cube(3).apply(T_PERM)), control).answers())


def test_lack_of_memory_leaves_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    grow = frontier.Frontier.grow

    def starved(end: frontier.Frontier, control: Control) -> None:
        if len(end.layers) == 4:
            raise MemoryError
        grow(end, control)

    monkeypatch.setattr(frontier.Frontier, "grow", starved)
    problem = cube_problem(Cube(3).apply(T_PERM), moves="R,U,F")
    outcome = short_answers(problem, Bounds(), Control(), every=False, extra=0, quick=False)
    assert (outcome.words, outcome.lower_bound, outcome.stop) == ((), 6, None)


@pytest.mark.parametrize("every", [False, True])
def test_searches_of_one_workshop_share_the_side_of_their_goals_and_answer_as_alone(
    every: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    grown = [0]
    grow = frontier.Frontier.grow

    def counted(end: frontier.Frontier, control: Control) -> None:
        grown[0] += 1
        grow(end, control)

    monkeypatch.setattr(frontier.Frontier, "grow", counted)
    starts = ["R U R' U'", "R2 U R U R' U' R' U' R' U R'", "F R U R' U' F'", "R U F", ""]
    problems = [cube_problem(Cube(3).apply(start), moves="R,U,F") for start in starts]
    # Another goal between them, and turns with other costs.
    problems.insert(2, cube_problem(Cube(3).apply("R U F"), "cross", moves="R,U,F"))
    problems.append(cube_problem(Cube(3).apply("R U2 F"), moves="R,U,F", metric="qtm"))

    def answers(problem: Problem, workshop: Workshop) -> tuple[list[_Word], int]:
        grown[0] = 0
        search = WordSearch(problem, Control(workshop=workshop), every=every, extra=1)
        return list(search.answers()), grown[0]

    alone = [answers(problem, Workshop()) for problem in problems]
    with Workshop() as shared:
        together = [answers(problem, shared) for problem in problems]
        again = [answers(problem, shared) for problem in reversed(problems)][::-1]
    for one, another, third in zip(alone, together, again, strict=True):
        assert one[0] == another[0] == third[0]
        assert one[1] >= another[1]
    assert together[1][1] < alone[1][1]


@pytest.mark.parametrize(("size", "alg"), [(8, "5Rw 3Uw2 L 2Lw' F"), (16, "10Rw 3Uw2 L 2Lw'")])
def test_wide_turns_of_large_cubes_are_found(size: int, alg: str) -> None:
    problem = cube_problem(Cube(size).apply(alg))
    search = WordSearch(problem, Control())
    assert [problem.cost(word) for word in search.answers()] == [len(alg.split())]
