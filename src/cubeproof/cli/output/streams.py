"""Messages of the command in the language of the run, and its streams.

Every line for people goes through this module: by `print_on_stderr` or `print_on_stdout`; `in_words` returns the text.
JSON, formulas, pictures and names are written unchanged. A stream that is closed or full, or cannot encode a letter,
does not count as an internal error.
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
from cubeproof.base.platform_support import shows_colours
from cubeproof.errors import UsageError
from cubeproof.places import shown, urls_of, without_secrets
from cubeproof.sentences import Sentence, Template

if TYPE_CHECKING:
    from cubeproof.languages import Language

_MESSAGE = Template("command.says", "cubeproof: {sentence}")

NO_TURN = Template("command.no-turn", "(no turn)")
"""The text shown for an answer without turns."""

_LOCALE_DAMAGED = Template("command.locale-damaged", "{problem} The command speaks English.")


_SURROGATE = re.compile("[\ud800-\udfff]")


class _RunSettings:
    """The languages of this run; None for English."""

    on_stdout: Language | None = None
    on_stderr: Language | None = None


def make_ready() -> None:
    """Let printing succeed despite unencodable letters or a stream closed by `>&-`."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            # An open stream also reserves its number, which another file would get otherwise.
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        # A letter that cannot be encoded becomes a question mark.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def set_language(tag: str, *, on_stdout: bool = True) -> None:
    """Set the language of the messages that follow."""
    if tag == "en":
        # `--help` does not load the module of languages.
        _RunSettings.on_stdout = _RunSettings.on_stderr = None
        return
    from cubeproof.languages import language

    _RunSettings.on_stderr = language(tag)
    _RunSettings.on_stdout = _RunSettings.on_stderr if on_stdout else None


def choose_language(arguments: Sequence[str]) -> None:
    """Choose the language by --lang, else on terminals by the locale, else English.

    The locale applies to people, not to programs: to stderr if it is a terminal, and to stdout if both are. The choice
    precedes parsing, since the parser prints messages too. An unknown tag is reported after parsing. A damaged table
    of the locale's language is reported in English, since the user did not request that language.
    """
    set_language("en")
    tag = _requested_tag(arguments)
    if tag is not None:
        with contextlib.suppress(UsageError):
            set_language(tag)
    elif sys.stderr.isatty() and tag_asked(os.environ).partition("-")[0].lower() not in ("", "en"):
        from cubeproof.languages import from_locale

        try:
            set_language(from_locale(), on_stdout=sys.stdout.isatty())
        except UsageError as error:
            print_message(_LOCALE_DAMAGED(problem=error.sentence))


def _requested_tag(arguments: Sequence[str]) -> str | None:
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
    """Return a sentence in the language of the run, for stdout or stderr; other text is returned unchanged.

    >>> from cubeproof.sentences import Template
    >>> in_words(Template("example.done", "Done.")())
    'Done.'
    """
    language = _RunSettings.on_stderr if on_stderr else _RunSettings.on_stdout
    return str(text) if language is None else language.say(text)


def print_on_stderr(text: str) -> None:
    """Print a message on stderr; ignore errors of the stream, since the answer matters more."""
    print_line(sys.stderr, in_words(text, on_stderr=True))


def print_message(sentence: str) -> None:
    """Print a sentence on stderr after the name of the program, since other programs may also print there."""
    print_on_stderr(_MESSAGE(sentence=sentence))


def print_on_stdout(text: str) -> None:
    """Print a text on stdout."""
    sys.stdout.write(f"{in_words(text)}\n")


def print_line(stream: TextIO, text: str) -> None:
    """Print a line, or nothing if the stream fails."""
    with contextlib.suppress(OSError):
        # In one write, so that lines of threads do not mix.
        stream.write(f"{text}\n")
    flush(stream)


def valid_in_json(data: Any) -> Any:
    r"""Return data for JSON with U+FFFD for each byte of a file name that is not UTF-8: JSON has no lone surrogates.

    >>> valid_in_json({"file": "caf\udce9", "lines": [1, "\udcff"]})
    {'file': 'caf�', 'lines': [1, '�']}
    """
    return with_texts(data, lambda text: _SURROGATE.sub("\ufffd", text))


def with_texts(data: Any, change: Callable[[str], str]) -> Any:
    """Return JSON data with each text, also names of members, changed by a function."""
    if isinstance(data, str):
        return change(data)
    if isinstance(data, Mapping):
        return {change(str(name)): with_texts(value, change) for name, value in data.items()}
    if isinstance(data, (list, tuple)):
        return [with_texts(value, change) for value in data]
    return data


def colours_are_shown() -> bool:
    """Whether stdout is a terminal and NO_COLOR is not set (https://no-color.org)."""
    return sys.stdout.isatty() and "NO_COLOR" not in os.environ and shows_colours()


def flush(stream: TextIO) -> None:
    """Flush a stream; if it fails, discard its buffer, which Python would otherwise flush at exit with an error."""
    try:
        stream.flush()
    except OSError:
        with contextlib.suppress(OSError), open(os.devnull, "wb") as nowhere:  # noqa: PTH123
            os.dup2(nowhere.fileno(), stream.fileno())


_NO_PLACE = Template(
    "command.no-place",
    "{place} is a URL: only arguments that name a file or a folder may be one.",
)
# The arguments that name a file, a folder or a cluster, and a command.
_PLACES = (
    *("answer", "certify", "cluster", "cnf", "family", "file"),
    *("folder", "output", "problem", "proof", "share", "solver"),
)
_urls: list[str] = []


def remember_urls(arguments: Sequence[str]) -> None:
    """Remember the URLs of a command line for `hide_secrets`."""
    # Turns may be several arguments.
    _urls[:] = [url for text in (*arguments, " ".join(arguments)) if (url := urls_of(text))]


def hide_secrets(data: Any) -> Any:
    """Return JSON data without the secrets of URLs."""
    return with_texts(data, hidden_text)


def hidden_text(text: str) -> str:
    """Return a text without the secrets of URLs."""
    return without_secrets(text, _urls)


def hidden_sentence(sentence: Sentence) -> Sentence:
    """Return a sentence without the secrets of URLs."""
    result = without_secrets(sentence, _urls)
    assert isinstance(result, Sentence), "a sentence stays one"
    return result


def refuse_urls(parsed: argparse.Namespace) -> None:
    """Refuse a URL with secrets as turns, a name or the like: error messages may quote parts of these."""
    for name, value in vars(parsed).items():
        text = " ".join(map(str, value)) if isinstance(value, list) else value
        if name not in _PLACES and isinstance(text, str) and (url := urls_of(text)) and shown(url) != url:
            from cubeproof.puzzle.facelet_symbols import is_link

            if not is_link(text):
                raise UsageError(_NO_PLACE(place=shown(url)))
