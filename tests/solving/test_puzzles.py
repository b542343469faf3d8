"""The public functions solve, prove, certify and check a puzzle that is no cube; hostile problems are refused."""

import json
from collections import deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import ArrayLike

from cubeproof import (
    CertificateError,
    Cube,
    Generator,
    InternalError,
    Limit,
    Metric,
    Options,
    Problem,
    ProblemSolution,
    Stop,
    TooLargeError,
    UnreachableError,
    UsageError,
    certify,
    check_certificate,
    cube_problem,
    formula,
    solve,
)
from cubeproof.cli.main import main
from cubeproof.contract.control import Control
from cubeproof.contract.outcome import Bounds, Outcome
from engine_runs import FakeEngine


def turn(name: str, gather: ArrayLike, cost: int = 1) -> Generator:
    return Generator(name, np.array(gather, dtype=np.int16), cost)


def puzzle(start: ArrayLike, *goals: ArrayLike, turns: tuple[Generator, ...], **more: Any) -> Problem:
    return Problem(np.array(start), tuple(map(np.array, goals)), turns, **more)


# Seven beads on a ring go round, and the first three of them can be turned over: the toy called Top Spin.
BEADS = (
    turn("left", np.roll(np.arange(7), -1)),
    turn("right", np.roll(np.arange(7), 1)),
    turn("spin", [2, 1, 0, 3, 4, 5, 6], 2),
)
TOP_SPIN = puzzle([3, 1, 0, 2, 4, 6, 5], range(7), turns=BEADS, metric="clicks")
# Two goals, beads that look alike, and one of which the colour is not known.
HALF = puzzle([1, 0, 1, 0, 1, 0, -1], [1, 1, 1, -1, 0, 0, 0], [0, 0, 0, -1, 1, 1, 1], turns=BEADS)


def cheapest(problem: Problem) -> int | None:
    """The cost of a cheapest answer, by a separate search that uses only the definition."""
    start = tuple(problem.start.tolist())
    goals = [goal.tolist() for goal in problem.goals]
    costs = {start: 0}
    waiting = deque([(0, start)])
    best: int | None = None
    while waiting:
        cost, state = waiting.popleft()
        if cost > costs[state]:
            continue
        if any(all(a == b or a < 0 or b < 0 for a, b in zip(state, goal, strict=True)) for goal in goals):
            best = cost if best is None else min(best, cost)
        for generator in problem.generators:
            after = tuple(state[place] for place in generator.permutation.tolist())
            if costs.get(after, cost + generator.cost + 1) > cost + generator.cost:
                costs[after] = cost + generator.cost
                waiting.append((cost + generator.cost, after))
    return best


def end(problem: Problem, names: tuple[str, ...]) -> list[int]:
    """The start after the turns with these names."""
    turns = {generator.name: generator.permutation.tolist() for generator in problem.generators}
    state: list[int] = problem.start.tolist()
    for name in names:
        state = [state[place] for place in turns[name]]
    return state


@pytest.mark.parametrize("engine", ["auto", "sat"])
@pytest.mark.parametrize("problem", [TOP_SPIN, HALF], ids=["seven beads", "beads of two colours"])
def test_a_puzzle_is_solved_proved_certified_and_checked(
    problem: Problem, engine: str, tmp_path: Path
) -> None:
    solution = solve(problem, engine=engine)
    assert isinstance(solution, ProblemSolution)
    assert solution.optimal
    assert solution.length == solution.lower_bound == cheapest(problem)
    assert solution.names is not None
    assert problem.fits(np.array(end(problem, solution.names), dtype=np.int8))
    written = certify(solution, tmp_path / "proof")
    verdict = check_certificate(tmp_path / "proof")
    assert verdict.names == written.names == solution.names
    assert (verdict.length, verdict.alg) == (solution.length, None)
    assert verdict.lemmas > 0
    assert isinstance(verdict.question, Problem)
    assert verdict.question.start.tolist() == problem.start.tolist()
    assert [goal.tolist() for goal in verdict.question.goals] == [goal.tolist() for goal in problem.goals]
    expected = {
        generator.name: (generator.cost, generator.permutation.tolist())
        for generator in verdict.question.generators
    }
    assert expected == {g.name: (g.cost, g.permutation.tolist()) for g in problem.generators}


