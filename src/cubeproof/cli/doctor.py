"""`cubeproof doctor`."""

import argparse
import json
import platform
import shutil
import sys
import tempfile
from importlib.metadata import PackageNotFoundError, version

from cubeproof import Cube, __version__, solve
from cubeproof.base.extras import EXTRAS, install_command, is_installed
from cubeproof.base.system_errors import system_reason
from cubeproof.cli.output.streams import in_words, print_on_stdout, valid_in_json
from cubeproof.cli.statuses import DEFECT, OK
from cubeproof.errors import CubeproofError, UsageError
from cubeproof.languages import faults, tags
from cubeproof.places import reachable
from cubeproof.sentences import Sentence, Template, say
from cubeproof.solving.registry import ENGINES, all_tables
from cubeproof.store import Store, default_folder, free_disk, free_memory
from cubeproof.work.executor import usable_cores

_SOLVERS = Template("command.doctor-solvers", "solvers on the PATH")
_PLACE = Template("command.doctor-place", "{scheme}{installed?true:|false: (not installed: {command})}")
_LANGUAGE = Template("command.doctor-language", "language {tag}")
_FAULTS = Template(
    "command.doctor-faults", "{count:,} {count?one:template is|other:templates are} missing or faulty"
)
_SOLVES = Template("command.doctor-solves", "a 2×2×2 by {engine}")
_LIST = Template("command.doctor-list", "{members}")
_NO_SOLVER = Template("command.doctor-no-solver", "none (not required)")
_FOLDER = Template("command.doctor-folder", "{folder} ({state})")
_WRITABLE = Template("command.doctor-writable", "writable, {free:,.0f} MB free")
_NOT_WRITABLE = Template(
    "command.doctor-not-writable", "not writable: {reason}; tables are built again every time"
)
_TABLE = Template(
    "command.doctor-table",
    "{name} {state?good:there|outdated:of another version|missing:not yet there|other:{state}}",
)
_FREE = Template("command.doctor-free-memory", "{free:,.0f} MB free")
_UNKNOWN = Template("command.doctor-unknown", "unknown")
_GOOD = Template("command.doctor-good", "good")
_WRONG = Template("command.doctor-wrong", "wrong: {solution}")

_PACKAGES = ("numpy", "numba", "python-sat", "rich", "platformdirs")
_PROGRAMS = ("minisat", "glucose", "cadical", "kissat", "cryptominisat5", "picosat", "gophersat")
_MB = 1_000_000


def run(parsed: argparse.Namespace) -> int:
    """Print the facts that a bug report needs, and whether each engine solves a cube."""
    memory = free_memory()
    programs = list(filter(shutil.which, _PROGRAMS))
    facts: dict[str, str] = {
        "cubeproof": __version__,
        "python": platform.python_version(),
        say("command.doctor-system", "system"): platform.platform(),
        say("command.doctor-cores", "cores"): str(usable_cores()),
        say("command.doctor-memory", "memory"): _UNKNOWN() if memory is None else _FREE(free=memory / _MB),
        **{name: _version(name) for name in _PACKAGES},
        _SOLVERS(): _LIST(members=programs) if programs else _NO_SOLVER(),
        say("command.doctor-cache", "cache folder"): _FOLDER(folder=str(default_folder()), state=_writable()),
        say("command.doctor-tables", "tables"): _tables(),
        say("command.doctor-extras", "extras"): _extras(),
        say("command.doctor-places", "places besides paths"): _places(),
        **{_LANGUAGE(tag=tag): _completeness(tag) for tag in tags() if tag != "en"},
        say("command.doctor-encoding", "encoding of stdout"): sys.stdout.encoding,
    }
    provers = [name for name, each in ENGINES.items() if each.proves and each.suits(2) and not each.asks]
    checks: dict[str, str] = {_SOLVES(engine=name): _solves(name) for name in provers}
    is_good = all(verdict == _GOOD() for verdict in checks.values())
    if parsed.json:
        print(json.dumps(valid_in_json(facts | checks | {"well": is_good})))
    else:
        for name, value in (facts | checks).items():
            print_on_stdout(f"{in_words(name):<22} {in_words(value)}")
        print_on_stdout(
            say("command.doctor-all-well", "All is well.")
            if is_good
            else say("command.doctor-not-well", "Something is wrong, see above.")
        )
    return OK if is_good else DEFECT


def _tables() -> Sentence:
    """List the tables in the cache and the tables that are built when they are needed."""
    states = {table.name: "missing" for _, table in all_tables() if not table.optional}
    states |= {entry.name: entry.state.value for entry in Store().entries(thorough=False)}
    return _LIST(members=[_TABLE(name=name, state=state) for name, state in states.items()])


def _extras() -> Sentence:
    """List the extras that are not for places, and the commands that install missing extras."""
    return _LIST(members=[_place(name, name, is_installed(name)) for name in EXTRAS])


def _places() -> Sentence:
    """List the schemes of URLs, and the commands that install missing extras."""
    return _LIST(
        members=[_place(f"{kind.schemes[0]}://", kind.extra, installed) for kind, installed in reachable()]
    )


def _place(scheme: str, extra: str, installed: bool) -> Sentence:
    command = "" if installed else install_command(extra)
    return _PLACE(scheme=scheme, installed=installed, command=command)


def _completeness(tag: str) -> Sentence:
    """Report how many templates of the loaded modules the table of a language lacks."""
    try:
        count = len(faults(tag))
    except UsageError as error:
        return error.sentence
    return _FAULTS(count=count) if count else say("command.doctor-complete", "complete")


def _version(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return say("command.doctor-not-installed", "not installed")


def _writable() -> Sentence:
    folder = default_folder()
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return _WRITABLE(free=(free_disk(folder) or 0) / _MB)
    except OSError as error:
        return _NOT_WRITABLE(reason=system_reason(error))


def _solves(engine: str) -> Sentence:
    try:
        solution = solve(Cube(2).apply("R U2 F'"), engine=engine)
    except CubeproofError as error:
        return error.sentence
    return _GOOD() if solution.length == 3 and solution.optimal else _WRONG(solution=solution.summary)
