"""The languages of the page, and their tables."""

from __future__ import annotations

import hashlib

from fastapi import APIRouter, Request, Response

from cubeproof import languages
from cubeproof.web.answer_models import answer_of
from cubeproof.web.answers import (
    LanguageAnswer,
    LanguageConventions,
    LanguagesAnswer,
    LanguageTable,
)
from cubeproof.web.routes.context import failures

router = APIRouter(prefix="/api/languages", tags=["languages"])

_CACHING = {"Cache-Control": "no-cache"}


@router.get("", summary="List the languages.", responses=failures())
def all_languages(response: Response) -> LanguagesAnswer:
    """Return the languages of the page, English first."""
    response.headers.update(_CACHING)
    available = map(languages.language, languages.tags())
    return LanguagesAnswer(
        languages=[LanguageAnswer(tag=language.tag, name=language.name) for language in available]
    )


@router.get(
    "/{tag}", summary="Fetch the table of a language.", responses=failures(404), response_model=LanguageTable
)
def table(tag: str, request: Request) -> Response:
    """Return the table of a language: its rules for numbers and lists, and a template for each code."""
    language = languages.language(tag)
    answer = LanguageTable(
        language=answer_of(LanguageConventions, language.conventions, name=language.name),
        templates=dict(language.templates),
    )
    body = answer.model_dump_json()
    headers = {**_CACHING, "ETag": f'"{hashlib.sha256(body.encode()).hexdigest()[:32]}"'}
    if headers["ETag"] in request.headers.get("If-None-Match", ""):
        return Response(status_code=304, headers=headers)
    return Response(body, headers=headers, media_type="application/json")
