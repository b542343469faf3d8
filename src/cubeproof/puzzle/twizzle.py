"""Links to Twizzle: URLs that open a cube with turns in the editor of twizzle.net.

This module sends nothing to that site; a link is a text for users.
"""

from urllib.parse import urlencode

from cubeproof.errors import UsageError
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.geometry import FACES, check_size
from cubeproof.puzzle.move import Move
from cubeproof.sentences import Template

_TOO_LARGE = Template("twizzle.size", "Twizzle has cubes of {most} layers or fewer, not {size}.")
_TOO_LONG = Template("twizzle.length", "A link to Twizzle has room for {most:,} turns, not {count:,}.")

MAX_TWIZZLE_SIZE = 7
"""The largest cube that Twizzle has by name."""

MAX_TWIZZLE_TURNS = 500
"""The maximum number of turns of a link, which fits into the address bar of every browser."""

_EDITOR = "https://alpha.twizzle.net/edit/"
_ROTATIONS = {"R": ("x", 1), "L": ("x", -1), "U": ("y", 1), "D": ("y", -1), "F": ("z", 1), "B": ("z", -1)}
_SLICES = {"R": ("M", -1), "L": ("M", 1), "U": ("E", -1), "D": ("E", 1), "F": ("S", 1), "B": ("S", -1)}
_SUFFIXES = {1: "", 2: "2", 3: "'"}


def twizzle_link(alg: Alg | str = "", setup: Alg | str = "", size: int = 3) -> str:
    """Return the URL at which Twizzle plays turns on a cube.

    >>> twizzle_link("U' R'", setup="R U", size=2)
    'https://alpha.twizzle.net/edit/?alg=U%27+R%27&puzzle=2x2x2&setup-alg=R+U'
    """
    if check_size(size) > MAX_TWIZZLE_SIZE:
        raise UsageError(_TOO_LARGE(most=MAX_TWIZZLE_SIZE, size=size))
    played, before = Alg(alg), Alg(setup)
    if (count := played.expanded_length + before.expanded_length) > MAX_TWIZZLE_TURNS:
        raise UsageError(_TOO_LONG(most=MAX_TWIZZLE_TURNS, count=count))
    query = {
        "alg": _spell(played, size),
        "puzzle": f"{size}x{size}x{size}",
        "setup-alg": _spell(before, size),
    }
    return f"{_EDITOR}?{urlencode({name: value for name, value in query.items() if value})}"


def _spell(alg: Alg, size: int) -> str:
    return " ".join(twizzle_turn(move, size) for move in alg.expand())


def twizzle_turn(move: Move, size: int) -> str:
    """Return a turn in Twizzle's notation, which has no `Rw` on a 2×2×2, and no `m` on a 3×3×3.

    >>> [twizzle_turn(Move("R", -1, 1, 2), size) for size in (2, 3)]
    ["x'", "Rw'"]
    >>> twizzle_turn(Move("m"), 3), twizzle_turn(Move("M"), 5)
    ('M', '3L')
    """
    slab = move.slab(size)
    face, first, last, sense = slab.face, slab.first, slab.last, 1
    if first > 1 and last == size:
        # A block that reaches the opposite face is turned from that face.
        face, first, last, sense = FACES[(FACES.index(face) + 3) % 6], 1, size + 1 - first, -1
    if first == 1 and last == size:
        name, sense = _ROTATIONS[face]
    elif size == 3 and first == last == 2:
        name, sense = _SLICES[face]
    elif first == last:
        name = face if first == 1 else f"{first}{face}"
    elif first == 1:
        name = f"{face}w" if last == 2 else f"{last}{face}w"
    else:
        name = f"{first}-{last}{face}w"
    return name + _SUFFIXES[slab.turns * sense % 4]
