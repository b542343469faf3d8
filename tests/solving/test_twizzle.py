"""The link of an answer starts at the cube that was solved, and ends at the end of the answer."""

from urllib.parse import parse_qs, urlsplit

from hypothesis import given, settings

from cubeproof import Cube, Limit, solve
from strategies import cubes


def played(link: str | None, size: int) -> tuple[Cube, Cube]:
    """The first and the last cube of a link."""
    assert link is not None
    words = parse_qs(urlsplit(link).query)
    begin = Cube(size).apply(words.get("setup-alg", [""])[0])
    return begin, begin.apply(words.get("alg", [""])[0])


@settings(max_examples=25)
@given(cubes(2))
def test_twizzle_link_starts_at_the_cube_in_its_hold_and_solves_it(cube: Cube) -> None:
    begin, end = played(solve(cube).twizzle(), 2)
    assert begin == cube
    assert any((rotated == end) for rotated in Cube(2).rotations())


def test_twizzle_link_of_a_partial_cube_takes_the_given_setup() -> None:
    cube = Cube(3).apply("R U F")
    cross = solve(cube, goal="cross")
    assert cross.twizzle() is None, "the answer taken back leads to another cube"
    begin, end = played(cross.twizzle("R U F"), 3)
    assert begin == cube
    assert end == cube.apply(cross.alg or "")


def test_twizzle_link_requires_an_answer_and_a_supported_size() -> None:
    assert solve(Cube(2).apply("R U"), limit=Limit(length=1)).twizzle() is None
    assert solve(Cube(8).apply("R")).twizzle() is None
