"""Formulas over the network: judged by minisat, by another reader of clauses and by another checker of LRAT."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from fastapi.testclient import TestClient

from cubeproof import Cube, distance, random_cube, random_cube_at
from cubeproof.formulas.encodings import ENCODINGS
from judges import first_bad_lemma, minisat


def ask(client: TestClient, path: str, **request: object) -> dict[str, Any]:
    answer = client.post(f"/api/formula{path}", json=request)
    assert answer.status_code == 200, answer.text
    data: dict[str, Any] = answer.json()
    return data


def whole_formula(client: TestClient, **request: object) -> tuple[dict[str, Any], list[list[int]]]:
    """Return the first page of a formula, and the clauses of all pages."""
    first = ask(client, "", **request)
    clauses = list(first["clauses"])
    for page in range(1, first["pages"]):
        clauses += ask(client, "", **request, page=page)["clauses"]
    assert len(clauses) == first["total"]
    return first, clauses


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_formula_is_answered_by_turns_or_refuted(
    encoding: str, seed: int, client: TestClient, tmp_path: Path
) -> None:
    horizon = Random(f"{encoding} {seed}").randrange(5)
    cube = random_cube_at(max(0, horizon + seed - 1), seed=seed)
    request = {"state": cube.facelets, "horizon": horizon, "encoding": encoding}
    first, clauses = whole_formula(client, **request)
    answer = ask(client, "/refutation", **request)
    assert minisat(clauses, tmp_path) == (distance(cube) <= horizon) == (answer["turns"] is not None)
    if answer["turns"] is not None:
        assert cube.apply(answer["turns"]).is_solved
        assert len(answer["turns"].split()) <= horizon
        assert (answer["lemmas"], answer["lemma_count"]) == (None, 0)
    else:
        assert len(answer["lemmas"]) == answer["lemma_count"] <= 500
        lemmas = [(lemma["number"], lemma["literals"], lemma["hints"]) for lemma in answer["lemmas"]]
        assert first_bad_lemma(dict(enumerate(clauses, 1)), lemmas) is None
        used = {hint for _, _, hints in lemmas for hint in hints}
        assert {number for number, _, _ in lemmas[:-1]} <= used
    assert sum(group["clauses"] for group in first["groups"]) == len(clauses)


def test_group_has_its_clauses_in_pages(client: TestClient) -> None:
    request = {"state": random_cube(2, seed=1).facelets, "horizon": 4}
    first, clauses = whole_formula(client, **request)
    for number, group in enumerate(first["groups"]):
        part = ask(client, "", **request, group=number)
        rows: list[list[int]] = []
        for page in range(part["pages"]):
            more = ask(client, "", **request, group=number, page=page)
            assert more["first"] == group["first"] + len(rows)
            rows += more["clauses"]
        assert rows == clauses[group["first"] - 1 :][: group["clauses"]]


@pytest.mark.parametrize("seed", range(4))
def test_verify_names_exactly_the_violated_clauses(seed: int, client: TestClient) -> None:
    random = Random(seed)
    request = {
        "state": random_cube(2, seed=seed).facelets,
        "horizon": 1,
        "encoding": random.choice([*ENCODINGS]),
    }
    first, clauses = whole_formula(client, **request)
    true = {number for number in range(1, len(first["names"]) + 1) if random.random() < 0.2}
    answer = ask(client, "/verify", **request, true=sorted(true))
    broken = [
        number
        for number, clause in enumerate(clauses, 1)
        if not any((literal > 0) == (abs(literal) in true) for literal in clause)
    ]
    assert (answer["total"], [clause["number"] for clause in answer["broken"]]) == (
        len(broken),
        broken[:2000],
    )
    for clause in answer["broken"][:50]:
        literals = clauses[clause["number"] - 1]
        signed = ["¬" * (literal < 0) + first["names"][abs(literal) - 1] for literal in literals]
        assert clause["literals"] == signed


def test_long_refutation_is_counted_but_not_sent(client: TestClient) -> None:
    cube = random_cube_at(11, seed=1)
    request = {"state": cube.facelets, "horizon": 4, "encoding": "cubie-onehot"}
    answer = ask(client, "/refutation", **request)
    assert (answer["turns"], answer["lemmas"]) == (None, None)
    assert answer["lemma_count"] > 500


def test_example_of_the_chapter_has_the_published_figures(client: TestClient) -> None:
    request = {"state": Cube(2).apply("R U F").facelets, "horizon": 2}
    first = ask(client, "", **request)
    assert (len(first["names"]), first["total"]) == (469, 1124)
    assert ask(client, "/refutation", **request)["lemma_count"] <= 164
