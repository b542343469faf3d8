"""Cubes and turns over the network, compared with an independent model and published facts."""

from typing import Any

import pytest
from fastapi.testclient import TestClient
from hypothesis import given, settings

from cubeproof import Alg, Cube, NotationError, __version__, crosses
from cubeproof.web.limits import Limits
from ground_truth import LAYERS_2_HTM
from strategies import algs


def apply(client: TestClient, **request: object) -> dict[str, Any]:
    answer = client.post("/api/apply", json=request)
    assert answer.status_code == 200, answer.text
    data: dict[str, Any] = answer.json()
    return data


def test_server_describes_itself_and_its_choices(client: TestClient) -> None:
    data = client.get("/api").json()
    assert data["version"] == __version__
    assert data["sizes"] == [2, 20]
    assert data["metrics"] == ["htm", "qtm", "stm"]
    engines = {engine["name"]: engine for engine in data["engines"]}
    assert list(engines) == ["auto", "table", "sat", "search", "stages", "large", "chain", "walk"]
    assert (engines["sat"]["sizes"], engines["stages"]["sizes"]) == (None, [2, 3, 4])
    finding = {name for name, engine in engines.items() if engine["finds_all"]}
    assert finding == {"auto", "table", "sat", "search"}
    settings = {setting["name"]: setting for setting in engines["sat"]["settings"]}
    # A solver may be a command, so the server accepts no solver from a visitor.
    assert set(settings) == {"encoding", "horizon", "jobs", "all", "extra"}
    assert settings["horizon"]["choices"] == ["up", "down", "middle"]
    assert (settings["jobs"]["least"], settings["jobs"]["most"]) == (1, data["limits"]["processes"])
    assert {"standard", "colourblind"} <= set(data["palettes"])
    goals = {goal["name"]: goal for goal in data["goals"]}
    assert goals["cross"]["summary"]["text"] == "the edges and centres around D"
    assert (goals["cross"]["sizes"][0], goals["superflip"]["sizes"]) == (3, [3])
    limits = data["limits"]
    assert (limits["turns"], limits["seconds"], limits["default_seconds"], limits["film_turns"]) == (
        10_000,
        600,
        120,
        200,
    )


def test_server_describes_the_engines_for_every_size(client: TestClient) -> None:
    reach = {item["size"]: item for item in client.get("/api").json()["reach"]}
    assert list(reach) == list(range(2, 21))
    assert [reach[size]["engine"] for size in (2, 3, 4, 5, 6, 20)] == [
        "table",
        "search",
        "large",
        "large",
        "large",
        "large",
    ]
    assert [reach[size]["seconds"] for size in (2, 3, 4, 5, 6)] == [120, 120, 120, 120, 120]


@settings(max_examples=30)
@given(algs(3).filter(lambda alg: alg.expanded_length <= Limits().turns))
def test_turns_outside_brackets_have_their_positions(client: TestClient, alg: Alg) -> None:
    text = str(alg)
    results = apply(client, alg=text)
    assert [move["text"] for move in results["moves"]] == list(map(str, alg))
    for move in results["moves"]:
        if move["start"] is not None:
            assert text[move["start"] : move["end"]] == move["text"]
    assert Cube(3).apply(text).apply(results["inverse"]) == Cube(3)
    assert Cube(3).apply(results["alg"]).facelets == results["facelets"]


def test_turns_are_returned_as_written_and_as_meant(client: TestClient) -> None:
    results = apply(client, alg=" r2'  (U R’)2 // twice\n[F:D]")
    places = [(move["text"], move["start"], move["end"]) for move in results["moves"]]
    assert places[0] == ("Rw2", 1, 4)
    assert places[1:] == [(text, None, None) for text in ["U", "R'", "U", "R'", "F", "D", "F'"]]
    assert results["moves"][1]["description"]["text"] == "up face a quarter turn clockwise"


def test_cube_is_described_and_checked_for_solved(client: TestClient) -> None:
    assert apply(client, size=2)["description"]["text"].startswith("Solved: up white, right red")
    assert apply(client, alg="x y2")["solved"]
    assert not apply(client, alg="R")["solved"]
    assert apply(client, state=Cube(2).apply("R").facelets, alg="R'")["facelets"] == Cube(2).facelets


