"""Every wrong request gets one object with one sentence, a status that fits, and no traceback."""

import json
from functools import cache
from itertools import count
from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import given, settings
from hypothesis import strategies as st

from cubeproof import Cube
from cubeproof.errors import InternalError
from cubeproof.languages import catalogue
from cubeproof.sentences import Sentence, fields_of
from cubeproof.web.app import create_app
from cubeproof.web.limits import Limits

SOLVED = Cube(2).facelets
BOMB = "((((R)99)99)99)99"

# By path: the body of a request, the wrong field, and a part of the sentence.
REQUESTS: dict[str, dict[str, tuple[object, str | None, str]]] = {
    "apply": {
        "a size of one": ({"size": 1}, "size", "2 to 20 layers, not 1."),
        "a size of ten thousand": ({"size": 10_000}, "size", "2 to 20 layers, not 10000."),
        "a size that the library has and the server has not": ({"size": 21}, "size", "not 21"),
        "a huge size": ({"size": 10**300}, "size", "."),
        "a size in words": ({"size": "3"}, "size", '"size" is wrong: input should be a valid integer.'),
        "a size that is true": ({"size": True}, "size", "valid integer"),
        "an unknown turn": ({"alg": "R U Q2"}, "alg", "Column 5: 'Q2' is not a turn."),
        "a text that is too long": ({"alg": "R " * 30_001}, "alg", "more than 60,000 characters"),
        "too many turns": ({"alg": "R " * 10_001}, "alg", "10,001 turns, but this server allows 10,000"),
        "a bomb of brackets": ({"alg": BOMB}, "alg", "more than 1,000,000 moves"),
        "brackets within brackets": (
            {"alg": "(" * 9000 + "R" + ")" * 9000},
            "alg",
            "nested more than 50 deep",
        ),
        "a null byte": ({"alg": "R\0"}, "alg", "is not a turn"),
        "half a letter": ({"alg": "\ud800"}, "alg", "not Unicode."),
        "the other half of a letter": ({"alg": "\udc00"}, "alg", "not Unicode."),
        "half a letter as a name": ({"\ud800": 1}, None, "."),
        "a list of turns": ({"alg": ["R"]}, "alg", '"alg" is wrong: input should be a valid string.'),
        "an unknown option": ({"alg_" * 200: "R"}, "alg_" * 200, 'There is no option "alg_'),
        "no object": (["R"], None, "must be a JSON object"),
        "nothing": (None, None, "must be a JSON object"),
        "a state of another size": ({"size": 3, "state": SOLVED}, "state", "54 stickers"),
    },
    "solve": {
        "half a letter in a comment": ({"scramble": "R // \ud800"}, "scramble", "not Unicode."),
        "nothing to solve": ({}, "scramble", "A cube is required"),
        "a cube that cannot be": ({"state": "U" * 24}, None, "This cube cannot exist."),
        "a goal that is none": ({"scramble": "R", "goal": "magic"}, "goal", "There is no goal 'magic'"),
        "a goal that cannot be": (
            {"scramble": "R", "size": 2, "goal": "U" * 24},
            None,
            "The goal cannot exist",
        ),
        "turns that are none": ({"scramble": "R", "moves": "R,Q"}, "moves", "Column 3"),
        "an unknown engine": ({"scramble": "R", "engine": "magic"}, "engine", "There is no engine 'magic'"),
        "an unknown encoding": ({"scramble": "R", "encoding": "magic"}, "encoding", "no encoding 'magic'"),
        "an unknown horizon": ({"scramble": "R", "horizon": "left"}, "horizon", "no horizon 'left'"),
        "a program of one's own": ({"scramble": "R", "solver": "rm {cnf}"}, "solver", 'no option "solver"'),
        "a file": ({"file": "/etc/passwd"}, "file", 'There is no option "file".'),
        "a time that is too long": (
            {"scramble": "R", "timeout": 601},
            "timeout",
            "600 seconds for a search, not 601",
        ),
        "no time": ({"scramble": "R", "timeout": 0}, "timeout", "greater than 0"),
        "time that is no number": ({"scramble": "R", "timeout": float("nan")}, "timeout", "finite number"),
        "too many processes": ({"scramble": "R", "jobs": 3}, "jobs", "2 processes for a search, not 3"),
        "no process": ({"scramble": "R", "jobs": 0}, "jobs", "greater than or equal to 1"),
        "a negative length": ({"scramble": "R", "max_length": -1}, "max_length", "equal to 0"),
        "a huge seed": ({"scramble": "R", "seed": 10**30}, "seed", "."),
        "a pace of nothing": ({"scramble": "R", "pace": 0}, "pace", "greater than 0"),
    },
    "status": {
        "a state that is too short": ({"state": "UUU"}, "state", "3 stickers make no cube"),
        "a state that is too long": ({"state": "U" * 61_000}, "state", "60,000 characters or fewer"),
        "a state that is too large": ({"state": "U" * 6 * 21 * 21}, "state", "not 21"),
        "a state of the greatest length": ({"state": "U" * 60_000}, "state", "60000 stickers"),
        "a link with too many turns": (
            {"state": f"https://alpha.twizzle.net/edit/?alg=R&setup-alg={'R+' * 10_000}"},
            "state",
            "10,001 turns, but this server allows 10,000",
        ),
        "a state with other letters": (
            {"state": "X" + SOLVED[1:]},
            "state",
            "Column 1: 'X' is among 23 facelets",
        ),
        "no state": ({}, "state", 'The request lacks "state".'),
    },
    "formula": {
        "a formula of a 3×3×3": (
            {"state": Cube(3).facelets, "horizon": 1},
            "state",
            "of 2 layers only, not of 3",
        ),
        "a formula of what cannot be": ({"state": "U" * 24, "horizon": 1}, "state", "cannot exist"),
        "a horizon of five": ({"state": SOLVED, "horizon": 5}, "horizon", "a horizon of 0 to 4, not 5."),
        "a horizon of minus one": ({"state": SOLVED, "horizon": -1}, "horizon", "not -1."),
        "no such encoding": ({"state": SOLVED, "horizon": 1, "encoding": "x"}, "encoding", "no encoding 'x'"),
        "no such group": ({"state": SOLVED, "horizon": 0, "group": 999}, "state", "There is no group 999"),
        "no such page": ({"state": SOLVED, "horizon": 0, "page": 9}, "state", "the pages are 0 to 0."),
    },
    "formula/verify": {
        "no such variable": (
            {"state": SOLVED, "horizon": 0, "true": [10**9]},
            "true",
            "no variable 1000000000",
        ),
        "too many variables": ({"state": SOLVED, "horizon": 0, "true": [1] * 2001}, "true", "2000 items"),
    },
    "formula/refutation": {
        "a refutation for five turns": (
            {"state": SOLVED, "horizon": 5},
            "horizon",
            "a horizon of 0 to 4, not 5.",
        ),
    },
    "explore/neighbours": {
        "neighbours of a 3×3×3": ({"state": Cube(3).facelets}, "state", "of the 2×2×2"),
        "neighbours of nothing known": ({"state": "?" * 24}, "state", "requires all stickers"),
        "neighbours of what cannot be": ({"state": "U" * 24}, "state", "cannot exist"),
    },
}
BAD = {name: (path, *request) for path, requests in REQUESTS.items() for name, request in requests.items()}


