"""`Parser`: argparse in the language of the run; with --json its errors are JSON too."""

from __future__ import annotations

import argparse
import ast
import json
import re
import sys
from collections.abc import Callable, Iterable
from typing import Any, NoReturn

from cubeproof.cli.output.streams import hidden_text, in_words, valid_in_json
from cubeproof.cli.statuses import USAGE
from cubeproof.sentences import Sentence, Template, say

# argparse puts a colon after each heading; French has a space before it.
_USAGE = Template("help.usage", "usage: ")
_HELP = Template("help.help", "show this help message and exit")
_ERROR = Template("command.usage-error", "{program}: error: {reason}")

# Messages of argparse. They have no codes, so their text identifies them.
_ARGPARSE_MESSAGES = (
    Template("command.argument", "argument {argument}: {reason}"),
    Template("command.unrecognized", "unrecognized arguments: {arguments}"),
    Template("command.required", "the following arguments are required: {arguments}"),
    Template("command.ambiguous", "ambiguous option: {option} could match {options}"),
    Template("command.one-argument", "expected one argument"),
    Template("command.no-argument", "ignored explicit argument {value!r}"),
    Template("command.no-number", "invalid {kind} value: {value!r}"),
    Template("command.no-choice", "invalid choice: {value!r} (choose from {choices})"),
)
_CHOICE = Template("command.choice", "{name!r}")
_A_FIELD = re.compile(r"\\\{(\w+)(?:!r)?\\\}")


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Formats help with its own line breaks; `%` is an ordinary character, unlike in argparse."""

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
        super().add_usage(usage, actions, groups, in_words(_USAGE()) if prefix is None else prefix)

    def _expand_help(self, action: argparse.Action) -> str:
        return action.help or ""

    def _format_text(self, text: str) -> str:
        return super()._format_text(text.replace("%", "%%") if "%(prog)" in text else text)


class Parser(argparse.ArgumentParser):
    """A parser whose messages are in the language of the run."""

    fill: Callable[[Parser], None] | None = None
    """Adds further options when the verb is parsed."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, add_help=False, formatter_class=Formatter)
        self._positionals.title = in_words(say("help.positionals", "positional arguments"))
        self._optionals.title = in_words(say("help.options", "options"))
        self.add_argument("-h", "--help", action="help", default=argparse.SUPPRESS, help=_HELP)

    def add_argument(self, *names: str, **options: Any) -> argparse.Action:
        """Add an argument; its help may be a template without fields."""
        if isinstance(options.get("help"), Template):
            options["help"] = in_words(options["help"]())
        return super().add_argument(*names, **options)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Add the verb's further options, then parse."""
        if self.fill is not None:
            fill, self.fill = self.fill, None
            fill(self)
        self.is_json = "--json" in (sys.argv[1:] if args is None else args)
        return super().parse_known_args(args, namespace)

    def format_usage(self) -> str:
        """Return the usage for stderr; without help it is printed only before an error."""
        formatter = self._get_formatter()
        heading = in_words(_USAGE(), on_stderr=True)
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups, heading)
        return formatter.format_help()

    def error(self, message: str) -> NoReturn:
        """Report a usage error and exit."""
        # A URL may have been read as another argument: hide its password.
        reason = understood(hidden_text(message))
        if self.is_json:
            members = {"error": str(reason), "status": USAGE, **reason.to_dict()}
            del members["text"]
            print(json.dumps(valid_in_json(members)))
        self.print_usage(sys.stderr)
        self.exit(USAGE, in_words(_ERROR(program=self.prog, reason=reason), on_stderr=True) + "\n")


def understood(message: str) -> Sentence:
    """Return a message of argparse as a sentence; an unknown message has no code.

    >>> understood("argument --size: invalid int value: 'two'").values["reason"].values["value"]
    'two'
    """
    for template in _ARGPARSE_MESSAGES:
        match = re.fullmatch(_A_FIELD.sub(r"(?P<\1>.*?)", re.escape(template.english)), message, re.DOTALL)
        if match is not None:
            sentence = template(
                **{name: _READ.get(name, str)(text) for name, text in match.groupdict().items()}
            )
            if sentence == message:
                return sentence
    return Sentence(message)


def _unquote(text: str) -> str:
    try:
        return str(ast.literal_eval(text))
    except (SyntaxError, ValueError):
        return text


def _members(text: str) -> tuple[str, ...]:
    # Newer versions of Python omit the quotation marks.
    names = [(name, _unquote(name)) for name in text.split(", ")]
    return tuple(name if name == bare else _CHOICE(name=bare) for name, bare in names)


_READ: dict[str, Callable[[str], object]] = {"reason": understood, "value": _unquote, "choices": _members}
