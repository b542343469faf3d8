"""Searches on the server: they report the same as the command, from start to end."""

import io
import json
import zipfile
from dataclasses import replace
from pathlib import Path
from typing import Any, get_args

import pytest
from fastapi.testclient import TestClient

from client_state import merge
from cubeproof import Cube, Problem, check_certificate, cube_problem, random_cube
from cubeproof.cli import main
from cubeproof.contract.events import Event, name_of
from cubeproof.contract.limit import Limit
from cubeproof.contract.request import SearchRequest
from cubeproof.contract.state import SearchState
from cubeproof.contract.workshop import Workshop
from cubeproof.sentences import Sentence
from cubeproof.solving.neighbours import random_cube_at
from cubeproof.solving.solve import solve
from cubeproof.web.app import create_app
from cubeproof.web.limits import Limits
from cubeproof.web.requests import SolveRequest
from cubeproof.web.routes.searches import _check
from cubeproof.web.searches import worker_search
from puzzle_json import PUZZLE
from web.searching import begin, ended, events, registry


def test_result_agrees_with_the_command(client: TestClient, capsys: pytest.CaptureFixture[str]) -> None:
    result = ended(client, scramble="R U F2", size=2)["result"]
    assert main(["solve", "R U F2", "--size", "2", "--json"]) == 0
    printed = json.loads(capsys.readouterr().out)
    del printed["seconds"]
    assert {name: result[name] for name in printed} == printed
    assert result["claim"]["text"] == "3 turns (htm): there is no shorter way."
    assert [move["text"] for move in result["moves"]] == result["solution"].split()
    assert all(
        move["description"]["text"].endswith(("turn clockwise", "turn anticlockwise", "half turn"))
        for move in result["moves"]
    )
    assert result["statistics"]["configurations"] == 3_674_160
    assert result["certificate"] is None


def test_quick_answer_has_no_proof_and_its_turns_at_once(client: TestClient) -> None:
    cube = random_cube(3, seed=2)
    address = begin(client, state=cube.facelets, quick=True)
    received = events(client, address)
    improved = [data for _, name, data in received if name == "improved"]
    results = received[-1][2]
    assert cube.apply(improved[0]["turns"]).is_solved
    assert (results["length"], results["optimal"], results["stopped"]) == (
        improved[-1]["length"],
        False,
        "quick",
    )
    assert results["claim"]["text"].endswith(
        f"the best so far. No proof was requested: it is proved that {results['lower_bound']} or more are needed."
    )


def test_extra_answers_include_longer_ones(client: TestClient) -> None:
    result = ended(client, scramble="R2 U2", size=2, moves="R2,U2,F2", all=True, extra=4)["result"]
    assert sorted({len(alg.split()) for alg in result["solutions"]}) == [2, 4, 6]
    assert (result["length"], result["lower_bound"]) == (2, 2)
    refused = client.post("/api/solve", json={"scramble": "R", "all": True, "extra": -1})
    assert (refused.status_code, refused.json()["field"]) == (422, "extra")


def test_a_search_takes_as_many_threads_as_the_server_allows_and_sat_one_process() -> None:
    limits = Limits(processes=3)

    def jobs(**question: Any) -> object:
        return _check(SolveRequest(scramble="R U F", **question), limits)[0]["search"]["settings"].get("jobs")

    assert [jobs(), jobs(engine="search"), jobs(goal="cross"), jobs(jobs=2)] == [3, 3, 3, 2]
    assert [jobs(size=2), jobs(size=4), jobs(engine="sat")] == [None] * 3


@pytest.mark.parametrize(
    ("question", "quick"),
    [
        ({"goal": "cross"}, True),
        ({"goal": "cross", "moves": "R,U,F,D,L,B,M,E,S"}, True),
        ({"goal": "cross", "all": True}, False),
        ({"goal": "cross", "certify": True}, False),
        ({"goal": "cross", "engine": "sat"}, False),
        ({"goal": "f2l"}, False),
        ({"size": 2}, True),
        ({"size": 5, "goal": "centres"}, False),
        ({}, False),
    ],
)
def test_answers_of_moments_come_from_a_worker_that_stays(question: dict[str, Any], quick: bool) -> None:
    assert _check(SolveRequest(scramble="R U F", **question), Limits())[1] == quick


def test_next_cross_of_a_worker_has_its_table(monkeypatch: pytest.MonkeyPatch) -> None:
    workshop = Workshop()

    def length(scramble: str) -> int:
        request = SearchRequest.of_cube(
            Cube(3).apply(scramble), None, "cross", limit=Limit(seconds=60)
        ).to_dict()
        sent: list[Any] = []
        question = {"search": request, "scramble": None, "certify": False, "read_off": True}
        worker_search.run(question, lambda name, data: sent.append((name, data)), bytearray(4), workshop)
        return int(sent[-1][1]["length"])

    assert length("D' F2 R B F' D' U2 L' B D B2 D R U R' L B2 U2 R' B2 U2 R2 F2 U B") == 7
    monkeypatch.setattr("cubeproof.methods.products.families.plan", None)
    assert length("R2 B2 F2 R2 L U F' D R B D' L2 U2 L2") == 7


