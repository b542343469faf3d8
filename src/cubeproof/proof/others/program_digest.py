"""The SHA-256 of the sources of the program that this version believes: see `formal/digest.py`."""

DIGEST = "7ead31cf73e58f38487edab62c772d098fe4a1860d146375763cf1ecbcf09634"
