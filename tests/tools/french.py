"""French sentences for comparison in tests, with plain spaces."""

from cubeproof.languages import translated

_PLAIN = str.maketrans({"\u00a0": " ", "\u202f": " "})


def in_french(sentence: str) -> str:
    """Return a sentence in French, with a plain space for each non-breaking space of the table."""
    return translated(sentence, "fr").translate(_PLAIN)
