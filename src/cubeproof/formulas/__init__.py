"""Formulas: encodings of a problem as clauses, DIMACS files, and the answers of solvers.

    formula      variables with names, clauses in labelled groups
    encodings    the ways to write a problem as clauses
    instance     a problem as pieces in slots, which encodings read
    distances    lower bounds for pairs and triples of pieces, which become clauses
    writing      the formula of a problem, for one number of steps
    text         the lines of a formula's file
    dimacs       files in the DIMACS form, written and read
    fingerprint  a digest of a formula, which joins an answer to its formula
    answers      what a solver prints, read as a model or a refutation

Engines solve formulas, and the checker of certificates writes them again. So this package imports neither.
"""