class TestStatus:
    def test_status_of_a_twisted_corner_is_reported(self, client: TestClient) -> None:
        # Kociemba's names: U9 is sticker 8, R1 is 9, F3 is 20.
        letters = list(Cube(3).facelets)
        letters[8], letters[9], letters[20] = "RFU"
        data = client.post("/api/status", json={"state": "".join(letters)}).json()
        assert (data["possible"], data["faults"]) == (False, ["TWISTED_CORNER"])
        assert len(data["reasons"]) == 1
        assert data["repair"]["state"] == Cube(3).facelets
        assert "URF" in data["repair"]["sentence"]["text"]

    def test_status_of_a_cube_with_a_turned_face_has_the_repair_as_data(self, client: TestClient) -> None:
        right = Cube(3).apply("R U F' L2 D").facelets
        data = client.post("/api/status", json={"state": right[:45] + right[:44:-1]}).json()
        assert data["repair"] == data["repairs"][0]
        (repair,) = data["repairs"]
        assert (repair["state"], repair["turned"]) == (right, [{"face": "B", "turns": 2}])
        changed = [place for place in range(45, 54) if right[place] != right[98 - place]]
        assert repair["changed"] == changed
        assert repair["sentence"]["code"] == "repair.turned-face"
        assert repair["sentence"]["values"] == {"face": "B", "turns": 2}

    def test_status_of_a_partly_known_cube_is_ok(self, client: TestClient) -> None:
        data = client.post("/api/status", json={"state": "?" * 24}).json()
        assert (data["possible"], data["complete"]) == (True, False)

    def test_status_of_an_impossible_unknown_sticker_is_reported(self, client: TestClient) -> None:
        # The edge at UF shows F on top, so it can only be the flipped edge UF.
        letters = list(Cube(3).facelets)
        letters[7], letters[19] = "F?"
        data = client.post("/api/status", json={"state": "".join(letters)}).json()
        assert (data["possible"], data["complete"], data["faults"]) == (False, False, ["FLIPPED_EDGE"])
        assert [reason["text"] for reason in data["reasons"]] == [
            "An edge is flipped: edges flip only in pairs."
        ]
        assert (
            data["repair"]["sentence"]["text"]
            == "Change the sticker in row 3, column 2 of face U from F to U."
        )


@pytest.mark.parametrize("size", [2, 3, 4, 7])
def test_a_random_cube_is_the_one_that_the_scramble_of_its_seed_leads_to(
    client: TestClient, size: int
) -> None:
    drawn = client.get("/api/random", params={"size": size}).json()
    turns = client.get("/api/scramble", params={"size": size, "seed": drawn["seed"]}).json()["scramble"]
    assert Cube(size).apply(turns).facelets == drawn["facelets"]
    assert drawn["facelets"] != client.get("/api/random", params={"size": size}).json()["facelets"]


def test_cube_after_each_turn_is_returned_on_request(client: TestClient) -> None:
    parameters = {"size": 3, "alg": "R [U: F2] x"}
    data = client.post("/api/apply", json={**parameters, "steps": True}).json()["states"]
    turns = ["R", "U", "F2", "U'", "x"]
    assert data == [Cube(3).apply(" ".join(turns[:count])).facelets for count in range(1, 6)]
    assert client.post("/api/apply", json=parameters).json()["states"] is None


@pytest.mark.parametrize(
    ("address", "size", "setup", "turns"),
    [
        ("https://alg.cubing.net/?setup=R_U2_F-&alg=L_D-", 3, "R U2 F'", "L D'"),
        ("https://alpha.twizzle.net/edit/?alg=U%27+R%27&puzzle=2x2x2&setup-alg=R+U", 2, "R U", "U' R'"),
        ("https://alg.cubing.net/?alg=R_U", 3, "", "R U"),
    ],
)
def test_link_as_a_state_keeps_its_two_parts(
    address: str, size: int, setup: str, turns: str, client: TestClient
) -> None:
    data = apply(client, state=address)
    assert data["link"] == {"size": size, "setup": setup, "turns": turns}
    assert data["facelets"] == Cube(size).apply(setup).apply(turns).facelets
    assert apply(client, state=data["facelets"])["link"] is None
    assert apply(client, size=size, alg="R")["link"] is None


def test_goal_stickers_are_returned_at_their_place_on_the_cube(client: TestClient) -> None:
    def goal_stickers(state: str, goal: str) -> list[int]:
        data: list[int] = client.post("/api/goal", json={"state": state, "goal": goal}).json()["stickers"]
        return data

    cube = Cube(3).apply("R U F2")
    cross = goal_stickers(cube.facelets, "cross")
    # The four white edges with the colours of their sides, and the centres.
    assert len(cross) == 4 * 2 + 6
    assert sum(cube.facelets[sticker] == "D" for sticker in cross) == 5
    assert goal_stickers(cube.facelets, "solved") == list(range(54))
    painted = Cube(3).facelets[:9] + "?" * 45
    assert sum(cube.facelets[sticker] == "U" for sticker in goal_stickers(cube.facelets, painted)) == 9
    refused = client.post("/api/goal", json={"state": cube.facelets, "goal": "no such goal"})
    assert (refused.status_code, refused.json()["field"]) == (422, "goal")