english_templates = cache(catalogue)


def is_made(failure: dict[str, Any]) -> bool:
    """Whether a failure brings what its sentence was made of."""
    english = english_templates()[failure["code"]]
    return bool(failure["template"] == english and {*failure["values"]} == {*fields_of(english)})


@pytest.mark.parametrize("case", BAD)
def test_senseless_request_is_refused(client: TestClient, case: str) -> None:
    path, body, field, expected = BAD[case]
    answer = client.post(
        f"/api/{path}", content=json.dumps(body), headers={"Content-Type": "application/json"}
    )
    failure = answer.json()
    assert (answer.status_code, failure.get("field")) == (422, field)
    assert expected in failure["error"]
    assert failure["error"].endswith(".")
    assert len(failure["error"]) < 500
    assert is_made(failure)
    assert "Traceback" not in answer.text


def test_a_notation_error_points_at_its_place(client: TestClient) -> None:
    failure = client.post("/api/apply", json={"alg": "R U Q2"}).json()
    assert (failure["column"], failure["position"]) == (5, 4)


def test_an_impossible_cube_comes_with_its_reasons_and_its_repair(client: TestClient) -> None:
    failure = client.post("/api/solve", json={"state": "R" + SOLVED[1:]}).json()
    assert "R is on 5 stickers, not on 4." in [reason["text"] for reason in failure["reasons"]]
    assert failure["repair"]["text"] == "Change the sticker in row 1, column 1 of face U from R to U."


