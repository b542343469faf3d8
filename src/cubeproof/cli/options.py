"""`build_parser`: the verbs of the command and their options."""

from __future__ import annotations

import argparse
import re
import textwrap
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from cubeproof import __version__
from cubeproof.base.picture_formats import FILMS, PICTURES, TEXTS, names_by_ending
from cubeproof.cli import texts
from cubeproof.cli.output.streams import in_words
from cubeproof.cli.usage import Parser, literal
from cubeproof.problem import GOALS
from cubeproof.puzzle.events import layers_of_size
from cubeproof.puzzle.notation import LowerCase
from cubeproof.sentences import Sentence, Template

if TYPE_CHECKING:
    from cubeproof.contract.settings import Setting


def whole_number(text: str) -> int:
    """Read a whole number in the digits 0 to 9; `int` also accepts `1_0` and digits of other scripts."""
    if not re.fullmatch(r"[-+]?[0-9]+", text.strip(" ")):
        raise ValueError(text)
    return int(text)


def layers(text: str) -> int:
    """Read the size of a cube, such as `3` or `3x3x3`.

    Raises:
        ValueError: neither of these.

    >>> layers("3x3x3"), layers("4")
    (3, 4)
    """
    size = layers_of_size(text)
    return whole_number(text) if size is None else size


def number(text: str) -> float:
    """Read a number in the digits 0 to 9, or `inf` or `nan`, which the library refuses with a message.

    Raises:
        ValueError: not a number.
    """
    if "_" in text or not text.isascii():
        raise ValueError(text)
    return float(text)


