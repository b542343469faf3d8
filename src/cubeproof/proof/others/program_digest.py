"""The SHA-256 of the sources of the program that this version believes: see `formal/digest.py`."""

DIGEST = "99ae9e46df54b306526926b86781542dc11e50d7beb283a613a9188b63cb1f1c"
