"""`Forms`: commutators that exchange three cells of an orbit, and nothing else, for the layers of any size.

A commutator of two turns that meet in one cell exchanges three cells. A row is a layer that is not at the surface, a
column is another one on the same axis, and u is a face of another axis:

    centres     [row, u column u']      three cells of the orbit of row and column
    wings       [row, u v u']           three wings of the orbit of the row; v is a second face

A set-up turn d before it and d' after it gives other cells. Several columns, or for wings several rows, may turn
together: then each of their orbits has its own cycle, at once.

Nothing is written by hand: all candidates are replayed on the 9×9×9, which has unused layers between the used ones,
and kept if they move three pieces. Cells are numbered alike in all orbits and on all sizes, so the cycles hold there
too; the class of a commutator says where its layers are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from cubeproof.methods.large.cells import cell_grid
from cubeproof.puzzle.geometry import FACES, Slab, geometry

TOP, BOTTOM, ROW, ROW_BACK, COLUMN, COLUMN_BACK = range(6)
"""The layers of a symbolic turn: the first, the last, the row, the layer opposite the row, and both for the column."""

SymbolicTurn = tuple[int, int, int]
"""Axis, layer and amount."""

CLASSES = ((1, 3), (1, 5), (7, 3), (7, 5), (1, 7), (7, 1), (1, 4), (7, 4), (4, 3), (4, 5))
"""The row and column of each class of centres, as layers of the 9×9×9: both in either half; a column opposite its row;
a column in the middle; a row in the middle."""

WING_CLASSES = (1, 7)
"""The row of each class of wings, as a layer of the 9×9×9."""

_SIZE = 9
_SYMBOLS = {TOP: 0, BOTTOM: 8}


@dataclass(frozen=True, eq=False)
class Forms:
    """Commutators of one kind, each with the three cells that it exchanges in each class."""

    turns: NDArray[np.int8]
    """The turns of each commutator, shape (commutators, 10, 3); without a set-up turn, the first and last amounts are
    0."""
    cells: NDArray[np.int8]
    """Shape (classes, commutators, 3): what is in the first cell goes to the second, from there to the third."""
    swapped: NDArray[np.bool_]
    """Shape (classes, commutators): whether the key of the orbit has the column's layer first."""

    def word(self, number: int) -> tuple[SymbolicTurn, ...]:
        """Return the turns of a commutator."""
        return tuple((axis, layer, amount) for axis, layer, amount in self.turns[number].tolist() if amount)


def class_of(size: int, row: int, column: int) -> int:
    """Return the class of centres of a row and a column, which are layers from 0.

    >>> [CLASSES[class_of(50, *layers)] for layers in ((3, 40), (3, 46), (9, 2))]
    [(1, 5), (1, 7), (1, 3)]
    """
    back_row, back_column = 2 * row >= size, 2 * column >= size
    if row + column == size - 1:
        return 4 + back_row
    if 2 * column == size - 1:
        return 6 + back_row
    if 2 * row == size - 1:
        return 8 + back_column
    return 2 * back_row + back_column


@cache
def centre_forms() -> Forms:
    """Return all commutators of centres with at most one set-up turn, the shortest first."""
    words = []
    for axis, face, first, second, quarter in product(range(3), _faces(), (1, 2, 3), (1, 2, 3), (1, 3)):
        if face[0] != axis:
            row, column, u = (axis, ROW, first), (axis, COLUMN, second), (*face, quarter)
            words.append(_commutator([row], [u, column, _undo(u)]))
    return _with_setups(words, [_layers(*layers) for layers in CLASSES], 3)


@cache
def wing_forms() -> Forms:
    """Return all commutators of wings with at most one set-up turn, the shortest first."""
    words = []
    faces = [(*face, amount) for face in _faces() for amount in (1, 2, 3)]
    for axis, first, u, v in product(range(3), (1, 2, 3), faces, faces):
        if axis != u[0] != v[0]:
            words.append(_commutator([(axis, ROW, first)], [u, v, _undo(u)]))
    return _with_setups(words, [_layers(row, None) for row in WING_CLASSES], 6)


