"""The SHA-256 of the sources of the program that this version believes: see `formal/digest.py`."""

DIGEST = "3043cada08d56d26330f2e7cbd4cd9646f453e2eb7314428e3054c47621de486"
