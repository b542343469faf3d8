"""Tables of the phases of a plan, against breadth-first search on dictionaries."""

from itertools import islice

import numpy as np
import pytest

from cubeproof.engines.sat.stages import Stage
from cubeproof.engines.sat.stages.plan import plan
from cubeproof.problem import Condition, Phase
from cubeproof.puzzle.cube import permutation
from cubeproof.puzzle.cubies import symmetries
from cubeproof.puzzle.geometry import geometry
from cubeproof.tables.coordinate import coordinates
from cubeproof.tables.distances import Distances
from cubeproof.tables.fitting_states import bound
from cubeproof.tables.symmetries import conjugate, conjugate_turns

View = tuple[int, ...]


def stage(size: int, name: str) -> Stage:
    """The stage of a plan with this name."""
    return next(stage for stage in plan(size) if stage.name == name)


def start(stage: Stage, turns: str) -> View:
    """The labels of a scrambled cube in a stage."""
    arrangement = np.arange(6 * stage.size**2)[permutation(turns, stage.size)]
    return tuple(stage.problem(arrangement).start.tolist())


def searched(stage: Stage, depth: int) -> dict[View, int]:
    """The distances of views to the solved cube after any of the next turns, up to a depth."""
    turns = {name: start(stage, name) for name in ("", *stage.then)}
    gathers = [generator.permutation.tolist() for generator in stage.generators]
    backs = [np.argsort(gather).tolist() for gather in gathers]
    left = [gather for gather, name in zip(gathers, stage.turns, strict=True) if name in turns]
    distances = {turns[""]: 0}
    frontier = [*distances]
    for view in frontier:
        for gather in left:
            if distances.setdefault(after := tuple([view[place] for place in gather]), 0) == 0:
                frontier += [after] if after not in frontier else []
    for cost in range(1, depth + 1):
        frontier = [
            before
            for view in frontier
            for back in backs
            if (before := tuple([view[place] for place in back])) not in distances
        ]
        distances.update(dict.fromkeys(frontier, cost))
        frontier = list(dict.fromkeys(frontier))
    return distances


@pytest.mark.parametrize(("size", "name", "depth"), [(3, "edges oriented", 7), (3, "half turns suffice", 4)])
def test_stage_has_the_distances_of_its_views(size: int, name: str, depth: int) -> None:
    part = stage(size, name)
    search = Distances(coordinates(part.phase), part.phase.costs)
    counts = list(islice(search.layers(), depth + 1))
    distances = searched(part, depth)
    assert counts == np.bincount([*distances.values()]).tolist()
    random = np.random.default_rng(size)
    for view in [list(distances)[number] for number in random.integers(len(distances), size=50)]:
        assert bound(search, np.array(view)) == distances[view]


def test_table_of_one_condition_is_a_lower_bound() -> None:
    part = stage(3, "half turns suffice")
    distances = searched(part, 3)
    for condition in part.phase.conditions:
        search = Distances(coordinates(part.phase, *condition.results))
        search.finish()
        bounds = [
            (bound(search, np.array(view)), cost) for view, cost in islice(distances.items(), 0, None, 9)
        ]
        assert all(lower is not None and lower <= cost for lower, cost in bounds)
        assert any(lower == 3 for lower, _ in bounds)


def test_symmetries_keep_the_distances_of_a_stage() -> None:
    part = stage(3, "edges oriented")
    (view,) = coordinates(part.phase)
    cube = geometry(3)
    gathers = cube.sticker_at(cube.points @ symmetries().matrices.transpose(0, 2, 1)).astype(np.intp)
    assert conjugate_turns(part.phase.permutations, gathers) is not None
    images = [kept[0] for gather in gathers if (kept := conjugate(view, gather[None])) is not None]
    # Those that keep the axis through F and B, or exchange it with no other one.
    assert len(images) == 16
    search = Distances([view])
    distances = search.finish()
    for image in images:
        assert (distances[image] == distances).all()


def test_conditions_that_exclude_each_other_have_no_goal() -> None:
    first, second = (np.array(labels, dtype=np.int16) for labels in ([0, -1], [-1, 1]))
    turns = stage(3, "edges oriented").generators
    together = Phase(turns, (Condition(first, (first,)), Condition(second, (second, second[::-1]))))
    assert [goal.tolist() for goal in together.goals] == [[0, 1]]
