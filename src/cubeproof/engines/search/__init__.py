"""The fast 3×3×3 search: a short answer at once, then the proof that no shorter one exists; other goals by tables.

    engine           which of the searches answers
    problem_parsing  a problem becomes a permutation of stickers, with any colours
    face_words       words of face turns, rewritten with the turns that a problem allows
    short_words      all words of a few turns, for any goal and turns
    turn_costs       what the turns of the faces count
    run              two phases and the optimal search beside each other
    two_phase        short answers in milliseconds
    h48              the optimal search
    products         other goals and sets of turns, with their tables

The last three do not import one another. `docs/search.md` leads to a page for each.
"""

from typing import TYPE_CHECKING

from cubeproof.base.lazy_imports import lazy_names

if TYPE_CHECKING:
    from cubeproof.engines.search.engine import SearchEngine

__all__ = ["SearchEngine"]

__getattr__ = lazy_names(__name__)
