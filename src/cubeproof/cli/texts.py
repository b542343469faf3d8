"""The help texts of the command, its verbs and their options, in the order of `options`."""

from cubeproof.sentences import Template

COMMAND = Template(
    "help.command", "Finds the shortest way to solve a cube, and proves that no shorter way exists."
)
EXAMPLES = Template(
    "help.examples",
    "examples:\n"
    '  cubeproof solve "R U2 F\' R" --size 2\n'
    '  cubeproof solve "R U F2 L\'" --engine sat\n'
    "  cubeproof scramble --size 2 --seed 7\n"
    "  cubeproof explore --metric qtm\n"
    "`cubeproof VERB --help` describes a verb. A URL can be given wherever a file or a folder is named: "
    "s3://, gcs://, sftp://, gdrive://, and https:// to read.",
)
VERSION = Template("help.version", "show program's version number and exit")
LANG = Template("help.lang", "the language: en, fr, …; by default the locale's on a terminal, else English")
VERBS = Template("help.verbs", "verbs")

SOLVE = Template("help.solve", "find the shortest way to solve a cube, with its proof")
SCRAMBLE = Template("help.scramble", "random cubes: random states for sizes 2 and 3, random turns above")
APPLY = Template("help.apply", "turn a cube and print its facelets")
SHOW = Template("help.show", "draw a cube")
ANIMATE = Template("help.animate", "film some turns: GIF, WebP, APNG, SVG, or a page that plays them")
CNF = Template("help.cnf", "write the question for an answer of some length, or a family of them, as DIMACS")
DECODE = Template("help.decode", "read a solver's answer to such a file as turns")
CHECK = Template("help.check", "check a certificate; its folder is the only input")
EXPLORE = Template("help.explore", "count the states at every distance from solved")
SERVE = Template("help.serve", "show cubes in the browser: the page and the API, on this machine")
TABLES = Template("help.tables", "the tables that are kept on disk")
DOCTOR = Template("help.doctor", "report what cubeproof runs on, and whether everything works")

SIZE = Template("help.size", "layers of the cube: 3 or 3x3x3 (default {default})")
SIZE_OR_STATE = Template(
    "help.size-or-state", "layers of the cube: 3 or 3x3x3 (default 3, or what --state has)"
)
STATE = Template(
    "help.state",
    "a cube as a facelet string, in URFDLB order: letters of faces, or of colours (WRGYOB); or a net of `show`, or a "
    "link to Twizzle",
)
ORDER = Template(
    "help.order",
    "the order of the faces in facelets, such as ULFRBD (default URFDLB); with it, the facelets may be six digits, "
    "letters or emoji",
)
LOWER_CASE = Template(
    "help.lower-case",
    "the meaning of r: wide, Rw, or inner, the layer 2R (default wide; inner if the turns have Rw as well)",
)
START = Template(
    "help.start",
    "turns that lead from solved to the cube; or the cube, as for --state: a text with N² of each of the letters "
    "U R F D L B, or of 24 or more letters that are not all separated by blanks, is never read as turns",
)
METRIC = Template("help.metric", "how turns are counted: htm, qtm or stm")
MOVES = Template("help.moves", "the allowed turns; R allows R2 and R' as well (default for the 2×2×2: R,U,F)")
GOAL = Template(
    "help.goal",
    "{goals}, or facelets with ? for stickers that do not matter (default solved)",
)
CROSSES = Template(
    "help.crosses", "show the length and the turns of the shortest cross of each colour of a 3×3×3"
)
ALG = Template("help.alg", "the turns")
PIXELS = Template("help.pixels", "width of the picture (default 400)")
PALETTE = Template("help.palette", "standard, colourblind, or U=#fff R=#b00 …")
LETTERS = Template("help.letters", "letters on the stickers")
STEPS = Template("help.steps", "print the net after every turn; with --json, the facelets")
STEPS_FORMAT = Template(
    "help.steps-format", "of the nets: {formats:or} (by default ansi on a terminal, else letters)"
)
STEPS_PALETTE = Template("help.steps-palette", "of the nets: standard, colourblind, or U=#fff R=#b00 …")
HIDDEN = Template("help.hidden", "show the faces on the far side of the solid cube too, floating behind it")
MASK = Template("help.mask", "grey every sticker that does not matter to this goal")
JSON = Template("help.json", "print one JSON object, and nothing else, on stdout")
JSON_LINES = Template(
    "help.json-lines",
    "print one JSON object a line: with --all each answer when it is certain, then the result",
)

