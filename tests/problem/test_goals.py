"""A goal with a name is what its name says, on every size that has such pieces, and is reached by a shortest way."""

import copy
import pickle
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings

from cubeproof import Alg, Cube, ImpossibleCubeError, UnreachableError, UsageError, random_cube, solve
from cubeproof.contract.control import Control
from cubeproof.contract.limit import Limit
from cubeproof.contract.outcome import Bounds
from cubeproof.engines.sat.engine import SatEngine
from cubeproof.problem import GOALS, cube_problem, named_goal
from cubeproof.problem.goal_patterns import edge_labels
from cubeproof.puzzle.cube import permutation
from engine_runs import run_engine
from french import in_french
from ground_truth import CORNERS, EDGES, EDGES_ORIENTED, stickers
from second_opinion import goals
from strategies import cubes

TURNS = [face + amount for face in "URFDLB" for amount in ("", "2", "'")]


class TestGoals:
    @pytest.mark.parametrize("size", [2, 3, 4, 5])
    def test_goals_are_those_of_the_independent_model_and_no_others(self, size: int) -> None:
        assert set(goals.names(size)) <= set(GOALS)
        for name, goal in GOALS.items():
            if name not in goals.names(size):
                with pytest.raises(UsageError, match=f"of {size} layers"):
                    solve(Cube(size).apply("R"), goal=name)
            elif name != "edges-oriented":
                held = {way.facelets for way in goal.pattern(size).rotations()}
                reference = goals.pattern(name, size)
                assert goal.pattern(size).facelets == reference or (
                    "?" not in reference and reference in held
                )

    @pytest.mark.parametrize("name", GOALS)
    def test_a_goal_is_described(self, name: str) -> None:
        goal = named_goal(name)
        assert (goal.name, goal.title) == (name, name.replace("-", " "))
        assert goal.summary

    @pytest.mark.parametrize("name", ["", "Cross", "cross ", "nonsense", "\0", "UUU"])
    def test_unknown_goal_name_lists_the_known_names(self, name: str) -> None:
        with pytest.raises(UsageError, match="solved, cross, layer, f2l"):
            solve(Cube(3), goal=name)


class TestInFrench:
    @pytest.mark.parametrize(
        ("name", "title", "summary"),
        [
            ("cross", "croix", "les arêtes et les centres autour de D"),
            ("oll", "oll", "toutes les couches sauf la dernière, et sa face U d’une seule couleur"),
            ("six-spots", "six points", "chaque centre sur une autre face"),
        ],
    )
    def test_a_goal_has_a_title_and_a_summary(self, name: str, title: str, summary: str) -> None:
        goal = named_goal(name)
        assert (in_french(goal.title), in_french(goal.summary)) == (title, summary)

    @pytest.mark.parametrize(
        ("name", "size", "english", "french"),
        [
            ("cross", 2, "A cube of 2 layers has no cross.", "Un cube de 2 couches n’a pas de croix."),
            (
                "centres",
                3,
                "A cube of 3 layers has no movable centres.",
                "Un cube de 3 couches n’a pas de centres mobiles.",
            ),
            (
                "edges-oriented",
                4,
                "A cube of 4 layers has no edges that could be flipped.",
                "Un cube de 4 couches n’a pas d’arêtes que l’on puisse retourner.",
            ),
            (
                "superflip",
                2,
                "There is no such pattern on a cube of 2 layers.",
                "Il n’y a pas de tel motif sur un cube de 2 couches.",
            ),
        ],
        ids=["cross", "centres", "edges-oriented", "superflip"],
    )
    def test_goal_missing_for_a_size_is_in_correct_french(
        self, name: str, size: int, english: str, french: str
    ) -> None:
        with pytest.raises(UsageError) as caught:
            named_goal(name).pattern(size)
        assert str(caught.value) == english
        assert in_french(caught.value.sentence) == french


