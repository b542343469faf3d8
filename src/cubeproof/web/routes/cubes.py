"""Cubes and turns: diagnoses, results of turns, goals, scrambles."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from random import SystemRandom
from typing import Annotated

import numpy as np
from fastapi import APIRouter, Query
from fastapi.concurrency import run_in_threadpool

from cubeproof import __version__
from cubeproof.contract.engine_facts import EngineFacts
from cubeproof.contract.settings import Setting
from cubeproof.draw import PALETTES, describe_cube, describe_move, wanted
from cubeproof.formulas.encodings import ENCODINGS
from cubeproof.problem import GOALS, read_goal
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.colour_letters import MIRRORED_SCHEME, is_mirrored
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.facelet_symbols import facelet_symbols
from cubeproof.puzzle.lower_case import read_turns
from cubeproof.puzzle.move import Metric, Move
from cubeproof.puzzle.repair import Repair
from cubeproof.puzzle.scramble import DRAWN, random_cube, random_moves
from cubeproof.puzzle.small_blocks import in_small_blocks
from cubeproof.puzzle.turns import named_turns, turn_kind
from cubeproof.puzzle.twizzle import read_twizzle
from cubeproof.solving.registry import ENGINES, usual_engine
from cubeproof.web.answer_models import answer_of, as_said
from cubeproof.web.answers import (
    ApiAnswer,
    ApplyAnswer,
    CrossesAnswer,
    EngineAnswer,
    GoalAnswer,
    GoalStickersAnswer,
    LinkAnswer,
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
    TurnedFaceAnswer,
    TurnsAnswer,
)
from cubeproof.web.errors import errors_of_field
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
from cubeproof.web.routes.context import (
    ComputingPlace,
    DrawingPlace,
    Registry,
    ServerLimits,
    Visitor,
    WakeWorkers,
    failures,
)
from cubeproof.web.strict_json import StrictRoute

router = APIRouter(prefix="/api", tags=["cubes"], route_class=StrictRoute)


@router.get("", summary="Describe this server.", responses=failures(), dependencies=[WakeWorkers])
def api(limits: ServerLimits) -> ApiAnswer:
    """Return the server's version, abilities and limits."""
    sizes = range(limits.min_size, limits.max_size + 1)
    return ApiAnswer(
        version=__version__,
        sizes=(limits.min_size, limits.max_size),
        metrics=[*Metric],
        engines=[_engine(facts, limits) for facts in ENGINES.values()],
        encodings=[*ENCODINGS],
        palettes=[*PALETTES],
        goals=[answer_of(GoalAnswer, goal, sizes=list(filter(goal.suits, sizes))) for goal in GOALS.values()],
        reach=[_reach(size, limits) for size in sizes],
        limits=asdict(limits),
    )


def _reach(size: int, limits: Limits) -> ReachAnswer:
    return ReachAnswer(size=size, engine=usual_engine(size), seconds=limits.usual_seconds(None))


def _engine(facts: EngineFacts, limits: Limits) -> EngineAnswer:
    return answer_of(
        EngineAnswer,
        facts,
        settings=[_setting(setting, limits) for setting in facts.takes if not setting.local],
        tables=[answer_of(TableAnswer, table) for table in facts.tables],
    )


def _setting(setting: Setting, limits: Limits) -> SettingAnswer:
    return answer_of(
        SettingAnswer,
        setting,
        name=setting.called,
        kind={bool: "flag", int: "whole", float: "number", str: "text"}[setting.kind],
        # The server limits the number of processes.
        most=limits.processes if setting.called == "jobs" else setting.most,
    )


@router.post(
    "/apply", summary="Apply turns to a cube.", responses=failures(400, 413), dependencies=[ComputingPlace]
)
def apply(body: ApplyRequest, limits: ServerLimits) -> ApplyAnswer:
    """Return the cube after the turns, and the turns one by one."""
    with errors_of_field("state" if body.state is not None else "size"):
        before = limits.cube(body.state, body.size, body.order)
    with errors_of_field("alg"):
        limits.alg(body.alg)
        # As text, so that the error points at a turn that this size lacks.
        cube = before.apply(body.alg, body.lower_case)
        alg, note = read_turns(body.alg, cube.size, body.lower_case)
    states = list(_states_after(before, alg)) if body.steps else None
    return ApplyAnswer(
        size=cube.size,
        facelets=cube.facelets,
        description=as_said(describe_cube(cube)),
        solved=cube.is_solved,
        alg=str(alg),
        moves=_moves(alg, cube.size),
        inverse=str(~alg),
        small_blocks=str(in_small_blocks(alg, cube.size)),
        states=states,
        note=None if note is None else as_said(note),
        link=_link(body.state),
    )


def _link(text: str | None) -> LinkAnswer | None:
    parts = None if text is None else read_twizzle(text)
    if parts is None:
        return None
    setup, turns, size = parts
    return LinkAnswer(size=size, setup=str(setup), turns=str(turns))


def _states_after(cube: Cube, alg: Alg) -> Iterator[str]:
    """Yield the facelets after each turn."""
    for move in alg.expand():
        cube = cube.apply(Alg([move]))
        yield cube.facelets


def _moves(alg: Alg, size: int) -> list[MoveAnswer]:
    """Return the turns one by one; only turns outside brackets have a separate position in the text."""
    moves = []
    for node in alg.nodes:
        for move in node.expand():
            start, end = (node.position, node.end) if isinstance(node, Move) else (None, None)
            moves.append(
                MoveAnswer(
                    text=str(move),
                    description=as_said(describe_move(move, size)),
                    slab=_slab(move, size),
                    start=start,
                    end=end,
                )
            )
    return moves


