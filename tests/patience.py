"""Waiting for what will happen: the time is a net below a test that hangs, and no measure of what it tests."""

import time
from collections.abc import Callable

__all__ = ["PATIENCE", "until"]

# Seconds. No wait reaches this limit unless something is wrong, even on a busy machine.
PATIENCE = 300.0


def until(happened: Callable[[], object]) -> None:
    """Wait for something that will happen."""
    last = time.monotonic() + PATIENCE
    while not happened():
        assert time.monotonic() < last, "it never happened"
        time.sleep(0.02)
