"""The entrances of the product for a text: each returns the facelets that the text led to, or the refusal.

An entrance gets a text and the number of layers that the user names, or None. It reads both turns and cubes
(`ENTRANCES`), turns only (`FOR_TURNS`) or a cube only (`FOR_CUBES`). Turns are made on the solved cube.
"""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stderr
from pathlib import Path
from tempfile import TemporaryDirectory
from types import SimpleNamespace
from typing import NamedTuple
from unittest.mock import patch

from fastapi.testclient import TestClient

from cubeproof import Alg, Cube, CubeproofError
from cubeproof.cli import main
from cubeproof.solving.request_parsing import read_cube
from second_opinion.lattice import FACES


class Reading(NamedTuple):
    """The reading of a text at an entrance: facelets, or the sentence of the refusal."""

    facelets: str | None
    refusal: str = ""


Entrance = Callable[[str, int | None], Reading]


def run(*words: str) -> tuple[int, str, str]:
    """Run the command in this process; return its status, its output and its messages."""
    out = io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True)
    with patch.object(sys, "stdout", out), redirect_stderr(io.StringIO()) as messages:
        try:
            status = main(list(words))
        except SystemExit as end:
            status = int(end.code or 0)
    out.flush()
    assert "Internal error" not in messages.getvalue(), (words, messages.getvalue())
    return status, out.buffer.getvalue().decode(), messages.getvalue()


def _sized(size: int | None) -> list[str]:
    return [] if size is None else ["--size", str(size)]


def of_net(net: str) -> str:
    """The facelets of a net in letters."""
    rows = [row.split() for row in net.splitlines()]
    edge = len(rows) // 3
    blocks = {face: [row[edge * at :][:edge] for row in rows[edge:-edge]] for at, face in enumerate("LFRB")}
    blocks |= {"U": rows[:edge], "D": rows[-edge:]}
    return "".join(letter for face in FACES for row in blocks[face] for letter in row)


def show(text: str, size: int | None) -> Reading:
    status, out, messages = run("show", "--format", "letters", *_sized(size), "--", text)
    return Reading(None, messages) if status else Reading(of_net(out))


def show_state(text: str, size: int | None) -> Reading:
    status, out, messages = run("show", "--format", "letters", *_sized(size), f"--state={text}")
    return Reading(None, messages) if status else Reading(of_net(out))


def solve(text: str, size: int | None) -> Reading:
    status, out, messages = run("solve", "--max-length", "0", "--json", *_sized(size), "--", text)
    answer = json.loads(out)
    return Reading(answer["start"]) if status in {0, 4} else Reading(None, messages)


def cnf(text: str, size: int | None) -> Reading:
    """The start of a formula: its comments say which labels are at which places."""
    with TemporaryDirectory() as folder:
        path = Path(folder, "question.cnf")
        status, _, messages = run("cnf", "--length", "0", "-o", str(path), *_sized(size), "--", text)
        if status:
            return Reading(None, messages)
        (line,) = [line for line in path.read_text().splitlines() if line.startswith("c start ")]
        return Reading(line.split()[2])


def apply(text: str, size: int | None) -> Reading:
    status, out, messages = run("apply", *_sized(size), "--", text)
    return Reading(None, messages) if status else Reading(out.strip())


def animate(text: str, size: int | None) -> Reading:
    with TemporaryDirectory() as folder:
        path = str(Path(folder, "film.svg"))
        status, _, messages = run("animate", "-o", path, *_sized(size), "--", text)
    # A film has no facelets to compare: that it was made is all that is known.
    return Reading(None, messages) if status else Reading("film")


def _refusal(error: Exception) -> Reading:
    return Reading(None, str(error))


def python(text: str, size: int | None) -> Reading:
    try:
        return Reading(read_cube(text, None, size)[0].facelets)
    except CubeproofError as error:
        return _refusal(error)


def python_apply(text: str, size: int | None) -> Reading:
    try:
        return Reading(Cube(size or 3).apply(text).facelets)
    except CubeproofError as error:
        return _refusal(error)


def python_alg(text: str, size: int | None) -> Reading:
    """`Alg` knows no size: lower-case turns are wide."""
    try:
        return Reading(Cube(size or 3).apply(Alg(text)).facelets)
    except CubeproofError as error:
        return _refusal(error)


def python_facelets(text: str, size: int | None) -> Reading:
    del size
    try:
        return Reading(Cube.from_facelets(text).facelets)
    except CubeproofError as error:
        return _refusal(error)


