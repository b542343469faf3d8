"""`cubeproof tables`."""

import argparse
import json
from collections.abc import Iterator
from dataclasses import dataclass

from cubeproof.cli.output.progress import Display
from cubeproof.cli.output.streams import SAYS, in_words, show, tell, valid_in_json
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
_RARE = Template("command.rare-table", "A table for rarely used turns is built when it is needed.")
_WRONG = Template(
    "command.wrong-table",
    "A table is not what it should be; remove it, and it is built again when it is needed.",
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
_TAKEN = Template("command.table-taken", "searches take this one")

_BUILDING = Template("command.table-building", "building it")
_BUILDING_TAKES = Template("command.table-building-takes", "about {time}, {bytes:,} bytes of memory")
_PLAIN = Template("command.table-plain", "{value}")

_LONG = 120  # seconds; from here on in minutes


@dataclass(frozen=True, slots=True)
class _Known:
    """A table that an engine knows, a file of the folder, or both."""

    name: str
    """Its name."""
    engine: str
    """That of the engine; "" if none knows it."""
    table: Table | None
    """Its facts; None if no engine knows it."""
    entry: Entry | None
    """Its file, or None."""
    taken: bool | None = None
    """Whether searches that may choose take it; None where there is no choice."""

    @property
    def state(self) -> str:
        """One of the states of a file, or `missing`."""
        if self.entry is None:
            return "missing"
        is_old = self.table is not None and (self.entry.version, self.entry.holds) != (
            self.table.version,
            self.table.size,
        )
        return State.OUTDATED.value if self.entry.state is State.GOOD and is_old else self.entry.state.value

    @property
    def size(self) -> int:
        """Bytes of the file, or of the table where there is no file."""
        return self.entry.size if self.entry is not None else self.table.size if self.table else 0


def run(parsed: argparse.Namespace) -> int:
    """List, describe, build, verify or remove the tables on disk."""
    store = Store()
    tables = _known(store, parsed.name)
    if parsed.name is not None and not tables:
        names = sorted(table.name for table in _known(store, None))
        raise UsageError(_NO_TABLE(name=parsed.name, names=names))
    kept = parsed.action != "build" or _build(tables, store, every=parsed.name is not None)
    wrong = _wrong(tables, store) if parsed.action == "verify" else None
    removed = [path.name for path in store.remove(parsed.name)] if parsed.action == "remove" else []
    tables = _known(store, parsed.name)
    if parsed.json:
        print(json.dumps(valid_in_json(_as_data(store, tables) | {"removed": removed} | _verdict(wrong))))
    else:
        _show(store, tables, parsed.action == "info")
        for name, problem in (wrong or {}).items():
            show(
                say(
                    "command.table-verdict",
                    "{name}: {verdict}",
                    name=name,
                    verdict=problem or say("command.table-right", "right"),
                )
            )
        if removed:
            show(say("command.removed", "Removed: {names}", names=removed))
    if wrong is not None and any(wrong.values()):
        tell(SAYS(sentence=_WRONG()))
        return DEFECT
    return OK if kept else USAGE


def _known(store: Store, name: str | None) -> list[_Known]:
    """The files of the folder, then the tables that are not there; or what has one name of these."""
    entries = {entry.name: entry for entry in store.entries(thorough=False)}
    tables = {table.name: (row, table) for row, table in all_tables()}
    taken = _taken([table for _, table in tables.values()], store)
    rows = []
    for table_name in [*entries, *(other for other in tables if other not in entries)]:
        row, table = tables.get(table_name, (None, None))
        engine = "" if row is None else row.name
        rows.append(_Known(table_name, engine, table, entries.get(table_name), taken.get(table_name)))
    return [row for row in rows if name in (None, row.name)]


def _taken(tables: list[Table], store: Store) -> dict[str, bool]:
    """For each table that others can replace, whether searches use it."""
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


def _as_data(store: Store, known: list[_Known]) -> dict[str, object]:
    return {
        "folder": str(store.folder),
        "tables": [
            {"name": table.name, "bytes": table.size, "state": table.state, "path": str(table.entry.path)}
            | _facts(table, store)
            for table in known
            if table.entry is not None
        ],
        "missing": [
            {"name": table.name, "engine": table.engine, "bytes": table.size} | _facts(table, store)
            for table in known
            if table.entry is None
        ],
    }


def _facts(one: _Known, store: Store) -> dict[str, object]:
    """Return further JSON members of a table that an engine knows."""
    if one.table is None:
        return {}
    lacking = one.table.lacking(store)
    return {
        "engine": one.engine,
        "version": one.table.version,
        "seconds": one.table.seconds,
        "memory": max(one.table.memory, one.table.size),
        "about": None if one.table.about is None else str(one.table.about),
        "optional": one.table.optional,
        "taken": one.taken,
        "lacking": None if lacking is None else str(lacking),
    }


def _verdict(wrong: dict[str, str] | None) -> dict[str, object]:
    return {} if wrong is None else {"wrong": {name: problem for name, problem in wrong.items() if problem}}


def _show(store: Store, known: list[_Known], described: bool) -> None:
    show(say("command.tables", "Tables in {folder}:", folder=str(store.folder)))
    if described:
        for table in known:
            show(f"  {table.name}")
            for label, value in _description(table, store):
                show(f"    {in_words(label):<20} {in_words(value)}")
        return
    there = [table for table in known if table.entry is not None]
    for table in there:
        _show_line(table)
    if not there:
        show(f"  {in_words(_NONE())}")
    for table in known:
        if table.entry is None:
            _show_line(table)


def _show_line(one: _Known) -> None:
    facts = [_STATE(state=one.state), *_advice(one)]
    if one.table is not None and one.table.about is not None:
        facts.append(one.table.about)
    show(f"  {one.name:<28} {in_words(_BYTES(bytes=one.size)):>19}  {in_words(_LINE(facts=facts))}")


def _advice(one: _Known) -> Iterator[Sentence]:
    """How long building takes, and by whom; whether searches take it."""
    if one.table is None:
        return
    time = _time(one.table.seconds)
    if one.entry is not None:
        yield say("command.table-built", "built in about {time}", time=time)
    elif one.table.optional:
        yield _ASK(name=one.name, time=time)
    else:
        yield _BUILDS(engine=one.engine, time=time)
    if one.taken:
        yield _TAKEN()


def _description(one: _Known, store: Store) -> Iterator[tuple[Sentence, Sentence]]:
    """Yield the facts of a table with their names."""
    yield say("command.table-file", "file"), _PLAIN(value=str(store.path(one.name)))
    yield say("command.table-size", "size"), _BYTES(bytes=one.size)
    problem = None if one.entry is None else one.entry.problem
    state = [_STATE(state=one.state), *([] if problem is None else [problem])]
    yield say("command.table-standing", "state"), _LINE(facts=[*state, *([_TAKEN()] if one.taken else [])])
    if one.table is None:
        return
    yield say("command.table-version", "version"), _PLAIN(value=str(one.table.version))
    yield say("command.table-engine", "engine"), _PLAIN(value=one.engine)
    memory = max(one.table.memory, one.table.size)
    yield _BUILDING(), _BUILDING_TAKES(time=_time(one.table.seconds), bytes=memory)
    if one.table.about is not None:
        yield say("command.table-searching", "searching with it"), one.table.about
    if (lacking := one.table.lacking(store)) is not None:
        yield say("command.table-obstacle", "in the way"), lacking


def _time(seconds: float) -> Sentence:
    return _SECONDS(seconds=seconds) if seconds < _LONG else _MINUTES(minutes=seconds / 60)


def _build(known: list[_Known], store: Store, *, every: bool) -> bool:
    """Build tables that are not there, and say whether all could be kept."""
    tables = [row.table for row in known if row.table is not None and (every or not row.table.optional)]
    if not tables:
        raise UsageError(_RARE())
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
    return all(table.is_there(store) for table in tables)


def _wrong(known: list[_Known], store: Store) -> dict[str, str]:
    """Return the fault of each stored table, "" if it has none.

    For a table that an engine knows, report whether its content is right, for other tables only the state of the file.
    """
    faults: dict[str, str] = {}
    for table in known:
        if table.entry is None:
            continue
        with Display() as display:
            control = Control(progress=display)
            with stopped_by_signals(control):
                verdict = "" if table.table is None else table.table.verify(control, store)
                # A table known to be damaged is not read again.
                entry = store.entry(table.name, thorough=table.table is None, check=control.check)
        faults[table.name] = (entry and entry.problem) or verdict or ""
    return faults
