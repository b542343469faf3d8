"""`cubeproof tables`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator

from cubeproof.cli.progress import Display
from cubeproof.cli.statuses import DEFECT, OK, USAGE
from cubeproof.cli.streams import tell
from cubeproof.contract.row import Row
from cubeproof.contract.table import Table
from cubeproof.errors import UsageError
from cubeproof.solving.registry import all_tables
from cubeproof.store import Entry, Store

__all__ = ["run"]


def run(parsed: argparse.Namespace) -> int:
    """List, build, verify or remove the tables on disk."""
    store = Store()
    chosen = list(_chosen(parsed.name))
    there = [entry for entry in store.entries() if parsed.name in (None, entry.name)]
    if parsed.name is not None and not (chosen or there):
        names = [table.name for _, table in all_tables()] + [entry.name for entry in store.entries()]
        raise UsageError(
            f"There is no table {parsed.name!r}; there are {', '.join(sorted(dict.fromkeys(names)))}."
        )
    kept = parsed.action != "build" or _build(chosen, store)
    wrong = _wrong(chosen, there, store) if parsed.action == "verify" else None
    removed = [path.name for path in store.remove(parsed.name)] if parsed.action == "remove" else []
    entries = [entry for entry in store.entries() if parsed.name in (None, entry.name)]
    if parsed.json:
        print(json.dumps(_as_data(store, chosen, entries) | {"removed": removed} | _told(wrong)))
    else:
        _show(store, chosen, entries)
        for name, problem in (wrong or {}).items():
            print(f"{name}: {problem or 'right'}")
        if removed:
            print(f"Removed: {', '.join(removed)}")
    if wrong is not None and any(wrong.values()):
        tell(
            "cubeproof: A table is not what it should be; remove it, and it is built again when it is needed."
        )
        return DEFECT
    return OK if kept else USAGE


def _chosen(name: str | None) -> Iterator[tuple[Row, Table]]:
    return ((row, table) for row, table in all_tables() if name in (None, table.name))


def _missing(chosen: list[tuple[Row, Table]], entries: list[Entry]) -> Iterator[tuple[Row, Table]]:
    there = {entry.name for entry in entries}
    return ((row, table) for row, table in chosen if table.name not in there)


def _as_data(store: Store, chosen: list[tuple[Row, Table]], entries: list[Entry]) -> dict[str, object]:
    return {
        "folder": str(store.folder),
        "tables": [
            {"name": entry.name, "bytes": entry.size, "state": entry.state.value, "path": str(entry.path)}
            for entry in entries
        ],
        "missing": [
            {"name": table.name, "engine": row.name, "bytes": table.size, "seconds": table.seconds}
            for row, table in _missing(chosen, entries)
        ],
    }


def _told(wrong: dict[str, str] | None) -> dict[str, object]:
    return {} if wrong is None else {"wrong": {name: problem for name, problem in wrong.items() if problem}}


def _show(store: Store, chosen: list[tuple[Row, Table]], entries: list[Entry]) -> None:
    print(f"Tables in {store.folder}:")
    for entry in entries:
        print(f"  {entry.name:<28} {entry.size:>12,} bytes  {entry.state.value}")
    if not entries:
        print("  none; they are built when they are needed, or by `cubeproof tables build`")
    for row, table in _missing(chosen, entries):
        takes = f"not there; the engine {row.name} builds it in about {table.seconds:g} s"
        print(f"  {table.name:<28} {table.size:>12,} bytes  {takes}")


def _build(chosen: list[tuple[Row, Table]], store: Store) -> bool:
    """Build tables that are not there, and say whether all could be kept."""
    if not chosen:
        raise UsageError("A table of turns that are rarely wanted is built when it is needed.")
    for _, table in chosen:
        with Display() as display:
            table.load(store, display)
    return all(store.path(table.name).is_file() for _, table in chosen)


def _wrong(chosen: list[tuple[Row, Table]], there: list[Entry], store: Store) -> dict[str, str]:
    """What is wrong with the tables that are there, "" for nothing: what they hold where an engine says what that is, else the file."""
    found = {entry.name: entry.problem or "" for entry in there}
    for _, table in chosen:
        if found.get(table.name) == "":
            found[table.name] = table.verify(store) or ""
    return found
