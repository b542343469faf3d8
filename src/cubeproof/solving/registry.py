"""The engines by name, made only when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from cubeproof.errors import UnsupportedError, UsageError
from cubeproof.problem import Problem
from cubeproof.solving.outcome import Engine

__all__ = ["ENGINES", "Options", "engine", "engine_for"]


@dataclass(frozen=True, slots=True)
class Options:
    """Settings that some engines have; the others do without.

    Attributes:
        every: whether all shortest answers are wanted.
        encoding: how the SAT engine writes its formulas.
        solver: what the SAT engine solves them with; "" for the best one for the encoding.
        horizon: where the SAT engine begins: "up", "down" or "middle".
        jobs: how many processes may work at once.
        seed: a number for a random search that can be repeated.
        memory: whether the random strategy avoids what it has met.
    """

    every: bool = False
    encoding: str = "framed"
    solver: str = ""
    horizon: str = "up"
    jobs: int = 1
    seed: int | None = None
    memory: bool = False


def _table(options: Options) -> Engine:
    from cubeproof.engines.table import TableEngine

    return TableEngine(every=options.every)


def _sat(options: Options) -> Engine:
    from cubeproof.engines.sat import SatEngine

    return SatEngine(options.encoding, options.solver, options.horizon, options.jobs, options.every)


def _walk(options: Options) -> Engine:
    from cubeproof.engines.walk import WalkEngine

    return WalkEngine(memory=options.memory, seed=options.seed)


ENGINES: dict[str, Callable[[Options], Engine]] = {"table": _table, "sat": _sat, "walk": _walk}
"""How to make the engines, the one that `auto` prefers first; `auto` never walks."""


def engine(name: str, options: Options) -> Engine:
    """The engine with this name.

    Raises:
        UsageError: there is none, or an option makes no sense.
    """
    if name not in ENGINES:
        raise UsageError(f"There is no engine {name!r}; there are auto, {', '.join(ENGINES)}.")
    return ENGINES[name](options)


def engine_for(problem: Problem, options: Options) -> Engine:
    """The engine that `auto` takes: the first that supports the problem.

    Raises:
        UnsupportedError: none does.
    """
    for candidate in _candidates(options):
        if candidate.supports(problem) is None:
            return candidate
    raise UnsupportedError("No engine supports this problem.")


def _candidates(options: Options) -> Iterator[Engine]:
    for name in ENGINES:
        if name != "walk":
            yield engine(name, options)