class Api:
    """The HTTP API, with searches that are accepted but not run."""

    def __init__(self, client: TestClient) -> None:
        self.client = client

    def _post(self, path: str, body: dict[str, object]) -> tuple[int, dict[str, object]]:
        answer = self.client.post(
            path, json={name: value for name, value in body.items() if value is not None}
        )
        assert answer.status_code < 500, (path, body, answer.text)
        return answer.status_code, answer.json()

    def solve(self, text: str, size: int | None) -> Reading:
        started: list[dict[str, dict[str, str]]] = []

        def start(
            request: dict[str, dict[str, str]], *_: object, **__: object
        ) -> tuple[SimpleNamespace, bool]:
            started.append(request)
            return SimpleNamespace(id="a" * 32), False

        with patch.object(self.client.app.state.registry, "start", start):  # type: ignore[attr-defined]
            status, answer = self._post("/api/solve", {"scramble": text, "size": size})
        return Reading(started[0]["search"]["start"]) if status == 202 else Reading(None, str(answer))

    def apply(self, text: str, size: int | None) -> Reading:
        status, answer = self._post("/api/apply", {"alg": text, "size": size})
        return Reading(str(answer["facelets"])) if status == 200 else Reading(None, str(answer))

    def state(self, text: str, size: int | None) -> Reading:
        status, answer = self._post("/api/apply", {"state": text, "size": size})
        return Reading(str(answer["facelets"])) if status == 200 else Reading(None, str(answer))


# Files: many texts at once, each with its size.

Row = tuple[str, "int | None"]
Writer = Callable[[Sequence[Row]], tuple[str, bytes]]


def of_file(name: str, content: bytes, rows: int) -> list[Reading]:
    """The readings of the cubes of a file, in the order of the file."""
    with TemporaryDirectory() as folder:
        path = Path(folder, name)
        path.write_bytes(content)
        _, out, messages = run("solve", "--max-length", "0", "--json", "--file", str(path))
    answers = [json.loads(line) for line in out.splitlines()]
    assert len(answers) == rows, (name, len(answers), rows, messages[:300])
    return [Reading(answer.get("start"), answer.get("error", "")) for answer in answers]


def as_json_lines(rows: Sequence[Row]) -> tuple[str, bytes]:
    lines = [json.dumps({"scramble": text} | ({"size": size} if size else {})) for text, size in rows]
    return "cubes.jsonl", "\n".join(lines).encode()


def as_json_array(rows: Sequence[Row]) -> tuple[str, bytes]:
    values = [{"scramble": text, "size": size} if size else text for text, size in rows]
    return "cubes.json", json.dumps(values, indent=1, ensure_ascii=False).encode()


def as_csv(rows: Sequence[Row]) -> tuple[str, bytes]:
    table = io.StringIO()
    csv.writer(table).writerows([("scramble", "size"), *((text, size or "") for text, size in rows)])
    return "cubes.csv", table.getvalue().encode()


def as_utf16(rows: Sequence[Row]) -> tuple[str, bytes]:
    return "cubes.csv", as_csv(rows)[1].decode().encode("utf-16")


def as_events(rows: Sequence[Row]) -> tuple[str, bytes]:
    """A table whose rows name an event instead of a size, with semicolons."""
    table = io.StringIO()
    lines = [("event_id", "scramble"), *((f"{size or 3}" * 3, text) for text, size in rows)]
    csv.writer(table, delimiter=";").writerows(lines)
    return "cubes.csv", table.getvalue().encode()


def as_text(rows: Sequence[Row]) -> tuple[str, bytes]:
    """Lines of text, with blank lines between them: only for texts of one line without a size."""
    return "cubes.txt", "\n\n".join(text for text, _ in rows).encode()


def as_text_utf16(rows: Sequence[Row]) -> tuple[str, bytes]:
    return "cubes.txt", as_text(rows)[1].decode().encode("utf-16")


def as_cstimer(rows: Sequence[Row]) -> tuple[str, bytes]:
    """Sessions of csTimer, one for each size: the rows come back in the order of their sizes."""
    export: dict[str, object] = {}
    data = {}
    kinds = {2: "222so", 3: "333", 4: "444wca", 5: "555wca", 6: "666wca", 7: "777wca"}
    for number, size in enumerate(sorted({size or 3 for _, size in rows}), 1):
        solves = [
            [[0, 9000 + at], text, "", 1700000000 + at]
            for at, (text, of) in enumerate(rows)
            if (of or 3) == size
        ]
        export[f"session{number}"] = solves
        data[str(number)] = {"name": number, "opt": {"scrType": kinds[size]}, "rank": number}
    export["properties"] = {"sessionData": json.dumps(data), "session": 1, "sessionN": len(data)}
    return "cstimer_20260101_120000.txt", json.dumps(export).encode()
