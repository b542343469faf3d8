"""A puzzle that is not a cube, in the form that `--problem` and the API read."""

from typing import Any

PUZZLE: dict[str, Any] = {
    "start": [2, 1, 0],
    "goals": [[0, 1, 2]],
    "generators": [
        {"name": "s", "permutation": [1, 0, 2]},
        {"name": "c", "permutation": [1, 2, 0], "cost": 3},
    ],
    "metric": "steps",
}
