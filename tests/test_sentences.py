"""A sentence has a code, a template and values, and is also a text."""

import json
import math
import pickle

import numpy as np
import pytest

from cubeproof.sentences import ENGLISH, Conventions, Sentence, Template, Value, fields_of, rendered

FRENCH = Conventions(",", "\u202f", ("«\u00a0", "\u00a0»"), ", ", "\u00a0; ", " et ", " ou ", (0, 1))
TURNS = Template("test.turns", "{count:,} {count?one:turn|other:turns} of {face!r}")


# The page is tested with these too (tests/web/test_page_sentences.py).
CASES: list[tuple[str, dict[str, Value], str, str]] = [
    ("{n} {n?one:a|other:b}", {"n": 0}, "0 b", "0 a"),
    ("{n} {n?one:a|other:b}", {"n": 1}, "1 a", "1 a"),
    ("{n} {n?one:a|other:b}", {"n": 2}, "2 b", "2 b"),
    ("{n?0:none|one:{n} turn|other:{n:,} turns}.", {"n": 0}, "none.", "none."),
    ("{n?0:none|one:{n} turn|other:{n:,} turns}.", {"n": 4321}, "4,321 turns.", "4\u202f321 turns."),
    ("{x:.2f} {x:g}", {"x": 1.5}, "1.50 1.5", "1,50 1,5"),
    ("{who!r}", {"who": "it's"}, '"it\'s"', "«\u00a0it's\u00a0»"),
    ("{who!r}", {"who": "\x1b[1m"}, "'\\x1b[1m'", "«\u00a0\\x1b[1m\u00a0»"),
    ("{names}", {"names": ("a", "b", "c")}, "a, b, c", "a, b, c"),
    ("{names:and}", {"names": ("a", "b", "c")}, "a, b and c", "a, b et c"),
    (
        "{piece:colours} at {place:faces}",
        {"piece": "URF", "place": "U(2,3)"},
        "URF at U(2,3)",
        "URF at U(2,3)",
    ),
    ("{shown:colours}.", {"shown": ("U", "?")}, "U, ?.", "U, ?."),
    ("{names:or}", {"names": ("a",)}, "a", "a"),
    ("{names!r:or}", {"names": ("a", "b")}, "'a' or 'b'", "«\u00a0a\u00a0» ou «\u00a0b\u00a0»"),
    ("{names:semicolons}", {"names": ("a", "b")}, "a; b", "a\u00a0; b"),
    ("{on?true:on|false:off}", {"on": False}, "off", "off"),
    ("{{{n}}}", {"n": 3}, "{3}", "{3}"),
    ("{why:open}, so", {"why": "It is so."}, "It is so, so", "It is so, so"),
]

NO_TEMPLATES = ["{", "{n", "{n?}", "{n?one}", "{n?one:a", "{n!x}", "}", "{}", "{n|a}", "a}b"]
NO_TEMPLATES += ["{n:x}", "{n:adn}", "{n:g?one:a}"]


def test_a_sentence_is_text_with_a_memory() -> None:
    sentence = TURNS(count=1200, face="R")
    assert sentence == "1,200 turns of 'R'"
    assert (sentence.code, sentence.template, dict(sentence.values)) == (
        "test.turns",
        TURNS.english,
        {"count": 1200, "face": "R"},
    )
    assert type(str(sentence)) is str


def test_sentence_survives_another_process() -> None:
    sentence = TURNS(count=1, face="R")
    back = pickle.loads(pickle.dumps(sentence))
    assert back == sentence == "1 turn of 'R'"
    assert (back.code, dict(back.values)) == (sentence.code, dict(sentence.values))


@pytest.mark.parametrize(("template", "values", "english", "french"), CASES)
def test_templates_are_filled(template: str, values: dict[str, Value], english: str, french: str) -> None:
    assert rendered(template, values, ENGLISH) == english
    assert rendered(template, values, FRENCH) == french


def test_inner_sentence_loses_its_full_stop_where_the_outer_one_goes_on() -> None:
    template = Template("test.open", "{why:open}, so.")
    assert template(why=TURNS(count=2, face="R")) == "2 turns of 'R', so."
    assert template(why=Sentence.of("It is so.")) == "It is so, so."


def test_inner_sentence_keeps_its_template_where_a_reader_names_its_letters() -> None:
    inner = Template("test.named-letters", "the {piece:colours} {kind}")(piece="URF", kind="corner")
    plain = Template("test.plain-inner", "the {kind}")(kind="corner")
    outer = Template("test.around-letters", "{one}, {other}")(one=inner, other=plain)
    values = outer.to_dict()["values"]
    assert values == {
        "one": {
            "text": "the URF corner",
            "code": "test.named-letters",
            "template": "the {piece:colours} {kind}",
            "values": {"piece": "URF", "kind": "corner"},
        },
        "other": {"text": "the corner", "code": "test.plain-inner", "values": {"kind": "corner"}},
    }


@pytest.mark.parametrize("template", NO_TEMPLATES)
def test_wrong_template_is_refused(template: str) -> None:
    with pytest.raises(ValueError, match="template"):
        fields_of(template)


def test_template_is_parsed_at_its_first_use() -> None:
    wrong = Template("test.wrong-syntax", "{n")
    with pytest.raises(ValueError, match="template"):
        wrong(n=1)


def test_sentence_values_are_those_of_the_fields() -> None:
    with pytest.raises(TypeError, match=r"test\.turns has the fields count, face, not count"):
        TURNS(count=1)


def test_one_code_is_one_sentence() -> None:
    assert Template(TURNS.code, TURNS.english) == TURNS
    with pytest.raises(ValueError, match=r"Two templates have the code test\.turns"):
        Template(TURNS.code, "Something else.")


def test_foreign_values_are_kept_as_python_prints_them() -> None:
    assert TURNS(count=2, face=[1, "a"]) == "2 turns of [1, 'a']"
    assert TURNS(count=2, face={1}) == "2 turns of {1}"
    assert TURNS(count=np.int64(2), face=np.str_("R")).values == {"count": 2, "face": "R"}
    ready = Template("test.ready", "{ready?true:yes|false:no} {share:.2f}")
    assert ready(ready=np.bool_(True), share=np.float32(0.5)) == "yes 0.50"
    assert TURNS(count=True, face="R").values["count"] is True


def test_sentence_becomes_json() -> None:
    inner = Template("test.inner", "it broke")()
    outer = Template("test.outer", "{reason}: {names}.")(reason=inner, names=("a", 1))
    assert outer.to_dict() == {
        "text": "it broke: a, 1.",
        "code": "test.outer",
        "template": "{reason}: {names}.",
        "values": {"reason": {"text": "it broke", "code": "test.inner"}, "names": ["a", 1]},
    }
    assert isinstance(outer.values["reason"], Sentence)


def test_numbers_that_json_or_javascript_lack_go_as_text() -> None:
    sentence = Template("test.numbers", "{a} {b} {c}")(a=math.inf, b=2**60, c=-(2**53))
    assert sentence.to_dict()["values"] == {"a": "inf", "b": "1152921504606846976", "c": -(2**53)}
    assert json.loads(json.dumps(sentence.to_dict(), allow_nan=False)) == sentence.to_dict()


def test_unknown_choice_is_printed_itself() -> None:
    kind = Template("test.kind", "a {kind?corner:corner piece|edge:edge piece}")
    assert kind(kind="wing") == "a wing"


def test_list_quoted_member_by_member_is_marked() -> None:
    names = Template("test.names", "{names!r:or}")
    assert names(names=["a", "b"]) == "'a' or 'b'"
