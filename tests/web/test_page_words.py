"""The page's own words: every language has a template for each, with the same fields."""

import json

import pytest

from cubeproof.languages import language, tags
from cubeproof.sentences import fields_of
from cubeproof.web.routes.page import BUILT

OTHERS = tags()[1:]


@pytest.fixture(scope="module")
def words() -> dict[str, str]:
    """Return the English templates of the page by code."""
    path = BUILT / "words.json"
    if not path.is_file():
        pytest.skip("the page is not built (make page)")
    data: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return data


def test_page_words_are_templates_of_the_page(words: dict[str, str]) -> None:
    assert len(words) > 250
    assert [code for code in words if not code.startswith("page.")] == []
    assert words["page.turn.count"] == "{count} {count?one:turn|other:turns}"
    for template in words.values():
        fields_of(template)


@pytest.mark.parametrize("tag", OTHERS)
def test_language_has_exactly_the_page_words(tag: str, words: dict[str, str]) -> None:
    there = {code for code in language(tag).templates if code.startswith("page.")}
    assert there ^ set(words) == set()


@pytest.mark.parametrize("tag", OTHERS)
def test_page_words_have_the_fields_of_the_english(tag: str, words: dict[str, str]) -> None:
    templates = language(tag).templates
    second = {
        code: (english, templates[code])
        for code, english in words.items()
        if code in templates and set(fields_of(templates[code])) != set(fields_of(english))
    }
    assert second == {}
