"""The SHA-256 of the sources of the program that this version believes: see `formal/digest.py`."""

DIGEST = "114d287c3ebd5e3ba819282575ac6bc555cd41acc7f92d885088a80747505093"
