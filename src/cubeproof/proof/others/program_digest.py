"""The SHA-256 of the sources of the program that this version believes: see `formal/digest.py`."""

DIGEST = "fdc15311551eb439479a88f26869a51ecbfc90a5a49f59107d1393831c8297a3"
