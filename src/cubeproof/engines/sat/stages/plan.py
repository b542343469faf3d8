"""`plan`: the stages for every size.

The last stages, of the 3×3×3, are Thistlethwaite's. The earlier stages restrict the turns as in published reductions
of large cubes with tables. Labels, bonds and their arrangements are derived from the turns.

3×3×3: edges oriented (from then on `F B` make half turns), corners oriented and the middle layer's edges in it (`R L`
also make half turns), then only half turns.

4×4×4: centres on the axes of their faces, axis by axis (from then on inner layers make half turns); wings oriented and
brought to their layers like the edges of the 3×3×3, ignoring corners; the edges of U and D paired (from then on inner
layers turn only between U and D); the other four edges paired, and all centres solved; then a 3×3×3 with oriented
edges.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from cubeproof.engines.sat.stages.parts import (
    CORNERS_ORIENTED,
    EDGES_ORIENTED,
    LAYERED,
    ORIENTED,
    OUTER,
    SOLVED,
    centre_bonds,
    edge_bonds,
    end,
    half,
    on_layer,
    pieces_of,
    quarter,
    slots,
)
from cubeproof.engines.sat.stages.stage import Stage
from cubeproof.puzzle.cube import permutation
from cubeproof.puzzle.pieces import PieceKind, reachable
from cubeproof.sentences import say


@cache
def plan(size: int) -> tuple[Stage, ...]:
    """Return the stages for a cube of this size.

    >>> [stage.name for stage in plan(3)]
    ['edges oriented', 'corners oriented', 'half turns suffice', 'solved']
    """
    return {2: _two, 3: _three, 4: _four}[size]()


def _two() -> tuple[Stage, ...]:
    return (Stage(SOLVED(), 2, quarter("U R F"), ()),)


def _three() -> tuple[Stage, ...]:
    return (
        Stage(EDGES_ORIENTED(), 3, quarter(OUTER), ORIENTED),
        Stage(CORNERS_ORIENTED(), 3, ORIENTED, LAYERED),
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
    wings = pieces_of(4, PieceKind.WING)
    inner = tuple(wing for wing in wings if not on_layer(4, wing))
    sides = reachable(np.stack([permutation(turn, 4) for turn in oriented]))
    corners = tuple(sticker for stickers in slots(4, PieceKind.CORNER) for sticker in stickers)
    one_of_each = tuple(wing for wing in wings if sides[wing] == sides[wings[0]])
    return (
        Stage(say("stages.centres-on-one-axis", "centres on one axis"), 4, outer + quarter(wide), first),
        Stage(say("stages.centres-on-all-axes", "centres on all axes"), 4, first, centred, even=(wings,)),
        Stage(EDGES_ORIENTED(), 4, centred, oriented, centre_bonds(4, oriented)),
        Stage(
            say("stages.edges-in-their-layers", "edges in their layers"),
            4,
            oriented,
            layered,
            centre_bonds(4, layered),
            gathered=inner,
            free=corners,
        ),
        Stage(
            say("stages.outer-edges-paired", "outer edges paired"),
            4,
            layered,
            paired,
            centre_bonds(4, paired) + edge_bonds(4, layer=True),
            free=corners,
        ),
        Stage(
            say("stages.all-edges-paired", "all edges paired"),
            4,
            paired,
            ORIENTED,
            centre_bonds(4, ORIENTED) + edge_bonds(4, layer=False),
            even=(one_of_each + pieces_of(4, PieceKind.CORNER),),
            free=corners,
        ),
        Stage(CORNERS_ORIENTED(), 4, ORIENTED, LAYERED, centre_bonds(4, LAYERED)),
        *end(4),
    )
