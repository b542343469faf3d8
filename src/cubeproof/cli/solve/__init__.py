"""`cubeproof solve`: one cube (`one_cube`), or the cubes of a file (`batch`)."""
