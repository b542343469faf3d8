"""`BuildProgress`: reports how much of a table is built."""

from __future__ import annotations

import time

from cubeproof.contract.events import Progress, TableBuilding

# Seconds between two reports.
_BETWEEN = 0.2


class BuildProgress:
    """Reports the completed share of a table, at most five times a second, with an estimate of the time left.

    Args:
        table: the name of the table.
        progress: receives the reports. It may raise, which ends the building.
        estimated: the share from which on the time left is estimated; before it, estimates are poor.

    >>> share = BuildProgress("a table", lambda event: print(event.share, event.seconds_left))
    >>> share(0)
    0 None
    >>> share(0.01)
    """

    def __init__(self, table: str, progress: Progress, estimated: float = 0.05) -> None:
        self._table, self._progress, self._estimated = table, progress, estimated
        self._started, self._reported = time.monotonic(), 0.0

    def __call__(self, share: float) -> None:
        """Report a completed share, from 0 to 1, unless the last report is recent; 1 is always reported."""
        now = time.monotonic()
        if now - self._reported < _BETWEEN and share < 1:
            return
        self._reported = now
        left = (now - self._started) * (1 / share - 1) if share > self._estimated else None
        self._progress(TableBuilding(self._table, share, left))
