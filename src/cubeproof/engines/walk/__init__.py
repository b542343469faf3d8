"""The walk engine: a random walk, which demonstrates that chance does not solve cubes."""

from typing import TYPE_CHECKING

from cubeproof.base.lazy_imports import lazy_names

if TYPE_CHECKING:
    from cubeproof.engines.walk.engine import WalkEngine

__all__ = ["WalkEngine"]

__getattr__ = lazy_names(__name__)
