"""French, as tests compare it: in full, but with plain spaces."""

from cubeproof.languages import translated

_PLAIN = str.maketrans({"\u00a0": " ", "\u202f": " "})


def in_french(sentence: str) -> str:
    """A sentence in French; where the table has a non-breaking space there is a plain one."""
    return translated(sentence, "fr").translate(_PLAIN)
