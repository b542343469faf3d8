"""The examples of the first view are the named cubes, and keep the promises of their texts."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from fastapi.testclient import TestClient

from cubeproof import Cube, distance, solve
from cubeproof.contract.control import Control
from cubeproof.engines.search.preparation import FIRST, IMPROVING
from cubeproof.puzzle.status import Status
from web.page_code import on_the_page
from web.serving import Event, Server, serving


@cache
def examples() -> dict[str, dict[str, Any]]:
    results: dict[str, dict[str, Any]] = on_the_page("src/examples.ts", "() => page.EXAMPLES", [0])[0]
    return results


def question(name: str) -> dict[str, Any]:
    """Return the request that the page sends for an example."""
    example = examples()[name]
    cube = {"size": example["size"], "state": example["facelets"], "goal": example["goal"]}
    return cube | {"engine": example["engine"], "metric": "htm", "timeout": 60, "all": False}


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


def test_the_impossible_cube_is_refused_and_can_be_repaired(client: TestClient) -> None:
    state = examples()["wrong"]["facelets"]
    refused = client.post("/api/solve", json=question("wrong"))
    assert (refused.status_code, refused.json()["code"]) == (422, "error.impossible")
    verdict = client.post("/api/status", json={"state": state}).json()
    assert not verdict["possible"]
    repaired = verdict["repair"]["state"]
    # Only the stickers of one corner change places.
    changed = [sticker for sticker in range(54) if repaired[sticker] != state[sticker]]
    assert len(changed) == 3
    assert sorted(repaired[sticker] for sticker in changed) == sorted(state[sticker] for sticker in changed)
    assert Cube.from_facelets(repaired).diagnose().status == Status.VALID


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """A server with the tables for first answers, on a machine whose cores are busy."""
    for step in (FIRST, IMPROVING):
        step.run(Control(), None)
    load = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(3)]
    try:
        with serving() as server:
            yield server
    finally:
        for process in load:
            process.kill()
            process.wait()


def solved(
    server: Server, name: str, enough: Callable[[Event], bool] = lambda _: False
) -> tuple[dict[str, Any], list[Event]]:
    """Return the result of an example and all events; stop the search when the events are sufficient."""
    address = server.begin(**question(name) | {"timeout": 600})
    events = []
    with server.listening(address) as arriving:
        for event in arriving:
            events.append(event)
            if enough(event):
                server.client.post(f"{address}/stop")
    result = events[-1].data
    cube = Cube.from_facelets(examples()[name]["facelets"]).apply(result["solution"])
    if examples()[name]["goal"] == "solved":
        assert cube.is_solved
    return result | {"cube": cube}, events


class TestPromises:
    """Each search of an example keeps the promise of its text, on a busy machine too."""

    def test_shorter_ways_are_proved_impossible_one_by_one_until_the_shortest(self, server: Server) -> None:
        result, events = solved(server, "far")
        closed = [event.data for event in events if event.name == "horizon-closed"]
        first = closed[0]["length"]
        assert first < 8
        assert [row["length"] for row in closed] == list(range(first, 12))
        assert [row["solvable"] for row in closed] == [False] * (11 - first) + [True]
        assert (result["length"], result["optimal"]) == (11, True)

    def test_seven_turns_are_proved_without_getting_ready_again(self, server: Server) -> None:
        result, events = solved(server, "seven")
        assert (result["length"], result["optimal"]) == (7, True)
        assert {event.name for event in events}.isdisjoint({"preparing", "table-building"})

    def test_the_superflip_has_20_turns_while_its_bound_rises(self, server: Server) -> None:
        result, events = solved(
            server, "superflip", lambda event: event.name == "improved" and event.data["length"] == 20
        )
        bounds = [event.data["lower_bound"] for event in events if event.name == "bound-proved"]
        assert bounds == sorted(set(bounds))
        assert len(bounds) > 3
        assert (result["length"], result["lower_bound"], result["optimal"]) == (20, bounds[-1], False)

    def test_the_cross_is_yellow_and_no_shorter_one_exists(self, server: Server) -> None:
        result, _ = solved(server, "cross")
        # The yellow edges, and their other stickers at the front, right, back and left.
        edges = [28, 30, 32, 34, 25, 16, 52, 43]
        assert [result["cube"].facelets[sticker] for sticker in edges] == list("DDDDFRBL")
        start = Cube.from_facelets(examples()["cross"]["facelets"])
        reference = solve(start, goal="cross", engine="sat")
        assert (result["length"], result["optimal"]) == (reference.length, reference.optimal) == (6, True)
