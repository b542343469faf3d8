"""Record the messages of cubeproof during the tests: every sentence for people must have a template.

The recorder sees each error and each note when the product makes it. An error or note from plain text, which has no
translation, fails the test.
"""

import sys
from collections.abc import Iterator

import pytest

from cubeproof.contract.events import Note
from cubeproof.errors import CubeproofError
from cubeproof.sentences import Sentence


def _speaker() -> str:
    """Return the first module on the stack except this module and the module of the error."""
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
    """The plain texts that the product emitted during a test; the list must be empty at its end."""
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

    # Not the fixture `monkeypatch`, which is undone after all other fixtures.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(CubeproofError, "__init__", make)
        patch.setattr(Note, "__init__", note)
        yield plain
    assert plain == []
