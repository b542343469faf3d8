"""`face_problem`: reads a problem as a 3×3×3 to solve by face turns, with any colours."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.outcome import Word
from cubeproof.methods.words.face_words import FaceWords
from cubeproof.methods.words.turn_costs import ALL, HALF, QUARTER, Turning
from cubeproof.problem import CubePieces, Problem, cube_pieces
from cubeproof.puzzle.cube import fixed_stickers
from cubeproof.puzzle.cubies import Cubies
from cubeproof.puzzle.geometry import geometry
from cubeproof.sentences import Sentence, Template, say

_ONE_GOAL = Template("search.one-goal", "The search engine supports one goal, not {goals}.")
_ALL_KNOWN = Template(
    "search.all-known", "The search engine requires all stickers of the start and of the goal to be known."
)
_FACE_TURNS = Template("search.face-turns", "The search engine makes turns of the six faces and no others.")
_COSTS = Template(
    "search.costs",
    "In the search engine every turn counts 1, or every quarter turn 1 and every half turn 2.",
)
_CLOSED = Template(
    "search.closed",
    "The search engine requires that each face has all its turns, only half turns, or none.",
)


@dataclass(frozen=True, eq=False)
class FaceProblem:
    """A problem as a 3×3×3 to solve by face turns."""

    scramble: NDArray[np.int16] | None
    """The permutation of stickers that face turns must undo, in gather form, shape (54,); None if face turns cannot
    reach the start from the goal."""
    frame: int
    """The rotation after the scramble, as an index of `geometry(3).rotations`."""
    words: FaceWords
    """The problem's generators as face turns."""
    turning: Turning | None
    """The costs of the turns; None if the pruning tables cannot prove an answer shortest."""
    allowed: int
    """The allowed face turns, as bits."""
    unproved: Sentence | None = None
    """The reason why the pruning tables cannot prove an answer shortest, or None."""

    @property
    def has_all_turns(self) -> bool:
        """Whether all 18 turns are allowed."""
        return self.allowed == ALL

    def word(self, turns: Word) -> Word | None:
        """Return turns, by number, as the cheapest word of the problem's generators, or None."""
        return self.words.word(turns, self.frame)


def face_problem(problem: Problem) -> FaceProblem | Sentence:
    """Read a problem, or return the reason why it cannot be solved by face turns."""
    cube, cube_map = cube_pieces(problem), problem.cube_map
    if cube is None or cube_map is None or cube_map.size != 3:
        return _FACE_TURNS()
    words = FaceWords.of(cube_map, problem.costs)
    proved = _proved_turning(problem, words)
    if isinstance(proved, Sentence):
        if not cube.is_complete:
            return _ALL_KNOWN()
        return _without_proof(cube, words, proved) or proved
    if not cube.is_complete:
        return _ALL_KNOWN()
    if not cube.distinguishable:
        return say(
            "search.told-apart", "The search engine requires that the pieces of the goal are all different."
        )
    allowed = sum(1 << turn for turn in range(18) if words.can_make(turn))
    # The search never turns a face twice in a row, so each face needs no turns, only its half turn, or all turns.
    if any(allowed >> 3 * face & 7 not in (0, 0b010, 0b111) for face in range(6)):
        return _CLOSED()
    return FaceProblem(_scramble(cube.homes[0]), 0, words, proved, allowed)


def _proved_turning(problem: Problem, words: FaceWords) -> Turning | Sentence:
    """Return the costs of the turns if the pruning tables can prove lengths, else the reason why they cannot."""
    if len(problem.goals) != 1:
        return _ONE_GOAL(goals=len(problem.goals))
    ways = [
        (turn, cost, rotation) for turn, options in words.options_of.items() for _, cost, rotation in options
    ]
    if any(turn >= 18 or rotation for turn, _, rotation in ways):
        return _FACE_TURNS()
    costs = {turn: cost for turn, cost, _ in ways}
    turning = next((metric for metric in (HALF, QUARTER) if _is_counted(costs, metric)), None)
    return _COSTS() if turning is None else turning


def _without_proof(cube: CubePieces, words: FaceWords, reason: Sentence) -> FaceProblem | None:
    """Return a problem without proofs, if its generators can replace face turns and these reach a goal, else None."""
    places = fixed_stickers(3)
    held = all(len(set(goal[places].tolist())) == len(places) for goal in cube.goals)
    if not (words.complete and cube.distinguishable and held):
        return None
    rotations = geometry(3).rotations
    read: list[FaceProblem] = []
    for homes in cube.homes:
        if homes is None:
            continue
        # The start is the scramble, followed by the rotation that brings the centres to their places.
        for frame in np.flatnonzero((rotations[:, places] == homes[places]).all(axis=1)).tolist():
            scramble = _scramble(homes[np.argsort(rotations[frame])])
            if scramble is not None:
                read.append(FaceProblem(scramble, frame, words, None, ALL, reason))
    if not read:
        return None
    # Prefer a goal with the start's rotation: every word of face turns can end in it.
    best = min(read, key=lambda problem: problem.frame)
    assert best.scramble is not None
    same = {rotation[best.scramble[np.argsort(rotation)]].tobytes() for rotation in rotations}
    if all(problem.scramble is not None and problem.scramble.tobytes() in same for problem in read):
        return best
    # Another goal may be nearer, so lengths are not proved.
    return replace(best, words=replace(words, ratio=Fraction(0)))


def _is_counted(costs: dict[int, int], turning: Turning) -> bool:
    """Whether costs agree with a metric, and no turn is missing that two other turns would replace."""
    if turning is HALF and any(turn % 3 != 1 and turn // 3 * 3 + 1 not in costs for turn in costs):
        return False
    return all(turning.costs[turn] == cost for turn, cost in costs.items())


def _scramble(homes: NDArray[np.intp] | None) -> NDArray[np.int16] | None:
    """Return the only permutation that may lead from the goal to the start, if face turns can make it, else None."""
    if homes is None or (homes[fixed_stickers(3)] != fixed_stickers(3)).any():
        return None
    return homes.astype(np.int16) if Cubies.read(homes).possible else None
