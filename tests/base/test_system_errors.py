"""Errors of the system: its own words in English, and the most common ones in French."""

import errno
import os
from pathlib import Path

import pytest

from cubeproof.base.system_errors import system_reason
from french import in_french

FRENCH = {
    errno.ENOENT: "Aucun fichier ni dossier de ce nom",
    errno.EACCES: "Permission refusée",
    errno.EEXIST: "Le fichier existe déjà",
    errno.ENOSPC: "Il n’y a plus de place sur le disque",
    errno.EISDIR: "C’est un dossier",
    errno.ENOTDIR: "Ce n’est pas un dossier",
}


@pytest.mark.parametrize("number", FRENCH, ids=errno.errorcode.get)
def test_system_reason_translates_common_errors(number: int) -> None:
    reason = system_reason(OSError(number, os.strerror(number), "a"))
    assert reason == os.strerror(number)
    assert in_french(reason) == FRENCH[number]


@pytest.mark.parametrize(
    ("problem", "text"),
    [
        (OSError(errno.EMFILE, "Too many open files"), "Too many open files"),
        (
            OSError(errno.ENOENT, "The system cannot find the file specified"),
            "The system cannot find the file specified",
        ),
        (OSError("nothing is known of it"), "nothing is known of it"),
    ],
)
def test_system_reason_keeps_an_unknown_reason(problem: OSError, text: str) -> None:
    reason = system_reason(problem)
    assert (reason, reason.code, in_french(reason)) == (text, "", text)


def test_system_reason_translates_a_real_refusal(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as caught:
        (tmp_path / "none").read_bytes()
    assert system_reason(caught.value) == caught.value.strerror
