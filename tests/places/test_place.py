"""Paths and URLs are distinguished, and the secrets of URLs are hidden."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubeproof.errors import UsageError
from cubeproof.places import Url, located, name_of, shown, urls_of, without_secrets
from cubeproof.sentences import Template


@pytest.mark.parametrize(
    "text",
    [
        *["-", "C:\\x", "C:/x", "c://x", "a:b", "s3:/x", "://x", "_s3://x", "1s3://x", "a b://x", ""],
        *["q.cnf", "x?y=1", "/a//b://c"],
    ],
)
def test_odd_looking_text_is_a_path(text: str) -> None:
    assert located(text) == Path(text)
    assert shown(text) == without_secrets(text) == text


@pytest.mark.guards("a password in a URL behind a blank is printed")
@pytest.mark.parametrize("before", [" ", "'", "url=", "folder/", "simplecache::", "zip://a::"])
def test_url_behind_other_text_is_refused_without_its_secrets(before: str) -> None:
    with pytest.raises(UsageError) as caught:
        located(f"{before}sftp://ann:secret@host/x")
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize("path", ["..", "a/..", "a/%2E%2E"])
def test_url_that_ends_in_dots_names_no_file(path: str) -> None:
    url = located(f"s3://bucket/{path}")
    assert isinstance(url, Url)
    with pytest.raises(UsageError, match="names no file"):
        assert url.name


def test_url_in_another_url_is_no_path() -> None:
    with pytest.raises(UsageError, match=r"text precedes the URL s3://bucket/x"):
        located("simplecache::s3://bucket/x")


def test_pathlib_path_is_always_a_path() -> None:
    assert located(Path("s3://bucket/x")) == Path("s3:/bucket/x")


@pytest.mark.parametrize(
    ("url", "path"),
    [("file:///a/b.cnf", "/a/b.cnf"), ("FILE://localhost/a", "/a"), ("file:///a%20b/%C3%A9", "/a b/é")],
)
def test_file_url_is_a_path(url: str, path: str) -> None:
    assert located(url) == Path(path)


@pytest.mark.parametrize("url", ["file://host/a", "file://a"])
def test_file_url_of_another_machine_is_refused(url: str) -> None:
    with pytest.raises(UsageError, match=f"^{url} names another machine; "):
        located(url)


@pytest.mark.parametrize(
    ("url", "said"),
    [
        ("s3://bucket/a.cnf", "s3://bucket/a.cnf"),
        ("sftp://ann:pw@host:22/a", "sftp://host:22/a"),
        ("sftp://ann@host/a", "sftp://host/a"),
        ("https://token@host/a?X-Signature=1#2", "https://host/a"),
        ("https://a:b@c@host/x", "https://host/x"),
        ("https://a:b@c@host/x@y", "https://…/y"),
        ("s3://bucket/x@y", "s3://bucket/x@y"),
        ("sftp://ann:22/pa@host/a", "sftp://…/host/a"),
        ("https://host/a?mail=x@y", "https://…"),
    ],
)
def test_url_is_shown_without_its_secrets(url: str, said: str) -> None:
    results = located(url)
    assert isinstance(results, Url)
    assert (results.shown, shown(url), repr(results)) == (said, said, f"Url({said!r})")
    assert without_secrets(f"It is {url} that it is.") == f"It is {said} that it is."
    longer = f"{url} b?key=9"
    assert "key" not in without_secrets(f"It is {longer}.", [url, longer])


@pytest.mark.parametrize("password", ["a/b", "a#b", "a?b"])
def test_wrong_url_with_a_password_is_hidden(password: str) -> None:
    url = f"sftp://ann:{password}@host/x"
    with pytest.raises(UsageError, match=r"^A URL beginning with sftp:// cannot be read\.") as caught:
        located(url)
    assert password not in str(caught.value)
    assert shown(url) == "sftp://"


@given(
    st.lists(st.sampled_from(["a", "s3", "1", "._", "+", "://", ":", "/", " ", "'", "é", "x@y"])).map("".join)
)
def test_first_url_of_a_text_starts_at_the_first_letter_of_its_scheme(text: str) -> None:
    simple = re.search(r"[A-Za-z][A-Za-z0-9+._-]+://", text)
    assert urls_of(text) == (text[simple.start() :] if simple else "")
    # A plain search, letter by letter, hides the same parts.
    each = re.compile(r"[A-Za-z][A-Za-z0-9+._-]+://\S*[^\s'\"»\\.,;:]")
    assert without_secrets(text) == each.sub(lambda match: shown(match[0]), text)


@pytest.mark.parametrize("text", ["U" * 10**6, "1" * 10**6, "a1" * 10**6], ids=["letters", "digits", "both"])
def test_text_without_a_url_is_read_once(text: str) -> None:
    # A search from each character would take hours.
    assert urls_of(text) == ""
    assert without_secrets(text) == text


@given(st.text(st.characters(codec="ascii", categories=["L", "N"]), min_size=8, max_size=20))
def test_password_appears_in_no_message_about_a_url(password: str) -> None:
    for url in (
        f"sftp://ann:{password}@host/a",
        f"https://host/a?key={password}",
        f"https://{password}@host/a#b",
    ):
        results = located(url)
        assert isinstance(results, Url)
        assert password in results.secrets
        template = Template("test.secret", "{a} {b} {c}")
        said = without_secrets(template(a=url, b=template(a=url, b=1, c=None), c=[url, "x"]))
        assert password not in f"{results} {results.shown} {name_of(url)} {said}"


def test_fsspec_is_loaded_for_a_url_and_not_before() -> None:
    """Nor is a library of any service, by the import, by `--help` or by work on paths."""
    program = """
import sys
from cubeproof.cli import main
try:
    main(["--help"])
except SystemExit:
    pass
main(["show", "R", "-o", sys.argv[1]])
main(["cnf", "R", "--size", "2", "--length", "1", "-o", sys.argv[2]])
loaded = {"fsspec", "s3fs", "sshfs", "aiohttp", "googleapiclient", "cubeproof.places.service"} & set(sys.modules)
assert not loaded, loaded
main(["show", "R", "-o", "memory://cube.svg"])
assert "fsspec" in sys.modules and "s3fs" not in sys.modules
"""
    subprocess.run(
        [sys.executable, "-c", program, "/dev/null", "/dev/null"],
        check=True,
        capture_output=True,
        timeout=120,
    )


def test_the_server_takes_no_place_from_its_visitors() -> None:
    """Nothing in it knows places, so a text from a visitor never becomes one."""
    import cubeproof.web

    sources = [*Path(cubeproof.web.__path__[0]).rglob("*.py")]
    assert sources
    for source in sources:
        text = source.read_text(encoding="utf-8")
        assert "cubeproof.places" not in text, source
        assert "fsspec" not in text, source
    # What writes certificates takes places; the server hands it paths that it made itself.
    callers = [source.name for source in sources if "certify(" in source.read_text(encoding="utf-8")]
    assert callers == ["worker_search.py"]
