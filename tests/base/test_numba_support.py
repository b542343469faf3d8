"""Machine code on disk: a disk that fails only costs the time to compile again."""

import errno
import os

import pytest

from cubeproof.base.numba_support import COMPILES, compiled


@pytest.mark.skipif(not COMPILES, reason="Numba is not installed")
def test_a_loop_runs_where_its_machine_code_cannot_be_read_or_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = []

    def fails(method: str) -> None:
        def fail(*_: object) -> None:
            tried.append(method)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        monkeypatch.setattr(f"numba.core.caching.IndexDataCacheFile.{method}", fail)

    def double(number: int) -> int:
        return 2 * number

    fails("load")
    fails("save")
    assert compiled(double)(21) == 42
    assert tried == ["load", "save"]
