"""Cubes in JSON: csTimer's export, arrays, objects."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cubeproof.cli import main
from cubeproof.cli.solve.cube_files import CubeFile
from cubeproof.errors import UsageError
from cubeproof.puzzle.cube import Cube

Capture = pytest.CaptureFixture[str]
Read = Callable[..., list[object]]


def cstimer(sessions: dict[int, list[Any]], types: dict[int, str], *, old: bool = False) -> str:
    """Return an export of csTimer; old versions wrote its parts as texts and the type beside the name."""
    pack = json.dumps if old else lambda value: value
    data = {
        str(number): {"name": number, "rank": number, "stat": [1, 0, 9000]}
        | ({"scr": kind} if old else {"opt": {"scrType": kind}})
        for number, kind in types.items()
    }
    properties = {"sessionN": len(sessions), "sessionData": json.dumps(data)}
    export = {f"session{number}": pack(solves) for number, solves in sessions.items()}
    return json.dumps(export | {"properties": pack(properties)})


def solve_of(scramble: str, *smart_cube: object) -> list[object]:
    return [[0, 12340], scramble, "a comment", 1700000000, *smart_cube]


class TestJson:
    @pytest.mark.parametrize("old", [False, True])
    @pytest.mark.parametrize("name", ["cstimer_20240101_120000.txt", "cstimer.json"])
    def test_export_of_cstimer(self, name: str, old: bool, read: Read) -> None:
        sessions: dict[int, list[Any]] = {
            1: [solve_of("R U2 F'"), [[-1, 9000], "R", "", 0]],
            2: [solve_of("R U")],
            3: [solve_of("U R' L")],
            4: [],
            5: [solve_of("Rw U"), solve_of(""), [[0, 1]], "R"],
            # In the order of numbers, not of letters.
            10: [solve_of("F", ["R@0 U@100", "222"])],
            11: [solve_of("F", ["R@0", "333"])],
        }
        types = {1: "333", 2: "222so", 3: "pyrso", 5: "444wca", 10: "input", 11: "222so"}
        readings = read(cstimer(sessions, types, old=old), name)
        assert readings == [
            (1, 3, "R U2 F'"),
            (2, 3, "R"),
            (3, 2, "R U"),
            (4, "cubes.event"),
            (5, 4, "Rw U"),
            (6, "request.no-cube"),
            (7, "cubes.no-solve"),
            (8, "cubes.no-solve"),
            (9, 2, "F"),
            (10, "cubes.other-event"),
        ]

    def test_damaged_export_of_cstimer_is_not_read_without_its_puzzles(self, read: Read) -> None:
        for damaged in ({"properties": {"sessionData": "{"}}, {"properties": 3}, {"session2": "[[["}):
            with pytest.raises(UsageError, match="of this export of csTimer is damaged"):
                read(json.dumps({"session1": [solve_of("R")], **damaged}))

    def test_export_of_cstimer_may_have_a_very_long_line(self, read: Read) -> None:
        comment = "x" * 4_100_000
        solves = [[[0, 1], "R U", comment, 0], solve_of("F")]
        assert read(cstimer({1: solves}, {1: "222so"})) == [(1, 2, "R U"), (2, 2, "F")]

    @pytest.mark.parametrize("layout", [None, 2])
    @pytest.mark.parametrize("name", ["cubes", "cubes.json", "cubes.json.gz"])
    def test_json_array_of_texts_and_objects(self, name: str, layout: int | None, read: Read) -> None:
        entries = ["R U", {"alg": "F2", "event": "222"}, 7, ["R"], {"state": Cube(2).facelets}]
        data = json.dumps(entries, indent=layout).encode()
        readings = read(gzip.compress(data) if name.endswith("gz") else data, name)
        fault = "cubes.no-entry"
        assert readings == [(1, 3, "R U"), (2, 2, "F2"), (3, fault), (4, fault), (5, 2, Cube(2).facelets)]

    @pytest.mark.parametrize("name", ["cube.txt", "cube.json"])
    def test_array_of_letters_or_of_turns_is_one_cube_as_on_the_command_line(
        self, name: str, tmp_path: Path
    ) -> None:
        letters = [*Cube(2).apply("R U").facelets]
        rows = ["".join(letters[at : at + 2]) for at in range(0, 24, 2)]
        turned = Cube(3).apply("R U'")
        for value, cubes in (
            (letters, [Cube(2).apply("R U")]),
            (rows, [Cube(2).apply("R U")]),
            ([[row] for row in rows], [Cube(2).apply("R U")]),
            (["R", "U'"], [turned]),
            (["R U'"] * 2, [turned] * 2),
            (["".join(letters)] * 4, [Cube(2).apply("R U")] * 4),
        ):
            (tmp_path / name).write_text(json.dumps(value))
            with CubeFile(str(tmp_path / name)) as file:
                assert [line.cube().cube for line in file] == cubes, value

    def test_array_of_letters_with_a_mistake_is_one_refused_cube(self, read: Read) -> None:
        letters = [*Cube(2).apply("R U").facelets]
        assert read(json.dumps(letters[:-1])) == [(1, "state.no-size")]
        assert read(json.dumps([*letters[:-1], "B'"])) == [(1, "error.at-column")]

    def test_array_is_not_confused_with_a_commutator(self, read: Read) -> None:
        assert read("[R, U]\n[[R, U], D]\n[R U: D]\n[]\n")[:3] == [
            (1, 3, "[R, U]"),
            (2, 3, "[[R, U], D]"),
            (3, 3, "[R U: D]"),
        ]
        assert read("[]") == []

    def test_json_file_may_have_an_object_per_line_or_one_object(self, read: Read) -> None:
        assert read('{"scramble": "R"}\n{"scramble": "U"}\n', "cubes.json") == [(1, 3, "R"), (2, 3, "U")]
        assert read('{\n  "scramble": "R",\n  "size": 2\n}\n', "cubes.json") == [(1, 2, "R")]

    def test_broken_document_is_refused_with_its_line(self, read: Read) -> None:
        with pytest.raises(UsageError, match=r"is not JSON \(line 2, column 1: "):
            read('["R",\nU]')
        with pytest.raises(UsageError, match="This is not a JSON object"):
            read('["R", ' + "[" * 100_000)

    def test_name_that_occurs_twice_is_refused(self, read: Read) -> None:
        doubled = '{"scramble": "R", "size": 2, "scramble": "U"}'
        readings = read(
            f'{doubled}\n{{"scramble": "R", "Scramble": "U"}}\n{{"scramble": "R"}}\n', "cubes.jsonl"
        )
        assert readings == [(1, "json.twice"), (2, "cubes.name-twice"), (3, 3, "R")]
        with pytest.raises(UsageError, match="The text has the entry '/0/scramble' twice"):
            read(f"[{doubled}]")

    def test_failure_names_the_cube_of_a_document(self, tmp_path: Path, capsys: Capture) -> None:
        file, out = tmp_path / "cstimer.txt", tmp_path / "answers"
        file.write_text(cstimer({1: [solve_of("R Q"), solve_of("R U")]}, {1: "222so"}))
        for _ in range(2):
            assert main(["solve", "--file", str(file), "--json", "-o", str(out)]) in (0, 2)
        failure, answer = map(json.loads, out.read_text().splitlines())
        assert failure["error"].startswith(f"{file}, cube 1: Column 3: 'Q' is not a turn.")
        assert (failure["line"], failure["id"]) == (1, "session1/1")
        assert (answer["line"], answer["id"], answer["length"]) == (2, "session1/2", 2)
        assert f"cubeproof: {out} already has the answers to 2 cubes" in capsys.readouterr().err
