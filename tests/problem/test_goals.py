"""A goal with a name is what its name says, on every size that has such pieces, and is reached by a shortest way."""

import copy
import pickle
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from itertools import pairwise
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from numpy.typing import NDArray

from cubeproof import Alg, Cube, ImpossibleCubeError, UnreachableError, UsageError, random_cube, solve
from cubeproof.contract.control import Control
from cubeproof.contract.limit import Limit
from cubeproof.contract.outcome import Bounds
from cubeproof.engines.sat.engine import SatEngine
from cubeproof.problem import GOALS, cube_problem, named_goal
from cubeproof.problem.goals import _edge_labels
from cubeproof.puzzle.cube import permutation
from cubeproof.puzzle.geometry import geometry
from engine_runs import run_engine
from french import in_french
from ground_truth import CORNERS, CROSS, EDGES, EDGES_ORIENTED, stickers
from strategies import cubes

TURNS = [face + amount for face in "URFDLB" for amount in ("", "2", "'")]

# The stickers that a cuber would paint, face by face.
PAINTED = {
    "cross": "????U???? ????R??R? ????F??F? ?D?DDD?D? ????L??L? ????B??B?",
    "layer": "????U???? ????R?RRR ????F?FFF DDDDDDDDD ????L?LLL ????B?BBB",
    "f2l": "????U???? ???RRRRRR ???FFFFFF DDDDDDDDD ???LLLLLL ???BBBBBB",
    "oll": "UUUUUUUUU ???RRRRRR ???FFFFFF DDDDDDDDD ???LLLLLL ???BBBBBB",
    "corners": "U?U?U?U?U R?R?R?R?R F?F?F?F?F D?D?D?D?D L?L?L?L?L B?B?B?B?B",
    "edges": "?U?UUU?U? ?R?RRR?R? ?F?FFF?F? ?D?DDD?D? ?L?LLL?L? ?B?BBB?B?",
}

# How many stickers matter, counted by hand; None where a cube of this size has no such pieces.
COUNTS: dict[int, dict[str, int | None]] = {
    2: {"solved": 24, "cross": None, "layer": 12, "f2l": 12, "oll": 16, "corners": 24, "edges": None, "centres": None},
    3: {"solved": 54, "cross": 14, "layer": 26, "f2l": 34, "oll": 42, "corners": 30, "edges": 30, "centres": None},
    4: {"solved": 96, "cross": 20, "layer": 32, "f2l": 64, "oll": 80, "corners": 24, "edges": 48, "centres": 24},
    5: {"solved": 150, "cross": 38, "layer": 50, "f2l": 106, "oll": 130, "corners": 30, "edges": 78, "centres": 54},
}  # fmt: skip


def faces(cube: Cube) -> NDArray[np.str_]:
    """The letters of a cube, shape (6, 3, 3)."""
    return np.array(list(cube.facelets)).reshape(6, cube.size, cube.size)


class TestPartialGoals:
    @pytest.mark.parametrize("name", PAINTED)
    def test_partial_goals_of_the_3x3x3_are_the_usual_patterns(self, name: str) -> None:
        assert named_goal(name).pattern(3) == Cube.from_facelets(PAINTED[name])

    @pytest.mark.parametrize("size", COUNTS)
    @pytest.mark.parametrize("name", COUNTS[3])
    def test_partial_goals_have_the_right_sticker_counts(self, size: int, name: str) -> None:
        count = COUNTS[size][name]
        if count is None:
            with pytest.raises(UsageError, match=f"A cube of {size} layers has no "):
                named_goal(name).pattern(size)
            return
        pattern = named_goal(name).pattern(size).colours
        reference = pattern >= 0
        assert reference.sum() == count
        assert (pattern[reference] == Cube(size).colours[reference]).all()

    @pytest.mark.parametrize("size", [2, 3, 4, 5])
    def test_partial_goals_consist_of_whole_pieces(self, size: int) -> None:
        cubies = geometry(size).cubies
        kind = (np.abs(cubies) == size - 1).sum(axis=1)
        core = kind == 1
        core &= np.abs(cubies).sum(axis=1) == size - 1
        expected = {"corners": kind == 3, "edges": kind == 2, "centres": kind == 1}
        expected["cross"] = (kind < 3) & (cubies[:, 1] == 1 - size)
        expected["layer"] = cubies[:, 1] == 1 - size
        expected["f2l"] = cubies[:, 1] < size - 1
        expected["oll"] = expected["f2l"] | (geometry(size).points[:, 1] == size)
        for name, mask in expected.items():
            if COUNTS[size][name] is not None:
                assert ((named_goal(name).pattern(size).colours >= 0) == (mask | core)).all()

    @pytest.mark.parametrize("name", GOALS)
    def test_partial_goals_can_exist_and_are_described(self, name: str) -> None:
        goal = named_goal(name)
        assert goal.name == name
        assert goal.title == name.replace("-", " ")
        assert goal.summary
        size = 4 if name == "centres" else 3
        if name != "edges-oriented":
            assert not goal.pattern(size).status()

    @pytest.mark.parametrize(
        "name", ["superflip", "checkerboard", "six-spots", "four-spots", "cube-in-a-cube"]
    )
    @pytest.mark.parametrize("size", [2, 4])
    def test_a_pattern_that_a_size_lacks_is_refused(self, name: str, size: int) -> None:
        with pytest.raises(UsageError, match=f"no such pattern on a cube of {size} layers"):
            solve(Cube(size).apply("R"), goal=name)

    @pytest.mark.parametrize("size", [2, 4])
    def test_no_edge_of_an_even_cube_could_be_flipped(self, size: int) -> None:
        with pytest.raises(UsageError, match="no edges that could be flipped"):
            solve(Cube(size).apply("R"), goal="edges-oriented")

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


