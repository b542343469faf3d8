"""The pages quote the statements that Coq has checked, word for word and completely."""

import importlib.util
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from cubeproof.proof.external.program_digest import DIGEST

ROOT = Path(__file__).parents[2]
FORMAL = ROOT / "formal"
README = FORMAL / "README.md"
PAGES = [README, *sorted((ROOT / "docs").glob("*.md"))]

BLOCK = re.compile(r"^```coq\n(.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"\(\* (\S+\.v) \*\)\n")
THEOREM = re.compile(r"(?:Theorem|Corollary|Lemma|Example) ")
SUPPOSED = re.compile(r"(?:Variables?|Hypothes[ie]s|Context|Let) ")
STATEMENT = re.compile(
    rf"^(?:{THEOREM.pattern}|{SUPPOSED.pattern}|(?:Definition|Fixpoint|Record|Inductive) )", re.MULTILINE
)
# Prefixes of these commands: `#[local]`, `Local`.
BEFORE = re.compile(r"(?:#\[[^]]*\]\s*|(?:Local|Global|Polymorphic|Monomorphic|Cumulative)\s+)+")
# A sentence ends with a full stop before white space.
SENTENCE = re.compile(r"\S.*?\.(?=\s|$)", re.DOTALL)
DISHONEST = re.compile(
    r"\b(Axiom|Axioms|Parameter|Parameters|Conjecture|Admitted|admit|give_up|bypass_check|"
    r"Unset Guard Checking|Unset Positivity Checking|Unset Universe Checking|type_in_type|"
    r"Extract\s+(?:Inlined\s+)?Constant|Extract\s+Inductive|Declare\s+ML|"
    r"Primitive|Symbols?|Rewrite\s+Rules?)\b"
)


def sources() -> list[Path]:
    return sorted(path for path in FORMAL.rglob("*.v") if "built" not in path.parts)


def one_line(text: str) -> str:
    return " ".join(text.split())


def without_comments(text: str) -> str:
    """Return a file of Coq without its comments, which may be nested."""
    kept, depth, place = [], 0, 0
    while place < len(text):
        two = text[place : place + 2]
        if two in ("(*", "*)"):
            depth += 1 if two == "(*" else -1
            place += 2
        else:
            kept.append(text[place] if depth == 0 else "")
            place += 1
    return "".join(kept)


def supposed(text: str) -> dict[str, list[str]]:
    """Return the hypotheses of the open sections at each sentence of a file of Coq."""
    sections: list[tuple[str, list[str]]] = [("", [])]
    results = {}
    for written in map(one_line, SENTENCE.findall(without_comments(text))):
        before = BEFORE.match(written)
        sentence = written[before.end() :] if before else written
        words = sentence.rstrip(".").split()
        if words[0] in ("Section", "Module"):
            sections.append((words[-1], []))
        elif words[0] == "End":
            assert sections.pop()[0] == words[1]
        elif SUPPOSED.match(sentence):
            sections[-1][1].append(sentence)
        else:
            results[sentence] = [each for _, those in sections for each in those]
    assert len(sections) == 1, sections
    return results


def quoted() -> Iterator[tuple[Path, str, str]]:
    """Yield the quotations of the pages: the page, the file, the statement."""
    for page in PAGES:
        for block in BLOCK.findall(page.read_text(encoding="utf-8")):
            file = FILE.match(block)
            assert file, f"{page.name}: a block of Coq does not start with the name of its file: {block[:60]}"
            starts = [result.start() for result in STATEMENT.finditer(block)]
            assert starts, f"{page.name}: a block of Coq quotes no statement"
            for start, end in zip(starts, [*starts[1:], len(block)], strict=True):
                yield page, file[1], one_line(block[start:end])


def test_quoted_statements_are_those_checked() -> None:
    checked = {
        str(path.relative_to(FORMAL)): one_line(path.read_text(encoding="utf-8")) for path in sources()
    }
    quotes = list(quoted())
    assert quotes
    # The whole statement: the file must not continue the sentence after the quotation.
    wrong = [
        f"{page.name} quotes of {file}: {statement}"
        for page, file, statement in quotes
        if statement not in checked.get(file, "") or not statement.endswith(".")
    ]
    assert wrong == []


@cache
def supposed_in(file: str) -> dict[str, list[str]]:
    return supposed((FORMAL / file).read_text(encoding="utf-8"))


def unquoted(page: Path, file: str, statement: str, quotes: list[tuple[Path, str, str]]) -> list[str]:
    """Return the hypotheses of the sections around a statement that the page does not quote."""
    around = supposed_in(file)[one_line(without_comments(statement))]
    if THEOREM.match(statement):
        return around
    quoted_names = {second for where, of, second in quotes if (where, of) == (page, file)}
    return [each for each in around if each not in quoted_names and not each.startswith("Let ")]


def test_assumptions_are_all_quoted() -> None:
    quotes = list(quoted())
    wrong = {
        statement: missing
        for page, file, statement in quotes
        if not SUPPOSED.match(statement) and (missing := unquoted(page, file, statement, quotes))
    }
    assert wrong == {}


def test_section_assumptions_are_found() -> None:
    text = """Section One. Variable n : nat. (* A (* small *) one. *)
      Theorem inside : n = n. Proof. reflexivity. Qed.
      Section Two. #[local] Hypothesis h : n = 0. Lemma deep : n = 0. End Two. Lemma later : True. End One.
      Theorem outside : True."""
    results = supposed(text)
    assert results["Theorem inside : n = n."] == results["Lemma later : True."] == ["Variable n : nat."]
    assert results["Lemma deep : n = 0."] == ["Variable n : nat.", "Hypothesis h : n = 0."]
    assert results["Theorem outside : True."] == []


def test_every_file_is_among_those_that_coq_checks() -> None:
    listed = {line for line in (FORMAL / "_CoqProject").read_text().splitlines() if line.endswith(".v")}
    assert listed == {str(path.relative_to(FORMAL)) for path in sources()}


@pytest.mark.parametrize(
    "command",
    [
        "Axiom trust : False.",
        "#[unfold_fix] Symbol pplus : nat -> nat -> nat.",
        "Symbols a b : nat.",
        "Rewrite Rule pplus_rewrite := | ?n ++ 0 => ?n.",
        "Rewrite\n Rules more := | f 0 => 1.",
        "Primitive int := #int63_type.",
        "Proof. Admitted.",
    ],
)
def test_assumption_of_any_kind_is_found(command: str) -> None:
    assert DISHONEST.search(command)


def test_package_has_the_digest_of_the_sources() -> None:
    """`make -C formal program` writes it; the package believes only a program with this digest."""
    specification = importlib.util.spec_from_file_location("digest", FORMAL / "digest.py")
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    assert module.digest() == DIGEST


@pytest.mark.parametrize("path", sources(), ids=lambda path: str(path.relative_to(FORMAL)))
def test_proofs_assume_nothing(path: Path) -> None:
    text = without_comments(path.read_text(encoding="utf-8"))
    assert DISHONEST.findall(text) == []
