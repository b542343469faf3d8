"""The names of the stages, which say what a stage achieves."""

from __future__ import annotations

from cubeproof.sentences import Template

EDGES_ORIENTED = Template("stages.edges-oriented", "edges oriented")
CORNERS_ORIENTED = Template("stages.corners-oriented", "corners oriented")
HALF_TURNS_SUFFICE = Template("stages.half-turns-suffice", "half turns suffice")
SOLVED = Template("stages.solved", "solved")

HALF_OF_CENTRES_ON_ONE_AXIS = Template(
    "stages.half-of-centres-on-one-axis", "half of the centres on one axis"
)
MORE_CENTRES_ON_ONE_AXIS = Template("stages.more-centres-on-one-axis", "more centres on one axis")
CENTRES_ON_ONE_AXIS = Template("stages.centres-on-one-axis", "centres on one axis")
HALF_OF_CENTRES_ON_ALL_AXES = Template(
    "stages.half-of-centres-on-all-axes", "half of the centres on all axes"
)
CENTRES_ON_ALL_AXES = Template("stages.centres-on-all-axes", "centres on all axes")
CENTRES_OF_F_AND_B = Template("stages.centres-of-f-and-b", "centres of F and B")
CENTRES_OF_R_AND_L = Template("stages.centres-of-r-and-l", "centres of R and L")

EDGES_WHOLE = Template("stages.edges-whole", "{count} edges whole")
EDGES_OF_ONE_LAYER = Template("stages.edges-of-one-layer", "{count} edges of one layer")
EDGES_IN_THEIR_LAYERS = Template("stages.edges-in-their-layers", "edges in their layers")
SOME_OUTER_EDGES_PAIRED = Template("stages.some-outer-edges-paired", "{count} outer edges paired")
OUTER_EDGES_PAIRED = Template("stages.outer-edges-paired", "outer edges paired")
ALL_EDGES_PAIRED = Template("stages.all-edges-paired", "all edges paired")

CORNER_CENTRES_OF_U_AND_D = Template("stages.corner-centres-of-u-and-d", "corner centres of U and D")
EDGE_CENTRES_OF_U_AND_D = Template("stages.edge-centres-of-u-and-d", "{count} edge centres of U and D")
CORNER_CENTRES_IN_ROWS = Template("stages.corner-centres-in-rows", "corner centres in rows")
CENTRES_OF_F_AND_B_IN_ROWS = Template("stages.centres-of-f-and-b-in-rows", "centres of F and B in rows")
ALL_CENTRES_IN_ROWS = Template("stages.all-centres-in-rows", "all centres in rows")