def test_solution_prints_its_words() -> None:
    solution = solve(TOP_SPIN)
    assert str(solution) == f"{' '.join(solution.names or ())} ({solution.length} clicks, shortest)"
    data = solution.to_dict()
    assert json.loads(json.dumps(data)) == data
    assert data["solution"] == " ".join(solution.names or ())
    assert (data["length"], data["metric"], data["start"]) == (
        solution.length,
        "clicks",
        [3, 1, 0, 2, 4, 6, 5],
    )
    done = solve(puzzle(range(7), range(7), turns=BEADS))
    assert (done.length, done.names, str(done)) == (0, (), "no turn needed (0 turns, shortest)")
    assert done.claim == "The puzzle needs no turn."


def test_every_shortest_answer_is_found() -> None:
    # The one bead may end on either side of where it is, or be carried there by nothing else.
    either = puzzle([0, 0, 0, 1, 0, 0, 0], [0, 0, 1, 0, 0, 0, 0], [0, 0, 0, 0, 1, 0, 0], turns=BEADS)
    solution = solve(either, engine="sat", options=Options(every=True))
    assert set(solution.solutions) == {("left",), ("right",)}


def test_stopped_search_keeps_the_bound() -> None:
    solution = solve(TOP_SPIN, engine="sat", limit=Limit(length=2))
    assert (solution.names, solution.stop) == (None, Stop.LENGTH)
    assert 2 < solution.lower_bound <= (cheapest(TOP_SPIN) or 0)
    assert str(solution).startswith("no answer found")
    assert solution.to_dict()["solution"] is None


def test_goal_out_of_reach_is_reported() -> None:
    with pytest.raises(UnreachableError):
        solve(puzzle([1, 0, 2], [0, 1, 2], turns=(turn("round", [1, 2, 0]),)))


@pytest.mark.parametrize("cost", [254, 255, 256, 300])
def test_a_turn_may_count_more_than_a_byte_can_say(cost: int) -> None:
    problem = puzzle([1, 0], [0, 1], turns=(turn("swap", [1, 0], cost),))
    solution = solve(problem, engine="sat", limit=Limit(length=2))
    assert (solution.names, solution.stop, solution.lower_bound) == (None, Stop.LENGTH, cost)


def test_a_problem_made_of_a_cube_is_solved_and_certified_as_it_is(tmp_path: Path) -> None:
    problem = cube_problem(Cube(3).apply("M U"), metric="stm")
    solution = solve(problem)
    assert solution.length == solve(Cube(3).apply("M U"), metric="stm").length == 2
    assert Cube(3).apply("M U").apply(" ".join(solution.names or ())).is_solved
    certify(solution, tmp_path / "proof")
    assert check_certificate(tmp_path / "proof").length == 2


def test_an_answer_may_be_given_by_its_names(tmp_path: Path) -> None:
    problem = puzzle([2, 1, 0], [0, 1, 2], turns=(turn("s", [1, 0, 2]), turn("c", [1, 2, 0])))
    assert certify(problem, "c s", tmp_path / "text").names == ("c", "s")
    assert certify(problem, ["c", "s"], tmp_path / "list").names == ("c", "s")
    assert check_certificate(tmp_path / "list").length == 2
    for answer in ("s", "c x", "R U"):
        with pytest.raises(CertificateError, match="is not an answer"):
            certify(problem, answer, tmp_path / "no")
    with pytest.raises(CertificateError, match="shorter"):
        certify(problem, "c s c c c", tmp_path / "no")
    assert not (tmp_path / "no").exists()


