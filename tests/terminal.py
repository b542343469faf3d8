"""The command on a terminal, in a separate process."""

import contextlib
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

COMMAND = [sys.executable, "-m", "cubeproof"]
LOCALES = ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE")


def plain(text: str) -> str:
    """A text whose spaces may break; French has others before its colons."""
    return text.replace("\u00a0", " ").replace("\u202f", " ")


def on_a_terminal(locale: dict[str, str], *arguments: str, stdout: bool = False) -> tuple[int, str, str]:
    """The status of a run whose stderr is a terminal, and what it says on stdout and stderr.

    Args:
        locale: the variables of the environment that are its locale, and others that are to be set.
        arguments: those of the command.
        stdout: whether stdout is a terminal too, or else a pipe.
    """
    environment = {name: value for name, value in os.environ.items() if name not in LOCALES} | locale
    pairs = [os.openpty() if stdout else os.pipe(), os.openpty()]
    # A terminal is read and written at both ends; of a pipe the second end is written.
    ours, its = zip(*pairs, strict=True)
    with (
        ThreadPoolExecutor() as readers,
        subprocess.Popen(
            [*COMMAND, *arguments], stdin=subprocess.DEVNULL, stdout=its[0], stderr=its[1], env=environment
        ) as process,
    ):
        for end in its:
            os.close(end)
        out, err = readers.map(all_of, ours)
        return process.wait(60), out, err


def all_of(end: int) -> str:
    """All that comes out of a pipe or a terminal, with plain spaces and line ends."""
    results = b""
    # Linux reports the end of a terminal as an error.
    with contextlib.suppress(OSError):
        while part := os.read(end, 1000):
            results += part
    os.close(end)
    return plain(results.decode()).replace("\r\n", "\n")
