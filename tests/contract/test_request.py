"""A request is one value with one JSON form; its digests distinguish questions."""

import os
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from cubeproof import Cube, Limit, Metric, Options, UsageError, cube_problem
from cubeproof.contract.control import Control
from cubeproof.contract.request import SearchRequest
from cubeproof.contract.settings import OPTIONS
from cubeproof.solving.solve import solve_request
from programs import run_python

START = Cube(3).apply("R U F").facelets
BASE = SearchRequest(3, START)
REQUESTS = {
    "a cube": BASE,
    "a scramble": SearchRequest(3, START, "R U F"),
    "unknown stickers": SearchRequest(3, "?" * 9 + START[9:], goal="cross"),
    "facelets as the goal": SearchRequest(3, START, goal=Cube(3).apply("M").facelets, metric=Metric.STM),
    "turns and limits": SearchRequest(
        2,
        Cube(2).facelets,
        moves="R,U2",
        limit=Limit(2.5, 7),
        engine="sat",
        options=Options(every=True, extra=1),
    ),
    "another puzzle": SearchRequest.of_problem(cube_problem(Cube(2).apply("R")), options=Options(jobs=None)),
}
KINDS = pytest.mark.parametrize("request_", REQUESTS.values(), ids=REQUESTS.keys())


@KINDS
def test_request_is_the_same_through_json(request_: SearchRequest) -> None:
    again = SearchRequest.from_json(request_.to_json())
    assert again == request_
    assert (again.to_json(), again.digest, again.question_digest) == (
        request_.to_json(),
        request_.digest,
        request_.question_digest,
    )


def test_digests_are_the_same_in_another_process() -> None:
    program = (
        "import sys; from cubeproof.contract.request import SearchRequest\n"
        "for line in sys.stdin: r = SearchRequest.from_json(line); print(r.digest, r.question_digest)"
    )
    lines = "".join(f"{request.to_json()}\n" for request in REQUESTS.values())
    environment = os.environ | {"PYTHONHASHSEED": "7"}
    run = run_python(program, input=lines, env=environment)
    assert run.stdout.splitlines() == [f"{r.digest} {r.question_digest}" for r in REQUESTS.values()]


ASKED: dict[str, Any] = {"start": Cube(3).apply("R U").facelets, "goal": "cross", "moves": "R,U,F"}
ASKED |= {"metric": Metric.QTM, "limit": Limit(length=5), "options": Options(every=True)}
MORE_ASKED: dict[str, Any] = {"start": "?" + START[1:], "goal": Cube(3).facelets}
MORE_ASKED |= {"options": Options(every=True, extra=1)}
ANSWERED: dict[str, Any] = {"scramble": "R U F", "limit": Limit(seconds=3), "engine": "sat"}
ANSWERED |= {"options": Options(jobs=2, quick=True, every=False, extra=0)}


@pytest.mark.parametrize("entry", ASKED)
def test_question_digest_changes_with_what_is_asked(entry: str) -> None:
    for changes in (ASKED, MORE_ASKED):
        changed = replace(BASE, **{entry: changes.get(entry, ASKED[entry])})
        assert changed.question_digest != BASE.question_digest
        assert changed.digest != BASE.digest


@pytest.mark.parametrize("entry", ANSWERED)
def test_question_digest_ignores_how_it_is_answered(entry: str) -> None:
    changed = replace(BASE, **{entry: ANSWERED[entry]})
    assert changed.question_digest == BASE.question_digest
    assert changed.digest != BASE.digest


def test_question_digest_ignores_how_turns_are_written() -> None:
    assert (
        len({replace(BASE, moves=text).question_digest for text in ("R,U2", "U2 R", "R' , U2", "R U2 R")})
        == 1
    )
    assert replace(BASE, moves="R,U").question_digest != replace(BASE, moves="R,U2").question_digest
    assert len({replace(BASE, moves=text).question_digest for text in ("M", "2L", "2R", "M'")}) == 1
    blocks = ("M", "E", "S", "R", "L", "Rw", "Lw", "R2", "M2")
    assert len({replace(BASE, moves=text).question_digest for text in blocks}) == len(blocks)


def test_settings_have_the_names_that_users_know() -> None:
    options = Options(quick=True, every=True, extra=2, jobs=3, seed=-1, pace=2.5)
    settings = {"quick": True, "all": True, "extra": 2, "jobs": 3, "seed": -1, "pace": 2.5}
    request = replace(BASE, options=options)
    assert request.to_dict()["settings"] == settings
    assert SearchRequest.from_dict(BASE.to_dict() | {"settings": settings}) == request


def test_settings_that_are_defaults_do_not_change_the_request() -> None:
    defaults = {called: setting.default for called, setting in OPTIONS.items()}
    for settings in ({}, defaults, {"all": False, "extra": 0}, {"jobs": None}):
        request = SearchRequest.from_dict(BASE.to_dict() | {"settings": settings})
        assert request == BASE
        assert (request.digest, request.question_digest) == (BASE.digest, BASE.question_digest)
    without = BASE.to_dict()
    del without["settings"]
    assert SearchRequest.from_dict(without) == BASE


