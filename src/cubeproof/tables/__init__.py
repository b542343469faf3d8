"""Coordinates of views and tables of distances, for any problem.

    contents    the contents of one orbit's slots in patterns
    coordinate  labels of contents, and the numbers of the views that goals lead to
    ranking     rows of labels as whole numbers, ranked by multinomials
    views       a view as a search of distances needs it, also one that is numbered by hand
    symmetries  what symmetries make of numbers, and classes under symmetries
    distances   tables of distances; `compiled` has the same search in compiled loops
    bounds      lower bounds for starts, also with unknown stickers
    storage     distances in 4 or 2 bits, or modulo 3
    explore     all states that some turns reach, counted by depth

This package knows no engine and no formula. `docs/views.md` derives it.
"""
