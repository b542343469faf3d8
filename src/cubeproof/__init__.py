"""Find the shortest solution of a cube, and prove that no solution is shorter.

>>> from cubeproof import Cube, solve
>>> solution = solve(Cube(2).apply("R U2 F'"))
>>> solution.length, solution.optimal
(3, True)
"""

# First, so that Ctrl-C ends the command quietly while the other modules load.
from cubeproof.base import startup_signals  # noqa: F401

# isort: split

from typing import TYPE_CHECKING

from cubeproof.base.lazy_imports import lazy_names
from cubeproof.errors import (
    CertificateError,
    CubeproofError,
    FaceletsError,
    ImpossibleCubeError,
    InternalError,
    NotationError,
    PlaceError,
    SolverError,
    StoppedError,
    TimeUpError,
    TooLargeError,
    UnreachableError,
    UnsupportedError,
    UsageError,
)

if TYPE_CHECKING:
    from cubeproof.contract.events import (
        Answered,
        BoundProved,
        DepthSearched,
        Event,
        HorizonClosed,
        HorizonOpened,
        Improved,
        LayerCounted,
        Note,
        PartChecked,
        PartProved,
        Preparing,
        Progress,
        StageClosed,
        Started,
        TableBuilding,
        Walked,
        sentence,
    )
    from cubeproof.contract.limit import Limit, Stop
    from cubeproof.contract.outcome import Bounds, Outcome
    from cubeproof.contract.settings import Options
    from cubeproof.contract.state import SearchState
    from cubeproof.contract.workshop import Workshop
    from cubeproof.draw import (
        Film,
        Look,
        Palette,
        animate,
        masked,
        net,
        net_steps,
        png_net,
        png_plan,
        png_view,
        svg_net,
        svg_plan,
        svg_view,
    )
    from cubeproof.formulas.formula import Formula
    from cubeproof.formulas.problem_formula import formula
    from cubeproof.languages import translated
    from cubeproof.problem.cube_map import cube_problem
    from cubeproof.problem.generator import Generator
    from cubeproof.problem.problem import Problem
    from cubeproof.proof.certificate import Certificate
    from cubeproof.proof.checker import check_certificate
    from cubeproof.proof.write.certify import certify
    from cubeproof.public_types import (
        GOALS,
        Attempt,
        Control,
        Engine,
        EngineFacts,
        Expected,
        Goal,
        Row,
        Sentence,
    )
    from cubeproof.puzzle.alg import Alg
    from cubeproof.puzzle.cube import Cube
    from cubeproof.puzzle.diagnosis import Diagnosis
    from cubeproof.puzzle.move import Metric, Move
    from cubeproof.puzzle.repair import Repair, TurnedFace
    from cubeproof.puzzle.scramble import random_cube, random_moves
    from cubeproof.puzzle.status import Status
    from cubeproof.solving.batch import solve_all
    from cubeproof.solving.crosses import Cross, crosses
    from cubeproof.solving.explore import Exploration, explore
    from cubeproof.solving.neighbours import (
        Neighbour,
        distance,
        neighbours,
        numbered_state,
        random_cube_at,
        state_number,
    )
    from cubeproof.solving.scramble import scramble, setup
    from cubeproof.solving.search import Search
    from cubeproof.solving.solution import ProblemSolution, Solution
    from cubeproof.solving.solve import solve

__version__ = "0.1.0"

__all__ = [
    "GOALS",
    "Alg",
    "Answered",
    "Attempt",
    "BoundProved",
    "Bounds",
    "Certificate",
    "CertificateError",
    "Control",
    "Cross",
    "Cube",
    "CubeproofError",
    "DepthSearched",
    "Diagnosis",
    "Engine",
    "EngineFacts",
    "Event",
    "Expected",
    "Exploration",
    "FaceletsError",
    "Film",
    "Formula",
    "Generator",
    "Goal",
    "HorizonClosed",
    "HorizonOpened",
    "ImpossibleCubeError",
    "Improved",
    "InternalError",
    "LayerCounted",
    "Limit",
    "Look",
    "Metric",
    "Move",
    "Neighbour",
    "NotationError",
    "Note",
    "Options",
    "Outcome",
    "Palette",
    "PartChecked",
    "PartProved",
    "PlaceError",
    "Preparing",
    "Problem",
    "ProblemSolution",
    "Progress",
    "Repair",
    "Row",
    "Search",
    "SearchState",
    "Sentence",
    "Solution",
    "SolverError",
    "StageClosed",
    "Started",
    "Status",
    "Stop",
    "StoppedError",
    "TableBuilding",
    "TimeUpError",
    "TooLargeError",
    "TurnedFace",
    "UnreachableError",
    "UnsupportedError",
    "UsageError",
    "Walked",
    "Workshop",
    "animate",
    "certify",
    "check_certificate",
    "crosses",
    "cube_problem",
    "distance",
    "explore",
    "formula",
    "masked",
    "neighbours",
    "net",
    "net_steps",
    "numbered_state",
    "png_net",
    "png_plan",
    "png_view",
    "random_cube",
    "random_cube_at",
    "random_moves",
    "scramble",
    "sentence",
    "setup",
    "solve",
    "solve_all",
    "state_number",
    "svg_net",
    "svg_plan",
    "svg_view",
    "translated",
]

# So a check of a certificate loads no engine, the command only the modules of its verb, and its help no NumPy.
__getattr__ = lazy_names(__name__, reported=True)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
