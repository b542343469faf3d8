"""`cubeproof tables`."""

import argparse
import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from cubeproof.base.system_errors import system_reason
from cubeproof.cli.output.progress import Display
from cubeproof.cli.output.streams import in_words, print_message, print_on_stdout, valid_in_json
from cubeproof.cli.solve.stop_signals import stopped_by_signals
from cubeproof.cli.statuses import DEFECT, OK, USAGE
from cubeproof.contract.control import Control
from cubeproof.contract.table import Table, chosen
from cubeproof.errors import UsageError
from cubeproof.sentences import Sentence, Template, say
from cubeproof.solving.machine_preparation import get_ready
from cubeproof.solving.registry import all_tables
from cubeproof.store import Entry, State, Store

_NO_TABLE = Template("command.no-table", "There is no table {name!r}; there are {names}.")
_NO_FOLDER = Template("command.tables-folder", "Tables cannot be kept in {folder}: {reason}.")
_RARE = Template("command.rare-table", "A table for rarely used turns is built when it is needed.")
_WRONG = Template(
    "command.wrong-table",
    "A table is wrong; remove it, and it is built again when it is needed.",
)
_NONE = Template(
    "command.no-tables", "none; they are built when they are needed, or by `cubeproof tables build`"
)
_BYTES = Template("command.bytes", "{bytes:,} bytes")
_LINE = Template("command.table-line", "{facts:semicolons}")
_STATE = Template(
    "command.table-state",
    "{state?good:there|damaged:damaged|outdated:of another version|missing:not there|other:{state}}",
)
_SECONDS = Template("command.table-seconds", "{seconds:g} s")
_MINUTES = Template("command.table-minutes", "{minutes:.0f} min")
_BUILDS = Template("command.table-builds", "the engine {engine} builds it in about {time}")
_ASK = Template("command.table-ask", "`cubeproof tables build {name}` builds it in about {time}")
_TAKEN = Template("command.table-taken", "searches use this one")

_BUILDING = Template("command.table-building", "building it")
_BUILDING_TAKES = Template("command.table-building-takes", "about {time}, {bytes:,} bytes of memory")
_PLAIN = Template("command.table-plain", "{value}")

_LONG = 120  # seconds; longer times are given in minutes


@dataclass(frozen=True, slots=True)
class _TableRow:
    """A table of an engine, a file in the folder, or both."""

    name: str
    """The name of the table."""
    engine: str
    """The name of the engine, or ""."""
    table: Table | None
    """The facts of the engine's table, or None."""
    entry: Entry | None
    """The file, or None."""
    taken: bool | None = None
    """Whether searches choose it; None if there is no choice."""

    @property
    def state(self) -> str:
        """The state of the file, or `missing`."""
        if self.entry is None:
            return "missing"
        is_old = self.table is not None and (self.entry.version, self.entry.holds) != (
            self.table.version,
            self.table.size,
        )
        return State.OUTDATED.value if self.entry.state is State.GOOD and is_old else self.entry.state.value

    @property
    def size(self) -> int:
        """Bytes of the file, or of the table if there is no file."""
        return self.entry.size if self.entry is not None else self.table.size if self.table else 0


def run(parsed: argparse.Namespace) -> int:
    """List, describe, build, verify or remove the tables on disk."""
    store = Store()
    tables = _table_rows(store, parsed.name)
    if parsed.name is not None and not tables:
        names = sorted(table.name for table in _table_rows(store, None))
        raise UsageError(_NO_TABLE(name=parsed.name, names=names))
    kept = parsed.action != "build" or _build(tables, store, every=parsed.name is not None)
    verdicts = _verify(tables, store) if parsed.action == "verify" else None
    removed = [path.name for path in store.remove(parsed.name)] if parsed.action == "remove" else []
    tables = _table_rows(store, parsed.name)
    if parsed.json:
        print(json.dumps(valid_in_json(_as_data(store, tables) | {"removed": removed} | _verdict(verdicts))))
    else:
        _show(store, tables, parsed.action == "info")
        for name, fault in (verdicts or {}).items():
            print_on_stdout(
                say(
                    "command.table-verdict",
                    "{name}: {verdict}",
                    name=name,
                    verdict=fault or say("command.table-right", "right"),
                )
            )
        if removed:
            print_on_stdout(say("command.removed", "Removed: {names}", names=removed))
    if verdicts is not None and any(verdicts.values()):
        print_message(_WRONG())
        return DEFECT
    return OK if kept else USAGE


def _table_rows(store: Store, name: str | None) -> list[_TableRow]:
    """Return the files of the folder, then the missing tables; with `name` only those of that name."""
    entries = {entry.name: entry for entry in store.entries(thorough=False)}
    tables = {table.name: (engine.name, table) for engine, table in all_tables()}
    taken = _taken([table for _, table in tables.values()], store)
    rows = []
    for table_name in [*entries, *(missing for missing in tables if missing not in entries)]:
        engine, table = tables.get(table_name, ("", None))
        rows.append(_TableRow(table_name, engine, table, entries.get(table_name), taken.get(table_name)))
    return [row for row in rows if name in (None, row.name)]


def _taken(tables: list[Table], store: Store) -> dict[str, bool]:
    """Return, for each table of a family of alternatives, whether searches choose it."""
    families: dict[str, list[Table]] = {}
    for table in tables:
        if table.family:
            families.setdefault(table.family, []).append(table)
    return {
        table.name: table == best
        for family in families.values()
        for best in [chosen(family, store)]
        for table in family
    }


