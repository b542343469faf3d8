"""The SHA-256 of the sources of the program that this version believes: see `formal/digest.py`."""

DIGEST = "ea318dc9e5bd3e7b68519b3a7be2f6bc7dce170a5594ee31be3c8cc89a1332f3"
