"""The 2×2×2 by exhaustive exploration: every configuration is numbered, and its distance from solved is kept."""

from cubeproof.engines.table.distances import Distances, load
from cubeproof.engines.table.engine import TableEngine
from cubeproof.engines.table.graph import TURNS, graph
from cubeproof.engines.table.indexing import CONFIGURATIONS, number, numbered

__all__ = ["CONFIGURATIONS", "TURNS", "Distances", "TableEngine", "graph", "load", "number", "numbered"]
