"""The SHA-256 of the sources of the program that this version believes: see `formal/digest.py`."""

DIGEST = "ba1bddef694fa3cd4eaeaa6d9b8b4575ac965244386dc6c867a7cf60c30dce46"
