"""The table of distances: published counts, descents along the table, and faults of its file."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from benchmarks.table import replay_all

from cubeproof.contract.control import Control
from cubeproof.contract.events import Event, LayerCounted, Note
from cubeproof.errors import UsageError
from cubeproof.methods.configurations import CONFIGURATIONS, TURNS, ConfigurationDistances, load
from cubeproof.methods.configurations.distances import HALF_TURNS, layers, table_name
from cubeproof.methods.configurations.graph import cubes, graph
from cubeproof.puzzle.cube import Cube
from cubeproof.store import Store
from cubeproof.tables.packing import UNREACHED
from ground_truth import LAYERS_2_HTM, LAYERS_2_QTM

HTM = tuple(range(9))
QTM = tuple(index for index, turn in enumerate(TURNS) if turn.amount != 2)
HALF = tuple(index for index, turn in enumerate(TURNS) if turn.amount == 2)


@pytest.fixture(scope="module")
def htm() -> ConfigurationDistances:
    return load(HTM, Control())


@pytest.fixture(scope="module")
def qtm() -> ConfigurationDistances:
    return load(QTM, Control())


class TestGroundTruth:
    @pytest.mark.parametrize(("turns", "published"), [(HTM, LAYERS_2_HTM), (QTM, LAYERS_2_QTM)])
    def test_the_layers_have_the_published_sizes(self, turns: Sequence[int], published: list[int]) -> None:
        assert [len(layer) for layer in layers(turns)] == published
        assert sum(published) == CONFIGURATIONS

    def test_layers_are_disjoint_without_repetitions(self) -> None:
        times = np.zeros(CONFIGURATIONS, dtype=int)
        for layer in layers(QTM):
            times[layer] += 1
        assert (times == 1).all()

    def test_the_antipodes_are_2644(self, htm: ConfigurationDistances) -> None:
        antipodes = np.flatnonzero(htm.unpacked == 11)
        assert len(antipodes) == 2644
        assert (htm.of(antipodes) == 11).all()

    @pytest.mark.soak
    @pytest.mark.slow
    def test_configurations_are_solved_on_their_stickers(self, htm: ConfigurationDistances) -> None:
        assert replay_all(htm) == 11

    def test_replay_returns_the_longest_of_all_parts(
        self, htm: ConfigurationDistances, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        lengths = htm.unpacked[:1000].astype(int)
        # Two parts; the second has one configuration, which is nearer than others of the first.
        first = next(n for n in range(2, 1000) if lengths[n] < lengths[:n].max())
        monkeypatch.setattr("benchmarks.table._CHUNK", first)
        monkeypatch.setattr("benchmarks.table.CONFIGURATIONS", first + 1)
        assert replay_all(htm) == lengths[:first].max()

    def test_false_table_is_detected_by_the_replay(self, htm: ConfigurationDistances) -> None:
        packed = htm.packed.copy()
        neighbour = int(graph().step(0, np.array([0]))[0])
        packed[neighbour >> 2] |= UNREACHED << (neighbour & 3) * 2
        with pytest.raises(AssertionError, match="replayed"):
            replay_all(ConfigurationDistances(packed, HTM))


class TestPacking:
    def test_packed_table_takes_918540_bytes(self, htm: ConfigurationDistances) -> None:
        assert htm.packed.nbytes == 918_540 == CONFIGURATIONS // 4

    @pytest.mark.parametrize("turns", [HTM, QTM])
    def test_two_bits_are_the_distance_modulo_3(self, turns: Sequence[int]) -> None:
        table = load(turns, Control())
        everything = np.arange(CONFIGURATIONS)
        assert (table.residues(everything) == table.unpacked % 3).all()

    def test_neighbours_differ_by_at_most_one(self, htm: ConfigurationDistances) -> None:
        numbers = np.random.default_rng(1).integers(0, CONFIGURATIONS, 100_000)
        for turn in HTM:
            difference = htm.unpacked[graph().step(turn, numbers)] - htm.unpacked[numbers]
            assert set(np.unique(difference)) <= {-1, 0, 1}

    def test_states_out_of_reach_of_half_turns_have_the_fourth_value(self) -> None:
        table = ConfigurationDistances.build(HALF)
        residues = table.residues(np.arange(CONFIGURATIONS))
        # The half turns of three faces make the 24 states that cubers call ⟨R2, D2, B2⟩ of the 2×2×2.
        reached = np.flatnonzero(residues != UNREACHED)
        assert len(reached) == 24
        assert (table.of(np.flatnonzero(residues == UNREACHED)[:1000]) == -1).all()
        assert (table.of(reached) >= 0).all()


class TestDistances:
    @pytest.mark.parametrize("turns", [HTM, QTM])
    def test_distances_are_counted_by_walking_down(self, turns: Sequence[int]) -> None:
        table = load(turns, Control())
        numbers = np.random.default_rng(2).integers(0, CONFIGURATIONS, (1000, 1000))
        assert (table.of(numbers) == table.unpacked[numbers]).all()

    @pytest.mark.parametrize("count", [10, 300_001])
    def test_distances_of_few_and_many_states_agree_when_unreachable(self, count: int) -> None:
        table = ConfigurationDistances.build(HALF)
        numbers = np.arange(count)
        assert (table.of(numbers) == table.unpacked[numbers]).all()

    def test_distances_keep_any_shape(self, htm: ConfigurationDistances) -> None:
        assert htm.of(0).shape == ()
        assert htm.of([]).tolist() == []
        assert htm.of([[0], [0]]).tolist() == [[0], [0]]

    @pytest.mark.parametrize("wrong", [-1, CONFIGURATIONS, 10**12])
    def test_distances_refuse_a_number_without_a_configuration(
        self, htm: ConfigurationDistances, wrong: int
    ) -> None:
        with pytest.raises(UsageError, match="0 to 3,674,159"):
            htm.of([wrong])

    def test_distances_in_quarter_turns_count_half_turns_twice(
        self, qtm: ConfigurationDistances, htm: ConfigurationDistances
    ) -> None:
        half = [int(graph().step(turn, np.array([0]))[0]) for turn in HALF]
        assert (htm.of(half).tolist(), qtm.of(half).tolist()) == ([1] * 3, [2] * 3)

    def test_distances_give_all_turns_that_lead_nearer(self, htm: ConfigurationDistances) -> None:
        for number in np.random.default_rng(4).integers(1, CONFIGURATIONS, 50).tolist():
            here = Cube.from_colours(cubes(number))
            distance = int(htm.of(number))
            nearer = {
                turn
                for turn in HTM
                if htm.unpacked[int(graph().step(turn, np.array([number]))[0])] == distance - 1
            }
            assert {turn for turn, _ in htm.nearer(number)} == nearer
            for turn, after in htm.nearer(number):
                assert here.apply(TURNS[turn]) == Cube.from_colours(cubes(after))
        assert htm.nearer(0) == []


class TestTheFile:
    @pytest.fixture
    def store(self, tmp_path: Path) -> Store:
        return Store(tmp_path / "cache")

    def test_table_file_is_built_once_with_progress_and_then_read(self, store: Store) -> None:
        seen: list[Event] = []
        load(QTM, Control(progress=seen.append), store)
        assert [event.states for event in seen if isinstance(event, LayerCounted)] == LAYERS_2_QTM
        seen.clear()
        table = load(QTM, Control(progress=seen.append), store)
        assert not seen
        assert table.packed.tobytes() == load(QTM, Control()).packed.tobytes()

    def test_table_file_exists_per_set_of_turns(self, store: Store) -> None:
        for turns in (HTM, QTM, HALF, [0, 2]):
            load(turns, Control(), store)
        assert {entry.name for entry in store.entries()} == {
            table_name(turns) for turns in (HTM, QTM, HALF, [0, 2])
        }

    @pytest.mark.parametrize("damage", ["cut", "flipped", "empty", "foreign"])
    def test_damaged_table_file_is_built_again_with_a_note(self, store: Store, damage: str) -> None:
        good = load(HTM, Control(), store)
        path = store.path(table_name(HTM))
        content = bytearray(path.read_bytes())
        content[500_000] ^= 4
        damaged = {"cut": content[:400_000], "flipped": content, "empty": b"", "foreign": b"x" * 10**6}
        path.write_bytes(bytes(damaged[damage]))
        seen: list[Event] = []
        table = load(HTM, Control(progress=seen.append), store)
        (warning,) = [event.sentence for event in seen if isinstance(event, Note)]
        assert str(path) in warning
        assert "built again" in warning
        assert table.packed.tobytes() == good.packed.tobytes()
        seen.clear()
        load(HTM, Control(progress=seen.append), store)
        assert not seen

    def test_table_file_that_another_process_replaced_is_read_again(self, store: Store) -> None:
        for content in (bytes(HALF_TURNS.size), b"\x55" * HALF_TURNS.size):
            store.save(HALF_TURNS.name, content, HALF_TURNS.version)
            assert load(HTM, Control(), store).packed.tobytes() == content

    def test_two_processes_that_build_at_once_both_succeed(self, store: Store) -> None:
        program = (
            "import sys; from pathlib import Path; from cubeproof.store import Store\n"
            "from cubeproof.methods.configurations import load\n"
            "from cubeproof.contract.control import Control\n"
            "table = load(range(9), Control(), Store(Path(sys.argv[1])))\n"
            "print(int(table.of([0, 1, 2]).sum() > 0), table.packed.nbytes)"
        )
        command = [sys.executable, "-c", program, str(store.folder)]
        processes = [
            subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            for _ in range(2)
        ]
        assert [process.communicate(timeout=120) for process in processes] == [("1 918540\n", "")] * 2
        assert [entry.state for entry in store.entries()] == ["good"]
        assert len(list(store.folder.iterdir())) == 1
