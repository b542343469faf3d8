"""`cnf` and `decode`: all encodings describe the same question, and the length of an answer is its cost."""

import gzip
import hashlib
import json
import os
import re
import threading
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from pysat.formula import CNF
from pysat.solvers import Minisat22

from cubeproof import Alg, Cube
from cubeproof.cli import main
from cubeproof.formulas.encodings import ENCODINGS
from cubeproof.puzzle.cube import permutation
from programs import run_program

Capture = pytest.CaptureFixture[str]

# The size, the scramble, the allowed turns, the metric and the highest length of interest.
CASES = [
    *[(2, "R", "R,D,B", "htm", 4), (2, "R U2 F'", "R,D,B", "htm", 5), (2, "", "R,D,B", "htm", 3)],
    *[(2, "R U2", "R,D,B", "qtm", 5), (2, "R2 D2", "R2,D2", "htm", 6), (3, "R L", "U,R,F,D,L,B", "htm", 3)],
    *[(3, "R2", "U,R,F,D,L,B", "qtm", 3), (3, "R U", "R,U", "htm", 4), (3, "M U", "M,U", "htm", 5)],
    *[(3, "M U", "M,U", "stm", 4), (3, "Rw U", "Rw,U", "htm", 4), (4, "Rw", "R,Rw", "htm", 3)],
]


@cache
def lengths(size: int, scramble: str, turns: str, metric: str, most: int) -> list[bool]:
    """Return for every length whether an answer of exactly this length exists, by enumeration of all words."""
    names = [name + (end if "2" not in name else "") for name in turns.split(",") for end in ("", "2", "'")]
    moves = {name: (permutation(name, size), Alg(name).count(metric, size)) for name in names}
    after: list[set[bytes]] = [{Cube(size).apply(scramble).colours.tobytes()}]
    for cost in range(1, most + 1):
        after.append(set())
        for gather, price in moves.values():
            for state in after[cost - price] if price <= cost else ():
                after[cost].add(np.frombuffer(state, dtype=np.int8)[gather].tobytes())
    return [any(_is_solved(state) for state in states) for states in after]


def _is_solved(state: bytes) -> bool:
    faces = np.frombuffer(state, dtype=np.int8).reshape(6, -1)
    return bool((faces == faces[:, :1]).all())


def solved(path: Path) -> str | None:
    """Return the output of an independent solver, or None if the formula has no model."""
    with Minisat22(bootstrap_with=CNF(from_file=str(path)).clauses) as solver:
        if not solver.solve():
            return None
        return f"s SATISFIABLE\nv {' '.join(map(str, solver.get_model() or []))} 0\n"


@pytest.mark.parametrize("encoding", sorted(ENCODINGS))
@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("asked", [["--exactly"], []])
def test_every_encoding_finds_what_all_words_find(
    case: tuple[int, str, str, str, int], asked: list[str], encoding: str, tmp_path: Path, capsys: Capture
) -> None:
    size, scramble, turns, metric, most = case
    there_is = lengths(*case)
    path, answer = tmp_path / "a.cnf", tmp_path / "answer"
    question = ["--size", str(size), "--moves", turns, "--metric", metric, "--encoding", encoding, *asked]
    # An answer of at most n turns is also one of at most n + 1 turns, so these lengths cover all.
    shortest = there_is.index(True)
    for length in range(most + 1) if asked else sorted({shortest - 1, shortest, most} - {-1}):
        assert main(["cnf", scramble, *question, "--length", str(length), "-o", str(path)]) == 0
        printed = solved(path)
        assert (printed is not None) == (there_is[length] if asked else any(there_is[: length + 1])), length
        if printed is None:
            continue
        answer.write_text(printed)
        capsys.readouterr()
        assert main(["decode", str(path), str(answer), "--json"]) == 0
        data = json.loads(capsys.readouterr().out)
        assert Cube(size).apply(scramble).apply(data["solution"]).is_solved
        counted = Alg(data["solution"]).count(metric, size)
        assert data["length"] == counted
        assert counted == length if asked else counted <= length


