"""The messages of argparse for every kind of mistake that a user of the command can make.

`python3 tests/tools/argparse_messages.py` prints the messages of a Python; it needs no package.
`argparse_messages.json` has those of the Pythons with which it was run.
"""

import argparse
import json
import sys
from typing import Any, NoReturn

# The kind of mistake, and the words after the name of the program.
MISTAKES: dict[str, list[str]] = {
    "no verb": [],
    "no such verb": ["burn"],
    "no such option": ["solve", "--nope"],
    "too many words": ["apply", "R", "U F", "--nope"],
    "no number": ["solve", "--size", "two"],
    "no number, with quotes": ["solve", "--size", 'a: "b" it\'s'],
    "no such choice": ["show", "--view", "it's"],
    "no such choice of a positional argument": ["tables", "burn"],
    "a value is missing": ["solve", "-o"],
    "a value too many": ["solve", "--json=3"],
    "a required argument": ["apply"],
    "a required option": ["animate", "R"],
    "an ambiguous option": ["solve", "--s", "3"],
    "an ambiguous option with a value": ["solve", "--s=3"],
}


class _MistakeError(Exception):
    pass


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        raise _MistakeError(message)


def _parser() -> argparse.ArgumentParser:
    command = _Parser(prog="cubeproof")
    verbs: Any = command.add_subparsers(metavar="VERB", required=True)
    solve = verbs.add_parser("solve")
    solve.add_argument("scramble", nargs="*", metavar="SCRAMBLE")
    solve.add_argument("--size", type=int)
    solve.add_argument("--state")
    solve.add_argument("-o", "--output")
    solve.add_argument("--json", action="store_true")
    verbs.add_parser("apply").add_argument("alg", metavar="ALG")
    animate = verbs.add_parser("animate")
    animate.add_argument("alg", metavar="ALG")
    animate.add_argument("-o", "--output", required=True)
    verbs.add_parser("show").add_argument("--view", choices=["net", "solid"])
    verbs.add_parser("tables").add_argument("action", nargs="?", choices=["list", "build"])
    return command


def messages() -> dict[str, str]:
    """Return this Python's message for each mistake."""
    texts = {}
    for mistake, words in MISTAKES.items():
        try:
            _parser().parse_args(words)
        except _MistakeError as error:
            texts[mistake] = str(error)
    return texts


if __name__ == "__main__":
    sys.stdout.write(json.dumps({sys.version.split()[0]: messages()}, indent=2) + "\n")
