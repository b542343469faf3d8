"""`Parser`: argparse in the language of the run, with its errors in JSON too where that was asked for."""

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

# A colon follows each heading, which argparse puts there; French has a space before it.
_USAGE = Template("help.usage", "usage: ")
_HELP = Template("help.help", "show this help message and exit")
_ERROR = Template("command.usage-error", "{program}: error: {reason}")

# What argparse says. It gives no codes, so each is known by its text.
_SAYINGS = (
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
    """Help as it is written, with the options' column where it leaves room.

    argparse takes what comes after a `%` in it for a field; in our texts a `%` is a `%`.
    """

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=30)

    def add_usage(
        self,
        usage: str | None,
        actions: Iterable[argparse.Action],
        groups: Iterable[Any],
        prefix: str | None = None,
    ) -> None:
        """Begin with the usage, under its heading in the language of the run."""
        super().add_usage(usage, actions, groups, in_words(_USAGE()) if prefix is None else prefix)

    def _expand_help(self, action: argparse.Action) -> str:
        return action.help or ""

    def _format_text(self, text: str) -> str:
        return super()._format_text(text.replace("%", "%%") if "%(prog)" in text else text)


class Parser(argparse.ArgumentParser):
    """A parser that speaks the language of the run."""

    fill: Callable[[argparse.ArgumentParser], None] | None = None
    """Adds the options of a verb when that verb is parsed."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, add_help=False, formatter_class=Formatter)
        self._positionals.title = in_words(say("help.positionals", "positional arguments"))
        self._optionals.title = in_words(say("help.options", "options"))
        self.add_argument("-h", "--help", action="help", default=argparse.SUPPRESS, help=in_words(_HELP()))

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse what is known, after the verb has been filled in."""
        if self.fill is not None:
            fill, self.fill = self.fill, None
            fill(self)
        given = sys.argv[1:] if args is None else args
        self.wants_json = "--json" in given
        return super().parse_known_args(args, namespace)

    def format_usage(self) -> str:
        """Return the usage, which is printed without help only before an error, on stderr."""
        formatter = self._get_formatter()
        heading = in_words(_USAGE(), on_stderr=True)
        formatter.add_usage(self.usage, self._actions, self._mutually_exclusive_groups, heading)
        return formatter.format_help()

    def error(self, message: str) -> NoReturn:
        """Tell what cannot be read, and end with the status of bad usage."""
        # Whatever was mistaken for what: no password of a URL is printed.
        reason = understood(hidden_text(message))
        if self.wants_json:
            members = {"error": str(reason), "status": USAGE, **reason.to_dict()}
            del members["text"]
            print(json.dumps(valid_in_json(members)))
        self.print_usage(sys.stderr)
        self.exit(USAGE, in_words(_ERROR(program=self.prog, reason=reason), on_stderr=True) + "\n")


def understood(message: str) -> Sentence:
    """What argparse says as a sentence, whose English is that text; what is not known has no code.

    >>> understood("argument --size: invalid int value: 'two'").values["reason"].values["value"]
    'two'
    """
    for template in _SAYINGS:
        match = re.fullmatch(_A_FIELD.sub(r"(?P<\1>.*?)", re.escape(template.english)), message, re.DOTALL)
        if match is not None:
            sentence = template(
                **{name: _READ.get(name, str)(text) for name, text in match.groupdict().items()}
            )
            if sentence == message:
                return sentence
    return Sentence(message)


def _unquoted(text: str) -> str:
    try:
        return str(ast.literal_eval(text))
    except (SyntaxError, ValueError):
        return text


def _members(text: str) -> tuple[str, ...]:
    # Newer Pythons leave out the quotation marks.
    names = [(name, _unquoted(name)) for name in text.split(", ")]
    return tuple(name if name == bare else _CHOICE(name=bare) for name, bare in names)


_READ: dict[str, Callable[[str], object]] = {"reason": understood, "value": _unquoted, "choices": _members}
