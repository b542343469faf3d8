"""Certificates: what was asked, why the formula answers it, and the proof; written by one half, checked by the other.

The checker builds what was asked from the user's words (`question`), computes that the formula's problem has an answer if that
has one (`reduction`, `parity`), and follows the proof (`lrat`). It imports nothing that turns a cube into a problem for the engines.
"""
