"""`cubeproof solve`: one cube (`one`), or the cubes of a file (`batch`)."""
