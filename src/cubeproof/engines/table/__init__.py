"""The table engine: a table of the distances of all configurations of the 2×2×2 from solved."""

from typing import TYPE_CHECKING

from cubeproof.base.lazy_imports import lazy_names

if TYPE_CHECKING:
    from cubeproof.engines.table.engine import TableEngine

__all__ = ["TableEngine"]

__getattr__ = lazy_names(__name__)
