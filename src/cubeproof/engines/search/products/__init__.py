"""Tables of distances for other goals and sets of turns: a cross, two faces.

    product    whether a problem may have such tables, and its answer
    problem    a problem that tables may be made for
    plan       which coordinates, and which tables over them
    deepening  the search where the tables are lower bounds only
    run        families of problems, their tables, and the search for one start

`docs/search-products.md` derives it.
"""
