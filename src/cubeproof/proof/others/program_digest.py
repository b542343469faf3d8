"""The SHA-256 of the sources of the program that this version believes: see `formal/digest.py`."""

DIGEST = "4585494f83b31afc3cf06ff22c1206a44abe7f768b63d37566a19b5a2c452452"
