"""Cubes in notebooks: a player for turns, and searches with visible progress.

A `Cube`, an `Alg`, a `Solution` and an `Exploration` have pictures as the last line of a cell. In addition there are

    Player   a cube in 3D with its turns: play, pause, step, step back, also from Python
    solve    `cubeproof.solve` with a display of the bounds during the search
    Live     the progress callback for this display, also for `explore` and `certify`

The player is a widget if the extra `notebook` is installed (`pip install ".[notebook]"` in a clone); otherwise, and
without a running kernel, it is an embedded page.

The player has the language of the browser. Output of Python has the language of the locale: `Live` has an argument for
another language, and `os.environ["LC_ALL"] = "fr"` in the first cell makes it French for a whole notebook.

>>> from cubeproof import Cube
>>> from cubeproof.notebook import Player
>>> player = Player(Cube(3).apply("F D'"), "D F'")
>>> player.step = 2
>>> player.cube == Cube(3)
True
"""

from typing import TYPE_CHECKING, Any

from cubeproof.base.extras import is_installed
from cubeproof.base.lazy_imports import lazy_names
from cubeproof.notebook.parts import is_built

if TYPE_CHECKING:
    from cubeproof.notebook.live import Live, solve
    from cubeproof.notebook.widget import Player

__all__ = ["Live", "Player", "solve"]

_lazy_name = lazy_names(__name__)


def __getattr__(name: str) -> Any:
    if name == "Player" and not (is_installed("notebook") and is_built()):
        from cubeproof.notebook.page import PagePlayer

        return PagePlayer
    return _lazy_name(name)
