"""The stages engine: a chain of SAT problems whose goals grow stricter, for cubes beyond the reach of one formula.

The turns that are allowed shrink from stage to stage. A stage ends where its successor's turns can go on: every
sticker must be in the orbit of its home under them, and what else those turns can never repair must be right.
`plan` says which turns the stages have, `stage` derives their goals, `pieces` writes their formulas, `cube_view` goes from a problem to a
cube and back, `chain` solves them in a row, `merger` makes one turn of two where they meet, `windows` replaces stretches of a finished
answer by shorter ones, and `engine` holds it together.
"""

from typing import TYPE_CHECKING

from cubeproof.lazily import front_door

if TYPE_CHECKING:
    from cubeproof.engines.sat.stages.chain import Link
    from cubeproof.engines.sat.stages.engine import StagesEngine
    from cubeproof.engines.sat.stages.pieces import StagePieces
    from cubeproof.engines.sat.stages.row import SIZES
    from cubeproof.engines.sat.stages.stage import Stage

__all__ = ["SIZES", "Link", "Stage", "StagePieces", "StagesEngine"]

__getattr__ = front_door(
    __name__,
    {
        "SIZES": "row",
        "Link": "chain",
        "Stage": "stage",
        "StagePieces": "pieces",
        "StagesEngine": "engine",
    },
)
