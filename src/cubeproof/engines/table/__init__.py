"""The 2×2×2 by exhaustive exploration: every configuration is numbered, and its distance from solved is kept."""

from typing import TYPE_CHECKING

from cubeproof.base.lazy_imports import front_door

if TYPE_CHECKING:
    from cubeproof.engines.table.distances import Distances, load
    from cubeproof.engines.table.engine import TableEngine
    from cubeproof.engines.table.graph import TURNS
    from cubeproof.engines.table.indexing import CONFIGURATIONS, number, numbered

__all__ = ["CONFIGURATIONS", "TURNS", "Distances", "TableEngine", "load", "number", "numbered"]

__getattr__ = front_door(
    __name__,
    {
        "CONFIGURATIONS": "indexing",
        "TURNS": "graph",
        "Distances": "distances",
        "TableEngine": "engine",
        "load": "distances",
        "number": "indexing",
        "numbered": "indexing",
    },
)
