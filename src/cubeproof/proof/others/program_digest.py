"""The SHA-256 of the sources of the program that this version believes: see `formal/digest.py`."""

DIGEST = "9d29a5c97f5eeb8fb5418fa2fd75c454b4866fb7c76705a8bc2106d895c8160e"
