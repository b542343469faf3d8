"""Cubes of 4 to 50 layers by cycles of three cells: an answer at once, then shorter ones.

    cells          the orbits of 24 cells, and the labels of a state
    runs           words of parallel turns, their cost, and the turns that write them
    frame          corners and middle edges
    cycles         commutators that exchange three cells
    greedy         the commutators of a first answer
    first_answer   the first answer: frame, parities, commutators

    sequences      the shortest sequences of turns for each cycle of three cells
    words          a word that compiled loops change
    orbits         the cells of a state for compiled loops
    annealing      turns of inner layers after which few cells are wrong
    filling        sequences at the moments where they cost least
    improving      a word is disturbed and repaired
    better_answers all of it, in rounds

`docs/large-cubes.md` derives it.
"""
