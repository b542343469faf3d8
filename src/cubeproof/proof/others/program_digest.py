"""The SHA-256 of the sources of the program that this version believes: see `formal/digest.py`."""

DIGEST = "be993d598242e24e42a7d0ae3ba2afa59589e4d2c2d595ad1bbcf25393d42ad3"
