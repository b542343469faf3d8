"""Even and odd permutations."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray


def is_odd(permutation: Sequence[int] | NDArray[np.integer]) -> bool:
    """Whether a permutation of 0, 1, 2, … takes an odd number of swaps.

    >>> is_odd([1, 0, 2]), is_odd([1, 2, 0])
    (True, False)
    """
    images = [int(image) for image in permutation]
    cycles, seen = 0, set[int]()
    for start in range(len(images)):
        cycles += start not in seen
        here = start
        while here not in seen:
            seen.add(here)
            here = images[here]
    return (len(images) - cycles) % 2 == 1
