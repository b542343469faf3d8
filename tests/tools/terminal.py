"""The command on a terminal, in a separate process."""

import contextlib
import os
import subprocess
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

COMMAND = [sys.executable, "-m", "cubeproof"]
# Progress has no initial delay, so that it is shown on a machine of any speed.
AT_ONCE = [
    sys.executable,
    "-c",
    """
import sys
from cubeproof.cli import main
from cubeproof.cli.output import progress
progress.INITIAL_DELAY = 0
sys.exit(main())
""",
]
LOCALES = ("LC_ALL", "LC_MESSAGES", "LANG", "LANGUAGE")


def plain(text: str) -> str:
    """Return a text with plain spaces; French has non-breaking spaces before colons."""
    return text.replace("\u00a0", " ").replace("\u202f", " ")


def on_a_terminal(
    locale: dict[str, str], *arguments: str, stdout: bool = False, command: Sequence[str] = COMMAND
) -> tuple[int, str, str]:
    """Run the command with a terminal as stderr; return its status and its output on stdout and stderr.

    Args:
        locale: the environment variables of the locale, and perhaps other variables.
        arguments: the arguments of the command.
        stdout: whether stdout is a terminal too, instead of a pipe.
        command: the command in front of the arguments.
    """
    environment = {name: value for name, value in os.environ.items() if name not in LOCALES} | locale
    pairs = [os.openpty() if stdout else os.pipe(), os.openpty()]
    # Both ends of a terminal are read and written; the second end of a pipe is only written.
    ours, its = zip(*pairs, strict=True)
    with (
        ThreadPoolExecutor() as readers,
        subprocess.Popen(
            [*command, *arguments], stdin=subprocess.DEVNULL, stdout=its[0], stderr=its[1], env=environment
        ) as process,
    ):
        for end in its:
            os.close(end)
        out, err = readers.map(all_of, ours)
        return process.wait(60), out, err


def all_of(end: int) -> str:
    """Return the output of a pipe or a terminal, with plain spaces and line ends."""
    results = b""
    # Linux reports the end of a terminal as an error.
    with contextlib.suppress(OSError):
        while part := os.read(end, 1000):
            results += part
    os.close(end)
    return plain(results.decode()).replace("\r\n", "\n")
