"""The golden lengths are true: each has an answer of that length, and a proof that no answer is shorter."""

from pathlib import Path

import pytest

from cubeproof.contract.limit import Limit
from cubeproof.contract.settings import Options
from cubeproof.puzzle.cube import Cube
from cubeproof.solving.solve import solve
from golden_lengths import GOLDEN, GoldenLength, rows_of
from reid import program, quarter_turn_lengths
from second_opinion.lattice import after, read, solved

METRICS = ("htm", "qtm")


def cost(turns: str, metric: str) -> int:
    return sum(turn.cost(metric, 3) for turn in read(turns, 3))


class TestAnswers:
    """Replayed on models that share no code with the product."""

    def test_golden_answer_solves_its_state_on_a_lattice(self) -> None:
        for row in GOLDEN:
            for answer in filter(None, map(row.answer, METRICS)):
                assert (after(solved(3), f"{row.scramble} {answer}", 3) == solved(3)).all(), row

    def test_golden_answer_has_the_stated_length(self) -> None:
        for row in GOLDEN:
            for metric in METRICS:
                answer, length = row.answer(metric), row.length(metric)
                assert (None if answer is None else cost(answer, metric)) == length, row

    def test_golden_length_in_quarter_turns_fits_the_length_in_half_turns(self) -> None:
        for row in GOLDEN:
            if row.qtm is not None:
                assert row.htm <= row.qtm <= 2 * row.htm, row
                # Each quarter turn changes the parity of the corners.
                assert row.qtm % 2 == cost(row.scramble, "qtm") % 2, row

    def test_golden_states_are_different(self) -> None:
        states = {after(solved(3), row.scramble, 3).tobytes() for row in GOLDEN}
        assert len(states) == len(GOLDEN) == 163

    def test_golden_lengths_cover_every_length(self) -> None:
        assert {row.htm for row in GOLDEN} == set(range(8, 21))
        assert {row.qtm for row in GOLDEN if row.qtm} == set(range(8, 20))


def prove(row: GoldenLength, metric: str, table: str) -> None:
    """Verify that the search finds an answer of the golden length, and proves that no answer is shorter."""
    options = Options(table=table, jobs=2)
    solution = solve(Cube(3).apply(row.scramble), engine="search", metric=metric, options=options)
    assert solution.optimal, row
    assert solution.length == row.length(metric), row
    assert cost(str(solution.alg), metric) == row.length(metric), row
    assert (after(solved(3), f"{row.scramble} {solution.alg}", 3) == solved(3)).all(), row


class TestBounds:
    @pytest.mark.parametrize(
        "length",
        [
            pytest.param(n, id=f"{n}-turns", marks=pytest.mark.soak if n not in (8, 11) else ())
            for n in range(8, 17)
        ],
    )
    def test_search_proves_the_golden_lengths(self, length: int) -> None:
        for row in rows_of("htm", length):
            prove(row, "htm", "h48-htm-3")

    # A larger table, which takes minutes to build. Each state of 17 turns takes seconds on two cores, one of 18 ten
    # seconds, one of 19 two minutes.
    @pytest.mark.soak
    @pytest.mark.parametrize(
        "row",
        [
            pytest.param(row, id=f"{row.htm}-turns-{row.scramble.replace(' ', '-')}")
            for length in range(17, 20)
            for row in rows_of("htm", length)
        ],
    )
    def test_search_proves_a_long_golden_length(self, row: GoldenLength) -> None:
        prove(row, "htm", "h48-htm-6")

    # The last turn would take half an hour for each state.
    @pytest.mark.soak
    @pytest.mark.parametrize(
        "row", [pytest.param(row, id=row.scramble.replace(" ", "-")) for row in rows_of("htm", 20)]
    )
    def test_search_excludes_18_turns_for_golden_states_of_20(self, row: GoldenLength) -> None:
        solution = solve(
            Cube(3).apply(row.scramble),
            engine="search",
            limit=Limit(length=18),
            options=Options(table="h48-htm-6", jobs=2),
        )
        assert (solution.length, solution.lower_bound) == (None, 19)

    @pytest.mark.soak
    @pytest.mark.parametrize("length", range(8, 20), ids=lambda length: f"{length}-quarter-turns")
    def test_search_proves_the_golden_lengths_in_quarter_turns(self, length: int) -> None:
        for row in rows_of("qtm", length):
            prove(row, "qtm", "h48-qtm-3")


@pytest.fixture
def reids_program() -> Path:
    results = program()
    if results is None:
        pytest.skip("Reid's solver is not installed (Debian and Ubuntu: apt install rubiks)")
    return results


# States of 8 to 17 quarter turns take it two minutes, those of 18 and 19 ten more.
@pytest.mark.soak
def test_reids_program_finds_the_golden_lengths_in_quarter_turns(reids_program: Path) -> None:
    rows = sorted((row for row in GOLDEN if row.qtm), key=lambda row: row.qtm or 0)
    answers = quarter_turn_lengths(reids_program, [row.scramble for row in rows])
    for row, (length, answer) in zip(rows, answers, strict=True):
        assert length == row.qtm == cost(answer, "qtm"), row
        assert (after(solved(3), f"{row.scramble} {answer}", 3) == solved(3)).all(), row
