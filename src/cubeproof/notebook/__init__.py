"""Cubes in notebooks: a player that turns them, and searches that one can watch.

A `Cube`, an `Alg`, a `Solution` and an `Exploration` show themselves when they are the last line of a cell.
Beyond that there are

    Player   a cube in 3D with its turns: play, pause, step, step back, from Python too
    solve    as `cubeproof.solve`, with the bounds shown while they close in on each other
    Live     the progress callback that does so, for `explore` and `certify` too

The player is a widget where `pip install "cubeproof[notebook]"` was done; else, and where no kernel runs, it
is a page within the page.

The player is in the language of the browser. What Python writes into a cell is in the language of the locale:
`Live` takes another one, and `os.environ["LC_ALL"] = "fr"` in the first cell makes it French for a whole
notebook.

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
