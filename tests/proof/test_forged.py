"""Forged certificates that should stop the checker, not convince it: each is quickly refused with a sentence."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cubeproof import CertificateError, Cube, Metric
from cubeproof.proof.check import lrat
from cubeproof.proof.check.manifest import FormulaGenerator, Manifest
from cubeproof.proof.check.verdict import formula_of, lines_of
from cubeproof.proof.checker import check_certificate
from cubeproof.proof.write.manifest_text import checker_question, text


def about_all_of_it(alg: str, length: int, horizon: int, *more: FormulaGenerator) -> Manifest:
    """Return a manifest about the 2×2×2 after R U, with the whole question in the formula, and more generators."""
    question = checker_question(Cube(2).apply("R U"), "solved", "R,U", Metric.HTM)
    result = tuple(FormulaGenerator(block.name(2), cost) for block, cost in question.turns.items())
    return Manifest(question, alg, length, (*result, *more), tuple(question.goals), horizon, ((),))


def write(folder: Path, said: dict[str, Any]) -> None:
    (folder / "certificate.json").write_text(json.dumps(said), encoding="ascii")


@pytest.mark.parametrize("cost", [255, 300])
@pytest.mark.parametrize(("alg", "length", "horizon"), [("U' R'", 2, 1), ("U' R' R R'", 4, 3)])
def test_a_generator_that_costs_more_than_a_byte_holds(
    alg: str, length: int, horizon: int, cost: int, tmp_path: Path
) -> None:
    write(tmp_path, json.loads(text(about_all_of_it(alg, length, horizon, FormulaGenerator("D2 y2", cost)))))
    (tmp_path / "formula.cnf").write_bytes(b"x" * 100_000)
    with pytest.raises(CertificateError):
        check_certificate(tmp_path)


def test_parts_that_are_many_turns_deep_are_looked_at_one_by_one_and_not_in_every_combination(
    tmp_path: Path,
) -> None:
    # The order of turns allows 49 of the 3²⁴ combinations of layers in 24 steps, and each of these is a part.
    deep = 24
    manifest = about_all_of_it("U' R'" + " R R'" * deep, 2 + 2 * deep, 1 + 2 * deep)
    formula = formula_of(manifest)
    excluded = {tuple(clause) for group in formula.groups for clause in group.clauses.tolist()}
    parts: list[list[int]] = [[]]
    for step in formula.ids("layer")[:deep].tolist():
        parts = [
            [*part, layer]
            for part in parts
            for layer in step
            if not part or (-part[-1], -layer) not in excluded
        ]
    assert len(parts) == 2 * deep + 1
    write(
        tmp_path,
        json.loads(text(manifest)) | {"parts": [[formula.literal(x) for x in part] for part in parts]},
    )
    (tmp_path / "formula.cnf").write_text("".join(f"{line}\n" for line in lines_of(manifest, formula)))

    with pytest.raises(CertificateError, match=r"part-0001\.lrat cannot be read"):
        check_certificate(tmp_path)


@pytest.mark.parametrize(
    "change",
    [
        lambda text: text.replace('"turns": [', '"turns": [["R", 7],', 1),
        lambda text: text.replace('"length": 2', '"length": 1, "length": 2'),
    ],
    ids=["a turn that counts 7, and 1", "a length that is 1, and 2"],
)
def test_entries_have_a_single_form(change: Callable[[str], str], short: Path) -> None:
    manifest_text = (short / "certificate.json").read_text()
    assert change(manifest_text) != manifest_text
    (short / "certificate.json").write_text(change(manifest_text))
    with pytest.raises(CertificateError):
        check_certificate(short)


@pytest.mark.parametrize(
    ("name", "value", "reason"),
    [
        ("generators", [["U2 (x)999996", 1]], r"'\(x\)999996' is not a turn of a cube of 2 layers"),
        ("generators", [["U2" + " x" * 100_000, 1]], "not a turn followed by at most two rotations"),
        ("generators", [["R U x", 1], ["U", 1]], "not a turn followed by at most two rotations"),
        ("generators", [["U", 1]] * 200_000, "have the same name"),
        ("goals", [Cube(2).facelets] * 20_000, "occurs twice"),
    ],
)
def test_long_check_is_refused_in_advance(name: str, value: object, reason: str, short: Path) -> None:
    manifest = json.loads((short / "certificate.json").read_text())
    manifest["formula"][name] = value
    write(short, manifest)
    with pytest.raises(CertificateError, match=reason):
        check_certificate(short)


def test_a_lemma_is_not_gone_through_again_for_every_time_it_is_named() -> None:
    twice = " ".join(["1"] * 40_000)
    with pytest.raises(CertificateError, match="lemma 3 has a literal twice"):
        lrat.check([[1], [-1]], [f"3 {twice} 0 1 0"])
    literals = " ".join(map(str, range(1, 40_000)))
    hints = " ".join(["3"] * 40_000)
    with pytest.raises(CertificateError, match="lemma 4 has a hint twice"):
        lrat.check([[1], [-1]], [f"3 {literals} 0 1 0", f"4 2 0 {hints} 0"])


@pytest.mark.parametrize(
    "item", ["R", ["R"], ["R", True], ["R U", 1], ["", 1], ["(R)999999", 1], {}], ids=repr
)
@pytest.mark.parametrize("entry", ["asked.turns", "formula.generators"])
def test_wrong_turn_with_its_count_is_named(entry: str, item: object, short: Path) -> None:
    manifest = json.loads((short / "certificate.json").read_text())
    outer, name = entry.split(".")
    manifest[outer][name].append(item)
    write(short, manifest)
    with pytest.raises(
        CertificateError,
        match=rf"no valid entry '{entry}'|'{entry}' does not match|not a turn (followed|of a cube)",
    ):
        check_certificate(short)


def test_parts_without_assumptions_may_be_repeated(short: Path) -> None:
    manifest = json.loads((short / "certificate.json").read_text())
    write(short, manifest | {"parts": [[], []]})
    (short / "part-0002.lrat").write_bytes((short / "part-0001.lrat").read_bytes())
    assert check_certificate(short).parts == 2
