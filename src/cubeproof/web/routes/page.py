"""The page, its files, and the API's document as a page."""

from __future__ import annotations

import os
from pathlib import Path

from fastapi import APIRouter, FastAPI, Request
from fastapi.responses import FileResponse, HTMLResponse, Response
from fastapi.staticfiles import StaticFiles
from starlette.types import Scope

from cubeproof.web.document_page import document_page

BUILT = Path(__file__).parents[1] / "built"
"""The folder of the built page."""

_NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>cubeproof</title>
<p>The page has not been built: run "make page".</p><p><a href="/api">The API</a> is available.</p></html>
"""


def add_page(app: FastAPI, built: Path) -> None:
    """Serve the page from the folder of its build, which may be created later."""
    router = APIRouter(include_in_schema=False)

    @router.get("/")
    def page() -> Response:
        return _file(built / "index.html")

    @router.get("/api/docs")
    def docs(request: Request) -> Response:
        text = document_page(app.openapi(), str(request.base_url))
        return HTMLResponse(text, headers={"Cache-Control": "no-cache"})

    app.include_router(router)
    app.mount("/assets", _Files(built / "assets", "public, max-age=31536000, immutable"))
    app.mount("/about", _Files(built / "about", "no-cache"))


def _file(path: Path) -> Response:
    if not path.is_file():
        return HTMLResponse(_NOT_BUILT, 503)
    return FileResponse(path, headers={"Cache-Control": "no-cache"})


class _Files(StaticFiles):
    """A folder that need not exist yet."""

    def __init__(self, folder: Path, caching: str) -> None:
        super().__init__(directory=folder, check_dir=False)
        self.caching = caching

    async def check_config(self) -> None:
        """Do nothing: a missing folder has no files."""

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """Return a file with its caching headers."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["Cache-Control"] = self.caching
        return response
