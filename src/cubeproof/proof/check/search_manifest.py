"""Certificates whose proof is a search: the content of their `certificate.json`, and its reader.

Such a certificate has a question, an answer and its length, and nothing else: its checker searches all shorter
words. The question is always the same: a 3×3×3 with all stickers known, the goal `solved`, all turns of `htm`.
`docs/certificate.md` describes the format.
"""

from __future__ import annotations

from cubeproof.errors import CertificateError
from cubeproof.proof.check.manifest import (
    FORMAT,
    PUZZLE,
    SEARCH,
    CertificateFiles,
    Manifest,
    contents,
    entry,
)
from cubeproof.proof.check.question import Question
from cubeproof.proof.check.turns import colours_of
from cubeproof.proof.check.verdict import check_answer
from cubeproof.sentences import Template

FIXED = {
    "format": FORMAT,
    "puzzle": PUZZLE,
    "size": 3,
    "goal": "solved",
    "moves": None,
    "metric": "htm",
    "proof": SEARCH,
}
"""The entries that have one value only."""
FREE = {"start": str, "answer": str, "length": int}
"""The types of the other entries."""
LONGEST = 40
"""The greatest length: no cube needs as many turns."""

_OTHER_VALUE = Template(
    "certificate.search-other-value",
    "A certificate by search is about the 3×3×3, htm, all turns and the goal solved; its {entry!r} is not.",
)
_OTHER_ENTRY = Template("certificate.search-other-entry", "A certificate by search has no entry {entry!r}.")
_UNKNOWN = Template("certificate.search-unknown", "A certificate by search has no unknown stickers.")
_LONG = Template(
    "certificate.search-long", "The length in a certificate by search is at most {most}, not {length}."
)


def is_search(files: CertificateFiles) -> bool:
    """Whether the proof of a certificate is a search; False if its manifest cannot be read."""
    try:
        return contents(files).get("proof") == SEARCH
    except CertificateError:
        return False


def may_be_searched(manifest: Manifest) -> bool:
    """Whether the proof of a certificate can be a search."""
    return is_searchable(manifest.question) and manifest.length <= LONGEST


def is_searchable(question: Question) -> bool:
    """Whether a question is the one that `FIXED` states."""
    return (
        (question.size, question.moves, question.metric) == (FIXED["size"], FIXED["moves"], FIXED["metric"])
        and isinstance(question.goal, str)
        and question.goal == FIXED["goal"]
        and bool((question.cube >= 0).all())
    )


def read(files: CertificateFiles) -> Manifest:
    """Read the manifest of a certificate by search, and replay its answer; refuse any other entry."""
    data = contents(files)
    for name, value in FIXED.items():
        # The type too: 3.0 and True are equal to integers in Python.
        if name not in data or type(data[name]) is not type(value) or data[name] != value:
            raise CertificateError(_OTHER_VALUE(entry=name))
    if others := sorted(data.keys() - FIXED.keys() - FREE.keys()):
        raise CertificateError(_OTHER_ENTRY(entry=others[0][:60]))
    start, length = entry(data, "start", str), entry(data, "length", int)
    if "?" in start:
        raise CertificateError(_UNKNOWN())
    if not 0 <= length <= LONGEST:
        raise CertificateError(_LONG(most=LONGEST, length=length))
    question = Question(3, colours_of(start, 3), "solved", None, "htm")
    manifest = Manifest(question, entry(data, "answer", str), length)
    check_answer(manifest)
    return manifest
