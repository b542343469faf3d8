"""The two-phase search after Herbert Kociemba: short answers in milliseconds.

    search         searches length by length, phase 1 and then phase 2
    loop           the compiled loops of both phases
    tables         builds and loads the coordinates and distances of both phases
    stored_tables  the facts of the stored tables, and the module of the compiled loops
    symmetry       the action of symmetries on coordinates
    pair_tables    builds distances for pairs of coordinates

`docs/two-phase.md` derives it.
"""