def word_of(
    turns: Sequence[SymbolicTurn], size: int, row: Sequence[int], columns: Sequence[int]
) -> list[tuple[int, NDArray[np.int8]]]:
    """Return the runs of a commutator for rows and columns, which are layers from 0: the axis and amounts of each."""
    layers = {
        TOP: [0],
        BOTTOM: [size - 1],
        ROW: list(row),
        ROW_BACK: [size - 1 - layer for layer in row],
        COLUMN: list(columns),
        COLUMN_BACK: [size - 1 - layer for layer in columns],
    }
    runs = []
    for axis, symbol, amount in turns:
        amounts = np.zeros(size, dtype=np.int8)
        amounts[layers[symbol]] = amount
        runs.append((axis, amounts))
    return runs


def _faces() -> list[tuple[int, int]]:
    return [(axis, side) for axis in range(3) for side in (TOP, BOTTOM)]


def _undo(turn: SymbolicTurn) -> SymbolicTurn:
    return turn[0], turn[1], -turn[2] % 4


def _inverse(word: Sequence[SymbolicTurn]) -> list[SymbolicTurn]:
    return [_undo(turn) for turn in reversed(word)]


def _commutator(first: list[SymbolicTurn], second: list[SymbolicTurn]) -> list[SymbolicTurn]:
    return first + second + _inverse(first) + _inverse(second)


def _layers(row: int, column: int | None) -> dict[int, int]:
    layers = {**_SYMBOLS, ROW: row, ROW_BACK: _SIZE - 1 - row}
    return layers if column is None else {**layers, COLUMN: column, COLUMN_BACK: _SIZE - 1 - column}


def _turn(turn: SymbolicTurn, layers: dict[int, int]) -> NDArray[np.int16]:
    axis, symbol, amount = turn
    layer = layers[symbol] + 1
    return geometry(_SIZE).turn(Slab(FACES[axis], layer, layer, amount))


@cache
def _cell_of() -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The orbit and the cell of each sticker of the 9×9×9; −1 for stickers in no cell."""
    cells = cell_grid(_SIZE).cells
    orbit, cell = np.full((2, 6 * _SIZE**2), -1)
    orbit[cells] = np.arange(len(cells))[:, None]
    cell[cells] = np.arange(24)
    return orbit, cell


def _with_setups(words: list[list[SymbolicTurn]], classes: list[dict[int, int]], moved: int) -> Forms:
    """Return the words that exchange three pieces in every class, with and without a set-up turn, each effect once."""
    keys, home = cell_grid(_SIZE).keys, np.arange(6 * _SIZE**2, dtype=np.int16)
    orbit, cell = _cell_of()
    turns, letters = np.unique(np.reshape(words, (-1, 3)), axis=0, return_inverse=True)
    letters = letters.reshape(len(words), -1)
    symbolic = [tuple(turn) for turn in turns.tolist()]
    # The words that are pure in all classes so far, and the places that each exchanges in each class.
    pure, basic = np.arange(len(words)), np.empty((len(words), 0, 3), dtype=np.intp)
    for layers in classes:
        effects = _effects(letters[pure], np.stack([_turn(turn, layers) for turn in symbolic]))
        changed = effects != home
        in_cells = changed & (orbit >= 0)
        good = (changed.sum(axis=1) == moved) & (in_cells.sum(axis=1) == 3)
        places = np.nonzero(in_cells[good])[1].reshape(-1, 3)
        one_orbit = (orbit[places] == orbit[places[:, :1]]).all(axis=1)
        places, good = places[one_orbit], np.flatnonzero(good)[one_orbit]
        # A place shows what was in effect[place].
        second = effects[good, places[:, 0]]
        cycles = np.stack([effects[good, second], second, places[:, 0]], axis=1)
        pure, basic = pure[good], np.concatenate([basic[good], cycles[:, None]], axis=1)
    setups: list[SymbolicTurn | None] = [None]
    setups += [(*face, amount) for face in _faces() for amount in (1, 3, 2)]
    setups += [
        (axis, symbol, amount) for axis in range(3) for symbol in (ROW, ROW_BACK) for amount in (1, 3, 2)
    ]
    whole, exchanged = np.zeros((len(setups), len(pure), 10, 3), dtype=np.int8), []
    whole[:, :, 1:9] = turns[letters[pure]]
    for number, setup in enumerate(setups):
        if setup is not None:
            whole[number, :, 0], whole[number, :, 9] = setup, _undo(setup)
        # After a set-up turn, a place shows what was in before[place].
        before = np.stack([home if setup is None else _turn(setup, layers) for layers in classes])
        exchanged.append(before[np.arange(len(classes))[:, None], basic])
    places = np.concatenate(exchanged)
    smallest = places.argmin(axis=2)[..., None]
    places = np.take_along_axis(places, (smallest + np.arange(3)) % 3, axis=2)
    first: dict[bytes, int] = {}
    for number, row in enumerate(places):
        first.setdefault(row.tobytes(), number)
    kept = [*first.values()]
    places = places[kept].swapaxes(0, 1)
    swapped = np.array([key[0] == 3 and key[1] == 1 for key in keys])[orbit[places[..., 0]]]
    return Forms(whole.reshape(-1, 10, 3)[kept], cell[places].astype(np.int8), swapped)


def _effects(words: NDArray[np.intp], turns: NDArray[np.int16]) -> NDArray[np.int16]:
    """Return the effects of words of 2ⁿ turns, given as numbers; pairs that are in several words are joined once."""
    effects = turns
    while words.shape[1] > 1:
        pairs, numbers = np.unique(len(effects) * words[:, ::2] + words[:, 1::2], return_inverse=True)
        first, second = np.divmod(pairs, len(effects))
        effects, words = (
            np.take_along_axis(effects[first], effects[second], axis=1),
            numbers.reshape(len(words), -1),
        )
    return effects[words[:, 0]]


@dataclass(frozen=True, eq=False)
class Cycles:
    """All 4048 cycles of three cells of one kind of orbit, with a word for each."""

    cells: NDArray[np.int8]
    """Shape (4048, 3)."""
    _first: Forms
    _parents: tuple[tuple[int, SymbolicTurn | None], ...]

    def word(self, number: int) -> tuple[SymbolicTurn, ...]:
        """Return the turns of a cycle, for the layers of its kind's class."""
        parent, turn = self._parents[number]
        if turn is None:
            return self._first.word(parent)
        return (turn, *self.word(parent), _undo(turn))


