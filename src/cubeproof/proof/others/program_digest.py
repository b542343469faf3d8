"""The SHA-256 of the sources of the program that this version believes: see `formal/digest.py`."""

DIGEST = "b6b9dd4dc90fb024d090d8cd2020618dcffb563bb94c4299e5526092af181469"
