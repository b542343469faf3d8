"""A third language, made up by a test: a table in a folder that the environment names."""

import json
from collections.abc import Mapping
from pathlib import Path

import pytest

from cubeproof import languages

TAG = "xx"


def speak(
    patch: pytest.MonkeyPatch,
    folder: Path,
    templates: Mapping[str, str],
    tag: str = TAG,
    **conventions: object,
) -> str:
    """Write a table for a language into a folder that cubeproof searches, and return its tag."""
    table = {"language": {"name": "Toy", **conventions}, "templates": dict(templates)}
    folder.joinpath(f"{tag}.json").write_text(json.dumps(table), encoding="utf-8")
    patch.setenv(languages.VARIABLE, str(folder))
    return tag
