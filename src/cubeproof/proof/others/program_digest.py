"""The SHA-256 of the sources of the program that this version believes: see `formal/digest.py`."""

DIGEST = "acdab67afca93f21c899aae64ae9e7349b409c7216b33c82e5e65fa0b34a167a"
