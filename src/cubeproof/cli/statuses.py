"""The exit statuses of the command."""

from __future__ import annotations

__all__ = ["DEFECT", "IMPOSSIBLE", "INTERRUPTED", "NO_ANSWER", "OK", "REFUSED", "USAGE"]

OK, DEFECT, USAGE, IMPOSSIBLE, NO_ANSWER, INTERRUPTED = 0, 1, 2, 3, 4, 130
REFUSED = 1
