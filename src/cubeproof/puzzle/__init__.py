"""The puzzle: geometry, moves, algorithms, cubes, their pieces and what can be wrong with them."""
