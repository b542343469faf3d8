"""The SHA-256 of the sources of the program that this version believes: see `formal/digest.py`."""

DIGEST = "96915efe7915d88c9e6e2e3ebac4a315a6442b3c2b252961d4947e1443cfa352"
