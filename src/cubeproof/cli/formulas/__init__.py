"""`cubeproof cnf` and `cubeproof decode`."""
