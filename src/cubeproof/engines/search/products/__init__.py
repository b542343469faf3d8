"""Searches with tables of distances for other goals and sets of turns: a cross, two faces.

    product    checks whether a problem may have such tables, and solves it
    problem    a problem that may have tables
    plan       chooses coordinates and tables over them
    deepening  the search if the tables are only lower bounds
    run        families of problems, their tables, and the search for one start

`docs/search-products.md` derives it.
"""
