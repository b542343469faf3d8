"""The phases of the 4×4×4 against published counts, plain searches on the lattice, and full replays."""

from collections.abc import Callable, Hashable, Iterable
from random import Random
from typing import Any

import numpy as np
import pytest

from cubeproof import Generator, Problem, cube_problem, solve
from cubeproof.contract.control import Control
from cubeproof.methods.reduction.centres import (
    PHASE1_STATES,
    PHASE2_STATES,
    PHASE3_STATES,
    CentreDistances,
    axis_number,
    bits_of,
    phase2_place,
    phase3_place,
)
from cubeproof.methods.reduction.pairing import (
    COLUMNS,
    FARTHEST,
    NO_TURN,
    ROWS,
    distance,
    entry,
    pairing_tables,
    pairings,
    turn_pairing,
)
from cubeproof.methods.reduction.pairing_table import distances
from cubeproof.methods.reduction.states import PhaseStates
from cubeproof.methods.reduction.stored_tables import CENTRES, EDGES
from cubeproof.problem.cube_view import cube_view
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.scramble import random_cube
from cubeproof.tables.packing import unpacked
from second_opinion import lattice

# Chen Shuang's Edge3 names these numbers of entries up to each distance.
PUBLISHED = [1, 4, 16, 55, 324, 1922, 12275, 77640, 485359, 2778197, 11742425, 27492416, 31002941, 31006080]

AMOUNTS = ("", "2", "'")
FACES = [face + amount for face in "URFDLB" for amount in AMOUNTS]
WIDE = [f"{face}w{amount}" for face in "URF" for amount in AMOUNTS]
PHASE2_NAMES = [*FACES, "Rw", "Rw'", "Uw2", "Rw2", "Fw2"]
PHASE3_NAMES = [name for name in FACES if name[0] not in "RL" or name[-1] == "2"] + ["Uw2", "Rw2", "Fw2"]


def gather(names: str) -> np.ndarray:
    """What turns do to a row of stickers."""
    return lattice.after(np.arange(96), names, 4)


MIDDLES = np.flatnonzero((np.abs(lattice.cubies(4)) == 1).sum(axis=1) == 2)
SOLVED = np.repeat(np.arange(6), 16)


def counts(
    starts: Iterable[Hashable], after: Callable[[Hashable], Iterable[Hashable]], depth: int
) -> list[int]:
    """The number of states at each distance from some states, by a plain search."""
    seen, newest, depths = set(starts), set(starts), []
    for _ in range(depth + 1):
        depths.append(len(newest))
        newest = {state for old in newest for state in after(old)} - seen
        seen |= newest
    return depths


def moved(to: dict[int, int], places: Iterable[int]) -> frozenset[int]:
    """Where a turn takes some places."""
    return frozenset(to[place] for place in places)


def centre_distances() -> CentreDistances:
    return CentreDistances.read(CENTRES.array(Control()).data)


def test_centres_of_one_axis_have_the_distances_of_a_plain_search() -> None:
    moves = [gather(name) for name in FACES + WIDE]
    goals = [frozenset(MIDDLES[np.isin(SOLVED[MIDDLES], pair)].tolist()) for pair in ([0, 3], [1, 4], [2, 5])]
    targets = [dict(zip(move.tolist(), range(96), strict=True)) for move in moves]

    def after(state: Any) -> Iterable[Any]:
        return [moved(to, state) for to in targets]

    plain = counts(goals, after, 4)
    table = np.bincount(centre_distances().phase1)
    assert table.tolist()[:5] == plain
    assert table.sum() == PHASE1_STATES == 735_471


def _phase2_view(colours: np.ndarray) -> Hashable:
    """Which colours are together on R and L, and which pairs of colours on the other faces."""
    sides = frozenset(
        frozenset(place for place in MIDDLES.tolist() if colours[place] == name) for name in (1, 4)
    )
    pairs = frozenset(
        frozenset(place for place in MIDDLES.tolist() if colours[place] % 3 == name) for name in (0, 2)
    )
    return sides, pairs


def test_other_centres_have_the_distances_of_a_plain_search() -> None:
    half = [gather(name) for name in PHASE3_NAMES]
    reached, newest = {_phase2_view(SOLVED): SOLVED}, [SOLVED]
    while newest:
        newest = [
            after
            for old in newest
            for after in (old[move] for move in half)
            if reached.setdefault(_phase2_view(after), after) is after
        ]
    moves = [(gather(name), name in ("Rw", "Rw'")) for name in PHASE2_NAMES]

    def after(state: Any) -> Iterable[Any]:
        (sides, pairs), odd = state
        for move, turns in moves:
            to = dict(zip(move.tolist(), range(96), strict=True))
            both = tuple(frozenset(moved(to, part) for part in parts) for parts in (sides, pairs))
            yield both, odd ^ turns

    plain = counts([(view, False) for view in reached], after, 3)
    table = np.bincount(centre_distances().phase2)
    assert table.tolist()[:4] == plain
    assert table.sum() == PHASE2_STATES == 6435 * 35 * 2