KINDS = {
    "wing": (0, None),
    "oblique": (0, False),
    "oblique back": (0, True),
    "diagonal": (4, None),
    "line": (6, None),
}
"""The kinds of orbits: the class of the layers of their words, and whether the key has the column's layer first."""


@cache
def all_cycles(kind: str) -> Cycles:
    """Return all cycles of a kind of orbit, by more set-up turns where one is not enough.

    >>> {kind: len(all_cycles(kind).cells) for kind in KINDS}
    {'wing': 4048, 'oblique': 4048, 'oblique back': 4048, 'diagonal': 4048, 'line': 4048}
    """
    number, back = KINDS[kind]
    forms = wing_forms() if kind == "wing" else centre_forms()
    layers = _layers(1, None) if kind == "wing" else _layers(*CLASSES[number])
    own = np.arange(len(forms.turns)) if back is None else np.flatnonzero(forms.swapped[number] == back)
    key = {"wing": (0, 1), "oblique": (1, 3), "oblique back": (3, 1), "diagonal": (1, 1), "line": (1, 4)}[
        kind
    ]
    grid = cell_grid(_SIZE)
    stickers, (_, cell) = grid.cells[grid.numbers[key]], _cell_of()
    symbols = sorted(layers, key=lambda symbol: symbol not in _SYMBOLS)
    turns = [(axis, symbol, amount) for symbol in symbols for axis in range(3) for amount in (1, 3, 2)]
    maps = [(turn, cell[_turn(turn, layers)[stickers]]) for turn in turns if layers[turn[1]] != _SIZE // 2]
    seen = np.zeros(24**3, dtype=np.bool_)
    cells, parents = np.empty((0, 3), dtype=np.int8), list[tuple[int, SymbolicTurn | None]]()

    def add(news: NDArray[np.int8], sources: NDArray[np.intp], turn: SymbolicTurn | None) -> None:
        nonlocal cells
        smallest = news.argmin(axis=1)[:, None]
        news = np.take_along_axis(news, (smallest + np.arange(3)) % 3, axis=1)
        codes = news.astype(np.intp) @ (576, 24, 1)
        first = np.sort(np.unique(codes, return_index=True)[1])
        first = first[~seen[codes[first]]]
        seen[codes[first]] = True
        cells = np.concatenate([cells, news[first]])
        parents.extend((source, turn) for source in sources[first].tolist())

    add(forms.cells[number, own], own, None)
    done = 0
    while done < len(cells):
        frontier, news, done = np.arange(done, len(cells)), cells[done:], len(cells)
        for turn, places in maps:
            add(places[news].astype(np.int8), frontier, turn)
    return Cycles(cells, forms, tuple(parents))
