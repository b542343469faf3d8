"""Which turns the stages have, size by size.

Up to the last stages of the 3×3×3, which are Thistlethwaite's, the turns shrink as in reductions of large cubes that
were found with tables. Everything else, labels, bonds and their arrangements, is derived from the turns.

3×3×3: edges oriented (`F B` by half turns from then on), corners oriented and the middle layer's edges in it (`R L` by half
turns too), then half turns alone.

4×4×4: centres on the axes of their faces, one axis after the other (inner layers by half turns from then on); wings oriented
and brought to their layers as the edges of the 3×3×3, while corners do not matter; the edges of U and D paired (inner
layers turn only between U and D from then on); the other four edges paired, and all centres solved; then a 3×3×3 whose
edges are oriented.

5×5×5: see `five`.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from cubeproof.engines.sat.stages.five import five
from cubeproof.engines.sat.stages.parts import (
    LAYERED,
    ORIENTED,
    OUTER,
    Marks,
    bind_centres,
    bind_edges,
    end,
    half,
    on_layer,
    pieces_of,
    quarter,
    slots,
    stage,
)
from cubeproof.engines.sat.stages.stage import Stage
from cubeproof.puzzle.cube import permutation
from cubeproof.puzzle.pieces import Kind, reachable

__all__ = ["plan"]


@cache
def plan(size: int) -> tuple[Stage, ...]:
    """The stages for a cube of this size.

    >>> [stage.name for stage in plan(3)]
    ['edges oriented', 'corners oriented', 'half turns suffice', 'solved']
    """
    return {2: _two, 3: _three, 4: _four, 5: five}[size]()


def _two() -> tuple[Stage, ...]:
    return (stage("solved", Marks(2), quarter("U R F"), ()),)


def _three() -> tuple[Stage, ...]:
    return (
        stage("edges oriented", Marks(3), quarter(OUTER), ORIENTED),
        stage("corners oriented", Marks(3), ORIENTED, LAYERED),
        *end(3),
    )


def _four() -> tuple[Stage, ...]:
    wide = "Uw Rw Fw"
    outer = quarter(OUTER)
    first = outer + quarter("Rw") + half("Uw Fw")
    centred = outer + half(wide)
    oriented = ORIENTED + half(wide)
    layered = LAYERED + half(wide)
    paired = LAYERED + half("Uw")
    wings = pieces_of(4, Kind.WING)
    inner = tuple(wing for wing in wings if not on_layer(4, wing))
    sides = reachable(np.stack([permutation(turn, 4) for turn in oriented]))
    corners = tuple(sticker for stickers in slots(4, Kind.CORNER) for sticker in stickers)
    one_of_each = tuple(wing for wing in wings if sides[wing] == sides[wings[0]])
    return (
        stage("centres on one axis", Marks(4), outer + quarter(wide), first),
        stage("centres on all axes", Marks(4), first, centred, even=(wings,)),
        stage("edges oriented", bind_centres(Marks(4), oriented), centred, oriented),
        stage(
            "edges in their layers",
            bind_centres(Marks(4), layered),
            oriented,
            layered,
            gathered=inner,
            free=corners,
        ),
        stage(
            "outer edges paired",
            bind_edges(bind_centres(Marks(4), paired), layer=True),
            layered,
            paired,
            free=corners,
        ),
        stage(
            "all edges paired",
            bind_edges(bind_centres(Marks(4), ORIENTED), layer=False),
            paired,
            ORIENTED,
            even=(one_of_each + pieces_of(4, Kind.CORNER),),
            free=corners,
        ),
        stage("corners oriented", bind_centres(Marks(4), LAYERED), ORIENTED, LAYERED),
        *end(4),
    )
