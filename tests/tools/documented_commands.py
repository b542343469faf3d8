"""Reads the commands of a page's shell blocks, and runs them in order in a folder that belongs to the page.

Comments before a block say what a reader does not see:

`<!-- file: cubes.csv -->`       the block is the content of a file, which exists before the first command
`<!-- not run: REASON -->`       no command of the block is run; `REASONS` has the reasons that count

A comment of a command that has the words "exit status 4" names the status that is right; otherwise it is 0.
"""

import os
import re
import shlex
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from cubeproof.cli import main
from cubeproof.cli.statuses import NO_ANSWER
from patience import PATIENCE
from programs import run_program

__all__ = ["FENCE", "REASONS", "Command", "PageRun", "commands", "files"]

REASONS = (
    "another machine or service",
    "installation",
    "over 10 minutes",
    "a prompt to the user",
)

FENCE = re.compile(
    r"(?P<marks>(?:^ *<!-- [^\n]* -->\n)*)^ *```(?P<language>\w+)\n(?P<text>.*?)^ *```$",
    re.MULTILINE | re.DOTALL,
)
_MARK = re.compile(r"<!-- (file|not run): (.*) -->")
_COMMENT = re.compile(r"(?:^|\s+)# .*")
_STATUS = re.compile(r"exit status (\d+)")
_SECONDS = re.compile(r"[\d.]+ s\]")
_PUNCTUATION = frozenset("();<>|&")
_SERVER = "localhost:8000"


@dataclass(frozen=True)
class Command:
    """A command of a page."""

    line: int
    """Its line on the page, from 1."""
    text: str
    """The command without its comment, on one line."""
    status: int = 0
    """The exit status that its comment names."""
    shown: str = ""
    """The output that the page shows; "" if it shows none."""
    not_run: str = ""
    """The reason why tests do not run it; "" if they do."""

    def calls(self) -> list[list[str]] | None:
        """Return the arguments of each `cubeproof` in `cubeproof A && cubeproof B`; None if it requires a shell."""
        if "$(" in self.text or "~" in self.text:
            return None
        lexer = shlex.shlex(self.text, posix=True, punctuation_chars=True)
        lexer.whitespace_split = True
        calls: list[list[str]] = [[]]
        for word in lexer:
            if word == "&&":
                calls.append([])
            elif set(word) <= _PUNCTUATION:
                return None
            else:
                calls[-1].append(word)
        are_ours = all(call[:1] == ["cubeproof"] for call in calls)
        return [call[1:] for call in calls] if are_ours else None


def _blocks(page: Path) -> Iterator[tuple[str, str, dict[str, str], int]]:
    """Yield language, text without indentation, marks, and line number of the text of each fenced block."""
    content = page.read_text(encoding="utf-8")
    for fence in FENCE.finditer(content):
        indentation = re.match(" *", fence["text"])
        text = re.sub(f"^{indentation[0] if indentation else ''}", "", fence["text"], flags=re.MULTILINE)
        yield (
            fence["language"],
            text,
            dict(_MARK.findall(fence["marks"])),
            content.count("\n", 0, fence.start("text")) + 1,
        )


def files(page: Path) -> dict[str, str]:
    """Return the files of a page: their content by name."""
    return {marks["file"]: text for _, text, marks, _ in _blocks(page) if "file" in marks}


def commands(page: Path) -> list[Command]:
    """Return the commands of a page's `sh` blocks, and those after `$` in its `console` blocks."""
    result: list[Command] = []
    for language, text, marks, first in _blocks(page):
        if language not in ("sh", "console") or "file" in marks:
            continue
        lines = text.replace("\\\n", "\0").splitlines()
        number = first
        for line in lines:
            at, number = number, number + 1 + line.count("\0")
            if language == "console":
                if not line.startswith("$ "):
                    last = result.pop()
                    result.append(
                        Command(last.line, last.text, last.status, f"{last.shown}{line}\n", last.not_run)
                    )
                    continue
                line = line.removeprefix("$ ")
            command = " ".join(_COMMENT.sub("", line).replace("\0", " ").split())
            status = _STATUS.search(line)
            if command:
                result.append(
                    Command(at, command, int(status[1]) if status else 0, "", marks.get("not run", ""))
                )
    return result


def _status(arguments: list[str]) -> int:
    """Return the exit status of the command in this process. argparse ends `--help` by an exception."""
    try:
        return main(arguments)
    except SystemExit as end:
        return int(end.code or 0)


@dataclass
class PageRun:
    """A run of commands in one folder, with the page's files and the programs that a reader has."""

    folder: Path
    capture: pytest.CaptureFixture[str]
    programs: tuple[Path, ...] = ()
    address: str = field(default="", init=False)

    def __post_init__(self) -> None:
        self._stack = ExitStack()
        home = self.folder / ".home"
        (home / ".cache").mkdir(parents=True)
        (home / ".cache" / "cubeproof").symlink_to(os.environ["CUBEPROOF_CACHE"])
        paths = (Path(sys.executable).parent, *self.programs)
        search = os.pathsep.join([*map(str, paths), os.environ["PATH"]])
        self._environment = os.environ | {"HOME": str(home), "PATH": search}

    def __enter__(self) -> "PageRun":
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def write(self, content: dict[str, str]) -> None:
        """Write the files of the page. A file that starts with `#!` is a program."""
        for name, text in content.items():
            path = self.folder / name
            path.write_text(text, encoding="utf-8")
            path.chmod(0o755 if text.startswith("#!") else 0o644)

    def run(self, command: Command) -> None:
        """Run a command; its exit status and the output that the page shows must be right."""
        calls = command.calls()
        if calls is None:
            text = command.text.replace(_SERVER, self.address)
            process = run_program(
                ["bash", "-c", text],
                cwd=self.folder,
                env=self._environment,
                stdin=subprocess.DEVNULL,
                timeout=2 * PATIENCE,
            )
            status, printed = process.returncode, process.stdout + process.stderr
        elif calls[0][:1] == ["serve"]:
            self._serve(calls[0])
            return
        else:
            status = 0
            for arguments in calls:
                status = _status(arguments)
                if status:
                    break
            output = self.capture.readouterr()
            printed = output.out + output.err
        # A busy machine may have no answer within a limit of seconds.
        right = {command.status, *([NO_ANSWER] if "--timeout" in command.text else [])}
        assert status in right, f"line {command.line}: {command.text}\n{printed}"
        if command.shown:
            start, dots, end = _SECONDS.sub("s]", command.shown).partition("…\n")
            printed = _SECONDS.sub("s]", printed)
            assert printed == start if not dots else printed.startswith(start), command.text
            assert printed.endswith(end), command.text

    def _serve(self, arguments: list[str]) -> None:
        """Start a server on a free port, which answers the requests of later commands."""
        process = subprocess.Popen(
            [sys.executable, "-m", "cubeproof", *arguments, "--port", "0"],
            cwd=self.folder,
            stderr=subprocess.PIPE,
            text=True,
        )
        self._stack.callback(process.communicate)
        self._stack.callback(process.send_signal, signal.SIGINT)
        assert process.stderr is not None
        line = process.stderr.readline()
        address = re.search(r"http://(\S+:\d+)", line)
        assert address is not None, line
        self.address = address[1]
