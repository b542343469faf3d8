"""`plan`: chooses the coordinates of a problem and its tables of distances: one exact table, or several bounds.

If the product of all coordinates is small enough, one table has all of them, and its distances are exact. Otherwise
each table has some coordinates: for each orbit, as much of it as fits, and then as much as fits of the other orbits.
Their size is chosen so that building takes about as long as the search, which visits about as many states as all
states divided by the states of the largest table (Korf, Reid and Edelkamp, Time complexity of
iterative-deepening-A*, 2001).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product, zip_longest
from math import isqrt, prod

from cubeproof.sentences import Sentence, Template
from cubeproof.tables.contents import Contents
from cubeproof.tables.coordinate import Coordinate, Labelling

_TOO_LARGE = Template(
    "product.too-large",
    "This goal with these turns has too many states for tables of distances.",
)

MOST_STATES = 300_000_000
"""The maximum number of states in all tables of one problem, one byte for each."""

# The maximum number of states in an exact table. With more states, a search with smaller tables is faster than
# building an exact table, because it may visit very few states.
_EXACT = 1 << 23

# The maximum number of rows of a coordinate, whose images are stored for each generator.
_MOST_ROWS = 1 << 20

# The minimum and the maximum number of states in a table of lower bounds.
_SMALL, _LARGE = 1 << 20, 1 << 27

# The maximum number of such tables.
_TABLES = 4

# Searches of more states are not started.
_MOST_SEARCHED = 4_000_000_000

# Maximum number of orbits for which all choices of tables are tried.
_MOST_ORBITS = 5


@dataclass(frozen=True, eq=False)
class TablePlan:
    """Coordinates and the tables over them."""

    coordinates: tuple[Coordinate, ...]
    """The coordinates, orbit by orbit; together they determine a pattern."""
    tables: tuple[tuple[int, ...], ...]
    """The indices of the coordinates of each table, the largest last."""
    exact: bool
    """Whether there is a single table of all coordinates."""

    def __post_init__(self) -> None:
        sizes = [len(coordinate) for coordinate in self.coordinates]
        tables = tuple(tuple(sorted(table, key=sizes.__getitem__)) for table in self.tables)
        object.__setattr__(self, "tables", tables)

    @property
    def states(self) -> int:
        """The number of states in all tables."""
        return sum(prod(len(self.coordinates[number]) for number in table) for table in self.tables)


def counted_states(orbits: Iterable[Contents]) -> tuple[int, int] | Sentence:
    """Return a lower and an upper bound for the number of states, or the reason if there are too many."""
    least = most = 1
    for contents in orbits:
        fewest, largest = _sizes(contents)
        least, most = least * fewest, most * largest
        if least > _MOST_SEARCHED * _LARGE:
            return _TOO_LARGE()
    return least, most


def _sizes(contents: Contents) -> tuple[int, int]:
    """Return a lower and an upper bound for the number of states of an orbit."""
    return Labelling.of(contents, contents.whole).sizes if len(contents.pieces) else (1, 1)


def plan(all_orbits: Iterable[Contents]) -> TablePlan | Sentence:
    """Return a plan for the contents of goals in the orbits, or the reason why there is no plan."""
    orbits = [contents for contents in all_orbits if len(contents.pieces)]
    states = prod(_sizes(contents)[0] for contents in orbits)
    if states <= _EXACT or not orbits:
        groups = [group for contents in orbits if (group := _exact_coordinates(contents))]
        coordinates = tuple(coordinate for group in groups for coordinate in group)
        size = prod(map(len, coordinates))
        if len(groups) == len(orbits) and (size <= _EXACT or not orbits):
            return TablePlan(coordinates, (tuple(range(len(coordinates))),), exact=True)
    return _with_bounds(orbits, states)


def _exact_coordinates(contents: Contents) -> list[Coordinate]:
    """Return coordinates with few rows that together determine an orbit; [] if there are too many rows."""
    whole = Labelling.of(contents, contents.whole).coordinate(_MOST_ROWS)
    if whole is not None:
        return [whole]
    halves = [Labelling.of(contents, contents.piece), Labelling.of(contents, contents.turn)]
    ways = [halves, _pieces(contents, _most_pieces(contents, _MOST_ROWS))]
    fitting = [way for way in ways if _distinguish_all(contents, way)]
    for way in sorted(fitting, key=lambda way: prod(labelling.sizes[1] for labelling in way)):
        optional = [labelling.coordinate(_MOST_ROWS) for labelling in way]
        coordinates = [coordinate for coordinate in optional if coordinate is not None]
        if len(coordinates) == len(way):
            return coordinates
    return []


def _pieces(contents: Contents, count: int, pieces: Sequence[int] | None = None) -> list[Labelling]:
    """Return one labelling for each group of `count` pieces."""
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
"""Alternative labellings of one orbit, one for each table."""


def _with_bounds(orbits: Sequence[Contents], states: int) -> TablePlan | Sentence:
    """Return a plan with several tables of lower bounds, or the reason why there is no plan."""
    # Building and searching take equal times: a search visits states / room states, and takes longer for each.
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
    # The tables of all orbits in turn, as many as fit.
    tables: dict[tuple[Labelling | None, ...], int] = {}
    for table in (table for row in zip_longest(*wanted) for table in row if table is not None):
        size = prod(labelling.sizes[1] for labelling in table if labelling is not None)
        if size > 1 and sum(tables.values()) + size <= min(MOST_STATES, _TABLES * room):
            tables[table] = size
    if tables and states > _MOST_SEARCHED * max(tables.values()):
        return _TOO_LARGE()
    complete = _complete_plan(orbits, options, list(tables))
    # If no table of several coordinates fits, each coordinate has a separate table.
    if isinstance(complete, TablePlan) and states > _MOST_SEARCHED * complete.states:
        return _TOO_LARGE()
    return complete


def _size_of(option: _Option) -> int:
    return max((part.sizes[1] for part in option), default=1)


def _size(way: Sequence[_Option]) -> int:
    return prod(map(_size_of, way))


def _options(contents: Contents) -> list[_Option]:
    """Return the possible labellings of an orbit: none, all, halves, or groups of pieces."""
    single_labels = [contents.whole, contents.piece, contents.turn]
    options: list[_Option] = [(), *((Labelling.of(contents, labels),) for labels in single_labels)]
    options += [tuple(_pieces(contents, count)) for count in range(1, len(contents.pieces))]
    # With many pieces that look alike, all these options would be large.
    sizes = {piece: Labelling.of(contents, contents.only([piece])).sizes[1] for piece in contents.pieces}
    single = [piece for piece, size in sizes.items() if size == min(sizes.values())]
    if len(single) < len(sizes):
        options += [tuple(_pieces(contents, count, single)) for count in range(1, len(single) + 1)]
    return [option for option in options if _size_of(option) <= _MOST_ROWS]


def _complete_plan(
    orbits: Sequence[Contents],
    options: Sequence[Sequence[_Option]],
    tables: Sequence[tuple[Labelling | None, ...]],
) -> TablePlan | Sentence:
    """Return the plan with these tables, and with the additional coordinates that determine the state."""
    coordinates: list[Coordinate] = []
    numbers: dict[tuple[int, Labelling], int] = {}
    for orbit, contents in enumerate(orbits):
        used = list(dict.fromkeys(table[orbit] for table in tables))
        labellings = [labelling for labelling in used if labelling is not None]
        if not _distinguish_all(contents, labellings):
            enough = [option for option in options[orbit] if _distinguish_all(contents, option)]
            if enough:
                labellings += enough[max(range(len(enough)), key=lambda number: _size_of(enough[number]))]
        if not _distinguish_all(contents, labellings):
            return _TOO_LARGE()
        for labelling in labellings:
            coordinate = labelling.coordinate(_MOST_ROWS)
            if coordinate is None:
                return _TOO_LARGE()
            numbers[orbit, labelling] = len(coordinates)
            coordinates.append(coordinate)
    chosen = [
        tuple(numbers[orbit, part] for orbit, part in enumerate(table) if part is not None)
        for table in tables
    ]
    used_numbers = {number for parts in chosen for number in parts}
    chosen += [(number,) for number in range(len(coordinates)) if number not in used_numbers]
    return TablePlan(tuple(coordinates), tuple(chosen), exact=False)


def _distinguish_all(contents: Contents, labellings: Sequence[Labelling]) -> bool:
    """Whether different contents always have different labels in one of some labellings."""
    rows = zip(*(labelling.labels.tolist() for labelling in labellings), strict=True)
    return len(set(rows)) == len(contents.colours)
