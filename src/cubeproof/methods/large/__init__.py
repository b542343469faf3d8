"""Cubes of 4 to 50 layers by cycles of three cells: an answer at once, then shorter ones.

    cells         the orbits of 24 cells, and the labels of a state
    runs          words of parallel turns, their cost, and the turns that write them
    cycles        commutators that exchange three cells
    frame         corners and middle edges
    greedy        the commutators of a first answer
    insertion     commutators at any moment of an answer
    first_answer  all of it: the first answer and better ones

`docs/large-cubes.md` derives it.
"""
