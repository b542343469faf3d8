"""The second opinion is right: turns agree with other programs, counts with published ones; no answer is lost."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from random import Random

import magiccube
import numpy as np
import pytest

from ground_truth import LAYERS_2_HTM, LAYERS_2_QTM, LAYERS_3_HTM, LAYERS_3_QTM
from second_opinion import goals
from second_opinion.draws import GOALS, METRICS, Combination, combinations, draw, structured
from second_opinion.lattice import (
    FACES,
    Turn,
    after,
    colours,
    letters,
    permutation,
    read,
    rotations,
    slabs,
    solved,
)
from second_opinion.oracle import (
    MOST,
    Frontier,
    Question,
    answers,
    families,
    from_both_ends,
    from_the_start,
    keys,
    needed,
    opinion,
)

SIZES = [2, 3, 4, 5]


@pytest.mark.parametrize("module", ["lattice", "goals", "oracle", "draws"])
def test_model_imports_nothing_of_the_product(module: str) -> None:
    assert "cubeproof" not in Path(__file__).with_name(f"{module}.py").read_text().replace(
        '"cubeproof", "solve"', ""
    )


class TestLattice:
    @pytest.mark.parametrize("size", SIZES)
    def test_every_slab_turns_as_on_magiccube(self, size: int) -> None:
        turns = [
            Turn(face, first, last, quarters)
            for face in FACES
            for last in range(1, size + 1)
            for first in range(1, last + 1)
            for quarters in (1, 2, 3)
        ]
        Random(size).shuffle(turns)
        state, theirs = solved(size), magiccube.Cube(size, hist=False)
        for turn in turns:
            state = state[permutation(turn, size)]
            for layer in range(turn.first, turn.last + 1):
                theirs.rotate(
                    f"{layer if layer > 1 else ''}{turn.face}{['', '2', chr(39)][turn.quarters - 1]}"
                )
            assert letters(state) == theirs.get_kociemba_facelet_positions(), turn

    @pytest.mark.parametrize("size", SIZES)
    @pytest.mark.parametrize("text", ["x", "y'", "z2", "M", "E'", "S2", "x M y E z S"])
    def test_rotations_and_middle_layers_turn_as_on_magiccube(self, size: int, text: str) -> None:
        if size % 2 == 0:
            text = " ".join(word for word in text.split() if word[0] in "xyz")
        theirs = magiccube.Cube(size, hist=False)
        theirs.rotate(f"R U {text}")
        assert letters(after(solved(size), f"R U {text}", size)) == theirs.get_kociemba_facelet_positions()

    @pytest.mark.parametrize("size", SIZES)
    def test_a_name_is_read_as_the_turn_that_it_names(self, size: int) -> None:
        for turn in slabs(size):
            assert read(turn.name, size) == [turn]

    @pytest.mark.parametrize(
        ("name", "size", "costs"),
        [
            *[("R", 3, (1, 1, 1)), ("R2", 3, (1, 2, 1)), ("Rw2", 3, (1, 2, 1)), ("M", 3, (2, 2, 1))],
            *[("M2", 3, (2, 4, 1)), ("4Rw'", 5, (1, 1, 1)), ("2-5Rw", 5, (1, 1, 1))],
            *[("2-4Rw", 5, (2, 2, 1)), ("2R2", 4, (2, 4, 1)), ("x2", 4, (0, 0, 0))],
        ],
    )
    def test_turns_count_as_the_metrics_say(self, name: str, size: int, costs: tuple[int, ...]) -> None:
        (turn,) = read(name, size)
        assert tuple(turn.cost(metric, size) for metric in METRICS) == costs


class TestCounts:
    # Counts in stm: cube20.org/stm.
    @pytest.mark.parametrize(
        ("size", "metric", "published"),
        [
            (2, "htm", LAYERS_2_HTM[:7]),
            (2, "qtm", LAYERS_2_QTM[:8]),
            (3, "htm", LAYERS_3_HTM[:5]),
            (3, "qtm", LAYERS_3_QTM[:6]),
            (3, "stm", [1, 27, 501, 9175]),
        ],
    )
    def test_state_counts_are_the_published_ones(self, size: int, metric: str, published: list[int]) -> None:
        question = Question(size, letters(solved(size)), metric=metric)
        frontier = Frontier(question, question.state[None])
        assert [1, *(len(frontier.advance().states) for _ in published[1:])] == published

    def test_states_with_rotations_are_24_times_as_many(self) -> None:
        # Two turns make a rotation, so the counts agree once every state has been seen in all rotations.
        question = Question(2, "", moves="R,U,F,L,D,B")
        start = np.array([solved(2)[rotation] for _, rotation in rotations(2)], dtype=np.uint8)
        frontier = Frontier(question, start)
        counts = [len(frontier.layers[0].states), *(len(frontier.advance().states) for _ in range(5))]
        assert counts == [24 * count for count in LAYERS_2_HTM[:6]]

    def test_state_count_of_a_group_with_distinct_stickers_is_its_order(self) -> None:
        question = Question(3, letters(solved(3)), letters(after(solved(3), "F", 3)), moves="R2,U2")
        frontier = Frontier(question, question.state[None])
        counts = [1]
        while not frontier.exhausted:
            counts.append(len(frontier.advance().states))
        assert sum(counts) == 12
        assert opinion(question, 8).exhausted
        assert str(opinion(question, 8)) == "there is no answer at all"


class TestGoals:
    @pytest.mark.parametrize("size", SIZES)
    def test_goals_are_met_by_their_own_state_in_any_hold(self, size: int) -> None:
        for name in goals.names(size):
            state = solved(size)
            if name != "edges-oriented" and "?" not in goals.pattern(name, size):
                state = colours(goals.pattern(name, size))
            for text, _ in rotations(size):
                assert Question(size, letters(after(state, text, size)), name).objection("") is None, name

    @pytest.mark.parametrize(
        ("name", "kept", "lost"),
        [
            ("cross", "R U R'", "R U"),
            ("layer", "U2", "R"),
            ("f2l", "U", "R U R'"),
            ("oll", "R U R' U' R' F R2 U' R' U' R U R' F'", "F R U R' U' F'"),
            ("corners", "M2 U M2 U2 M2 U M2 x", "R"),
            ("edges", "R U R' U R U2 R' L' U' L U' L' U2 L", "M2"),
            ("edges-oriented", "U R2 D' L F2 B2 R'", "F"),
            ("edges-oriented", "y F2 D' B R2 L2 F'", "y R"),
            ("superflip", "U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2 x", "x"),
            ("checkerboard", "M2 E2 S2 y", "M2 E2"),
            ("four-spots", "F2 B2 U D' R2 L2 U D'", "F2 B2"),
        ],
    )
    def test_goals_of_the_3x3x3_are_kept_by_the_expected_turns(self, name: str, kept: str, lost: str) -> None:
        for turns, meets in ((kept, True), (lost, False)):
            question = Question(3, letters(after(solved(3), turns, 3)), name)
            assert (question.objection("") is None) is meets, turns

    def test_centres_are_those_between_the_edges(self) -> None:
        for turns, meets in (("R U F2 x", True), ("2R", False)):
            question = Question(4, letters(after(solved(4), turns, 4)), "centres")
            assert (question.objection("") is None) is meets, turns

    @pytest.mark.parametrize(
        ("edge", "good"),
        [("U?", True), ("?U", False), ("F?", None), ("?R", True), ("R?", False), ("??", None)],
    )
    def test_edges_known_in_part_count_where_settled(self, edge: str, good: bool | None) -> None:
        # The edge at UF; apart from it only the centres are known.
        start = list("????U???????????????????????????????????????????????????"[:54])
        for place, letter in zip((4, 13, 22, 31, 40, 49, 7, 19), "URFDLB" + edge, strict=True):
            start[place] = letter
        question = Question(3, "".join(start), "edges-oriented")
        assert (question.objection("") is None) is (good is not False)


class TestShortCuts:
    """The short cuts of the search do not change its result."""

    @staticmethod
    def questions(sizes: tuple[int, ...], goal: str, moves: str, numbers: int) -> list[tuple[Question, int]]:
        drawn = [
            draw(Combination(size, metric, goal, moves), number)
            for size in sizes
            for metric in METRICS
            for number in range(numbers)
        ]
        return [(item.question, min(item.depth, 3)) for item in drawn]

    @pytest.mark.parametrize("goal", ["solved", "named", "start with ?"])
    def test_turning_the_whole_cube_in_between_is_holding_the_goal_otherwise(self, goal: str) -> None:
        for question, depth in self.questions((2, 3), goal, "usual", 4):
            if question.rotations_free:
                # The same turns by name, so without rotations in between.
                named = ",".join(turn.name for turn in slabs(question.size) if turn.quarters == 1)
                plain = Question(question.size, question.start, question.goal, question.metric, named)
                assert opinion(question, depth).cost == opinion(plain, depth).cost, question.command

    @pytest.mark.parametrize("moves", ["slices", "mixed", "half turns"])
    def test_two_ended_search_agrees_with_one_ended_search(self, moves: str) -> None:
        for question, depth in self.questions((3, 4), "facelets", moves, 4):
            both, first = (search(question, depth, MOST) for search in (from_both_ends, from_the_start))
            assert (both.cost, both.exhausted) == (first.cost, first.exhausted), question.command

    def test_turns_that_others_make_for_the_same_cost_are_not_needed(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        request = self.questions((2, 3), "facelets", "usual", 4) + self.questions((3,), "named", "slices", 4)
        few = [opinion(*item).cost for item in request]
        assert any(len(needed(question)) < len(question.turns) for question, _ in request)
        monkeypatch.setattr("second_opinion.oracle.needed", lambda question: question.turns)
        assert [opinion(*item).cost for item in request] == few

    @pytest.mark.parametrize("goal", GOALS)
    def test_an_answer_of_that_cost_is_among_all_and_none_is_cheaper(self, goal: str) -> None:
        for question, depth in self.questions((2, 3), goal, "mixed", 6):
            judgement = opinion(question, depth)
            for cost in range(depth + 1 if judgement.cost is None else judgement.cost):
                assert answers(question, cost) == []
            if judgement.cost is not None:
                assert answers(question, judgement.cost)

    def test_no_two_states_have_one_number(self) -> None:
        question = Question(3, letters(solved(3)), moves="R,U,F")
        frontier = Frontier(question, question.state[None])
        states = np.concatenate([frontier.layers[0].states, *(frontier.advance().states for _ in range(5))])
        assert (
            len(np.unique(states, axis=0)) == len(states) == len(set(keys(states, 3, rotated=False).tolist()))
        )


class TestFamilies:
    def test_turns_that_commute_may_change_places(self) -> None:
        question = Question(3, "", letters(solved(3)), moves="R,L,U")
        words = [tuple(read(text, 3)) for text in ("R L U", "L R U", "U L R", "L U R")]
        first, second, third, fourth = families(question, words)
        assert first == second
        assert len({first, third, fourth}) == 3

    def test_a_half_turn_is_two_quarter_turns(self) -> None:
        question = Question(3, "", letters(solved(3)), metric="qtm", moves="R,U")
        words = [tuple(read(text, 3)) for text in ("U R2", "U R R", "U R' R'", "R2 U")]
        assert families(question, words)[:3] == [families(question, words)[0]] * 3
        assert families(question, words)[3] not in families(question, words)[:3]

    def test_another_hold_changes_nothing_where_it_does_not_matter(self) -> None:
        words = [tuple(read(text, 3)) for text in ("R U", "Lw F")]
        assert len(set(families(Question(3, ""), words))) == 1
        assert len(set(families(Question(3, "", letters(solved(3)), moves="R,Lw,U,F"), words))) == 2


def test_combinations_are_complete() -> None:
    assert len(combinations()) == 330


def test_structured_draw_can_be_made_again_and_has_the_stated_cost_or_less() -> None:
    drawn = [structured(number) for number in range(40)]
    assert drawn == [structured(number) for number in range(40)]
    assert {(item.question.size, item.question.metric) for item in drawn} == set(product((2, 3), METRICS))
    assert {item.combination.moves for item in drawn} == {"usual", "some faces", "half turns", "mixed"}
    for item in drawn:
        judgement = opinion(item.question, item.depth)
        assert judgement.cost is None or 0 < judgement.cost <= item.depth


@pytest.mark.parametrize("combination", combinations()[::37], ids=str)
def test_a_draw_can_be_made_again_and_can_be_answered(combination: Combination) -> None:
    for number in range(7):
        drawn = draw(combination, number)
        assert drawn == draw(combination, number)
        judgement = opinion(drawn.question, drawn.depth)
        if judgement.cost is not None:
            assert judgement.answer is not None
            assert drawn.question.objection(judgement.answer) is None
            assert drawn.question.cost(judgement.answer) == judgement.cost <= drawn.depth