class TestPrettyPatterns:
    def test_the_superflip_flips_every_edge_where_it_is(self) -> None:
        flipped = np.arange(54)
        for edge in EDGES:
            flipped[list(stickers(edge))] = stickers(edge)[::-1]
        assert named_goal("superflip").pattern(3) == Cube(3).permuted(flipped)

    def test_the_checkerboard_alternates_two_opposite_colours_on_every_face(self) -> None:
        for face in faces(named_goal("checkerboard").pattern(3)):
            first, second = {*face[::2, ::2].flat, face[1, 1]}, {*face[::2, 1], *face[1, ::2]}
            assert len(first) == len(second) == 1
            assert {*first, *second} in ({"U", "D"}, {"R", "L"}, {"F", "B"})

    @pytest.mark.parametrize(("name", "spots"), [("six-spots", 6), ("four-spots", 4)])
    def test_spots_are_centres_on_faces_of_another_colour(self, name: str, spots: int) -> None:
        results = []
        for face in faces(named_goal(name).pattern(3)):
            ring = set(np.delete(face.ravel(), 4))
            assert len(ring) == 1
            results.append(ring != {face[1, 1]})
            if spots == 4 and results[-1]:
                assert {*ring, face[1, 1]} in ({"U", "D"}, {"R", "L"}, {"F", "B"})
        assert sum(results) == spots

    @pytest.mark.parametrize(
        ("name", "blocks"), [("cube-in-a-cube", (0, 0, 1)), ("cube-in-a-cube-in-a-cube", (0, 1, 2))]
    )
    def test_cubes_stand_in_two_opposite_corners_of_larger_ones(
        self, name: str, blocks: tuple[int, int, int]
    ) -> None:
        cube = named_goal(name).pattern(3)
        cubies, letters = geometry(3).cubies, np.array(list(cube.facelets))
        diagonals = [np.array([x, y, 2]) for x in (-2, 2) for y in (-2, 2)]
        assert any(self._nested(letters, cubies, corner, blocks) for corner in diagonals)

    @staticmethod
    def _nested(
        letters: NDArray[np.str_],
        cubies: NDArray[np.int64],
        corner: NDArray[np.int64],
        blocks: tuple[int, ...],
    ) -> bool:
        """Whether on every face each block around the corner there, or around the opposite one, has one own colour."""
        normals = geometry(3).points - cubies
        for face in range(6):
            on = slice(9 * face, 9 * face + 9)
            here = corner if normals[on][0] @ corner > 0 else -corner
            away = np.abs(cubies[on] - here).max(axis=1) // 2
            block = np.array(blocks)[away]
            colours = [set(letters[on][block == number]) for number in range(max(blocks) + 1)]
            if any(len(result) != 1 for result in colours):
                return False
            if any(first == second for first, second in pairwise(colours)):
                return False
        return True


@cache
def crosses() -> NDArray[np.int64]:
    """The length of the shortest way to the cross by where its edges' stickers on D are, 24 places each."""
    places = sorted(place for edge in EDGES for place in stickers(edge))
    number = {place: index for index, place in enumerate(places)}
    images = []
    for turn in TURNS:
        goes = np.argsort(permutation(turn, 3))
        images.append(np.array([number[int(goes[place])] for place in places]))
    weights = 24 ** np.arange(4)
    results = np.full(24**4, -1)
    frontier = np.array([number[stickers(edge)[0]] for edge in ("DF", "DR", "DB", "DL")]) @ weights[:, None]
    depth = 0
    while len(frontier):
        results[frontier] = depth
        where = frontier[:, None] // weights % 24
        reached = np.unique(np.concatenate([image[where] @ weights for image in images]))
        frontier, depth = reached[results[reached] < 0], depth + 1
    return results


