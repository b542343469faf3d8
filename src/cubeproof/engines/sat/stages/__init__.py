"""The stages engine: a chain of SAT problems with increasingly strict goals, for cubes too hard for one formula.

Each stage allows fewer turns. A stage ends when the turns of the next stage can solve the rest: every sticker must be
in the orbit of its home under them, and everything that these turns cannot change must be right. `plan` has the turns
of the stages, `stage` derives their goals, `pieces` writes their formulas, `chain` solves the stages in order,
`shorter` finds shorter words for parts of a finished answer (`methods.shorten`), and `engine` combines these modules.
"""

from typing import TYPE_CHECKING

from cubeproof.base.lazy_imports import lazy_names

if TYPE_CHECKING:
    from cubeproof.engines.sat.stages.chain import Link
    from cubeproof.engines.sat.stages.engine import StagesEngine
    from cubeproof.engines.sat.stages.facts import SIZES
    from cubeproof.engines.sat.stages.pieces import StagePieces
    from cubeproof.engines.sat.stages.stage import Stage

__all__ = ["SIZES", "Link", "Stage", "StagePieces", "StagesEngine"]

__getattr__ = lazy_names(__name__)
