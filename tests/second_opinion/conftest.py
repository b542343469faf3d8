"""Processes that compare the product with the second opinion."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor

import pytest

from second_opinion.verdict import Settle, Verdict
from second_opinion.verdict_table import VERDICTS


@pytest.fixture(scope="session")
def pool() -> Iterator[ProcessPoolExecutor]:
    """A pool of processes, one for each processor of this test process; each uses one thread."""
    sharing = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    with pytest.MonkeyPatch.context() as patch:
        # NumPy reads this variable when it is loaded, so only the new processes do.
        patch.setenv("OPENBLAS_NUM_THREADS", "1")
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(max(1, (os.cpu_count() or 1) // sharing), mp_context=context) as processes:
            yield processes


@pytest.fixture
def settle(pool: ProcessPoolExecutor, pytestconfig: pytest.Config) -> Settle:
    """Ask questions, and fail with those for which the product and the second opinion differ."""

    def settled(ask: Callable[..., Verdict], chosen: Iterable[tuple[object, ...]]) -> None:
        verdicts = list(pool.map(ask, *zip(*chosen, strict=True)))
        assert verdicts, "nothing was drawn"
        pytestconfig.stash.setdefault(VERDICTS, []).extend(verdicts)
        wrong = [result for result in verdicts if result.faults]
        if wrong:
            faults = [f"[{result.combination}]\n{fault}" for result in wrong for fault in result.faults]
            pytest.fail(
                f"{len(wrong)} of {len(verdicts)} questions are answered wrongly.\n\n" + "\n\n".join(faults),
                pytrace=False,
            )

    return settled
