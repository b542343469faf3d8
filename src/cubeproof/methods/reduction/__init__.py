"""The 4×4×4 by phases: its centres and wings are reduced to a 3×3×3, which the two phases solve.

    turns          the turns of each phase, on cells
    centres        the centres as numbers, and their distances
    pairing        the pairs of wings as numbers, and their distances
    stored_tables  the facts of the stored tables, and the module of the compiled loops
    states         many states with the words that lead to them
    loops          the compiled searches of phases 2 and 3
    finish         the 3×3×3 at the end
    search         all of it: answers that cost less and less
    quarter_turns  answers in few quarter turns of single layers

`docs/large-cubes.md` derives it.
"""
