"""`Legend`: the meaning of a formula's variables, from the comments of its file."""

from collections.abc import Iterable
from dataclasses import dataclass, field

from cubeproof.errors import UsageError
from cubeproof.formulas.formula import Name
from cubeproof.sentences import Template

_TWO_TURNS = Template(
    "cnf.two-turns", "This assignment makes two turns at step {step}: {first} and {second}."
)
_NO_TURN = Template(
    "cnf.no-turn",
    "The model has no turn at step {step} and does not leave it out either: the file lacks names of its variables.",
)


@dataclass(frozen=True, slots=True)
class Legend:
    """The meaning of a file's variables, from its comments."""

    names: dict[int, Name] = field(default_factory=dict)
    """The names of variables, by number."""
    frames: dict[tuple[int, str], tuple[str, int]] = field(default_factory=dict)
    """The name of a turn in a frame, and the next frame, by frame and turn."""

    @property
    def steps(self) -> int:
        """The maximum number of turns of an assignment, in the formula's metric."""
        return max((int(name.labels[0]) for name in self._turns), default=0)

    @property
    def exactly(self) -> bool:
        """Whether an assignment has exactly `steps` turns, because no step can be idle."""
        return self.steps > 0 and not any(name.labels[1] == "-" for name in self._turns)

    @property
    def _turns(self) -> list[Name]:
        return [name for name in self.names.values() if name.kind == "turn"]

    def turns(self, literals: Iterable[int]) -> list[str]:
        """Return the turns of an assignment in order, in the notation of algorithms."""
        written, frame = [], 0
        for turn in self._actions(literals):
            if turn.endswith("+"):
                continue
            name, frame = self.frames.get((frame, turn), (turn, frame))
            written.append(name)
        return written

    def length(self, literals: Iterable[int]) -> int:
        """Return the length of an assignment's turns in the formula's metric, in which a step is 1."""
        return len(self._actions(literals))

    def check_steps(self, literals: Iterable[int]) -> None:
        """Raise a UsageError if a step has no action: a model without names for its turns is not an empty answer."""
        actions = self._steps(literals)
        for step in range(1, self.steps + 1):
            if step not in actions:
                raise UsageError(_NO_TURN(step=step))

    def _actions(self, literals: Iterable[int]) -> list[str]:
        """Return the actions of the steps that are not idle, in order."""
        return [action for _, action in sorted(self._steps(literals).items()) if action != "-"]

    def _steps(self, literals: Iterable[int]) -> dict[int, str]:
        """Return the action of each step."""
        actions: dict[int, str] = {}
        for literal in literals:
            name = self.names.get(literal)
            if name is None or name.kind != "turn":
                continue
            step = int(name.labels[0])
            if step in actions:
                raise UsageError(_TWO_TURNS(step=step, first=actions[step], second=name.labels[1]))
            actions[step] = name.labels[1]
        return actions
