"""Record the messages of cubeproof during the tests: every sentence for people is made from a template.

Errors and notes that the product makes are recorded as they are made. One that was made from plain text, which
no other language can say, fails the test in which that happened.
"""

import sys
from collections.abc import Iterator

import pytest

from cubeproof.contract.events import Note
from cubeproof.errors import CubeproofError
from cubeproof.sentences import Sentence


def _speaker() -> str:
    """The first module on the stack other than this module and the error's own."""
    depth = 2
    while (name := sys._getframe(depth).f_globals.get("__name__", "")) in (
        __name__,
        "cubeproof.errors",
        "dataclasses",
    ):
        depth += 1
    return str(name)


@pytest.fixture(autouse=True)
def said_without_a_template() -> Iterator[list[str]]:
    """Plain texts that the product emitted during a test; there must be none at its end."""
    plain: list[str] = []

    def record(kind: str, sentence: object) -> None:
        if not (isinstance(sentence, Sentence) and sentence.code) and _speaker().startswith("cubeproof."):
            plain.append(f"{_speaker()} makes a {kind} of plain text: {sentence}")

    result, noted = CubeproofError.__init__, Note.__init__

    def make(self: CubeproofError, sentence: Sentence) -> None:
        record(type(self).__name__, sentence)
        result(self, sentence)

    def note(self: Note, sentence: Sentence) -> None:
        record("Note", sentence)
        noted(self, sentence)

    # Not the fixture, which would be undone last of all.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(CubeproofError, "__init__", make)
        patch.setattr(Note, "__init__", note)
        yield plain
    assert plain == []
