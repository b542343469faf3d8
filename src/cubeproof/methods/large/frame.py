"""The frame of a large cube: turns of faces that solve its corners, and on odd sizes its middle edges.

The corners of an even cube are a 2×2×2 whose corner DBL is at home. The corners, middle edges and middle centres of an
odd cube are a 3×3×3. Turns of inner layers do not move them, except the middle layers of odd sizes.

The 3×3×3 is solved by two phases. Without their tables, its corners are solved as those of a 2×2×2, and then its edges
by cycles of three (`edge_cycles`): at once, with three times as many turns.
"""

from __future__ import annotations

from itertools import product

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.control import Control
from cubeproof.contract.outcome import Word
from cubeproof.methods.large.edge_cycles import edge_places, edge_word
from cubeproof.methods.large.greedy import Run
from cubeproof.methods.two_phase.stored_tables import COORDINATES, PHASE1, PHASE2
from cubeproof.methods.words.bidirectional import WordLimits, WordSearch
from cubeproof.problem import cube_problem
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.cubies import FACE_TURNS, face_turns
from cubeproof.puzzle.geometry import FACES, geometry
from cubeproof.puzzle.move import Move
from cubeproof.store import Store

# Enough for all answers of the 2×2×2, which have 11 turns at most.
_LIMITS = WordLimits(words=3_000_000)

# The longest answer of two phases, and the cubes of phase 1 after the first answer.
_MOST, _NODES = 30, 40_000


def has_frame_tables(size: int, store: Store | None = None) -> bool:
    """Whether the tables for a short frame are stored; even sizes need none."""
    return size % 2 == 0 or all(table.is_stored(store) for table in (COORDINATES, PHASE1, PHASE2))


def frame_turns(
    homes: NDArray[np.integer],
    size: int,
    control: Control,
    store: Store | None = None,
    *,
    at_once: bool = False,
) -> tuple[Move, ...] | None:
    """Return turns of faces that solve the frame; None if no turns do.

    Args:
        homes: the home of the sticker at each place, shape (6·N²,). On odd sizes the middle centres are at home, on
            even sizes the corner DBL.
        size: the number of layers, 4 or more.
        control: ends the search.
        store: the store of the tables of the two phases.
        at_once: whether to use no tables.

    Raises:
        StoppedError: the search was stopped.
        TimeUpError: the time is up.
    """
    small = 3 if size % 2 else 2
    layers = np.linspace(0, size - 1, small).astype(np.intp)
    places = (np.arange(6)[:, None, None] * size**2 + layers[:, None] * size + layers).ravel()
    number = np.full(6 * size**2, -1, dtype=np.int16)
    number[places] = np.arange(len(places))
    inner = number[homes[places]]
    if small == 2:
        return _two(inner, control)
    if Cube.from_colours(geometry(3).faces[inner].astype(np.int8)).status():
        return None
    return _three_at_once(inner, control) if at_once else _three(inner, control, store)


def runs_of(turns: tuple[Move, ...], size: int) -> list[Run]:
    """Return turns of faces as runs."""
    runs = []
    for turn in turns:
        face = FACES.index(turn.family)
        amounts = np.zeros(size, dtype=np.int8)
        amounts[0 if face < 3 else size - 1] = (turn.amount if face < 3 else -turn.amount) % 4
        runs.append((face % 3, amounts))
    return runs


def _two(homes: NDArray[np.int16], control: Control) -> tuple[Move, ...] | None:
    cube = Cube.from_colours(geometry(2).faces[homes].astype(np.int8))
    if cube.status():
        return None
    problem = cube_problem(cube)
    quiet = control.emitting_to(lambda _: None, control.check)
    for word in WordSearch(problem, quiet, limits=_LIMITS).answers():
        return tuple(Alg.of_turns(problem.write(word)))
    return None


def _three_at_once(homes: NDArray[np.int16], control: Control) -> tuple[Move, ...] | None:
    turns, corners = face_turns(), np.flatnonzero(np.isin(np.arange(54) % 9, (0, 2, 6, 8)))
    # U, R and F keep a corner, which at most two turns bring home first.
    kept = np.flatnonzero((turns[:9] == np.arange(54)).all(axis=0))
    kept = kept[np.isin(kept, corners)]
    word: Word = next(
        word
        for length in range(3)
        for word in product(range(18), repeat=length)
        if (_after(homes, word)[kept] == kept).all()
    )
    small = _two(np.searchsorted(corners, _after(homes, word)[corners]).astype(np.int16), control)
    if small is None:
        return None
    word += tuple(map(FACE_TURNS.index, small))
    edges = edge_places()
    word += edge_word(np.searchsorted(edges, _after(homes, word)[edges]))
    return tuple(FACE_TURNS[turn] for turn in word)


def _after(homes: NDArray[np.int16], word: Word) -> NDArray[np.int16]:
    """Return the homes after face turns of the 3×3×3."""
    for turn in word:
        homes = homes[face_turns()[turn]]
    return homes


def _three(homes: NDArray[np.int16], control: Control, store: Store | None) -> tuple[Move, ...] | None:
    from cubeproof.methods.two_phase.search import NearSearch

    near = NearSearch.load(store, control, small=True)
    words: list[Word] = []
    with control.compiled_flag() as flag:

        def report(word: Word) -> None:
            words.append(word)
            if not near.compiled:
                flag[0] = 1

        nodes = _NODES if near.compiled else None
        near.run(homes, np.array([_MOST], dtype=np.int32), flag, report, nodes)
    if not words:
        control.check()
        return None
    return tuple(FACE_TURNS[turn] for turn in words[-1])
