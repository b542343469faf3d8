"""The 20 Rubik's cube tasks of the planning competition IPC 2023, in quarter turns, each with proof.

`ipc2023-rubiks.tsv` has the tasks, with source and licence. A planner of the competition had 30 minutes and 8 GB on
one core for a task: the best optimal planner solved 11 of the 20, the winner of the track 10. Planners know nothing of
cubes.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from benchmarks.figures import Figure, Options, duration, timed
from cubeproof.contract.limit import Limit
from cubeproof.contract.settings import Options as Settings
from cubeproof.puzzle.cube import Cube
from cubeproof.solving.solve import solve

TASKS = Path(__file__).with_name("ipc2023-rubiks.tsv")
LIMIT = 1800.0
"""The seconds of the competition for each task."""
BEST_PLANNER, WINNER = 11, 10


def tasks() -> Iterator[tuple[str, Cube, int]]:
    """Yield the name, the cube and the published optimal length of each task, in quarter turns."""
    for line in TASKS.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            name, facelets, length, _plan = line.split("\t")
            yield name, Cube.from_facelets(facelets), int(length)


def figures(options: Options) -> Iterator[Figure]:
    proved, slowest = 0, 0.0
    for name, cube, length in tasks():
        settings = Settings(jobs=options.jobs, table=options.table)
        search = partial(solve, cube, metric="qtm", limit=Limit(seconds=LIMIT), options=settings)
        seconds, solution = timed(search)
        if solution.optimal and solution.length != length:
            raise RuntimeError(
                f"{name}: {solution.length} quarter turns, but the published plan has {length}."
            )
        proved += solution.optimal
        slowest = max(slowest, seconds)
        yield Figure(f"{name}: proved", seconds, at_most=LIMIT, note=f"{length} quarter turns")
    note = f"the best planner solved {BEST_PLANNER}, the winner {WINNER}; slowest {duration(slowest)}"
    yield Figure("tasks solved with proof within 30 minutes", proved, "tasks", at_least=20, note=note)
