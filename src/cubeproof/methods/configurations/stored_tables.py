"""The facts of the stored tables of distances: names, sizes, and build functions."""

from cubeproof.base.lazy_imports import lazily
from cubeproof.contract.table import Table

_BYTES = 918_540

HALF_TURNS = Table(
    "distance-2x2x2-htm", _BYTES, 0.6, lazily("cubeproof.methods.configurations.distances:built_htm")
)
"""The distances in the half-turn metric."""
QUARTER_TURNS = Table(
    "distance-2x2x2-qtm", _BYTES, 0.3, lazily("cubeproof.methods.configurations.distances:built_qtm")
)
"""The distances in the quarter-turn metric."""