@pytest.mark.parametrize("size", [2, 3, 5])
def test_scramble_is_repeated_by_its_seed(client: TestClient, size: int) -> None:
    first = client.get("/api/scramble", params={"size": size}).json()
    again = client.get("/api/scramble", params={"size": size, "seed": first["seed"]}).json()
    assert again == first
    assert Cube(size).apply(first["scramble"]).facelets == first["facelets"]


def test_server_lists_the_turns_of_buttons(client: TestClient) -> None:
    small = client.get("/api/turns", params={"size": 2}).json()["turns"]
    assert [turn["text"] for turn in small] == ["R", "R2", "R'", "U", "U2", "U'", "F", "F2", "F'"]
    usual = client.get("/api/turns").json()["turns"]
    kinds = {turn["text"]: turn["kind"] for turn in usual}
    assert (kinds["R'"], kinds["M2"], kinds["Rw"], kinds["y'"]) == ("face", "slice", "wide", "rotation")
    assert all(turn["description"] for turn in usual)


@pytest.mark.parametrize(
    "cube",
    [Cube(2).apply("R U F2 x"), Cube(2), Cube(3).apply("R U F2 L' z'"), Cube(3).apply("M E2 S y2")],
)
def test_setup_leads_to_the_state_in_its_hold(client: TestClient, cube: Cube) -> None:
    data = client.get("/api/setup", params={"state": cube.facelets}).json()
    assert Cube(cube.size).apply(data["alg"]) == cube


def test_setup_is_found_in_another_process(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object, **__: object) -> None:
        raise AssertionError

    monkeypatch.setattr("cubeproof.solving.solve.solve_request", fail)
    monkeypatch.setattr("cubeproof.methods.two_phase.search.NearSearch.run", fail)
    cube = Cube(3).apply("R U F2 L'")
    answer = client.get("/api/setup", params={"state": cube.facelets})
    assert answer.status_code == 200
    assert Cube(3).apply(answer.json()["alg"]) == cube


def test_setup_of_a_state_that_cannot_exist_says_why(client: TestClient) -> None:
    swapped = "".join({"U": "R", "R": "U"}.get(colour, colour) for colour in Cube(3).facelets)
    answer = client.get("/api/setup", params={"state": swapped})
    assert (answer.status_code, answer.json()["field"]) == (422, "state")
    assert answer.json()["reasons"]


class TestExplore:
    def test_explorer_layers_have_the_published_sizes(self, client: TestClient) -> None:
        data = client.get("/api/explore").json()
        assert data == {"size": 2, "metric": "htm", "counts": LAYERS_2_HTM, "total": 3_674_160}

    def test_explorer_gives_a_cube_at_a_distance(self, client: TestClient) -> None:
        parameters: dict[str, str | int] = {"depth": 11, "metric": "htm", "seed": 5}
        data = client.get("/api/explore/cube", params=parameters).json()
        cube = Cube(2).apply(data["scramble"])
        assert (cube.facelets, data["distance"], data["seed"]) == (data["facelets"], 11, 5)
        # Antipodes have the maximum distance from solved, so no neighbour is farther.
        near = client.post("/api/explore/neighbours", json={"state": data["facelets"]}).json()
        assert near["distance"] == 11
        assert {next_["distance"] for next_ in near["neighbours"]} <= {10, 11}

    def test_neighbours_are_one_turn_away(self, client: TestClient) -> None:
        cube = Cube(2).apply("R U")
        data = client.post("/api/explore/neighbours", json={"state": cube.facelets, "metric": "htm"}).json()
        assert data["distance"] == 2
        assert len(data["neighbours"]) == 9
        for neighbour in data["neighbours"]:
            assert cube.apply(neighbour["turn"]).facelets == neighbour["facelets"]
        by_turn = {neighbour["turn"]: neighbour["distance"] for neighbour in data["neighbours"]}
        assert (by_turn["U'"], by_turn["U"], by_turn["R"]) == (1, 2, 3)


def test_all_six_crosses_are_answered_at_once(client: TestClient) -> None:
    cube = Cube(3).apply("R U F2 D'")
    answer = client.post("/api/crosses", json={"state": cube.facelets, "metric": "qtm"}).json()
    assert answer["metric"] == "qtm"
    assert [(cross["colour"], cross["length"]) for cross in answer["crosses"]] == [
        (cross.colour, cross.length) for cross in crosses(cube, "qtm")
    ]
    refused = client.post("/api/crosses", json={"state": Cube(2).facelets})
    assert (refused.status_code, refused.json()["field"]) == (422, "state")


def test_as_many_turns_as_allowed_are_read_and_no_more() -> None:
    limits = Limits(turns=3)
    assert str(limits.alg("R U F")) == "R U F"
    with pytest.raises(NotationError, match="4 turns, but this server allows 3"):
        limits.alg("(R U)2")
