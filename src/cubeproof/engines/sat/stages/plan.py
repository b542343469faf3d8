"""`plan`: the stages for every size.

The last stages, of the 3×3×3, are Thistlethwaite's. The earlier stages restrict the turns as in published reductions
of large cubes with tables. Labels, bonds and their arrangements are derived from the turns.

3×3×3: edges oriented (from then on `F B` make half turns), corners oriented and the middle layer's edges in it (`R L`
also make half turns), then only half turns.

4×4×4: centres on the axes of their faces, axis by axis (from then on inner layers make half turns); wings oriented and
brought to their layers like the edges of the 3×3×3, ignoring corners; the edges of U and D paired (from then on inner
layers turn only between U and D); the other four edges paired, and all centres solved; then a 3×3×3 with oriented
edges.

5×5×5: see `_five`.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from cubeproof.engines.sat.stages.parts import (
    ALL_EDGES_PAIRED,
    CENTRES_ON_ALL_AXES,
    CENTRES_ON_ONE_AXIS,
    CORNERS_ORIENTED,
    EDGES_IN_THEIR_LAYERS,
    EDGES_ORIENTED,
    LAYERED,
    ORIENTED,
    OUTER,
    SOLVED,
    centre_bonds,
    edge_bonds,
    edge_pieces,
    end,
    half,
    on_layer,
    pieces_of,
    quarter,
    slots,
)
from cubeproof.engines.sat.stages.stage import Stage
from cubeproof.puzzle.cube import permutation
from cubeproof.puzzle.geometry import geometry
from cubeproof.puzzle.pieces import PieceKind, reachable
from cubeproof.sentences import say


@cache
def plan(size: int) -> tuple[Stage, ...]:
    """Return the stages for a cube of this size.

    >>> [stage.name for stage in plan(3)]
    ['edges oriented', 'corners oriented', 'half turns suffice', 'solved']
    """
    return {2: _two, 3: _three, 4: _four, 5: _five}[size]()


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
        Stage(CENTRES_ON_ONE_AXIS(), 4, outer + quarter(wide), first),
        Stage(CENTRES_ON_ALL_AXES(), 4, first, centred, even=(wings,)),
        Stage(EDGES_ORIENTED(), 4, centred, oriented, centre_bonds(4, oriented)),
        Stage(
            EDGES_IN_THEIR_LAYERS(),
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
            ALL_EDGES_PAIRED(),
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


def _five() -> tuple[Stage, ...]:
    """Return the stages of the 5×5×5: the stages of the 4×4×4, with steps between hard goals."""
    # One formula would be too hard for many goals, so first some of the pieces reach a goal, then all. The centres of
    # F and B are solved before edges are made whole, so that some turns keep them. An edge, of three pieces, is whole
    # if all or no pieces are flipped, and all or none belong to U and D. It is made whole before it is oriented and
    # before it is brought to its layer. Outer turns do the rest.
    wide = "Uw Dw Rw Lw Fw Bw"
    outer = quarter(OUTER)
    first = outer + quarter("Rw Lw") + half("Uw Dw Fw Bw")
    centred = outer + half(wide)
    fronted = outer + half("Fw Bw")
    oriented = ORIENTED + half(wide)
    sided = ORIENTED + half("Rw Lw")
    layered = LAYERED + half(wide)
    paired = LAYERED + half("Uw Dw")
    wings = pieces_of(5, PieceKind.WING)
    inner = tuple(wing for wing in wings if not on_layer(5, wing))
    corners = tuple(sticker for stickers in slots(5, PieceKind.CORNER) for sticker in stickers)
    centres = pieces_of(5, PieceKind.CENTRE)
    faces = geometry(5).faces
    # On each axis 8 corner centres, then 8 edge centres, then 2 middle centres, which never leave their faces.
    upright, sideways, forward = (
        tuple(place for place in centres if faces[place] % 3 == axis) for axis in range(3)
    )
    edges = tuple(tuple(place for stickers in pieces for place in stickers) for pieces in edge_pieces(5))
    return (
        *(
            Stage(
                name,
                5,
                outer + quarter(wide),
                first,
                free=tuple(place for place in range(6 * 5**2) if place not in sideways),
                quotas=((sideways[8:16], count),),
            )
            for name, count in (
                (say("stages.half-of-centres-on-one-axis", "half of the centres on one axis"), 4),
                (say("stages.more-centres-on-one-axis", "more centres on one axis"), 6),
            )
        ),
        Stage(CENTRES_ON_ONE_AXIS(), 5, outer + quarter(wide), first),
        Stage(
            say("stages.half-of-centres-on-all-axes", "half of the centres on all axes"),
            5,
            first,
            centred,
            quotas=((upright[8:16], 4), (forward[8:16], 4)),
        ),
        Stage(CENTRES_ON_ALL_AXES(), 5, first, centred, even=(wings,)),
        Stage(say("stages.centres-of-f-and-b", "centres of F and B"), 5, centred, fronted),
        *(
            Stage(
                say("stages.edges-whole", "{count} edges whole", count=count),
                5,
                fronted,
                outer,
                regions=edges,
                distinguishing_moves=oriented,
                regions_needed=count,
            )
            for count in (6, 8, 10, 12)
        ),
        # Outer turns keep all centres on their faces.
        Stage(EDGES_ORIENTED(), 5, outer, oriented, free=centres),
        Stage(
            say("stages.centres-of-r-and-l", "centres of R and L"),
            5,
            oriented,
            sided,
            centre_bonds(5, sided),
        ),
        *(
            Stage(
                say("stages.edges-of-one-layer", "{count} edges of one layer", count=count),
                5,
                sided,
                ORIENTED,
                regions=edges,
                distinguishing_moves=layered,
                regions_needed=count,
                # From this stage on, outer turns keep the wings of an edge together.
                gathered=inner if count == 12 else (),
            )
            for count in (6, 9, 12)
        ),
        Stage(
            EDGES_IN_THEIR_LAYERS(),
            5,
            sided,
            layered,
            gathered=inner,
            free=corners + centres,
        ),
        *(
            Stage(
                say("stages.some-outer-edges-paired", "{count} outer edges paired", count=count),
                5,
                layered,
                paired,
                edge_bonds(5, layer=True, count=count),
                free=corners + centres,
            )
            for count in (2, 4, 5, 6, 8)
        ),
        *(
            Stage(
                name,
                5,
                layered,
                paired,
                edge_bonds(5, layer=True),
                free=corners + tuple(place for place in centres if place not in kept),
            )
            for name, kept in (
                (say("stages.corner-centres-of-u-and-d", "corner centres of U and D"), upright[:8]),
            )
        ),
        *(
            Stage(
                say("stages.edge-centres-of-u-and-d", "{count} edge centres of U and D", count=count),
                5,
                layered,
                paired,
                edge_bonds(5, layer=True),
                free=corners + tuple(place for place in centres if place not in upright),
                quotas=((upright[8:16], count),),
            )
            for count in (4, 6, 8)
        ),
        *(
            Stage(
                name,
                5,
                layered,
                paired,
                centre_bonds(5, paired, together=True, among=rows) + edge_bonds(5, layer=True),
                free=corners + tuple(place for place in centres if place not in (*upright, *rows)),
            )
            for name, rows in (
                (say("stages.corner-centres-in-rows", "corner centres in rows"), forward[:8] + sideways[:8]),
                (
                    say("stages.centres-of-f-and-b-in-rows", "centres of F and B in rows"),
                    forward + sideways[:8],
                ),
                (say("stages.all-centres-in-rows", "all centres in rows"), forward + sideways),
            )
        ),
        Stage(
            ALL_EDGES_PAIRED(),
            5,
            paired,
            ORIENTED,
            centre_bonds(5, ORIENTED, together=True) + edge_bonds(5, layer=False),
            free=corners,
        ),
        Stage(CORNERS_ORIENTED(), 5, ORIENTED, LAYERED, free=centres),
        *end(5),
    )
