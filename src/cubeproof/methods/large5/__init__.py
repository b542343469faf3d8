"""Short answers to the 5×5×5 by five phases, then the 3×3×3.

    pieces        the orbits of pieces, and the action of turns and symmetries on them
    coordinates   numbers of the views of pieces
    phases        the coordinates, the goals and the starts of each phase
    tables        the stored tables of the phases
    loop          the compiled search of one phase
    five_phases   all of it: ever shorter answers

`docs/large-cubes.md` derives it.
"""
