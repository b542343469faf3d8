"""The extras of cubeproof: optional packages that a feature requires.

`places/kinds.py` has the extras of places.
"""

from importlib.util import find_spec
from shlex import quote

EXTRAS = {
    "cluster": ("distributed",),
    "web": ("anyio", "fastapi", "pydantic", "starlette", "uvicorn"),
    "notebook": ("anywidget",),
}
"""The packages of each extra, by the names under which they are imported."""


def is_installed(extra: str) -> bool:
    """Whether all packages of an extra are installed. No package is imported."""
    return all(find_spec(package) is not None for package in EXTRAS[extra])


def install_command(extra: str) -> str:
    """Return the command that installs an extra from where this cubeproof was installed from (PEP 610).

    A package index has the extra only if cubeproof itself came from it.
    """
    import json
    from importlib.metadata import PackageNotFoundError, distribution

    try:
        origin = json.loads(distribution("cubeproof").read_text("direct_url.json") or "{}")
    except (PackageNotFoundError, OSError, ValueError):
        origin = {}
    url = str(origin.get("url", ""))
    if not url:
        return f"pip install {quote(f'cubeproof[{extra}]')}"
    if origin.get("dir_info", {}).get("editable"):
        from urllib.parse import urlsplit
        from urllib.request import url2pathname

        folder = url2pathname(urlsplit(url).path)
        return f"pip install -e {quote(f'{folder}[{extra}]')}"
    if version := origin.get("vcs_info"):
        url = f"{version['vcs']}+{url}@{version['commit_id']}"
    return f"pip install {quote(f'cubeproof[{extra}] @ {url}')}"
