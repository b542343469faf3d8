"""The search engine: a short answer for the 3×3×3 at once, then the proof of its length; other goals by tables.

    engine           chooses one of the searches
    problem_parsing  reads a problem as a permutation of stickers, with any colours
    preparation      the steps that build tables and compile loops before a first search
    run              runs the two phases and the optimal search in parallel

The searches themselves are in `methods`: `two_phase`, `h48`, `products` and `words`.
`docs/search.md` links to a page for each.
"""

from typing import TYPE_CHECKING

from cubeproof.base.lazy_imports import lazy_names

if TYPE_CHECKING:
    from cubeproof.engines.search.engine import SearchEngine

__all__ = ["SearchEngine"]

__getattr__ = lazy_names(__name__)
