"""Reading cubes from users' texts, for the command, the API and Python."""

from cubeproof.errors import UsageError
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.colour_letters import are_colours
from cubeproof.puzzle.cube import Cube
from cubeproof.sentences import say

_FEWEST = 24


def are_facelets(text: str) -> bool:
    """Whether a text is a facelet string, and not a scramble.

    A facelet string has at least 24 letters, all of U R F D L B and ?, or all of colours in one case, and starts with
    at least two letters without blanks; turns have blanks between them. A string with a letter too few is a facelet
    string with a fault, which is reported, and not a scramble.

    >>> are_facelets("UUUU RRRR FFFF DDDD LLLL BBBB"), are_facelets("U R F D " * 6), are_facelets("RU'R'U'")
    (True, False, False)
    """
    tokens = text.split()
    letters = "".join(tokens)
    return (
        len(letters) >= _FEWEST
        and len(tokens[0]) > 1
        and (
            set(letters) <= set("URFDLB?")
            or ((letters.isupper() or letters.islower()) and are_colours(letters))
        )
    )


def read_cube(
    scramble: str | None, state: str | None = None, size: int | None = None
) -> tuple[Cube, Alg | None]:
    """Return the cube of a scramble or a state, and the scramble, if it was given.

    >>> read_cube("R U", size=2)[0] == Cube(2).apply("R U")
    True
    """
    if scramble is None and state is None:
        raise UsageError(
            say("request.no-cube", 'A cube is required: turns such as "R U F2", or a state and its facelets.')
        )
    cube = Cube(3 if size is None else size) if state is None else Cube.from_facelets(state, size)
    if scramble is None:
        return cube, None
    alg = Alg(scramble)
    return cube.apply(scramble), alg if state is None else None
