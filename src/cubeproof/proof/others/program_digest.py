"""The SHA-256 of the sources of the program that this version believes: see `formal/digest.py`."""

DIGEST = "caa494c5c79d2064db02692e07191635811ee4504fccf24a6ac7f8733fb0e873"
