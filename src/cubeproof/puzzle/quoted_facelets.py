"""Facelets as programs print them: in quotes, brackets and commas, as in Python, NumPy and JSON."""

from __future__ import annotations

import re

from cubeproof.puzzle.facelet_mistakes import are_listed_stickers
from cubeproof.puzzle.geometry import FEWEST_FACELETS

_FEWEST = 20  # with fewer than 24 stickers, the reader of facelets reports the number
_MOST_SYMBOLS = 7

_WRAPPING = re.compile(r"(?:\bnp\.|\bnumpy\.)?\b(?:array|str_|bytes_)(?=\()|,\s*dtype=[^()]*(?=\))")
_SYMBOLS = r"[^\s,()\[\]{}'\"“”‘’:;.#/\\]+"
_QUOTED = re.compile(rf"b?(?:'({_SYMBOLS})'|\"({_SYMBOLS})\"|“({_SYMBOLS})”|‘({_SYMBOLS})’)")
_ESCAPED = re.compile(r"(?:\\u[0-9a-fA-F]{4})+")
_BETWEEN = re.compile(r"[\s,()\[\]]*")
_LISTED = re.compile(rf"\s*{_SYMBOLS}(?:\s*,\s*{_SYMBOLS})+\s*,?\s*|[\s,\[\]0-9]*")


def unquoted_facelets(text: str) -> str | None:
    r"""Return the symbols of a list of stickers, in the order and case of the text; None if it is no such list.

    A list has at least 20 symbols of at most seven kinds: only letters, only digits or only emoji. They are in quotes,
    with any commas, brackets, blanks and line breaks between them; or they have commas and no brackets; or they are
    digits. A list of turns has amounts or fewer faces: with fewer than 24 symbols, letters of five faces are required.

    >>> unquoted_facelets("[['U' 'U']\n ['U' 'U']]" + "['R', 'F', 'D', 'L', 'B']" * 4)
    'UUUURFDLBRFDLBRFDLBRFDLB'
    >>> unquoted_facelets("[R, U] [F, D]"), unquoted_facelets("R' U'")
    (None, None)
    """
    plain = _ESCAPED.sub(_unescape, _WRAPPING.sub("", text))
    symbols = _quoted(plain)
    if symbols is None and _LISTED.fullmatch(plain):
        symbols = re.sub(r"[\s,\[\]]", "", plain) if re.search(r"[,\[]", plain) else None
    if symbols is None or len(symbols) < _FEWEST or len(set(symbols)) > _MOST_SYMBOLS:
        return None
    kinds = symbols.replace("?", "")
    is_uniform = kinds.isalpha() or kinds.isdecimal() or not any(map(str.isascii, kinds))
    is_long = len(symbols) >= FEWEST_FACELETS or are_listed_stickers(list(symbols))
    return symbols if is_uniform and is_long else None


def _unescape(escaped: re.Match[str]) -> str:
    """Return the characters that JSON writes as code units of UTF-16."""
    return bytes.fromhex(escaped[0].replace("\\u", "")).decode("utf-16-be", "replace")


def _quoted(text: str) -> str | None:
    """Return the content of quotation marks, if the text has only these and separators."""
    parts = []
    position = _end_of_separators(text, 0)
    while position < len(text):
        match = _QUOTED.match(text, position)
        if match is None:
            return None
        parts.append(match[match.lastindex or 0])
        position = _end_of_separators(text, match.end())
    return "".join(parts) if parts else None


def _end_of_separators(text: str, position: int) -> int:
    match = _BETWEEN.match(text, position)
    assert match is not None, "the pattern matches the empty text"
    return match.end()
