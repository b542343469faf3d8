"""`build_parser`: the verbs of the command, and the options of `solve`."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Callable
from typing import TYPE_CHECKING

from cubeproof import __version__
from cubeproof.base.lazy_imports import lazily
from cubeproof.cli.option_groups import (
    READERS,
    add_cube,
    add_json,
    add_problem,
    add_steps,
    duration,
    whole_number,
)
from cubeproof.cli.output.streams import in_words
from cubeproof.cli.usage import Parser, literal
from cubeproof.sentences import Sentence, Template, say

if TYPE_CHECKING:
    from cubeproof.contract.settings import Setting

_LANG = Template("help.lang", "the language: en, fr, …; by default the locale's on a terminal, else English")
_SETTING = Template("help.setting", "{text} [{engines}]")
_SETTING_DEFAULT = Template("help.setting-default", "{text} (default {default}) [{engines}]")
_SETTING_CHOICES = Template("help.setting-choices", "{text}: {choices:or} [{engines}]")
_SETTING_BOTH = Template("help.setting-both", "{text}: {choices:or} (default {default}) [{engines}]")


def build_parser() -> argparse.ArgumentParser:
    """Return the parser of the command, in the language of the run."""
    command = Parser(
        prog="cubeproof",
        description=in_words(
            say(
                "help.command",
                "Finds the shortest way to solve a cube, and proves that no shorter way exists.",
            )
        ),
        epilog=in_words(
            say(
                "help.examples",
                "examples:\n"
                '  cubeproof solve "R U2 F\' R" --size 2\n'
                '  cubeproof solve "R U F2 L\'" --engine sat\n'
                "  cubeproof scramble --size 2 --seed 7\n"
                "  cubeproof explore --metric qtm\n"
                "`cubeproof VERB --help` describes a verb. A URL can be given wherever a file or a folder is named: "
                "s3://, gcs://, sftp://, gdrive://, and https:// to read.",
            )
        ),
    )
    version = f"cubeproof {__version__}"
    command.add_argument(
        "--version",
        action="version",
        version=version,
        help=say("help.version", "show program's version number and exit"),
    )
    command.option("--lang", "TAG", _LANG())
    verbs = command.add_subparsers(title=in_words(say("help.verbs", "verbs")), metavar="VERB", required=True)

    def verb(name: str, summary: str, module: str, fill: Callable[[Parser], None] | None = None) -> None:
        text = in_words(summary)
        verb_parser = verbs.add_parser(name, help=literal(text), description=text)
        verb_parser.set_defaults(module=module, verb=name)
        # No default, which would overwrite a `--lang` before the verb.
        verb_parser.add_argument("--lang", metavar="TAG", default=argparse.SUPPRESS, help=_LANG())
        verb_parser.fill = fill or lazily(f"cubeproof.cli.verb_options:{name}")

    verb(
        "solve",
        say("help.solve", "find the shortest way to solve a cube, with its proof"),
        "solve.one_cube",
        _solve,
    )
    verb(
        "scramble",
        say("help.scramble", "random cubes: random states for sizes 2 and 3, random turns above"),
        "scramble",
    )
    verb("apply", say("help.apply", "turn a cube and print its facelets"), "apply")
    verb("show", say("help.show", "draw a cube"), "show")
    verb(
        "animate",
        say("help.animate", "film some turns: GIF, WebP, APNG, SVG, or a page that plays them"),
        "animate",
    )
    verb(
        "cnf",
        say("help.cnf", "write the question for an answer of some length, or a family of them, as DIMACS"),
        "formulas.cnf",
    )
    verb("decode", say("help.decode", "read a solver's answer to such a file as turns"), "formulas.decode")
    verb("check", say("help.check", "check a certificate; its folder is the only input"), "check")
    verb("explore", say("help.explore", "count the states at every distance from solved"), "explore")
    verb(
        "serve",
        say("help.serve", "show cubes in the browser: the page and the API, on this machine"),
        "serve",
    )
    verb("tables", say("help.tables", "the tables that are kept on disk"), "tables")
    verb(
        "doctor", say("help.doctor", "report what cubeproof runs on, and whether everything works"), "doctor"
    )
    verb("status", say("help.status", "show the progress of a search in shares"), "status")
    return command


def _solve(solve: Parser) -> None:
    # Other verbs do not need the facts of engines, which take time to load.
    from cubeproof.solving.registry import ENGINES

    add_cube(solve)
    add_problem(solve)
    solve.flag(
        "--crosses",
        say("help.crosses", "show the length and the turns of the shortest cross of each colour of a 3×3×3"),
    )
    solve.option(
        "--engine",
        "NAME",
        say("help.engine", "{names:or} (default auto)", names=tuple(ENGINES)),
        default="auto",
    )
    width = max(map(len, ENGINES))
    lines = (
        textwrap.fill(
            in_words(facts.summary),
            initial_indent=f"  {name:<{width}}  ",
            subsequent_indent=" " * (width + 4),
        )
        for name, facts in ENGINES.items()
    )
    solve.epilog = "\n".join([in_words(say("help.engines", "engines:")), *lines])
    solve.option(
        "--max-length",
        "N",
        say(
            "help.max-length",
            "search for no longer answer; if no such answer exists, prove that and exit with status 4",
        ),
        type=whole_number,
    )
    solve.option(
        "--timeout",
        "TIME",
        say(
            "help.timeout",
            "stop after this time, with the best answer so far: seconds, or 90s, 2.5m or 1h30m",
        ),
        type=duration,
    )
    solve.option(
        "--file",
        "FILE",
        say(
            "help.file",
            "solve every cube of a file, - for stdin: each line as SCRAMBLE, or nets; CSV and JSON have the "
            "columns scramble or state, and optionally size, event and id; also the files of csTimer and Twisty "
            "Timer; with --jobs N, N cubes are solved at once",
        ),
    )
    solve.option(
        "--problem",
        "FILE.json",
        say(
            "help.problem",
            "solve the problem in a JSON file (- for stdin) with start, goals and generators, as "
            "Problem.to_dict returns it",
        ),
    )
    solve.option(
        "--output",
        "FILE",
        say(
            "help.answers",
            "append the answers to the cubes of --file to this file, after its existing answers",
        ),
        short="-o",
    )
    solve.option(
        "--cluster",
        "ADDRESS",
        say(
            "help.cluster",
            "solve the cubes of --file on the workers of a Dask scheduler, such as tcp://HOST:8786, or local: a "
            "worker on this machine",
        ),
    )
    solve.option(
        "--certify",
        "DIR",
        say(
            "help.certify",
            "write a certificate to this folder: the answer, and its proof if that is no search; exit status 1 if that "
            "fails",
        ),
    )
    solve.option(
        "--proof",
        "KIND",
        say(
            "help.proof-kind",
            "the kind of the certificate's proof: lrat, a refuted formula, or search, for a 3×3×3 in htm (default: the "
            "cheaper one to write and check)",
        ),
    )
    solve.option(
        "--share",
        "URL",
        say(
            "help.share",
            "search in shares, with a plan and a journal in this folder, a path or a URL; started again with the "
            "same folder, the search continues; exit status 4 while it is unfinished",
        ),
    )
    solve.flag(
        "--estimate",
        say("help.estimate", "search a sample of the shares and print the processor time of the search"),
    )
    add_steps(solve)
    add_json(solve)
    solve.flag(
        "--json-lines",
        say(
            "help.json-lines",
            "print one JSON object a line: with --all each answer when it is certain, then the result",
        ),
    )
    _settings(solve)


def _settings(parser: Parser) -> None:
    """Add the settings of all engines; options that are not given are absent from the namespace."""
    from cubeproof.solving.registry import ENGINES, all_settings

    group = parser.add_argument_group(
        in_words(say("help.settings", "settings of the engines")),
        in_words(say("help.settings-of-others", "An engine ignores the settings of other engines.")),
    )
    for setting in all_settings():
        text = literal(
            in_words(_help_of(setting, [name for name, facts in ENGINES.items() if setting in facts.takes]))
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
                type=READERS.get(setting.kind, setting.kind),
                default=argparse.SUPPRESS,
                metavar=setting.metavar or {int: "N", float: "X", str: "TEXT"}[setting.kind],
                help=text,
            )


def _help_of(setting: Setting, engines: list[str]) -> Sentence:
    text, choices, default = setting.help, setting.choices, setting.default
    has_default = default not in (None, False, "")
    if choices and has_default:
        return _SETTING_BOTH(text=text, choices=choices, default=default, engines=engines)
    if choices:
        return _SETTING_CHOICES(text=text, choices=choices, engines=engines)
    if has_default:
        return _SETTING_DEFAULT(text=text, default=default, engines=engines)
    return _SETTING(text=text, engines=engines)
