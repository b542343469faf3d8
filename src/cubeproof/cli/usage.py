"""`Parser`: argparse in the language of the run; with --json its errors are JSON too."""

from __future__ import annotations

import argparse
import ast
import json
import re
import sys
import textwrap
from collections.abc import Callable, Iterable
from typing import Any, NoReturn

from cubeproof.cli.output.streams import hidden_text, in_words, print_on_stderr, valid_in_json
from cubeproof.cli.statuses import USAGE
from cubeproof.sentences import Sentence, Template, say

# argparse puts a colon after each heading; French has a space before it.
_USAGE = Template("help.usage", "usage: ")
_HELP = Template("help.help", "show this help message and exit")
_ERROR = Template("command.usage-error", "{program}: error: {reason}")

_UNRECOGNIZED = Template("command.unrecognized", "unrecognized arguments: {arguments}")

# Messages of argparse. They have no codes, so their text identifies them; tests/tools/argparse_messages.json has those
# of several versions of Python.
_ARGUMENT = Template("command.argument", "argument {argument}: {reason}")
_ARGPARSE_MESSAGES = (
    _ARGUMENT,
    Template("command.required", "the following arguments are required: {arguments}"),
    Template("command.ambiguous", "ambiguous option: {option} could match {options}"),
    Template("command.one-argument", "expected one argument"),
    Template("command.no-argument", "ignored explicit argument {value!r}"),
    Template("command.no-number", "invalid {kind} value: {value!r}"),
    Template("command.no-choice", "invalid choice: {value!r} (choose from {choices})"),
)
_CHOICE = Template("command.choice", "{name!r}")
_NEAR_CHOICE = Template(
    "command.near-choice", "invalid choice: {value!r}; did you mean {near!r}? (choose from {choices})"
)
_A_FIELD = re.compile(r"\\\{(\w+)(?:!r)?\\\}")


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Formats help with its own line breaks, and with the heading of the usage in the language of stdout."""

    on_stderr = False

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=30)

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[Any],
        prefix: str | None = None,
    ) -> None:
        """Add the usage, with its heading in the language of the run."""
        heading = in_words(_USAGE(), on_stderr=self.on_stderr)
        super().add_usage(usage, actions, groups, heading if prefix is None else prefix)

    def add_text(self, text: str | None) -> None:
        """Add a description or an epilog, in which `%` is an ordinary character, unlike in argparse."""
        super().add_text(text.replace("%", "%%") if text and "%(prog)" in text else text)

    def _split_lines(self, text: str, width: int) -> list[str]:
        """Break the help of an option into lines, but no name of a goal or a setting at its hyphens."""
        return textwrap.wrap(" ".join(text.split()), width, break_on_hyphens=False)


class StderrFormatter(Formatter):
    """Formats the usage before an error, in the language of stderr."""

    on_stderr = True


class Parser(argparse.ArgumentParser):
    """A parser whose messages are in the language of the run."""

    fill: Callable[[Parser], None] | None = None
    """Adds further options when the verb is parsed."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, add_help=False, formatter_class=Formatter)
        # argparse gives its own groups English headings; without arguments they do not appear in the help.
        self._words = self.add_argument_group(in_words(say("help.positionals", "positional arguments")))
        self._flags = self.add_argument_group(in_words(say("help.options", "options")))
        self.add_argument("-h", "--help", action="help", default=argparse.SUPPRESS, help=_HELP())

    def add_argument(self, *names: str, **options: Any) -> argparse.Action:
        """Add an argument; in its help, a sentence or another text, `%` is an ordinary character."""
        if isinstance(text := options.get("help"), str) and text is not argparse.SUPPRESS:
            options["help"] = literal(in_words(text))
        group = self._flags if names[0].startswith("-") else self._words
        return group.add_argument(*names, **options)

    def flag(self, name: str, text: str) -> None:
        """Add an option without a value."""
        self.add_argument(name, action="store_true", help=text)

    def option(self, name: str, metavar: str, text: str, short: str | None = None, **options: Any) -> None:
        """Add an option with a value, perhaps with a short name."""
        self.add_argument(*filter(None, (short, name)), metavar=metavar, help=text, **options)

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse the arguments of the command; refuse arguments that no parser reads."""
        parsed, others = self.parse_known_args(args, namespace)
        if others:
            self._fail(_UNRECOGNIZED(arguments=hidden_text(" ".join(others))))
        return parsed

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Add the verb's further options, then parse."""
        if self.fill is not None:
            fill, self.fill = self.fill, None
            fill(self)
        self.is_json = not {"--json", "--json-lines"}.isdisjoint(sys.argv[1:] if args is None else args)
        return super().parse_known_args(args, namespace)

    def print_help(self, file: Any = None) -> None:
        """Write the help; argparse would ignore a full disk."""
        (file or sys.stdout).write(self.format_help())

    def format_usage(self) -> str:
        """Return the usage for stderr; without help it is printed only before an error."""
        self.formatter_class = StderrFormatter
        try:
            return super().format_usage()
        finally:
            self.formatter_class = Formatter

    def error(self, message: str) -> NoReturn:
        """Report a usage error that argparse found, and exit."""
        # A URL may have been read as another argument: hide its password.
        self._fail(_with_near_choice(understood(hidden_text(message))))

    def _fail(self, reason: Sentence) -> NoReturn:
        if self.is_json:
            members = {"error": str(reason), "status": USAGE, **reason.to_dict()}
            del members["text"]
            print(json.dumps(valid_in_json(members)))
        # The error first, since the usage of `solve` has dozens of lines.
        print_on_stderr(_ERROR(program=self.prog, reason=reason))
        self.print_usage(sys.stderr)
        self.exit(USAGE)


