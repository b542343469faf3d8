"""A table of a view on disk: a file with a wrong entry, cut short or of another version is refused and built again."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from cubeproof.contract.control import Control
from cubeproof.contract.events import Event, Note
from cubeproof.contract.table import Table
from cubeproof.problem import cube_problem
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.geometry import geometry
from cubeproof.store import Store, TableDamagedError
from cubeproof.tables.coordinate import coordinates
from cubeproof.tables.distances import Distances
from cubeproof.tables.packing import modulo_3, packed, unpacked


def build(progress: object) -> NDArray[np.uint8]:
    del progress
    labels = np.where((geometry(3).cubies == 0).sum(axis=1) == 0, geometry(3).faces % 3 == 0, -1)
    return packed(
        modulo_3(np.asarray(Distances(coordinates(cube_problem(Cube(3)), labels)).finish(), np.uint8)), 2
    )


TWISTS = Table("search-3x3x3-twists", 547, 0.1, build)


@pytest.mark.parametrize("way", ["wrong entry", "truncated", "another version"])
def test_file_that_is_not_the_table_is_built_again(way: str, tmp_path: Path) -> None:
    store = Store(tmp_path)
    right = TWISTS.array(Control(), store).data.copy()
    path = store.path(TWISTS.name)
    content = bytearray(path.read_bytes())
    if way == "wrong entry":
        content[-100] ^= 1
    elif way == "truncated":
        del content[-100:]
    path.write_bytes(bytes(content))
    table = replace(TWISTS, version=2) if way == "another version" else TWISTS
    events: list[Event] = []
    try:
        array = table.array(Control(progress=events.append), store)
        array.ensure()
    except TableDamagedError:
        array = table.array(Control(progress=events.append), store)
        array.ensure()
    assert (array.data == right).all()
    assert way == "another version" or any(isinstance(event, Note) for event in events)
    assert not table.verify(Control(), store)


@pytest.mark.parametrize("bits", [2, 4])
def test_table_is_packed_in_parts(bits: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cubeproof.tables.packing._CHUNK", 8)
    entries = (np.arange(21) % (1 << bits)).astype(np.uint8)
    assert (unpacked(packed(entries, bits), bits, np.arange(21)) == entries).all()
