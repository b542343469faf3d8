"""The SHA-256 of the sources of the program that this version believes: see `formal/digest.py`."""

DIGEST = "c3189dfb89d23a2fa5ab1bf750463bdc4fa84189a7b36baa2961d189df4d6b58"
