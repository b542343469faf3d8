"""The options of all verbs but `solve`, added when the verb is parsed."""

from cubeproof.base.picture_formats import FILMS, PICTURES, TEXTS, names_by_ending
from cubeproof.cli.option_groups import (
    add_cube,
    add_given_cube,
    add_json,
    add_look,
    add_metric,
    add_moves,
    add_problem,
    add_size,
    add_steps,
    duration,
    number,
    whole_number,
)
from cubeproof.cli.output.streams import in_words
from cubeproof.cli.usage import Parser
from cubeproof.sentences import say


def scramble(verb: Parser) -> None:
    """Add the options of `scramble`."""
    add_size(verb)
    verb.option("--seed", "N", say("help.seed", "seed, for reproducible scrambles"), type=whole_number)
    verb.flag(
        "--state",
        say(
            "help.random-state",
            "print random states as facelets, for any size, instead of turns that lead to cubes",
        ),
    )
    verb.option(
        "--count", "K", say("help.count", "number of scrambles (default 1)"), type=whole_number, default=1
    )
    add_json(verb)


def apply(verb: Parser) -> None:
    """Add the options of `apply`."""
    verb.add_argument("alg", metavar="ALG", help=say("help.alg", "the turns"))
    add_given_cube(verb)
    add_steps(verb)
    add_json(verb)


def show(verb: Parser) -> None:
    """Add the options of `show`."""
    add_cube(verb)
    verb.option(
        "--format",
        "FORMAT",
        say("help.format", "{formats}, or twizzle for a link to twizzle.net", formats=(*TEXTS, *PICTURES)),
    )
    verb.add_argument(
        "--view",
        default="net",
        choices=["net", "solid", "plan"],
        help=say("help.view", "a picture of the net, of the solid cube, or of the last layer from above"),
    )
    add_look(verb)
    verb.option("--move", "TURN", say("help.arrows", "arrows for a turn that is about to be made"))
    verb.option("--goal", "NAME", say("help.rings", "rings around the pieces that matter to a goal"))
    verb.flag("--suspects", say("help.suspects", "rings around the pieces that make the cube impossible"))
    verb.option("--output", "FILE", say("help.picture", "the output file"), short="-o")


def animate(verb: Parser) -> None:
    """Add the options of `animate`."""
    verb.add_argument("alg", metavar="ALG", help=say("help.alg", "the turns"))
    verb.option("--from", "SCRAMBLE", say("help.from", "turns made before the film starts"), dest="start")
    add_given_cube(verb)
    verb.option("--speed", "X", say("help.speed", "2 is twice as fast"), type=number, default=1.0)
    add_look(verb)
    verb.option(
        "--output",
        "FILE",
        say("help.film", "a file that ends in {endings:or}", endings=tuple(names_by_ending(FILMS))),
        short="-o",
        required=True,
    )


def cnf(verb: Parser) -> None:
    """Add the options of `cnf`."""
    from cubeproof.formulas.encodings import ENCODINGS

    add_cube(verb)
    add_problem(verb)
    verb.set_defaults(metric=None)
    verb.option(
        "--length", "T", say("help.length", "maximum number of turns of an answer"), type=whole_number
    )
    verb.flag("--exactly", say("help.exactly", "ask for an answer of exactly that length"))
    verb.option(
        "--stage",
        "K",
        say("help.stage", "write the formula of stage K of the engine stages"),
        type=whole_number,
    )
    verb.option(
        "--output",
        "FILE",
        say(
            "help.formula",
            "the file, compressed if it ends in .gz; - for stdout; beside it FILE.sha256, for sha256sum -c",
        ),
        short="-o",
    )
    verb.option(
        "--family",
        "DIR",
        say(
            "help.family",
            "write a family of formulas with known answers to a new folder; --size and --metric select "
            "a part of it, --encoding may name several",
        ),
    )
    verb.flag(
        "--competition",
        say(
            "help.competition",
            "with --family: the family for the SAT Competition, of hard formulas with proved results, and its "
            "index.csv (docs/benchmark-family.md)",
        ),
    )
    verb.option(
        "--seed",
        "N",
        say("help.family-seed", "seed, for a family of other cubes (default 1)"),
        type=whole_number,
    )
    verb.option(
        "--count",
        "K",
        say("help.family-count", "cubes for each series of the family (default 1)"),
        type=whole_number,
    )
    verb.flag("--gzip", say("help.gzip", "compress the formulas of the family"))
    verb.option(
        "--encoding",
        "NAME",
        say("help.encoding", "{names:or} (default framed)", names=tuple(ENCODINGS)),
        default="framed",
    )