# argparse puts these names into its messages.
whole_number.__name__ = layers.__name__ = "int"
number.__name__ = "float"
_READERS: dict[type, Callable[[str], Any]] = {int: whole_number, float: number}


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the command, in the language of the run."""
    command = Parser(
        prog="cubeproof", description=in_words(texts.COMMAND()), epilog=in_words(texts.EXAMPLES())
    )
    version = f"cubeproof {__version__}"
    command.add_argument("--version", action="version", version=version, help=texts.VERSION)
    command.add_argument("--lang", metavar="TAG", help=texts.LANG)
    verbs = command.add_subparsers(title=in_words(texts.VERBS()), metavar="VERB", required=True)

    def verb(name: str, summary: Template, module: str | None = None) -> Parser:
        text = in_words(summary())
        verb_parser = verbs.add_parser(name, help=literal(text), description=text)
        verb_parser.set_defaults(module=module or name, verb=name)
        # No default, which would overwrite a `--lang` before the verb.
        verb_parser.add_argument("--lang", metavar="TAG", default=argparse.SUPPRESS, help=texts.LANG)
        return verb_parser

    verb("solve", texts.SOLVE, "solve.one_cube").fill = _solve

    scramble = verb("scramble", texts.SCRAMBLE)
    _size(scramble)
    scramble.add_argument("--seed", type=whole_number, metavar="N", help=texts.SEED)
    scramble.add_argument("--state", action="store_true", help=texts.RANDOM_STATE)
    scramble.add_argument("--count", type=whole_number, default=1, metavar="K", help=texts.COUNT)
    _json(scramble)

    apply = verb("apply", texts.APPLY)
    apply.add_argument("alg", metavar="ALG", help=texts.ALG)
    _given_cube(apply)
    _steps(apply)
    _json(apply)

    show = verb("show", texts.SHOW, "show")
    _cube(show)
    show.add_argument("--format", metavar="FORMAT", help=in_words(texts.FORMAT(formats=(*TEXTS, *PICTURES))))
    show.add_argument("--view", default="net", choices=["net", "solid", "plan"], help=texts.VIEW)
    _look(show)
    show.add_argument("--move", metavar="TURN", help=texts.ARROWS)
    show.add_argument("--goal", metavar="NAME", help=texts.RINGS)
    show.add_argument("--suspects", action="store_true", help=texts.SUSPECTS)
    show.add_argument("-o", "--output", metavar="FILE", help=texts.PICTURE)

    animate = verb("animate", texts.ANIMATE, "animate")
    animate.add_argument("alg", metavar="ALG", help=texts.ALG)
    animate.add_argument("--from", dest="start", metavar="SCRAMBLE", help=texts.FROM)
    _given_cube(animate)
    animate.add_argument("--speed", type=number, default=1.0, metavar="X", help=texts.SPEED)
    _look(animate)
    animate.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="FILE",
        help=in_words(texts.FILM(endings=tuple(names_by_ending(FILMS)))),
    )

    cnf = verb("cnf", texts.CNF, "formulas.cnf")
    _cube(cnf)
    _problem(cnf)
    cnf.set_defaults(metric=None)
    cnf.add_argument("--length", type=whole_number, metavar="T", help=texts.LENGTH)
    cnf.add_argument("--exactly", action="store_true", help=texts.EXACTLY)
    cnf.add_argument("--stage", type=whole_number, metavar="K", help=texts.STAGE)
    cnf.fill = _encoding
    cnf.add_argument("-o", "--output", metavar="FILE", help=texts.FORMULA)
    cnf.add_argument("--family", metavar="DIR", help=texts.FAMILY)
    cnf.add_argument("--seed", type=whole_number, metavar="N", help=texts.FAMILY_SEED)
    cnf.add_argument("--count", type=whole_number, metavar="K", help=texts.FAMILY_COUNT)
    cnf.add_argument("--gzip", action="store_true", help=texts.GZIP)

    decode = verb("decode", texts.DECODE, "formulas.decode")
    decode.add_argument("cnf", metavar="FILE.cnf", help=texts.FORMULA_FILE)
    decode.add_argument("answer", metavar="ANSWER", help=texts.SOLVER_OUTPUT)
    decode.add_argument("--wait", action="store_true", help=texts.WAIT)
    decode.add_argument("--timeout", type=number, metavar="SECONDS", help=texts.WAIT_TIMEOUT)
    decode.add_argument("--proof", metavar="FILE", help=texts.PROOF)
    _json(decode)

    check = verb("check", texts.CHECK)
    check.add_argument("folder", metavar="DIR", help=texts.FOLDER)
    check.add_argument("--formal", action="store_true", help=texts.FORMAL)
    _json(check)

    explore = verb("explore", texts.EXPLORE)
    _size(explore, 2)
    _metric(explore)
    _moves(explore)
    explore.add_argument("--depth", type=whole_number, metavar="D", help=texts.DEPTH)
    explore.add_argument("-o", "--output", metavar="chart.svg", help=texts.CHART)
    _json(explore)

    serve = verb("serve", texts.SERVE)
    serve.epilog = in_words(texts.VISITORS())
    serve.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help=texts.HOST)
    serve.add_argument("--port", type=whole_number, default=8000, metavar="N", help=texts.PORT)
    serve.add_argument("--allow-host", action="append", default=[], metavar="NAME", help=texts.ALLOW_HOST)
    serve.add_argument("--proxy", action="append", default=[], metavar="ADDRESS", help=texts.PROXY)

    tables = verb("tables", texts.TABLES)
    tables.add_argument(
        "action",
        nargs="?",
        default="list",
        choices=["list", "info", "build", "verify", "remove"],
        help=texts.ACTION,
    )
    tables.add_argument("name", nargs="?", metavar="NAME", help=texts.TABLE)
    _json(tables)

    doctor = verb("doctor", texts.DOCTOR)
    _json(doctor)
    return command


def _solve(solve: Parser) -> None:
    # Other verbs do not need the facts of engines, which take time to load.
    from cubeproof.solving.registry import ENGINES

    _cube(solve)
    _problem(solve)
    solve.add_argument("--crosses", action="store_true", help=texts.CROSSES)
    solve.add_argument(
        "--engine", default="auto", metavar="NAME", help=in_words(texts.ENGINE(names=tuple(ENGINES)))
    )
    width = max(map(len, ENGINES))
    lines = (
        textwrap.fill(
            in_words(row.summary), initial_indent=f"  {name:<{width}}  ", subsequent_indent=" " * (width + 4)
        )
        for name, row in ENGINES.items()
    )
    solve.epilog = "\n".join([in_words(texts.ENGINES()), *lines])
    solve.add_argument("--max-length", type=whole_number, metavar="N", help=texts.MAX_LENGTH)
    solve.add_argument("--timeout", type=number, metavar="SECONDS", help=texts.TIMEOUT)
    solve.add_argument("--file", metavar="FILE", help=texts.FILE)
    solve.add_argument("--problem", metavar="FILE.json", help=texts.PROBLEM)
    solve.add_argument("-o", "--output", metavar="FILE", help=texts.ANSWERS)
    solve.add_argument("--certify", metavar="DIR", help=texts.CERTIFY)
    _steps(solve)
    _json(solve)
    solve.add_argument("--json-lines", action="store_true", help=texts.JSON_LINES)
    _settings(solve)


def _encoding(parser: Parser) -> None:
    from cubeproof.formulas.encodings import ENCODINGS

    parser.add_argument(
        "--encoding", default="framed", metavar="NAME", help=in_words(texts.ENCODING(names=tuple(ENCODINGS)))
    )


def _settings(parser: Parser) -> None:
    """Add the settings of all engines; options that are not given are absent from the namespace."""
    from cubeproof.solving.registry import ENGINES, all_settings

    group = parser.add_argument_group(in_words(texts.SETTINGS()), in_words(texts.SETTINGS_OF_OTHERS()))
    for setting in all_settings():
        text = literal(
            in_words(_help_of(setting, [name for name, row in ENGINES.items() if setting in row.takes]))
        )
        flag = f"--{setting.called.replace('_', '-')}"
        if setting.kind is bool:
            group.add_argument(
                flag, dest=setting.called, action="store_true", default=argparse.SUPPRESS, help=text
            )
        else:
            group.add_argument(
                flag,
                dest=setting.called,
                type=_READERS.get(setting.kind, setting.kind),
                default=argparse.SUPPRESS,
                metavar=setting.metavar or {int: "N", float: "X", str: "TEXT"}[setting.kind],
                help=text,
            )


def _help_of(setting: Setting, engines: list[str]) -> Sentence:
    values: dict[str, object] = {"text": setting.help, "engines": engines}
    has_default = setting.default not in (None, False, "")
    if has_default:
        values["default"] = setting.default
    if setting.choices:
        values["choices"] = setting.choices
        return (texts.SETTING_BOTH if has_default else texts.SETTING_CHOICES)(**values)
    return (texts.SETTING_DEFAULT if has_default else texts.SETTING)(**values)


def _size(parser: Parser, default: int = 3) -> None:
    text = in_words(texts.SIZE(default=default))
    parser.add_argument("--size", type=layers, default=default, metavar="N", help=text)


def _given_cube(parser: Parser) -> None:
    """Add the options of a cube, and how its text is read."""
    parser.add_argument("--state", metavar="FACELETS", help=texts.STATE)
    parser.add_argument("--size", type=layers, metavar="N", help=texts.SIZE_OR_STATE)
    parser.add_argument("--order", metavar="FACES", help=texts.ORDER)
    parser.add_argument("--lower-case", choices=[choice.value for choice in LowerCase], help=texts.LOWER_CASE)


def _cube(parser: Parser) -> None:
    parser.add_argument("scramble", nargs="*", metavar="SCRAMBLE", help=texts.START)
    _given_cube(parser)


def _metric(parser: Parser) -> None:
    parser.add_argument("--metric", default="htm", metavar="NAME", help=texts.METRIC)


def _moves(parser: Parser) -> None:
    parser.add_argument("--moves", metavar='"R,U,F2"', help=texts.MOVES)


def _problem(parser: Parser) -> None:
    _metric(parser)
    _moves(parser)
    parser.add_argument("--goal", metavar="GOAL", help=in_words(texts.GOAL(goals=tuple(GOALS))))


def _look(parser: Parser) -> None:
    parser.add_argument("--pixels", type=whole_number, default=400, metavar="N", help=texts.PIXELS)
    parser.add_argument("--palette", default="standard", metavar="NAME", help=texts.PALETTE)
    parser.add_argument("--letters", action="store_true", help=texts.LETTERS)
    parser.add_argument("--hidden", action="store_true", help=texts.HIDDEN)
    parser.add_argument("--mask", metavar="GOAL", help=texts.MASK)


def _steps(parser: Parser) -> None:
    parser.add_argument("--steps", action="store_true", help=texts.STEPS)
    parser.add_argument("--format", metavar="FORMAT", help=in_words(texts.STEPS_FORMAT(formats=tuple(TEXTS))))
    parser.add_argument("--palette", metavar="NAME", help=texts.STEPS_PALETTE)


def _json(parser: Parser) -> None:
    parser.add_argument("--json", action="store_true", help=texts.JSON)
