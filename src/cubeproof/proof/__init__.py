"""Certificates: what was asked, why the formula answers it, and the proof; how they are written and checked.

`verdict` decides. It, and all that it imports, has to be trusted: it builds what was asked from the user's
words (`question`), computes that the formula's problem has an answer if that question has one (`reduction`,
`parity`), writes the formula again, and follows the proof (`lrat`). It loads no solver, and nothing that
makes a problem for the engines out of a cube. `checking` calls it for users; `certificate` writes.
"""