def literal(text: str) -> str:
    """Return the help of an argument for argparse, which replaces fields that start with `%`."""
    return text.replace("%", "%%")


def understood(message: str) -> Sentence:
    """Return a message of argparse as a sentence; an unknown message has no code.

    >>> understood("argument --size: invalid int value: 'two'").values["reason"].values["value"]
    'two'
    """
    for template in _ARGPARSE_MESSAGES:
        match = re.fullmatch(_A_FIELD.sub(r"(?P<\1>.*?)", re.escape(template.english)), message, re.DOTALL)
        if match is not None:
            sentence = template.fill(
                {name: _READ.get(name, str)(text) for name, text in match.groupdict().items()}
            )
            if _unquoted(sentence) == _unquoted(message):
                return sentence
    return Sentence(message)


def _with_near_choice(sentence: Sentence) -> Sentence:
    """Add the choice that is spelt most like a wrong one, if any is."""
    values = sentence.values
    if isinstance(reason := values.get("reason"), Sentence):
        return _ARGUMENT(argument=values["argument"], reason=_with_near_choice(reason))
    choices = values.get("choices")
    if sentence.code == "command.no-choice" and isinstance(choices, tuple):
        from difflib import get_close_matches

        names = [str(choice.values["name"]) for choice in choices if isinstance(choice, Sentence)]
        for near in get_close_matches(str(values["value"]), names, n=1):
            return _NEAR_CHOICE(value=values["value"], near=near, choices=choices)
    return sentence


def _unquote(text: str) -> str:
    try:
        return str(ast.literal_eval(text))
    except (SyntaxError, ValueError):
        return text


def _members(text: str) -> tuple[str, ...]:
    return tuple(_CHOICE(name=_unquote(name)) for name in text.split(", "))


def _unquoted(message: str) -> str:
    # Only some versions of Python write the choices in quotation marks.
    before, start, choices = message.partition(" (choose from ")
    return before + start + choices.replace("'", "")


_READ: dict[str, Callable[[str], object]] = {"reason": understood, "value": _unquote, "choices": _members}
