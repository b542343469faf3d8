"""The SHA-256 of the sources of the program that this version believes: see `formal/digest.py`."""

DIGEST = "e89a06c631b0434138f582af07db67176a4a25728d88fa5fcfde119a81dd9bc0"
