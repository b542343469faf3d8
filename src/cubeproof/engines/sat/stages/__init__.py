"""The stages engine: SAT problems whose goals grow stricter, for cubes that are too hard for one formula.

From stage to stage fewer turns are allowed. A stage ends where the next stage's turns can solve the rest:
every sticker must be in the orbit of its home under them, and all else that those turns cannot change must be
right. `plan` says which turns the stages have, `stage` derives their goals, `pieces` writes their formulas,
`cube_view` goes from a problem to a cube and back, `chain` solves them in a row, `merger` makes one turn of
two where they meet, `windows` replaces stretches of a finished answer by shorter ones, and `engine` holds it
together.
"""

from typing import TYPE_CHECKING

from cubeproof.base.lazy_imports import lazy_names

if TYPE_CHECKING:
    from cubeproof.engines.sat.stages.chain import Link
    from cubeproof.engines.sat.stages.engine import StagesEngine
    from cubeproof.engines.sat.stages.pieces import StagePieces
    from cubeproof.engines.sat.stages.row import SIZES
    from cubeproof.engines.sat.stages.stage import Stage

__all__ = ["SIZES", "Link", "Stage", "StagePieces", "StagesEngine"]

__getattr__ = lazy_names(__name__)
