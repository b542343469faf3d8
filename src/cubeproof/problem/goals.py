"""Named goals: partial patterns such as the cross, and classic pretty patterns.

A partial goal is the solved cube with the irrelevant stickers unknown. Layers are built from D upwards, as cubers do.
The patterns are in `goal_patterns`, since the help of the command names the goals without NumPy.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Any

from cubeproof.base.lazy_imports import lazily
from cubeproof.errors import UsageError
from cubeproof.sentences import Sentence, Template

if TYPE_CHECKING:
    from cubeproof.puzzle.cube import Cube

_UNKNOWN = Template(
    "goal.unknown", "There is no goal {name!r}; there are {names}, and facelet strings with ?."
)

_UNKNOWN_NEAR = Template(
    "goal.unknown-near",
    "There is no goal {name!r}; did you mean {near!r}? There are {names}, and facelet strings with ?.",
)

_SOLVED = Template("goal.solved", "solved")
_SOLVED_SUMMARY = Template("goal.solved-summary", "every face of one colour")
_CROSS = Template("goal.cross", "cross")
_CROSS_SUMMARY = Template("goal.cross-summary", "the edges and centres around D")
_LAYER = Template("goal.layer", "layer")
_LAYER_SUMMARY = Template("goal.layer-summary", "the layer of D")
_F2L = Template("goal.f2l", "f2l")
_F2L_SUMMARY = Template("goal.f2l-summary", "all layers but the last")
_OLL = Template("goal.oll", "oll")
_OLL_SUMMARY = Template("goal.oll-summary", "all layers but the last, and its face U of one colour")
_CORNERS = Template("goal.corners", "corners")
_CORNERS_SUMMARY = Template("goal.corners-summary", "the corners")
_EDGES = Template("goal.edges", "edges")
_EDGES_SUMMARY = Template("goal.edges-summary", "the edges")
_CENTRES = Template("goal.centres", "centres")
_CENTRES_SUMMARY = Template("goal.centres-summary", "the centres")
_ORIENTED = Template("goal.edges-oriented", "edges oriented")
_ORIENTED_SUMMARY = Template("goal.edges-oriented-summary", "edges that need no quarter turn of F or B")
_SUPERFLIP = Template("goal.superflip", "superflip")
_SUPERFLIP_SUMMARY = Template("goal.superflip-summary", "every edge flipped where it is")
_CHECKERBOARD = Template("goal.checkerboard", "checkerboard")
_CHECKERBOARD_SUMMARY = Template("goal.checkerboard-summary", "two colours on every face, like a chessboard")
_SIX_SPOTS = Template("goal.six-spots", "six spots")
_SIX_SPOTS_SUMMARY = Template("goal.six-spots-summary", "every centre on another face")
_FOUR_SPOTS = Template("goal.four-spots", "four spots")
_FOUR_SPOTS_SUMMARY = Template("goal.four-spots-summary", "four centres on the opposite faces")
_CUBE_IN_CUBE = Template("goal.cube-in-a-cube", "cube in a cube")
_CUBE_IN_CUBE_SUMMARY = Template("goal.cube-in-a-cube-summary", "a small cube in a corner of the large one")
_THREE_CUBES = Template("goal.cube-in-a-cube-in-a-cube", "cube in a cube in a cube")
_THREE_CUBES_SUMMARY = Template("goal.cube-in-a-cube-in-a-cube-summary", "a cube in a cube in a cube")


@dataclass(frozen=True, slots=True)
class Goal:
    """A named goal."""

    name: str
    """Its name in commands and requests."""
    title: Sentence
    """Label of a button."""
    summary: Sentence
    """The required stickers, in a few words."""
    pattern: Callable[[int], Cube]
    """Returns the pattern to reach on a cube of a size."""
    view: Callable[[Cube], Cube] = lambda start: start
    """Reduces the start to the labels that the goal uses; unchanged if the goal uses colours."""

    def __reduce__(self) -> tuple[Any, ...]:
        # Pickle cannot find the functions of a goal if they are local.
        if GOALS.get(self.name) is self:
            return named_goal, (self.name,)
        return Goal, (self.name, self.title, self.summary, self.pattern, self.view)

    @cache  # noqa: B019 - there are as many goals as this module names
    def suits(self, size: int) -> bool:
        """Whether there is such a goal on a cube of this size.

        >>> named_goal("cross").suits(2), named_goal("layer").suits(2)
        (False, True)
        """
        try:
            self.pattern(size)
        except UsageError:
            return False
        return True


def named_goal(name: str) -> Goal:
    """Return the goal with this name.

    Raises:
        UsageError: an unknown name.

    >>> named_goal("cross").pattern(3).facelets[27:36]
    '?D?DDD?D?'
    """
    if name not in GOALS:
        from difflib import get_close_matches

        for near in get_close_matches(name, GOALS, n=1):
            raise UsageError(_UNKNOWN_NEAR(name=name, near=near, names=list(GOALS)))
        raise UsageError(_UNKNOWN(name=name, names=list(GOALS)))
    return GOALS[name]


def read_goal(text: str | None, size: int, order: str | None = None) -> Cube | str | None:
    """Return the goal of a text: a goal's name, or the cube of a facelet string; None for None.

    `order` is the order of the faces in a facelet string, as for `Cube.from_facelets`.

    Raises:
        UsageError: not a goal's name, and not a facelet string.

    >>> read_goal("cross", 3), read_goal("UUUURRRRFFFFDDDDLLLLBBBB", 2) == Cube(2)
    ('cross', True)
    """
    if text is None or text in GOALS:
        return text
    if len(text) >= 6 * size * size or set(text) <= set("URFDLB?"):
        from cubeproof.puzzle.cube import Cube

        return Cube.from_facelets(text, size, order=order)
    return named_goal(text).name


_PATTERNS = "cubeproof.problem.goal_patterns"


def _stickers(name: str) -> Callable[[int], Cube]:
    return partial(lazily(f"{_PATTERNS}:relevant_stickers"), name)


def _turned(alg: str) -> Callable[[int], Cube]:
    return partial(lazily(f"{_PATTERNS}:three_layers"), alg)


GOALS = {
    goal.name: goal
    for goal in (
        Goal("solved", _SOLVED(), _SOLVED_SUMMARY(), lazily("cubeproof.puzzle.cube:Cube")),
        Goal("cross", _CROSS(), _CROSS_SUMMARY(), _stickers("cross")),
        Goal("layer", _LAYER(), _LAYER_SUMMARY(), _stickers("layer")),
        Goal("f2l", _F2L(), _F2L_SUMMARY(), _stickers("f2l")),
        Goal("oll", _OLL(), _OLL_SUMMARY(), _stickers("oll")),
        Goal("corners", _CORNERS(), _CORNERS_SUMMARY(), _stickers("corners")),
        Goal("edges", _EDGES(), _EDGES_SUMMARY(), _stickers("edges")),
        Goal("centres", _CENTRES(), _CENTRES_SUMMARY(), _stickers("centres")),
        Goal(
            "edges-oriented",
            _ORIENTED(),
            _ORIENTED_SUMMARY(),
            lazily(f"{_PATTERNS}:oriented_edges"),
            lazily(f"{_PATTERNS}:edge_labels"),
        ),
        Goal(
            "superflip",
            _SUPERFLIP(),
            _SUPERFLIP_SUMMARY(),
            _turned("U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2"),
        ),
        Goal("checkerboard", _CHECKERBOARD(), _CHECKERBOARD_SUMMARY(), _turned("M2 E2 S2")),
        Goal("six-spots", _SIX_SPOTS(), _SIX_SPOTS_SUMMARY(), _turned("U D' R L' F B' U D'")),
        Goal(
            "four-spots",
            _FOUR_SPOTS(),
            _FOUR_SPOTS_SUMMARY(),
            _turned("F2 B2 U D' R2 L2 U D'"),
        ),
        Goal(
            "cube-in-a-cube",
            _CUBE_IN_CUBE(),
            _CUBE_IN_CUBE_SUMMARY(),
            _turned("F L F U' R U F2 L2 U' L' B D' B' L2 U"),
        ),
        Goal(
            "cube-in-a-cube-in-a-cube",
            _THREE_CUBES(),
            _THREE_CUBES_SUMMARY(),
            _turned("U' L' U' F' R2 B' R F U B2 U B' L U' F U R F'"),
        ),
    )
}
"""All named goals, by name."""
