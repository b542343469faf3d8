"""Other checkers: the program extracted from Coq, programs that are installed, and refutations by other solvers."""
