"""`Chain`: solves the stages in order, each from the final arrangement of the previous stage."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from cubeproof.contract.events import HorizonClosed, HorizonOpened, StageClosed
from cubeproof.contract.outcome import Word
from cubeproof.engines.sat.stages.pieces import StagePieces
from cubeproof.engines.sat.stages.stage import Stage
from cubeproof.formulas.distances import FAR
from cubeproof.formulas.formula import Formula
from cubeproof.methods.sat.questions import Questions, UndecidedError
from cubeproof.problem.cube_view import Arrangement, names_before

# The number of horizons to try before the undecided horizons get twice the conflicts.
_ROUND = 4
# The minimum number of turns that each later stage is expected to take, when a chain must beat a known answer.
_EXPECTED = 7
# The number of other answers of each length to try before the next stage is solved from a hard start.
_OTHER_WAYS = 6
# The number of turns by which these may exceed the first answer.
_LONGER = 2
# Turns above a stage's lower bound after which it is assumed to have no answer.
_FARTHEST = 20


class NoWayError(Exception):
    """A stage has no answer of a useful length, or no answer at all."""


class _HardError(Exception):
    """The horizon `horizon` was not decided in its number of conflicts."""

    def __init__(self, horizon: int) -> None:
        super().__init__(horizon)
        self.horizon = horizon


@dataclass(frozen=True, eq=False)
class Link:
    """A solved stage."""

    pieces: StagePieces
    """The stage and its problem; `pieces.formula(length)` is the solved formula."""
    turns: tuple[str, ...]
    """The answer."""
    shortest: bool
    """Whether it is proved that the stage has no shorter answer."""
    seconds: float
    """The time that the stage took."""

    @property
    def stage(self) -> Stage:
        """The stage."""
        return self.pieces.stage

    def before(self, rotation: int) -> Link:
        """Return the link with the turns and places named as before a rotation of the whole cube."""
        return replace(self, pieces=self.pieces.before(rotation), turns=names_before(self.turns, rotation))


@dataclass(frozen=True, slots=True)
class _Place:
    """The position of a stage in its chain."""

    number: int
    """Its number, from 1."""
    stages: int
    """The number of stages."""
    before: tuple[str, ...]
    """The turns of the earlier stages."""
    started: float
    """The search time at the stage's first attempt, in seconds."""


