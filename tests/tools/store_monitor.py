"""`RecordingMonitor`: a monitor of a store that records its warnings, and stops work where a test says so."""

from collections.abc import Callable
from dataclasses import dataclass, field

from cubeproof.sentences import Sentence


def go_on() -> None:
    """Stop nothing."""


@dataclass(eq=False)
class RecordingMonitor:
    check: Callable[[], None] = go_on
    check_stop: Callable[[], None] = go_on
    warnings: list[Sentence] = field(default_factory=list)

    def warn(self, warning: Sentence) -> None:
        self.warnings.append(warning)
