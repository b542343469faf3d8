"""Coordinates of views and tables of distances, for any problem.

    contents        the contents of one orbit's slots in patterns
    coordinate      labels of contents, and numbering the views that can be reached from goals
    ranking         rows of labels as whole numbers, ranked by multinomials
    views           the interface of views for a search of distances, and views with given images
    symmetries      the action of symmetries on numbers, and classes under symmetries
    distances       building tables of distances; `compiled_distances` has the same search in compiled loops
    fitting_states  the states of a table that fit a start, also with unknown stickers, and their lower bound
    packing         distances in 4 or 2 bits, or modulo 3
    explore         counting the states that turns reach, by depth

This package imports no engine and no formula. `docs/views.md` derives the method.
"""
