"""Classes of the API whose modules import the types of their annotations only for type checkers.

The help of the command loads these modules, but neither NumPy nor cubes. `typing.get_type_hints` needs the types, so a
program that imports one of these classes from this module, or from the package, loads them.
"""

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.lazy_imports import add_annotation_names
from cubeproof.contract.control import Control
from cubeproof.contract.engine import Attempt, Engine, Expected
from cubeproof.contract.engine_facts import EngineFacts
from cubeproof.contract.preparation import Preparation
from cubeproof.contract.table import Table
from cubeproof.problem.goals import GOALS, Goal
from cubeproof.problem.problem import Problem
from cubeproof.puzzle.cube import Cube
from cubeproof.sentences import Sentence, Value

Row = EngineFacts
"""The earlier name of `EngineFacts`, for engines of other packages."""

__all__ = [
    "GOALS",
    "Attempt",
    "Control",
    "Engine",
    "EngineFacts",
    "Expected",
    "Goal",
    "Row",
    "Sentence",
    "Table",
]

add_annotation_names("cubeproof.contract.control", np=np, NDArray=NDArray)
add_annotation_names("cubeproof.contract.engine", Control=Control, Problem=Problem)
add_annotation_names("cubeproof.contract.engine_facts", Engine=Engine, Preparation=Preparation, Table=Table)
add_annotation_names("cubeproof.contract.table", np=np, NDArray=NDArray)
add_annotation_names("cubeproof.problem.goals", Cube=Cube)
# Annotations of `Sentence` name `Value`, which names itself, in the package that the class reports.
add_annotation_names("cubeproof", Value=Value)