def test_last_centres_have_the_distances_of_a_plain_search() -> None:
    held = [lattice.after(SOLVED, names, 4) for names in ("", "x2", "y2", "z2")]
    moves = [(gather(name)[MIDDLES], "w" in name) for name in PHASE3_NAMES]
    places = {place: number for number, place in enumerate(MIDDLES.tolist())}
    within = [([places[place] for place in move.tolist()], wide) for move, wide in moves]

    def after(state: Any) -> Iterable[Any]:
        colours, odd = state
        return [(tuple(colours[place] for place in move), odd ^ wide) for move, wide in within]

    plain = counts([(tuple(state[MIDDLES].tolist()), False) for state in held], after, 4)
    table = np.bincount(centre_distances().phase3)
    assert table.tolist()[:5] == plain
    assert table.sum() == PHASE3_STATES == 4 * 29_400


def test_stored_distances_of_pairings_have_the_published_counts() -> None:
    exact = np.diff(PUBLISHED, prepend=0)
    stored = EDGES.array(Control()).data
    counted = np.zeros(4, dtype=np.int64)
    for places in np.array_split(np.arange(ROWS * COLUMNS), 8):
        counted += np.bincount(unpacked(stored, 2, places), minlength=4)
    assert counted.tolist() == [*(int(exact[rest::3].sum()) for rest in range(3)), 0]
    assert int(counted.sum()) == 31_006_080


@pytest.mark.soak
def test_distances_of_pairings_have_the_published_counts() -> None:
    assert np.cumsum(distances()[1]).tolist() == PUBLISHED


def states_of(cube: Cube) -> PhaseStates:
    view = cube_view(cube_problem(cube))
    assert view is not None
    return PhaseStates.of(view.homes)


def paired(colours: np.ndarray) -> bool:
    """Whether the two wings of every edge show the same colours."""
    cubies = lattice.cubies(4)
    colours_of: dict[tuple[tuple[int, ...], int], set[int]] = {}
    for place, cubie in enumerate(cubies.tolist()):
        if sorted(map(abs, cubie)) == [1, 3, 3]:
            edge = tuple(0 if abs(part) == 1 else part for part in cubie)
            face = int(np.abs(lattice.points(4)[place]).argmax())
            colours_of.setdefault((edge, face), set()).add(int(colours[place]))
    return all(len(both) == 1 for both in colours_of.values())


def test_distance_of_phase_3_is_0_exactly_for_paired_wings_and_one_turn_changes_it_by_one_at_most() -> None:
    random, tables, stored = Random(4), pairing_tables(), EDGES.array(Control()).data
    centres, after = centre_distances().phase3, np.empty(12, dtype=np.int8)
    for _ in range(60):
        names = " ".join(random.choices(PHASE3_NAMES, k=random.randrange(0, 12)))
        cube = Cube(4).apply(names)
        coordinates, (pairing,) = states_of(cube).phase3()
        away = distance(tables, stored, pairing)
        middle = int(centres[phase3_place(*coordinates[0])])
        assert max(away, middle) <= len(names.split())
        colours = lattice.colours(cube.facelets)
        assert (away == 0) == paired(colours)
        faces = colours[MIDDLES].reshape(6, 4)
        assert middle > 0 or (faces == faces[:, :1]).all()
        for turn in range(NO_TURN):
            turn_pairing(tables, pairing, turn, after)
            assert abs(distance(tables, stored, after) - away) <= 1
            assert entry(tables, after, NO_TURN) == entry(tables, pairing, turn)


