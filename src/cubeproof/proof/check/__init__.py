"""The checker of certificates: the trusted base.

`verdict` decides. It builds the question from the user's words (`question`), verifies that the formula's problem has
an answer if the question has one (`reduction`, `parity`), writes the formula again and checks the proof (`lrat`).
The package imports only base, puzzle, problem and formulas. It loads no solver, fetches no file and shows no progress.
"""
