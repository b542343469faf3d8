"""Compiled code on disk: if the disk fails, the code is compiled again."""

import errno
import importlib
import os
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

from cubeproof.base.numba_support import COMPILES, TypedLoop, compiled, sample
from programs import run_program


@pytest.mark.skipif(not COMPILES, reason="Numba is not installed")
def test_a_loop_runs_where_its_machine_code_cannot_be_read_or_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    tried, thread = [], threading.get_ident()

    def fails(method: str) -> None:
        def fail(*_: object) -> None:
            # A server of an earlier test may still compile its loops.
            if threading.get_ident() == thread:
                tried.append(method)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr(f"numba.core.caching.IndexDataCacheFile.{method}", fail)

    def double(number: int) -> int:
        return 2 * number

    fails("load")
    fails("save")
    assert compiled(double)(21) == 42
    assert set(tried[:-1]) == {"load"}
    assert tried[-1] == "save"


@pytest.mark.skipif(not COMPILES, reason="Numba is not installed")
def test_machine_code_is_loaded_without_the_library_of_numba(tmp_path: Path) -> None:
    """The library takes 0.3 s; if a later Numba needs it for loading, the code is loaded with it."""
    program = Path(tmp_path, "compiled_sum.py")
    program.write_text(
        "import sys\n"
        "from cubeproof.base import numba_support\n"
        "if sys.argv[1:]:\n"
        "    numba_support.rtsys = None\n"
        "@numba_support.compiled\n"
        "def total(left, right):\n"
        "    return left + right\n"
        "assert total(40, 2) == 42\n"
        "print(sum(total.stats.cache_hits.values()), 'numba.np.linalg' in sys.modules)\n"
    )
    outputs = [
        run_program([sys.executable, program, *later], check=True).stdout for later in ([], [], ["later"])
    ]
    assert outputs == ["0 True\n", "1 False\n", "1 True\n"]


@pytest.mark.skipif(not COMPILES, reason="Numba is not installed")
def test_machine_code_of_an_earlier_version_is_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its index names a class that the new version has under another name."""
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("Before", "Afterwards"):
        sys.modules.pop("compiled_pair", None)
        importlib.invalidate_caches()
        Path(tmp_path, "compiled_pair.py").write_text(
            "from typing import NamedTuple\n"
            "from cubeproof.base.numba_support import compiled\n"
            f"class {name}(NamedTuple):\n"
            "    left: int\n"
            "    right: int\n"
            f"pair = {name}(40, 2)\n"
            "@compiled\n"
            "def total(pair):\n"
            "    return pair.left + pair.right\n"
        )
        module = importlib.import_module("compiled_pair")
        assert module.total(module.pair) == 42
        index = list(Path(module.total.stats.cache_path).rglob("compiled_pair.*.nbi"))
        assert len(index) == 1
        assert name.encode() in index[0].read_bytes()


@pytest.mark.skipif(not COMPILES, reason="Numba is not installed")
@pytest.mark.parametrize("changed", ["step = 1", "return number + step"])
def test_machine_code_is_made_again_when_what_it_calls_has_changed(
    changed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    called = (
        "from cubeproof.base.numba_support import compiled\n"
        "step = 1\n@compiled\ndef following(number):\n    return number + step\n"
    )
    calling = (
        "from cubeproof.base.numba_support import compiled\nfrom called import following\n"
        "@compiled\ndef second(number):\n    return following(following(number))\n"
    )
    Path(tmp_path, "calling.py").write_text(calling)
    results = []
    for text in (called, called, called.replace(changed, f"{changed} + 10")):
        for name in ("called", "calling"):
            sys.modules.pop(name, None)
        importlib.invalidate_caches()
        Path(tmp_path, "called.py").write_text(text)
        module = importlib.import_module("calling")
        results.append((module.second(40), sum(module.second.stats.cache_hits.values())))
    assert results == [(42, 0), (42, 1), (62, 0)]


@pytest.mark.skipif(not COMPILES, reason="Numba is not installed")
def test_machine_code_is_found_for_its_types_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(tmp_path)
    Path(tmp_path, "typed_sum.py").write_text(
        "from cubeproof.base.numba_support import compiled\n"
        "@compiled\ndef total(rows):\n    return rows.sum()\n"
    )
    rows = sample(np.int8, 2)
    read_only = sample(np.int8, 2)
    read_only.flags.writeable = False
    others = sample(np.int16, 2), sample(np.int8), np.zeros((4, 4), dtype=np.int8)[::2, ::2], read_only
    for _ in range(2):
        sys.modules.pop("typed_sum", None)
        importlib.invalidate_caches()
        total = importlib.import_module("typed_sum").total
        TypedLoop(total, (rows,)).compile()
        # A copy in Fortran's order of an array without elements has both layouts.
        layouts = np.zeros((2, 2), dtype=np.int8), np.zeros((2, 2), dtype=np.int8, order="F")
        assert [TypedLoop(total, (array,)).is_compiled for array in layouts] == [True, False]
        assert not any(TypedLoop(total, (array,)).is_compiled for array in others)
    # The second program has read it from disk.
    assert sum(total.stats.cache_hits.values()) == 1
