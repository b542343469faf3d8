"""The number of nodes of each search for fixed cubes: a performance test that does not depend on clocks.

`make bench NAME=signature` compares these counts and those of the SAT solvers, and writes them again.
"""

import json

import pytest
from benchmarks import signature
from benchmarks.signature_counts import SEARCHES

from cubeproof.base.numba_support import COMPILES


@pytest.mark.skipif(not COMPILES, reason="Numba is not installed")
@pytest.mark.guards("a search that looks at more nodes")
def test_searches_look_at_as_many_nodes_as_before() -> None:
    stored = json.loads(signature.FILE.read_text(encoding="utf-8"))
    searches = {group: stored.get(group, {}) for group in SEARCHES}
    counted = {group: count() for group, count in SEARCHES.items()}
    assert list(signature.changed(searches, counted)) == []
