"""Which coordinates a problem gets, and which tables of distances: one of all, or several that are bounds.

Where the product of all coordinates is small enough, one table has all of them, and its distances are exact.
Else every table has some coordinates, chosen for their orbits in turn: as much of the orbit as there is room
for, and then as much of the others. They are as large as it takes for making them to last about as long as the
search: that looks at about as many states as there are in all, divided by those of the largest table (Korf, Reid
and Edelkamp, Time complexity of iterative-deepening-A*, 2001).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product, zip_longest
from math import isqrt, prod

import numpy as np
from numpy.typing import NDArray

from cubeproof.sentences import Sentence, Template
from cubeproof.tables.contents import Contents
from cubeproof.tables.coordinate import Coordinate, Labelling

_TOO_LARGE = Template(
    "product.too-large",
    "This goal with these turns has too many states for tables of distances to be of help.",
)

MOST_STATES = 300_000_000
"""How many states the tables of one problem may have together, one byte for each."""

# How many there may be in a table of all coordinates. Where there are more, a search with smaller tables takes
# less time than making such a table: it may look at very few states.
_EXACT = 1 << 23

# How many rows a coordinate may have: a number for every row and generator has to be kept.
_MOST_ROWS = 1 << 20

# How many states a table of lower bounds may have, at least and at most.
_SMALL, _LARGE = 1 << 20, 1 << 27

# How many such tables there may be.
_TABLES = 4

# Searches of more states are not started.
_MOST_SEARCHED = 4_000_000_000

# Maximum number of orbits for which all choices of tables are tried.
_MOST_ORBITS = 5


@dataclass(frozen=True, eq=False)
class Plan:
    """Coordinates and the tables over them."""

    coordinates: tuple[Coordinate, ...]
    """The coordinates, orbit by orbit; together they show all of a pattern."""
    tables: tuple[tuple[int, ...], ...]
    """Which coordinates each table has, the largest last."""
    exact: bool
    """Whether there is one table, of all coordinates."""

    def __post_init__(self) -> None:
        sizes = [len(one) for one in self.coordinates]
        tables = tuple(tuple(sorted(table, key=sizes.__getitem__)) for table in self.tables)
        object.__setattr__(self, "tables", tables)

    @property
    def states(self) -> int:
        """How many states the tables have together."""
        return sum(prod(len(self.coordinates[number]) for number in table) for table in self.tables)


def too_many_states(orbits: Iterable[Contents]) -> Sentence | None:
    """The sentence that says so, if counting alone shows it; exploring may still find that there are too many."""
    states = 1
    for contents in orbits:
        states *= _least(contents)
        if states > _MOST_SEARCHED * _LARGE:
            return _TOO_LARGE()
    return None


def _least(contents: Contents) -> int:
    """A number of states that an orbit has at least."""
    return Labelling.of(contents, contents.whole).sizes[0] if len(contents.pieces) else 1


def plan(all_orbits: Iterable[Contents], flag: NDArray[np.int32]) -> Plan | Sentence:
    """Explore orbits, and make a plan for what goals show in them, or say in a sentence why there is none.

    Args:
        all_orbits: the orbits, of which `too_many_states` has nothing to say.
        flag: shape (1,), anything but 0 ends the exploring.
    """
    orbits = [contents for contents in all_orbits if len(contents.pieces)]
    states = prod(map(_least, orbits))
    if states <= _EXACT or not orbits:
        made = [_told(contents, flag) for contents in orbits]
        together = [parts for parts in made if parts]
        size = prod(len(one) for parts in together for one in parts)
        if len(together) == len(orbits) and (size <= _EXACT or not orbits):
            coordinates = tuple(one for parts in together for one in parts)
            return Plan(coordinates, (tuple(range(len(coordinates))),), exact=True)
    return _with_bounds(orbits, states, flag)


def _told(contents: Contents, flag: NDArray[np.int32]) -> list[Coordinate]:
    """Return coordinates that together determine an orbit, with few rows; [] if they have too many."""
    whole = Labelling.of(contents, contents.whole).coordinate(_MOST_ROWS, flag)
    if whole is not None:
        return [whole]
    halves = [Labelling.of(contents, contents.piece), Labelling.of(contents, contents.turn)]
    ways = [halves, _pieces(contents, _most_pieces(contents, _MOST_ROWS))]
    fitting = [way for way in ways if _tell_all(contents, way)]
    for way in sorted(fitting, key=lambda way: prod(one.sizes[1] for one in way)):
        made = [part.coordinate(_MOST_ROWS, flag) for part in way]
        found = [one for one in made if one is not None]
        if len(found) == len(way):
            return found
    return []


def _pieces(contents: Contents, count: int, pieces: Sequence[int] | None = None) -> list[Labelling]:
    """One labelling for each group of `count` pieces."""
    pieces = contents.pieces if pieces is None else pieces
    if count == 0:
        return []
    return [
        Labelling.of(contents, contents.only(pieces[first : first + count]))
        for first in range(0, len(pieces), count)
    ]


def _most_pieces(contents: Contents, most: int) -> int:
    """Return the number of pieces that a labelling with this many rows can distinguish."""
    count = 0
    while count < len(contents.pieces) and all(
        part.sizes[1] <= most for part in _pieces(contents, count + 1)
    ):
        count += 1
    return count


_Option = tuple[Labelling, ...]
"""Labels of one orbit that are in as many tables, one in each."""


def _with_bounds(orbits: Sequence[Contents], states: int, flag: NDArray[np.int32]) -> Plan | Sentence:
    """Several tables of lower bounds."""
    # As long to make as to search with: a search looks at states / room states, and takes longer for each.
    room = min(_LARGE, max(_SMALL, isqrt(10 * states)))
    if states > _MOST_SEARCHED * room or len(orbits) > _MOST_ORBITS:
        return _TOO_LARGE()
    options = [_options(contents) for contents in orbits]
    wanted: list[list[tuple[Labelling | None, ...]]] = []
    for main in range(len(orbits)):
        best = max(
            (way for way in product(*options) if _size(way) <= room),
            key=lambda way: (_size_of(way[main]), _size(way)),
        )
        wanted.append(
            [
                tuple(option[number % len(option)] if option else None for option in best)
                for number in range(max(map(len, best)))
            ]
        )
    # Those of all orbits in turn, as many as there is room for.
    tables: dict[tuple[Labelling | None, ...], int] = {}
    for table in (table for row in zip_longest(*wanted) for table in row if table is not None):
        size = prod(one.sizes[1] for one in table if one is not None)
        if size > 1 and sum(tables.values()) + size <= min(MOST_STATES, _TABLES * room):
            tables[table] = size
    if tables and states > _MOST_SEARCHED * max(tables.values()):
        return _TOO_LARGE()
    found = _made_up(orbits, options, list(tables), flag)
    # If no table of several coordinates has room, each has a separate table.
    return _TOO_LARGE() if isinstance(found, Plan) and states > _MOST_SEARCHED * found.states else found


def _size_of(option: _Option) -> int:
    return max((part.sizes[1] for part in option), default=1)


def _size(way: Sequence[_Option]) -> int:
    return prod(map(_size_of, way))


def _options(contents: Contents) -> list[_Option]:
    """Return the possible labellings of an orbit: none, all, halves, or groups of pieces."""
    one = [contents.whole, contents.piece, contents.turn]
    found: list[_Option] = [(), *((Labelling.of(contents, labels),) for labels in one)]
    found += [tuple(_pieces(contents, count)) for count in range(1, len(contents.pieces))]
    # Pieces of which there are many alike would make all of these large.
    sizes = {piece: Labelling.of(contents, contents.only([piece])).sizes[1] for piece in contents.pieces}
    single = [piece for piece, size in sizes.items() if size == min(sizes.values())]
    if len(single) < len(sizes):
        found += [tuple(_pieces(contents, count, single)) for count in range(1, len(single) + 1)]
    return [option for option in found if _size_of(option) <= _MOST_ROWS]


def _made_up(
    orbits: Sequence[Contents],
    options: Sequence[Sequence[_Option]],
    tables: Sequence[tuple[Labelling | None, ...]],
    flag: NDArray[np.int32],
) -> Plan | Sentence:
    """Return the plan with these tables, and with the coordinates needed to determine the state."""
    coordinates: list[Coordinate] = []
    numbers: dict[tuple[int, Labelling], int] = {}
    for orbit, contents in enumerate(orbits):
        used = list(dict.fromkeys(table[orbit] for table in tables))
        wanted = [one for one in used if one is not None]
        if not _tell_all(contents, wanted):
            enough = [option for option in options[orbit] if _tell_all(contents, option)]
            if enough:
                wanted += enough[max(range(len(enough)), key=lambda number: _size_of(enough[number]))]
        if not _tell_all(contents, wanted):
            return _TOO_LARGE()
        for labelling in wanted:
            made = labelling.coordinate(_MOST_ROWS, flag)
            if made is None:
                return _TOO_LARGE()
            numbers[orbit, labelling] = len(coordinates)
            coordinates.append(made)
    chosen = [
        tuple(numbers[orbit, one] for orbit, one in enumerate(table) if one is not None) for table in tables
    ]
    told = {number for parts in chosen for number in parts}
    chosen += [(number,) for number in range(len(coordinates)) if number not in told]
    return Plan(tuple(coordinates), tuple(chosen), exact=False)


def _tell_all(contents: Contents, labellings: Sequence[Labelling]) -> bool:
    """Whether contents that differ have different labels in one of these."""
    rows = zip(*(one.labels.tolist() for one in labellings), strict=True)
    return len(set(rows)) == len(contents.colours)
