"""A checker written only from `docs/certificate.md` agrees on the question, the reduction, the parts and the proof.

It shares no line with the product: it uses the cube of the second opinion and a different argument (it follows the
rotations from turn to turn instead of carrying them to the end), and dratify judges the proof. It cannot write the
formula again.
"""

from __future__ import annotations

import json
import re
import subprocess
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import dratify
import numpy as np
import pytest

from cube_maps import map_of
from cubeproof import Alg, Cube, CubeproofError, Problem, certify, check_certificate, solve
from cubeproof.problem import cube_problem
from second_opinion.lattice import Array, Turn, after, colours, permutation, read, rotations, slabs

UNKNOWN = 6


def stranger(folder: Path) -> str:
    """Return the fault of a certificate, or ""."""
    manifest = json.loads((folder / "certificate.json").read_text())
    size, wanted = manifest["size"], manifest["asked"]
    start, pattern = colours(wanted["start"]), colours(wanted["goal"])
    any_rotation = size % 2 == 0 or len(manifest["goal"]) != 6 * size * size
    held = [pattern[way] for _, way in rotations(size)] if any_rotation else [pattern]
    allowed = {permutation(turn, size).tobytes(): cost for turn, cost in turns(manifest)}
    expected = {
        after(np.arange(6 * size * size), name, size).tobytes(): cost for name, cost in wanted["turns"]
    }
    if expected != allowed or wanted["hold"] != ("any" if any_rotation else "as given"):
        return "the turns or the hold are not those of the question"
    if manifest["moves"] is None and any_rotation:
        allowed |= {way.tobytes(): 0 for _, way in rotations(size)}
    end, count = start, 0
    for turn in read(manifest["answer"], size):
        end = end[permutation(turn, size)]
        count += allowed.get(permutation(turn, size).tobytes(), 1000)
    if count != manifest["length"] or not any(fits(end, goal) for goal in held):
        return "the answer does not solve the cube in the stated number of turns"
    if not count:
        return ""
    return reduction(manifest, start, held, allowed) or proofs(folder, manifest)


def turns(said: dict[str, Any]) -> list[tuple[Turn, int]]:
    size, metric = said["size"], said["metric"]
    if said["moves"] is None:
        return [(turn, turn.cost(metric, size)) for turn in slabs(size)]
    named = []
    for turn in read(said["moves"], size):
        amounts = (2,) if turn.quarters == 2 else (1, 2, 3)
        named += [Turn(turn.face, turn.first, turn.last, amount) for amount in amounts]
    return [(turn, turn.cost(metric, size)) for turn in named]


def fits(state: Array, goal: Array) -> bool:
    return bool(((state == goal) | (state == UNKNOWN) | (goal == UNKNOWN)).all())


def reduction(said: dict[str, Any], start: Array, held: list[Array], allowed: dict[bytes, int]) -> str:
    """Follow the rotation between the hold of the cube and the hold in the formula, from each turn to the next."""
    size = said["size"]
    identity = np.arange(6 * size * size)
    generators = [(after(identity, name, size), cost) for name, cost in said["formula"]["generators"]]
    goals = [colours(goal) for goal in said["formula"]["goals"]]
    most = max(allowed.values())
    result = {identity.tobytes(): 0}
    layers = [[identity]]
    for cost in range(1, most + 1):
        words = [
            word[gather] for gather, price in generators if price <= cost for word in layers[cost - price]
        ]
        layers.append([word for word in words if result.setdefault(word.tobytes(), cost) == cost])
    ways = [identity, *(way for _, way in rotations(size))]
    frames = {identity.tobytes(): identity}
    for frame in (waiting := [identity]):
        for key, cost in allowed.items():
            whole = frame[np.frombuffer(key, dtype=np.intp)]
            for way in [frame, *ways]:
                if result.get(whole[np.argsort(way)].tobytes(), most + 1) <= cost:
                    if way.tobytes() not in frames:
                        frames[way.tobytes()] = way
                        waiting.append(way)
                    break
            else:
                return "a turn that was allowed cannot be made"
    still = np.all([gather == identity for gather, _ in generators], axis=0)
    for frame, goal in product(frames.values(), held):
        turned = goal[np.argsort(frame)]
        if fits(start[still], turned[still]) and not any(
            ((request == turned) | (request == UNKNOWN)).all() for request in goals
        ):
            return "a way to hold the goal is missing"
    return ""


def proofs(folder: Path, said: dict[str, Any]) -> str:
    """Check that the formula has the generators and the steps, the parts cover every case, and the proofs are valid."""
    text = (folder / "formula.cnf").read_text()
    names = {name: int(number) for number, name in re.findall(r"^c var (\d+) (\S+)$", text, re.MULTILINE)}
    acts = re.findall(r"^c var \d+ turn\(1,([^)]+)\)$", text, re.MULTILINE)
    if [act for act in acts if act[-1] not in "+-"] != [
        entry.split()[0] for entry, _ in said["formula"]["generators"]
    ]:
        return "the formula speaks of other turns"
    steps = {int(step) for step in re.findall(r"^c var \d+ turn\((\d+),", text, re.MULTILINE)}
    horizon, odd = said["formula"]["horizon"], said["metric"] == "qtm"
    if steps != set(range(1, horizon + 1)) or horizon < said["length"] - 1 - odd:
        return "the formula has too few steps"
    formula = dratify.parse_dimacs(text)
    clauses = {tuple(sorted(clause)) for clause in clauses_of(text)}
    depth = len(said["parts"][0])
    layers = [[name for name in names if name.startswith(f"layer({step},")] for step in range(1, depth + 1)]
    for case in product(*layers):
        apart = any(tuple(sorted((-names[a], -names[b]))) in clauses for a, b in pairwise(case))
        if list(case) not in said["parts"] and not apart:
            return "a case is missing"
    for number, part in enumerate(said["parts"], 1):
        lines = [line.split() for line in (folder / f"part-{number:04}.lrat").read_text().splitlines()]
        lemmas = [" ".join(words[1 : words.index("0", 1) + 1]) for words in lines if words[1] != "d"]
        if part:
            formula = dratify.parse_dimacs(with_units(text, [names[name] for name in part]))
        if not dratify.check_proof(formula, "\n".join(lemmas), engine="python").ok:
            return "a proof does not hold"
    return ""


