"""Sentences about certificates are data with all fields; if a sentence fails, the refusal is still valid."""

import ast
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import cubeproof.proof
import cubeproof.work
from cubeproof import (
    CertificateError,
    Cube,
    Limit,
    UsageError,
    certify,
    check_certificate,
    cube_problem,
    errors,
    solve,
)
from cubeproof.puzzle.geometry import geometry
from cubeproof.sentences import Sentence, Template, fields_of
from cubeproof.solving.family import Series, draw

MODULES = sorted(Path(cubeproof.proof.__file__).parent.rglob("*.py"))
# Their sentences are about certificates too.
OTHERS = sorted(Path(cubeproof.work.__file__).parent.glob("*.py"))


def parsed(modules: list[Path] = MODULES) -> Iterator[tuple[str, ast.Module]]:
    for path in modules:
        yield path.name, ast.parse(path.read_text(encoding="utf-8"))


def declared(modules: list[Path] = MODULES) -> dict[tuple[str, str], str]:
    """Return every template of the modules, by module and name."""
    results = {}
    for module, tree in parsed(modules):
        for node in tree.body:
            match node:
                case ast.Assign(
                    targets=[ast.Name(name)],
                    value=ast.Call(
                        func=ast.Name("Template"), args=[ast.Constant(str()), ast.Constant(str(english))]
                    ),
                ):
                    results[module, name] = english
    return results


def known_templates(
    module: str, tree: ast.Module, templates: dict[tuple[str, str], str]
) -> dict[str, tuple[str, str]]:
    """Return the names of the templates that a module declares or imports."""
    names = {name: (module, name) for home, name in templates if home == module}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom):
            home = f"{(node.module or '').rsplit('.', maxsplit=1)[-1]}.py"
            names |= {
                alias.name: (home, alias.name) for alias in node.names if (home, alias.name) in templates
            }
    return names


def said_in_place(call: ast.Call) -> str | None:
    """Return the template in a call of `say`."""
    match call:
        case ast.Call(ast.Name("say"), [ast.Constant(str()), ast.Constant(str(english))]):
            return english
    return None


def test_every_sentence_is_made_with_the_fields_of_its_template() -> None:
    templates = declared()
    result = set()
    count = len(templates)
    for module, tree in parsed():
        names = known_templates(module, tree, templates)
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)):
                continue
            given = [keyword.arg for keyword in node.keywords]
            if (english := said_in_place(node)) is not None:
                count += 1
            elif node.func.id in names:
                assert not node.args, f"{module}:{node.lineno}"
                english = templates[names[node.func.id]]
                result.add(names[node.func.id])
            else:
                continue
            assert sorted(map(str, given)) == sorted(fields_of(english)), f"{module}:{node.lineno}"
    assert count > 70
    assert result == templates.keys()


def test_every_refusal_is_made_from_a_template() -> None:
    templates = declared(MODULES + OTHERS)
    kinds = {name for name, kind in vars(errors).items() if isinstance(kind, type)}
    refusals = 0
    for module, tree in parsed():
        names = known_templates(module, tree, templates)
        for node in ast.walk(tree):
            if (
                isinstance(node, ast.Raise)
                and isinstance(node.exc, ast.Call)
                and isinstance(node.exc.func, ast.Name)
                and node.exc.func.id in kinds
            ):
                (said,) = node.exc.args
                # The sentence of a caught error was made from a template where the error was raised.
                if isinstance(said, ast.Attribute) and said.attr == "sentence":
                    continue
                assert isinstance(said, ast.Call), f"{module}:{node.lineno}"
                assert isinstance(said.func, ast.Name), f"{module}:{node.lineno}"
                assert said.func.id in names or said_in_place(said), f"{module}:{node.lineno}"
                refusals += 1
    assert refusals > 70


def entries(**changed: object) -> Callable[[Path], None]:
    """Return a change of entries of the manifest; `formula_horizon` is the entry `horizon` of its entry `formula`."""

    def change(folder: Path) -> None:
        path = folder / "certificate.json"
        manifest = json.loads(path.read_text())
        for name, value in changed.items():
            inside, _, entry = name.rpartition("_")
            (manifest[inside] if inside else manifest)[entry] = value
        path.write_text(json.dumps(manifest))

    return change


def lines(file: str, pattern: str, replacement: str) -> Callable[[Path], None]:
    """Return a change of the first match of a pattern in a file."""

    def change(folder: Path) -> None:
        before = (folder / file).read_text()
        after = re.sub(pattern, replacement, before, count=1, flags=re.MULTILINE)
        assert after != before
        (folder / file).write_text(after)

    return change


def twist(folder: Path) -> None:
    """Turn a corner of the start in its place."""
    facelets = [*json.loads((folder / "certificate.json").read_text())["start"]]
    cubies = geometry(2).cubies.tolist()
    corner = [sticker for sticker, cubie in enumerate(cubies) if cubie == cubies[0]]
    first, two, three = corner
    facelets[first], facelets[two], facelets[three] = facelets[two], facelets[three], facelets[first]
    text = "".join(facelets)
    entries(start=text, asked_start=text)(folder)


