"""Computations of routes that load or build tables; only workers run them, not the server's own process.

Arguments and results are JSON values. `WorkerPool.compute` calls the functions by name.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from cubeproof.draw.descriptions import describe_move
from cubeproof.puzzle.cube import Cube
from cubeproof.solving.crosses import crosses
from cubeproof.solving.explore import explore
from cubeproof.solving.neighbours import distance, neighbours, random_cube_at
from cubeproof.solving.scramble import setup
from cubeproof.web.searches.formula_computations import broken_clauses, formula_page, refutation


def setup_turns(state: str) -> str:
    """Return turns that lead to a state."""
    return str(setup(Cube.from_facelets(state)))


def six_crosses(state: str, metric: str) -> list[dict[str, Any]]:
    """Return the shortest cross of each colour."""
    return [
        {"colour": cross.colour, "alg": str(cross.alg), "length": cross.length}
        for cross in crosses(Cube.from_facelets(state), metric)
    ]


@cache
def layers(metric: str) -> tuple[int, ...]:
    """Return the number of states of the 2×2×2 at each distance from solved."""
    return explore(2, metric).counts


def cube_at(depth: int, metric: str, seed: int) -> dict[str, str]:
    """Return the facelets of a random 2×2×2 at a distance from solved, and turns that lead to it."""
    cube = random_cube_at(depth, metric, seed)
    return {"facelets": cube.facelets, "scramble": str(setup(cube))}


def distances_around(state: str, metric: str) -> dict[str, Any]:
    """Return the distance of a 2×2×2 from solved, and its neighbours with their turns and distances."""
    cube = Cube.from_facelets(state)
    return {
        "distance": distance(cube, metric),
        "neighbours": [
            {
                "turn": str(near.turn),
                "description": describe_move(near.turn, 2).to_dict(),
                "facelets": near.cube.facelets,
                "distance": near.distance,
            }
            for near in neighbours(cube, metric)
        ],
    }


COMPUTATIONS = {
    function.__name__: function
    for function in (
        *(setup_turns, six_crosses, layers, cube_at, distances_around),
        *(formula_page, broken_clauses, refutation),
    )
}