def decode(verb: Parser) -> None:
    """Add the options of `decode`."""
    verb.add_argument("cnf", metavar="FILE.cnf", help=say("help.asked", "the solver's input file"))
    verb.add_argument(
        "answer", metavar="ANSWER", help=say("help.answered", "the solver's output, a file or - for stdin")
    )
    verb.flag(
        "--wait",
        say(
            "help.wait",
            "wait until the answer is complete, and the proof exists if requested; check every 1 to 20 seconds",
        ),
    )
    verb.option(
        "--timeout",
        "TIME",
        say("help.wait-timeout", "with --wait: wait no longer, and exit with status 4"),
        type=duration,
    )
    verb.option(
        "--proof",
        "FILE",
        say(
            "help.proof",
            "check the solver's proof that there is no answer, LRAT or DRAT as text (DRAT by drat-trim or the package "
            "dratify, if installed); exit status 1 if it is invalid",
        ),
    )
    add_json(verb)


def check(verb: Parser) -> None:
    """Add the options of `check`."""
    verb.add_argument(
        "folder",
        metavar="DIR",
        help=say(
            "help.folder", "the folder written by solve --certify; or, before a proof, a formula in DIMACS"
        ),
    )
    verb.add_argument(
        "proof",
        metavar="PROOF.lrat",
        nargs="?",
        help=say("help.lrat", "an LRAT proof that the formula has no model; this says nothing about a cube"),
    )
    verb.flag(
        "--formal",
        say("help.formal", "only by cubeproof-formal, the program extracted from the proofs in Coq"),
    )
    verb.flag("--python", say("help.python", "only by the readable checker in Python"))
    verb.flag(
        "--fresh",
        say("help.fresh", "take no share of an interrupted check from the cache: search all shares again"),
    )
    verb.option(
        "--jobs",
        "N",
        say("help.check-jobs", "processes, if the proof is a search (default: one for each core)"),
        type=whole_number,
    )
    verb.option(
        "--timeout",
        "TIME",
        say("help.check-timeout", "stop after this time, with the bound proved so far and exit status 4"),
        type=duration,
    )
    add_json(verb)


def explore(verb: Parser) -> None:
    """Add the options of `explore`."""
    add_size(verb, 2)
    add_metric(verb)
    add_moves(verb)
    verb.option("--depth", "D", say("help.depth", "maximum distance (default: all)"), type=whole_number)
    verb.option("--output", "chart.svg", say("help.chart", "draw the layers as a chart"), short="-o")
    add_json(verb)


def serve(verb: Parser) -> None:
    """Add the options of `serve`."""
    verb.epilog = in_words(
        say(
            "help.visitors",
            "Visitors share the places: a visitor with a running search may start another only while fewer "
            "than\nhalf of the places are taken, so that others find a free one. A visitor is an address, of "
            "IPv6 its\nfirst 64 bits; behind a proxy that --proxy does not name, all visitors count as one.",
        )
    )
    verb.option(
        "--host",
        "ADDRESS",
        say(
            "help.host",
            "address to listen on: 127.0.0.1 (the default) serves only this machine, 0.0.0.0 the whole network",
        ),
        default="127.0.0.1",
    )
    verb.option(
        "--port",
        "N",
        say("help.port", "the port (default 8000), 0 for a free one"),
        type=whole_number,
        default=8000,
    )
    verb.option(
        "--allow-host",
        "NAME",
        say("help.allow-host", "additional allowed Host name, e.g. of a reverse proxy (repeatable)"),
        action="append",
        default=[],
    )
    verb.option(
        "--proxy",
        "ADDRESS",
        say(
            "help.proxy",
            "address or network of a reverse proxy whose X-Forwarded-For is trusted (repeatable)",
        ),
        action="append",
        default=[],
    )


def tables(verb: Parser) -> None:
    """Add the options of `tables`."""
    verb.add_argument(
        "action",
        nargs="?",
        default="list",
        choices=["list", "info", "build", "verify", "remove"],
        help=say(
            "help.action",
            "list the tables (the default), report all facts (info), build missing tables, verify or remove stored "
            "tables",
        ),
    )
    verb.add_argument(
        "name",
        nargs="?",
        metavar="NAME",
        help=say("help.table", "one table (default: all; build skips the largest unless named)"),
    )
    add_json(verb)


def status(verb: Parser) -> None:
    """Add the options of `status`."""
    verb.add_argument("url", metavar="URL", help=say("help.share-folder", "the folder of a search in shares"))
    add_json(verb)


def doctor(verb: Parser) -> None:
    """Add the options of `doctor`."""
    add_json(verb)
