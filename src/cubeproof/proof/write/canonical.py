"""The canonical form, which certificates have, of what people ask and answer."""

from cubeproof.proof.check.question import Question
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.move import Metric


def in_full(cube: Cube, goal: Cube | str, moves: str | None, metric: Metric | str) -> Question:
    """Return the question in the form that the checker reads.

    >>> in_full(Cube(3), "solved", "R, 2-2Rw // both", "htm").moves
    'R 2R'
    """
    wanted = goal.colours if isinstance(goal, Cube) else goal
    named = None if moves is None else written_out(Alg(moves.replace(",", " ")))
    return Question(cube.size, cube.colours, wanted, named, Metric(metric).value)


def written_out(alg: Alg) -> str:
    """An algorithm as certificates write it: turn after turn, without brackets and comments.

    >>> written_out(Alg("[R: U2] (x)2"))
    "R U2 R' x x"
    """
    return " ".join(map(str, alg))
