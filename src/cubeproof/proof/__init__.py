"""Certificates: what was asked, why the formula answers it, and the proof; written by one half, checked by the other.

`verdict` decides, and all that it imports is what has to be trusted: it builds what was asked from the user's words (`question`), computes that
the formula's problem has an answer if that has one (`reduction`, `parity`), writes the formula again, and follows the proof (`lrat`). It
loads no solver, and nothing that turns a cube into a problem for the engines. `checking` stands around it, `certificate` writes.
"""
