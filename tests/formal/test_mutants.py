"""No change of a certificate makes the program prove a false statement; a search by brute force judges."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cubeproof import CertificateError, Cube, certify, solve
from cubeproof.proof.check.manifest import full_question
from cubeproof.proof.check.question import Question as CheckedQuestion
from cubeproof.proof.check.turns import colours_of
from cubeproof.proof.checker import check_certificate
from cubeproof.proof.write import certify as certificate
from formal.proof_changes import changed
from second_opinion.lattice import after, letters, read, slabs, solved
from second_opinion.oracle import Question, opinion

# Size, scramble, metric, goal, proof in parts.
DRAWN = {
    "htm": (2, "R U F2 R'", "htm", None, False),
    "parity": (2, "R U F R'", "qtm", None, False),
    "parts": (2, "R U2 F R'", "htm", None, True),
    "wide": (3, "R U F'", "qtm", None, False),
    "held": (3, "R M", "stm", "", False),
    "held in parts": (3, "R U", "htm", "x", True),
}

Manifest = dict[str, Any]


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Certificates that hold."""
    folders = {}
    for name, (size, scramble, metric, goal, in_parts) in DRAWN.items():
        wanted = "solved" if goal is None else Cube(size).apply(goal)
        with pytest.MonkeyPatch.context() as patch:
            if in_parts:
                patch.setattr(certificate, "_LONG", 0)
            solution = solve(Cube(size).apply(scramble), goal=wanted, metric=metric, engine="sat")
            folders[name] = certify(solution, tmp_path_factory.mktemp("drawn") / "proof").folder
    return folders


@cache
def shortest(question: Question, most: int) -> int | None:
    """Return the least cost of an answer up to a limit, by brute force; None if every answer costs more."""
    view = opinion(question, most)
    assert view.cost is not None or view.depth >= most
    return view.cost


def check(program: Path, folder: Path) -> Manifest | None:
    """Return the statement that the program proves, or None; verify that it ends with a sentence or a verdict."""
    done = subprocess.run(
        [program, "check", folder], capture_output=True, text=True, errors="replace", check=False, timeout=300
    )
    assert done.returncode in (0, 1, 2, 3)
    assert (done.returncode == 0) == ('"proved": true' in done.stdout) == (done.stderr == "")
    assert done.stderr == "" or (done.stderr.endswith(".\n") and "exception" not in done.stderr)
    return json.loads(done.stdout) if done.returncode == 0 else None


def judge(claims: Manifest) -> None:
    """Verify a proved statement by brute force, on a cube that shares no line with ours."""
    question = Question(claims["size"], claims["start"], claims["goal"], claims["metric"])
    assert question.objection(claims["answer"]) is None, claims
    assert question.cost(claims["answer"]) == claims["length"], claims
    assert shortest(question, claims["length"]) == claims["length"], claims


def write(folder: Path, manifest: Manifest) -> None:
    (folder / "certificate.json").write_text(json.dumps(manifest))


def ask(manifest: Manifest) -> None:
    """Make the entry `asked` consistent, so that only the theorems can refuse the certificate."""
    size = manifest["size"]
    start, goal = colours_of(manifest["start"], size), manifest["goal"]
    wanted = goal if goal == "solved" else colours_of(goal, size)
    manifest["asked"] = full_question(CheckedQuestion(size, start, wanted, None, manifest["metric"]))


def change_question(draw: Random, folder: Path, second: Path) -> None:
    manifest = json.loads((folder / "certificate.json").read_text())
    size, formula = manifest["size"], manifest["formula"]
    turns = [turn.name for turn in slabs(size)] + ["x", "y2", "z'"]
    kind = draw.randrange(9)
    if kind == 0:
        start = list(manifest["start"])
        one, other = draw.sample(range(len(start)), 2)
        start[one], start[other] = start[other], start[one]
        manifest["start"] = "".join(start)
    elif kind == 1:
        # The certificate of another cube, with an answer that is right but may be too long.
        word = " ".join(draw.choice(turns) for _ in range(draw.randrange(5)))
        goal = solved(size) if manifest["goal"] == "solved" else colours_of(manifest["goal"], size)
        manifest.update(start=letters(after(goal, word, size)), answer=inverse(word))
    elif kind == 2:
        answer = manifest["answer"].split()
        answer.insert(draw.randrange(len(answer) + 1), draw.choice(turns))
        manifest["answer"] = " ".join(answer)
    elif kind == 3:
        turn = draw.choice(turns)
        manifest["answer"] += f" {turn} {inverse(turn)}"
    elif kind == 4:
        manifest["metric"] = draw.choice(["htm", "qtm", "stm"])
    elif kind == 5:
        manifest["goal"] = draw.choice(["solved", letters(after(solved(size), draw.choice(turns), size))])
    elif kind == 6:
        formula["goals"] = [letters(after(solved(size), draw.choice(turns), size))]
    elif kind == 7:
        formula["generators"] = json.loads((second / "certificate.json").read_text())["formula"]["generators"]
    else:
        draw.shuffle(formula["generators"])
    question = Question(size, manifest["start"], manifest["goal"], manifest["metric"])
    if draw.random() < 0.9:
        manifest["length"] = sum(turn.cost(question.metric, size) for turn in read(manifest["answer"], size))
        formula["horizon"] = max(0, manifest["length"] - draw.choice([1, 1, 2]))
    elif draw.random() < 0.5:
        manifest["length"], formula["horizon"] = draw.randrange(7), draw.randrange(7)
    ask(manifest)
    write(folder, manifest)


def inverse(word: str) -> str:
    """Return the turns back."""
    ends = {"'": "", "2": "2"}
    return " ".join(
        token[:-1] + ends[token[-1]] if token[-1] in ends else f"{token}'" for token in reversed(word.split())
    )