def test_solve_events_are_in_order_and_end_with_one_result(client: TestClient) -> None:
    address = begin(client, scramble="R U F' L", engine="sat")
    received = events(client, address)
    numbers = [number for number, _, _ in received]
    assert numbers == sorted(set(numbers))
    names = [name for _, name, _ in received]
    assert names[0] == "started"
    assert [name for name in names if name in ("result", "failed")] == ["result"] == names[-1:]
    opened = [data["length"] for _, name, data in received if name == "horizon-opened"]
    closed = [(data["length"], data["solvable"]) for _, name, data in received if name == "horizon-closed"]
    assert opened == [length for length, _ in closed]
    assert closed[-1] == (4, True)
    assert not any(solvable for _, solvable in closed[:-1])
    (improved,) = [data for _, name, data in received if name == "improved"]
    assert (improved["length"], improved["lower_bound"]) == (4, 4)
    assert Cube(3).apply("R U F' L").apply(improved["turns"]).is_solved
    later = events(client, address, str(numbers[1]))
    assert later == received[2:]
    for nonsense in ("-1", "x", "9" * 5000, "1.5"):
        assert events(client, address, nonsense) == received


@pytest.mark.parametrize(
    ("question", "length"),
    [
        ({"state": Cube(2).apply("R U").facelets}, 2),
        ({"state": Cube(2).apply("R U").facelets, "scramble": "F2"}, 3),
        ({"scramble": "R U F", "size": 2, "engine": "sat", "horizon": "down", "encoding": "cubie-binary"}, 3),
        ({"scramble": "R U F", "size": 2, "metric": "qtm", "jobs": 2}, 3),
        ({"scramble": "R U", "moves": "R,U"}, 2),
        ({"scramble": "R", "goal": "cross"}, 1),
        (
            {
                "scramble": "R2 D2",
                "size": 2,
                "moves": "R2,D2,B2",
                "engine": "walk",
                "seed": 1,
                "memory": True,
            },
            None,
        ),
        ({"scramble": "", "size": 4}, 0),
    ],
)
def test_solve_options_are_those_of_the_command(
    client: TestClient, question: dict[str, Any], length: int | None
) -> None:
    finished = ended(client, **question)
    assert finished["state"] == "done"
    result = finished["result"]
    if length is not None:
        assert (result["length"], result["optimal"]) == (length, True)
    assert finished["best"] == result["solution"]
    end = Cube.from_facelets(result["start"]).apply(result["solution"])
    assert end.is_solved or "goal" in question


def test_a_limit_of_length_gives_the_bound(client: TestClient) -> None:
    finished = ended(client, scramble="R U F2", size=2, max_length=2)
    assert (finished["state"], finished["result"]["solution"], finished["best"]) == ("done", None, None)
    assert finished["result"]["claim"]["text"].startswith("There is no answer of the length allowed.")
    assert finished["lower_bound"] == 3


def test_an_engine_that_cannot_says_why(client: TestClient) -> None:
    finished = ended(client, scramble="R", engine="table")
    assert (finished["state"], finished["result"]) == ("failed", None)
    assert finished["failure"]["error"] == "The table engine solves the 2×2×2 only."
    unreachable = ended(client, scramble="F", size=2, moves="R,U")
    assert unreachable["state"] == "failed"
    assert unreachable["failure"]["error"].endswith(".")


def test_a_walk_is_followed_turn_by_turn(client: TestClient) -> None:
    # With slices, which change the hold; the cube in the events is in the current hold.
    parameters = {"scramble": "M2 E2", "moves": "M2,E2,S2", "metric": "stm"}
    received = events(client, begin(client, **parameters, engine="walk", seed=3, pace=1000))
    cube = Cube(3).apply("M2 E2")
    walked = [data for _, name, data in received if name == "walked"]
    assert walked[-1]["facelets"] != cube.facelets
    slow = events(
        client, begin(client, scramble="R2 D2", size=2, moves="R2,D2", engine="walk", seed=3, pace=25)
    )
    cube, last = Cube(2).apply("R2 D2"), 0
    for _, name, data in slow:
        if name == "walked" and data["turns"] > last:
            assert data["turns"] == last + 1
            cube, last = cube.apply(data["turn"]), data["turns"]
            assert data["facelets"] == cube.facelets
    assert cube.is_solved


