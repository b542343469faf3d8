"""The 3×3×3 at speed: a short answer at once, and then the proof that there is none shorter; other questions by tables.

    reading      a problem becomes a permutation of stickers, with any colours
    face_words   words of face turns, rewritten with the turns that a problem allows
    short_words  all words of a few turns, for any goal and turns
    near, near_… two phases, after Herbert Kociemba: short answers in milliseconds
    coset        the coset of the optimal search, after Sebastiano Tronto: its numbers, turns and symmetries
    filling      the pruning tables over that coset
    deepening    all words of one length, depth first: the hot loop
    optimal      length after length, shared out among threads
    choosing     which pruning table is used
    run          two phases and the optimal search together
    product, …   cosets that fit into a table of their own: a cross, two faces
    engine       which of them answers

docs/search.md shows how they work together; docs/h48.md, docs/two-phase.md and docs/search-products.md derive them. A
cube as pieces in slots, and what matters about it in each phase as three numbers, other searches may want too: they
are `cubeproof.puzzle.cubies` and `cubeproof.puzzle.coordinates`.
"""

from typing import TYPE_CHECKING

from cubeproof.lazily import front_door

if TYPE_CHECKING:
    from cubeproof.engines.search.engine import SearchEngine

__all__ = ["SearchEngine"]

__getattr__ = front_door(__name__, {"SearchEngine": "engine"})
