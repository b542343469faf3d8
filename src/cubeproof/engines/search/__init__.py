"""The 3×3×3 in two phases, after Herbert Kociemba: a short answer at once, better ones while there is time.

Phase 1 leads to a cube whose orientations are all right and whose middle edges are in the middle layer; there
are 2,217,093,120 kinds of cubes to be led there, and 12 turns always do. Phase 2 goes on from there with U, D
and half turns alone. Both are searched by iterative deepening with pruning tables (`phase`), which are built in
seconds and kept (`tables`):

    two_phase    a problem becomes a permutation of stickers, with any colours
    views        the permutation and its inverse, along three axes: six cubes with equally long answers
    tables       how far from 0 two such numbers are
    phase        all words of one length that bring the three numbers to 0: the hot loop
    engine       which lengths are searched, in which view, and what that proves

Such a cube as pieces in slots, and what matters about it in each phase as three numbers, other searches may
want too: they are `cubeproof.puzzle.cubies` and `cubeproof.puzzle.coordinates`.

Source: kociemba.org/cube.htm; a derivation of the bound is in `SearchEngine`.
"""

from typing import TYPE_CHECKING

from cubeproof.lazily import front_door

if TYPE_CHECKING:
    from cubeproof.engines.search.engine import SearchEngine

__all__ = ["SearchEngine"]

__getattr__ = front_door(__name__, {"SearchEngine": "engine"})