DAMAGED = {
    "a step that is no number": "c var 2 turn(x,R)",
    "a turn without its name": "c var 2 turn(2)",
    "a variable of 5000 digits": f"c var {'9' * 5000} turn(2,R)",
}


class TestDamage:
    @pytest.mark.parametrize("case", DAMAGED)
    def test_damaged_legend_is_named_by_its_line(self, case: str, tmp_path: Path, capsys: Capture) -> None:
        (tmp_path / "a.cnf").write_text(f"c var 1 turn(1,R)\n{DAMAGED[case]}\np cnf 2 1\n1 0\n")
        (tmp_path / "answer").write_text("s SATISFIABLE\nv 1 2 0\n")
        assert main(["decode", str(tmp_path / "a.cnf"), str(tmp_path / "answer")]) == 2
        stderr = capsys.readouterr().err
        assert stderr.startswith("cubeproof: Line 2 is not a line of a DIMACS file: 'c var ")
        assert len(stderr) < 200

    @pytest.mark.parametrize(
        ("answer", "status", "message"),
        [("v 1 -2 0\nv 1 -2 0\n", 0, "R\n"), ("v 1 2 0\n", 2, "makes two turns at step 1: R and U.")],
    )
    def test_damaged_answer_is_refused(
        self, answer: str, status: int, message: str, tmp_path: Path, capsys: Capture
    ) -> None:
        (tmp_path / "a.cnf").write_text("c var 1 turn(1,R)\nc var 2 turn(1,U)\np cnf 2 1\n1 2 0\n")
        (tmp_path / "answer").write_text(f"s SATISFIABLE\n{answer}")
        assert main(["decode", str(tmp_path / "a.cnf"), str(tmp_path / "answer")]) == status
        seen = capsys.readouterr()
        assert message in (seen.err if status else seen.out)


@pytest.mark.parametrize(
    "asked",
    [
        ["R", "--size", "2", "--length", "99999999999"],
        ["R", "--length", "99999999999", "--encoding", "sticker"],
        ["R", "--size", "30", "--length", "20"],
    ],
)
def test_formula_too_large_for_memory_is_refused(asked: list[str], capsys: Capture, tmp_path: Path) -> None:
    assert main(["cnf", *asked, "-o", str(tmp_path / "a.cnf")]) == 2
    message = capsys.readouterr().err
    assert "fit into memory" in message
    assert list(tmp_path.iterdir()) == []


class TestTheHash:
    def test_formula_hash_is_printed_and_in_and_beside_the_file(
        self, tmp_path: Path, capsys: Capture
    ) -> None:
        for name in ("a.cnf", "a.cnf.gz"):
            path = tmp_path / name
            assert main(["cnf", "R", "--size", "2", "--length", "1", "-o", str(path)]) == 0
            last_line = capsys.readouterr().err.splitlines()[-1]
            assert re.fullmatch("formula sha256:[0-9a-f]{64}", last_line)
            text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
            assert text.decode().splitlines()[0] == f"c {last_line}"
            beside = Path(f"{path}.sha256").read_text().splitlines()
            assert beside == [f"# {last_line}", f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {name}"]
            command = ["sha256sum", "--strict", "-c", f"{name}.sha256"]
            checked = run_program(command, check=True, cwd=tmp_path)
            assert checked.stdout == f"{name}: OK\n"

    def test_formula_hash_of_a_stage_is_printed(self, tmp_path: Path, capsys: Capture) -> None:
        assert main(["cnf", "R U2 F'", "--stage", "1", "-o", str(tmp_path / "a.cnf")]) == 0
        assert len(list(tmp_path.iterdir())) == 2

    def test_formula_hash_is_not_written_beside_a_device(self, tmp_path: Path, capsys: Capture) -> None:
        pipe, link, file = tmp_path / "pipe", tmp_path / "link", tmp_path / "file"
        link.symlink_to(file)
        os.mkfifo(pipe)
        reader = threading.Thread(target=pipe.read_bytes)
        reader.start()
        for output in (pipe, link):
            assert main(["cnf", "R", "--size", "2", "--length", "1", "-o", str(output)]) == 0
        reader.join()
        assert sorted(tmp_path.iterdir()) == sorted([pipe, link, file])