def test_command_checks_the_certificate_of_a_puzzle(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    solution = solve(TOP_SPIN)
    certify(solution, tmp_path / "proof")
    assert main(["check", str(tmp_path / "proof")]) == 0
    assert (
        f"{' '.join(solution.names or ())} solves the puzzle in {solution.length} turns (clicks)"
        in capsys.readouterr().out
    )
    assert main(["check", str(tmp_path / "proof"), "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["holds"], data["start"], data["length"]) == (True, TOP_SPIN.start.tolist(), solution.length)


def _shorter_word(said: dict[str, Any]) -> None:
    said["answer"], said["length"] = said["answer"][:-1], said["length"] - 1


def _other_turn(said: dict[str, Any]) -> None:
    said["generators"][2][2] = [1, 0, 2, 3, 4, 5, 6]


CHANGES: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "a shorter answer": (_shorter_word, "does not lead"),
    "another length": (lambda said: said.update(length=said["length"] - 1), "states"),
    "another start": (lambda said: said["start"].reverse(), "does not lead"),
    "another turn": (_other_turn, "does not lead"),
    "another goal": (lambda said: said["goals"].append([6, 5, 4, 3, 2, 1, 0]), "differs from the formula"),
    "one turn more": (lambda said: said["generators"].append(["swap", 1, [1, 0, 2, 3, 4, 5, 6]]), "formula"),
    "a cheaper turn": (lambda said: said["generators"][2].__setitem__(1, 1), "states"),
    "a shorter horizon": (
        lambda said: said["formula"].update(horizon=said["formula"]["horizon"] - 1),
        "steps",
    ),
    "a longer horizon": (lambda said: said["formula"].update(horizon=said["length"]), "steps"),
    "a part less": (lambda said: said["parts"].pop(), "No part of the proof is about"),
    "a turn that is none": (
        lambda said: said["generators"][0].__setitem__(2, [0, 0, 1, 2, 3, 4, 5]),
        "not a permutation",
    ),
    "a doubled name": (lambda said: said["generators"][1].__setitem__(0, "left"), "Two turns"),
    "a name over two lines": (lambda said: said["generators"][1].__setitem__(0, "a\nb"), "cannot be called"),
    "a colour that is a fraction": (lambda said: said["start"].__setitem__(0, 0.5), "no valid entry 'start'"),
    "a colour that is a truth": (lambda said: said["start"].__setitem__(1, True), "no valid entry 'start'"),
    "a huge colour": (lambda said: said["start"].__setitem__(0, 10**30), "no valid entry 'start'"),
    "a huge cost": (lambda said: said["generators"][0].__setitem__(1, 10**30), "no room"),
    "too many places": (lambda said: said.update(start=[0] * 100_000), "no room for 100,000 sticker places"),
    "too many turns": (lambda said: said.update(generators=said["generators"] * 1_000), "no room"),
    "too many goals": (lambda said: said.update(goals=said["goals"] * 1_000), "no room"),
    "places without names": (lambda said: said.update(places=["0"]), "names for them"),
    "rows of different lengths": (lambda said: said["goals"].append([0]), "same number of stickers"),
    "another proof": (lambda said: said.update(proof="drat"), "'lrat'"),
    "another encoding": (lambda said: said["formula"].update(encoding="sticker"), "'framed'"),
    "a puzzle unheard of": (lambda said: said.update(puzzle="minx"), "'cube'"),
    "no answer": (lambda said: said.pop("answer"), "no valid entry 'answer'"),
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("puzzle") / "proof"
    certify(solve(TOP_SPIN), place)
    return place


@pytest.mark.parametrize("change", CHANGES)
def test_a_certificate_that_was_changed_is_refused(change: str, folder: Path, tmp_path: Path) -> None:
    for file in folder.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    manifest = json.loads((tmp_path / "certificate.json").read_text())
    make, reason = CHANGES[change]
    make(manifest)
    (tmp_path / "certificate.json").write_text(json.dumps(manifest))
    with pytest.raises(CertificateError, match=reason):
        check_certificate(tmp_path)


def test_a_certificate_has_no_room_for_what_a_checker_would_refuse(tmp_path: Path) -> None:
    large = np.arange(1_001)
    problem = puzzle(large % 2, large % 2, turns=(turn("round", np.roll(large, 1)),))
    with pytest.raises(CertificateError, match="no room for 1,001 sticker places"):
        certify(problem, [], tmp_path / "proof")


class TestContradictions:
    class Liar(FakeEngine):
        """An engine that has an answer, and claims more than is true."""

        name = "liar"

        def __init__(self, outcome: Outcome) -> None:
            self.outcome = outcome

        def search(self, problem: Problem, bounds: Bounds, control: Control) -> Outcome:
            return self.outcome

    def test_answer_below_the_bound_is_an_internal_error(self) -> None:
        problem = puzzle([2, 1, 0], [0, 1, 2], turns=(turn("s", [1, 0, 2]), turn("c", [1, 2, 0])))
        with pytest.raises(
            InternalError, match="Contradiction: lower bound 3, but an answer of 2 turns exists"
        ):
            solve(problem, engine=self.Liar(Outcome(((1, 0),), 3)))
        with pytest.raises(InternalError, match="an answer of 2 turns exists"):
            solve(problem, engine=self.Liar(Outcome((), 3)), known="c s")
        with pytest.raises(InternalError, match="lower bound 5"):
            solve(Cube(2).apply("R"), engine=self.Liar(Outcome((), 5)), known="R'")
        assert solve(problem, engine=self.Liar(Outcome((), 3)), known="s c s c unknown").lower_bound == 3

    def test_false_answer_is_an_internal_error(self) -> None:
        with pytest.raises(InternalError, match="does not reach the goal"):
            solve(TOP_SPIN, engine=self.Liar(Outcome(((0,),), 1)))


class TestFormulas:
    def test_formula_request_that_is_senseless_is_refused(self) -> None:
        with pytest.raises(UsageError, match="0 or more turns, not -1"):
            formula(HALF, -1)
        with pytest.raises(UsageError, match="no encoding 'magic'"):
            formula(HALF, 1, encoding="magic")
        with pytest.raises(TooLargeError):
            formula(HALF, 10**9)


class TestHostileProblems:
    @pytest.mark.parametrize(
        ("gather", "reason"),
        [
            ([0, 0, 1], "not a permutation"),
            ([1, 2, 3], "not a permutation"),
            ([-1, 0, 1], "not a permutation"),
            ([2**20, 0, 1], "numbers above"),
            ([[0, 1], [1, 0]], r"shape \(2, 2\)"),
            ([[0, 1], [1]], "rows of different lengths"),
            ([], "shape"),
            (3, "shape"),
        ],
    )
    def test_turn_that_is_no_permutation_is_refused(self, gather: Any, reason: str) -> None:
        with pytest.raises(UsageError, match=reason):
            Generator("s", gather)

    @pytest.mark.parametrize(
        "name", ["", " ", "two words", "a,b", "a(b)", "a\nb", "-", "s+", "ä", "a\0", "x" * 41, "\x7f"]
    )
    def test_name_that_cannot_be_written_is_refused(self, name: str) -> None:
        with pytest.raises(UsageError, match="cannot be called"):
            turn(name, [1, 0])
        if name not in ("-", "s+"):
            with pytest.raises(UsageError, match="place cannot be called"):
                puzzle([1, 0], [0, 1], turns=(turn("s", [1, 0]),), places=("a", name))
        if name not in ("-", "s+"):
            with pytest.raises(UsageError, match="metric cannot be called"):
                puzzle([1, 0], [0, 1], turns=(turn("s", [1, 0]),), metric=name)

    def test_every_name_that_can_be_written_down_comes_back(self) -> None:
        signs = "".join(chr(code) for code in range(33, 127) if chr(code) not in "(),")
        names = [signs[i : i + 30] for i in range(0, len(signs), 30)]
        problem = puzzle(
            [1, 2, 3, 0],
            [0, 1, 2, 3],
            turns=tuple(
                turn(name.rstrip("+") + "!", np.roll(range(4), k + 1)) for k, name in enumerate(names)
            ),
        )
        question = formula(problem, 2)
        assert [question.id(name) for _, name in question.names()] == [*range(1, question.variables + 1)]
        assert solve(problem).length == 1

    @pytest.mark.parametrize(
        ("changes", "reason"),
        [
            ({"start": [0, 1]}, "same number of stickers"),
            ({"goals": ([0, 1, 2], [0, 1])}, "same number of stickers"),
            ({"start": []}, "shape"),
            ({"start": [[0, 1, 2]]}, "shape"),
            ({"start": [0, 1, -2]}, "0 or more"),
            ({"start": [0, 1, 128]}, "numbers above 127"),
            ({"goals": ()}, "no goal"),
            pytest.param(
                {"generators": (turn("s", [1, 0]),)}, "same number of stickers", id="a turn of two stickers"
            ),
            ({"generators": ()}, "no allowed turn"),
            ({"places": ("a", "b")}, "2 names"),
            ({"places": ("a", "b", "a")}, "Two places have the same name, a"),
            pytest.param(
                {"generators": (turn("s", [1, 0, 2]), turn("s", [0, 2, 1]))},
                "Two turns have the same name, s",
                id="two turns of one name",
            ),
        ],
    )
    def test_inconsistent_problem_is_refused(self, changes: dict[str, Any], reason: str) -> None:
        parts: dict[str, Any] = {
            "start": [1, 0, 2],
            "goals": ([0, 1, 2],),
            "generators": (turn("s", [1, 0, 2]),),
        }
        with pytest.raises(UsageError, match=reason):
            Problem(**(parts | changes))

    def test_problem_does_not_share_its_arguments(self) -> None:
        start, gather = np.array([1, 0], dtype=np.int8), np.array([1, 0], dtype=np.int16)
        problem = Problem(start, (np.array([0, 1], dtype=np.int8),), (Generator("s", gather),))
        start[:], gather[:] = 0, 0
        assert (problem.start.tolist(), problem.permutations.tolist()) == ([1, 0], [[1, 0]])
        with pytest.raises(ValueError, match="read-only"):
            problem.start[0] = 5

    def test_problem_properties_are_not_arguments(self) -> None:
        for more in ({"goal": "cross"}, {"moves": "R"}, {"metric": Metric.QTM}):
            with pytest.raises(UsageError, match="has its own goals, turns and metric"):
                solve(TOP_SPIN, **more)
