"""The search engine: a short answer for the 3×3×3 at once, then the proof of its length; other goals by tables.

    engine           chooses one of the searches
    problem_parsing  reads a problem as a permutation of stickers, with any colours
    face_words       rewrites words of face turns with the turns that a problem allows
    short_words      searches all words of a few turns, for any goal and turns
    both_ends        searches short words of face turns from both ends, without a table
    preparation      the steps that build tables and compile loops before a first search
    turn_costs       the costs of the turns of the faces
    run              runs the two phases and the optimal search in parallel
    two_phase        short answers in milliseconds
    h48              the optimal search
    products         other goals and sets of turns, with separate tables

The last three do not import one another. `docs/search.md` links to a page for each.
"""

from typing import TYPE_CHECKING

from cubeproof.base.lazy_imports import lazy_names

if TYPE_CHECKING:
    from cubeproof.engines.search.engine import SearchEngine

__all__ = ["SearchEngine"]

__getattr__ = lazy_names(__name__)
