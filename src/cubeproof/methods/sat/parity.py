"""`odd_lengths`: an invariant of problems that formulas do not contain."""

import numpy as np

from cubeproof.base.polling import pulse
from cubeproof.formulas.instance import ProblemPieces
from cubeproof.puzzle.geometry import is_odd


def odd_lengths(pieces: ProblemPieces) -> bool | None:
    """Whether every answer has an odd cost (True) or an even one (False); None if both may occur."""
    # Formulas do not contain this invariant. The parity is known if in some orbit every generator permutes the slots
    # with the parity of its cost, and the only goal determines the slot of every piece of that orbit. With quarter
    # turns of the 2×2×2 and the 3×3×3 the corners are such an orbit.
    costs = pieces.problem.costs % 2 == 1
    if len(pieces.problem.goals) != 1:
        return None
    for number, orbit in enumerate(pieces.orbits):
        pulse()
        moved = orbit.slots[orbit.images[:, orbit.homes]]
        if any(is_odd(image) != cost for image, cost in zip(moved, costs, strict=True)):
            continue
        target_slots = np.full(len(orbit.homes), -1)
        for group in pieces.classes:
            if group.orbit == number:
                ends = np.unique(orbit.slots[group.targets[0]])
                if len(ends) == 1:
                    target_slots[orbit.slots[group.starts]] = ends[0]
        if len(set(target_slots.tolist()) - {-1}) == len(target_slots):
            return is_odd(target_slots)
    return None
