"""The checker of proofs on the page, and its numbers of states, compared with Python and the article."""

from pathlib import Path
from random import Random

import pytest

from cubeproof import (
    CertificateError,
    Cube,
    cube_problem,
    formula,
    numbered_state,
    random_cube_at,
    state_number,
)
from cubeproof.methods.sat import worker
from cubeproof.proof.check import lrat
from cubeproof.sentences import Sentence
from web.page_code import on_the_page

CHECK = "([formula, lines]) => page.check(formula, lines)"
NUMBER = (
    "(facelets) => { const at = page.configurationOf(facelets); return { ...at, ...page.numberOf(at) }; }"
)
KINDS = {
    "unreadable": "certificate.no-line",
    "twice": "certificate.clause-twice",
    "forgets": "certificate.forgets",
    "literalTwice": "certificate.literal-twice",
    "hintTwice": "certificate.hint-twice",
    "noHint": "certificate.no-hint",
    "hintOpen": "certificate.hint-open",
    "noContradiction": "certificate.no-contradiction",
    "afterTheEnd": "certificate.after-the-end",
    "noEnd": "certificate.no-end",
}


def mutated(proof: list[str], random: Random) -> list[str]:
    """Return a proof with one to three changes: of a number, a line, or the order of lines."""
    lines = list(proof)
    for _ in range(random.randint(1, 3)):
        at = random.randrange(len(lines))
        words = lines[at].split(" ")
        place = random.randrange(len(words))
        match random.randrange(9):
            case 0:
                words[place] = str(-int(words[place])) if words[place].lstrip("-").isdigit() else "0"
            case 1:
                words[place] = str(random.randrange(-2, 1400))
            case 2:
                words.insert(place, random.choice([words[place], "0", "d", "x", "1.5", "007", "-0"]))
            case 3:
                del words[place]
            case 4:
                second = random.randrange(len(words))
                words[place], words[second] = words[second], words[place]
            case 5:
                lines.insert(random.randrange(len(lines) + 1), lines[at])
            case 6:
                lines[at], lines[at - 1] = lines[at - 1], lines[at]
                continue
            case 7 if len(lines) > 1:
                del lines[at]
                continue
            case _:
                lines.insert(
                    at, random.choice(["", f"{random.randrange(1300)} d {random.randrange(1, 1300)} 0"])
                )
                continue
        lines[at] = " ".join(words)
    return lines


def python_verdict(clauses: list[list[int]], proof: list[str]) -> tuple[int | None, str | None]:
    """Return the first bad line of a proof and the code of its fault, by Python."""
    try:
        lrat.check(clauses, proof)
    except CertificateError as error:
        values, code = error.sentence.values, error.sentence.code
        if code == "certificate.no-end":
            return len(proof) + 1, code
        fault = values.get("fault")
        line = values["line"]
        assert isinstance(line, int)
        return line, fault.code if isinstance(fault, Sentence) else code
    return None, None


@pytest.mark.parametrize("scramble", ["R U F", "R U2 F'"])
def test_page_finds_the_same_first_bad_line_as_python(scramble: str, tmp_path: Path) -> None:
    written = formula(cube_problem(Cube(2).apply(scramble)), 2)
    clauses = [[x for x in row if x] for group in written.groups for row in group.clauses.tolist()]
    assert not worker.prove(clauses, str(tmp_path / "proof"))
    proof = (tmp_path / "proof").read_text().splitlines()
    random = Random(scramble)
    proofs = [proof, *(mutated(proof, random) for _ in range(250))]
    results = on_the_page("src/how/propagation.ts", CHECK, ([clauses, lines] for lines in proofs))
    verdicts = [(result["line"], result["fault"] and KINDS[result["fault"]["kind"]]) for result in results]
    assert verdicts == [python_verdict(clauses, lines) for lines in proofs]
    assert verdicts[0] == (None, None)
    # The mutations reach most faults, and some change nothing that matters.
    assert len({code for _, code in verdicts}) >= 7
    assert (None, None) in verdicts[1:]


def test_page_numbers_cubes_as_the_article() -> None:
    random = Random(5)
    numbers = [0, 1058 * 729, 5040 * 729 - 1, *(random.randrange(5040 * 729) for _ in range(100))]
    cubes = [numbered_state(number).facelets for number in numbers]
    for number, result in zip(numbers, on_the_page("src/how/numbers.ts", NUMBER, cubes), strict=True):
        assert result["number"] == number == state_number(numbered_state(number))
        assert (result["first"], result["second"]) == divmod(number, 729)
    assert on_the_page("src/how/numbers.ts", NUMBER, [cubes[1]])[0]["pieces"] == [4, 1, 7, 2, 6, 5, 3]
    there = on_the_page("src/how/numbers.ts", "(n) => page.faceletsOf(page.configurationAt(n))", numbers)
    assert there == cubes


def test_page_holds_a_cube_with_dbl_in_its_corner() -> None:
    cubes = [
        random_cube_at(7, seed=seed).apply(turn) for seed in range(4) for turn in ("", "x", "y z", "x2 y")
    ]
    held = on_the_page("src/how/geometry.ts", "page.held", [cube.facelets for cube in cubes])
    assert held == [numbered_state(state_number(cube)).facelets for cube in cubes]


def test_page_turns_cubes_as_the_library() -> None:
    cases = [
        (random_cube_at(5, seed=seed), turns)
        for seed in range(3)
        for turns in (["R", "U2"], ["F'", "-", "R2"])
    ]
    call = "([cube, turns]) => page.turned(cube, turns)"
    results = on_the_page("src/how/geometry.ts", call, [[cube.facelets, turns] for cube, turns in cases])
    for (cube, turns), result in zip(cases, results, strict=True):
        assert result == cube.apply(" ".join(turn for turn in turns if turn != "-")).facelets