def clauses_of(text: str) -> list[list[int]]:
    return [[*map(int, line.split()[:-1])] for line in text.splitlines() if line and line[0] not in "cp"]


def with_units(text: str, units: list[int]) -> str:
    head, variables, clauses = re.findall(r"^(p cnf (\d+) (\d+))$", text, re.MULTILINE)[0]
    return text.replace(head, f"p cnf {variables} {int(clauses) + len(units)}") + "".join(
        f"{unit} 0\n" for unit in units
    )


SOLVED = Cube(3).facelets
ASKED = [
    (2, "R U2 F' R", {}),
    (2, "R U' F", {"metric": "qtm"}),
    (2, "R2 U2", {"moves": "R2,U2,R"}),
    (2, "R U R", {"moves": "R,U"}),
    (3, "R U2 F' L", {}),
    (3, "R U' F", {"metric": "qtm"}),
    (3, "M U2 S", {"metric": "stm"}),
    (3, "M U", {"metric": "stm", "moves": "M,U"}),
    (3, "Rw U M", {"metric": "stm", "goal": Cube(3)}),
    (3, "R U", {"goal": Cube(3).apply("x")}),
    (3, "R U F", {"goal": Cube(3).apply("R U F D L2")}),
    (3, "R U R2 U'", {"moves": "R,U"}),
    (3, "R2 U F2", {"moves": ["R2", "U", "F2"]}),
    (3, "F R", {"goal": "cross"}),
    (3, "F R", {"goal": "edges-oriented"}),
    (3, "R M", {"metric": "qtm", "moves": "R,M"}),
    (3, "R U", {"goal": Cube.from_facelets(f"??{SOLVED[2:-2]}??")}),
    (4, "Rw U", {}),
    pytest.param((4, "Rw U", {"metric": "stm"}), marks=pytest.mark.soak),
    pytest.param((5, "3Rw U", {}), marks=pytest.mark.soak),
]


@pytest.mark.parametrize("case", ASKED)
@pytest.mark.guards("a certificate that its own checker refuses")
def test_stranger_agrees_on_our_certificates(
    case: tuple[int, str, dict[str, Any]], tmp_path: Path, kissat: Path
) -> None:
    size, scramble, options = case
    task = cube_problem(Cube(size).apply(scramble), **options)
    alg = solve(map_of(task).cube, **options).alg
    assert alg is not None
    folder = certify(task, alg, tmp_path / "proof").folder
    assert stranger(folder) == ""
    checked, asked = check_certificate(folder), map_of(task)
    assert (checked.alg, checked.length) == (alg, alg.count(asked.metric, size))
    assert not isinstance(checked.question, Problem)
    question = checked.question
    assert (question.cube, question.goal, question.metric) == (asked.cube, asked.goal, asked.metric)
    if alg:
        done = subprocess.run([kissat, "-q", folder / "formula.cnf"], capture_output=True, check=False)
        assert done.returncode == 20


def test_stranger_agrees_on_a_proof_in_parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cubeproof.proof.write.certify._LONG", 0)
    task = cube_problem(Cube(2).apply("R U R2 U' R U2"), moves="R,U")
    folder = certify(task, ~Alg("R U R2 U' R U2"), tmp_path / "proof").folder
    assert stranger(folder) == ""
    manifest = json.loads((folder / "certificate.json").read_text())
    manifest["parts"].pop()
    (folder / "certificate.json").write_text(json.dumps(manifest))
    assert stranger(folder) == "a case is missing"


def test_stranger_refuses_a_proof_without_its_lemmas(tmp_path: Path) -> None:
    folder = certify(
        cube_problem(Cube(3).apply("R U2 F' L D")), ~Alg("R U2 F' L D"), tmp_path / "proof"
    ).folder
    path = folder / "part-0001.lrat"
    path.write_text(path.read_text().splitlines()[-1] + "\n")
    assert stranger(folder) == "a proof does not hold"


def test_both_checkers_refuse_a_reduced_certificate(tmp_path: Path) -> None:
    task = cube_problem(Cube(3).apply("R M"), metric="stm", moves="R,M,Lw")
    folder = certify(task, Alg("M' R'"), tmp_path / "proof").folder
    whole = (folder / "certificate.json").read_text()
    count = len(json.loads(whole)["formula"]["generators"])
    for number in range(count):
        manifest = json.loads(whole)
        del manifest["formula"]["generators"][number]
        (folder / "certificate.json").write_text(json.dumps(manifest))
        assert stranger(folder) == "a turn that was allowed cannot be made"
        with pytest.raises(CubeproofError, match="reduction does not hold"):
            check_certificate(folder)
    manifest = json.loads(whole)
    manifest["formula"]["goals"].pop()
    (folder / "certificate.json").write_text(json.dumps(manifest))
    if manifest["formula"]["goals"]:
        assert stranger(folder) == "a way to hold the goal is missing"
    with pytest.raises(CubeproofError, match=r"reduction does not hold|is invalid"):
        check_certificate(folder)
