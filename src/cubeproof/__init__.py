"""The shortest way to solve a cube, and the proof that there is none shorter.

>>> from cubeproof import Cube, solve
>>> solution = solve(Cube(2).apply("R U2 F'"))
>>> solution.length, solution.optimal
(3, True)
"""

from typing import TYPE_CHECKING, Any

from cubeproof.errors import (
    CertificateError,
    CubeproofError,
    FaceletsError,
    ImpossibleCubeError,
    InternalError,
    NotationError,
    SolverError,
    UnreachableError,
    UnsupportedError,
    UsageError,
)
from cubeproof.problem import Generator, Problem, cube_problem
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.move import Metric, Move
from cubeproof.puzzle.scramble import random_cube, random_moves
from cubeproof.puzzle.status import Diagnosis, Repair, Status
from cubeproof.solving.explore import Exploration, explore
from cubeproof.solving.limit import Limit
from cubeproof.solving.registry import Options
from cubeproof.solving.solution import Solution
from cubeproof.solving.solve import solve

if TYPE_CHECKING:
    from cubeproof.solving.certificate import Certificate, certify, check_certificate

__version__ = "0.1.0"

__all__ = [
    "Alg",
    "Certificate",
    "CertificateError",
    "Cube",
    "CubeproofError",
    "Diagnosis",
    "Exploration",
    "FaceletsError",
    "Generator",
    "ImpossibleCubeError",
    "InternalError",
    "Limit",
    "Metric",
    "Move",
    "NotationError",
    "Options",
    "Problem",
    "Repair",
    "Solution",
    "SolverError",
    "Status",
    "UnreachableError",
    "UnsupportedError",
    "UsageError",
    "certify",
    "check_certificate",
    "cube_problem",
    "explore",
    "random_cube",
    "random_moves",
    "solve",
]


def __getattr__(name: str) -> Any:
    """Certificates bring the SAT engine with them, so they are loaded by whoever asks for one."""
    if name in ("Certificate", "certify", "check_certificate"):
        from cubeproof.solving import certificate

        return getattr(certificate, name)
    raise AttributeError(f"module 'cubeproof' has no attribute {name!r}")
