"""Wait for a condition. The time limit only ends a test that hangs; it measures nothing."""

import time
from collections.abc import Callable

__all__ = ["PATIENCE", "until"]

# Seconds. No wait reaches this limit unless something is wrong, even on a busy machine.
PATIENCE = 300.0


def until(condition: Callable[[], object]) -> None:
    """Wait until a condition is true."""
    last = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < last, "the condition did not become true in time"
        time.sleep(0.02)
