"""The SHA-256 of the sources of the program that this version believes: see `formal/digest.py`."""

DIGEST = "fdf0a2fe434df4e6f0dfacf5366f0b10d2cea7c67158bed70f5fe5d09ef8741c"
