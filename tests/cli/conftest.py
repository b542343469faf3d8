"""Fixtures for tests of the command."""

from collections.abc import Callable
from pathlib import Path

import pytest

from cubeproof.cli.solve.cube_files import CubeFile
from cubeproof.errors import CubeproofError


@pytest.fixture
def read(tmp_path: Path) -> Callable[..., list[object]]:
    """A function that writes a file and returns, for each cube, its size and turns, or the code of its fault."""

    def read(content: str | bytes, name: str = "cubes.txt", size: int | None = None) -> list[object]:
        path = tmp_path / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        results: list[object] = []
        with CubeFile(str(path)) as file:
            for line in file:
                try:
                    cube = line.cube(size).cube
                except CubeproofError as error:
                    results.append((line.number, error.sentence.code))
                else:
                    results.append((line.number, cube.size, line.turns or line.state))
        return results

    return read


@pytest.fixture
def cubes(tmp_path: Path) -> Path:
    """A file with five algorithms."""
    path = tmp_path / "cubes.txt"
    path.write_text("R U F2\nR\nU2 R'\nR U R' U'\nF R2\n")
    return path