@cache
def flips() -> dict[int, int]:
    """The fewest turns that orient all edges, by the slots of flipped edges as bits: F and B flip four edges."""
    names = list(EDGES)
    turns = []
    for turn in TURNS:
        goes = np.argsort(permutation(turn, 3))
        slot = {frozenset(stickers(name)): index for index, name in enumerate(names)}
        images = [slot[frozenset(goes[list(stickers(name))].tolist())] for name in names]
        flip = [images[i] != i and turn[0] in "FB" and "2" not in turn for i in range(12)]
        turns.append((images, flip))
    results = {0: 0}
    frontier = [0]
    for state in frontier:
        for images, flip in turns:
            after = sum(1 << images[i] for i in range(12) if bool(state >> i & 1) != flip[i])
            if after not in results:
                results[after] = results[state] + 1
                frontier.append(after)
    return results


def flipped(scramble: str) -> int:
    """The slots with a flipped edge after a scramble, turn by turn."""
    state = 0
    for turn in scramble.split():
        goes = np.argsort(permutation(turn, 3))
        slot = {frozenset(stickers(name)): index for index, name in enumerate(EDGES)}
        after = 0
        for index, name in enumerate(EDGES):
            image = slot[frozenset(goes[list(stickers(name))].tolist())]
            flip = image != index and turn[0] in "FB" and "2" not in turn
            after |= (bool(state >> index & 1) != flip) << image
        state = after
    return state


def scramble(seed: int, length: int) -> str:
    random, turns = Random(seed), list[str]()
    while len(turns) < length:
        turn = random.choice(TURNS)
        if not turns or turns[-1][0] != turn[0]:
            turns.append(turn)
    return " ".join(turns)


class TestShortestWays:
    def test_half_known_edge_is_none_of_the_edges_that_are_seen_elsewhere(self) -> None:
        # The slot UF shows F on the U face. FR and FL would be oriented there, and are in their own slots. UF and DF
        # would be flipped.
        facelets = [*Cube(3).facelets]
        front_of_top, top_of_front, front_of_bottom, bottom_of_front = 7, 19, 28, 25
        facelets[front_of_top] = "F"
        for sticker in (top_of_front, front_of_bottom, bottom_of_front):
            facelets[sticker] = "?"
        labels = edge_labels(Cube.from_facelets("".join(facelets))).colours
        solved = edge_labels(Cube(3)).colours
        assert labels[front_of_top] == solved[top_of_front] != solved[front_of_top]
        assert labels[front_of_bottom] == labels[bottom_of_front] == -1

    def test_all_flips_are_as_far_as_has_been_published(self) -> None:
        assert np.bincount(list(flips().values())).tolist() == EDGES_ORIENTED

    @pytest.mark.parametrize("held", ["", "y", "x", "z' y2"])
    @pytest.mark.parametrize("length", range(8))
    def test_oriented_edges_have_published_lengths(self, length: int, held: str) -> None:
        if held and length % 3 != 2:
            held = ""
        text = next(
            text
            for text in (scramble(seed, 10) for seed in range(10_000))
            if flips()[flipped(text)] == length
        )
        solution = solve(Cube(3).apply(f"{text} {held}"), goal="edges-oriented")
        assert (solution.length, solution.lower_bound) == (length, length)
        if not held:
            assert flips()[flipped(f"{text} {solution.alg}")] == 0

    @settings(max_examples=20)
    @given(cubes(2))
    def test_a_cube_is_solved_by_name_as_without(self, cube: Cube) -> None:
        assert solve(cube, goal="solved").alg == solve(cube).alg


def fits(cube: Cube, goal: Cube) -> bool:
    return all(want in ("?", have) for want, have in zip(goal.facelets, cube.facelets, strict=True))


