"""`cubeproof animate`."""

import argparse
import sys
from pathlib import PurePath

from cubeproof.cli.inputs import turns_of
from cubeproof.cli.output.streams import in_words, print_on_stderr
from cubeproof.cli.statuses import OK
from cubeproof.draw import FORMATS, Look, animate, masked
from cubeproof.errors import UsageError
from cubeproof.places import delivered_file, name_of, shown
from cubeproof.problem import read_goal
from cubeproof.sentences import Template, say
from cubeproof.solving.request_parsing import read_cube

_ENDING = Template("command.film-ending", "A film is written as {endings}, not as {ending}.")
_NO_ENDING = Template(
    "command.film-no-ending", "A film is written as {endings}, not as a file without ending."
)


def run(parsed: argparse.Namespace) -> int:
    """Write a film of some turns."""
    ending = PurePath(name_of(parsed.output)).suffix
    kind = FORMATS.get(ending.lower())
    if kind is None:
        endings = tuple(FORMATS)
        raise UsageError(_ENDING(endings=endings, ending=ending) if ending else _NO_ENDING(endings=endings))
    start = read_cube("", parsed.state, parsed.size, order=parsed.order).cube
    cube = turns_of(parsed, parsed.start or "", start).after
    turns = turns_of(parsed, parsed.alg, cube)
    if (goal := read_goal(parsed.mask, cube.size, parsed.order)) is not None:
        cube = masked(cube, goal)
    picture = animate(
        cube,
        turns.alg,
        kind,
        Look(parsed.palette, size=parsed.pixels, letters=parsed.letters, hidden=parsed.hidden),
        speed=parsed.speed,
        progress=_progress if sys.stderr.isatty() else None,
    )
    with delivered_file(parsed.output) as path:
        path.write_bytes(picture)
    print_on_stderr(
        say("command.written", "{path}: {bytes:,} bytes", path=shown(parsed.output), bytes=len(picture))
    )
    return OK


def _progress(done: int, total: int) -> None:
    end = "\n" if done == total else ""
    text = in_words(say("command.frame", "frame {done} of {frames}", done=done, frames=total), on_stderr=True)
    print(f"\r{text}", end=end, file=sys.stderr, flush=True)
