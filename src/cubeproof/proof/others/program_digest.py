"""The SHA-256 of the sources of the program that this version believes: see `formal/digest.py`."""

DIGEST = "e35af1d97f1cb61ccf7757c639d8fe60fc643c091dec2fac7ffdd6f82e5b47f6"
