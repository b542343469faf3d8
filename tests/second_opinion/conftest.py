"""Two processes and more that ask questions, and the table of what was asked, which is printed at the end."""

from __future__ import annotations

import multiprocessing
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor

import pytest

from second_opinion.draws import GOALS, METRICS, MOVES, SEVERAL, SIZES, Combination
from second_opinion.verdict import Settle, Verdict

_VERDICTS = pytest.StashKey[list[Verdict]]()


@pytest.fixture(scope="session")
def pool() -> Iterator[ProcessPoolExecutor]:
    """As many processes as there are processors, each of which keeps to one."""
    with pytest.MonkeyPatch.context() as patch:
        # Read when NumPy is loaded, so by the new processes only.
        patch.setenv("OPENBLAS_NUM_THREADS", "1")
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(os.cpu_count(), mp_context=context) as processes:
            yield processes


@pytest.fixture
def settle(pool: ProcessPoolExecutor, pytestconfig: pytest.Config) -> Settle:
    """Ask questions, and fail with those to which the product says anything else than the second opinion."""

    def settled(ask: Callable[..., Verdict], chosen: Iterable[tuple[object, ...]]) -> None:
        verdicts = list(pool.map(ask, *zip(*chosen, strict=True)))
        assert verdicts, "nothing was drawn"
        pytestconfig.stash.setdefault(_VERDICTS, []).extend(verdicts)
        wrong = [found for found in verdicts if found.faults]
        if wrong:
            faults = [f"[{found.combination}]\n{fault}" for found in wrong for fault in found.faults]
            pytest.fail(
                f"{len(wrong)} of {len(verdicts)} questions are answered wrongly.\n\n" + "\n\n".join(faults),
                pytrace=False,
            )

    return settled


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print how many questions of each combination were asked."""
    verdicts = config.stash.get(_VERDICTS, [])
    if not verdicts:
        return
    asked = Counter(found.combination for found in verdicts)
    wrong = Counter(found.combination for found in verdicts if found.faults)
    write = terminalreporter.write_line
    terminalreporter.section("second opinion: questions asked (and answered wrongly)")
    write(f"{'':26}" + "".join(f"{moves:>15}" for moves in MOVES))
    for size in SIZES:
        for metric in METRICS:
            for goal in (*GOALS, SEVERAL):
                row = [Combination(size, metric, goal, moves) for moves in MOVES]
                if any(asked[one] for one in row):
                    cells = (_cell(asked[one], wrong[one]) for one in row)
                    write(f"{size}  {metric}  {goal:18}" + "".join(f"{cell:>15}" for cell in cells))
    checks = Counter(check for found in verdicts for check in found.checks)
    write("")
    write("asked in all: " + ", ".join(f"{name} {count}" for name, count in sorted(checks.items())))
    write(
        "shortest answers: "
        + ", ".join(f"{name} {count}" for name, count in sorted(_costs(verdicts).items()))
    )
    whole, thought = (sum(found.seconds[part] for found in verdicts) for part in (0, 1))
    write(
        f"{len(verdicts)} questions, {sum(wrong.values())} wrong; {whole:.0f} s of work, {thought:.0f} s of it the second opinion's"
    )


def _cell(asked: int, wrong: int) -> str:
    return "–" if not asked else f"{asked} ({wrong})" if wrong else str(asked)


def _costs(verdicts: list[Verdict]) -> Counter[str]:
    names: Counter[str] = Counter()
    for found in verdicts:
        cost = found.opinion.cost
        names["none at all" if found.opinion.exhausted else "none so far" if cost is None else str(cost)] += 1
    return names
