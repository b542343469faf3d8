"""The script of the player, which is a file of the built page."""

from importlib.resources import files

_SCRIPT = files("cubeproof").joinpath("web", "built", "widget.js")


def is_built() -> bool:
    """Whether the script exists; in a working copy `make page` builds it."""
    return _SCRIPT.is_file()


def script() -> str:
    """Return the script, which a notebook sends with every widget; empty if it is not built."""
    return _SCRIPT.read_text(encoding="utf-8") if is_built() else ""
