"""The script of the player: a file of the built page."""

from importlib.resources import files

_SCRIPT = files("cubeproof").joinpath("web", "built", "widget.js")


def is_built() -> bool:
    """Whether the file is there; in a working copy it is after `make page`."""
    return _SCRIPT.is_file()


def script() -> str:
    """The script of a widget, which a notebook sends with every widget. Empty if it is not built."""
    return _SCRIPT.read_text(encoding="utf-8") if is_built() else ""
