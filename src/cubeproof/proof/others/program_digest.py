"""The SHA-256 of the sources of the program that this version believes: see `formal/digest.py`."""

DIGEST = "3dc7d00e9cb5c22ec3be2c6af1d73dfc79d3baa3cf5924bcb3b34f787704cb6d"
