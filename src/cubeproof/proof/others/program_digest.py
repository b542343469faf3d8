"""The SHA-256 of the sources of the program that this version believes: see `formal/digest.py`."""

DIGEST = "37231ab925d489f4569546c4f29c6817d4c973ae2c3152746b8c20cf9a41504a"
