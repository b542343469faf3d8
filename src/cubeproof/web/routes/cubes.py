"""Cubes and turns: what a state is, what turns make of it, and how to come by one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict
from random import SystemRandom
from typing import Annotated, TypeVar

from fastapi import APIRouter, Query
from fastapi.concurrency import run_in_threadpool

from cubeproof import __version__
from cubeproof.contract.row import Row
from cubeproof.contract.settings import Setting
from cubeproof.draw import PALETTES, describe_cube, describe_move, wanted
from cubeproof.formulas.encodings import ENCODINGS
from cubeproof.problem import GOALS, read_goal
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.colour_letters import MIRRORED_SCHEME, is_mirrored
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.move import Metric, Move
from cubeproof.puzzle.scramble import DRAWN, random_cube, random_moves
from cubeproof.puzzle.turns import named_turns, turn_kind
from cubeproof.solving.registry import ENGINES, reach
from cubeproof.web.answers import (
    ApiAnswer,
    ApplyAnswer,
    AskedAnswer,
    CrossesAnswer,
    EngineAnswer,
    GoalAnswer,
    MoveAnswer,
    RandomAnswer,
    ReachAnswer,
    RepairAnswer,
    ScrambleAnswer,
    SettingAnswer,
    SetupAnswer,
    SlabAnswer,
    StatusAnswer,
    TableAnswer,
    TurnAnswer,
    TurnsAnswer,
    as_said,
)
from cubeproof.web.errors import field
from cubeproof.web.limits import Limits
from cubeproof.web.requests import (
    ApplyRequest,
    CrossesRequest,
    GoalRequest,
    ScrambleQuery,
    SizeQuery,
    StateQuery,
    StatusRequest,
)
from cubeproof.web.routes.context import Asking, InTurn, InTurnToDraw, Registry, TheLimits, Waking, failures

router = APIRouter(prefix="/api", tags=["cubes"])

_Fact = TypeVar("_Fact")


@router.get("", summary="Tell what this server has.", responses=failures(), dependencies=[Waking])
def api(limits: TheLimits) -> ApiAnswer:
    """The server's version, abilities and limits."""
    sizes = range(limits.min_size, limits.max_size + 1)
    return ApiAnswer(
        version=__version__,
        sizes=(limits.min_size, limits.max_size),
        metrics=[*Metric],
        engines=[_engine(row, limits) for row in ENGINES.values()],
        encodings=[*ENCODINGS],
        palettes=[*PALETTES],
        goals=[
            GoalAnswer(
                name=goal.name,
                title=as_said(goal.title),
                summary=as_said(goal.summary),
                sizes=list(filter(goal.suits, sizes)),
            )
            for goal in GOALS.values()
        ],
        reach=[_reach(size, limits) for size in sizes],
        limits=asdict(limits),
    )


def _reach(size: int, limits: Limits) -> ReachAnswer:
    found = reach(size)
    return ReachAnswer(
        size=size,
        engine=found.engine,
        seconds=limits.usual_seconds(found.seconds),
        sentence=None if found.sentence is None else as_said(found.sentence),
    )


def _engine(row: Row, limits: Limits) -> EngineAnswer:
    return EngineAnswer(
        name=row.name,
        summary=as_said(row.summary),
        sizes=_known(row.sizes),
        metrics=_known(row.metrics),
        goals=_known(row.goals),
        proves=row.proves,
        at_once=row.at_once,
        exhaustive=row.exhaustive,
        finds_all=row.finds_all,
        writes_formulas=row.writes_formulas,
        asks=list(row.asks),
        settings=[_setting(found, limits) for found in row.takes if not found.local],
        tables=[TableAnswer(name=table.name, size=table.size, seconds=table.seconds) for table in row.tables],
    )


def _known(some: Sequence[_Fact] | None) -> list[_Fact] | None:
    return None if some is None else list(some)


def _setting(setting: Setting, limits: Limits) -> SettingAnswer:
    # The server limits the number of processes.
    most = limits.processes if setting.called == "jobs" else setting.most
    return SettingAnswer(
        name=setting.called,
        kind={bool: "flag", int: "whole", float: "number", str: "text"}[setting.kind],
        default=setting.default,
        help=as_said(setting.help),
        choices=list(setting.choices),
        least=setting.least,
        above=setting.above,
        most=most,
    )


@router.post("/apply", summary="Apply turns to a cube.", responses=failures(400, 413), dependencies=[InTurn])
def apply(asked: ApplyRequest, limits: TheLimits) -> ApplyAnswer:
    """Answers with the cube after the turns, and with the turns one by one."""
    with field("state" if asked.state is not None else "size"):
        before = limits.cube(asked.state, asked.size)
    with field("alg"):
        alg = limits.alg(asked.alg)
        # As text, so that a turn which this size lacks is found at its place.
        cube = before.apply(asked.alg)
    states = list(_along(before, alg)) if asked.steps else None
    return ApplyAnswer(
        size=cube.size,
        facelets=cube.facelets,
        description=as_said(describe_cube(cube)),
        solved=cube.is_solved,
        alg=str(alg),
        moves=_moves(alg, cube.size),
        inverse=str(~alg),
        states=states,
    )


def _along(cube: Cube, alg: Alg) -> Iterator[str]:
    """The facelets after each of the turns."""
    for move in alg.expand():
        cube = cube.apply(Alg([move]))
        yield cube.facelets


