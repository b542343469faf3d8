"""The SHA-256 of the sources of the program that this version believes: see `formal/digest.py`."""

DIGEST = "5b090968f2747a85587631a7e40aa080bb8968128977af6baf485c80757f53ab"
