"""Two phases, after Herbert Kociemba: short answers in milliseconds.

    search       length after length, phase 1 and then phase 2
    loop         the compiled loops of both phases
    tables       coordinates and distances of both phases, from the store
    symmetry     what symmetries make of coordinates
    pair_tables  distances for pairs of coordinates, from which the tables are bounded

`docs/two-phase.md` derives it.
"""
