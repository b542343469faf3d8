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
    number,
    whole_number,
)
from cubeproof.cli.output.streams import in_words
from cubeproof.cli.usage import Parser
from cubeproof.sentences import say


def scramble(verb: Parser) -> None:
    """Add the options of `scramble`."""
    add_size(verb)
    verb.add_argument(
        "--seed", type=whole_number, metavar="N", help=say("help.seed", "seed, for reproducible scrambles")
    )
    verb.add_argument(
        "--count",
        type=whole_number,
        default=1,
        metavar="K",
        help=say("help.count", "number of scrambles (default 1)"),
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
    verb.add_argument(
        "--format",
        metavar="FORMAT",
        help=say(
            "help.format", "{formats}, or twizzle for a link to twizzle.net", formats=(*TEXTS, *PICTURES)
        ),
    )
    verb.add_argument(
        "--view",
        default="net",
        choices=["net", "solid", "plan"],
        help=say("help.view", "a picture of the net, of the solid cube, or of the last layer from above"),
    )
    add_look(verb)
    verb.add_argument(
        "--move", metavar="TURN", help=say("help.arrows", "arrows for a turn that is about to be made")
    )
    verb.add_argument(
        "--goal", metavar="NAME", help=say("help.rings", "rings around the pieces that matter to a goal")
    )
    verb.add_argument(
        "--suspects",
        action="store_true",
        help=say("help.suspects", "rings around the pieces that make the cube impossible"),
    )
    verb.add_argument("-o", "--output", metavar="FILE", help=say("help.picture", "the output file"))


def animate(verb: Parser) -> None:
    """Add the options of `animate`."""
    verb.add_argument("alg", metavar="ALG", help=say("help.alg", "the turns"))
    verb.add_argument(
        "--from", dest="start", metavar="SCRAMBLE", help=say("help.from", "turns made before the film starts")
    )
    add_given_cube(verb)
    verb.add_argument(
        "--speed", type=number, default=1.0, metavar="X", help=say("help.speed", "2 is twice as fast")
    )
    add_look(verb)
    verb.add_argument(
        "-o",
        "--output",
        required=True,
        metavar="FILE",
        help=say("help.film", "a file that ends in {endings:or}", endings=tuple(names_by_ending(FILMS))),
    )


def cnf(verb: Parser) -> None:
    """Add the options of `cnf`."""
    from cubeproof.formulas.encodings import ENCODINGS

    add_cube(verb)
    add_problem(verb)
    verb.set_defaults(metric=None)
    verb.add_argument(
        "--length",
        type=whole_number,
        metavar="T",
        help=say("help.length", "maximum number of turns of an answer"),
    )
    verb.add_argument(
        "--exactly", action="store_true", help=say("help.exactly", "ask for an answer of exactly that length")
    )
    verb.add_argument(
        "--stage",
        type=whole_number,
        metavar="K",
        help=say("help.stage", "write the formula of stage K of the engine stages"),
    )
    verb.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help=say(
            "help.formula",
            "the file, compressed if it ends in .gz; - for stdout; beside it FILE.sha256, for sha256sum -c",
        ),
    )
    verb.add_argument(
        "--family",
        metavar="DIR",
        help=say(
            "help.family",
            "write a family of formulas with known answers to a new folder; --size and --metric select "
            "a part of it, --encoding may name several",
        ),
    )
    verb.add_argument(
        "--seed",
        type=whole_number,
        metavar="N",
        help=say("help.family-seed", "seed, for a family of other cubes (default 1)"),
    )
    verb.add_argument(
        "--count",
        type=whole_number,
        metavar="K",
        help=say("help.family-count", "cubes for each series of the family (default 1)"),
    )
    verb.add_argument(
        "--gzip", action="store_true", help=say("help.gzip", "compress the formulas of the family")
    )
    verb.add_argument(
        "--encoding",
        default="framed",
        metavar="NAME",
        help=say("help.encoding", "{names:or} (default framed)", names=tuple(ENCODINGS)),
    )


def decode(verb: Parser) -> None:
    """Add the options of `decode`."""
    verb.add_argument("cnf", metavar="FILE.cnf", help=say("help.asked", "the solver's input file"))
    verb.add_argument(
        "answer", metavar="ANSWER", help=say("help.answered", "the solver's output, a file or - for stdin")
    )
    verb.add_argument(
        "--wait",
        action="store_true",
        help=say(
            "help.wait",
            "wait until the answer is complete, and the proof exists if requested; check every 1 to 20 seconds",
        ),
    )
    verb.add_argument(
        "--timeout",
        type=number,
        metavar="SECONDS",
        help=say("help.wait-timeout", "with --wait: wait no longer, and exit with status 4"),
    )
    verb.add_argument(
        "--proof",
        metavar="FILE",
        help=say(
            "help.proof",
            "check the solver's proof that there is no answer, LRAT or DRAT as text (DRAT by drat-trim or the package "
            "dratify, if installed); exit status 1 if it is invalid",
        ),
    )
    add_json(verb)


def check(verb: Parser) -> None:
    """Add the options of `check`."""
    verb.add_argument(
        "folder", metavar="DIR", help=say("help.folder", "the folder written by solve --certify")
    )
    verb.add_argument(
        "--formal",
        action="store_true",
        help=say("help.formal", "check by cubeproof-formal, the program extracted from the proofs in Coq"),
    )
    add_json(verb)


def explore(verb: Parser) -> None:
    """Add the options of `explore`."""
    add_size(verb, 2)
    add_metric(verb)
    add_moves(verb)
    verb.add_argument(
        "--depth", type=whole_number, metavar="D", help=say("help.depth", "maximum distance (default: all)")
    )
    verb.add_argument(
        "-o", "--output", metavar="chart.svg", help=say("help.chart", "draw the layers as a chart")
    )
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
    verb.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="ADDRESS",
        help=say(
            "help.host",
            "address to listen on: 127.0.0.1 (the default) serves only this machine, 0.0.0.0 the whole network",
        ),
    )
    verb.add_argument(
        "--port",
        type=whole_number,
        default=8000,
        metavar="N",
        help=say("help.port", "the port (default 8000), 0 for a free one"),
    )
    verb.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help=say("help.allow-host", "additional allowed Host name, e.g. of a reverse proxy (repeatable)"),
    )
    verb.add_argument(
        "--proxy",
        action="append",
        default=[],
        metavar="ADDRESS",
        help=say(
            "help.proxy",
            "address or network of a reverse proxy whose X-Forwarded-For is trusted (repeatable)",
        ),
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


def doctor(verb: Parser) -> None:
    """Add the options of `doctor`."""
    add_json(verb)
