"""The configurations of the 2×2×2 as numbers: their graph, and tables of their distances from solved."""

from typing import TYPE_CHECKING

from cubeproof.base.lazy_imports import lazy_names

if TYPE_CHECKING:
    from cubeproof.methods.configurations.distances import ConfigurationDistances, load
    from cubeproof.methods.configurations.graph import TURNS
    from cubeproof.methods.configurations.indexing import CONFIGURATIONS, number, numbered

__all__ = ["CONFIGURATIONS", "TURNS", "ConfigurationDistances", "load", "number", "numbered"]

__getattr__ = lazy_names(__name__)
