"""The state of a search in a client of the server."""

from typing import Any


def merge(state: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """Return the JSON of a state after a change, as the document of the API describes it."""
    merged = state | change
    for name in ("horizons", "stages"):
        rows = dict(enumerate(state.get(name, ())))
        rows |= {int(place): row for place, row in change.get(name, {}).items()}
        merged[name] = [rows[place] for place in range(len(rows))]
    return merged
