"""The parts of an answer to a large cube, and its length in quarter turns of single layers."""

import pytest

from cubeproof import Alg, Cube, Solution, solve
from cubeproof.methods.large.parts import parts_of, phase_parts, slice_quarter_turns
from cubeproof.puzzle.scramble import random_cube
from second_opinion import lattice

# An exchange of three centres, and one of three wings.
CENTRES, WINGS = "2R U 2L' U' 2R' U 2L U'", "2R U R' U' 2R' U R U'"


def named(cube: Cube, turns: str) -> list[tuple[str, int]]:
    return [(str(part.name), part.turns) for part in parts_of(cube, Alg(turns))]


@pytest.mark.parametrize(
    ("size", "frame", "parity", "rest"),
    [
        (4, "R U F2 L' D", "2F", CENTRES),
        (5, "R U F2 L' D", "2F", WINGS),
        (6, "B U R2 D' F", "2R 3L", f"{CENTRES} {WINGS}"),
        (7, "B U R2 D' F", "2R' 3L", WINGS),
        (6, "B U R2 D' F", "", CENTRES),
        (7, "", "2R' 3L", WINGS),
    ],
)
def test_parts_are_the_frame_the_parity_of_wings_and_the_3_cycles(
    size: int, frame: str, parity: str, rest: str
) -> None:
    answer = f"{frame} {parity} {rest}"
    cube = Cube(size).apply(Alg(answer).inverse())
    name = "corners and middle edges" if size % 2 else "corners"
    lengths = [(name, frame), ("parity of wings", parity), ("3-cycles", rest)]
    assert named(cube, answer) == [(name, len(turns.split())) for name, turns in lengths if turns]


def test_joined_turns_belong_to_the_second_part() -> None:
    # R2 of the frame and 2R, in outer blocks.
    answer = f"U F R Rw {CENTRES}"
    assert named(Cube(6).apply(Alg(answer).inverse()), answer) == [
        ("corners", 2),
        ("parity of wings", 2),
        ("3-cycles", 8),
    ]


@pytest.mark.parametrize("answer", [f"R U {CENTRES} F2", "R U F", "2R U F 3L", CENTRES])
def test_answer_that_is_in_no_order_has_no_parts(answer: str) -> None:
    assert named(Cube(6).apply(Alg(answer).inverse()), answer) == []


@pytest.mark.parametrize("turns", ["Rw U2 Fw' D Uw2", "2F U Rw' F2 3Uw Rw2"])
@pytest.mark.parametrize("end", ["R U' F2 L D B'", "U 3Rw F' D2", "3Fw2"])
def test_centres_and_edges_are_complete_before_the_turns_of_a_3x3x3(turns: str, end: str) -> None:
    parts = phase_parts(Cube(4), Alg(f"{turns} {end}"))
    assert [(str(part.name), part.turns) for part in parts] == [
        ("centres and edges", len(turns.split())),
        ("3×3×3", len(end.split())),
    ]
    faces = lattice.after(lattice.solved(4), str(Alg(end).inverse()), 4).reshape(6, 4, 4)
    assert (faces[:, 1:3, 1:3] == faces[:, 1:2, 1:2]).all()
    assert (faces[:, [0, 3], 1] == faces[:, [0, 3], 2]).all()
    assert (faces[:, 1, [0, 3]] == faces[:, 2, [0, 3]]).all()


def test_answer_without_turns_of_faces_at_its_end_has_no_parts() -> None:
    assert phase_parts(Cube(4), Alg("R U Fw")) == phase_parts(Cube(4), Alg("R U F")) == ()


@pytest.mark.parametrize(
    ("size", "turns", "quarters"),
    [
        (4, "2R", 1),
        (4, "Rw R'", 1),
        (4, "R L", 2),
        # Three layers, or one and a rotation.
        (4, "3Rw2", 2),
        (5, "Rw2", 4),
        (5, "Rw 3Rw' U Uw2", 4),
        (6, "3Rw", 3),
        (7, "M x R", 2),
    ],
)
def test_quarter_turns_of_single_layers_are_counted_without_rotations(
    size: int, turns: str, quarters: int
) -> None:
    assert slice_quarter_turns(Alg(turns), size) == quarters


@pytest.mark.parametrize("size", [6, 7])
def test_first_answer_has_its_parts_and_its_length_in_every_metric(size: int) -> None:
    cube = random_cube(size, 1)
    solution = solve(cube, quick=True, engine="large")
    assert solution.alg is not None
    codes = [part.name.code for part in solution.parts]
    assert (codes[0], codes[-1]) == ("large.part-frame", "large.part-cycles")
    assert sum(part.turns for part in solution.parts) == len(solution.alg)
    assert Solution.from_json(solution.to_json()).parts == solution.parts
    turns = lattice.read(str(solution.alg), size)
    lengths = {metric: sum(turn.cost(metric, size) for turn in turns) for metric in ("htm", "qtm", "stm")}
    assert solution.lengths.items() > lengths.items()
    entries = solution.to_dict()
    assert entries["lengths"] == solution.lengths
    assert entries["parts"][0] == {  # type: ignore[index]
        "name": solution.parts[0].name.to_dict(),
        "turns": solution.parts[0].turns,
    }
