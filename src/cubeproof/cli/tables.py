"""`cubeproof tables`."""

from __future__ import annotations

import argparse
import json

from cubeproof.cli.main import OK
from cubeproof.cli.progress import Display
from cubeproof.store import Store, default_folder

__all__ = ["run"]


def run(parsed: argparse.Namespace) -> int:
    """List, build or remove the tables on disk."""
    store = Store()
    if parsed.action == "build":
        _build(store)
    removed = [path.name for path in store.remove()] if parsed.action == "remove" else []
    entries = store.entries()
    if parsed.json:
        listed = [
            {"name": entry.name, "bytes": entry.size, "state": entry.state.value, "path": str(entry.path)}
            for entry in entries
        ]
        print(json.dumps({"folder": str(default_folder()), "tables": listed, "removed": removed}))
        return OK
    print(f"Tables in {default_folder()}:")
    for entry in entries:
        print(f"  {entry.name:<28} {entry.size:>12,} bytes  {entry.state.value}")
    if not entries:
        print("  none; they are built when they are needed, or by `cubeproof tables build`")
    if removed:
        print(f"Removed: {', '.join(removed)}")
    return OK


def _build(store: Store) -> None:
    from cubeproof.engines.table import TURNS, load

    quarter = [index for index, turn in enumerate(TURNS) if turn.amount != 2]
    for turns in (range(len(TURNS)), quarter):
        with Display() as display:
            load(turns, store, display)
