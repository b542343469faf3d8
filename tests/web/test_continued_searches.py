"""A search continues an earlier search of the server for the same question; any other search starts from nothing."""

from typing import Any

import pytest
from fastapi.testclient import TestClient

from cubeproof import Cube, Options, random_cube, random_cube_at, solve
from cubeproof.contract.control import Control
from cubeproof.contract.limit import Limit
from cubeproof.contract.outcome import Bounds
from cubeproof.contract.request import SearchRequest
from cubeproof.errors import InternalError
from cubeproof.solving.solve import solve_request
from web.searching import events


def start(client: TestClient, **question: object) -> tuple[dict[str, Any], dict[str, Any]]:
    """Start a search and wait for its end; return the response to its start, and its state."""
    begun = client.post("/api/solve", json=question)
    assert begun.status_code == 202, begun.text
    events(client, begun.json()["url"])
    return begun.json(), client.get(begun.json()["url"]).json()


def test_a_stopped_search_goes_on_from_its_bound_and_its_answer(client: TestClient) -> None:
    cube = random_cube(3, seed=5)
    first, before = start(client, state=cube.facelets, quick=True)
    assert not first["continued"]
    job = client.post("/api/solve", json={"state": cube.facelets, "continues": first["id"]}).json()
    assert job["continued"]
    client.post(f"{job['url']}/stop")
    # Each tick repeats the bounds; a busy machine has one between any two events.
    names = [name for _, name, _ in events(client, job["url"]) if name != "bounds"]
    # The page shows them while the machine gets ready.
    assert names[:3] == ["started", "bound-proved", "improved"]
    after = client.get(job["url"]).json()["result"]
    assert cube.apply(after["solution"]).is_solved
    assert after["length"] <= before["result"]["length"]
    assert after["lower_bound"] >= before["result"]["lower_bound"] > 1


def test_only_a_search_for_the_same_question_is_continued(client: TestClient) -> None:
    proved, _ = start(client, scramble="R U F2", size=2)
    for change in (
        {"scramble": "R U F"},
        {"scramble": "R U F2", "metric": "qtm"},
        {"scramble": "R U F2", "moves": "R,U,F"},
    ):
        refused = client.post("/api/solve", json={"size": 2, "continues": proved["id"], **change})
        assert (refused.status_code, refused.json()["field"]) == (422, "continues")
    forgotten, state = start(client, scramble="R U F2", size=2, continues="unknown")
    assert not forgotten["continued"]
    assert state["result"]["optimal"]


@pytest.mark.parametrize("engine", ["sat", "table"])
def test_all_shortest_answers_follow_a_proved_one(engine: str, client: TestClient) -> None:
    cube = random_cube_at(6, seed=3)
    expected = solve(cube, engine=engine, options=Options(every=True))
    proved, _ = start(client, state=cube.facelets)
    second, state = start(client, state=cube.facelets, engine=engine, all=True, continues=proved["id"])
    assert second["continued"]
    assert set(state["result"]["solutions"]) == {str(alg) for alg in expected.solutions or ()}


def test_a_wrong_answer_of_an_earlier_search_is_refused_by_its_replay() -> None:
    request = SearchRequest(2, Cube(2).apply("R U F2").facelets)
    with pytest.raises(InternalError):
        solve_request(request, Control(), earlier=Bounds(lower=1, word=(0, 0)))


def test_a_search_whose_time_is_up_at_once_keeps_the_earlier_answer() -> None:
    cube = random_cube(3, seed=5)
    quick = solve(cube, quick=True)
    request = SearchRequest(3, cube.facelets, engine="sat", limit=Limit(seconds=0.01))
    solution = solve_request(
        request, Control(request.limit), earlier=Bounds(quick.lower_bound, word=quick.word)
    )
    assert solution.word == quick.word
    assert solution.lower_bound >= quick.lower_bound


def test_the_state_of_a_search_has_the_request_that_shows_it_again(client: TestClient) -> None:
    _, state = start(client, scramble="R U F2", size=2, metric="qtm", timeout=20)
    assert state["request"] == {
        "scramble": "R U F2",
        "size": 2,
        "state": Cube(2).apply("R U F2").facelets,
        "metric": "qtm",
        "timeout": 20,
    }