def test_search_sends_no_event_before_its_start() -> None:
    with TestClient(create_app(Limits(tick_seconds=0.001)), base_url="http://localhost") as client:
        names = [name for _, name, _ in events(client, begin(client, scramble="R", size=2))]
    assert names[0] == "started"


class TestCertificates:
    def test_requested_certificate_holds(self, client: TestClient, tmp_path: Path) -> None:
        finished = ended(client, scramble="R U F2", size=2, certify=True)
        answer = client.get(finished["result"]["certificate"])
        assert answer.headers["content-type"] == "application/zip"
        zipfile.ZipFile(io.BytesIO(answer.content)).extractall(tmp_path)
        certificate = check_certificate(tmp_path / "certificate")
        assert (certificate.length, str(certificate.alg)) == (3, finished["result"]["solution"])

    def test_proof_by_search_is_a_small_file(self, client: TestClient, tmp_path: Path) -> None:
        finished = ended(client, scramble="R U F2 L", certify=True, proof="search")
        assert finished["result"]["proof"] == "search"
        answer = client.get(finished["result"]["certificate"])
        assert len(answer.content) < 700
        zipfile.ZipFile(io.BytesIO(answer.content)).extractall(tmp_path)
        assert check_certificate(tmp_path / "certificate").proof == "search"
        assert ended(client, scramble="R", size=2)["result"]["proof"] is None

    def test_certificate_is_only_written_on_request(self, client: TestClient) -> None:
        finished = ended(client, scramble="R", size=2)
        answer = client.get(f"/api/solve/{finished['id']}/certificate")
        assert (answer.status_code, answer.json()["error"]) == (409, "There is no certificate.")

    def test_certificate_requires_a_proof_and_the_answer_stays(self, client: TestClient) -> None:
        address = begin(client, scramble="R U", size=2, moves="R,U", engine="walk", seed=1, certify=True)
        received = events(client, address)
        result = received[-1][2]
        assert result["solution"] is not None
        if not result["optimal"]:
            assert result["certificate"] is None
            assert any(
                name == "note" and "not proved" in data["sentence"]["text"] for _, name, data in received
            )

    def test_certificate_location_is_not_revealed(self, client: TestClient) -> None:
        address = begin(client, scramble="R U F2", size=2, certify=True)
        received = events(client, address)
        folder = registry(client).find(address.rpartition("/")[2]).folder
        assert folder is not None
        assert [path.name for path in folder.iterdir()] == ["certificate.zip"]
        assert str(folder) not in json.dumps(received)

    def test_certificate_that_is_too_large_is_not_written(self) -> None:
        parameters = {"state": random_cube_at(9, "htm", 1).facelets, "certify": True}
        with TestClient(create_app(), base_url="http://localhost") as client:
            archive = client.get(ended(client, **parameters)["result"]["certificate"]).content
        sizes = sorted(entry.file_size for entry in zipfile.ZipFile(io.BytesIO(archive)).infolist())
        # Not enough for the largest file, and enough for each file but not for all files.
        for limit in (sizes[-1] - 1, sum(sizes[1:-1]) + sizes[-1] - 1):
            app = create_app(Limits(certificate_bytes=limit))
            with TestClient(app, base_url="http://localhost") as client:
                address = begin(client, **parameters)
                received = events(client, address)
                folder = registry(client).find(address.rpartition("/")[2]).folder
                assert folder is not None
                assert list(folder.iterdir()) == []
            sentence = f"No certificate was written: This server allows {limit / 1e6:g} MB for a certificate."
            assert sentence in [data["sentence"]["text"] for _, name, data in received if name == "note"]
            result = received[-1][2]
            assert (result["optimal"], result["certificate"]) == (True, None)


def states(stream: list[tuple[int, str, Any]]) -> list[tuple[str, dict[str, Any], dict[str, Any]]]:
    """Return the events of an engine: the name, the data, and the state of the search after each event."""
    state: dict[str, Any] = {}
    rows = []
    for _, name, data in stream:
        if name not in ("bounds", "result"):
            state = merge(state, data.pop("state"))
            rows.append((name, data, state))
    return rows


