"""The SHA-256 of the sources of the program that this version believes: see `formal/digest.py`."""

DIGEST = "b41d716bd0bda09879a542ee8aa7e0b3fc08bbd48530cb181e515305a4f96f9b"
