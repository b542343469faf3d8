"""The pieces that follow from the geometry are the pieces that cubers know."""

import numpy as np
import pytest

from cubeproof.puzzle import MAX_SIZE
from cubeproof.puzzle.geometry import geometry
from cubeproof.puzzle.pieces import Orbit, PieceKind, orbits, reachable
from ground_truth import CORNERS, EDGES, stickers

SIZES = [2, 3, 4, 5, 6, 7, 17]


def by_kind(size: int, kind: PieceKind) -> list[Orbit]:
    return [orbit for orbit in orbits(size) if orbit.kind is kind]


class TestAgainstKociemba:
    @pytest.mark.parametrize("size", SIZES)
    def test_corners_and_edges_have_kociembas_sticker_order(self, size: int) -> None:
        for kind, names in ((PieceKind.CORNER, CORNERS), (PieceKind.EDGE, EDGES))[: 1 + size % 2]:
            (orbit,) = by_kind(size, kind)
            assert {slot.name: slot.stickers for slot in orbit.slots} == {
                name: stickers(name, size) for name in names
            }


@pytest.mark.parametrize("size", [*SIZES, MAX_SIZE])
def test_orbits_are_as_many_as_theory_says(size: int) -> None:
    half = (size - 2) // 2
    odd = size % 2
    expected = [(PieceKind.CORNER, 8, 3)] + odd * [(PieceKind.EDGE, 12, 2)] + half * [(PieceKind.WING, 24, 1)]
    expected += half * (half + odd) * [(PieceKind.CENTRE, 24, 1)] + odd * [(PieceKind.CENTRE, 6, 1)]
    assert [(orbit.kind, len(orbit.slots), orbit.orientations) for orbit in orbits(size)] == expected
    assert [orbit.fixed for orbit in orbits(size)] == [False] * (len(expected) - odd) + [True] * odd


@pytest.mark.parametrize("size", SIZES)
def test_every_sticker_belongs_to_one_slot_and_every_slot_has_its_own_name(size: int) -> None:
    slots = [slot for orbit in orbits(size) for slot in orbit.slots]
    assert sorted(sticker for slot in slots for sticker in slot.stickers) == list(range(6 * size**2))
    assert len({slot.name for slot in slots}) == len(slots)


@pytest.mark.parametrize("size", SIZES)
def test_a_turn_carries_slots_to_slots_of_their_orbit(size: int) -> None:
    for orbit in orbits(size):
        places = {frozenset(slot.stickers) for slot in orbit.slots}
        for turn in geometry(size).quarter_turns:
            assert {frozenset(turn[list(slot.stickers)].tolist()) for slot in orbit.slots} == places


@pytest.mark.parametrize("size", [4, 5, 6, 7])
def test_a_wing_is_never_flipped_where_it_is(size: int) -> None:
    labels = reachable(geometry(size).quarter_turns)
    for orbit in by_kind(size, PieceKind.WING):
        first, second = orbit.stickers.T
        assert len(set(labels[first])) == len(set(labels[second])) == 1
        assert labels[first[0]] != labels[second[0]]


def test_centres_are_named_by_row_and_column_and_the_middle_one_by_its_face() -> None:
    names = {slot.name for orbit in by_kind(5, PieceKind.CENTRE) for slot in orbit.slots}
    assert {"U", "U(2,2)", "F(2,3)", "B(4,4)"} <= names
    assert "U(3,3)" not in names


def test_wings_are_named_with_the_layer_that_tells_them_apart() -> None:
    (wings,) = by_kind(4, PieceKind.WING)
    names = {slot.stickers: slot.name for slot in wings.slots}
    front_of_up = [name for places, name in names.items() if {13, 14} & set(places)]
    assert sorted(name[-4:] for name in front_of_up) == ["(2L)", "(2R)"]
    assert {frozenset(name[:2]) for name in front_of_up} == {frozenset("UF")}


def test_slots_of_an_orbit_cannot_be_written_to() -> None:
    with pytest.raises(ValueError, match="read-only"):
        orbits(3)[0].stickers[0] = 0


def test_reachable_joins_what_any_chain_of_permutations_joins() -> None:
    ring = np.roll(np.arange(1000), 1)[None]
    assert reachable(ring).tolist() == [0] * 1000
    swaps = np.array([[1, 0, 2, 3, 4], [0, 1, 2, 4, 3]])
    assert reachable(swaps).tolist() == [0, 0, 2, 3, 3]
