"""External checkers: the program extracted from Coq, installed LRAT checkers, and proofs of other solvers."""
