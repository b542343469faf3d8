"""The phases of the 5×5×5: published counts, and bounds that agree with replays on the lattice."""

from random import Random

import numpy as np
import pytest

from cubeproof.contract.control import Control
from cubeproof.methods.large5.phases import phase
from cubeproof.methods.large5.pieces import PHASE_TURNS
from cubeproof.methods.large5.starts import StartReader
from cubeproof.methods.large5.tables import load
from second_opinion import lattice

# github.com/cs0x7f/cube555, PruningValue.txt: the entries at each distance. There, 35 classes at 15 turns have the
# number of an empty entry; the classes of phase 4 with the centres of R and L are halved by one more symmetry.
COUNTS = {
    (1, 0): [1, 1, 9, 86, 913, 7827, 26573, 10903, 58],
    (1, 1): [1, 1, 6, 66, 635, 5140, 20922, 19286, 878],
    (2, 0): [1, 2, 29, 234, 1304, 5568, 12316, 6102, 184],
    (2, 1): [1, 2, 25, 210, 924, 2914, 7183, 8353, 5311, 807, 10],
    (5, 0): [1, 1, 7, 41, 225, 1343, 7956, 47388, 270792, 1383928, 5354156, 11247225, 7171765, 426062, 310],
    (5, 1): [1, 4, 42, 280, 1691, 8806, 36264, 77966, 46518, 4828],
}  # fmt: skip
LARGE_COUNTS = {
    (3, 0): [
        1, 1, 5, 38, 308, 3216, 34162, 315492, 2416258, 13698067, 47646663, 74936949, 34414060, 2741214, 19835, 35,
    ],
    (3, 1): [216, 432, 6984, 69392, 367092, 996732, 941992, 124804, 1156],
    (4, 0): [
        1, 4, 30, 200, 1296, 8187, 49334, 283026, 1528102, 7504518, 30068326, 76791716, 72115012, 9182472, 35776,
    ],
    (4, 1): [2 * n for n in (3, 6, 39, 254, 1805, 12825, 80814, 411854, 1435684, 2500380, 1666798, 284291, 2303)],
    (4, 2): [6, 12, 78, 516, 3047, 20246, 129232, 792151, 4459706, 20441854, 57963527, 55470719, 5829269, 8037],
    (4, 3): [2 * n for n in (18, 66, 573, 3588, 18418, 85877, 251742, 374904, 241868, 79462, 1884)],
}  # fmt: skip


def counts(number: int, table: int) -> list[int]:
    search = phase(number).prunings[table].distances()
    search.finish()
    return search.counts[:-1]


@pytest.mark.parametrize(("number", "table"), COUNTS)
def test_table_has_the_published_number_of_entries_at_each_distance(number: int, table: int) -> None:
    assert counts(number, table) == COUNTS[number, table]


@pytest.mark.parametrize(("number", "table"), LARGE_COUNTS)
def test_large_table_has_the_published_number_of_entries_at_each_distance(number: int, table: int) -> None:
    assert counts(number, table) == LARGE_COUNTS[number, table]


def name(turn: int) -> str:
    wide, (face, amount) = turn // 18, divmod(turn % 18, 3)
    return lattice.Turn("URFDLB"[face], 1, wide + 1, amount + 1).name


def is_reached(number: int, colours: np.ndarray) -> bool:
    """Whether a state of the lattice is a goal of phase 1, 2 or 5, as a cuber would say it."""
    faces = colours.reshape(6, 5, 5)
    inner = faces[:, 1:4, 1:4].reshape(6, 9)
    if number == 5:
        edges = [faces[:, 0, 1:4], faces[:, 4, 1:4], faces[:, 1:4, 0], faces[:, 1:4, 4]]
        return bool((inner == inner[:, 4:5]).all() and all((edge == edge[:, 1:2]).all() for edge in edges))
    # Opposite faces have numbers that differ by 3.
    axes = (1,) if number == 1 else (0, 1)
    return all((inner[[axis, axis + 3]] % 3 == axis).all() for axis in axes)


@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_bound_is_0_at_the_goal_and_changes_by_at_most_one_with_each_turn(number: int) -> None:
    random = Random(number)
    tables, _ = load(number, None, Control())
    reader = StartReader(number, tables)
    solved: lattice.Array = np.repeat(np.arange(6), 25)
    for _ in range(6):
        state, before, made = solved, 0, 0
        for _ in range(20):
            turn = random.choice(PHASE_TURNS[number - 1])
            state, made = lattice.after(state, name(turn), 5), made + 1
            bound = int(reader.read(state[None].astype(np.int8)).bounds.min())
            assert bound <= made
            assert abs(bound - before) <= 1
            if number in (1, 5):
                assert (bound == 0) == is_reached(number, state)
            before = bound