def blocks(size: int, metric: str) -> list[str]:
    """Every turn that counts one: blocks at a side, in `stm` any neighbouring layers, in all their directions."""
    names = [face if last == 1 else f"{last}{face}w" for face in "URFDLB" for last in range(1, size)]
    if metric == "stm":
        names += [
            f"{first}{face}" if first == last else f"{first}-{last}{face}w"
            for face in "URF"
            for first in range(2, size)
            for last in range(first, size)
        ]
    return [name + amount for name in names for amount in (("", "'") if metric == "qtm" else ("", "2", "'"))]


def nearest(start: Cube, goal: Cube, most: int, turns: Iterable[str] = TURNS) -> int:
    """The length of the shortest way, by trying all; `most` + 1 if there is no way."""
    layer = start.colours[None]
    gathers = [permutation(turn, start.size) for turn in turns]
    for length in range(most + 1):
        if ((layer == goal.colours) | (layer < 0) | (goal.colours < 0)).all(axis=1).any():
            return length
        if length < most:
            layer = np.concatenate([layer[:, gather] for gather in gathers])
    return most + 1


def without(cube: Cube, pieces: dict[str, str]) -> Cube:
    """A cube whose stickers in these slots are not known."""
    letters = list(cube.facelets)
    for name in pieces:
        for place in stickers(name):
            letters[place] = "?"
    return Cube.from_facelets("".join(letters))


class TestUnknownStickers:
    @pytest.mark.parametrize("text", ["R", "F U2 R'"])
    @pytest.mark.parametrize(("pieces", "name"), [(CORNERS, "edges"), (EDGES, "corners")])
    def test_sticker_unknown_on_either_side_does_not_matter(
        self, text: str, pieces: dict[str, str], name: str
    ) -> None:
        start, wanted = Cube(3).apply(text), without(Cube(3), pieces)
        length = solve(start, goal=name).length
        assert length == nearest(start, wanted, 3)
        for piece, second in (
            (start, wanted),
            (without(start, pieces), Cube(3)),
            (without(start, pieces), wanted),
        ):
            solution = solve(piece, goal=second)
            assert solution.length == length
            assert fits(start @ (solution.alg or ""), wanted)

    def test_unknown_cube_needs_no_turn(self) -> None:
        nothing = Cube.from_facelets("?" * 54)
        assert solve(random_cube(3, 1), goal=nothing).length == 0
        assert solve(nothing, goal=Cube(3).apply("R U F")).length == 0
        assert solve(nothing).length == 0

    def test_single_known_piece_goes_to_its_place(self) -> None:
        start, goal = (
            Cube(3),
            Cube.from_facelets("?" * 7 + "F" + "?" * 11 + "U" + "?" * 34),
        )  # the edge UF, flipped
        solution = solve(start, goal=goal)
        assert solution.length == nearest(start, goal, 3, blocks(3, "htm"))
        assert fits(start @ (solution.alg or ""), goal)


class TestEdgesKnownInPart:
    """What edge orientation makes of an edge of which one sticker is known."""

    @pytest.mark.parametrize(
        ("letters", "length"),
        [
            # U on F2 is flipped with any other sticker, U on U8 is not.
            ({"U8": "?", "F2": "U"}, 3),
            ({"U8": "U", "F2": "?"}, 0),
            # F on F2 might be flipped, of FR say; all other edges are known, so it is UF, which is not flipped.
            ({"U8": "?", "F2": "F"}, 0),
        ],
    )
    def test_edge_known_in_part_counts_where_settled(self, letters: dict[str, str], length: int) -> None:
        facelets = list(Cube(3).facelets)
        for place, letter in letters.items():
            facelets["URFDLB".index(place[0]) * 9 + int(place[1]) - 1] = letter
        if length:
            # Another edge is flipped, so that the cube can exist; it too is known in part.
            facelets["URFDLB".index("U") * 9 + 5], facelets["URFDLB".index("R") * 9 + 1] = "?", "U"
        cube = Cube.from_facelets("".join(facelets))
        assert solve(cube, goal="edges-oriented", engine="sat").length == length


