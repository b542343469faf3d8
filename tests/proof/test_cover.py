"""The parts of a proof cover all cases; no order of the list hides a missing part."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from cubeproof import Alg, CertificateError, Cube
from cubeproof.formulas.formula import Formula
from cubeproof.problem import cube_problem
from cubeproof.proof.check import verdict
from cubeproof.proof.checker import check_certificate
from cubeproof.proof.write.certify import certify
from proof.certificates import changed, fault, refused


class TestCover:
    def test_cover_requires_every_part_and_accepts_no_part_for_another(self, in_parts: Path) -> None:
        whole = (in_parts / "certificate.json").read_text()
        parts = json.loads(whole)["parts"]
        for number in range(len(parts)):
            for others in ([], [parts[number - 1]]):
                (in_parts / "certificate.json").write_text(whole)
                changed(in_parts, lambda m: m["parts"].__setitem__(slice(number, number + 1), others))  # noqa: B023
                refused(in_parts, "No part of the proof is about the case layer|do not cover all .* in step")

    @pytest.mark.parametrize("number", [0, 2, 4])
    def test_cover_refuses_a_repeated_part(self, number: int, in_parts: Path) -> None:
        changed(in_parts, lambda m: m["parts"].append(m["parts"][number]))
        refused(in_parts, r"part-\d+.lrat cannot be read")

    def test_cover_refuses_proofs_in_another_order(self, in_parts: Path) -> None:
        changed(in_parts, lambda m: m["parts"].reverse())
        refused(in_parts, r"part-\d+.lrat: ")

    @pytest.mark.guards("a proof of one part that passes for another part")
    def test_cover_refuses_the_proof_of_another_part(self, in_parts: Path) -> None:
        first, *others = sorted(in_parts.glob("part-*.lrat"))
        reasons = []
        for second in others:
            kept = second.read_bytes()
            shutil.copy(first, second)
            reasons.append(fault(in_parts))
            second.write_bytes(kept)
            assert reasons[-1] == "" or reasons[-1].startswith(f"{second.name}: ")
        # A proof that uses no literal of the part proves any part.
        assert any(reasons)
        assert check_certificate(in_parts).length == 8

    def test_cover_refuses_a_part_without_a_proof(self, in_parts: Path) -> None:
        for proof in sorted(in_parts.glob("part-*.lrat")):
            kept = proof.read_bytes()
            proof.unlink()
            refused(in_parts, f"{proof.name} cannot be read")
            proof.write_bytes(kept)

    @pytest.mark.parametrize(
        ("change", "reason"),
        [
            (lambda part: part[:1], "depths differ"),
            (lambda part: [*part, "layer(3,R)"], "depths differ"),
            (lambda part: [part[0], "turn(2,R)"], "do not cover"),
            (lambda part: part[::-1], "do not cover|No part"),
            (lambda part: ["¬layer(1,R)", part[1]], "that the formula does not have"),
            (lambda part: [part[0], part[0]], "do not cover|No part"),
        ],
        ids=["one too few", "one too many", "another turn", "reversed", "negated", "one twice"],
    )
    def test_cover_refuses_a_part_with_another_literal(
        self, change: Callable[[list[str]], list[str]], reason: str, in_parts: Path
    ) -> None:
        changed(in_parts, lambda m: m["parts"].__setitem__(1, change(m["parts"][1])))
        refused(in_parts, reason)

    def test_cover_refuses_parts_deeper_than_the_formula(self, folder: Path) -> None:
        layers = ("R", "U", "F", "-")
        changed(folder, lambda m: m.update(parts=[[f"layer(1,{layer})"] * 9 for layer in layers]))
        refused(folder, "do not cover")

    def test_cover_refuses_parts_of_a_formula_without_steps(self, tmp_path: Path) -> None:
        certify(cube_problem(Cube(2).apply("R")), Alg("R'"), tmp_path / "proof")
        changed(tmp_path / "proof", lambda m: m.update(parts=[["at0(0,R3,R3)"]]))
        refused(tmp_path / "proof", "do not cover|that the formula does not have")

    @pytest.mark.parametrize("order", [1, -1])
    def test_negative_literals_cover_nothing(self, order: int) -> None:
        formula = Formula()
        layer = formula.new("layer", ["1", "2"], ["R", "D"])
        formula.add("one layer a step", layer)
        formula.add("order", [[-1, -3]])
        cases: list[tuple[int, ...]] = [(1, 4), (2, 3), (2, 4)]
        verdict._check_cover(formula, cases[::order])
        wrong: list[list[tuple[int, ...]]] = [
            [(1, 4), (2, 3)],
            [(1, 3), (2, 4)],
            [(-1, 4), (2, 3), (2, 4)],
            [(1,), (-1,)],
        ]
        for parts in wrong:
            with pytest.raises(CertificateError, match=r"cover|No part"):
                verdict._check_cover(formula, parts)

    def test_a_step_that_need_not_do_any_of_the_cases_is_not_covered(self) -> None:
        formula = Formula()
        formula.new("layer", ["1"], ["R", "D"])
        with pytest.raises(CertificateError, match="in step 1"):
            verdict._check_cover(formula, [(1,), (2,)])
