"""Numbers, symmetries and distances of views, against breadth-first search on dictionaries."""

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from cubeproof.problem import Generator, Problem, piece_orbits
from cubeproof.tables.compiled_distances import CompiledDistances
from cubeproof.tables.contents import Contents
from cubeproof.tables.coordinate import Coordinate, Labelling
from cubeproof.tables.distances import Distances, Folded
from cubeproof.tables.fitting_states import bound, fitting_states
from cubeproof.tables.symmetries import Conjugates, conjugate, conjugate_turns

KINDS = [pytest.param(Distances, id="numpy"), pytest.param(CompiledDistances, id="compiled")]

View = tuple[int, ...]


def puzzle(random: Random) -> tuple[Problem, list[NDArray[np.intp]]]:
    """A random permutation puzzle with one or two goals, and symmetries of it, the identity first.

    The generators are permutations and what a rotation of all stickers makes of them, so that it is a symmetry.
    """
    order = random.choice((1, 1, 2, 3))
    stickers = order * (random.randrange(2, 7) if order == 1 else 2 if order == 3 else random.choice((2, 3)))
    rotation = np.roll(np.arange(stickers), stickers // order)
    powers = [np.arange(stickers)]
    for _ in range(order - 1):
        powers.append(powers[-1][rotation])
    gathers: dict[bytes, tuple[NDArray[np.int16], int]] = {}
    for _ in range(random.randrange(1, 3)):
        gather = np.arange(stickers)
        moved = np.array(random.sample(range(stickers), random.randrange(2, min(5, stickers) + 1)))
        gather[moved] = np.roll(moved, 1)
        cost = random.choice((1, 1, 2, 3))
        for through in powers:
            seen = np.argsort(through)[gather[through]].astype(np.int16)
            gathers.setdefault(seen.tobytes(), (seen, cost))
    colours = [random.randrange(-1, 4) for _ in range(stickers // order)]
    labels = colours * order if random.random() < 0.5 else [random.randrange(-1, 4) for _ in range(stickers)]
    goals = [np.array(labels, dtype=np.int8)]
    if random.random() < 0.3:
        goals.append(goals[0][next(iter(gathers.values()))[0]])
    generators = tuple(
        Generator(f"g{number}", gather, cost) for number, (gather, cost) in enumerate(gathers.values())
    )
    return Problem(goals[0], tuple(goals), generators), powers


def beside(first: Problem, second: Problem) -> Problem:
    """The product of two puzzles: a generator turns both."""
    stickers = len(first.start)
    goals = [np.concatenate(pair) for pair in zip(first.goals, second.goals, strict=False)]
    generators = [
        Generator(one.name, np.concatenate([one.permutation, stickers + two.permutation]), one.cost)
        for one, two in zip(first.generators, second.generators, strict=False)
    ]
    return Problem(goals[0], tuple(goals), tuple(generators))


def searched(problem: Problem, places: Sequence[int]) -> dict[View, int]:
    """The cost from every view of some places to the nearest goal, for all views from which turns lead to a goal."""
    back = [
        (np.argsort(gather).tolist(), cost)
        for gather, cost in zip(problem.permutations, problem.costs.tolist(), strict=True)
    ]
    costs: dict[View, int] = {}
    waiting = [(0, tuple(goal.tolist())) for goal in problem.goals]
    while waiting:
        cost, view = heappop(waiting)
        if view not in costs:
            costs[view] = cost
            for gather, price in back:
                heappush(waiting, (cost + price, tuple([view[place] for place in gather])))
    seen: dict[View, int] = {}
    for view, cost in costs.items():
        colours_of = tuple(view[place] for place in places)
        seen[colours_of] = min(cost, seen.get(colours_of, cost))
    return seen


def coordinates(problem: Problem) -> Iterator[tuple[Coordinate, list[int]]]:
    """A coordinate for each orbit, and the places that it sees."""
    for orbit in piece_orbits(problem):
        contents = Contents.read(orbit, problem.goals)
        coordinate = Labelling.of(contents).coordinate(10_000)
        assert coordinate is not None
        numbers = [Labelling.of(contents).coordinate(len(coordinate) - left) for left in (0, 1)]
        assert [part is None for part in numbers] == [False, True]
        yield coordinate, contents.bodies.ravel().tolist()


def colours_of(coordinate: Coordinate) -> list[View]:
    """The colours of every row, in the order of the places."""
    labelling = coordinate.labelling
    names = dict(zip(labelling.labels.tolist(), labelling.contents.colours.tolist(), strict=True))
    return [
        tuple(colour for label in row for colour in names[label])
        for row in coordinate.rows(np.arange(len(coordinate))).tolist()
    ]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(12))
def test_distances_are_those_of_a_search_on_dictionaries(kind: type[Distances], seed: int) -> None:
    problem, _ = puzzle(Random(seed))
    for coordinate, places in coordinates(problem):
        costs = searched(problem, places)
        views = colours_of(coordinate)
        assert sorted(views) == sorted(costs)
        row_keys = coordinate.labelling.row_keys
        keys = np.arange(min(row_keys.labels**row_keys.slots, 10_000))
        assert (keys[coordinate.numbers(keys) >= 0] == np.sort(coordinate.keys)[:10_000]).all()
        search = kind([coordinate], problem.costs)
        shares: list[float] = []
        assert search.complete or not search.deepen(np.ones(1, dtype=np.int32))
        assert search.finish(shares.append).tolist() == [costs[view] for view in views]
        assert shares == sorted(shares)
        assert shares[0] in (0, 1)
        assert search.fault() is None
        counts = [list(costs.values()).count(depth) for depth in range(len(search.counts))]
        assert search.counts == counts
        for generator, gather in enumerate(problem.permutations):
            numbers = np.arange(len(views))
            assert (coordinate.images[numbers, generator] == coordinate.after(numbers, generator)).all()
            assert (coordinate.before(coordinate.images[:, generator], generator) == numbers).all()
            # A generator leads from a goal to what it makes of the goal's stickers.
            turned = [tuple(goal[gather][places].tolist()) for goal in problem.goals]
            assert [views[int(number)] for number in coordinate.after(coordinate.goals, generator)] == turned


def folded_views(random: Random) -> tuple[Problem, list[Coordinate], list[Conjugates]]:
    """A puzzle with symmetries, two views of an orbit (the colours, the whole state) and their images."""
    while True:
        problem, symmetries = puzzle(random)
        assert conjugate_turns(problem.permutations, np.array(symmetries)) is not None
        orbit, whole = piece_orbits(problem)[0], np.arange(len(problem.start))
        labellings = [Labelling.of(Contents.read(orbit, [goal])) for goal in (problem.goals[0], whole)]
        views = [view for labelling in labellings if (view := labelling.coordinate(10_000))]
        images = [images for view in views if (images := conjugate(view, np.array(symmetries)))]
        if len(symmetries) > 1 and len(images) == 2:
            return problem, views, images


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(12))
def test_distances_by_classes_are_the_distances(kind: type[Distances], seed: int) -> None:
    problem, views, images = folded_views(Random(seed))
    plain = kind(views[:1], problem.costs).finish()
    assert all((plain[image] == plain).all() for image in images[0])
    search, both = kind(views, problem.costs, folded=Folded.of(views, images)), kind(views, problem.costs)
    search.finish()
    both.finish()
    everything = np.indices(both.sizes).reshape(2, -1).T
    assert (search.at(everything) == both.at(everything)).all()
    assert search.fault() is None


@pytest.mark.parametrize("seed", range(12))
def test_bounds_of_unknown_stickers_are_the_least_distance(seed: int) -> None:
    random = Random(seed)
    problem = beside(puzzle(random)[0], puzzle(random)[0])
    orbits = [*coordinates(problem)]
    for first, last in [*((number, number + 1) for number in range(len(orbits))), (0, len(orbits))]:
        parts = [coordinate for coordinate, _ in orbits[first:last]]
        places = [place for _, places in orbits[first:last] for place in places]
        costs = searched(problem, places)
        search = Distances(parts, problem.costs)
        search.finish()
        for _ in range(5):
            start = problem.goals[0].copy()
            for _, turned in orbits:
                start[turned] = start[random.choice(problem.permutations)][turned]
            start[random.sample(range(len(start)), random.randrange(len(start)))] = -1
            fitting = [
                cost
                for view, cost in costs.items()
                if all(
                    -1 in (colour, start[place]) or colour == start[place]
                    for colour, place in zip(view, places, strict=True)
                )
            ]
            # A second coordinate of the same orbit excludes states and adds none.
            states = fitting_states([part for part in parts for _ in range(2)], start)
            assert states is not None
            reached = search.at(states[:, ::2]) < search.far
            assert (len(states) if len(parts) == 1 else reached.sum()) == len(fitting)
            assert bound(search, start) == min(fitting, default=None)
            most = [fitting_states(parts, start, len(states) - left) for left in (0, 1)]
            assert [states is None for states in most] == [False, True]


@pytest.mark.parametrize("kind", KINDS)
def test_fault_finds_one_wrong_entry(kind: type[Distances]) -> None:
    random = Random(1)
    checked = 0
    for seed in range(12):
        problem, _ = puzzle(Random(seed))
        for coordinate, _ in coordinates(problem):
            search = kind([coordinate], problem.costs)
            search.finish()
            for _ in range(3):
                place, right = random.randrange(len(search.table)), 0
                right = int(search.table[place])
                search.table[place] = random.choice([wrong for wrong in range(12) if wrong != right])
                assert search.fault() is not None
                search.table[place] = right
                checked += 1
    assert checked > 30
