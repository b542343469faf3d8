"""`cube_problem` converts a question about a cube into a problem, and `CubeMap` words of the problem into turns.

A goal with a name may be reached in any of the 24 whole-cube rotations. There are three cases:

- If no allowed turn moves the middle centres (on even sizes, some corner), the goal has the rotation of the start.
- If turns move them, but the set of allowed turns looks the same from every reachable rotation, each turn is followed
  by the rotation that brings the centres (or the corner DBL) back. The generators are then turns about a fixed core,
  and the answer is written as the person who holds the cube sees it (`Generator.frames`).
- In every other case each rotation of the goal is a goal of the problem.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache

import numpy as np
from numpy.typing import NDArray

from cubeproof.base.argument_checks import expect
from cubeproof.base.lazy_imports import add_annotation_names
from cubeproof.base.polling import pulse
from cubeproof.errors import ImpossibleCubeError, InternalError, UsageError
from cubeproof.problem.cube_moves import all_moves, allowed_moves, default_moves
from cubeproof.problem.cube_turns import BlockTurn, axis_rotation, core_amount, core_turn
from cubeproof.problem.generator import Generator, still_places
from cubeproof.problem.goals import named_goal
from cubeproof.problem.problem import Pattern, Problem
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube, fixed_stickers, permutation
from cubeproof.puzzle.face_orders import READ_AS
from cubeproof.puzzle.geometry import FACES, LayerTurn, geometry, rotation_products
from cubeproof.puzzle.move import Metric, Move
from cubeproof.sentences import Template

GOAL_CANNOT_EXIST = Template("goal.impossible", "The goal cannot exist.")
_WHOLE_CUBE = Template(
    "problem.whole-cube", "{move} turns the whole cube of {size} layers; it cannot be an allowed turn."
)
_SIZES = Template("problem.sizes", "The start has {start} layers and the goal {goal}.")
_NOT_SOLVED = Template(
    "solve.not-solved", "The answer {alg} to {cube} does not reach the goal when replayed."
)
_MISCOUNTED = Template("solve.miscounted", "The answer {alg} to {cube} has a wrong length.")

# The number of cached sets of generators, and the largest size of their cubes.
_KEPT, _SMALL = 32, 7


@dataclass(frozen=True)
class CubeMap:
    """A question about a cube, and the cube turn of each generator of its problem."""

    cube: Cube
    """The cube to solve."""
    goal: Cube | str
    """The name of a goal, or the cube to reach."""
    moves: str | None
    """The allowed turns as text; None for all turns that the metric counts."""
    metric: Metric
    """The metric."""
    held_anyhow: bool
    """Whether the goal may be reached in any whole-cube rotation."""
    turns: tuple[BlockTurn, ...] = field(repr=False)
    """The turn of each generator, in the order of the generators."""

    @property
    def size(self) -> int:
        """The number of layers."""
        return self.cube.size

    @property
    def seen(self) -> Cube:
        """The cube reduced to the stickers or labels that the goal uses; for most goals, the whole cube."""
        return self.cube if isinstance(self.goal, Cube) else named_goal(self.goal).view(self.cube)

    @property
    def pattern(self) -> Cube:
        """The goal as a cube; stickers that may have any colour are unknown."""
        return self.goal if isinstance(self.goal, Cube) else named_goal(self.goal).pattern(self.size)

    @cached_property
    def generators(self) -> dict[tuple[int, tuple[int, ...]], list[tuple[int, int]]]:
        """The generators, each with its rotation, by axis and amounts of their `CubeTurn`."""
        generators: dict[tuple[int, tuple[int, ...]], list[tuple[int, int]]] = {}
        for number, turn in enumerate(self.turns):
            axis, amounts, rotation = core_turn(turn, self.size)
            generators.setdefault((axis, amounts), []).append((number, rotation))
        return generators

    @property
    def is_surely_reachable(self) -> bool:
        """Whether the goal is the solved cube in any rotation, the cube is possible, and the turns are the usual ones.

        >>> cube_problem(Cube(3).apply("R")).cube_map.is_surely_reachable
        True
        >>> cube_problem(Cube(3).apply("R"), moves="R,U").cube_map.is_surely_reachable
        False
        """
        return self.goal == "solved" and self.held_anyhow and self.moves is None and not self.cube.status()

    def allows(self, alg: Alg) -> bool:
        """Whether all turns of an algorithm are allowed.

        With the usual turns every other turn is possible by holding the cube differently, so all turns are allowed if
        the rotation of the goal does not matter.

        >>> cube_map = cube_problem(Cube(3).apply("R"), moves="R,U").cube_map
        >>> cube_map.allows(Alg("R2 U'")), cube_map.allows(Alg("F"))
        (True, False)
        """
        if self.moves is None:
            # In a given rotation every turn but a whole-cube rotation is allowed; inner layers may cost more than 1.
            return self.held_anyhow or all(turn.cost(self.metric, self.size) for turn in alg)
        moves = allowed_moves(self.moves)
        allowed = {
            permutation(replace(move, amount=amount), self.size).tobytes()
            for move in moves
            for amount in ((2,) if move.amount == 2 else (1, 2, -1))
        }
        return all(permutation(turn, self.size).tobytes() in allowed for turn in alg)

    def is_solved_by(self, alg: Alg) -> bool:
        """Whether an algorithm, applied to the cube, reaches the goal."""
        end, goal = self.seen.apply(alg).colours, self.pattern.colours
        goals = goal[geometry(self.size).rotations] if self.held_anyhow else goal[None]
        return bool(((goals == end) | (goals < 0) | (end < 0)).all(axis=1).any())

    def invert(self, problem: Problem, word: Sequence[int]) -> Alg:
        """Return a word of the problem as turns, after replaying them on the cube.

        Raises:
            InternalError: they do not reach the goal, or their length differs from the word's cost.
        """
        alg = Alg.of_turns(problem.write(word))
        if not self.is_solved_by(alg):
            raise InternalError(_NOT_SOLVED(alg=str(alg), cube=self.cube.facelets))
        if alg.count(self.metric, self.size) != problem.cost(word):
            raise InternalError(_MISCOUNTED(alg=str(alg), cube=self.cube.facelets))
        return alg

    def to_dict(self) -> dict[str, object]:
        """Return the question as a dictionary of JSON values."""
        goal = self.goal.facelets if isinstance(self.goal, Cube) else self.goal
        return {
            "start": self.cube.facelets,
            "goal": goal,
            "moves": self.moves,
            "metric": self.metric.value,
            "held_anyhow": self.held_anyhow,
        }


add_annotation_names("cubeproof.problem.problem", CubeMap=CubeMap)


def cube_problem(
    start: Cube,
    goal: Cube | str | None = None,
    *,
    moves: str | Iterable[Move | str] | None = None,
    metric: Metric | str = Metric.HTM,
    up_to_rotation: bool | None = None,
    diagnose: bool = True,
) -> Problem:
    """Return the problem of a cube and a goal; its `cube_map` writes answers as turns.

    Args:
        start: the cube to solve; stickers may be unknown.
        goal: the name of a goal, or the cube or pattern to reach; the solved cube by default.
        moves: the allowed turns, see `allowed_moves`; by default the useful turns of `all_moves`.
        metric: a `Metric` or its name, `htm`, `qtm` or `stm`.
        up_to_rotation: whether the goal may be reached in any whole-cube rotation. By default True for named
                goals, and for every goal on even sizes, which have no centres to fix the rotation.
        diagnose: whether to refuse a cube or a goal that cannot exist.

    Raises:
        ImpossibleCubeError: the cube, or the goal, cannot exist.
        UsageError: the sizes differ, or a goal or a turn does not exist on this size.

    >>> problem = cube_problem(Cube(2).apply("R U"))
    >>> len(problem.generators), len(problem.goals)
    (9, 1)
    """
    question = _question(start, goal, moves, metric, up_to_rotation, diagnose=diagnose)
    size, metric, held_anyhow = question.size, question.metric, question.held_anyhow
    seen, target = question.seen, question.pattern
    if question.moves is not None:
        chosen = allowed_moves(question.moves)
    elif held_anyhow or _cannot_turn_as_a_whole(seen, target, metric):
        chosen = default_moves(size, metric)
    else:
        chosen = all_moves(size, metric)
    generators, turns = _generators(chosen, size, metric)
    goals: tuple[Pattern, ...] = (target.colours,)
    if held_anyhow:
        goals = _goals(seen, target, still_places(generators, len(start.colours)))
        if len(goals) > 1 and (framed := _add_frames(generators, turns)):
            generators, turns = framed
            home = np.zeros(len(start.colours), dtype=bool)
            home[fixed_stickers(size)] = True
            goals = _goals(seen, target, home)
    places = tuple(f"{face}{number + 1}" for face in FACES for number in range(size * size))
    problem = Problem(seen.colours, goals, generators, metric.value, places)
    return problem.with_cube_map(replace(question, turns=turns))


def check_question(
    start: Cube,
    goal: Cube | str | None = None,
    *,
    moves: str | Iterable[Move | str] | None = None,
    metric: Metric | str = Metric.HTM,
) -> None:
    """Refuse the questions that `cube_problem` refuses, without making a problem.

    >>> check_question(Cube(2), moves="3Rw")
    Traceback (most recent call last):
        ...
    cubeproof.UsageError: 3Rw needs 3 layers, and this cube has 2.
    """
    question = _question(start, goal, moves, metric)
    _ = question.seen, question.pattern
    if question.moves is not None:
        _generators(allowed_moves(question.moves), question.size, question.metric)


def _question(
    start: Cube,
    goal: Cube | str | None,
    moves: str | Iterable[Move | str] | None,
    metric: Metric | str,
    up_to_rotation: bool | None = None,
    *,
    diagnose: bool = True,
) -> CubeMap:
    """Return a question about a cube, without the turns of its problem."""
    expect("cube", start, Cube, "a Cube")
    expect("goal", goal, (Cube, str, type(None)), "a Cube or the name of a goal")
    expect("moves", moves, (Iterable, type(None)), "a text, or a sequence of turns")
    metric = Metric(metric)
    goal = "solved" if goal is None else goal
    if isinstance(goal, Cube) and goal.size != start.size:
        raise UsageError(_SIZES(start=start.size, goal=goal.size))
    if diagnose:
        _refuse_impossible(start, goal)
    if up_to_rotation is None:
        up_to_rotation = isinstance(goal, str) or start.size % 2 == 0
    if moves is not None and not isinstance(moves, str):
        moves = " ".join(map(str, moves))
    return CubeMap(start, goal, moves, metric, up_to_rotation, ())


def _refuse_impossible(start: Cube, goal: Cube | str) -> None:
    if start.status():
        diagnosis = start.diagnose()
        repairs = tuple(repair.sentence for repair in diagnosis.repairs)
        if [repair.code for repair in repairs] == [READ_AS.code]:
            # In a wrong order almost every piece is a fault.
            raise ImpossibleCubeError(repairs)
        raise ImpossibleCubeError(diagnosis.reasons, repairs)
    if isinstance(goal, Cube) and (reasons := goal.diagnose().reasons):
        raise ImpossibleCubeError((GOAL_CANNOT_EXIST(), *reasons))


def _cannot_turn_as_a_whole(start: Cube, goal: Cube, metric: Metric) -> bool:
    """Whether all turns give no shorter answers than `default_moves` to a goal in its given rotation."""
    # Every turn is one or two default moves, then a rotation of the whole cube. So all turns reach the states of the
    # default moves, but perhaps in another rotation. The rotation is the same if the stickers that no default move
    # moves agree with the goal in its given rotation and in no other. On odd sizes slices move all these stickers.
    home = fixed_stickers(start.size)
    generators, _ = _generators(default_moves(start.size, metric), start.size, metric)
    held = goal.colours[geometry(start.size).rotations][:, home]
    colours = start.colours[home]
    contrary = ((held != colours) & (held >= 0) & (colours >= 0)).any(axis=1)
    still = still_places(generators, len(start.colours))[home]
    return bool(still.all() and not contrary[0] and contrary[1:].all())


_Turns = tuple[tuple[Generator, ...], tuple[BlockTurn, ...]]
"""Generators, and the turn of each generator."""


def _generators(moves: Iterable[Move], size: int, metric: Metric) -> _Turns:
    """Return the generators of all allowed amounts of the moves; for small cubes they are cached."""
    build = _built if size <= _SMALL else _built.__wrapped__
    return build(tuple(moves), size, metric)


@lru_cache(maxsize=_KEPT)
def _built(moves: tuple[Move, ...], size: int, metric: Metric) -> _Turns:
    cheapest: dict[LayerTurn, tuple[Generator, BlockTurn]] = {}
    for move in moves:
        pulse()
        amounts = (2,) if move.amount == 2 else (1, -1) if metric is Metric.QTM else (1, 2, -1)
        for amount in amounts:
            turn = Move(move.family, amount, move.first, move.last).on(size)
            layers = turn.slab(size).layers(size)
            cost = turn.cost(metric, size)
            if cost == 0:
                raise UsageError(_WHOLE_CUBE(move=str(turn), size=size))
            entry = Generator.of_layers(str(turn), layers, cost), BlockTurn(turn)
            if cost < cheapest.setdefault(layers, entry)[0].cost:
                cheapest[layers] = entry
    generators, turns = zip(*cheapest.values(), strict=True)
    return generators, turns


def _goals(start: Cube, goal: Cube, fixed: NDArray[np.bool_]) -> tuple[Pattern, ...]:
    """Return the distinct rotations of the goal that agree with the start on the stickers that no turn moves."""
    held = goal.colours[geometry(start.size).rotations]
    agree = ((held == start.colours) | (held < 0) | (start.colours < 0) | ~fixed).all(axis=1)
    if not agree.any():
        # No rotation of the goal fits: the engines find the contradiction with the goal as given.
        return (goal.colours,)
    distinct = {pattern.tobytes(): pattern for pattern in held[agree]}
    return tuple(distinct.values())


def _add_frames(generators: tuple[Generator, ...], turns: tuple[BlockTurn, ...]) -> _Turns | None:
    """Return generators with rotations that keep the core in place; None if the turns look different from a frame."""
    layers = _layers(generators)
    # If rotation r brings the core home after turn P, the generator is P · r; equal generators are kept once.
    back = [-core_amount(turn) for turn in layers]
    rotation_of = [axis_rotation(turn.axis, amount) for turn, amount in zip(layers, back, strict=True)]
    order = sorted(range(len(generators)), key=lambda number: generators[number].cost)
    kept: dict[LayerTurn, int] = {}
    for number in order:
        kept.setdefault(layers[number].rotated(back[number]), number)
    # Turns that are not kept also lead to frames, from which the set of turns must look the same too.
    carrying = list(dict.fromkeys(rotation_of[number] for number in order))
    views = _views(layers, carrying)
    if views is None:
        return None
    # A frame is the product of the rotations so far, as a number of a rotation.
    products, frames = rotation_products(), [0]
    for frame in frames:
        frames += [after for after in products[frame, carrying].tolist() if after not in frames]
    afters = {
        rotation: [frames.index(after) for after in products[frames, rotation].tolist()]
        for rotation in carrying
    }
    names = [[generators[number].name for number in views[frame].tolist()] for frame in frames]
    seen = list(zip(*names, strict=True))
    return (
        tuple(
            Generator.of_layers(
                generators[number].name,
                turn,
                generators[number].cost,
                tuple(zip(seen[number], afters[rotation_of[number]], strict=True)),
            )
            for turn, number in kept.items()
        ),
        tuple(BlockTurn(turns[number].move, rotation_of[number]) for number in kept.values()),
    )


def _layers(generators: Iterable[Generator]) -> list[LayerTurn]:
    return [generator.layers for generator in generators if generator.layers is not None]


def _views(layers: Sequence[LayerTurn], carrying: Sequence[int]) -> dict[int, NDArray[np.intp]] | None:
    """Return for each product of rotations which turn each turn looks like from it; None if it looks like no turn."""
    products = rotation_products()
    numbers = {turn: number for number, turn in enumerate(layers)}
    views = {0: np.arange(len(layers))}
    for rotation in carrying:
        if rotation in views:
            continue
        pulse()
        # From frame F, turn P looks like F · P · F⁻¹.
        view = np.array([numbers.get(turn.seen_from(rotation), -1) for turn in layers])
        if (view < 0).any():
            return None
        # From the product F · G, it looks like its view from G, seen from F.
        new = {rotation: view}
        while new:
            views |= new
            new = {
                int(products[first, second]): views[first][views[second]]
                for first, second in itertools.product(views, repeat=2)
                if products[first, second] not in views
            }
    return views
