"""The URLs of the command line: no user, password or query of them is printed in any message."""

import argparse
from collections.abc import Sequence
from typing import Any

from cubeproof.cli.output.streams import with_texts
from cubeproof.errors import UsageError
from cubeproof.places import shown, urls_of, without_secrets
from cubeproof.sentences import Sentence, Template

_NO_PLACE = Template(
    "command.no-place",
    "{place} is a URL: only arguments that name a file or a folder may be one.",
)
# The arguments that name a file or a folder, and a command.
_PLACES = ("answer", "certify", "cnf", "family", "file", "folder", "output", "problem", "proof", "solver")
_urls: list[str] = []


def remember(arguments: Sequence[str]) -> None:
    """Remember the URLs of a command line for `hide`."""
    # Turns may come as many arguments.
    _urls[:] = [url for text in (*arguments, " ".join(arguments)) if (url := urls_of(text))]


def hide(data: Any) -> Any:
    """Return what JSON has without what is secret in URLs."""
    return with_texts(data, hidden_text)


def hidden_text(text: str) -> str:
    """Return a text without what is secret in URLs."""
    return without_secrets(text, _urls)


def hidden_sentence(sentence: Sentence) -> Sentence:
    """Return a sentence without what is secret in URLs."""
    result = without_secrets(sentence, _urls)
    assert isinstance(result, Sentence), "a sentence stays one"
    return result


def refuse_urls(parsed: argparse.Namespace) -> None:
    """See that no URL with something secret is taken for turns, a name or the like: errors quote those in parts."""
    for name, value in vars(parsed).items():
        text = " ".join(map(str, value)) if isinstance(value, list) else value
        if name not in _PLACES and isinstance(text, str) and (url := urls_of(text)) and shown(url) != url:
            raise UsageError(_NO_PLACE(place=shown(url)))