@dataclass(frozen=True, slots=True)
class Chain:
    """Solves stages in order, within these limits."""

    questions: Questions
    """Asks the solver; has the limits of the chain, and its progress reports."""
    patience: int
    """Conflicts for one horizon, after which a longer one is tried."""
    passed: int = 0
    """The number of answers of the first two stages to skip, to get a different chain."""
    word: Callable[[Sequence[str]], Word | None] = lambda _turns: None
    """Returns the problem's word for turns from the start, or None; for events."""

    def run(
        self,
        plan: Sequence[Stage],
        arrangement: Arrangement,
        below: int | None = None,
        *,
        gives_up: bool = False,
    ) -> tuple[Link, ...]:
        """Solve all stages in order, in fewer than `below` turns.

        Raises:
            NoWayError: a stage fails; with `gives_up` also if a stage is hard, without another try.
        """
        links: list[Link] = []
        before = arrangement
        for number, stage in enumerate(plan):
            rest = None
            if below is not None:
                # Each later stage is expected to take some turns.
                rest = below - sum(len(link.turns) for link in links) - _EXPECTED * (len(plan) - number - 1)
            place = _Place(number + 1, len(plan), _turns_of(links), self.questions.control.elapsed)
            try:
                passed = self.passed if number <= 1 else 0
                link, after = self.solve(
                    stage, arrangement, rest, raises_if_hard=number > 0, passed=passed, place=place
                )
            except _HardError as hard:
                if gives_up:
                    # The caller does not wait for other answers of the earlier stage.
                    raise NoWayError from None
                earlier = replace(place, before=_turns_of(links[:-1]))
                redone = self._another_way(links[-1], before, stage, rest, hard.horizon, earlier)
                if redone is not None:
                    links[-1], arrangement, link, after = redone
                else:
                    link, after = self.solve(stage, arrangement, rest, least=hard.horizon, place=place)
            links.append(link)
            before, arrangement = arrangement, after
        return tuple(links)

    def solve(
        self,
        stage: Stage,
        arrangement: Arrangement,
        below: int | None = None,
        *,
        raises_if_hard: bool = False,
        passed: int = 0,
        least: int = 0,
        place: _Place | None = None,
    ) -> tuple[Link, Arrangement]:
        """Solve one stage; return its answer, and the arrangement after it.

        Raises:
            _HardError: with `raises_if_hard`, a horizon was not decided within the patience.
        """
        place = place or _Place(1, 1, (), self.questions.control.elapsed)
        pieces = StagePieces(stage.problem(arrangement), stage)
        lower = pieces.distances.lower_bound
        if lower >= FAR:
            raise NoWayError
        open_horizons: list[int] = []
        horizon, patience = max(lower, least), self.patience
        farthest = horizon + _FARTHEST if below is None else below
        while True:
            self.questions.check()
            if horizon >= farthest:
                raise NoWayError
            turns, decided = self._ask(pieces, arrangement, horizon, patience, passed)
            if turns is not None:
                break
            if not decided:
                if raises_if_hard:
                    raise _HardError(horizon)
                open_horizons.append(horizon)
            horizon += 1
            if open_horizons and horizon - open_horizons[0] >= _ROUND:
                horizon, patience = open_horizons[0], 2 * patience
                open_horizons.clear()
                raises_if_hard = False
        shortest = least <= lower and not open_horizons and patience == self.patience
        seconds = self.questions.control.elapsed - place.started
        word = self.word(place.before + turns) or ()
        self.questions.control.emit(
            StageClosed(stage.name, len(turns), shortest, seconds, place.number, place.stages, word)
        )
        return Link(pieces, turns, shortest, seconds), _after(pieces, arrangement, turns)

    def _another_way(
        self, link: Link, before: Arrangement, stage: Stage, below: int | None, hard: int, place: _Place
    ) -> tuple[Link, Arrangement, Link, Arrangement] | None:
        """Try other answers to a stage, of about the same length, until the next stage is easy."""
        # Answers with the same first turns often lead to the same difficulty.
        half = (len(link.turns) + 1) // 2
        tried = {link.turns[:half]}
        for length in range(len(link.turns), len(link.turns) + _LONGER + 1):
            formula = link.pieces.formula(length)
            limit = len(tried) + _OTHER_WAYS
            with contextlib.suppress(UndecidedError):
                first = formula.ids("turn")[:half].ravel()
                for literals in self.questions.models(formula, first, self.patience):
                    turns = _turns(formula, literals)
                    end = _after(link.pieces, before, turns)
                    if turns[:half] in tried or not link.stage.accepts(end):
                        continue
                    tried.add(turns[:half])
                    with contextlib.suppress(_HardError, NoWayError):
                        next_place = replace(place, before=place.before + turns)
                        following, after = self.solve(
                            stage, end, below, raises_if_hard=True, least=hard - 2, place=next_place
                        )
                        shortest = link.shortest and length == len(link.turns)
                        return replace(link, turns=turns, shortest=shortest), end, following, after
                    if len(tried) >= limit:
                        break
        return None

    def _ask(
        self, pieces: StagePieces, arrangement: Arrangement, horizon: int, patience: int, passed: int
    ) -> tuple[tuple[str, ...] | None, bool]:
        """Return an answer of exactly this length, or None, and whether the question is decided."""
        control, formula = self.questions.control, pieces.formula(horizon)
        control.emit(HorizonOpened(horizon, formula.variables, formula.clauses))
        started = control.elapsed
        answer: tuple[str, ...] | None = None
        try:
            for literals in self.questions.models(formula, formula.ids("turn").ravel(), patience):
                turns = _turns(formula, literals)
                if pieces.stage.accepts(_after(pieces, arrangement, turns)):
                    answer = turns
                    passed -= 1
                    if passed < 0:
                        break
        except UndecidedError:
            if answer is None:
                control.emit(HorizonClosed(horizon, None, control.elapsed - started))
                return None, False
        control.emit(HorizonClosed(horizon, answer is not None, control.elapsed - started))
        return answer, True


def _turns_of(links: Sequence[Link]) -> tuple[str, ...]:
    return tuple(turn for link in links for turn in link.turns)


def _turns(formula: Formula, literals: NDArray[np.int32]) -> tuple[str, ...]:
    # Not by `word_of`, which replays the problem's goal: the goal does not constrain pieces in bonds.
    truth = formula.truth(literals)
    return tuple(
        formula.name(int(variable)).labels[1] for variable in formula.ids("turn").ravel() if truth[variable]
    )


def _after(pieces: StagePieces, arrangement: Arrangement, turns: Sequence[str]) -> Arrangement:
    by_name = {generator.name: generator.permutation for generator in pieces.stage.generators}
    for turn in turns:
        arrangement = arrangement[by_name[turn][: len(arrangement)]]
    return arrangement
