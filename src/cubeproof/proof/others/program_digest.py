"""The SHA-256 of the sources of the program that this version believes: see `formal/digest.py`."""

DIGEST = "de60838fc2b9fb7acdffc5ae90efef0677c334c748ff1845678c1508dada2f9f"
