"""The engines by name, made only when they are asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cubeproof.contract.engine import Engine
from cubeproof.errors import UsageError
from cubeproof.solving.auto import AutoEngine

__all__ = ["ENGINES", "Options", "engine"]


@dataclass(frozen=True, slots=True)
class Options:
    """Settings that some engines have; the others do without.

    Attributes:
        every: whether all shortest answers are wanted; of those that differ only in neighbouring turns that may change places, or in
            how the cube is held meanwhile where that decides nothing, one.
        encoding: how the SAT engine writes its formulas.
        solver: what the SAT engine solves them with; "" for the best one for the encoding.
        horizon: where the SAT engine begins: "up", "down" or "middle".
        jobs: how many processes may work at once.
        seed: a number for a random search that can be repeated.
        memory: whether the random strategy avoids what it has met.
        pace: how many turns per second the random strategy makes, None for as many as it can.
    """

    every: bool = False
    encoding: str = "framed"
    solver: str = ""
    horizon: str = "up"
    jobs: int = 1
    seed: int | None = None
    memory: bool = False
    pace: float | None = None


def _table(options: Options) -> Engine:
    from cubeproof.engines.table import TableEngine

    return TableEngine(every=options.every)


def _sat(options: Options) -> Engine:
    from cubeproof.engines.sat import SatEngine

    return SatEngine(options.encoding, options.solver, options.horizon, options.jobs, options.every)


def _search(options: Options) -> Engine:
    from cubeproof.engines.search import SearchEngine

    _for_one("search", options)
    return SearchEngine()


def _stages(options: Options) -> Engine:
    from cubeproof.engines.sat.stages import StagesEngine

    _for_one("stages", options)
    return StagesEngine(options.solver)


def _walk(options: Options) -> Engine:
    from cubeproof.engines.walk import WalkEngine

    _for_one("walk", options)
    return WalkEngine(memory=options.memory, seed=options.seed, pace=options.pace)


def _for_one(name: str, options: Options) -> None:
    if options.every:
        raise UsageError(
            f"The engine {name} looks for one answer; all shortest ones are found by table, sat and auto."
        )


def _auto(options: Options) -> Engine:
    return AutoEngine(lambda name: engine(name, options), options.every)


ENGINES: dict[str, Callable[[Options], Engine]] = {
    "auto": _auto,
    "table": _table,
    "sat": _sat,
    "search": _search,
    "stages": _stages,
    "walk": _walk,
}
"""How to make the engines, by their names."""


def engine(name: str, options: Options) -> Engine:
    """The engine with this name.

    Raises:
        UsageError: there is none, or an option makes no sense.

    >>> engine("auto", Options()).name
    'auto'
    """
    if name not in ENGINES:
        raise UsageError(f"There is no engine {name!r}; there are {', '.join(ENGINES)}.")
    return ENGINES[name](options)
