"""Every sentence has a template in every language, and a language is one file."""

import ast
import importlib
import inspect
import json
import os
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import get_type_hints

import pytest

import cubeproof
from cubeproof.contract.events import Note
from cubeproof.errors import CubeproofError, UsageError
from cubeproof.languages import VARIABLE, Language, catalogue, faults, from_locale, language, tags, translated
from cubeproof.puzzle.geometry import check_size
from cubeproof.sentences import TEMPLATES, Sentence, fields_of

TABLES = Path(cubeproof.__file__).parent / "languages"
# Words of the page are in TypeScript: tests/web/test_page_words.py compares them.
PAGE = "page."
# Templates of tests and of examples in docstrings.
EXAMPLES = ("example.", "test.", "toy.")


def everything() -> dict[str, str]:
    """Return the templates of all modules."""
    return {code: text for code, text in catalogue().items() if not code.startswith(EXAMPLES)}


def test_catalogue_has_every_template_that_a_module_declares() -> None:
    for module in pkgutil.walk_packages(cubeproof.__path__, "cubeproof."):
        if not module.name.endswith("__main__"):
            importlib.import_module(module.name)
    declared = {
        code: template.english for code, template in TEMPLATES.items() if not code.startswith(EXAMPLES)
    }
    assert {code: text for code, text in everything().items() if code in declared} == declared
    assert len(declared) > 300


def test_no_two_sentences_have_one_code() -> None:
    texts: dict[str, set[str]] = {}
    for path in Path(cubeproof.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Call(ast.Name("Template" | "say"), [ast.Constant(str(code)), text]):
                    texts.setdefault(code, set()).add(ast.unparse(text))
    assert len(texts) > 300
    assert {code for code, found in texts.items() if len(found) > 1} == set()


@pytest.mark.parametrize("tag", tags())
def test_every_template_has_sound_syntax(tag: str) -> None:
    templates = everything() if tag == "en" else language(tag).templates
    wrong = {}
    for code, text in templates.items():
        try:
            fields_of(text)
        except ValueError as error:
            wrong[code] = str(error)
    assert wrong == {}


def errors(kind: type[CubeproofError] = CubeproofError) -> Iterator[type[CubeproofError]]:
    yield kind
    for below in kind.__subclasses__():
        yield from errors(below)


@pytest.mark.parametrize("tag", [tag for tag in tags() if tag != "en"])
def test_every_sentence_is_in_every_language_with_the_same_values(tag: str) -> None:
    there = {code: text for code, text in language(tag).templates.items() if not code.startswith(PAGE)}
    reference = everything()
    assert sorted(reference.keys() - there.keys()) == []
    assert sorted(there.keys() - reference.keys()) == []
    unlike = {
        code for code, text in reference.items() if fields_of(there[code]).keys() != fields_of(text).keys()
    }
    assert sorted(unlike) == []


@pytest.mark.parametrize("tag", [tag for tag in tags() if tag != "en"])
def test_a_table_is_one_file_in_order(tag: str) -> None:
    text = (TABLES / f"{tag}.json").read_text(encoding="utf-8")
    table = json.loads(text)
    codes = list(table["templates"])
    assert codes == sorted(codes)
    assert text == json.dumps(table, ensure_ascii=False, indent=2) + "\n"
    assert [path.name for path in TABLES.iterdir() if path.is_dir() and path.name != "__pycache__"] == []


def test_french_keeps_its_signs_with_their_words() -> None:
    loose = [text for text in language("fr").templates.values() if re.search(r" [:;?!»]|« ", text)]
    assert loose == []


def made_of(kind: type[CubeproofError]) -> object:
    """Return the type of the first argument of an error's constructor."""
    first = list(inspect.signature(kind.__init__).parameters)[1]
    return get_type_hints(kind.__init__)[first]


# Before the recorder of this suite replaces the constructors.
MADE_OF = {kind: made_of(kind) for kind in errors()}


@pytest.mark.parametrize("kind", MADE_OF)
def test_every_error_is_made_of_a_sentence(kind: type[CubeproofError]) -> None:
    """An error requires a template: the type checker refuses plain text."""
    assert MADE_OF[kind] in (Sentence, Sentence | None, tuple[Sentence, ...])


def test_notes_are_made_of_sentences() -> None:
    assert get_type_hints(Note)["sentence"] is Sentence


def test_an_error_is_said_in_another_language() -> None:
    with pytest.raises(UsageError) as caught:
        check_size(1)
    assert str(caught.value) == "A cube has 2 to 50 layers, not 1."
    assert translated(caught.value.sentence, "fr") == "Un cube a de 2 à 50 couches, et non 1."


def test_missing_translation_is_in_english(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    table = {"language": {"name": "Toy"}, "templates": {"language.unknown": "{tag} ¿"}}
    (tmp_path / "xx.json").write_text(json.dumps(table), encoding="utf-8")
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    assert tags() == ("en", "fr", "xx")
    assert language("xx").name == "Toy"
    with pytest.raises(UsageError) as caught:
        language("klingon")
    assert translated(caught.value.sentence, "xx") == "klingon ¿"
    assert translated(caught.value.sentence, "fr") == (
        "Il n’y a pas de langue «\u00a0klingon\u00a0»\u00a0; il y a en, fr, xx."
    )
    assert translated(Sentence("Other programs' words."), "xx") == "Other programs' words."
    with pytest.raises(UsageError) as caught:
        check_size(1)
    assert translated(caught.value.sentence, "xx") == str(caught.value)


def test_a_users_table_of_a_language_replaces_ours(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    table = {"language": {"name": "Français de Suisse"}, "templates": {}}
    (tmp_path / "fr.json").write_text(json.dumps(table), encoding="utf-8")
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    assert (tags(), language("fr").name) == (("en", "fr"), "Français de Suisse")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"language": {"name": "x"}, "templates": {"error.column": null}}',
        '{"language": {"name": "x", "comma": null}, "templates": {}}',
        '{"language": {"name": "x", "decimal": 3}, "templates": {}}',
        '{"language": {"name": "x", "one": [1]}, "templates": {}}',
        '{"language": {"name": "x", "quotes": "«»"}, "templates": {}}',
        '{"language": {}, "templates": {}}',
        '{"language": {"name": "x", "oops": 1}, "templates": {}}',
    ],
)
def test_a_damaged_table_is_refused_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: str
) -> None:
    (tmp_path / "xx.json").write_text(text, encoding="utf-8")
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    with pytest.raises(UsageError, match=r"The table of the language 'xx' cannot be used: \w+: .+\."):
        language("xx")


