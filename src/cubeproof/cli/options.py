"""`parser`: the verbs of the command, and their options."""

from __future__ import annotations

import argparse
import json
import sys
import textwrap
from collections.abc import Callable, Iterable
from typing import Any, NoReturn

from cubeproof import __version__
from cubeproof.cli.statuses import USAGE

__all__ = ["one_of", "parser"]


class _Formatter(argparse.RawDescriptionHelpFormatter):
    """Help as it is written, with the options' column where it leaves room."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, max_help_position=30)


class _Parser(argparse.ArgumentParser):
    """A parser that tells of what it cannot read in JSON too, where that was asked for.

    Attributes:
        fill: adds what only its own verb needs to know, as soon as that verb is read.
    """

    fill: Callable[[argparse.ArgumentParser], None] | None = None

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        if self.fill is not None:
            fill, self.fill = self.fill, None
            fill(self)
        given = sys.argv[1:] if args is None else args
        self.wants_json = "--json" in given
        return super().parse_known_args(args, namespace)

    def error(self, message: str) -> NoReturn:
        if self.wants_json:
            print(json.dumps({"error": message, "status": USAGE}))
        super().error(message)


def parser() -> argparse.ArgumentParser:
    """The parser of the whole command."""
    command = _Parser(
        prog="cubeproof",
        description="Finds the shortest way to solve a cube, and proves that there is none shorter.",
        epilog=(
            "examples:\n"
            '  cubeproof solve "R U2 F\' R" --size 2\n'
            '  cubeproof solve "R U F2 L\'" --engine sat\n'
            "  cubeproof scramble --size 2 --seed 7\n"
            "  cubeproof explore --metric qtm\n"
            "`cubeproof VERB --help` tells more about a verb."
        ),
        formatter_class=_Formatter,
    )
    command.add_argument("--version", action="version", version=f"cubeproof {__version__}")
    verbs = command.add_subparsers(title="verbs", metavar="VERB", required=True)

    def verb(name: str, summary: str, module: str | None = None) -> _Parser:
        made = verbs.add_parser(name, help=summary, description=summary, formatter_class=_Formatter)
        made.set_defaults(module=module or name, verb=name)
        return made

    verb("solve", "find the shortest way to solve a cube, with its proof").fill = _solve

    scramble = verb("scramble", "random cubes: random states for sizes 2 and 3, random turns above")
    _size(scramble)
    scramble.add_argument("--seed", type=int, metavar="N", help="for scrambles that can be made again")
    scramble.add_argument("--count", type=int, default=1, metavar="K", help="how many")
    _json(scramble)

    apply = verb("apply", "turn a cube and print its facelets")
    apply.add_argument("alg", metavar="ALG", help="the turns")
    _state(apply)
    _size_or_state(apply)
    _json(apply)

    show = verb("show", "draw a cube")
    _cube(show)
    show.add_argument("--format", metavar="FORMAT", help="ansi, emoji, letters, svg or png")
    show.add_argument(
        "--view", default="net", choices=["net", "solid"], help="a picture of the net or of the solid cube"
    )
    _look(show)
    show.add_argument("--move", metavar="TURN", help="arrows for a turn that is about to be made")
    show.add_argument("--goal", metavar="NAME", help="rings around the pieces that a goal asks for")
    show.add_argument("--suspects", action="store_true", help="rings around what is wrong with the cube")
    show.add_argument("-o", "--output", metavar="FILE", help="where to write it")

    animate = verb("animate", "film some turns: GIF, WebP, APNG, SVG, or a page that plays them")
    animate.add_argument("alg", metavar="ALG", help="the turns")
    animate.add_argument(
        "--from", dest="start", metavar="SCRAMBLE", help="turns that are made before the film begins"
    )
    _size(animate)
    animate.add_argument("--speed", type=float, default=1.0, metavar="X", help="2 is twice as fast")
    _look(animate)
    animate.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="FILE",
        help="a file that ends in .gif, .webp, .png, .svg or .html",
    )

    cnf = verb("cnf", "write the question for an answer of some length, or a family of them, as DIMACS")
    _cube(cnf)
    _problem(cnf)
    cnf.set_defaults(metric=None)
    cnf.add_argument("--length", type=int, metavar="T", help="the most turns that an answer may have")
    cnf.add_argument("--exactly", action="store_true", help="ask for an answer of exactly that length")
    cnf.add_argument("--stage", type=int, metavar="K", help="what stage K of the engine stages asks for")
    cnf.fill = _encoding
    cnf.add_argument(
        "-o", "--output", metavar="FILE", help="the file, compressed if it ends in .gz; - for stdout"
    )
    cnf.add_argument(
        "--family",
        metavar="DIR",
        help="write a family of formulas with known answers into a new folder; --size and --metric choose "
        "a part of it, --encoding may name several",
    )
    cnf.add_argument("--seed", type=int, metavar="N", help="for a family of other cubes (default 1)")
    cnf.add_argument("--count", type=int, metavar="K", help="cubes for each series of the family (default 1)")
    cnf.add_argument("--gzip", action="store_true", help="compress the formulas of the family")

    decode = verb("decode", "read a solver's answer to such a file as turns", "cnf")
    decode.add_argument("cnf", metavar="FILE.cnf", help="the file that the solver was given")
    decode.add_argument("answer", metavar="ANSWER", help="what it printed, a file or - for stdin")
    _json(decode)

    check = verb("check", "check a certificate, from nothing but its folder")
    check.add_argument("folder", metavar="DIR", help="what solve --certify wrote")
    _json(check)

    explore = verb("explore", "count the states at every distance from solved")
    _size(explore, 2)
    _metric(explore)
    _moves(explore)
    explore.add_argument("--depth", type=int, metavar="D", help="how far; by default all there are")
    explore.add_argument("-o", "--output", metavar="chart.svg", help="draw the layers as a chart")
    _json(explore)

    serve = verb("serve", "show cubes in the browser: the page and the API, on this machine")
    serve.epilog = (
        "Visitors share what there is: whoever has a search running may begin another only while fewer than\n"
        "half of the places are taken, so that there is one for everybody else. A visitor is an address, of\n"
        "IPv6 its first 64 bits; behind a proxy that --proxy does not name, all are one."
    )
    serve.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="ADDRESS",
        help="who can reach it: 127.0.0.1 (the default) only this machine, 0.0.0.0 the whole network",
    )
    serve.add_argument(
        "--port", type=int, default=8000, metavar="N", help="the port (default 8000), 0 for a free one"
    )
    serve.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="a name under which it may be asked for, that of a proxy in front of it say; again for more of them",
    )
    serve.add_argument(
        "--proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help="the address (or network) of a proxy in front of it, whose X-Forwarded-For tells who asks; nobody else's is "
        "believed; again for more of them",
    )

    tables = verb("tables", "the tables that are kept on disk")
    tables.add_argument(
        "action",
        nargs="?",
        default="list",
        choices=["list", "build", "verify", "remove"],
        help="list them (the default), build those that are missing, verify those that are there, or remove them",
    )
    tables.add_argument("name", nargs="?", metavar="NAME", help="one of them; by default all")
    _json(tables)

    doctor = verb("doctor", "tell what cubeproof runs on, and whether all is well")
    _json(doctor)

    bench = verb("bench", "measure the engines and the server, as ratios in one run")
    bench.add_argument("suite", nargs="?", default="all", choices=["all", "table", "search", "sat", "serve"])
    _json(bench)
    return command


def _solve(solve: argparse.ArgumentParser) -> None:
    # Here, since the facts of engines take their time, and other verbs want none.
    from cubeproof.solving.registry import ENGINES

    _cube(solve)
    _problem(solve)
    solve.add_argument("--engine", default="auto", metavar="NAME", help=f"{one_of(ENGINES)} (default auto)")
    width = max(map(len, ENGINES))
    solve.epilog = "engines:\n" + "\n".join(
        textwrap.fill(row.summary, initial_indent=f"  {name:<{width}}  ", subsequent_indent=" " * (width + 4))
        for name, row in ENGINES.items()
    )
    solve.add_argument("--max-length", type=int, metavar="N", help="look for no longer answer")
    solve.add_argument("--timeout", type=float, metavar="SECONDS", help="stop then, with the best so far")
    solve.add_argument(
        "--file",
        metavar="FILE",
        help="solve every line of a file, - for stdin; a line is read as SCRAMBLE is, turns or facelets",
    )
    solve.add_argument(
        "--certify",
        metavar="DIR",
        help="write a certificate there: the answer, the formula, the proof; exit status 1 if that fails",
    )
    _json(solve)
    _settings(solve)


def _encoding(parser: argparse.ArgumentParser) -> None:
    from cubeproof.engines.sat.encodings import ENCODINGS

    parser.add_argument(
        "--encoding", default="framed", metavar="NAME", help=f"{one_of(ENCODINGS)} (default framed)"
    )


def one_of(names: Iterable[str]) -> str:
    """Names as one chooses among them.

    >>> one_of(["up", "down", "middle"])
    'up, down or middle'
    """
    *others, last = names
    return f"{', '.join(others)} or {last}" if others else last


def _settings(parser: argparse.ArgumentParser) -> None:
    """The settings of all engines, each with the engines that have it; what is not given is not in the namespace."""
    from cubeproof.solving.registry import ENGINES, all_settings

    group = parser.add_argument_group(
        "settings of the engines", "An engine does without the settings that it does not have."
    )
    for setting in all_settings():
        having = ", ".join(name for name, row in ENGINES.items() if setting in row.takes)
        choices = f": {one_of(setting.choices)}" if setting.choices else ""
        default = "" if setting.default in (None, False, "") else f" (default {setting.default})"
        text = f"{setting.help}{choices}{default} [{having}]"
        flag = f"--{setting.called.replace('_', '-')}"
        if setting.kind is bool:
            group.add_argument(
                flag, dest=setting.called, action="store_true", default=argparse.SUPPRESS, help=text
            )
        else:
            group.add_argument(
                flag,
                dest=setting.called,
                type=setting.kind,
                default=argparse.SUPPRESS,
                metavar=setting.metavar or {int: "N", float: "X", str: "TEXT"}[setting.kind],
                help=text,
            )


def _size(parser: argparse.ArgumentParser, default: int = 3) -> None:
    text = f"layers of the cube (default {default})"
    parser.add_argument("--size", type=int, default=default, metavar="N", help=text)


def _size_or_state(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--size", type=int, metavar="N", help="layers of the cube (default 3, or what --state has)"
    )


def _state(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--state", metavar="FACELETS", help="a cube as a facelet string, in URFDLB order")


def _cube(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "scramble",
        nargs="*",
        metavar="SCRAMBLE",
        help="turns that lead from solved to the cube; or its facelets: a text of 24 or more letters U R F D L B ? that are not "
        "all separated by blanks is never read as turns",
    )
    _state(parser)
    _size_or_state(parser)


def _metric(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--metric", default="htm", metavar="NAME", help="how turns are counted: htm, qtm or stm"
    )


def _moves(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--moves", metavar='"R,U,F2"', help="the allowed turns; R allows R2 and R' as well")


def _problem(parser: argparse.ArgumentParser) -> None:
    _metric(parser)
    _moves(parser)
    parser.add_argument(
        "--goal",
        metavar="GOAL",
        help="solved, cross, layer, f2l, oll, corners, edges, centres, edges-oriented, superflip, checkerboard …, or facelets with ? for what does not matter (default solved)",
    )


def _look(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--pixels", type=int, default=400, metavar="N", help="width of the picture (default 400)"
    )
    parser.add_argument(
        "--palette", default="standard", metavar="NAME", help="standard, colourblind, or U=#fff R=#b00 …"
    )
    parser.add_argument("--letters", action="store_true", help="letters on the stickers")


def _json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object, and nothing else, on stdout"
    )
