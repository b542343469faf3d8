"""Any file of cubes: each of its lines is read or refused, without an internal error."""

import contextlib
import json
from pathlib import Path

from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from cubeproof.cli.solve.cube_files import CubeFile
from cubeproof.cli.solve.cube_line import NO_ID
from cubeproof.errors import CubeproofError, UsageError

PARTS = [
    *["R U", "F2", '"', '""', "'", "\n", "\r\n", "\r", "\n\n", ",", ";", "\t", "|", " ", "1. ", "// x", "#"],
    *["/*", "{", "}", "[", "]", ":", '{"scramble": "R"}', '["R", "U"]', '"session1"', '{"session1": ['],
    *["null", "1e999", "scramble", "state", "event", "id", "size", "alg,algorithm", "sep=;\n"],
    *["id,scramble\n", "333", "pyram", "2x2x2"],
    *["U U U", "      U U U\n", "L L L F F F R R R B B B\n", "⬜⬜"],
    *["\x1b[0m", "\x1b[38;5;16m U ", "?", "https://x//y#z", "\ufeff", "\ufffd", "\0", "é", "U" * 24],
    *["\udcff", "\U0001f7e9", "³", "٣"],
]


@given(
    parts=st.lists(st.sampled_from(PARTS), max_size=25),
    encoding=st.sampled_from(["utf-8", "utf-16", "utf-16-le", "utf-32", "cp1252"]),
    name=st.sampled_from(["cubes", "cubes.csv", "cubes.jsonl", "cubes.json"]),
    size=st.sampled_from([None, 2, 3]),
)
@example(parts=['"', "\n", "id,scramble\n"], encoding="utf-8", name="cubes.csv", size=None)
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_file_is_read_or_refused(
    parts: list[str], encoding: str, name: str, size: int | None, tmp_path: Path
) -> None:
    path = tmp_path / name
    handler = "surrogatepass" if encoding.startswith("utf") else "replace"
    path.write_bytes("".join(parts).encode(encoding, handler))
    numbers = []
    with contextlib.suppress(UsageError), CubeFile(str(path)) as file:
        for line in file:
            numbers.append(line.number)
            assert line.fault is not None or line.id is NO_ID or json.dumps(line.id)
            with contextlib.suppress(CubeproofError):
                line.cube(size)
    assert numbers == sorted(set(numbers))
