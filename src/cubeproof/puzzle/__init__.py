"""The puzzle: geometry, moves, algorithms, cubes, their pieces and what can be wrong with them."""

MIN_SIZE, MAX_SIZE = 2, 50
"""The fewest and the most layers of a cube. They are in this module since the command's help loads no NumPy."""
