"""The page's templates for the sentences of the proved checker, which speaks English."""

from __future__ import annotations

import re
from pathlib import Path

from web.page_code import on_the_page

PROGRAM = Path(__file__).parents[2] / "formal" / "program"
_FILES = ("asking", "checking", "cubes", "dimacs", "lrat", "manifest", "parts", "reading", "verdict")
READ = (*(f"{name}.ml" for name in _FILES), "browser/disk.ml")
"""The sources that the checker of the browser is made of: those that make sentences."""

SENTENCE = re.compile(r'(?:Said\.(?:refused|not_done)|Printf\.sprintf)\s+"((?:[^"\\]|\\.)*)"')
INSIDE = re.compile(r'\b[A-Z]\w+(?: name)? ->\s+(?:Printf\.sprintf\s+)?"([a-z](?:[^"\\]|\\.)*)"')
OTHER_ENDS = re.compile(r"^(?:part-|\{|%d)|^%s\.$|^Line %d of %s$")
"""Texts that are no sentences, and sentences of the system."""


def sentences() -> list[str]:
    """The sentences of the checker, with a value in each of its fields."""
    texts = [
        text
        for name in READ
        for pattern in (SENTENCE, INSIDE)
        for text in pattern.findall((PROGRAM / name).read_text(encoding="utf-8"))
    ]
    formats = dict.fromkeys(text for text in texts if not OTHER_ENDS.search(text))
    (more,) = re.findall(
        'more_memory = "(.*)"', (PROGRAM / "browser" / "disk.ml").read_text(encoding="utf-8")
    )
    return [filled(text.replace("memory; %s", f"memory; {more}")) for text in formats]


def filled(text: str) -> str:
    """The sentence of a format of OCaml."""
    fields = {"%d": "7", "%s": "part-0001.lrat", "%S": '"name"', "%C": "'X'", "%%": "%"}
    return re.sub(r"%.", lambda field: fields[field[0]], text.replace('\\"', '"'))


def test_every_sentence_of_the_checker_has_a_template_on_the_page() -> None:
    said = sentences()
    assert len(said) > 55
    known = on_the_page("src/certificate/reasons.ts", "page.isKnown", said)
    assert [text for text, has in zip(said, known, strict=True) if not has] == []


def test_a_sentence_of_the_checker_is_unchanged_in_english_but_for_the_search() -> None:
    said = sentences()
    on_page = on_the_page("src/certificate/reasons.ts", "page.reasonOf", said)
    changed = [text for text, page in zip(said, on_page, strict=True) if page != text]
    assert changed == [
        'The proof of this certificate is a search: "cubeproof-formal search --certificate" checks it.'
    ]


def test_text_that_is_no_sentence_of_the_checker_is_unchanged() -> None:
    texts = ["", "no", "This was never said.", "Line 3 of x"]
    assert on_the_page("src/certificate/reasons.ts", "page.reasonOf", texts) == texts
