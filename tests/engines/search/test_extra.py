"""With `extra`, the search also finds longer answers: all of them, each once, and no others."""

from itertools import product

import pytest

from brute_force import order_free
from cubeproof import Cube, Limit, Options, UsageError, solve

OPPOSITE = [{"U", "D"}, {"R", "L"}, {"F", "B"}]


def words(cube: Cube, faces: str, most: int) -> set[tuple[str, ...]]:
    """Return all words up to this length that solve a cube, no face twice in a row, up to the order of neighbours.

    Of two commuting neighbours, the face that is first in the alphabet comes first.
    """
    results: set[tuple[str, ...]] = set()
    turns = [face + amount for face, amount in product(faces, ("", "2", "'"))]

    def go_on(state: Cube, made: tuple[str, ...]) -> None:
        if state.is_solved:
            results.add(made)
        if len(made) == most:
            return
        for turn in turns:
            last = made[-1][0] if made else ""
            if turn[0] == last or ({turn[0], last} in OPPOSITE and turn[0] < last):
                continue
            go_on(state.apply(turn), (*made, turn))

    go_on(cube, ())
    return results


@pytest.mark.parametrize(
    ("engine", "size", "faces", "scramble", "extra"),
    [
        ("table", 2, "RUF", "R U", 3),
        ("table", 2, "RUF", "R U2 F", 1),
        ("sat", 2, "RUF", "R U", 3),
        ("sat", 3, "RLU", "R L", 3),
        ("sat", 3, "RU", "R U", 4),
        ("auto", 2, "RUF", "R U", 2),
        ("auto", 3, "URFDLB", "R", 2),
    ],
)
def test_extra_answers_agree_with_brute_force(
    engine: str, size: int, faces: str, scramble: str, extra: int
) -> None:
    cube = Cube(size).apply(scramble)
    moves = None if len(faces) == 6 else ",".join(faces)
    solution = solve(cube, engine=engine, moves=moves, options=Options(every=True, extra=extra))
    assert solution.length is not None
    expected = words(cube, faces, solution.length + extra)
    assert {order_free(alg) for alg in solution.solutions} == expected
    assert len(solution.solutions) == len(expected)
    lengths = [alg.count("htm", size) for alg in solution.solutions]
    assert lengths == sorted(lengths)
    assert (solution.lower_bound, solution.optimal) == (lengths[0], True)


@pytest.mark.parametrize("engine", ["table", "sat"])
def test_extra_answers_keep_to_the_maximum_length(engine: str) -> None:
    cube = Cube(2).apply("R2 U2 R2")

    def lengths(most: int | None) -> set[int]:
        solution = solve(
            cube, engine=engine, moves="R2,U2", limit=Limit(length=most), options=Options(every=True, extra=9)
        )
        assert solution.stop is None
        return {alg.count("htm", 2) for alg in solution.solutions}

    assert lengths(None) > lengths(8) >= {3}
    assert max(lengths(8)) <= 8


def test_extra_requires_all_and_no_negative_number() -> None:
    with pytest.raises(UsageError, match="only applies together with"):
        solve(Cube(2).apply("R"), options=Options(extra=1))
    with pytest.raises(UsageError, match="0 or more turns longer"):
        Options(every=True, extra=-1)


def test_quick_and_all_are_refused_together() -> None:
    with pytest.raises(UsageError, match="not both"):
        solve(Cube(3).apply("R"), options=Options(every=True), quick=True)
