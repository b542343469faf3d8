"""Messages of the command in the language of the run, and its streams.

Every line for people goes through this module: `tell` prints on stderr, `show` on stdout, `in_words` returns the text.
JSON, formulas, pictures and names go to their streams as they are. A stream that is closed or full, or lacks
letters, is no defect of ours.
"""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import re
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TextIO

from cubeproof.base.locale_tag import tag_asked
from cubeproof.errors import UsageError
from cubeproof.places import shown, urls_of, without_secrets
from cubeproof.sentences import Sentence, Template

if TYPE_CHECKING:
    from cubeproof.languages import Language

SAYS = Template("command.says", "cubeproof: {sentence}")
"""A message of a run with the program's name, since other programs may also print on stderr."""

NO_TURN = Template("command.no-turn", "(no turn)")
"""The text shown for an answer without turns."""

_LOCALE_DAMAGED = Template("command.locale-damaged", "{problem} The command speaks English.")


_SURROGATE = re.compile("[\ud800-\udfff]")


class _RunSettings:
    """The run of the command."""

    on_stdout: Language | None = None
    """The language that it speaks there, None for English."""
    on_stderr: Language | None = None
    """The same of stderr."""


def make_ready() -> None:
    """Keep printing from failing because of unencodable letters or a closed stream, as by `>&-`."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            # It also keeps the number of the stream from a file that would get what is meant for it.
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a letter shows a question mark instead.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def speak(tag: str, *, on_stdout: bool = True) -> None:
    """Say everything from now on in the language with a tag."""
    if tag == "en":
        # Without the module of languages, which `--help` does not wait for.
        _RunSettings.on_stdout = _RunSettings.on_stderr = None
        return
    from cubeproof.languages import language

    _RunSettings.on_stderr = language(tag)
    _RunSettings.on_stdout = _RunSettings.on_stderr if on_stdout else None


def choose_language(arguments: Sequence[str], environment: Mapping[str, str] = os.environ) -> None:
    """Speak as the arguments ask, else as the locale does on terminals, else English.

    The locale is for people: stderr must be a terminal, and for what goes to stdout that too, since a program
    may read it. This is before the arguments are parsed, since the parser speaks too. An unknown tag among them
    is not reported here, but when the arguments have been parsed; a damaged table of the locale's language is reported
    and the run is in English, since the language was not requested.
    """
    from cubeproof.errors import UsageError

    speak("en")
    tag = _asked(arguments)
    if tag is not None:
        with contextlib.suppress(UsageError):
            speak(tag)
    elif sys.stderr.isatty() and tag_asked(environment).partition("-")[0].lower() not in ("", "en"):
        from cubeproof.languages import from_locale

        try:
            speak(from_locale(environment), on_stdout=sys.stdout.isatty())
        except UsageError as error:
            tell(SAYS(sentence=_LOCALE_DAMAGED(problem=error.sentence)))


def _asked(arguments: Sequence[str]) -> str | None:
    """Return the last tag given by `--lang`, or None."""
    tag = None
    for number, argument in enumerate(arguments):
        if argument == "--":
            break
        if argument.startswith("--lang="):
            tag = argument.partition("=")[2]
        elif argument == "--lang" and number + 1 < len(arguments):
            tag = arguments[number + 1]
    return tag


def in_words(text: str, *, on_stderr: bool = False) -> str:
    """A sentence in the language of the run, for stdout or for stderr. Other text stays as it is.

    >>> from cubeproof.sentences import Template
    >>> in_words(Template("example.done", "Done.")())
    'Done.'
    """
    language = _RunSettings.on_stderr if on_stderr else _RunSettings.on_stdout
    return str(text) if language is None else language.say(text)


def tell(text: str) -> None:
    """Say something on stderr. Where that takes nothing, as on a full disk, the answer matters more."""
    put(sys.stderr, in_words(text, on_stderr=True))


def show(text: str) -> None:
    """Say something on stdout."""
    sys.stdout.write(f"{in_words(text)}\n")


def put(stream: TextIO, text: str) -> None:
    """Print a line, or nothing if the stream takes nothing."""
    with contextlib.suppress(OSError):
        # At one go, so that no other thread's line comes in between.
        stream.write(f"{text}\n")
    flush(stream)


def valid_in_json(data: Any) -> Any:
    r"""Return data for JSON with U+FFFD for each byte of a file name that is not UTF-8: JSON has no lone surrogates.

    >>> valid_in_json({"file": "caf\udce9", "lines": [1, "\udcff"]})
    {'file': 'caf�', 'lines': [1, '�']}
    """
    return with_texts(data, lambda text: _SURROGATE.sub("\ufffd", text))


def with_texts(data: Any, change: Callable[[str], str]) -> Any:
    """Return what JSON has with each text, names too, changed by a function."""
    if isinstance(data, str):
        return change(data)
    if isinstance(data, Mapping):
        return {change(str(name)): with_texts(value, change) for name, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [with_texts(value, change) for value in data]
    return data


def colours_are_shown() -> bool:
    """Whether what is printed goes to a terminal whose user has nothing against colours (https://no-color.org)."""
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ


def flush(stream: TextIO) -> None:
    """Get rid of what a stream holds; else Python would try again when it ends, and complain."""
    try:
        stream.flush()
    except OSError:
        with contextlib.suppress(OSError), open(os.devnull, "wb") as nowhere:  # noqa: PTH123
            os.dup2(nowhere.fileno(), stream.fileno())


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
