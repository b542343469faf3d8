"""What the command says, in the language of the run, and the streams it goes to.

Every line for people goes through here: `tell` says it on stderr, `show` on stdout, `said` gives the text.
JSON, formulas, pictures and names go to their streams as they are. A stream that is closed or full, or lacks
letters, is no defect of ours.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, TextIO

from cubeproof.sentences import Template

if TYPE_CHECKING:
    from cubeproof.languages import Language

__all__ = ["SAYS", "choose_language", "flush", "make_ready", "put", "said", "show", "speak", "tell"]

SAYS = Template("command.says", "cubeproof: {sentence}")
"""What is said of a run, and by whom, since what else is on stderr may come from other programs."""

_LOCALE = ("LC_ALL", "LC_MESSAGES", "LANG")
_ENGLISH = ("", "c", "en", "posix")


class _Run:
    """The run of the command.

    Attributes:
        language: the language it speaks, None for English.
    """

    language: Language | None = None


def make_ready() -> None:
    """See that printing fails neither for the letters nor because a stream was closed, as by `>&-`."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            # It also keeps the number of the stream from a file that would get what is meant for it.
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115
    for stream in (sys.stdout, sys.stderr):
        # A terminal that cannot show a letter shows a question mark instead.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def speak(tag: str) -> None:
    """Say everything from now on in the language with a tag.

    Raises:
        UsageError: there is no such language, or its table is damaged.
    """
    if tag == "en":
        # Without the module of languages, which `--help` does not wait for.
        _Run.language = None
        return
    from cubeproof.languages import language

    _Run.language = language(tag)


def choose_language(arguments: Sequence[str], environment: Mapping[str, str] = os.environ) -> None:
    """Speak as the arguments ask, else as the locale does where stderr is a terminal, else English.

    This is before the arguments are parsed, since the parser speaks too. An unknown tag is not complained of
    here, but when they have been parsed.

    Args:
        arguments: those of the command.
        environment: the variables of the locale.

    Raises:
        UsageError: the table of the locale's language is damaged.
    """
    from cubeproof.errors import UsageError

    speak("en")
    asked = _asked(arguments)
    if asked is not None:
        with contextlib.suppress(UsageError):
            speak(asked)
    elif sys.stderr.isatty():
        named = next((environment[name] for name in _LOCALE if environment.get(name)), "")
        if named.split(".")[0].split("_")[0].lower() not in _ENGLISH:
            from cubeproof.languages import from_locale

            speak(from_locale(environment))


def _asked(arguments: Sequence[str]) -> str | None:
    """The last tag that is given by `--lang`, None if there is none."""
    asked = None
    for number, argument in enumerate(arguments):
        if argument == "--":
            break
        if argument.startswith("--lang="):
            asked = argument.partition("=")[2]
        elif argument == "--lang" and number + 1 < len(arguments):
            asked = arguments[number + 1]
    return asked


def said(text: str) -> str:
    """A sentence in the language of the run. Other text stays as it is.

    >>> from cubeproof.sentences import Template
    >>> said(Template("example.done", "Done.")())
    'Done.'
    """
    return str(text) if _Run.language is None else _Run.language.say(text)


def tell(text: str) -> None:
    """Say something on stderr. Where that takes nothing, as on a full disk, the answer matters more."""
    put(sys.stderr, said(text))


def show(text: str) -> None:
    """Say something on stdout.

    Raises:
        OSError: stdout takes nothing.
    """
    print(said(text))


def put(stream: TextIO, text: str) -> None:
    """Print a line, or nothing if the stream takes nothing."""
    with contextlib.suppress(OSError):
        print(text, file=stream)
    flush(stream)


def flush(stream: TextIO) -> None:
    """Get rid of what a stream holds; else Python would try again when it ends, and complain."""
    try:
        stream.flush()
    except OSError:
        with contextlib.suppress(OSError), open(os.devnull, "wb") as nowhere:  # noqa: PTH123
            os.dup2(nowhere.fileno(), stream.fileno())
