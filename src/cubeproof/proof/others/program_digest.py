"""The SHA-256 of the sources of the program that this version believes: see `formal/digest.py`."""

DIGEST = "0b583dd0e215f9c0698b50c9ff0ab1f8ac60259707efa275ecc291d262b604f9"