ENGINE = Template("help.engine", "{names:or} (default auto)")
ENGINES = Template("help.engines", "engines:")
MAX_LENGTH = Template(
    "help.max-length",
    "search for no longer answer; if no such answer exists, prove that and exit with status 4",
)
TIMEOUT = Template("help.timeout", "stop after this time, with the best answer so far")
PROBLEM = Template(
    "help.problem",
    "solve the problem in a JSON file (- for stdin) with start, goals and generators, as Problem.to_dict returns it",
)
FILE = Template(
    "help.file",
    "solve every cube of a file, - for stdin: each line as SCRAMBLE, or nets; CSV and JSON have the "
    "columns scramble or state, and optionally size, event and id; also the files of csTimer and Twisty "
    "Timer; with --jobs N, N cubes are solved at once",
)
ANSWERS = Template(
    "help.answers",
    "append the answers to the cubes of --file to this file, after its existing answers",
)
CERTIFY = Template(
    "help.certify",
    "write a certificate to this folder: the answer, the formula, the proof; exit status 1 if that fails",
)
SETTINGS = Template("help.settings", "settings of the engines")
SETTINGS_OF_OTHERS = Template("help.settings-of-others", "An engine ignores the settings of other engines.")
SETTING = Template("help.setting", "{text} [{engines}]")
SETTING_DEFAULT = Template("help.setting-default", "{text} (default {default}) [{engines}]")
SETTING_CHOICES = Template("help.setting-choices", "{text}: {choices:or} [{engines}]")
SETTING_BOTH = Template("help.setting-both", "{text}: {choices:or} (default {default}) [{engines}]")

SEED = Template("help.seed", "seed, for reproducible scrambles")
RANDOM_STATE = Template(
    "help.random-state", "print random states as facelets, for any size, instead of turns that lead to cubes"
)
COUNT = Template("help.count", "number of scrambles (default 1)")

FORMAT = Template("help.format", "{formats}, or twizzle for a link to twizzle.net")
VIEW = Template("help.view", "a picture of the net, of the solid cube, or of the last layer from above")
ARROWS = Template("help.arrows", "arrows for a turn that is about to be made")
RINGS = Template("help.rings", "rings around the pieces that matter to a goal")
SUSPECTS = Template("help.suspects", "rings around the pieces that make the cube impossible")
PICTURE = Template("help.picture", "the output file")

FROM = Template("help.from", "turns made before the film starts")
SPEED = Template("help.speed", "2 is twice as fast")
FILM = Template("help.film", "a file that ends in {endings:or}")

LENGTH = Template("help.length", "maximum number of turns of an answer")
EXACTLY = Template("help.exactly", "ask for an answer of exactly that length")
STAGE = Template("help.stage", "write the formula of stage K of the engine stages")
ENCODING = Template("help.encoding", "{names:or} (default framed)")
FORMULA = Template(
    "help.formula",
    "the file, compressed if it ends in .gz; - for stdout; beside it FILE.sha256, for sha256sum -c",
)
FAMILY = Template(
    "help.family",
    "write a family of formulas with known answers to a new folder; --size and --metric select "
    "a part of it, --encoding may name several",
)
FAMILY_SEED = Template("help.family-seed", "seed, for a family of other cubes (default 1)")
FAMILY_COUNT = Template("help.family-count", "cubes for each series of the family (default 1)")
GZIP = Template("help.gzip", "compress the formulas of the family")

FORMULA_FILE = Template("help.asked", "the solver's input file")
SOLVER_OUTPUT = Template("help.answered", "the solver's output, a file or - for stdin")
WAIT = Template(
    "help.wait",
    "wait until the answer is complete, and the proof exists if requested; check every 1 to 20 seconds",
)
WAIT_TIMEOUT = Template("help.wait-timeout", "with --wait: wait no longer, and exit with status 4")
PROOF = Template(
    "help.proof",
    "check the solver's proof that there is no answer, LRAT or DRAT as text (DRAT by drat-trim or the package "
    "dratify, if installed); exit status 1 if it is invalid",
)

FOLDER = Template("help.folder", "the folder written by solve --certify")
FORMAL = Template("help.formal", "check by cubeproof-formal, the program extracted from the proofs in Coq")

DEPTH = Template("help.depth", "maximum distance (default: all)")
CHART = Template("help.chart", "draw the layers as a chart")

VISITORS = Template(
    "help.visitors",
    "Visitors share the places: a visitor with a running search may start another only while fewer "
    "than\nhalf of the places are taken, so that others find a free one. A visitor is an address, of "
    "IPv6 its\nfirst 64 bits; behind a proxy that --proxy does not name, all visitors count as one.",
)
HOST = Template(
    "help.host",
    "address to listen on: 127.0.0.1 (the default) serves only this machine, 0.0.0.0 the whole network",
)
PORT = Template("help.port", "the port (default 8000), 0 for a free one")
ALLOW_HOST = Template(
    "help.allow-host",
    "additional allowed Host name, e.g. of a reverse proxy (repeatable)",
)
PROXY = Template(
    "help.proxy",
    "address or network of a reverse proxy whose X-Forwarded-For is trusted (repeatable)",
)

ACTION = Template(
    "help.action",
    "list the tables (the default), report all facts (info), build missing tables, verify or remove stored "
    "tables",
)
TABLE = Template("help.table", "one table (default: all; build skips the largest unless named)")
