"""Views of the 4×4×4: numbers, classes under symmetries, and distances."""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator

import numpy as np

from benchmarks.figures import Figure, Options, timed
from cubeproof.engines.sat.stages.plan import plan
from cubeproof.puzzle.cubies import symmetries
from cubeproof.puzzle.geometry import geometry
from cubeproof.tables.coordinate import coordinates
from cubeproof.tables.distances import Distances, Folded
from cubeproof.tables.symmetries import conjugate
from cubeproof.tables.views import NumberedView


def figures(_options: Options) -> Iterator[Figure]:
    """Measure both views."""
    cube, phase = geometry(4), plan(4)[0].phase
    depth = np.abs(cube.cubies) == 3
    gathers = cube.sticker_at(cube.points @ symmetries().matrices.transpose(0, 2, 1)).astype(np.intp)

    def centres() -> Distances:
        axes = [np.where(depth.sum(axis=1) == 1, cube.faces % 3 == axis, -1) for axis in range(3)]
        (view,) = coordinates(phase, *axes)
        single = NumberedView(np.zeros((1, view.generators), dtype=int))
        images = conjugate(view, gathers)
        assert images is not None
        folded = Folded.of((view, single), (images, np.zeros((48, 1), dtype=int)))
        search = Distances((view, single), folded=folded)
        search.finish()
        return search

    def wings() -> Distances:
        # Both stickers of a wing have one label, and half of the wings have each label.
        labels = np.full(len(cube.faces), -1)
        edges = np.flatnonzero(depth.sum(axis=1) == 2)
        labels[edges] = np.unique(cube.cubies[edges], axis=0, return_inverse=True)[1].ravel() % 2
        search = Distances(coordinates(phase, labels))
        search.finish()
        return search

    seconds, search = timed(centres)
    note = f"{len(search.table):,} classes"
    yield Figure("4×4×4: centres of an axis, classes and distances", seconds, at_most=3, note=note)
    tracemalloc.start()
    seconds, search = timed(wings)
    peak = tracemalloc.get_traced_memory()[1] / 1e6
    tracemalloc.stop()
    note = f"{len(search.table):,} views"
    yield Figure("4×4×4: wings in two halves, numbers and distances", seconds, at_most=3, note=note)
    yield Figure("4×4×4: memory of that at most", peak, "MB", at_most=100)
