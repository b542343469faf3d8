"""Public functions refuse an argument of a wrong type with a sentence that names the argument and the right types."""

import re
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import cubeproof as c
from cubeproof import Alg, Cube, Generator, Limit, Move, Options, Problem, cube_problem
from cubeproof.formulas import dimacs
from cubeproof.formulas.answers import SolverAnswer, decode, read_answer
from cubeproof.formulas.dimacs import read_file
from cubeproof.places import delivered_file, delivered_folder, fetched_file, fetched_folder, is_free
from cubeproof.proof.external.formal import check_formally
from cubeproof.proof.external.refutation import check_refutation
from cubeproof.solving.family import write_family

CUBE = Cube(2).apply("R U")
TASK = cube_problem(CUBE)
SWAP = Generator("s", np.array([1, 0], dtype=np.int16))
START, GOAL = np.array([1, 0], dtype=np.int8), np.array([0, 1], dtype=np.int8)
PROBLEM = Problem(START, (GOAL,), (SWAP,))
FILE = read_file(["c var 1 turn(1,R)", "p cnf 1 1", "1 0"])

# The name of the argument in the sentence, and a call that takes the argument. Each call gets all values below whose
# type does not fit.
CALLS: dict[str, tuple[str, Callable[[Any], object], str]] = {
    # subject: the name of the argument, the call, the accepted kinds
    "Alg(source)": ("source", Alg, "text cube alg array list"),
    "Alg + other": ("other", lambda x: Alg("R") + x, "text alg"),
    "other + Alg": ("other", lambda x: x + Alg("R"), "text alg array"),
    "Alg * times": ("times", lambda x: Alg("R") * x, "number"),
    "Alg[index]": ("index", lambda x: Alg("R U")[x], "number"),
    "Cube.from_facelets": ("text", Cube.from_facelets, "text"),
    "Cube.apply": ("source", CUBE.apply, "text alg array list"),
    "Cube.equals_up_to_rotation": ("other", CUBE.equals_up_to_rotation, "cube"),
    "Move(family)": ("family", Move, "text"),
    "Move(amount)": ("amount", lambda x: Move("R", x), "number"),
    "Move(first)": ("first", lambda x: Move("R", 1, x), "number"),
    "Limit(seconds)": ("seconds", Limit, "number fraction none"),
    "Limit(length)": ("length", lambda x: Limit(None, x), "number none"),
    "Options(quick)": ("quick", lambda x: Options(quick=x), ""),
    "Options(every)": ("every", lambda x: Options(every=x), ""),
    "Options(memory)": ("memory", lambda x: Options(memory=x), ""),
    "Options(encoding)": ("encoding", lambda x: Options(encoding=x), "text"),
    "Options(solver)": ("solver", lambda x: Options(solver=x), "text"),
    "Options(horizon)": ("horizon", lambda x: Options(horizon=x), "text"),
    "Options(table)": ("table", lambda x: Options(table=x), "text"),
    "Options(extra)": ("extra", lambda x: Options(extra=x), "number"),
    "Options(jobs)": ("jobs", lambda x: Options(jobs=x), "number none"),
    "Options(seed)": ("seed", lambda x: Options(seed=x), "number none"),
    "Options(pace)": ("pace", lambda x: Options(pace=x), "number fraction none"),
    "Generator(name)": ("turn's name", lambda x: Generator(x, SWAP.permutation), "text"),
    "Generator(permutation)": ("permutation", lambda x: Generator("s", x), "number array list"),
    "Generator(cost)": ("cost", lambda x: Generator("s", SWAP.permutation, x), "number"),
    "Generator(frames)": ("frames", lambda x: Generator("s", SWAP.permutation, 1, x), ""),
    "Problem(start)": ("start", lambda x: Problem(x, (GOAL,), (SWAP,)), "number array list"),
    "Problem(goals)": ("goals", lambda x: Problem(START, x, (SWAP,)), "array list alg"),
    "Problem(goal)": ("goals", lambda x: Problem(START, (x,), (SWAP,)), "number array list"),
    "Problem(generators)": ("generators", lambda x: Problem(START, (GOAL,), x), "list array alg"),
    "Problem(generator)": ("generators", lambda x: Problem(START, (GOAL,), (x,)), ""),
    "Problem(metric)": ("metric", lambda x: Problem(START, (GOAL,), (SWAP,), x), "text"),
    "Problem(places)": ("places", lambda x: Problem(START, (GOAL,), (SWAP,), "m", x), "list array alg"),
    "cube_problem(cube)": ("cube", cube_problem, "cube"),
    "cube_problem(goal)": ("goal", lambda x: cube_problem(CUBE, x), "cube text none"),
    "cube_problem(moves)": ("moves", lambda x: cube_problem(CUBE, moves=x), "text alg array list none"),
    "state_number(cube)": ("cube", c.state_number, "cube"),
    "numbered_state(number)": ("number", c.numbered_state, "number"),
    "solve(cube)": ("cube", c.solve, "cube"),
    "solve(engine)": ("engine", lambda x: c.solve(CUBE, engine=x), "text"),
    "solve(goal)": ("goal", lambda x: c.solve(CUBE, goal=x), "cube text none"),
    "solve(moves)": ("moves", lambda x: c.solve(CUBE, moves=x), "text alg array list none"),
    "solve(limit)": ("limit", lambda x: c.solve(CUBE, limit=x), "none"),
    "solve(progress)": ("progress", lambda x: c.solve(CUBE, progress=x), ""),
    "solve(known)": ("known", lambda x: c.solve(CUBE, known=x), "text alg list none"),
    "solve(problem, known)": ("known", lambda x: c.solve(PROBLEM, known=x), "text list none"),
    "solve(options)": ("options", lambda x: c.solve(CUBE, options=x), "none"),
    "solve(quick)": ("quick", lambda x: c.solve(CUBE, quick=x), ""),
    "solve(control)": ("control", lambda x: c.solve(CUBE, control=x), "none"),
    "solve(workshop)": ("workshop", lambda x: c.solve(CUBE, workshop=x), "none"),
    "solve_all(cubes)": ("cubes", lambda x: [*c.solve_all(x)], "text array list alg"),
    "solve_all(workers)": ("workers", lambda x: [*c.solve_all([], workers=x)], "number"),
    "solve_all(workshop)": ("workshop", lambda x: [*c.solve_all([], workshop=x)], "none"),
    "formula(problem)": ("problem", lambda x: c.formula(x, 1), ""),
    "formula(length)": ("length", lambda x: c.formula(TASK, x), "number"),
    "formula(encoding)": ("encoding", lambda x: c.formula(TASK, 1, encoding=x), "text"),
    "certify(problem)": ("problem", lambda x: c.certify(x, "R", "nowhere"), ""),
    "certify(problem, answer)": ("answer", lambda x: c.certify(PROBLEM, x, "nowhere"), "text list alg"),
    "certify(folder)": ("folder", lambda x: c.certify(TASK, Alg("U' R'"), x), "text"),
    "certify(solution, folder)": ("folder", lambda x: c.certify(c.solve(CUBE), x), "text"),
    "certify(jobs)": ("jobs", lambda x: c.certify(TASK, "R", "nowhere", jobs=x), "number"),
    "check_certificate(folder)": ("folder", c.check_certificate, "text"),
    "check_formally(folder)": ("folder", check_formally, "text"),
    "read_answer(printed)": ("printed", read_answer, "text"),
    "decode(file)": ("file", lambda x: decode(x, SolverAnswer(None)), ""),
    "decode(answer)": ("answer", lambda x: decode(FILE, x), ""),
    "check_refutation(file)": ("file", lambda x: check_refutation(x, BytesIO()), ""),
    "check_refutation(proof)": ("proof", lambda x: check_refutation(FILE, x), ""),
    "write_family(folder)": ("place", write_family, "text"),
    "dimacs.save(place)": ("place", lambda x: dimacs.save(x, []), "text"),
    "is_free(place)": ("place", is_free, "text"),
    "fetched_file(place)": ("place", lambda x: fetched_file(x).__enter__(), "text"),
    "fetched_folder(place)": ("place", lambda x: fetched_folder(x).__enter__(), "text"),
    "delivered_file(place)": ("place", lambda x: delivered_file(x).__enter__(), "text"),
    "delivered_folder(place)": ("place", lambda x: delivered_folder(x, manifest="m").__enter__(), "text"),
    "crosses(cube)": ("cube", c.crosses, "cube"),
    "distance(cube)": ("cube", c.distance, "cube"),
    "neighbours(cube)": ("cube", c.neighbours, "cube"),
    "setup(cube)": ("cube", c.setup, "cube"),
    "random_cube(seed)": ("seed", lambda x: c.random_cube(2, x), "number none"),
    "random_moves(length)": ("length", lambda x: c.random_moves(3, x), "number none"),
    "random_moves(seed)": ("seed", lambda x: c.random_moves(3, 2, x), "number none"),
    "random_cube_at(depth)": ("depth", c.random_cube_at, "number"),
    "scramble(seed)": ("seed", lambda x: c.scramble(5, x), "number none"),
    "explore(depth)": ("depth", lambda x: c.explore(2, depth=x), "number none"),
    "explore(moves)": ("moves", lambda x: c.explore(2, moves=x), "text alg array list none"),
    "animate(cube)": ("cube", lambda x: c.animate(x, "R"), "cube"),
    "animate(alg)": ("source", lambda x: c.animate(CUBE, x), "text alg array list"),
    "animate(look)": ("look", lambda x: c.animate(CUBE, "R", "svg", x), "none"),
    "Film(cube)": ("cube", lambda x: c.Film(x, "R"), "cube"),
    "Film(rate)": ("rate", lambda x: c.Film(CUBE, "R", rate=x), "number"),
    "masked(cube)": ("cube", lambda x: c.masked(x, "cross"), "cube"),
    "masked(goal)": ("goal", lambda x: c.masked(CUBE, x), "text cube"),
    "net(cube)": ("cube", c.net, "cube"),
    "net_steps(cube)": ("cube", lambda x: [*c.net_steps(x, "R")], "cube"),
    "png_net(cube)": ("cube", c.png_net, "cube"),
    "png_plan(cube)": ("cube", c.png_plan, "cube"),
    "png_view(cube)": ("cube", c.png_view, "cube"),
    "svg_net(cube)": ("cube", c.svg_net, "cube"),
    "svg_net(look)": ("look", lambda x: c.svg_net(CUBE, x), "none"),
    "svg_plan(cube)": ("cube", c.svg_plan, "cube"),
    "svg_view(cube)": ("cube", c.svg_view, "cube"),
}
THINGS: dict[str, object] = {
    "none": None,
    "number": 7,
    "fraction": 1.5,
    "text": "x",
    "list": ["x", 3],
    "array": np.zeros(2),
    "cube": CUBE,
    "alg": Alg("R"),
    "thing": object(),
}


