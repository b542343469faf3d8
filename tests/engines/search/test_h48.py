# mypy: disable-error-code="no-untyped-call"
"""The coset of the optimal search: its numbers against the cube, and its layers and tables against published counts."""

import time
from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from cubeproof.base.polling import watched
from cubeproof.contract.control import Control
from cubeproof.contract.events import Event, TableBuilding
from cubeproof.contract.table import Table
from cubeproof.errors import StoppedError
from cubeproof.methods.h48 import table_builder as filling
from cubeproof.methods.h48.coset import CLASSES, coset_slots, coset_tables
from cubeproof.methods.h48.deepening import bounds_of
from cubeproof.methods.h48.search import _codes
from cubeproof.methods.h48.stored_tables import PRUNING
from cubeproof.methods.h48.table_builder import ENTRIES, LINE, built, layers, lines_of_a_class, size_of
from cubeproof.methods.words.turn_costs import HALF, QUARTER, may_follow
from cubeproof.puzzle.cubies import Pieces, face_turns, symmetries
from patience import until

# New cosets at depth 0, 1, 2, … in the half-turn metric, without flips: classes, as nissy-core counts them.
CLASSES_AT = [1, 1, 4, 34, 331, 3612, 41605, 474128, 4953846, 34776317]


def word(turns: list[int]) -> NDArray[np.int16]:
    """Stickers after turns, in gather form."""
    stickers = np.arange(54, dtype=np.int16)
    for turn in turns:
        stickers = stickers[face_turns()[turn]]
    return stickers


def coset_of(stickers: NDArray[np.int16]) -> tuple[int, int, int, int, int]:
    """Return the coset of a cube, computed piece by piece: twist, tetrad, two slices, flips."""
    here = coset_slots()
    corners = Pieces.read(stickers[None], here.corner_slots)
    edges = Pieces.read(stickers[None], here.edge_slots)
    twist = sum(int(corners.turned[0, slot]) * 3**slot for slot in range(7))
    tetrad = sum(int(here.tetrads[corners.origin[0, slot]]) << slot for slot in range(8))
    slices = [
        sum(1 << slot for slot in range(12) if here.slices[edges.origin[0, slot]] == number)
        for number in (0, 1)
    ]
    flips = sum(int(edges.turned[0, slot]) << slot for slot in range(12))
    return twist, tetrad, slices[0], slices[1], flips


def conjugated(stickers: NDArray[np.int16], symmetry: int) -> NDArray[np.int16]:
    """Return the conjugate of a cube by a symmetry: each sticker moves like its image before."""
    to = symmetries().stickers[symmetry]
    image: NDArray[np.int16] = np.empty_like(stickers)
    image[to] = to[stickers]
    return image


