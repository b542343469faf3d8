"""The checker of certificates: all that has to be trusted.

`verdict` decides. It builds what was asked from the user's words (`question`), computes that the formula's problem has
an answer if that question has one (`reduction`, `parity`), writes the formula again, and follows the proof (`lrat`).
The package imports base, puzzle, problem and formulas only. It loads no solver, fetches no file and shows no progress.
"""
