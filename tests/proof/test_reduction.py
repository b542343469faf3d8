"""A reduced question is proved equivalent or refused: all reductions of the product hold; none holds without a part."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from cube_maps import map_of
from cubeproof import Alg, CertificateError, Cube, Metric, Problem, cube_problem, solve
from cubeproof.problem import all_moves, default_moves
from cubeproof.proof.certificate import CertificateFolder
from cubeproof.proof.check.manifest import full_question, read
from cubeproof.proof.check.parity import odd_cost
from cubeproof.proof.check.question import Question
from cubeproof.proof.check.reduction import check_reduction
from cubeproof.proof.check.turns import Block, read_turns
from cubeproof.proof.checker import check_certificate
from cubeproof.proof.write import certify as certificate
from cubeproof.proof.write.certify import certify
from cubeproof.proof.write.manifest_text import checker_question
from cubeproof.puzzle.cube import permutation
from cubeproof.puzzle.geometry import geometry
from cubeproof.sentences import Sentence

MOVES = {
    2: [None, "R,U", "R2,U", "U2,R2", "R,D,B", "R,L,U"],
    3: [None, "R,U", "R2,U", "U2,R2,F2", "Rw,U", "M,U", "M,E,S", "Rw,M,U2", "M2,E2,S2,U", "R,L,M"],
    4: [None, "R,U", "Rw,U2", "2R,U", "2U2,2R2", "Rw,Lw,Uw,Dw,Fw,Bw"],
    5: [None, "R,U", "3Rw,U", "M,2R,U", "2-4Rw,U", "M,E,S"],
}


Parts = list[tuple[NDArray[np.integer], int]]


def goals(size: int) -> list[Cube | str]:
    solved = Cube(size).facelets
    some = "".join("?" if number % 4 == 1 else letter for number, letter in enumerate(solved))
    named: list[Cube | str] = ["solved", "layer", *(["cross", "edges-oriented"] if size % 2 else [])]
    return [*named, Cube(size), Cube(size).apply("x"), Cube(size).apply("R U y"), Cube.from_facelets(some)]


def parts(problem: Problem) -> Parts:
    return [(generator.permutation, generator.cost) for generator in problem.generators]


def question(task: Problem) -> Question:
    return checker_question(map_of(task).cube, map_of(task).goal, map_of(task).moves, map_of(task).metric)


def cost(question: Question, answer: str) -> int | None:
    return question.cost(read_turns(answer, question.size))


def answers(question: Question, answer: str) -> bool:
    return question.is_answered_by(read_turns(answer, question.size))


class TestQuestion:
    @pytest.mark.parametrize("metric", Metric)
    @pytest.mark.parametrize("size", [2, 3, 4, 5, 6])
    def test_question_allows_all_turns_at_their_cost(self, size: int, metric: Metric) -> None:
        results = checker_question(Cube(size), "solved", None, metric)
        assert len(results.turns) == 3 * 3 * size * (size + 1) // 2
        for block, cost in results.turns.items():
            name = block.name(size)
            if cost:
                assert Alg(name).count(metric, size) == cost
                assert np.array_equal(permutation(name, size), block.permutation(size))
            else:
                assert (block.first, block.last) == (1, size)
        assert len({block.permutation(size).tobytes() for block in results.turns}) == len(results.turns)
        just_so = checker_question(Cube(size), Cube(size), None, metric)
        free = 0 if size % 2 else 9
        assert len(just_so.turns) == len(results.turns) - 9 + free

    @pytest.mark.parametrize(
        ("moves", "size", "metric", "turns"),
        [
            ("R", 3, "htm", "R 1 R2 1 R' 1"),
            ("R2 M", 3, "qtm", "R2 2 2R 2 2R2 4 2R' 2"),
            ("L", 3, "stm", "L 1 L2 1 L' 1"),
            ("Rw2, 2D2", 4, "htm", "Rw2 1 3U2 2"),
        ],
    )
    def test_question_allows_named_turns(self, moves: str, size: int, metric: str, turns: str) -> None:
        results = checker_question(Cube(size), "solved", moves, Metric(metric)).turns
        words = [f"{block.name(size)} {cost}" for block, cost in results.items()]
        assert sorted(words) == sorted(
            " ".join(pair) for pair in zip(turns.split()[::2], turns.split()[1::2], strict=True)
        )

    @pytest.mark.parametrize("size", [2, 3, 5])
    def test_question_accepts_answers_of_allowed_turns_only(self, size: int) -> None:
        results = checker_question(Cube(size).apply("R U"), "solved", None, Metric.HTM)
        assert (cost(results, "U' x R'"), answers(results, "U' R' z")) == (2, True)
        assert not answers(results, "U' R")
        named = replace(results, moves="R,U")
        assert (cost(named, "U' R'"), cost(named, "U' x R'"), cost(named, "U' F")) == (2, None, None)
        held = replace(results, goal=Cube(size).colours)
        assert answers(held, "U' R' z") == (size == 2)
        assert cost(held, "x") == (0 if size == 2 else None)


class TestWhatHolds:
    @pytest.mark.parametrize("metric", Metric)
    @pytest.mark.parametrize("size", MOVES)
    def test_reduction_holds_for_every_problem_of_a_task(self, size: int, metric: Metric) -> None:
        rng = Random(size)
        for moves in MOVES[size]:
            for goal in goals(size):
                whole = Cube(size).apply("R U2 y F'").facelets
                for cube in (whole, "".join("?" if rng.random() < 0.1 else letter for letter in whole)):
                    task = cube_problem(Cube.from_facelets(cube), goal, moves=moves, metric=metric)
                    check_reduction(question(task), parts(task), task.goals)

    @pytest.mark.parametrize("metric", Metric)
    @pytest.mark.parametrize("size", [2, 3, 4])
    def test_the_full_question_is_small_enough_for_itself(self, size: int, metric: Metric) -> None:
        for goal in goals(size):
            asked_for = checker_question(Cube(size).apply("R U"), goal, None, metric)
            turns = [(block.permutation(size), cost) for block, cost in asked_for.turns.items() if cost]
            check_reduction(asked_for, turns, list(asked_for.goals))

    @pytest.mark.parametrize(
        ("size", "metric", "generators"),
        [
            *[(2, "htm", 9), (2, "qtm", 6), (3, "htm", 18), (3, "qtm", 12), (3, "stm", 27), (4, "htm", 27)],
            *[(5, "qtm", 24)],
        ],
    )
    def test_formulas_stay_as_small_as_they_were(self, size: int, metric: str, generators: int) -> None:
        assert len(cube_problem(Cube(size).apply("R U"), metric=metric).generators) == generators
        held = cube_problem(Cube(size).apply("R U"), Cube(size), metric=metric)
        assert len(held.generators) == (45 if metric == "stm" else generators)


class TestWhatDoesNot:
    """The former, faulty rule: if start and goal have the same hold, it omitted wide turns even beside slices."""

    @pytest.mark.parametrize("size", [3, 5])
    @pytest.mark.parametrize("hidden", [False, True])
    def test_wide_turns_are_missed_where_slices_move_the_centres(self, size: int, hidden: bool) -> None:
        goal = goals(size)[-1] if hidden else Cube(size)
        task = cube_problem(Cube(size).apply("R U"), goal, metric="stm")
        small = Problem(task.start, task.goals, usual(size), "stm")
        with pytest.raises(
            CertificateError, match="reduction does not hold: the cube may end in a rotation that is not"
        ):
            check_reduction(question(task), parts(small), small.goals)

    @pytest.mark.parametrize("metric", Metric)
    @pytest.mark.parametrize("size", [2, 3, 4])
    def test_no_generator_can_be_left_out_or_cost_more(self, size: int, metric: Metric) -> None:
        task = cube_problem(Cube(size).apply("R U"), metric=metric)
        generators = parts(task)
        for number, (gather, cost) in enumerate(generators):
            without = generators[:number] + generators[number + 1 :]
            dearer = [*without, (gather, cost + 1)]
            for fewer in (without, dearer):
                with pytest.raises(CertificateError, match="reduction does not hold"):
                    check_reduction(question(task), fewer, task.goals)

    def test_half_turn_is_not_made_of_two_turns_at_a_lower_cost(self) -> None:
        task = cube_problem(Cube(2).apply("R U"), moves="R,U", metric="htm")
        quarter = [part for part in parts(task) if (part[0][part[0]] != np.arange(24)).any()]
        assert len(quarter) == 4
        with pytest.raises(CertificateError, match=r"no generators make the allowed turn [RU]2 at"):
            check_reduction(question(task), quarter, task.goals)

    def test_no_way_of_holding_the_goal_can_be_left_out(self) -> None:
        task = cube_problem(Cube(3).apply("Rw U"), moves="Rw,Lw,U", metric="stm")
        problem = task
        assert len(problem.goals) == 4
        for number in range(len(problem.goals)):
            goals_left = problem.goals[:number] + problem.goals[number + 1 :]
            with pytest.raises(CertificateError, match="the cube may end in a rotation that is not"):
                check_reduction(question(task), parts(problem), goals_left)

    def test_a_random_question_that_is_accepted_is_no_harder(self) -> None:
        # Compared with a plain search on stickers, of the full and of the reduced question: from the same start, to
        # the depth of three turns.
        rng = Random(8)
        accepted = refused = 0
        for _ in range(400):
            size = rng.choice([2, 2, 3])
            metric = rng.choice([*Metric])
            moves = rng.choice(
                [None, "R,U", "R2,U", "Rw,U" if size == 3 else "R,L", "M,U" if size == 3 else "U2"]
            )
            goal = rng.choice([*goals(size)])
            scramble = " ".join(rng.choice(["R", "U2", "F'", "L", "y"]) for _ in range(3))
            asked_for = checker_question(Cube(size).apply(scramble), goal, moves=moves, metric=metric)
            turns: Parts = [
                (block.permutation(size), cost) for block, cost in asked_for.turns.items() if cost
            ]
            usual_ = parts(cube_problem(Cube(size).apply(scramble), metric=metric))
            all_but_one = [rng.sample(some, len(some) - 1) for some in (turns, usual_)]
            generators: Parts = rng.choice([turns, usual_, *all_but_one])
            turned = [permutation(rng.choice(["", "x", "y2"]), size) for _ in generators]
            if rng.random() < 0.3:
                generators = [
                    (gather[turn], cost) for (gather, cost), turn in zip(generators, turned, strict=True)
                ]
            some = list(asked_for.goals) if rng.random() < 0.5 else [asked_for.pattern]
            try:
                check_reduction(asked_for, generators, some)
            except CertificateError:
                refused += 1
                continue
            accepted += 1
            full = least(asked_for.start, turns, list(asked_for.goals), 3)
            small = least(asked_for.start, generators, some, 3)
            assert full is None or (small is not None and small <= full)
        assert accepted > 40
        assert refused > 100


def usual(size: int) -> tuple[Any, ...]:
    """Return the former generators: `default_moves` with slices, unchanged."""
    start = Cube(size).apply("R")
    return cube_problem(start, Cube(size), moves=default_moves(size, "stm"), metric="stm").generators


def least(
    start: NDArray[np.integer],
    turns: Sequence[tuple[NDArray[np.integer], int]],
    wanted: Sequence[NDArray[np.integer]],
    most: int,
) -> int | None:
    """Return the least cost at which a goal is met, by exhaustive search."""
    layers = [start[None]]
    for cost in range(most + 1):
        if cost:
            results = [layers[cost - price][:, gather] for gather, price in turns if price <= cost]
            layers.append(np.unique(np.concatenate(results or [start[None][:0]]), axis=0))
        for goal in wanted:
            met = (layers[-1] == goal) | (layers[-1] < 0) | (goal < 0)
            if met.all(axis=1).any():
                return cost
    return None


class TestParity:
    @pytest.mark.parametrize("size", [2, 3, 5])
    @pytest.mark.parametrize("goal", ["solved", "corners", "edges", "layer"])
    def test_parity_holds_for_random_turns(self, size: int, goal: str) -> None:
        rng = Random(size)
        if size == 2 and goal == "edges":
            return
        for _ in range(20):
            alg = Alg(" ".join(rng.choice(["R", "D'", "B", "R'", "D"]) for _ in range(rng.randrange(1, 8))))
            task = cube_problem(Cube(size).apply(alg), goal, metric="qtm")
            odd = odd_cost(size, task.start, task.goals, parts(task))
            assert odd in ((None,) if goal == "layer" else (len(alg) % 2 == 1,))

    def test_parity_is_open_in_half_turns(self) -> None:
        task = cube_problem(Cube(3).apply("R U"))
        assert odd_cost(3, task.start, task.goals, parts(task)) is None


def forged(task: Problem, generators: tuple[Any, ...], answer: str, folder: Path) -> Path:
    """A certificate with a valid proof of a different question, as the faulty version wrote it."""
    wrong = Problem(task.start, task.goals, generators, map_of(task).metric, task.places)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(certificate, "check_reduction", lambda *arguments: None)
        return certify(wrong.with_cube_map(task.cube_map), Alg(answer), folder).folder


@pytest.mark.parametrize(
    ("size", "scramble", "options"),
    [
        (2, "R U", {}),
        (2, "R U", {"metric": "qtm", "goal": "layer"}),
        (3, "R U", {"moves": "R,U,M"}),
        (3, "M U", {"metric": "stm", "goal": Cube.from_facelets("?" * 54)}),
        (3, "R M", {"metric": "stm", "goal": Cube(3)}),
    ],
)
def test_formula_without_an_argument_has_all_turns(
    size: int, scramble: str, options: dict[str, Any], tmp_path: Path
) -> None:
    task = cube_problem(Cube(size).apply(scramble), **options)
    answer = solve(map_of(task).cube, **options).alg
    assert answer is not None

    def doubtful(*arguments: object) -> None:
        raise CertificateError(Sentence("The reduction does not hold: a test says this."))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(certificate, "check_reduction", doubtful)
        folder = certify(task, answer, tmp_path / "proof").folder
    manifest = json.loads((folder / "certificate.json").read_text())
    if manifest["length"]:
        assert manifest["formula"]["generators"] == manifest["asked"]["turns"]
    assert check_certificate(folder).length == answer.count(map_of(task).metric, size)


class TestFalseCertificates:
    # A turn of the right side, a turn of the left side and the slice between them do the same to the corners and edges,
    # but lead to different holds of the cube.
    @pytest.mark.parametrize(("turns", "answer"), [("Rw U M", "R M' U M"), ("3Rw U M", "Rw M' U M")])
    def test_false_certificates_in_the_new_form_are_refused_by_the_reduction(
        self, turns: str, answer: str, tmp_path: Path
    ) -> None:
        size = 3 if turns.startswith("R") else 5
        task = cube_problem(Cube(size).apply(~Alg(turns)), Cube(size), metric="stm")
        assert answers(question(task), turns)
        assert cost(question(task), turns) == 3
        folder = forged(task, usual(size), answer, tmp_path / "forged")
        manifest = json.loads((folder / "certificate.json").read_text())
        assert (manifest["length"], manifest["formula"]["horizon"]) == (4, 3)
        assert manifest["asked"] == full_question(read(CertificateFolder(folder)).question)
        with pytest.raises(
            CertificateError, match="The reduction does not hold: the cube may end in a rotation that is not"
        ):
            check_certificate(folder)


def test_a_block_has_one_name() -> None:
    for size in (2, 3, 4, 5):
        blocks = {Block.of(move.slab(size), size) for move in all_moves(size, "stm")}
        assert len(blocks) == len(
            {geometry(size).turn(move.slab(size)).tobytes() for move in all_moves(size, "stm")}
        )