class TestNumbers:
    def test_coordinates_turn_as_the_pieces_do(self) -> None:
        tables, random = coset_tables(), Random(1)
        number = {int(mask): index for index, mask in enumerate(tables.separation_masks)}
        for _ in range(200):
            turns = random.choices(range(18), k=25)
            twist, tetrad, first, second, flips = coset_of(word(turns[:-1]))
            turn = turns[-1]
            after = (
                int(tables.twist_moves[twist * 18 + turn]),
                int(tables.separation_masks[tables.separation_moves[number[tetrad] * 18 + turn]]),
                int(tables.mask_moves[first * 18 + turn]),
                int(tables.mask_moves[second * 18 + turn]),
                int(tables.mask_moves[flips * 18 + turn] ^ tables.flipped[turn]),
            )
            assert after == coset_of(word(turns))

    def test_symmetries_carry_slices_and_flips_along(self) -> None:
        tables, random = coset_tables(), Random(2)
        for symmetry in range(48):
            stickers = word(random.choices(range(18), k=30))
            _, _, first, second, flips = coset_of(stickers)
            slices = (first, second, 4095 ^ first ^ second)
            image = coset_of(conjugated(stickers, symmetry))
            low, high = tables.half_symmetries[symmetry * 128 :][:128].reshape(2, 64)
            sets = (*(slices[number] for number in tables.from_slices[symmetry]), flips)
            assert image[2:] == tuple(int(low[mask & 63] | high[mask >> 6]) for mask in sets)

    def test_a_class_has_the_corners_that_symmetries_map_to_one_another(self) -> None:
        tables, random = coset_tables(), Random(3)
        number = {int(mask): index for index, mask in enumerate(tables.separation_masks)}
        for _ in range(100):
            stickers = word(random.choices(range(18), k=30))
            classes = set()
            for symmetry in range(48):
                twist, tetrad, *_ = coset_of(conjugated(stickers, symmetry))
                results = int(tables.corner_class[twist * 70 + number[tetrad]])
                classes.add(results >> 6)
                # The symmetry of the table leads to the representative.
                twist, tetrad, *_ = coset_of(conjugated(conjugated(stickers, symmetry), results & 63))
                assert twist * 70 + number[tetrad] == tables.representatives[results >> 6]
            assert len(classes) == 1

    def test_corner_classes_are_as_many_as_published(self) -> None:
        tables = coset_tables()
        assert len(np.unique(tables.corner_class >> 6)) == CLASSES == 3393
        # Every class has as many members as symmetries lead from its representative to others.
        members = np.bincount(tables.corner_class >> 6)
        assert (members * tables.keeps.sum(axis=1) == 48).all()

    def test_selections_of_slices_have_different_numbers(self) -> None:
        tables = coset_tables()
        first, second = tables.splits & 4095, tables.splits >> 12
        assert ((first & second) == 0).all()
        row = tables.rows[first].astype(int)
        numbers = (
            tables.choices[first].astype(int)
            + tables.high[row + (second >> 6)]
            + tables.low[row + (second & 63)]
        )
        assert (numbers == np.arange(34_650)).all()

    def test_half_turns_leave_a_cube_in_its_coset(self) -> None:
        assert {coset_of(word([turn])) == coset_of(word([])) for turn in (1, 4, 7, 10, 13, 16)} == {True}
        assert coset_of(word([0])) != coset_of(word([]))


