"""The secrets of a URL are never printed, with any characters and as any argument."""

from __future__ import annotations

import contextlib
import io
import json
import re
from pathlib import Path
from urllib.parse import quote

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cubeproof.cli import main

# The start and the end of each secret, to detect parts too.
FIRST, LAST = "Zq7", "Kx9"
SECRETS = st.text(st.characters(exclude_categories=["C"]), max_size=12).map(
    lambda text: f"{FIRST}{text}{LAST}"
)
SOLVE = ["--size={}", "--json={}", "--s={}", "--format {} --steps", "--size 2 --certify {}", "-o {}"]
SOLVE += ["--share {}", "--share x --cluster {}"]
SOLVE += [
    f"--{name} {{}}" for name in ("size", "timeout", "goal", "moves", "metric", "engine", "jobs", "lang")
]
SHOW = ["--view {}", "--palette {}", "--mask {}", "--move {}", "--bogus={}", "--format {}", "-o {}"]
WORDS = [
    *["solve {}", "solve R {} U", "solve --state {}", "solve --file {}", "solve --problem {}", "scramble {}"],
    *["scramble --seed {}", "apply {}", "apply R --state {}", "apply R {}", "show {}", "animate {} -o x.gif"],
    *["animate R --from {} -o x.gif", "animate R -o {}", "cnf R --length 1 --encoding {} -o -"],
    *["cnf R --size 2 --length 1 -o {}", "cnf --family {}", "decode {} {}", "decode - {} --wait --proof {}"],
    *["check {}", "check {} --formal", "explore --moves {}", "explore --depth 1 -o {}", "explore {}"],
    *["serve --port {}", "serve {}", "tables {}", "tables info {}", "doctor {}", "{}", "--lang {} doctor"],
]
CALLS = [
    words.split() for words in (*WORDS, *map("solve R {}".format, SOLVE), *map("show R {}".format, SHOW))
]
CALLS += [["solve", "R {}"]]
# None of these URLs uses the network: the schemes are unknown or have requirements that are not met.
URLS = [
    "nonsense://ann:{}@host/x",
    "nonsense://{}@host/x.svg?version=2",
    "nonsense://host/x?signature={}&time=1",
    "odd_scheme://host/x.cnf#{}",
    "s3://key:{}@bucket/x",
]


def printed(arguments: list[str]) -> str:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err), contextlib.suppress(SystemExit):
        assert main(arguments) != 0
    for line in out.getvalue().splitlines():
        if line.startswith("{"):
            json.loads(line)
    return out.getvalue() + err.getvalue()


def ensure_hidden(call: list[str], url: str) -> None:
    # With JSON on stdout, stderr has the sentence too.
    more = ["--json"] if call[0] in ("solve", "apply", "decode", "check", "explore", "tables") else []
    text = printed([word.replace("{}", url) for word in call] + more).lower()
    assert FIRST.lower() not in text, (call, url, text)
    assert LAST.lower() not in text, (call, url, text)


@pytest.fixture(autouse=True)
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.guards("a password with a quotation mark in a URL is printed in part")
@pytest.mark.parametrize("call", CALLS, ids=" ".join)
def test_every_wrong_call_hides_a_password_with_awkward_signs(call: list[str]) -> None:
    for secret in ("a'b\"c", "a b»c\\d"):
        ensure_hidden(call, URLS[0].format(f"{FIRST}{secret}{LAST}"))
    ensure_hidden(call, URLS[2].format(f"{FIRST}@/?#'é\u2028{LAST}"))


@pytest.mark.guards("a password with a quotation mark in a URL is printed in part")
@settings(max_examples=60, deadline=None)
@given(st.sampled_from(CALLS), st.sampled_from(URLS), SECRETS)
@example(["solve", "{}"], "sftp://ann:22/{}@host/x", f"{FIRST} '{LAST}")
@example(["solve", "R", "--size", "2", "--certify", "{}"], "s3://key:{}@bucket/x", f"{FIRST}/{LAST}")
def test_wrong_calls_hide_any_password(call: list[str], url: str, secret: str) -> None:
    ensure_hidden(call, url.replace("{}", secret))


@settings(max_examples=10, deadline=None)
@given(SECRETS)
def test_a_service_that_fails_hides_any_password(secret: str) -> None:
    written = quote(secret, safe="")
    for url in (
        f"sftp://ann:{written}@127.0.0.1:1/x",
        f"http://ann:{written}@127.0.0.1:1/x?signature={written}",
    ):
        ensure_hidden(["check", "{}"], url)


def test_error_names_the_url_without_its_secrets(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "sftp://ann:pa'ss wo\"rd@host/proof?signature=it's"]) == 2
    stderr = capsys.readouterr().err
    assert re.fullmatch(r"cubeproof: sftp://host/proof is a URL: only arguments that name .*\n", stderr)