def _moves(alg: Alg, size: int) -> list[MoveAnswer]:
    """Return the turns one by one; only turns outside brackets have a separate position in the text."""
    found = []
    for node in alg.nodes:
        for move in node.expand():
            start, end = (node.position, node.end) if isinstance(node, Move) else (None, None)
            found.append(
                MoveAnswer(
                    text=str(move),
                    description=as_said(describe_move(move, size)),
                    slab=_slab(move, size),
                    start=start,
                    end=end,
                )
            )
    return found


def _slab(move: Move, size: int) -> SlabAnswer:
    return SlabAnswer.model_validate(move.slab(size)._asdict())


@router.post(
    "/status", summary="Tell what is wrong with a cube.", responses=failures(400, 413), dependencies=[InTurn]
)
def status(asked: StatusRequest, limits: TheLimits) -> StatusAnswer:
    """Tell whether a cube can exist, and if not what is wrong with it."""
    with field("state"):
        cube = limits.cube(asked.state)
    found = cube.diagnose()
    repair = None
    if found.repair is not None:
        repair = RepairAnswer(state=found.repair.cube.facelets, sentence=as_said(found.repair.sentence))
    return StatusAnswer(
        size=cube.size,
        possible=not found.status,
        complete=cube.is_complete,
        solved=cube.is_solved,
        description=as_said(describe_cube(cube)),
        faults=[str(fault.name) for fault in found.status],
        reasons=list(map(as_said, found.reasons)),
        suspects=sorted(found.suspects),
        repair=repair,
        note=as_said(MIRRORED_SCHEME) if not found.status and is_mirrored(asked.state) else None,
    )


@router.post(
    "/goal", summary="Tell what a goal asks for.", responses=failures(400, 413), dependencies=[InTurn]
)
def asked_for(asked: GoalRequest, limits: TheLimits) -> AskedAnswer:
    """The stickers that a goal asks for, where they are on a cube: the others may become anything."""
    with field("state"):
        cube = limits.cube(asked.state)
    with field("goal"):
        goal = read_goal(asked.goal, cube.size) or Cube(cube.size)
        return AskedAnswer(stickers=sorted(wanted(cube, goal)))


@router.post("/crosses", summary="Find the shortest cross of each colour.", responses=failures(400, 413))
async def six_crosses(
    asked: CrossesRequest, limits: TheLimits, registry: Registry, who: Asking
) -> CrossesAnswer:
    """Find the shortest way to the cross of each of the six colours of a 3×3×3, at once and proved."""
    with field("state"):
        cube = await run_in_threadpool(limits.cube, asked.state)
    crosses = await registry.pool.compute(
        "six_crosses", who, "state", state=cube.facelets, metric=asked.metric
    )
    return CrossesAnswer.model_validate({"metric": asked.metric, "crosses": crosses})


@router.get("/scramble", summary="Make a random cube.", responses=failures(), dependencies=[InTurnToDraw])
async def random_scramble(
    query: Annotated[ScrambleQuery, Query()], limits: TheLimits, registry: Registry, who: Asking
) -> ScrambleAnswer:
    """Draws a random state for the sizes 2 and 3, and random turns above."""
    with field("size"):
        size = limits.size(query.size)
    seed = _seed(query)
    cube = await run_in_threadpool(_drawn, size, seed)
    alg = await _setup(registry, cube, who) if size in DRAWN else random_moves(size, seed=seed)
    return ScrambleAnswer(size=size, seed=seed, scramble=str(alg), facelets=cube.facelets)


@router.get("/random", summary="Draw a random cube.", responses=failures(), dependencies=[InTurn])
def random_state(asked: Annotated[ScrambleQuery, Query()], limits: TheLimits) -> RandomAnswer:
    """The cube that the scramble of the same seed leads to, but at once: its turns may have to wait for a table."""
    with field("size"):
        size = limits.size(asked.size)
    seed = _seed(asked)
    return RandomAnswer(size=size, seed=seed, facelets=_drawn(size, seed).facelets)


def _drawn(size: int, seed: int) -> Cube:
    return random_cube(size, seed) if size in DRAWN else Cube(size).apply(random_moves(size, seed=seed))


def _seed(asked: ScrambleQuery) -> int:
    return SystemRandom().randrange(1 << 32) if asked.seed is None else asked.seed


@router.get("/turns", summary="List the usual turns of a cube.", responses=failures(), dependencies=[InTurn])
def turns(asked: Annotated[SizeQuery, Query()], limits: TheLimits) -> TurnsAnswer:
    """The turns that a cube's buttons offer."""
    with field("size"):
        size = limits.size(asked.size)
    return TurnsAnswer(
        size=size,
        turns=[
            TurnAnswer(
                text=str(move),
                description=as_said(describe_move(move, size)),
                slab=_slab(move, size),
                kind=turn_kind(move, size).value,
            )
            for move in named_turns(size)
        ],
    )


@router.get(
    "/setup", summary="Find turns that lead to a state.", responses=failures(), dependencies=[InTurnToDraw]
)
async def setup_of(
    query: Annotated[StateQuery, Query()], limits: TheLimits, registry: Registry, who: Asking
) -> SetupAnswer:
    """Turns that lead from the solved cube to a state, where they are quickly found: 2×2×2 and 3×3×3."""
    with field("state"):
        cube = await run_in_threadpool(limits.cube, query.state)
    return SetupAnswer(alg=await _setup(registry, cube, who))


async def _setup(registry: Registry, cube: Cube, who: str) -> str:
    return str(await registry.pool.compute("setup_turns", who, "state", state=cube.facelets))
