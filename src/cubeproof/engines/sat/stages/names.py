"""The names of the stages, which say what a stage achieves."""

from __future__ import annotations

from cubeproof.sentences import Template

EDGES_ORIENTED = Template("stages.edges-oriented", "edges oriented")
CORNERS_ORIENTED = Template("stages.corners-oriented", "corners oriented")
SOLVED = Template("stages.solved", "solved")

CENTRES_ON_ONE_AXIS = Template("stages.centres-on-one-axis", "centres on one axis")
CENTRES_ON_ALL_AXES = Template("stages.centres-on-all-axes", "centres on all axes")

EDGES_IN_THEIR_LAYERS = Template("stages.edges-in-their-layers", "edges in their layers")
ALL_EDGES_PAIRED = Template("stages.all-edges-paired", "all edges paired")