def change_text(draw: Random, folder: Path, second: Path) -> None:
    """Change a few letters of the manifest, or take the manifest of another certificate."""
    path = folder / "certificate.json"
    text = path.read_text()
    kind = draw.randrange(6)
    place = draw.randrange(len(text))
    if kind == 0:
        path.write_bytes(text.encode()[:place] + bytes([draw.randrange(256)]) + text.encode()[place + 1 :])
    elif kind == 1:
        path.write_text(text[:place] + text[place + draw.randrange(1, 20) :])
    elif kind == 2:
        path.write_text(text[:place] + draw.choice('0123456789"[]{},:\\U ') + text[place:])
    elif kind == 3:
        name = draw.choice(list(json.loads(text)))
        path.write_text(
            text.replace("{", '{"' + name + '": ' + draw.choice(["1", "null", '"solved"', "[]"]) + ",", 1)
        )
    elif kind == 4:
        path.write_text(text[:place])
    else:
        shutil.copy(second / "certificate.json", path)


def change_formula(draw: Random, folder: Path, second: Path) -> None:
    path = folder / "formula.cnf"
    lines = path.read_text().splitlines()
    head = next(number for number, line in enumerate(lines) if line.startswith("p cnf"))
    variables, clauses = map(int, lines[head].split()[2:])
    place = draw.randrange(head + 1, len(lines))
    kind = draw.randrange(7)
    if kind == 0:
        del lines[place]
        lines[head] = f"p cnf {variables} {clauses - 1}"
    elif kind == 1:
        literals = draw.sample(range(1, variables + 1), draw.randrange(3))
        lines.append(" ".join(map(str, [*(draw.choice([-1, 1]) * literal for literal in literals), 0])))
        lines[head] = f"p cnf {variables} {clauses + 1}"
    elif kind == 2:
        words = lines[place].split()
        words[draw.randrange(len(words))] = str(draw.choice([-1, 1]) * draw.randrange(1, variables + 1))
        lines[place] = " ".join(words)
    elif kind == 3:
        words = lines[place].split()
        del words[draw.randrange(len(words))]
        lines[place] = " ".join(words)
    elif kind == 4:
        lines[place] = " ".join(word if word == "0" else str(-int(word)) for word in lines[place].split())
    elif kind == 5:
        named = [number for number, line in enumerate(lines[:head]) if line.startswith("c var")]
        one, other = draw.sample(named, 2)
        first, last = lines[one].split(), lines[other].split()
        first[3], last[3] = last[3], first[3]
        lines[one], lines[other] = " ".join(first), " ".join(last)
    else:
        shutil.copy(second / "formula.cnf", path)
        return
    path.write_text("".join(f"{line}\n" for line in lines))


def change_proof(draw: Random, folder: Path, second: Path) -> None:
    path = draw.choice(sorted(folder.glob("part-*.lrat")))
    if draw.random() < 0.1:
        shutil.copy(second / "part-0001.lrat", path)
    else:
        path.write_text(changed(draw, path.read_text().splitlines()), encoding="utf-8", newline="")


def change_parts(draw: Random, folder: Path, second: Path) -> None:
    del second
    manifest = json.loads((folder / "certificate.json").read_text())
    files, parts = sorted(folder.glob("part-*.lrat")), manifest["parts"]
    place = draw.randrange(len(parts))
    kind = draw.randrange(6)
    if kind == 0:
        del parts[place]
    elif kind == 1:
        parts.append(parts[place])
    elif kind == 2:
        parts[place] = [*parts[place], draw.choice(["layer(1,R)", "layer(1,U)", "turn(1,R)", "at0(0,U1,U1)"])]
    elif kind == 3:
        parts[place] = parts[place][:-1]
    elif kind == 4:
        draw.choice(files).unlink()
    elif draw.random() < 0.5:
        del parts[place]
        files[place].unlink()
        for number, path in enumerate(sorted(folder.glob("part-*.lrat")), 1):
            path.rename(folder / f"part-{number:04}.lrat")
    else:
        draw.shuffle(parts)
    write(folder, manifest)


CHANGES: list[Callable[[Random, Path, Path], None]] = [
    change_question,
    change_text,
    change_formula,
    change_proof,
    change_parts,
]


def examine(
    program: Path, drawn: dict[str, Path], name: str, count: int, tmp_path: Path, every: int = 12
) -> None:
    """Change a certificate `count` times; judge each proved statement, and sometimes ask our checker too."""
    draw = Random(f"mutants of {name}")
    claims = check(program, drawn[name])
    assert claims is not None
    judge(claims)
    refused = 0
    for number in range(count):
        folder = Path(shutil.copytree(drawn[name], tmp_path / "changed"))
        draw.choice(CHANGES)(draw, folder, drawn[draw.choice(sorted(drawn))])
        claims = check(program, folder)
        refused += claims is None
        if claims is not None:
            judge(claims)
        elif number % every == 0:
            # Our checker accepts no certificate that the program refuses or does not cover.
            with pytest.raises(CertificateError):
                check_certificate(folder)
        shutil.rmtree(folder)
    assert count / 2 < refused < count


@pytest.mark.parametrize("name", DRAWN)
def test_changed_certificate_proves_nothing_false(
    name: str, program: Path, drawn: dict[str, Path], tmp_path: Path
) -> None:
    examine(program, drawn, name, 80 if DRAWN[name][0] == 2 else 28, tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("name", DRAWN)
def test_certificate_with_many_changes_proves_nothing_false(
    name: str, program: Path, drawn: dict[str, Path], tmp_path: Path
) -> None:
    examine(program, drawn, name, 2000, tmp_path)
