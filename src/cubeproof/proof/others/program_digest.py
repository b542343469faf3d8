"""The SHA-256 of the sources of the program that this version believes: see `formal/digest.py`."""

DIGEST = "e9489b940633b763739dbd29bd00f8acebd316bbeb66dead4968e7e317191700"
