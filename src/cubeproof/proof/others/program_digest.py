"""The SHA-256 of the sources of the program that this version believes: see `formal/digest.py`."""

DIGEST = "006e952cc4780a73da99f5d4a64494ee5da1927cb4dd36b12c88d84a688a6857"
