"""The examples of the first view are the cubes that they are called."""

from functools import cache
from typing import Any

from cubeproof import Cube, distance, solve
from cubeproof.puzzle.status import Status
from web.page_code import on_the_page


@cache
def examples() -> dict[str, dict[str, Any]]:
    results: dict[str, dict[str, Any]] = on_the_page("src/examples.ts", "() => page.EXAMPLES", [0])[0]
    return results


def test_examples_drawn_in_advance_are_what_their_turns_make() -> None:
    for example in examples().values():
        if example["setup"] is not None:
            assert Cube(example["size"]).apply(example["setup"]).facelets == example["facelets"]


def test_examples_have_the_stated_distances() -> None:
    far = Cube.from_facelets(examples()["far"]["facelets"])
    assert distance(far) == 11
    seven = solve(Cube.from_facelets(examples()["seven"]["facelets"]))
    assert (seven.length, seven.optimal) == (7, True)


def test_the_superflip_has_every_edge_flipped_and_nothing_else() -> None:
    flipped = Cube.from_facelets(examples()["superflip"]["facelets"])
    solved = Cube(3)
    edges = [sticker for sticker in range(54) if sticker % 9 in (1, 3, 5, 7)]
    assert all(flipped.facelets[sticker] != solved.facelets[sticker] for sticker in edges)
    others = [sticker for sticker in range(54) if sticker % 9 in (0, 2, 4, 6, 8)]
    assert all(flipped.facelets[sticker] == solved.facelets[sticker] for sticker in others)


def test_wrong_example_has_one_twisted_corner() -> None:
    assert Cube.from_facelets(examples()["wrong"]["facelets"]).diagnose().status == Status.TWISTED_CORNER