def _as_data(store: Store, rows: list[_TableRow]) -> dict[str, object]:
    return {
        "folder": str(store.folder),
        "tables": [
            {"name": table.name, "bytes": table.size, "state": table.state, "path": str(table.entry.path)}
            | _facts(table, store)
            for table in rows
            if table.entry is not None
        ],
        "missing": [
            {"name": table.name, "engine": table.engine, "bytes": table.size} | _facts(table, store)
            for table in rows
            if table.entry is None
        ],
    }


def _facts(row: _TableRow, store: Store) -> dict[str, object]:
    """Return further JSON members for a table of an engine."""
    if row.table is None:
        return {}
    lacking = row.table.lacking(store)
    return {
        "engine": row.engine,
        "version": row.table.version,
        "seconds": row.table.seconds,
        "memory": max(row.table.memory, row.table.size),
        "about": None if row.table.search_note is None else str(row.table.search_note),
        "optional": row.table.optional,
        "taken": row.taken,
        "lacking": None if lacking is None else str(lacking),
    }


def _verdict(faults: dict[str, str] | None) -> dict[str, object]:
    return {} if faults is None else {"wrong": {name: fault for name, fault in faults.items() if fault}}


def _show(store: Store, rows: list[_TableRow], described: bool) -> None:
    print_on_stdout(say("command.tables", "Tables in {folder}:", folder=str(store.folder)))
    if described:
        for table in rows:
            print_on_stdout(f"  {table.name}")
            for label, value in _description(table, store):
                print_on_stdout(f"    {in_words(label):<20} {in_words(value)}")
        return
    stored = [table for table in rows if table.entry is not None]
    for table in stored:
        _show_line(table)
    if not stored:
        print_on_stdout(f"  {in_words(_NONE())}")
    for table in rows:
        if table.entry is None:
            _show_line(table)


def _show_line(row: _TableRow) -> None:
    facts = [_STATE(state=row.state), *_advice(row)]
    if row.table is not None and row.table.search_note is not None:
        facts.append(row.table.search_note)
    print_on_stdout(
        f"  {row.name:<28} {in_words(_BYTES(bytes=row.size)):>19}  {in_words(_LINE(facts=facts))}"
    )


def _advice(row: _TableRow) -> Iterator[Sentence]:
    """Yield sentences about a table: its building time, the engine that builds it, and whether searches use it."""
    if row.table is None:
        return
    time = _time(row.table.seconds)
    if row.entry is not None:
        yield say("command.table-built", "built in about {time}", time=time)
    elif row.table.optional:
        yield _ASK(name=row.name, time=time)
    else:
        yield _BUILDS(engine=row.engine, time=time)
    if row.taken:
        yield _TAKEN()


def _description(row: _TableRow, store: Store) -> Iterator[tuple[Sentence, Sentence]]:
    """Yield the facts of a table with their names."""
    yield say("command.table-file", "file"), _PLAIN(value=str(store.path(row.name)))
    yield say("command.table-size", "size"), _BYTES(bytes=row.size)
    fault = None if row.entry is None else row.entry.problem
    state = [_STATE(state=row.state), *([] if fault is None else [fault])]
    yield say("command.table-standing", "state"), _LINE(facts=[*state, *([_TAKEN()] if row.taken else [])])
    if row.table is None:
        return
    yield say("command.table-version", "version"), _PLAIN(value=str(row.table.version))
    yield say("command.table-engine", "engine"), _PLAIN(value=row.engine)
    memory = max(row.table.memory, row.table.size)
    yield _BUILDING(), _BUILDING_TAKES(time=_time(row.table.seconds), bytes=memory)
    if row.table.search_note is not None:
        yield say("command.table-searching", "searching with it"), row.table.search_note
    if (lacking := row.table.lacking(store)) is not None:
        yield say("command.table-obstacle", "in the way"), lacking


def _time(seconds: float) -> Sentence:
    return _SECONDS(seconds=seconds) if seconds < _LONG else _MINUTES(minutes=seconds / 60)


def _build(rows: list[_TableRow], store: Store, *, every: bool) -> bool:
    """Build the missing tables; return whether all could be stored."""
    tables = [row.table for row in rows if row.table is not None and (every or not row.table.optional)]
    if not tables:
        raise UsageError(_RARE())
    try:
        if not store.folder.exists():
            store.folder.mkdir(parents=True, exist_ok=True)
            with suppress(OSError):  # Another process may use it already.
                store.folder.rmdir()
    except OSError as error:
        raise UsageError(_NO_FOLDER(folder=str(store.folder), reason=system_reason(error))) from None
    if not every:
        with Display() as display:
            control = Control(progress=display)
            with stopped_by_signals(control):
                get_ready(control, store)
    for table in tables:
        with Display() as display:
            control = Control(progress=display)
            with stopped_by_signals(control):
                table.make(control, store)
    return all(table.is_stored(store) for table in tables)


def _verify(rows: list[_TableRow], store: Store) -> dict[str, str]:
    """Return the fault of each stored table, or ""; files without an engine are only checked for damage."""
    faults: dict[str, str] = {}
    for table in rows:
        if table.entry is None:
            continue
        with Display() as display:
            control = Control(progress=display)
            with stopped_by_signals(control):
                verdict = "" if table.table is None else table.table.verify(control, store)
                # Do not read a damaged table again.
                entry = store.entry(table.name, thorough=table.table is None, check=control.check)
        faults[table.name] = (entry and entry.problem) or verdict or ""
    return faults