NO_JSON = {
    "a bracket": b"{",
    "nothing": b"",
    "no UTF-8": b"\xff",
    "single quotes": b"{'alg': 1}",
    "30000 brackets": b"[" * 30_000,
    "a number of 5000 digits": b'{"size": ' + b"9" * 5000 + b"}",
    "NUL": b"\0",
    "NUL in a string": b'{"alg": "\x00"}',
}


@pytest.mark.parametrize("body", NO_JSON.values(), ids=NO_JSON)
def test_body_that_is_no_json_is_refused(client: TestClient, body: bytes) -> None:
    answer = client.post("/api/apply", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code in ((400,) if body else (422,))
    assert "JSON" in answer.json()["error"]


@pytest.mark.parametrize(
    ("path", "body", "pointer"),
    [
        ("apply", '{"alg": "R", "alg": "U"}', "/alg"),
        ("status", '{"state": "U", "state": "R"}', "/state"),
        ("explore/neighbours", '{"state": "U", "state": "R"}', "/state"),
        ("solve", '{"scramble": "R", "scramble": "U"}', "/scramble"),
        ("solve", '{"problem": {"start": [1, 0], "goals": [], "goals": [[0, 1]]}}', "/problem/goals"),
    ],
)
def test_body_with_an_entry_twice_is_refused(client: TestClient, path: str, body: str, pointer: str) -> None:
    answer = client.post(f"/api/{path}", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code == 400
    assert answer.json()["error"] == f"The request has the entry '{pointer}' twice."


def test_flag_for_a_number_of_a_problem_is_refused(client: TestClient) -> None:
    puzzle = {"start": [True, 0], "goals": [[0, 1]], "generators": [{"name": "s", "permutation": [1, 0]}]}
    answer = client.post("/api/solve", json={"problem": puzzle})
    assert (answer.status_code, answer.json()["field"]) == (422, "problem")
    assert answer.json()["error"] == "The problem has true at '/start/0', where a whole number belongs."


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"]
)
def test_body_of_a_foreign_form_is_refused(client: TestClient, kind: str) -> None:
    answer = client.post("/api/apply", content=b'{"alg": "R"}', headers={"Content-Type": kind})
    assert answer.status_code == 422
    assert "sent as application/json" in answer.json()["error"]


@pytest.mark.parametrize("path", ["apply", "solve", "solve/nothing/stop", "nothing"])
def test_body_of_a_megabyte_is_refused(client: TestClient, path: str) -> None:
    body = json.dumps({"alg": "R " * 500_000}).encode()
    headers = {"Content-Type": "application/json"}
    # A body of the greatest size is read.
    full = client.post(f"/api/{path}", content=b"[]".ljust(Limits().body_bytes), headers=headers)
    assert full.status_code != 413
    announced = client.post(f"/api/{path}", content=body, headers=headers)
    assert announced.status_code == 413
    assert announced.json()["error"].endswith(".")
    if path in ("apply", "solve"):
        dribbled = client.post(f"/api/{path}", content=iter([body[:50_000], body[50_000:]]), headers=headers)
        assert (dribbled.status_code, dribbled.json()["error"]) == (413, "The request is too large.")


@pytest.mark.parametrize(
    ("path", "message"),
    [
        ("scramble?size=1", "2 to 20 layers"),
        ("scramble?size=x", "valid integer"),
        ("scramble?seed=1e3", "valid integer"),
        (f"scramble?seed={'9' * 5000}", "."),
        ("turns?size=99", "2 to 20 layers"),
        ("turns?siez=2", 'There is no option "siez".'),
        ("scramble?sizes=2", 'There is no option "sizes".'),
        ("explore?depth=2", 'There is no option "depth".'),
        ("setup?state=U", "1 sticker makes no cube"),
        (f"setup?state={Cube(4).facelets}", "not for 4 layers"),
        (f"setup?state={'?' * 24}", "all of its stickers are known"),
        ("setup?state=%00", "1 sticker makes no cube"),
        ("setup?state=%ff%fe", "make no cube"),
        ("setup", 'The request lacks "state".'),
        ("explore?metric=ftm", "no metric 'ftm'"),
        ("explore/cube?depth=12", "0 to 11 turns from solved, not 12"),
        ("explore/cube?depth=-1", "not -1"),
        ("explore/cube?depth=99999999999999999999", "not 99999999999999999999"),
        ("explore/cube?metric=qtm&depth=15", "0 to 14"),
    ],
)
def test_senseless_address_is_refused(client: TestClient, path: str, message: str) -> None:
    answer = client.get(f"/api/{path}")
    assert answer.status_code == 422
    assert message in answer.json()["error"]


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        *(
            ("GET", path, 404)
            for path in ("/nothing", "/api/nothing", "/api/solve/..%2f..", "/apis", "/api/")
        ),
        *(
            ("GET", f"/api/solve/{name}{what}", 404)
            for name in ("x", "%00", "A" * 3000, "%F0%9F%92%A9")
            for what in ("", "/events", "/certificate")
        ),
        ("PUT", "/api/apply", 405),
    ],
    ids=count(1),
)
def test_unknown_address_is_refused(client: TestClient, method: str, path: str, status: int) -> None:
    answer = client.request(method, path, json={} if method == "PUT" else None)
    assert answer.status_code == status
    assert answer.json()["error"].endswith(".")


