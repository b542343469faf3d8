"""`cubeproof tables`."""

from __future__ import annotations

import argparse
import json

from cubeproof.cli.progress import Display
from cubeproof.cli.statuses import OK, USAGE
from cubeproof.contract.events import Note
from cubeproof.store import Store, default_folder

__all__ = ["run"]


def run(parsed: argparse.Namespace) -> int:
    """List, build or remove the tables on disk."""
    store = Store()
    kept = parsed.action != "build" or _build(store)
    removed = [path.name for path in store.remove()] if parsed.action == "remove" else []
    entries = store.entries()
    if parsed.json:
        listed = [
            {"name": entry.name, "bytes": entry.size, "state": entry.state.value, "path": str(entry.path)}
            for entry in entries
        ]
        print(json.dumps({"folder": str(default_folder()), "tables": listed, "removed": removed}))
        return OK if kept else USAGE
    print(f"Tables in {default_folder()}:")
    for entry in entries:
        print(f"  {entry.name:<28} {entry.size:>12,} bytes  {entry.state.value}")
    if not entries:
        print("  none; they are built when they are needed, or by `cubeproof tables build`")
    if removed:
        print(f"Removed: {', '.join(removed)}")
    return OK if kept else USAGE


def _build(store: Store) -> bool:
    """Build all tables, and say whether they could be kept."""
    from cubeproof.engines.search import tables as search
    from cubeproof.engines.table import TURNS, load
    from cubeproof.engines.table.distances import table_name

    quarter = [index for index, turn in enumerate(TURNS) if turn.amount != 2]
    kept = True
    for turns in (range(len(TURNS)), quarter):
        with Display() as display:
            _, warnings = load(turns, store, display)
            for warning in warnings:
                display(Note(warning))
        kept &= store.load(table_name(turns)) is not None
    for name in (search.PHASE1, search.PHASE2):
        with Display() as display:
            search.load(name, store, display)
        kept &= store.path(name).is_file()
    return kept
