"""Reads cubes and turns from command-line arguments."""

import argparse
from typing import NamedTuple

from cubeproof.cli.output.streams import print_message
from cubeproof.errors import UsageError
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.cube_text import are_facelets
from cubeproof.puzzle.facelet_symbols import refuse_facelets
from cubeproof.puzzle.lower_case import read_turns
from cubeproof.sentences import Sentence, Template
from cubeproof.solving.request_parsing import read_cube

_FACELETS_TWICE = Template(
    "command.facelets-twice", "These are facelets, and --state has given some already: {facelets}."
)


class Turns(NamedTuple):
    """Turns of an argument."""

    alg: Alg
    """The turns."""
    after: Cube
    """The cube after them."""
    note: Sentence | None
    """A sentence about lower-case turns whose meaning was chosen for the user, or None."""


def cube_and_scramble(parsed: argparse.Namespace) -> tuple[Cube, Alg | None]:
    """Return the cube of a verb's arguments, and turns that lead to it if it was given by them.

    The argument `scramble` may also be a cube; it is then removed from `parsed`. A note about lower-case turns is
    printed, and kept as `parsed.note`.
    """
    is_cube = parsed.scramble is not None and are_facelets(parsed.scramble, parsed.order)
    if is_cube and parsed.state is not None:
        raise UsageError(_FACELETS_TWICE(facelets=parsed.scramble))
    reading = read_cube(
        parsed.scramble, parsed.state, parsed.size, order=parsed.order, lower_case=parsed.lower_case
    )
    if is_cube:
        parsed.scramble = None if reading.scramble is None else str(reading.scramble)
    parsed.note = reading.note
    tell_note(reading.note)
    return reading.cube, reading.scramble


def turns_of(parsed: argparse.Namespace, turns: str, start: Cube) -> Turns:
    """Return the turns of an argument for which a cube is not accepted, and the cube after them; show the note."""
    refuse_facelets(turns, "state")
    # First as text, so that the error points at a turn that this size lacks.
    after = start.apply(turns, parsed.lower_case)
    alg, note = read_turns(turns, start.size, parsed.lower_case)
    tell_note(note)
    return Turns(alg, after, note)


def tell_note(note: Sentence | None) -> None:
    """Show a note about the reading of the input, if there is one."""
    if note is not None:
        print_message(note)


def note_as_json(note: Sentence | None) -> dict[str, object]:
    """Return the member `note` of a JSON object, or no member."""
    return {} if note is None else {"note": note.to_dict()}
