"""Lists of turns as programs print them, as text that the parser reads: turns with blanks between them.

`R, L, U2`, `R -> L -> U2`, `['R', "U'"]`, and the inverse turns `Ri` and `R-`. Every turn keeps its column.
"""

from __future__ import annotations

import re

from cubeproof.puzzle.facelet_mistakes import are_listed_stickers
from cubeproof.puzzle.text_parts import WHOLE_TURN

_INVERSE = re.compile(r"(?<=[URFDLBurfdlbMESxyzw])(?:i(?![a-z])|-(?=[\s,)\]]|$))")
_SEPARATORS = re.compile(r",|->|→")
_QUOTED = re.compile(r"\"([^\"\n]*)\"|'([^'\n]*)'|“([^”\n]*)”|‘([^’\n]*)’")
_IN_BRACKETS = re.compile(r"\s*(?:\[(.*)\]|\((.*)\))\s*,?\s*", re.DOTALL)
_BETWEEN = re.compile(r"\s*,?\s*")


def spaced_list(text: str) -> str:
    r"""Return a list of turns as turns with blanks between them, and any other text as it is; the length is kept.

    A list of turns has one turn between two separators, or between quotation marks. A list of 20 or more turns that are
    almost all letters without an amount is stickers with a mistake.

    >>> spaced_list("R, L, U2").split(), spaced_list("R -> Li -> U2").split(), spaced_list("['R', \"U'\"]").split()
    (['R', 'L', 'U2'], ['R', "L'", 'U2'], ['R', "U'"])
    >>> spaced_list("[R, U] D"), spaced_list("R U, D")
    ('[R, U] D', 'R U, D')
    """
    if "i" in text or "-" in text:
        text = _INVERSE.sub("'", text)
    return _separated(text) or _quoted(text) or text


def are_listed_turns(parts: list[str]) -> bool:
    """Whether each text is one turn, and not almost each one a sticker."""
    return all(WHOLE_TURN.fullmatch(part.strip()) for part in parts) and not are_listed_stickers(parts)


def _separated(text: str) -> str | None:
    """Return turns with one kind of separators as turns with blanks, or None."""
    first = _SEPARATORS.search(text)
    if first is None:
        return None
    parts = text.split(first[0])
    if not parts[-1].strip():
        parts.pop()
    if not are_listed_turns(parts):
        return None
    return text.replace(first[0], " " * len(first[0]))


def _quoted(text: str) -> str | None:
    """Return turns in quotation marks as turns with blanks, or None."""
    brackets = _IN_BRACKETS.fullmatch(text)
    start, end = (0, len(text)) if brackets is None else brackets.span(brackets.lastindex or 0)
    spaced, parts = [" " * start], list[str]()
    position = start
    while position < end:
        between = _BETWEEN.match(text, position, end)
        assert between is not None, "the pattern matches the empty text"
        match = _QUOTED.match(text, between.end(), end)
        if match is None:
            if between.end() < end:
                return None
            spaced.append(" " * (end - position))
            break
        if brackets is None and parts and "," not in between[0]:
            return None
        turn, place = match[match.lastindex or 0], match.start(match.lastindex or 0)
        spaced.append(" " * (place - position) + turn + " ")
        parts.append(turn)
        position = match.end()
    spaced.append(" " * (len(text) - end))
    return "".join(spaced) if parts and are_listed_turns(parts) else None