@pytest.mark.parametrize("call", CALLS)
def test_wrong_type_is_reported_in_a_sentence(
    call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    name, result, fine = CALLS[call]
    wrong = [kind for kind in THINGS if kind not in fine.split()]
    assert len(wrong) > 2
    for kind in wrong:
        with pytest.raises(TypeError, match=re.escape(f"`{name}` must be ")) as caught:
            result(THINGS[kind])
        assert str(caught.value).endswith(f"which is of type {type(THINGS[kind]).__name__}."), kind


# These raise a UsageError, since a user often typed the size or the metric.
USAGE: dict[str, Callable[[Any], object]] = {
    "Cube(size)": Cube,
    "Cube.from_colours": Cube.from_colours,
    "Cube.permuted": CUBE.permuted,
    "Metric": c.Metric,
    "Alg.count(metric)": Alg("R").count,
    "Alg.count(size)": lambda x: Alg("R").count("htm", x),
    "solve(metric)": lambda x: c.solve(CUBE, metric=x),
    "explore(size)": c.explore,
    "random_cube(size)": c.random_cube,
    "random_moves(size)": c.random_moves,
    "scramble(size)": c.scramble,
}


@pytest.mark.parametrize("call", USAGE)
@pytest.mark.parametrize("kind", [kind for kind in THINGS if kind != "number"])
def test_a_size_or_a_metric_of_a_wrong_type_is_bad_usage(call: str, kind: str) -> None:
    if "etric" in call and kind == "array":
        return  # NumPy raises an error for the comparison of a whole array.
    with pytest.raises(c.UsageError, match=r"\.$"):
        USAGE[call](THINGS[kind])


def test_public_functions_are_called_with_wrong_types() -> None:
    """The list has all public callables, except errors, events, and types that only `cubeproof` makes."""
    tried = {re.split(r"[.(\[ ]", call)[0] for call in [*CALLS, *USAGE]}
    results = """Attempt Bounds Certificate Cross Diagnosis Exploration Engine Expected Formula Goal Neighbour Outcome
        EngineFacts Row SearchState ProblemSolution Repair Solution TurnedFace"""
    left = "Control Look Palette Search Status Stop sentence Sentence translated Workshop"
    untried = {*results.split(), *left.split()}
    events = {event.__name__ for event in c.Event.__args__} | {"Event", "Progress"}
    callable_ = {
        name
        for name in c.__all__
        if callable(getattr(c, name))
        and not (isinstance(getattr(c, name), type) and issubclass(getattr(c, name), BaseException))
    }
    assert callable_ - events - untried <= tried
