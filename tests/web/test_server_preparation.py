"""The server prepares the machine for the searches of its workers, whose processes end with their searches."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

from cubeproof.contract.limit import Limit
from cubeproof.contract.request import SearchRequest
from cubeproof.errors import StoppedError
from cubeproof.puzzle.scramble import random_cube
from cubeproof.solving.report import failure_as_json
from cubeproof.web.limits import Limits
from cubeproof.web.searches import job as job_module
from cubeproof.web.searches import worker_search
from cubeproof.web.searches.job import Job
from patience import PATIENCE


@pytest.mark.parametrize("is_possible", [True, False])
def test_worker_asks_the_server_for_the_step_of_its_size_and_a_long_answer_says_so(
    is_possible: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("numba")
    monkeypatch.setenv("CUBEPROOF_CACHE", str(tmp_path))
    monkeypatch.setenv("CUBEPROOF_BACKGROUND", "1" if is_possible else "0")
    # Also a very busy machine has the first answer.
    monkeypatch.setattr("cubeproof.contract.control.PATIENCE", PATIENCE)
    monkeypatch.setattr("cubeproof.contract.abandonable_run.PATIENCE", PATIENCE)
    monkeypatch.setattr("cubeproof.contract.abandonable_run._ANSWER_SECONDS", PATIENCE)
    search = SearchRequest(4, random_cube(4, 1).facelets, limit=Limit(seconds=0.5))
    request = {"search": search.to_dict(), "scramble": None, "certify": False, "read_off": False}
    sent: list[tuple[str, Any]] = []
    worker_search.run(request, lambda name, data: sent.append((name, data)), bytearray(4))
    assert [data for name, data in sent if name == "prepare"] == [{"step": ("large", "1")}] * is_possible
    codes = [data["sentence"]["code"] for name, data in sent if name == "note"]
    assert codes == ["large.being-prepared" if is_possible else "large.not-prepared"]
    assert sent[-1][0] == "result"


def test_server_starts_the_step_and_visitors_do_not_hear_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[Any] = []
    monkeypatch.setattr(job_module, "start_in_background", started.append)

    async def search() -> list[bytes]:
        job = Job("name", "large", Limits(), tmp_path)
        job._hear({"event": "prepare", "data": {"step": ["large", "1"]}})
        job._hear({"event": "failed", "data": failure_as_json(StoppedError())})
        return [event async for event in job.events()]

    events = b"".join(asyncio.run(search()))
    assert started == [["large", "1"]]
    assert b"prepare" not in events
    assert b"event: failed" in events
