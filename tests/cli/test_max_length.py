"""`--max-length` without other options: the search proves that more turns are needed, and ignores longer answers."""

import json

import pytest

from cubeproof import Cube, Improved, Limit, Stop, solve
from cubeproof.cli import main
from cubeproof.contract.events import Event

# It needs 7 turns, as SAT proves in the test below.
SCRAMBLE = "R U F2 L' D B R2"


@pytest.mark.parametrize("engine", ["auto", "search", "sat"])
def test_a_length_that_is_too_short_is_proved_to_be(engine: str, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["solve", SCRAMBLE, "--max-length", "6", "--engine", engine]
    assert main(arguments) == 4
    out, err = capsys.readouterr()
    said = "There is no answer of the length allowed. It is proved that 7 or more turns (htm) are needed."
    assert (out, said in err) == ("", True)
    assert main([*arguments, "--json"]) == 4
    data = json.loads(capsys.readouterr().out)
    assert (data["solution"], data["lower_bound"], data["optimal"], data["stopped"]) == (
        None,
        7,
        False,
        "length",
    )


@pytest.mark.parametrize("engine", ["auto", "search", "sat"])
def test_answer_within_the_maximum_is_reported_and_no_longer_one(engine: str) -> None:
    cube, events = Cube(3).apply(SCRAMBLE), list[Event]()
    solution = solve(cube, engine=engine, limit=Limit(length=7), progress=events.append)
    assert (solution.length, solution.lower_bound, solution.stop) == (7, 7, None)
    assert cube.apply(solution.alg or "").is_solved
    assert {event.length for event in events if isinstance(event, Improved)} <= {7}
    shorter = list[Event]()
    none = solve(cube, engine=engine, limit=Limit(length=5), progress=shorter.append)
    assert (none.alg, none.stop) == (None, Stop.LENGTH)
    assert 6 <= none.lower_bound <= 7
    assert not any(isinstance(event, Improved) for event in shorter)
