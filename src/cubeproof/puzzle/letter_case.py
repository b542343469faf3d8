"""`LowerCase`: the two meanings of a lower-case face letter in a text of turns."""

from enum import StrEnum
from typing import NoReturn

from cubeproof.errors import UsageError
from cubeproof.sentences import Template

_NO_LOWER_CASE = Template(
    "notation.no-lower-case", "Lower-case turns are read as wide or as inner, not as {lower_case}."
)


class LowerCase(StrEnum):
    """The meaning of a lower-case face letter. A range of layers, `2-3r`, has only one meaning."""

    WIDE = "wide"
    """`r` is Rw and `3r` is 3Rw, as in SiGN."""
    INNER = "inner"
    """`r` is the layer 2R and `3r` is 3R, as in the literature of the 4×4×4 and the 5×5×5."""

    @classmethod
    def _missing_(cls, value: object) -> NoReturn:
        raise UsageError(_NO_LOWER_CASE(lower_case=str(value)))