@pytest.mark.parametrize(
    "question",
    [
        {"size": 2, "scramble": "R U F2 R", "engine": "sat", "certify": True},
        {"size": 2, "scramble": "R U F2 R", "engine": "sat", "horizon": "down"},
        {"size": 3, "scramble": "R U F2 R", "engine": "search"},
        {"size": 2, "scramble": "R U F2 R", "engine": "table"},
    ],
)
def test_event_stream_has_the_state_that_its_events_make(
    client: TestClient, question: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cubeproof.web.searches.job._KEPT", 10**6)
    kinds = {name_of(kind): kind for kind in get_args(Event)}
    address = begin(client, **question)
    stream = events(client, address)
    state = SearchState()
    for name, data, sent in states(stream):
        if name == "note":
            data["sentence"] = Sentence(data["sentence"]["text"])
        state = state.after(kinds[name](**data), sent["seconds"])
        if name == "part-proved":
            # The end of the search comes before it, without an event.
            state = replace(
                state, **{turn: sent[turn] for turn in ("turns", "length", "lower_bound", "engine")}
            )
        assert sent == state.to_dict()
    job = client.get(address).json()
    assert (job["length"], job["lower_bound"], job["horizon"]) == (4, 4, None)
    assert job["best"] == stream[-1][2]["solution"]


def test_seconds_of_the_state_are_by_the_clock_of_the_search(client: TestClient) -> None:
    address = begin(client, size=2, scramble="R U F2 R", engine="sat")
    stream = events(client, address)
    timed = [(name, data, state["seconds"]) for name, data, state in states(stream)]
    times = [at for _, _, at in timed]
    assert times == sorted(times)
    assert times[-1] <= stream[-1][2]["seconds"] + 0.001
    # The solver did not start before the event that reports its start.
    closed = [(at, data["seconds"]) for name, data, at in timed if name == "horizon-closed"]
    opened = [at for name, _, at in timed if name == "horizon-opened"]
    assert closed
    for start, (at, seconds) in zip(opened, closed, strict=True):
        assert 0 <= seconds <= at - start + 0.002


class TestProblem:
    def test_a_puzzle_is_solved_as_the_command_solves_it(
        self, client: TestClient, tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        result = ended(client, problem=PUZZLE)["result"]
        (tmp_path / "puzzle.json").write_text(json.dumps(PUZZLE))
        assert main(["solve", "--problem", str(tmp_path / "puzzle.json"), "--json"]) == 0
        expected = json.loads(capsys.readouterr().out)
        assert {**{name: result[name] for name in expected}, "seconds": 0} == {**expected, "seconds": 0}
        assert (result["length"], result["optimal"], result["metric"]) == (
            expected["lower_bound"],
            True,
            "steps",
        )
        assert "size" not in result

    def test_a_problem_of_a_cube_is_answered_as_the_cube(self, client: TestClient) -> None:
        cube = Cube(3).apply("R U")
        result = ended(client, problem=cube_problem(cube, "cross", moves="R,U").to_dict())["result"]
        assert result["size"] == 3
        assert result["start"] == cube.facelets
        assert result["solution"] == solve(cube, goal="cross", moves="R,U").written
        assert [move["text"] for move in result["moves"]] == result["solution"].split()

    def test_a_certificate_of_a_puzzle_holds(self, client: TestClient, tmp_path: Path) -> None:
        url = begin(client, problem=PUZZLE, certify=True)
        assert any(name == "result" for _, name, _ in events(client, url))
        with zipfile.ZipFile(io.BytesIO(client.get(f"{url}/certificate").content)) as archive:
            archive.extractall(tmp_path)
        checked = check_certificate(tmp_path / "certificate")
        assert isinstance(checked.question, Problem)
        assert checked.length == solve(Problem.from_dict(PUZZLE)).length

    @pytest.mark.parametrize(
        ("question", "field", "reason"),
        [
            ({"size": 3}, "size", "whole question"),
            ({"scramble": "R"}, "scramble", "whole question"),
            ({"goal": "cross"}, "goal", "whole question"),
            ({"problem": {}}, "problem", "no entry 'generators'"),
            ({"problem": PUZZLE | {"start": "abc"}}, "problem", "whole numbers"),
            ({"problem": PUZZLE | {"goals": 1}}, "problem", "a list of patterns"),
            ({"problem": PUZZLE | {"colour": 1}}, "problem", "unknown entry 'colour'"),
            ({"metric": "qtm"}, "metric", "whole question"),
            ({"problem": PUZZLE | {"start": [0] * 401}}, "problem", "allows 400 sticker places"),
            ({"problem": PUZZLE | {"cube": {"start": "U" * 5400}}}, "problem", "2 to 20 layers"),
            (
                {"problem": PUZZLE | {"cube": {"moves": "(R U)100000"}}},
                "problem",
                "this server allows 10,000",
            ),
        ],
        ids=[
            *["size", "scramble", "goal", "empty", "start", "goals", "entry", "metric", "places", "layers"],
            *["moves"],
        ],
    )
    def test_a_wrong_problem_is_refused(
        self, client: TestClient, question: dict[str, Any], field: str, reason: str
    ) -> None:
        answer = client.post("/api/solve", json={"problem": PUZZLE} | question)
        assert answer.status_code == 422
        assert reason in answer.json()["error"]
        assert answer.json()["field"] == field
