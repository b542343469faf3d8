"""Formulas of the 2×2×2, with the names of their variables, and what follows from them."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter
from fastapi.concurrency import run_in_threadpool

from cubeproof.web.answers import FormulaAnswer, RefutationAnswer, VerifyAnswer
from cubeproof.web.errors import errors_of_field
from cubeproof.web.limits import Limits
from cubeproof.web.requests import FormulaRequest, RefutationRequest, VerifyRequest
from cubeproof.web.routes.context import Registry, ServerLimits, Visitor, failures
from cubeproof.web.strict_json import StrictRoute

router = APIRouter(prefix="/api/formula", tags=["formulas"], route_class=StrictRoute)


@router.post("", summary="Write a formula, with names for its parts.", responses=failures(400, 413))
async def formula(
    body: FormulaRequest, limits: ServerLimits, registry: Registry, who: Visitor
) -> FormulaAnswer:
    """Return the variables and the groups of the formula that has a model if the cube can be solved in time."""
    arguments = await _arguments(body, limits)
    more = {"group": body.group, "page": body.page, "most": limits.formula_clauses}
    answer = await registry.pool.compute("formula_page", who, "state", **arguments, **more)
    return FormulaAnswer.model_validate(answer)


@router.post("/verify", summary="List the clauses that an assignment violates.", responses=failures(400, 413))
async def verify(body: VerifyRequest, limits: ServerLimits, registry: Registry, who: Visitor) -> VerifyAnswer:
    """Return the violated clauses of a formula, with their groups and literals."""
    arguments = await _arguments(body, limits)
    more = {"true": body.true, "most": limits.formula_clauses}
    answer = await registry.pool.compute("broken_clauses", who, "true", **arguments, **more)
    return VerifyAnswer.model_validate(answer)


@router.post("/refutation", summary="Solve a cube, or refute its formula.", responses=failures(400, 413))
async def refutation(
    body: RefutationRequest, limits: ServerLimits, registry: Registry, who: Visitor
) -> RefutationAnswer:
    """Return turns that solve the cube within the horizon, or a proof in LRAT that no such turns exist."""
    arguments = await _arguments(body, limits)
    answer = await registry.pool.compute(
        "refutation", who, "state", **arguments, most=limits.refutation_lemmas
    )
    return RefutationAnswer.model_validate(answer)


async def _arguments(
    body: FormulaRequest | VerifyRequest | RefutationRequest, limits: Limits
) -> dict[str, Any]:
    with errors_of_field("state"):
        cube = await run_in_threadpool(limits.cube, body.state, None, body.order)
        limits.check_formula_size(cube.size)
    with errors_of_field("horizon"):
        limits.check_horizon(body.horizon)
    return {"state": cube.facelets, "horizon": body.horizon, "encoding": body.encoding}
