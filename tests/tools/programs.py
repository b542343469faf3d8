"""Run programs to their end; their output is text."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from patience import PATIENCE

__all__ = ["run_program", "run_python"]


def run_program(
    command: Sequence[str | Path], *, check: bool = False, **options: Any
) -> "subprocess.CompletedProcess[str]":
    """Run a program; the options are those of `subprocess.run`."""
    usual = {"capture_output": True, "text": True, "timeout": PATIENCE}
    return subprocess.run(command, check=check, **usual | options)


def run_python(
    program: str, *arguments: str | Path, check: bool = True, **options: Any
) -> "subprocess.CompletedProcess[str]":
    """Run a program with this Python; it must succeed, unless `check` is false."""
    return run_program([sys.executable, "-c", program, *arguments], check=check, **options)
