"""The command that installs an extra names the place that cubeproof was installed from."""

import json
import shlex
from importlib.metadata import PackageNotFoundError
from types import SimpleNamespace

import pytest
from packaging.requirements import Requirement

from cubeproof.base.extras import install_command

WHEEL = "file:///tmp/a%20b/cubeproof-0.1.0-py3-none-any.whl"
GIT = "https://example.org/cubeproof.git"


def requirement(monkeypatch: pytest.MonkeyPatch, origin: object) -> list[str]:
    """Return the arguments of the command, as a shell reads them, after an installation from an origin."""
    text = None if origin is None else json.dumps(origin)
    monkeypatch.setattr(
        "importlib.metadata.distribution", lambda _: SimpleNamespace(read_text=lambda _: text)
    )
    return shlex.split(install_command("web"))


@pytest.mark.parametrize(
    ("origin", "url"),
    [
        ({"url": WHEEL, "archive_info": {}}, WHEEL),
        ({"url": "file:///home/me/cubeproof", "dir_info": {}}, "file:///home/me/cubeproof"),
        ({"url": GIT, "vcs_info": {"vcs": "git", "commit_id": "e9cb"}}, f"git+{GIT}@e9cb"),
        (None, None),
    ],
    ids=["wheel", "folder", "git", "index"],
)
def test_extra_comes_from_where_cubeproof_came_from(
    origin: object, url: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    *command, argument = requirement(monkeypatch, origin)
    read = Requirement(argument)
    assert (command, read.name, read.extras, read.url) == (["pip", "install"], "cubeproof", {"web"}, url)


def test_extra_of_an_editable_installation_comes_from_its_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    origin = {"url": "file:///home/a%20b/cube's", "dir_info": {"editable": True}}
    assert requirement(monkeypatch, origin) == ["pip", "install", "-e", "/home/a b/cube's[web]"]


def test_extra_is_named_without_an_installation(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: str) -> None:
        raise PackageNotFoundError

    monkeypatch.setattr("importlib.metadata.distribution", fail)
    assert install_command("web") == "pip install 'cubeproof[web]'"