@pytest.mark.parametrize(
    ("settings", "reason"),
    [
        ({"jbos": 2}, "unknown entry 'jbos'"),
        ({"every": True}, "unknown entry 'every'"),
        ({"jobs": "two"}, "jobs is a whole number, not 'two'"),
        ({"jobs": True}, "jobs is a whole number, not True"),
        ({"jobs": 1.5}, "jobs is a whole number, not 1.5"),
        ({"jobs": 0}, "1 process or more, not 0"),
        ({"all": "no"}, "all is True or False, not 'no'"),
        ({"all": None}, "all is True or False, not None"),
        ({"quick": 1}, "quick is True or False, not 1"),
        ({"extra": -1}, "0 or more turns longer than the shortest, not -1"),
        ({"encoding": 3}, "encoding is a text, not 3"),
        ({"pace": "fast"}, "pace is a number, not 'fast'"),
    ],
    ids=str,
)
def test_settings_that_make_no_sense_are_refused(settings: dict[str, object], reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        SearchRequest.from_dict(BASE.to_dict() | {"settings": settings})


@pytest.mark.parametrize(
    ("change", "error", "reason"),
    [
        ({"schema": 2}, UsageError, "schema 2"),
        ({"start": "UUU"}, UsageError, "stickers"),
        ({"start": 3}, TypeError, "start"),
        ({"metric": "mtm"}, UsageError, "no metric"),
        ({"timeout": -1}, UsageError, "above 0"),
        ({"colour": "red"}, UsageError, "unknown entry 'colour'"),
        ({"settings": 3}, TypeError, "settings"),
    ],
    ids=["schema", "facelets", "start", "metric", "timeout", "unknown", "settings"],
)
def test_from_dict_refuses_senseless_requests(
    change: dict[str, Any], error: type[Exception], reason: str
) -> None:
    with pytest.raises(error, match=reason):
        SearchRequest.from_dict(BASE.to_dict() | change)


@pytest.mark.parametrize(
    "text", ["", "[]", "{", "3", "[" * 100_000], ids=["empty", "list", "brace", "number", "deep"]
)
def test_from_json_refuses_text_other_than_an_object(text: str) -> None:
    with pytest.raises(UsageError, match="not a JSON object"):
        SearchRequest.from_json(text)
    with pytest.raises(UsageError, match="no entry 'start'"):
        SearchRequest.from_dict({"size": 3})


@pytest.mark.parametrize("kind", ["a scramble", "turns and limits", "another puzzle"])
def test_a_request_through_json_is_solved(kind: str) -> None:
    request = SearchRequest.from_json(REQUESTS[kind].to_json())
    solution = solve_request(request, Control(request.limit))
    assert solution.optimal
    assert solution.length == {"a scramble": 3, "turns and limits": 0, "another puzzle": 1}[kind]


def test_digest_is_the_same_whether_a_default_is_given_or_left_out() -> None:
    data = BASE.to_dict()
    plain = {name: data[name] for name in ("schema", "size", "start")}
    digest = SearchRequest.from_dict(plain).digest
    given: dict[str, Any] = {
        "scramble": None,
        "goal": "solved",
        "moves": None,
        "metric": "htm",
        "engine": "auto",
        "settings": {},
    }
    for name, default in (given | {"timeout": None, "max_length": None}).items():
        assert SearchRequest.from_dict(plain | {name: default}).digest == digest
    for name, option in OPTIONS.items():
        assert SearchRequest.from_dict(plain | {"settings": {name: option.default}}).digest == digest


@pytest.mark.guards("equal requests have different digests")
def test_equal_requests_have_one_json_form_whatever_kind_of_number_they_have() -> None:
    plain = replace(BASE, limit=Limit(60, 7), options=Options(every=True, extra=1, jobs=2, pace=2))
    numbers: list[Any] = [np.int64, np.float32, np.float64, Fraction, float]
    whole, text = numbers[0], dict[str, Any](metric="htm")
    for number in numbers:
        options = Options(every=True, extra=whole(1), jobs=whole(2), pace=2.0)
        request = replace(BASE, limit=Limit(number(60), whole(7)), options=options, **text)
        assert request == plain
        assert (request.to_json(), request.digest) == (plain.to_json(), plain.digest)
    for wrong in (True, 1.0, "1"):
        with pytest.raises(TypeError, match="must be a whole number"):
            Limit(length=wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("number", ["1" + "0" * 400, "NaN", "Infinity", "-Infinity"])
def test_numbers_beyond_the_machine_are_refused_in_a_sentence(number: str) -> None:
    start = '{"schema": 1, "size": 2, "start": "UUUURRRRFFFFDDDDLLLLBBBB", '
    for entry in (f'"timeout": {number}', f'"settings": {{"pace": {number}}}'):
        with pytest.raises(UsageError):
            SearchRequest.from_json(start + entry + "}")
