"""Places at services of the tests' own."""

from __future__ import annotations

import secrets
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from places.services import BUCKET, QUOTED, S3, USER, Pages, http_server, s3_server

if TYPE_CHECKING:
    from places.drive import Drive
    from places.sftp import SFTP


@pytest.fixture(scope="session")
def s3_service() -> Iterator[S3]:
    with s3_server() as service:
        yield service


@pytest.fixture
def s3(s3_service: S3, monkeypatch: pytest.MonkeyPatch) -> Iterator[S3]:
    """moto's S3, where the settings that fsspec reads have its address and keys; the bucket is there and empty."""
    import s3fs
    from fsspec.config import conf

    monkeypatch.setitem(conf, "s3", {"key": "a-key", "secret": "a-secret", "endpoint_url": s3_service.url})
    files = s3fs.S3FileSystem(skip_instance_cache=True)
    files.mkdir(BUCKET)
    yield s3_service
    s3_service.answer = lambda method, path: None
    s3_service.after = lambda method, path: None
    files.invalidate_cache()
    files.rm(BUCKET, recursive=True)


@pytest.fixture(scope="session")
def sftp_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SFTP]:
    from places.sftp import sftp_server

    with sftp_server(tmp_path_factory.mktemp("sftp")) as service:
        yield service


@pytest.fixture
def sftp(
    sftp_service: SFTP, monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[SFTP]:
    """A server of SFTP, which the user's `known_hosts` has; its folder is empty."""
    home = tmp_path_factory.mktemp("home")
    home.joinpath(".ssh").mkdir()
    home.joinpath(".ssh", "known_hosts").write_text(sftp_service.known + "\n")
    monkeypatch.setenv("HOME", str(home))
    yield sftp_service
    sftp_service.files.broken = staticmethod(lambda name: None)
    shutil.rmtree(sftp_service.root)
    sftp_service.root.mkdir()


@pytest.fixture
def drive(monkeypatch: pytest.MonkeyPatch) -> Drive:
    """A mock of Google Drive."""
    import gdrive_fsspec.core
    from fsspec.config import conf

    from places.drive import Drive

    service = Drive()
    monkeypatch.setattr(gdrive_fsspec.core, "build", service.connected)
    monkeypatch.setitem(conf, "gdrive", {"token": "anon"})
    return service


@pytest.fixture
def http(tmp_path: Path) -> Iterator[str]:
    """A server of HTTP, which has the folder `pages` of the test."""
    tmp_path.joinpath("pages").mkdir()
    with http_server(tmp_path / "pages") as host:
        yield host
    Pages.wanted, Pages.after = None, staticmethod(lambda method, path: None)


@pytest.fixture(params=["file", "memory", "s3", "sftp", "gdrive"])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a folder that is not there yet, at each service that can be written."""
    name = f"folder-{secrets.token_hex(4)}"
    match request.param:
        case "file":
            return (tmp_path / name).as_uri()
        case "memory":
            return f"memory://{name}"
        case "s3":
            request.getfixturevalue("s3")
            return f"s3://{BUCKET}/{name}"
        case "sftp":
            service = request.getfixturevalue("sftp")
            return f"sftp://{USER}:{QUOTED}@{service.host}/{name}"
        case _:
            request.getfixturevalue("drive")
            return f"gdrive://{name}"


@pytest.fixture
def directory(folder: str) -> str:
    """The same folder; on this machine it is there."""
    if folder.startswith("file"):
        Path(folder.removeprefix("file://")).mkdir()
    return folder
