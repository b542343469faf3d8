"""Turns at random, to be seen to be hopeless."""

from typing import TYPE_CHECKING

from cubeproof.base.lazy_imports import lazy_names

if TYPE_CHECKING:
    from cubeproof.engines.walk.engine import WalkEngine

__all__ = ["WalkEngine"]

__getattr__ = lazy_names(__name__)