def _slab(move: Move, size: int) -> SlabAnswer:
    return SlabAnswer.model_validate(move.slab(size)._asdict())


@router.post(
    "/status", summary="Diagnose a cube.", responses=failures(400, 413), dependencies=[ComputingPlace]
)
def status(body: StatusRequest, limits: ServerLimits) -> StatusAnswer:
    """Return whether a cube is possible, and its faults if it is not."""
    with errors_of_field("state"):
        cube = limits.cube(body.state, order=body.order)
    diagnosis = cube.diagnose()
    repairs = [_repair(cube, repair) for repair in diagnosis.repairs]
    return StatusAnswer(
        size=cube.size,
        possible=not diagnosis.status,
        complete=cube.is_complete,
        solved=cube.is_solved,
        description=as_said(describe_cube(cube)),
        faults=[str(fault.name) for fault in diagnosis.status],
        reasons=list(map(as_said, diagnosis.reasons)),
        suspects=sorted(diagnosis.suspects),
        repair=repairs[0] if repairs else None,
        repairs=repairs,
        note=as_said(MIRRORED_SCHEME) if not diagnosis.status and _is_mirrored(body) else None,
    )


def _repair(cube: Cube, repair: Repair) -> RepairAnswer:
    return RepairAnswer(
        state=repair.cube.facelets,
        sentence=as_said(repair.sentence),
        turned=[TurnedFaceAnswer(face=face, turns=turns) for face, turns in repair.turned],
        changed=np.flatnonzero(repair.cube.colours != cube.colours).tolist(),
    )


def _is_mirrored(body: StatusRequest) -> bool:
    return body.order is None and is_mirrored(facelet_symbols(body.state).symbols)


@router.post(
    "/goal",
    summary="List the stickers of a goal.",
    responses=failures(400, 413),
    dependencies=[ComputingPlace],
)
def asked_for(body: GoalRequest, limits: ServerLimits) -> GoalStickersAnswer:
    """Return the stickers that matter to a goal, at their places on a cube."""
    with errors_of_field("state"):
        cube = limits.cube(body.state, order=body.order)
    with errors_of_field("goal"):
        goal = read_goal(body.goal, cube.size, body.order) or Cube(cube.size)
        return GoalStickersAnswer(stickers=sorted(wanted(cube, goal)))


@router.post("/crosses", summary="Find the shortest cross of each colour.", responses=failures(400, 413))
async def six_crosses(
    body: CrossesRequest, limits: ServerLimits, registry: Registry, who: Visitor
) -> CrossesAnswer:
    """Return the proved shortest cross of each of the six colours of a 3×3×3."""
    with errors_of_field("state"):
        cube = await run_in_threadpool(limits.cube, body.state, None, body.order)
    crosses = await registry.pool.compute(
        "six_crosses", who, "state", state=cube.facelets, metric=body.metric
    )
    return CrossesAnswer.model_validate({"metric": body.metric, "crosses": crosses})


@router.get("/scramble", summary="Make a random cube.", responses=failures(), dependencies=[DrawingPlace])
async def random_scramble(
    query: Annotated[ScrambleQuery, Query()], limits: ServerLimits, registry: Registry, who: Visitor
) -> ScrambleAnswer:
    """Return a random state for the sizes 2 and 3, and random turns above."""
    with errors_of_field("size"):
        size = limits.size(query.size)
    seed = _seed(query)
    cube = await run_in_threadpool(_random_cube, size, seed)
    alg = await _setup(registry, cube, who) if size in DRAWN else random_moves(size, seed=seed)
    return ScrambleAnswer(size=size, seed=seed, scramble=str(alg), facelets=cube.facelets)


@router.get("/random", summary="Draw a random cube.", responses=failures(), dependencies=[ComputingPlace])
def random_state(query: Annotated[ScrambleQuery, Query()], limits: ServerLimits) -> RandomAnswer:
    """Return the cube of the scramble with the same seed at once; the scramble may have to wait for a table."""
    with errors_of_field("size"):
        size = limits.size(query.size)
    seed = _seed(query)
    return RandomAnswer(size=size, seed=seed, facelets=_random_cube(size, seed).facelets)


def _random_cube(size: int, seed: int) -> Cube:
    return random_cube(size, seed) if size in DRAWN else Cube(size).apply(random_moves(size, seed=seed))


def _seed(query: ScrambleQuery) -> int:
    return SystemRandom().randrange(1 << 32) if query.seed is None else query.seed


@router.get(
    "/turns", summary="List the usual turns of a cube.", responses=failures(), dependencies=[ComputingPlace]
)
def turns(query: Annotated[SizeQuery, Query()], limits: ServerLimits) -> TurnsAnswer:
    """Return the usual turns, for buttons."""
    with errors_of_field("size"):
        size = limits.size(query.size)
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
    "/setup", summary="Find turns that lead to a state.", responses=failures(), dependencies=[DrawingPlace]
)
async def setup_of(
    query: Annotated[StateQuery, Query()], limits: ServerLimits, registry: Registry, who: Visitor
) -> SetupAnswer:
    """Return turns that lead from the solved cube to a state of the 2×2×2 or 3×3×3."""
    with errors_of_field("state"):
        cube = await run_in_threadpool(limits.cube, query.state, None, query.order)
    return SetupAnswer(alg=await _setup(registry, cube, who))


async def _setup(registry: Registry, cube: Cube, who: str) -> str:
    return str(await registry.pool.compute("setup_turns", who, "state", state=cube.facelets))