def test_walk_along_falling_distances_ends_where_no_distance_falls() -> None:
    """A table that is wrong everywhere; with remainders of 1 only, every state has the same distance."""
    wrong = np.full(ROWS * COLUMNS // 4, 0b01010101, dtype=np.uint8)
    pairing = np.array([1, 0, 3, 2, *range(4, 12)], dtype=np.int8)
    assert distance(pairing_tables(), wrong, pairing) == FARTHEST


def test_pairings_have_one_layout_for_states_of_any_layout() -> None:
    split = states_of(Cube(4).apply("R2 U F2 Uw2 D' Rw2 B")).wings
    rows = np.repeat(split, 4, axis=0)
    read_only = rows.copy()
    read_only.flags.writeable = False
    for states in (rows, np.asfortranarray(rows), np.repeat(rows, 2, axis=0)[::2], read_only, rows[:1]):
        pairing, _ = pairings(states)
        assert pairing.flags.c_contiguous
        assert pairing.flags.writeable
        assert (pairing == pairings(split)[0]).all()


def test_states_follow_the_turns_as_a_replay_of_all_stickers_says() -> None:
    # Turns of these faces keep the corner DBL, so that both are held alike.
    names = [f"{face}{wide}{amount}" for face in "URF" for wide in ("", "w") for amount in AMOUNTS]
    numbers = [9 * axis + block + amount for axis in range(3) for block in (0, 6) for amount in range(3)]
    random = Random(1)
    for seed in range(20):
        cube, chosen = random_cube(4, seed), random.choices(range(18), k=8)
        turned = states_of(cube).after(np.array([[numbers[index] for index in chosen]]))
        replayed = Cube.from_colours(
            lattice.after(cube.colours, " ".join(names[index] for index in chosen), 4)
        )
        for one, two in zip(turned._arrays[2:], states_of(replayed)._arrays[2:], strict=True):
            assert (one == two).all()


def centres_only(names: Iterable[str], swaps: Callable[[str], bool]) -> list[Generator]:
    """Turns of the 24 centre stickers and two more stickers, which change places in some turns and show a parity."""
    places = {place: number for number, place in enumerate(MIDDLES.tolist())}
    return [
        Generator(
            name, np.array([*(places[place] for place in gather(name)[MIDDLES].tolist()), *pair], np.int16)
        )
        for name in names
        for pair in ([(25, 24)] if swaps(name) else [(24, 25)])
    ]


def reached(starts: Iterable[tuple[int, ...]], generators: Iterable[Generator]) -> set[tuple[int, ...]]:
    """All patterns to which turns lead."""
    turns, every = [generator.permutation.tolist() for generator in generators], set(starts)
    newest = every
    while newest:
        newest = {tuple(old[place] for place in turn) for old in newest for turn in turns} - every
        every |= newest
    return every


def pattern_of(colours: np.ndarray, labels: Iterable[int]) -> tuple[int, ...]:
    """The centres with other names of the colours, and an even parity."""
    names = list(labels)
    return (*(names[colour] for colour in colours[MIDDLES].tolist()), 6, 7)


def ensure_sat_agrees(
    turns: list[Generator], goals: Iterable[tuple[int, ...]], start: tuple[int, ...], names: str, table: int
) -> None:
    by_name = {turn.name: turn.permutation for turn in turns}
    pattern = np.array(start, dtype=np.int8)
    for name in names.split():
        pattern = pattern[by_name[name]]
    patterns = tuple(np.array(goal, dtype=np.int8) for goal in sorted(goals))
    solution = solve(Problem(pattern, patterns, tuple(turns)), engine="sat")
    assert solution.optimal
    assert solution.length == table > 1


# The turns keep the corner DBL, so that the cube is not held otherwise when it is read.
@pytest.mark.parametrize("names", ["Rw U Fw R Uw'", "Uw Rw' F2 Uw"])
def test_sat_finds_the_distances_of_phase_1(names: str) -> None:
    turns = centres_only(FACES + WIDE, lambda _: False)
    goals = [
        (*(1 if colour % 3 == axis else -1 for colour in SOLVED[MIDDLES].tolist()), -1, -1)
        for axis in range(3)
    ]
    centres = states_of(Cube(4).apply(names)).centres
    for axis in range(3):
        start = pattern_of(SOLVED, [colour % 3 == axis for colour in range(6)])
        (table,) = centre_distances().phase1[axis_number(bits_of(centres % 3 == axis))].tolist()
        ensure_sat_agrees(turns, goals, start, names, table)


@pytest.mark.parametrize("names", ["Rw U Rw F", "Rw2 F Rw U' Fw2"])
def test_sat_finds_the_distances_of_the_centres_in_phase_2(names: str) -> None:
    last, turns = (
        centres_only(names, lambda name: name in ("Rw", "Rw'")) for names in (PHASE3_NAMES, PHASE2_NAMES)
    )
    labels = (0, 1, 2, 0, 4, 2), (2, 1, 0, 2, 4, 0), (0, 4, 2, 0, 1, 2), (2, 4, 0, 2, 1, 0)
    goals = reached([pattern_of(SOLVED, colours) for colours in labels], last)
    (table,) = centre_distances().phase2[phase2_place(*states_of(Cube(4).apply(names)).phase2().T)].tolist()
    ensure_sat_agrees(turns, goals, pattern_of(SOLVED, labels[0]), names, table)


@pytest.mark.parametrize("names", ["Uw2 F R2 U Rw2", "Rw2 U Fw2 R2 F'"])
def test_sat_finds_the_distances_of_the_centres_in_phase_3(names: str) -> None:
    turns = centres_only(PHASE3_NAMES, lambda name: "w" in name)
    goals = [pattern_of(lattice.after(SOLVED, held, 4), range(6)) for held in ("", "x2", "y2", "z2")]
    places = states_of(Cube(4).apply(names)).phase3()[0]
    (table,) = centre_distances().phase3[phase3_place(*places.T)].tolist()
    ensure_sat_agrees(turns, goals, pattern_of(SOLVED, range(6)), names, table)
