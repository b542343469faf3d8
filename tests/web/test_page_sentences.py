"""The page makes the same text of a sentence as Python, in every language."""

import struct
from collections.abc import Iterator
from dataclasses import asdict
from math import isfinite
from random import Random
from typing import Any
from unicodedata import category

import pytest

from cubeproof.languages import Language
from cubeproof.sentences import ENGLISH, Conventions, Sentence, Template, Value, fields_of, rendered
from test_sentences import CASES, FRENCH, NO_TEMPLATES
from web.page_code import on_the_page

Case = tuple[str, dict[str, Value]]

_INNER = Template("test.page-inner", "It broke.")
_OUTER = Template(
    "test.page-outer", "{why?test.page-inner:broken|other:whole}: {why:open}, {parts:semicolons}."
)

# Neither is English, and one has unusual characters everywhere.
STRANGE = Conventions("·", "'", ("<", ">"), " / ", " // ", " & ", " | ", (0, 3))
LANGUAGES = (ENGLISH, FRENCH, STRANGE)

MORE: list[Case] = [
    ("{why:open} so", {"why": _INNER()}),
    ("{why?test.page-inner:broken|other:whole}", {"why": _INNER()}),
    ("{why?other:whole|broken:plain}", {"why": Sentence("broken")}),
    ("{whys:sentences}", {"whys": (_INNER(), _INNER())}),
    ("{whys:lines}", {"whys": (_INNER(), "x")}),
    ("{whys:and} {whys:or} {whys}", {"whys": (1, 2.5, None, True, "a.b", _INNER())}),
    ("{names!r:and}", {"names": ("a'b", 'a"b', "a'\"b", "\\", 3)}),
    ("{names:and}{names!r}", {"names": ()}),
    ("{names}", {"names": (("a", "b"), ("c",))}),
    ("{names:or}", {"names": (("a", "b"), ("c", "d"))}),
    ("{x?none:{y?true:a|false:b}|other:{z:,}}", {"x": None, "y": False, "z": 1}),
    ("{x?none:a|1.5:b|one:c}", {"x": 1.5}),
    ("{x?a:b}", {"x": "c"}),
    (
        "{x?a:b}{y?true:a}{z?none:a}{n?0:a}{why?a:b}",
        {"x": "c", "y": False, "z": True, "n": 1.5, "why": _INNER()},
    ),
    ("{x:open}", {"x": 2.5}),
    ("{x} {x:,} {x:.2f}", {"x": True}),
    ("{x?0:|1:|other:more than one: {x}. }end", {"x": 1}),
    ("{x?0:|1:|other:more than one: {x}. }end", {"x": 2}),
    ("{{{x}}} {{x}} }} {x?one:{{|other:a?b:c}", {"x": 7}),
    # An integer with more digits than a JavaScript number has is sent as text.
    ("{x} {x:,} {x?one:state|other:states}", {"x": str(2**53 + 1)}),
    ("", {}),
]


def in_the_page(cases: list[tuple[str, dict[str, Value], Conventions]]) -> list[str]:
    answer = "([template, values, conventions]) => page.rendered(template, values, conventions)"
    return on_the_page(
        "src/sentences.ts",
        answer,
        [[template, _json(values), asdict(how)] for template, values, how in cases],
    )


def _json(values: dict[str, Value]) -> Any:
    return Sentence("", values=values).to_dict()["values"]


def agree(cases: list[Case]) -> None:
    everywhere = [(template, values, how) for template, values in cases for how in LANGUAGES]
    reported = in_the_page(everywhere)
    expected = [rendered(template, values, how) for template, values, how in everywhere]
    assert [pair for pair in zip(everywhere, reported, expected, strict=True) if pair[1] != pair[2]] == []


def test_page_fills_the_templates_of_the_python_tests() -> None:
    agree([(template, values) for template, values, *_ in CASES] + MORE)


def numbers(random: Random) -> Iterator[float | int]:
    for _ in range(300):
        yield random.randrange(-(10 ** random.randrange(1, 16)), 10 ** random.randrange(1, 16))
        yield struct.unpack("<d", random.randbytes(8))[0]
        yield round(random.uniform(-1e6, 1e6), random.randrange(8))
        # Ties, exactly between two rounded numbers.
        yield random.randrange(10**6) / 2 ** random.randrange(1, 12)
        yield (
            random.choice((1, -1))
            * 10.0 ** random.randrange(-30, 30)
            * random.choice((1, 9.999995, 9.9999949))
        )


