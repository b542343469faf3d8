"""Places that cannot be, missing packages and wrong keys are one sentence, and no secret is printed."""

from __future__ import annotations

import contextlib
import http.client
import json
import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from fsspec.config import conf

from cubeproof import check_certificate
from cubeproof.base.extras import install_command
from cubeproof.cli import main
from cubeproof.errors import PlaceError, UnsupportedError, UsageError
from cubeproof.places import Url, is_free, located
from cubeproof.places.faults import fault
from cubeproof.places.limits import PATIENCE
from places.services import QUOTED, S3, USER
from programs import run_program
from terminal import COMMAND

if TYPE_CHECKING:
    from places.sftp import SFTP


class TestNames:
    @pytest.mark.parametrize(
        ("url", "said"),
        [
            ("nonsense://a/b.cnf", "Unknown scheme nonsense://. Places are paths, and URLs with s3://,"),
            (
                "https://example.org/a.cnf",
                "https://example.org/a.cnf can only be read: nothing is written to https://.",
            ),
            (
                "s3://key:secret@bucket/a.cnf",
                "A URL with s3:// must not contain a user or a key, as in s3://bucket/a.cnf:",
            ),
            (
                "gcs://key:secret@bucket/a.cnf",
                "A URL with gcs:// must not contain a user or a key, as in gcs://bucket/a.cnf:",
            ),
            ("memory://", "memory:// names no file."),
        ],
    )
    def test_a_place_that_cannot_be_is_refused_at_once(
        self, url: str, said: str, capsys: pytest.CaptureFixture[str]
    ) -> None:
        assert main(["cnf", "R", "--size", "2", "--length", "1", "-o", url]) == 2
        err = capsys.readouterr().err
        assert err.startswith(f"cubeproof: {said}")
        assert "secret" not in err

    @pytest.mark.parametrize(
        ("package", "url", "extra"),
        [
            ("s3fs", "s3://a/b", "s3"),
            ("gcsfs", "gcs://a/b", "gcs"),
            ("gcsfs", "gs://a/b", "gcs"),
            ("sshfs", "sftp://a/b", "sftp"),
            ("gdrive_fsspec", "gdrive://a/b", "gdrive"),
            ("aiohttp", "https://a/b", "http"),
        ],
    )
    def test_a_missing_extra_is_named(
        self,
        package: str,
        url: str,
        extra: str,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        monkeypatch.setattr(
            "cubeproof.places.kinds.find_spec", lambda name: None if name == package else object()
        )
        assert main(["check", url]) == 2
        assert capsys.readouterr().err.count(f"not installed: {install_command(extra)}.") == 1
        with pytest.raises(UnsupportedError):
            check_certificate(url)

    def test_missing_package_of_another_scheme_is_named(self) -> None:
        with pytest.raises(UnsupportedError, match=r"^adl://a/b requires a package that is not installed"):
            is_free("adl://a/b")

    def test_patience_must_be_a_number(self, monkeypatch: pytest.MonkeyPatch) -> None:
        for wrong in ("x", "0", "-1", "nan", "inf"):
            monkeypatch.setenv(PATIENCE, wrong)
            with pytest.raises(
                UsageError, match=f"^{PATIENCE} must be a number of seconds above 0, not '{wrong}'"
            ):
                is_free("memory://x")


class TestKeys:
    def test_wrong_keys_of_s3_are_reported(self, s3: S3, capsys: pytest.CaptureFixture[str]) -> None:
        """moto looks at keys from now on, and knows none."""
        host = s3.url.removeprefix("http://")

        def reset(text: str) -> None:
            connection = http.client.HTTPConnection(host)
            connection.request("POST", "/moto-api/reset-auth", text)
            connection.getresponse().read()
            connection.close()

        reset("0")
        try:
            assert main(["cnf", "R", "--size", "2", "--length", "1", "-o", "s3://cubes/a.cnf"]) == 2
            captured = capsys.readouterr()
            assert captured.err == "cubeproof: The service of s3://cubes/a.cnf does not accept these keys.\n"
        finally:
            reset("Infinity")
        assert "a-key" not in captured.err + captured.out
        assert "a-secret" not in captured.err + captured.out

    def test_wrong_keys_of_sftp_are_reported(self, sftp: SFTP, capsys: pytest.CaptureFixture[str]) -> None:
        url = f"sftp://{USER}:wrong-one@{sftp.host}/a.cnf"
        assert main(["decode", url, url]) == 2
        assert capsys.readouterr().err == (
            f"cubeproof: The service of sftp://{sftp.host}/a.cnf does not accept these keys.\n"
        )

    def test_wrong_keys_are_one_sentence_of_the_command(self, sftp: SFTP) -> None:
        """Also not the libraries, which have separate logs."""
        url = f"sftp://{USER}:wrong-one@{sftp.host}/proof?signature=signed"
        done = run_program([*COMMAND, "check", url, "--json"])
        said = f"The service of sftp://{sftp.host}/proof does not accept these keys."
        assert (done.returncode, done.stderr) == (1, f"cubeproof: {said}\n")
        data = json.loads(done.stdout)
        assert (data["error"], data["values"]) == (said, {"place": f"sftp://{sftp.host}/proof"})
        assert "wrong-one" not in done.stdout
        assert "signed" not in done.stdout

    def test_no_part_of_a_secret_that_contains_another_is_printed(self) -> None:
        url = located("sftp://key:keyhole@host/x")
        assert isinstance(url, Url)
        problem = OSError("keyhole is wrong, so http://ann:secret@proxy is not asked")
        error = fault(problem, url, 1.0, PATIENCE, writing=False)
        assert "hole" not in str(error)
        assert "secret" not in str(error)

    def test_misread_secret_is_not_printed(self, capsys: pytest.CaptureFixture[str]) -> None:
        for arguments in (["solve"], ["scramble"], ["show", "R", "--bogus"], ["solve", "--size"], ["apply"]):
            for more in ([], ["--json"]):
                with contextlib.suppress(SystemExit):
                    assert main([*arguments, "sftp://ann:wrong-one@host/proof?signature=signed", *more]) == 2
                captured = capsys.readouterr()
                assert captured.err
                for said in captured:
                    assert "wrong-one" not in said
                    assert "signed" not in said

    def test_a_host_that_is_not_known_gets_no_password(
        self, sftp: SFTP, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("HOME", str(tmp_path))
        with pytest.raises(PlaceError, match=r"known_hosts"):
            is_free(f"sftp://{USER}:{QUOTED}@{sftp.host}/a")

    def test_missing_keys_are_reported(self, s3: S3, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        for name in [name for name in os.environ if name.startswith("AWS_")]:
            monkeypatch.delenv(name)
        monkeypatch.setenv("HOME", str(tmp_path))
        monkeypatch.setenv("AWS_EC2_METADATA_DISABLED", "true")
        monkeypatch.setitem(conf, "s3", {"endpoint_url": s3.url})
        with pytest.raises(PlaceError, match=r"^There are no keys for s3://cubes/a: "):
            is_free("s3://cubes/a")
