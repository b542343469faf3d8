"""`cubeproof tables`."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator

from cubeproof.cli.progress import Display
from cubeproof.cli.statuses import DEFECT, OK, USAGE
from cubeproof.cli.streams import SAYS, in_words, show, tell
from cubeproof.contract.row import Row
from cubeproof.contract.table import Table
from cubeproof.errors import UsageError
from cubeproof.sentences import Sentence, Template
from cubeproof.solving.registry import all_tables
from cubeproof.store import Entry, Store

__all__ = ["run"]

_NO_TABLE = Template("command.no-table", "There is no table {name!r}; there are {names}.")
_RARE = Template("command.rare-table", "A table of turns that are rarely wanted is built when it is needed.")
_WRONG = Template(
    "command.wrong-table",
    "A table is not what it should be; remove it, and it is built again when it is needed.",
)
_VERDICT = Template("command.table-verdict", "{name}: {verdict}")
_RIGHT = Template("command.table-right", "right")
_REMOVED = Template("command.removed", "Removed: {names}")
_FOLDER = Template("command.tables", "Tables in {folder}:")
_NONE = Template(
    "command.no-tables", "none; they are built when they are needed, or by `cubeproof tables build`"
)
_BYTES = Template("command.bytes", "{bytes:,} bytes")
_STATE = Template("command.table-state", "{state}")
_MISSING = Template(
    "command.missing-table", "not there; the engine {engine} builds it in about {seconds:g} s"
)


def run(parsed: argparse.Namespace) -> int:
    """List, build, verify or remove the tables on disk."""
    store = Store()
    chosen = list(_chosen(parsed.name))
    there = [entry for entry in store.entries() if parsed.name in (None, entry.name)]
    if parsed.name is not None and not (chosen or there):
        names = [table.name for _, table in all_tables()] + [entry.name for entry in store.entries()]
        raise UsageError(_NO_TABLE(name=parsed.name, names=sorted(dict.fromkeys(names))))
    kept = parsed.action != "build" or _build(chosen, store)
    wrong = _wrong(chosen, there, store) if parsed.action == "verify" else None
    removed = [path.name for path in store.remove(parsed.name)] if parsed.action == "remove" else []
    entries = [entry for entry in store.entries() if parsed.name in (None, entry.name)]
    if parsed.json:
        print(json.dumps(_as_data(store, chosen, entries) | {"removed": removed} | _told(wrong)))
    else:
        _show(store, chosen, entries)
        for name, problem in (wrong or {}).items():
            show(_VERDICT(name=name, verdict=problem or _RIGHT()))
        if removed:
            show(_REMOVED(names=removed))
    if wrong is not None and any(wrong.values()):
        tell(SAYS(sentence=_WRONG()))
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
    show(_FOLDER(folder=str(store.folder)))
    for entry in entries:
        _show_line(entry.name, entry.size, _STATE(state=entry.state.value))
    if not entries:
        show(f"  {in_words(_NONE())}")
    for row, table in _missing(chosen, entries):
        _show_line(table.name, table.size, _MISSING(engine=row.name, seconds=table.seconds))


def _show_line(name: str, size: int, state: Sentence) -> None:
    show(f"  {name:<28} {in_words(_BYTES(bytes=size)):>18}  {in_words(state)}")


def _build(chosen: list[tuple[Row, Table]], store: Store) -> bool:
    """Build tables that are not there, and say whether all could be kept."""
    if not chosen:
        raise UsageError(_RARE())
    for _, table in chosen:
        with Display() as display:
            table.load(store, display)
    return all(store.path(table.name).is_file() for _, table in chosen)


def _wrong(chosen: list[tuple[Row, Table]], there: list[Entry], store: Store) -> dict[str, str]:
    """What is wrong with each table that is there, "" for nothing.

    Of a table that an engine knows it is told whether it holds what it should, of any other about its file.
    """
    found = {entry.name: entry.problem or "" for entry in there}
    for _, table in chosen:
        if found.get(table.name) == "":
            found[table.name] = table.verify(store) or ""
    return found
