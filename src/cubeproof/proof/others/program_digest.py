"""The SHA-256 of the sources of the program that this version believes: see `formal/digest.py`."""

DIGEST = "d0eac8edd3961d505731b6aac97a8dd0168f41281b1766b117c436f9d0d1a268"
