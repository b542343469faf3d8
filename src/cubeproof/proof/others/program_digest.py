"""The SHA-256 of the sources of the program that this version believes: see `formal/digest.py`."""

DIGEST = "e460832ee45fed3b7475c8f6c5f1275945c08c82e144cfa4032ae3f4793db7a2"