@pytest.mark.parametrize("template", ["{", "{tags} {nothing}", "{tag:x}{", "{tags?}"])
def test_a_template_with_a_fault_leaves_the_english(template: str) -> None:
    faulty = Language("xx", "Toy", templates={"language.unknown": template})
    with pytest.raises(UsageError) as caught:
        language("klingon")
    assert faulty.say(caught.value.sentence) == str(caught.value)


@pytest.mark.parametrize("tag", ["../fr", "fr/../fr", "fr.json", "", "a" * 5000, "\x00"])
def test_a_tag_is_no_path(tag: str) -> None:
    with pytest.raises(UsageError, match="There is no language"):
        language(tag)


@pytest.mark.parametrize(
    ("environment", "tag"),
    [
        *[({}, "en"), ({"LANG": "fr_FR.UTF-8"}, "fr"), ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, "en")],
        *[({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "fr"}, "fr"), ({"LANG": "de_DE@euro"}, "en")],
        *[({"LANG": "fr_BE@euro"}, "fr"), ({"LANG": "FR-ca"}, "fr"), ({"LANG": "fr@euro"}, "fr")],
    ],
)
def test_the_locale_chooses_the_language(environment: dict[str, str], tag: str) -> None:
    assert from_locale(environment) == tag


def test_english_loads_no_table() -> None:
    code = "import sys, cubeproof; cubeproof.solve(cubeproof.Cube(2)); sys.exit('cubeproof.languages' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, env=os.environ)


def test_a_language_with_a_region_is_found_too(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    table = {"language": {"name": "Português"}, "templates": {"language.unknown": "{tag} {nothing}"}}
    (tmp_path / "pt-BR.json").write_text(json.dumps(table), encoding="utf-8")
    monkeypatch.setenv(VARIABLE, str(tmp_path))
    assert from_locale({"LANG": "pt_BR.UTF-8"}) == "pt-BR"
    assert from_locale({"LANG": "pt_PT.UTF-8"}) == "en"
    assert {"language.unknown", "language.damaged"} <= set(faults("pt-BR"))
    assert faults("en") == []