def test_internal_error_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("secret")

    app = create_app(Limits())
    monkeypatch.setattr("cubeproof.web.routes.cubes.describe_cube", broken)
    with TestClient(app, base_url="http://localhost") as client:
        answer = client.post("/api/apply", json={})
    assert answer.status_code == 500
    said = "The server failed with an internal error. This is a bug in cubeproof, not in your request."
    assert answer.json()["error"] == said
    assert is_made(answer.json())
    assert "secret" not in answer.text
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_failed_replay_is_an_error_of_the_server(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object) -> None:
        raise InternalError(Sentence("The answer failed its replay."))

    monkeypatch.setattr("cubeproof.web.routes.cubes.describe_cube", broken)
    with TestClient(create_app(Limits()), base_url="http://localhost") as client:
        assert client.post("/api/apply", json={}).status_code == 500


@settings(max_examples=200)
@given(st.text(max_size=40), st.sampled_from(["apply", "status", "solve"]))
def test_server_answers_any_text(client: TestClient, text: str, path: str) -> None:
    name = {"apply": "alg", "status": "state", "solve": "goal"}[path]
    answer = client.post(f"/api/{path}", json={name: text})
    assert answer.status_code in (200, 422)
    assert (answer.status_code == 200) == ("error" not in answer.json())
