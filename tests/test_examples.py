"""The notebooks of examples/ run from top to bottom, and are kept without outputs."""

import ast
import os
from pathlib import Path
from typing import Any

import pytest

import cubeproof

NOTEBOOKS = sorted(Path(__file__).parents[1].joinpath("examples").glob("*.ipynb"))


def read(path: Path) -> Any:
    import nbformat

    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]


def test_examples_include_notebooks() -> None:
    assert NOTEBOOKS


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_valid_and_kept_without_what_a_run_leaves(path: Path) -> None:
    import nbformat

    notebook = read(path)
    nbformat.validate(notebook)
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert all(cell.outputs == [] and cell.execution_count is None for cell in cells)
    assert notebook.metadata.kernelspec.name == "python3", "every Jupyter has this kernel"


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_is_short_and_imports_only_what_is_public(path: Path) -> None:
    notebook = read(path)
    assert len(notebook.cells) <= 25
    for cell in notebook.cells:
        for node in ast.walk(ast.parse(cell.source if cell.cell_type == "code" else "")):
            modules = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            assert not [module for module in modules if module.startswith("cubeproof")]
            if isinstance(node, ast.ImportFrom) and node.module != "pysat.solvers":
                names = {alias.name for alias in node.names}
                public = {*cubeproof.__all__, "notebook"} if node.module == "cubeproof" else names
                assert names <= public
                assert node.module in ("cubeproof", "cubeproof.notebook", "pathlib", "tempfile")


@pytest.mark.slow
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs_without_errors_and_shows_something(path: Path, tmp_path: Path) -> None:
    from nbclient import NotebookClient

    notebook = read(path)
    here = tmp_path / "here"
    here.mkdir()
    environment = os.environ | {"IPYTHONDIR": str(tmp_path / "ipython")}
    client = NotebookClient(notebook, timeout=600, resources={"metadata": {"path": str(here)}})
    client.execute(env=environment)
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    assert not [output for output in outputs if output.output_type == "error"]
    assert not [output for output in outputs if output.get("name") == "stderr"], "a notebook prints a warning"
    kinds = {kind for output in outputs for kind in output.get("data", {})}
    assert {"image/svg+xml", "text/html"} <= kinds
    assert not list(here.iterdir()), "a notebook leaves files"
