"""`Parser`: argparse in the language of the run, with its errors in JSON too where that was asked for."""

from __future__ import annotations

import argparse
import ast
import json
import re
import sys
from collections.abc import Callable, Iterable
from typing import Any, NoReturn

from cubeproof.cli.statuses import USAGE
from cubeproof.cli.streams import said
from cubeproof.sentences import Sentence, Template

__all__ = ["Formatter", "Parser", "understood"]

# A colon follows each heading, which argparse puts there; French has a space before it.
_USAGE = Template("help.usage", "usage: ")
_POSITIONALS = Template("help.positionals", "positional arguments")
_OPTIONS = Template("help.options", "options")
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
_A_FIELD = re.compile(r"\\\{(\w+)(?:!r)?\\\}")


class Formatter(argparse.RawDescriptionHelpFormatter):
    """Help as it is written, with the options' column where it leaves room."""

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
        super().add_usage(usage, actions, groups, said(_USAGE()) if prefix is None else prefix)


class Parser(argparse.ArgumentParser):
    """A parser that speaks the language of the run.

    Attributes:
        fill: adds what only its own verb needs to know, as soon as that verb is read.
    """

    fill: Callable[[argparse.ArgumentParser], None] | None = None

    def __init__(self, **options: Any) -> None:
        super().__init__(**options, add_help=False, formatter_class=Formatter)
        self._positionals.title = said(_POSITIONALS())
        self._optionals.title = said(_OPTIONS())
        self.add_argument("-h", "--help", action="help", default=argparse.SUPPRESS, help=said(_HELP()))

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse what is known, after the verb has been filled in."""
        if self.fill is not None:
            fill, self.fill = self.fill, None
            fill(self)
        given = sys.argv[1:] if args is None else args
        self.wants_json = "--json" in given
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        """Tell what cannot be read, and end with the status of bad usage."""
        reason = understood(message)
        if self.wants_json:
            told = {"error": str(reason), "status": USAGE, **reason.to_dict()}
            del told["text"]
            print(json.dumps(told))
        self.print_usage(sys.stderr)
        self.exit(USAGE, said(_ERROR(program=self.prog, reason=reason)) + "\n")


def understood(message: str) -> Sentence:
    """What argparse says as a sentence, whose English is that text; what is not known has no code.

    >>> understood("argument --size: invalid int value: 'two'").values["reason"].values["value"]
    'two'
    """
    for template in _SAYINGS:
        found = re.fullmatch(_A_FIELD.sub(r"(?P<\1>.*?)", re.escape(template.english)), message, re.DOTALL)
        if found is not None:
            values: dict[str, str] = found.groupdict()
            if "reason" in values:
                values["reason"] = understood(values["reason"])
            if "value" in values:
                values["value"] = _unquoted(values["value"])
            sentence = template(**values)
            return sentence if sentence == message else Sentence(message)
    return Sentence(message)


def _unquoted(text: str) -> str:
    try:
        return str(ast.literal_eval(text))
    except (SyntaxError, ValueError):
        return text
