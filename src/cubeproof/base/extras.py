"""The extras of cubeproof: optional packages that a feature requires.

`places/kinds.py` has the extras of places.
"""

from importlib.util import find_spec

EXTRAS = {
    "cluster": ("distributed",),
    "web": ("anyio", "fastapi", "pydantic", "starlette", "uvicorn"),
    "notebook": ("anywidget",),
}
"""The packages of each extra, by the names under which they are imported."""


def is_installed(extra: str) -> bool:
    """Whether all packages of an extra are installed. No package is imported."""
    return all(find_spec(package) is not None for package in EXTRAS[extra])