def distribution(table: NDArray[np.uint8], flips: int) -> list[int]:
    """Return how many entries have each value, without the padding of the last line of each class."""
    lines = table.reshape(CLASSES, lines_of_a_class(flips), LINE)[:, :, : ENTRIES // 4]
    entries = np.stack([lines >> shift & 3 for shift in (0, 2, 4, 6)], axis=-1).reshape(CLASSES, -1)
    return list(map(int, np.bincount(entries[:, : 34_650 << flips].ravel(), minlength=4)))


@pytest.fixture(scope="module")
def smallest() -> NDArray[np.uint8]:
    return PRUNING["h48-htm-0"].table.array(Control()).data


class TestTables:
    def test_the_layers_have_as_many_cosets_as_are_known(self) -> None:
        # With all flips stored a coset has 4!³ · 4!² / 2 cubes; at first there is one for each cube but for half turns.
        results = [layer.cosets for layer in islice(layers(HALF), 7)]
        assert results == [1, 6, 75, 888, 11082, 142230, 1828443]

    def test_layers_of_both_metrics_start_the_same(self) -> None:
        # 12 quarter turns lead to the same six cosets.
        assert [layer.cosets for layer in islice(layers(QUARTER), 2)] == [1, 6]

    def test_the_smallest_table_has_the_published_distribution(self, smallest: NDArray[np.uint8]) -> None:
        least, nine, ten, more = distribution(smallest, 0)
        assert least == sum(CLASSES_AT[:9])
        assert nine == CLASSES_AT[9]
        # As nissy-core counts them.
        assert (ten, more) == (68566704, 8750867)

    def test_lines_hold_their_least_depth(self, smallest: NDArray[np.uint8]) -> None:
        lines = smallest.reshape(-1, LINE)
        low = np.zeros(len(lines), dtype=bool)
        for shift in (0, 2, 4, 6):
            low |= ((lines[:, : ENTRIES // 4] >> shift & 3) == 0).any(axis=1)
        assert (low == (lines[:, -1] <= 8)).all()
        # The solved cube's, and one for each of the first layers' few classes.
        assert (lines[:, -1] == 0).sum() == 1
        assert 1 <= (lines[:, -1] == 1).sum() <= CLASSES_AT[1]

    def test_no_bound_exceeds_the_turns_that_lead_there(self, smallest: NDArray[np.uint8]) -> None:
        random = Random(4)
        for _ in range(3000):
            turns = random.choices(range(18), k=random.randint(0, 13))
            bounds = bounds_of(coset_tables(), smallest, 0, lines_of_a_class(0), 8, _codes(word(turns)))
            assert max(bounds) <= len(turns)

    def test_a_turn_changes_a_bound_by_no_more_than_one(self, smallest: NDArray[np.uint8]) -> None:
        # The minimum of a line may be far below; between exact entries the law holds.
        random = Random(5)
        for _ in range(2000):
            turns = random.choices(range(18), k=30)
            codes = [_codes(word(turns[:length])) for length in (29, 30)]
            here, there = (
                bounds_of(coset_tables(), smallest, 0, lines_of_a_class(0), 8, code)[0] for code in codes
            )
            assert abs(here - there) <= 1 or min(here, there) <= 8

    def test_sizes_are_those_of_the_rows(self) -> None:
        for row in PRUNING.values():
            assert row.table.size == size_of(row.flips)
        default = [row.table for row in PRUNING.values() if not row.table.optional]
        assert [table.name for table in default] == ["h48-htm-3"]
        assert default[0].size <= 250_000_000

    def test_building_can_be_stopped_and_reports_progress(self) -> None:
        events: list[Event] = []

        def hear(event: Event) -> None:
            events.append(event)
            if len(events) == 2:
                control.stop()

        control = Control(progress=hear)
        with pytest.raises(StoppedError):
            built(3, 8, HALF, "toy", control)
        assert all(isinstance(event, TableBuilding) and event.table == "toy" for event in events)

    @pytest.mark.parametrize("loop", ["_gather", "_fill", "_mark_rows"])
    def test_building_is_stopped_inside_a_loop_that_takes_long(
        self, loop: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        control = Control()

        def long(*arguments: Any) -> None:
            control.stop()
            flag = arguments[-1]
            while not flag[0]:
                time.sleep(0.001)

        monkeypatch.setattr(filling, loop, long)
        small = Table(
            "toy", size_of(0), 0.0, lambda control: built(0, 1, HALF, "toy", control), controlled=True
        )
        with pytest.raises(StoppedError):
            small._built(control)

    def test_building_is_stopped_while_all_threads_are_busy(self) -> None:
        control, flag = Control(), np.zeros(1, dtype=np.int32)
        control.stop()

        def work(first: int) -> None:
            until(lambda: flag[0])

        with pytest.raises(StoppedError), watched(control.check_stop):
            filling._shared(work, flag)

    def test_building_is_stopped_before_the_table_is_cleared(self, monkeypatch: pytest.MonkeyPatch) -> None:
        control = Control()
        control.stop()
        monkeypatch.setattr(filling, "layers", lambda *_: pytest.fail("it went on"))
        with pytest.raises(StoppedError), watched(control.check_stop):
            built(0, 1, HALF, "toy", control)


def test_words_in_canonical_order_are_counted() -> None:
    # 18, 243, 3240: the distinguished words of one, two and three turns.
    assert [len(HALF.words(cost)) for cost in (1, 2)] == [18, 243]
    assert (
        sum(may_follow(a, b) and may_follow(b, c) for a in range(18) for b in range(18) for c in range(18))
        == 3240
    )
