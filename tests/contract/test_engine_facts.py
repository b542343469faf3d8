"""The facts of the engines are correct."""

import typing
from dataclasses import fields
from pathlib import Path

import pytest

from cubeproof import Cube, Options, UsageError
from cubeproof.contract.control import Control
from cubeproof.contract.engine_facts import EngineFacts
from cubeproof.contract.table import Table
from cubeproof.problem import GOALS, cube_problem, named_goal
from cubeproof.puzzle.move import Metric
from cubeproof.solving.portfolio import Portfolio
from cubeproof.solving.registry import ENGINES, all_settings, all_tables, engine
from cubeproof.store import Store
from engine_runs import objection
from programs import run_python

EACH_ENGINE = pytest.mark.parametrize("facts", ENGINES.values(), ids=list(ENGINES))


@EACH_ENGINE
def test_engine_takes_exactly_the_settings_of_its_facts(facts: EngineFacts) -> None:
    result = engine(facts.name)
    assert result.name == facts.name
    for size in (2, 3, 4, 5, 6):
        for goal in GOALS.values():
            if not goal.suits(size):
                continue
            # Where a cube is all corners, they are the solved cube.
            name = "solved" if named_goal(goal.name).pattern(size) == Cube(size) else goal.name
            for metric in Metric:
                accepted = (
                    facts.suits(size)
                    and (facts.metrics is None or metric in facts.metrics)
                    and (facts.goals is None or name in facts.goals)
                )
                problem = cube_problem(Cube(size).apply("R U F"), goal.name, metric=metric)
                takes = objection(result, problem) is None
                # The search also takes what fits into tables, which the facts cannot say; in slice turns only that.
                tables = facts.name == "search" and (metric is Metric.STM or not facts.suits(size))
                assert takes == accepted or tables, (size, goal.name, metric)


@EACH_ENGINE
def test_settings_are_of_the_kinds_that_their_types_say(facts: EngineFacts) -> None:
    hints = typing.get_type_hints(Options)
    for setting in facts.takes:
        wanted = setting.kind if setting.default is not None else setting.kind | None
        assert hints[setting.name] == wanted
        assert setting.help[0].islower() or setting.help[0].isdigit()
        assert not setting.help.endswith(".")
        assert not setting.choices or setting.default in setting.choices


def test_options_are_the_settings_of_the_engines_with_the_same_defaults() -> None:
    visited = {setting.name: setting.default for setting in all_settings()}
    assert {field.name: field.default for field in fields(Options)} == visited


@EACH_ENGINE
def test_engine_takes_all_exactly_if_its_facts_say_so(facts: EngineFacts) -> None:
    options = Options(every=True, jobs=2, seed=3)
    if facts.finds_all:
        assert "every=True" in repr(engine(facts.name, options))
    else:
        with pytest.raises(UsageError, match="found by auto, table, sat and search"):
            engine(facts.name, options)


def test_settings_reach_their_engine_by_their_names() -> None:
    given = Options(encoding="sticker", solver="glucose4", horizon="down", jobs=2, seed=5, memory=True)
    sat, walk = engine("sat", given), engine("walk", given)
    assert repr(sat).startswith(
        "SatEngine(encoding='sticker', solver='glucose4', horizon='down', jobs=2, every=False"
    )
    assert repr(walk).startswith("WalkEngine(memory=True, seed=5, pace=None")
    assert engine("walk", Options(seed=5, memory=True)) == walk
    auto = engine("auto", given)
    assert isinstance(auto, Portfolio)
    engines = {facts.name: facts.make(auto.options) for facts in auto.engines}
    assert (auto.options, engines["sat"], engines["search"]) == (given, sat, engine("search", given))


def test_auto_has_the_settings_of_the_engines_that_it_asks() -> None:
    facts = ENGINES["auto"]
    names = [setting.called for setting in facts.takes]
    assert names == ["encoding", "solver", "horizon", "jobs", "all", "extra", "quick", "table"]
    assert set(facts.takes) == {setting for name in facts.asks for setting in ENGINES[name].takes}


# Those that are built in moments; of the others the engine's own tests build parts.
@pytest.mark.parametrize("table", [table for _, table in all_tables() if table.seconds < 5])
def test_table_agrees_with_its_facts(table: Table) -> None:
    # In the folder of the run, where other tests may have built it; it is built again to be compared.
    assert table.array(Control()).data.nbytes == table.size
    assert table.verify(Control()) == ""


@pytest.mark.parametrize("table", [table for _, table in all_tables() if table.seconds < 0.5])
def test_table_that_differs_from_what_is_built_is_wrong(table: Table, tmp_path: Path) -> None:
    store = Store(tmp_path / "cache")
    assert table.verify(Control(), store) is None
    payload = bytearray(table.array(Control()).data.tobytes())
    payload[table.size // 2] ^= 1
    store.save(table.name, bytes(payload), table.version)
    assert table.verify(Control(), store) == "it differs from the table built now"
    store.save(table.name, b"", table.version)
    assert "0 bytes" in (table.verify(Control(), store) or "")
    store.path(table.name).write_bytes(b"")
    assert "damaged" in (table.verify(Control(), store) or "")


HEAVY = {"pysat", "rich", "pydantic", "tempfile"}


def loaded(program: str) -> set[str]:
    """The modules that are loaded when a program has run."""
    done = run_python(f"{program}\nimport sys; print('loaded', *sys.modules)")
    return set(done.stdout.rpartition("loaded ")[2].split())


def test_facts_load_no_engine() -> None:
    results = loaded(
        "from cubeproof.cli import main\ntry: main(['solve', '--help'])\nexcept SystemExit: pass"
    )
    assert {f"cubeproof.engines.{name}.facts" for name in ("table", "sat", "sat.stages", "search")} <= results
    ours = {name for name in results if name.startswith("cubeproof.engines.")}
    assert not {name for name in ours if name.endswith((".engine", ".formula", ".tables", ".distances"))}
    assert not HEAVY & results


def test_facts_are_loaded_on_demand() -> None:
    program_text = "from cubeproof.cli import main\ntry: main(['--help'])\nexcept SystemExit: pass"
    for program, module in (("import cubeproof", "base.lazy_imports"), (program_text, "cli.options")):
        results = loaded(program)
        assert f"cubeproof.{module}" in results
        assert not {name for name in results if name.endswith("facts")} | HEAVY & results