class TestHeldJustSo:
    """A goal of odd size is reached as it is held, by turns of all blocks where that makes a difference."""

    def test_held_goal_of_an_even_size_can_be_requested(self) -> None:
        random = Random(7)
        turns = blocks(2, "htm")
        for _ in range(12):
            start, goal = (
                Cube(2).apply(" ".join(random.choices(turns, k=random.randrange(1, 3)))) for _ in "ab"
            )
            expected = nearest(start, goal, 3, turns)
            problem = cube_problem(start, goal, up_to_rotation=False)
            if expected:
                outcome = run_engine(SatEngine(), problem, Bounds(), Control(Limit(length=3)))
                assert min(outcome.lower_bound, 4) == expected
                assert not outcome.words or start.apply(" ".join(problem.write(outcome.words[0]))) == goal

    def test_held_goal_may_move_the_centres(self) -> None:
        assert str(solve(Cube(3).apply("Rw"), goal=Cube(3)).alg) == "Rw'"
        assert solve(Cube(3).apply("x"), goal=Cube(3)).length == 2
        assert solve(Cube(3), goal=Cube(3).apply("M E"), metric="stm").length == 2

    def test_held_goal_adds_no_turns_to_a_given_set(self) -> None:
        with pytest.raises(UnreachableError, match="No allowed turn moves the F piece at U5"):
            solve(Cube(3).apply("Rw"), goal=Cube(3), moves="R,L,U")


class TestContradictions:
    @pytest.mark.parametrize(
        ("goal", "reason"),
        [
            ("?" * 4 + "U" + "?" * 8 + "U" + "?" * 40, "."),
            ("?" * 7 + "U" + "?" * 11 + "U" + "?" * 34, "."),
            ("?" * 7 + "U" + "?" * 11 + "D" + "?" * 34, "."),
            ("U" * 54, "."),
        ],
    )
    def test_a_pattern_that_contradicts_itself_is_refused_with_the_reason(
        self, goal: str, reason: str
    ) -> None:
        with pytest.raises(ImpossibleCubeError, match="The goal cannot exist"):
            solve(Cube(3).apply("R"), goal=Cube.from_facelets(goal))
        with pytest.raises(ImpossibleCubeError, match=reason):
            solve(Cube.from_facelets(goal))

    def test_patterns_that_contradict_each_other_are_unreachable(self) -> None:
        centre = Cube.from_facelets("?" * 4 + "U" + "?" * 49)
        with pytest.raises(UnreachableError, match="No allowed turn moves the U piece at U5"):
            solve(centre, goal=Cube.from_facelets("?" * 4 + "R" + "?" * 49), moves="R,U")

    def test_one_flipped_edge_and_the_rest_in_place_cannot_exist(self) -> None:
        letters = list(Cube(3).facelets)
        letters[7], letters[19] = "F", "U"
        with pytest.raises(ImpossibleCubeError, match="flip"):
            solve(Cube(3).apply("R"), goal=Cube.from_facelets("".join(letters)))


def test_an_algorithm_and_its_count_agree() -> None:
    solution = solve(Cube(3).apply("M2 E2 S2"), goal="checkerboard", metric="stm")
    assert (solution.length, solution.alg) == (0, Alg())


@pytest.mark.parametrize("name", list(GOALS))
def test_a_goal_can_be_pickled_and_copied(name: str) -> None:
    goal = GOALS[name]
    assert pickle.loads(pickle.dumps(goal)) is goal
    assert copy.deepcopy(goal) is copy.copy(goal) is goal
    renamed = replace(goal, name="mine", pattern=Cube)
    assert copy.copy(renamed) == renamed


def test_a_goal_of_importable_functions_can_be_pickled() -> None:
    goal = replace(GOALS["solved"], name="mine", view=copy.copy)
    assert pickle.loads(pickle.dumps(goal)) == goal
