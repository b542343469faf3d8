"""Formulas: encodings of a problem as clauses, DIMACS files, and the answers of solvers.

    formula          variables with names, clauses in labelled groups
    encodings        the encodings of a problem as clauses
    instance         a problem as pieces in slots, which encodings read
    distances        lower bounds for pairs and triples of pieces, which become clauses
    problem_formula  the formula of a problem for a number of steps
    text             the lines of a formula's file
    dimacs           files in DIMACS form, and the hash of a formula, which links an answer to its formula
    answers          reading a solver's output as a model or a refutation

Engines solve formulas, and the checker of certificates writes them again, so this package imports neither.
"""
