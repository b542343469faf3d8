"""The SHA-256 of the sources of the program that this version believes: see `formal/digest.py`."""

DIGEST = "48827d6e718eae485b6758291b681524687b2968ecbf492cc473dfdf63c8676f"
