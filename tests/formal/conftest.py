"""The program that `make formal` builds from the proofs in Coq, for the tests of this folder."""

from pathlib import Path

import pytest

from cubeproof.proof.others import formal


@pytest.fixture(scope="session")
def program() -> Path:
    """The extracted program; CI builds it before it runs the tests."""
    executable = formal.program()
    if executable is None:
        pytest.skip("there is no cubeproof-formal: `make formal` builds it, with Coq and OCaml")
    return executable
