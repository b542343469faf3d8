"""The parts of a text that turn nothing: blanks, comments, insertion marks, and counts at the end.

An insertion mark shows where turns were inserted into a solution: `*`, `+` or a word in braces, with blanks around it.
If the text goes on with a legend, `* = R U R'`, the inserted turns are missing at the mark, so the text is refused.
"""

import re

from cubeproof.sentences import Sentence, Template

_COMMENT = r"//[^\n]*+|/\*(?s:.*?)\*/"
BLANKS = rf"(?:\s|{_COMMENT})*+"
"""Blanks and comments."""
_SKIPPED = re.compile(rf"(?:[\s.]|{_COMMENT})*+")
_MARK = re.compile(r"(?<!\S)[*+](?!\S)|(?<=\s)\{(?P<words>[^{}\n]*)\}(?!\S)")
_LEGEND = re.compile(r"(?:[*+]|\{[^{}\n]*\})\s*(?:[=:→]|->)")
_METRIC = r"(?i:[efhqs]tm|obtm|moves?|turns?)"
_NUMBER = rf"[0-9]+\s*(?:[fhqs]|{_METRIC})?\*?"
_COUNT = re.compile(
    rf"\(\s*{_NUMBER}(?:\s*,\s*{_NUMBER})*\s*\)|(?<=\s)[-–—]\s*[0-9]+\s*(?:[fhqs](?![a-z])|{_METRIC})\*?"
)
_BYTE_ORDER_MARK = "\ufeff"

NOT_CLOSED = Template("notation.not-closed", "{bracket!r} is never closed")
_INSERTED = Template(
    "notation.legend", "{mark!r} has a legend; write the inserted turns at their place in the solution"
)


def skip_blanks(text: str, position: int) -> int:
    """Return the position after blanks, pauses, comments and a byte order mark.

    >>> skip_blanks("R // right U2", 1), skip_blanks("R /* a */ . U", 1)
    (13, 12)
    """
    if position == 0 and text.startswith(_BYTE_ORDER_MARK):
        position = 1
    match = _SKIPPED.match(text, position)
    return match.end() if match else position


def insertion_mark(text: str, position: int) -> re.Match[str] | None:
    """Return the match of an insertion mark without a legend; its group `words` is the text in braces."""
    mark = _MARK.match(text, position)
    return None if mark is None or _has_legend(text, position) else mark


def skip_count(text: str, position: int) -> int | None:
    """Return the end of the text if only a count of turns is left, `(20f*)` or `- 21 moves`, else None.

    >>> skip_count("R U (2q*, 2f)", 4), skip_count("R U (2f) R", 4)
    (13, None)
    """
    count = _COUNT.match(text, position)
    return len(text) if count and skip_blanks(text, count.end()) == len(text) else None


def fault_of_aside(text: str, position: int) -> Sentence | None:
    """Return the fault of a comment or an insertion mark at this position, or None."""
    if text.startswith("/*", position):
        return NOT_CLOSED(bracket="/*")
    if _has_legend(text, position):
        return _INSERTED(mark=text[position : position + 1])
    return None


def _has_legend(text: str, position: int) -> bool:
    """Whether a legend starts here: a mark with a sign after it, or a mark at the start of a line but the first."""
    if _LEGEND.match(text, position):
        return True
    start = text.rfind("\n", 0, position) + 1
    is_later_line = not text[start:position].strip() and bool(text[:start].strip())
    return is_later_line and _MARK.match(text, position) is not None
