"""The large engine: an answer at once to any cube of 4 to 50 layers."""

from typing import TYPE_CHECKING

from cubeproof.base.lazy_imports import lazy_names

if TYPE_CHECKING:
    from cubeproof.engines.large.engine import LargeEngine

__all__ = ["LargeEngine"]

__getattr__ = lazy_names(__name__)
