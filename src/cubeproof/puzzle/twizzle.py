"""Links to Twizzle: URLs that open a cube with turns in the editor of twizzle.net, written and read.

Links of its predecessor alg.cubing.net are read too. This module sends nothing to these sites; a link is only a text.
"""

import re
from typing import NamedTuple
from urllib.parse import SplitResult, parse_qs, urlencode, urlsplit

from cubeproof.errors import UsageError
from cubeproof.puzzle import MAX_SIZE, MIN_SIZE
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.facelet_symbols import is_link
from cubeproof.puzzle.geometry import FACES, check_size
from cubeproof.puzzle.move import Move
from cubeproof.sentences import Template

_TOO_LARGE = Template("twizzle.size", "Twizzle has cubes of {most} layers or fewer, not {size}.")
_TOO_LONG = Template("twizzle.length", "A link to Twizzle has room for {most:,} turns, not {count:,}.")
_NO_CUBE = Template(
    "twizzle.other-puzzle", "This link shows the puzzle {puzzle!r}; cubes are 2x2x2 to {most}x{most}x{most}."
)
_TWICE = Template(
    "twizzle.twice", "This link has {first!r} and {second!r} for the same thing; keep one of them."
)
_NO_ANCHOR = Template(
    "twizzle.anchor", "This link places its setup at {anchor!r}; it can be at the start or at the end."
)

MAX_TWIZZLE_SIZE = 7
"""The largest cube that Twizzle has by name."""

MAX_TWIZZLE_TURNS = 500
"""The maximum number of turns of a link, which fits into the address bar of every browser."""

_EDITOR = "https://alpha.twizzle.net/edit/"
_ROTATIONS = {"R": ("x", 1), "L": ("x", -1), "U": ("y", 1), "D": ("y", -1), "F": ("z", 1), "B": ("z", -1)}
_SLICES = {"R": ("M", -1), "L": ("M", 1), "U": ("E", -1), "D": ("E", 1), "F": ("S", 1), "B": ("S", -1)}
_SUFFIXES = {1: "", 2: "2", 3: "'"}

_OLD_SITE = "alg.cubing.net"
_PUZZLE = re.compile(r"([1-9][0-9]?)x\1x\1\Z")
_AT_END = {"start": False, "end": True}
# The kinds of alg.cubing.net; a cube of the second two kinds is in its setup after the turns.
_OLD_TYPES = {
    "moves": "start",
    "reconstruction": "start",
    "alg": "end",
    "reconstruction-end-with-setup": "end",
}


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


def read_twizzle(link: str) -> tuple[Alg, Alg, int] | None:
    """Return the setup turns, the turns and the size of a link; None if the text is no link to one of these sites.

    The setup turns lead from the solved cube to the cube before the turns, also if the link gives the cube after them.

    Raises:
        NotationError: the turns of the link have a fault, with its column in these turns.
        UsageError: a link to another puzzle than a cube, or with two values for the same thing.

    >>> read_twizzle("https://alpha.twizzle.net/edit/?alg=U%27+R%27&puzzle=2x2x2&setup-alg=R+U")
    (Alg('R U'), Alg("U' R'"), 2)
    >>> read_twizzle("R U R'") is None
    True
    """
    if not is_link(link):
        return None
    link = link.strip().strip("<>\ufeff").replace("&amp;", "&")
    url = urlsplit(link if "://" in link else f"https://{link}")
    is_old = url.hostname == _OLD_SITE
    query = _Query(url)
    name = query.value("puzzle") or query.value("puzzle-description") or "3x3x3"
    match = _PUZZLE.match(name)
    if match is None or not MIN_SIZE <= int(match[1]) <= MAX_SIZE:
        raise UsageError(_NO_CUBE(puzzle=name[:40], most=MAX_SIZE))
    texts = (query.value("setup-alg", "experimental-setup-alg", "setup"), query.value("alg"))
    setup, played = (Alg(_unescaped(text) if is_old else text) for text in texts)
    anchor = query.value("setup-anchor", "experimental-setup-anchor") or "start"
    if is_old:
        anchor = _OLD_TYPES.get(kind := query.value("type") or "moves", kind)
    if anchor not in _AT_END:
        raise UsageError(_NO_ANCHOR(anchor=anchor[:40]))
    return (setup + ~played if _AT_END[anchor] else setup), played, int(match[1])


class LinkedTurns(NamedTuple):
    """The cube of a link."""

    turns: Alg
    """The setup and the turns of the link, which lead from the solved cube to its cube."""
    size: int
    """The number of layers."""


def read_link(link: str) -> LinkedTurns:
    """Return the cube of a text for which `is_link` is true, after the setup and the turns of the link.

    Raises:
        UsageError: see `read_twizzle`.

    >>> read_link("https://alpha.twizzle.net/edit/?alg=U%27&puzzle=2x2x2&setup-alg=R+U").turns
    Alg("R U U'")
    """
    parts = read_twizzle(link)
    assert parts is not None, "the text is a link"
    setup, played, size = parts
    return LinkedTurns(setup + played, size)


class _Query:
    """The parameters of a link."""

    def __init__(self, url: SplitResult) -> None:
        self._values = parse_qs(url.query, keep_blank_values=True)

    def value(self, *names: str) -> str:
        """Return the value of a parameter, which has one of these names; "" if there is no value."""
        given = [(name, value) for name in names for value in self._values.get(name, []) if value.strip()]
        if len({value for _, value in given}) > 1:
            first, second = (f"{name}={value}"[:40] for name, value in given[:2])
            raise UsageError(_TWICE(first=first, second=second))
        return given[0][1].strip() if given else ""


def _unescaped(text: str) -> str:
    """Return the turns of a link to alg.cubing.net, which writes `_` for a blank and `-` for a prime."""
    primes = re.sub(r"(?<![0-9])-|-(?![0-9])", "'", text.replace("_", " "))
    for entity, character in (("&#45;", "-"), ("&#95;", "_"), ("&#2b;", "+")):
        primes = primes.replace(entity, character)
    return primes


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
