"""The table of questions to the second opinion, collected from all processes of a run and printed at its end."""

from __future__ import annotations

import pickle
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from second_opinion.verdict import Verdict

VERDICTS = pytest.StashKey["list[Verdict]"]()
_SENT = "second opinion"


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Send the verdicts of this process, if it runs a share of the tests, to the process that prints them."""
    sent = getattr(session.config, "workeroutput", None)
    if sent is not None:
        sent[_SENT] = pickle.dumps(session.config.stash.get(VERDICTS, []))


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """Add the verdicts of a process; a killed process has sent no verdicts, and the run has failed."""
    sent = getattr(node, "workeroutput", {}).get(_SENT)
    if sent is not None:
        node.config.stash.setdefault(VERDICTS, []).extend(pickle.loads(sent))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print how many questions of each combination were asked."""
    verdicts = config.stash.get(VERDICTS, [])
    if not verdicts:
        return
    from second_opinion.draws import GOALS, METRICS, MOVES, SEVERAL, SIZES, STRUCTURED, Combination

    questions = Counter(result.combination for result in verdicts)
    wrong = Counter(result.combination for result in verdicts if result.faults)
    write = terminalreporter.write_line
    terminalreporter.section("second opinion: questions asked (and answered wrongly)")
    write(f"{'':26}" + "".join(f"{moves:>15}" for moves in MOVES))
    for size in SIZES:
        for metric in METRICS:
            for goal in (*GOALS, SEVERAL, STRUCTURED):
                row = [Combination(size, metric, goal, moves) for moves in MOVES]
                if any(questions[item] for item in row):
                    cells = (_cell(questions[item], wrong[item]) for item in row)
                    write(f"{size}  {metric}  {goal:18}" + "".join(f"{cell:>15}" for cell in cells))
    checks = Counter(check for result in verdicts for check in result.checks)
    write("")
    write("asked in all: " + ", ".join(f"{name} {count}" for name, count in sorted(checks.items())))
    write(
        "shortest answers: "
        + ", ".join(f"{name} {count}" for name, count in sorted(_costs(verdicts).items()))
    )
    whole, thought = (sum(result.seconds[part] for result in verdicts) for part in (0, 1))
    write(
        f"{len(verdicts)} questions, {sum(wrong.values())} wrong; {whole:.0f} s of work, "
        f"{thought:.0f} s of it the second opinion's"
    )


def _cell(asked: int, wrong: int) -> str:
    return "–" if not asked else f"{asked} ({wrong})" if wrong else str(asked)


def _costs(verdicts: list[Verdict]) -> Counter[str]:
    names: Counter[str] = Counter()
    for result in verdicts:
        cost = result.opinion.cost
        names[
            "none at all" if result.opinion.exhausted else "none so far" if cost is None else str(cost)
        ] += 1
    return names