def test_numbers_are_written_as_python_writes_them() -> None:
    cases: list[Case] = []
    for number in [0, -0.0, 0.5, 1.5, 2.5, 0.125, 999999.5, 1e16, 1e15, 123456.5, *numbers(Random(1))]:
        if not isfinite(number):
            continue
        specs = ["g", ".2f", ",.0f", ",.1f", ".3f"]
        # JSON does not distinguish an integer from a float with an integral value.
        specs += ["", ","] if isinstance(number, int) or not number.is_integer() else []
        cases.append((" ".join(f"{{x:{spec}}}" if spec else "{x}" for spec in specs), {"x": number}))
    assert len(cases) > 1000
    agree(cases)


def test_quotations_are_escaped_as_python_escapes_them() -> None:
    # Python and node may have different versions of Unicode, so only assigned characters are compared.
    assigned = [sign for sign in map(chr, range(0x2100)) if category(sign) != "Cn"]
    signs = [*assigned, *"\ufeff\ue000\U0001f600\U000e0001\ud800漢'\""]
    random = Random(2)
    texts = ["".join(random.choices(signs, k=5)) for _ in range(500)] + signs
    agree([("{x!r} {xs!r}", {"x": text, "xs": (text, "'")}) for text in texts])


@pytest.mark.parametrize("template", NO_TEMPLATES)
def test_page_refuses_a_wrong_template(template: str) -> None:
    answer = "(template) => { try { page.fieldsOf(template); return null; } catch (fault) { return fault.message; } }"
    assert "template" in on_the_page("src/sentences.ts", answer, [template])[0]


def test_the_fields_are_those_that_python_finds() -> None:
    templates = [template for template, *_ in CASES] + [template for template, _ in MORE]
    results = on_the_page("src/sentences.ts", "(template) => page.fieldsOf(template)", templates)
    assert [set(names) for names in results] == [set(fields_of(template)) for template in templates]


def page_texts(spoken: Language, sentences: list[Sentence]) -> list[str]:
    """The page's sentence in a language."""
    table = {
        "tag": spoken.tag,
        "conventions": asdict(spoken.conventions),
        "templates": dict(spoken.templates),
    }
    answer = "([table, sentence]) => { page.spoken.value = table; return page.say(sentence); }"
    return on_the_page("src/speech.ts", answer, [[table, sentence.to_dict()] for sentence in sentences])


def test_a_sentence_within_a_sentence_is_translated_too() -> None:
    templates = {
        _INNER.code: "Es ist kaputt.",
        _OUTER.code: "{why?test.page-inner:kaputt|other:ganz} ({why:open}; {parts:and})",
    }
    german = Language("de", "Deutsch", STRANGE, templates)
    sentences = [_OUTER(why=_INNER(), parts=("a", 1.5)), _OUTER(why="x.", parts=()), Sentence("As it is.")]
    expected = ["kaputt (Es ist kaputt; a & 1·5)", "ganz (x; )", "As it is."]
    assert page_texts(german, sentences) == [german.say(sentence) for sentence in sentences] == expected


@pytest.mark.parametrize("template", [None, "{", "{nothing}"])
def test_missing_or_wrong_translation_is_in_english(template: str | None) -> None:
    templates = {} if template is None else {_INNER.code: template}
    assert page_texts(Language("de", "Deutsch", templates=templates), [_INNER()]) == [_INNER()]


@pytest.mark.parametrize("template", [None, "{", "{nothing}"])
def test_sentence_inside_an_english_sentence_is_translated(template: str | None) -> None:
    templates = {_INNER.code: "Es ist kaputt."} | ({} if template is None else {_OUTER.code: template})
    german = Language("de", "Deutsch", STRANGE, templates)
    sentences = [_OUTER(why=_INNER(), parts=("a", 1.5)), _OUTER(why=_OUTER(why=_INNER(), parts=()), parts=())]
    # A nested sentence has no English template.
    expected = ["broken: Es ist kaputt, a; 1.5.", "whole: broken: It broke, , ."]
    assert page_texts(german, sentences) == expected


@pytest.mark.parametrize("template", [None, "{", "{nothing}"])
def test_sentence_inside_english_page_words_is_translated(template: str | None) -> None:
    templates = {_INNER.code: "Es ist kaputt."} | ({} if template is None else {"page.test.outer": template})
    table = {"tag": "de", "conventions": asdict(STRANGE), "templates": templates}
    answer = """([table, why]) => {
        page.spoken.value = table;
        return page.words("test", { outer: "{x:.1f} {why:open}!" }).outer({ x: 1.5, why });
    }"""
    reported = on_the_page("src/speech.ts", answer, [[table, _json({"why": _INNER()})["why"]]])
    assert reported == ["1.5 Es ist kaputt!"]


def test_a_text_of_the_player_has_only_the_fields_that_are_given() -> None:
    answer = "(text) => page.filled(text, { step: 1 })"
    texts = ["{step} {constructor} {toString} {turns}", "no field"]
    assert on_the_page("../src/cubeproof/draw/player.js", answer, texts) == [
        "1 {constructor} {toString} {turns}",
        "no field",
    ]
