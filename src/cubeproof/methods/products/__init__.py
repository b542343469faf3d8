"""Searches with tables of distances for other goals and sets of turns: a cross, two faces.

    problem    a problem that may have tables
    plan       chooses coordinates and tables over them
    deepening  the search if the tables are only lower bounds
    families   problems with the same goals and turns, and their tables
    run        checks whether a problem may have such tables, and solves it

`docs/search-products.md` derives it.
"""
