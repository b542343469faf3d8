"""`create_app`: the page and the API as an ASGI application."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterable
from pathlib import Path

from fastapi import FastAPI
from fastapi.middleware.gzip import GZipMiddleware
from starlette.middleware.body_limit import RequestBodyLimitMiddleware
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from cubeproof import __version__
from cubeproof.solving.machine_preparation import start_in_background
from cubeproof.web.admission import AdmissionQueue
from cubeproof.web.document import DocumentedApp
from cubeproof.web.errors import add_handlers
from cubeproof.web.limits import Limits
from cubeproof.web.routes import cubes, explore, formula, languages, pictures, searches
from cubeproof.web.routes.page import BUILT, add_page
from cubeproof.web.searches.job_folders import remove_leftovers
from cubeproof.web.searches.job_registry import JobRegistry
from cubeproof.web.security import SecurityMiddleware

_SUMMARY = "Twisty cubes of every size, solved and proved shortest."
_DESCRIPTION = """
A cube is given as turns that lead to it (`alg`, `scramble`), or as a facelet string (`state`): 6·N² letters of the
faces URFDLB, face by face in this order, each row by row, `?` for what is not known.

A search takes time, so `POST /api/solve` starts one and answers at once with its address, where a client can ask
for its state, listen to its events, and stop it.

Every failure is an object with a sentence, `error`, and possibly further fields.
"""


def create_app(
    limits: Limits | None = None,
    *,
    hosts: Iterable[str] = (),
    proxies: Iterable[str] = (),
    built: Path = BUILT,
) -> FastAPI:
    """Return the server as an ASGI application; its searches end with its lifespan.

    >>> create_app().title
    'cubeproof'
    """
    limits = limits or Limits()

    @contextlib.asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        remove_leftovers()
        # A process of low priority builds tables and compiles code, in the order of need.
        await asyncio.to_thread(start_in_background)
        watching = asyncio.create_task(app.state.registry.watch())
        try:
            yield
        finally:
            watching.cancel()
            await app.state.registry.close()
            # A server that is started again needs a registry that is not closed.
            app.state.registry = JobRegistry(limits)

    app = DocumentedApp(
        title="cubeproof",
        summary=_SUMMARY,
        description=_DESCRIPTION,
        version=__version__,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        lifespan=lifespan,
    )
    app.state.limits = limits
    app.state.registry = JobRegistry(limits)
    app.state.computing = AdmissionQueue(limits.computations, limits.waiting)
    app.state.drawing = AdmissionQueue(limits.drawings, limits.drawings_waiting)
    app.state.filming = AdmissionQueue(limits.films, limits.films_waiting)
    add_handlers(app)
    for part in (cubes, pictures, explore, formula, searches, languages):
        app.include_router(part.router)
    add_page(app, built)
    # The middleware added last runs first. SecurityMiddleware refuses large bodies by their declared size,
    # RequestBodyLimitMiddleware those without one.
    app.add_middleware(GZipMiddleware, compresslevel=6)
    app.add_middleware(RequestBodyLimitMiddleware, max_body_size=limits.body_bytes)
    app.add_middleware(SecurityMiddleware, hosts=tuple(hosts), body_bytes=limits.body_bytes)
    if trusted := [*proxies]:
        app.add_middleware(ProxyHeadersMiddleware, trusted_hosts=trusted)
    return app