def to_the_cross(cube: Cube) -> int:
    """The same for a cube, found by the colours of its edges."""
    places = sorted(place for edge in EDGES for place in stickers(edge))
    total = 0
    for index, edge in enumerate(("DF", "DR", "DB", "DL")):
        for slot in EDGES:
            visible = [cube.facelets[place] for place in stickers(slot)]
            if visible in (list(edge), list(edge[::-1])):
                total += 24**index * places.index(stickers(slot)[visible.index("D")])
    return int(crosses()[total])


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
    def test_all_crosses_are_as_far_as_has_been_published(self) -> None:
        results = crosses()
        assert np.bincount(results[results >= 0]).tolist() == CROSS

    @pytest.mark.parametrize("length", range(8))
    def test_cross_has_published_lengths(self, length: int) -> None:
        result = (scramble(seed, 12 if length > 4 else length) for seed in range(10_000))
        text = next(text for text in result if to_the_cross(Cube(3).apply(text)) == length)
        cube = Cube(3).apply(text)
        solution = solve(cube, goal="cross")
        assert (solution.length, solution.lower_bound) == (length, length)
        reached = cube @ (solution.alg or "")
        assert to_the_cross(reached) == 0

    def test_half_known_edge_is_none_of_the_edges_that_are_seen_elsewhere(self) -> None:
        # The slot UF shows F on the U face. FR and FL would be oriented there, and are in their own slots. UF and DF
        # would be flipped.
        facelets = [*Cube(3).facelets]
        front_of_top, top_of_front, front_of_bottom, bottom_of_front = 7, 19, 28, 25
        facelets[front_of_top] = "F"
        for sticker in (top_of_front, front_of_bottom, bottom_of_front):
            facelets[sticker] = "?"
        labels = _edge_labels(Cube.from_facelets("".join(facelets))).colours
        solved = _edge_labels(Cube(3)).colours
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

    @pytest.mark.parametrize("name", [*PAINTED, "checkerboard", "six-spots", "four-spots"])
    @pytest.mark.parametrize("text", ["R2 U'", "F U R"])
    def test_near_goal_has_the_length_of_brute_force(self, name: str, text: str) -> None:
        goal = Cube.from_facelets(PAINTED[name]) if name in PAINTED else named_goal(name).pattern(3)
        # Held so that the centres are where the goal has them.
        start = (Cube(3) if name in PAINTED else goal).apply(text)
        solution = solve(start, goal=name)
        assert solution.length == nearest(start, goal, 3)
        assert fits(start @ (solution.alg or ""), goal)

    @pytest.mark.parametrize("text", ["R U", "R U2 F'"])
    @pytest.mark.parametrize("name", ["layer", "oll"])
    def test_goal_of_the_2x2x2_has_the_length_of_brute_force(self, name: str, text: str) -> None:
        start, goal = Cube(2).apply(text), named_goal(name).pattern(2)
        solution = solve(start, goal=name)
        assert solution.length == min(nearest(start, held, 3) for held in goal.rotations())
        assert any(fits(start @ (solution.alg or ""), held) for held in goal.rotations())

    @pytest.mark.parametrize(("size", "name"), [(4, "centres"), (4, "cross"), (5, "centres")])
    def test_goal_of_larger_cubes_has_the_length_of_brute_force(self, size: int, name: str) -> None:
        start, goal = Cube(size).apply("Rw U"), named_goal(name).pattern(size)
        solution = solve(start, goal=name)
        assert solution.optimal
        assert 1 <= (solution.length or 0) <= 2
        assert any(fits(start @ (solution.alg or ""), held) for held in goal.rotations())

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

    @pytest.mark.parametrize("metric", ["htm", "qtm", "stm"])
    @pytest.mark.parametrize("size", [3, 5])
    @pytest.mark.parametrize(
        "seed", [pytest.param(seed, marks=pytest.mark.soak if seed > 2 else ()) for seed in range(40)]
    )
    def test_held_goal_has_the_length_of_brute_force(self, size: int, metric: str, seed: int) -> None:
        random = Random(f"{size} {metric} {seed}")
        turns = blocks(size, metric)
        most = 3 if size == 3 else 2

        def drawn() -> Cube:
            cube = Cube(size).apply(" ".join(random.choices(turns, k=random.randrange(most))))
            middles = {face * size * size + size * size // 2 for face in range(6)}
            share = random.choice([0, 0.1, 0.9])
            hidden = {place for place in range(6 * size * size) if random.random() < share}
            hidden |= set(random.sample(sorted(middles), random.choice([0, 2, 6])))
            return Cube.from_facelets(
                "".join("?" if place in hidden else letter for place, letter in enumerate(cube.facelets))
            )

        start, goal = drawn(), drawn()
        expected = nearest(start, goal, most, turns)
        solution = solve(start, goal=goal, metric=metric, engine="sat", limit=Limit(length=most))
        assert solution.length == (None if expected > most else expected)
        assert min(solution.lower_bound, most + 1) == expected

    @pytest.mark.parametrize("size", [3, 5])
    def test_held_goal_with_known_centres_misses_no_answer_from_one_side(self, size: int) -> None:
        for seed in range(3):
            random = Random(seed)
            start, goal = (Cube(size).apply(" ".join(random.choices(blocks(size, "htm"), k=2))) for _ in "ab")
            way = start.normalised(), goal.normalised()
            solution = solve(way[0], goal=way[1], engine="sat", limit=Limit(length=2))
            expected = nearest(*way, 2, blocks(size, "htm"))
            assert min(solution.lower_bound, 3) == expected

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