FORGERIES: dict[str, tuple[Callable[[Path], None], str]] = {
    "certificate.no-json": (lines("certificate.json", r"^\{", "["), "is not JSON"),
    "certificate.no-certificate": (entries(format="cubeproof certificate 3"), "of the form"),
    "certificate.unknown-entry": (entries(proof="drat"), "'proof' is 'drat'"),
    "certificate.no-entry": (entries(length=True), "no valid entry 'length'"),
    "certificate.other-question": (
        entries(asked_hold="as given"),
        "'asked.hold' does not match the question",
    ),
    "certificate.no-sense": (entries(metric="etm"), r"is invalid: There is no metric 'etm'\.$"),
    "certificate.impossible": (twist, r"is invalid: The start cannot exist\. A corner is twisted"),
    "certificate.not-allowed": (entries(answer="F'"), "turns that are not allowed"),
    "certificate.answer-fails": (entries(answer="U R"), "does not lead from the start"),
    "certificate.other-length": (entries(length=1), "has 2 turns, but the certificate states 1"),
    "certificate.not-made": (entries(formula_generators=[["U", 1]]), "no generators make the allowed turn"),
    "certificate.short-formula": (entries(formula_horizon=0), "a shorter answer could have 1"),
    "certificate.long-formula": (entries(formula_horizon=2), "so the answer itself is a model"),
    "certificate.few-bytes": (lines("formula.cnf", r"[\s\S]*", ""), "0 bytes cannot name"),
    "certificate.other-line": (lines("formula.cnf", r"^-?\d+ 0$", "1 0"), "differs from the formula"),
    "certificate.line-too-many": (lines("formula.cnf", r"\Z", "1 0\n"), "beyond the end"),
    "certificate.unknown-part": (entries(parts=[["turn(1,Z)"]]), "that the formula does not have"),
    "certificate.unequal-depth": (entries(parts=[]), "their depths differ"),
    "certificate.step-not-covered": (entries(parts=[["layer(1,U)"]]), "in step 1"),
    "certificate.other-part": (
        lambda folder: (folder / "part-0009.lrat").touch(),
        "part-0009.lrat is not the proof of a part",
    ),
    "certificate.unreadable": (
        lambda folder: (folder / "part-0001.lrat").unlink(),
        "cannot be read: No such",
    ),
    "certificate.in-file": (
        lines("part-0001.lrat", r"[\s\S]*", ""),
        r"^part-0001\.lrat: The proof ends without the empty clause\.$",
    ),
}


@pytest.mark.parametrize("code", FORGERIES)
def test_refusal_is_identified_by_its_code(code: str, short: Path) -> None:
    change, text = FORGERIES[code]
    change(short)
    with pytest.raises(CertificateError, match=text) as caught:
        check_certificate(short)
    assert caught.value.sentence.code == code
    assert str(caught.value) == caught.value.sentence


@pytest.mark.parametrize("code", FORGERIES)
def test_refusal_that_cannot_be_printed_is_still_a_refusal(
    code: str, short: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    FORGERIES[code][0](short)

    def speechless(template: Template, values: object) -> Sentence:
        raise TypeError(template.code)

    monkeypatch.setattr(Template, "fill", speechless)
    with pytest.raises(TypeError):
        check_certificate(short)


@pytest.mark.parametrize(
    ("change", "code"),
    [
        (entries(answer=["U'", "Q"]), "certificate.foreign-turn"),
        (entries(answer=["R'", "U'"]), "certificate.puzzle-answer-fails"),
        (entries(length=3), "certificate.other-cost"),
        (entries(formula_horizon=0), "certificate.other-horizon"),
        (entries(goals=[[0] * 24] * 101), "certificate.no-room"),
        (entries(start=["R"]), "certificate.no-entry"),
    ],
)
def test_refusal_about_another_puzzle_has_its_code(
    change: Callable[[Path], None], code: str, tmp_path: Path
) -> None:
    folder = certify(replace(cube_problem(Cube(2).apply("R U"))), ["U'", "R'"], tmp_path / "proof").folder
    check_certificate(folder)
    change(folder)
    with pytest.raises(CertificateError) as caught:
        check_certificate(folder)
    assert caught.value.sentence.code == code


def test_writer_reports_what_it_cannot_write(tmp_path: Path) -> None:
    solution = solve(Cube(2).apply("R U"))
    with pytest.raises(UsageError, match="A solution contains its answer: call `certify`") as usage:
        certify(solution, tmp_path, tmp_path)  # type: ignore[call-overload]
    assert usage.value.sentence.code == "certificate.answer-given"
    unanswered = solve(Cube(2).apply("R U"), limit=Limit(length=1))
    with pytest.raises(CertificateError, match="There is no answer to certify") as nothing:
        certify(unanswered, tmp_path / "proof")
    assert nothing.value.sentence.code == "certificate.nothing"


@pytest.mark.parametrize(
    ("length", "known_by"),
    [(9, "the table of all 3,674,160 states"), (2, "breadth-first search from both ends")],
)
def test_how_a_distance_is_known_is_a_sentence(length: int, known_by: str) -> None:
    drawn = draw(Series(2 if length == 9 else 3, "htm", length), seed=1)
    assert drawn.known_by == known_by
    assert drawn.known_by.code.startswith("family.by-")


def test_no_cube_is_beyond_the_largest_distance() -> None:
    with pytest.raises(UsageError, match=r"No 2×2×2 is 12 turns from solved \(htm\)\.") as caught:
        draw(Series(2, "htm", 12), seed=1)
    assert caught.value.sentence.code == "family.too-far"


def test_nested_sentence_keeps_its_code(short: Path) -> None:
    lines("part-0001.lrat", r"^(\d+ [^d]*?0) .* 0$", r"\1 1 1 0")(short)
    with pytest.raises(
        CertificateError, match=r"^part-0001\.lrat: Line \d+ of the proof: lemma \d+ has a hint twice\.$"
    ) as caught:
        check_certificate(short)
    reason = caught.value.sentence.values["reason"]
    assert isinstance(reason, Sentence)
    assert reason.code == "certificate.no-lemma"
    fault = reason.values["fault"]
    assert isinstance(fault, Sentence)
    assert fault.code == "certificate.hint-twice"
