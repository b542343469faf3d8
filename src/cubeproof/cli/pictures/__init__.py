"""`cubeproof show` and `cubeproof animate`."""
