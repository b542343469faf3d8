"""`solve --file --cluster`: real schedulers and workers, which are killed."""

import json
import signal
import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from cubeproof import scramble
from cubeproof.cli import main
from cubeproof.work.folder import JOURNAL
from machines import Machines
from patience import until
from programs import run_program, run_python

SOLVE = [sys.executable, "-m", "cubeproof", "solve", "--json", "--file"]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def answers(path: Path) -> list[tuple[object, ...]]:
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    return [(line["line"], line.get("length"), line.get("code")) for line in lines]


def test_a_run_continues_after_the_death_of_its_scheduler_with_a_truncated_table(folder: Path) -> None:
    cubes, out, undisturbed = folder / "cubes.txt", folder / "out.jsonl", folder / "undisturbed.jsonl"
    lines = [str(scramble(2, seed=seed)) for seed in range(400)]
    lines[3] = "R Q"
    cubes.write_text("\n".join(lines))
    command = [*SOLVE, str(cubes), "--size", "2"]
    assert run_program([*command, "-o", undisturbed]).returncode == 2
    machines = Machines(folder)
    try:
        run = subprocess.Popen([*command, "--cluster", machines.address, "-o", out], stderr=subprocess.PIPE)
        until(lambda: out.exists() and out.read_bytes().count(b"\n") > 10)
        machines.kill_scheduler()
        _, messages = run.communicate()
        assert run.returncode == 2
        assert b"The connection to the cluster is lost." in messages
        assert b"Traceback" not in messages
        # The worker does not outlive its scheduler.
        until(lambda: machines.workers_have_ended)
    finally:
        machines.close()
    assert 10 < len(answers(out)) < 400
    (table,) = machines.tables.glob("*.table")
    table.write_bytes(table.read_bytes()[:-1000])
    machines = Machines(folder)
    try:
        second = run_program([*command, "--cluster", machines.address, "-o", out])
    finally:
        machines.close()
    assert second.returncode == 0
    assert "already has the answers" in second.stderr
    assert answers(out) == answers(undisturbed)


def test_ctrl_c_ends_a_run_on_a_cluster_of_this_machine(folder: Path) -> None:
    cubes = folder / "cubes.txt"
    # The second would take hours.
    cubes.write_text("R U\nR2 U' F2 D B' L2 U R' F D2 B U2 L' F2\n")
    command = [*SOLVE, str(cubes), "--size", "3", "--engine", "sat", "--cluster", "local"]
    run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert run.stdout is not None
    assert json.loads(run.stdout.readline())["length"] == 2
    run.send_signal(signal.SIGINT)
    _, messages = run.communicate()
    assert run.returncode == 130
    assert b"Traceback" not in messages


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--file", "FILE", "--cluster", "local", "--quick"], "a task of a cluster eight"),
        (["--file", "FILE", "--cluster", "nowhere"], "not nowhere"),
        (["R U", "--cluster", "local"], "--cluster only applies together with --file"),
    ],
)
def test_senseless_uses_of_a_cluster_are_refused(
    arguments: list[str], sentence: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    cubes = folder / "cubes.txt"
    cubes.write_text("R U\n")
    given: list[Any] = [str(cubes) if argument == "FILE" else argument for argument in arguments]
    assert main(["solve", *given]) == 2
    assert sentence in capsys.readouterr().err


@pytest.mark.parametrize("count", [1000, pytest.param(10_000, marks=pytest.mark.soak)])
def test_memory_on_a_cluster_does_not_grow_with_the_number_of_cubes(count: int, folder: Path) -> None:
    machines = Machines(folder)
    program = (
        "import resource, sys; from cubeproof.cli import main; assert main(sys.argv[1:]) == 0; "
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)"
    )
    algs = [str(scramble(2, seed=seed)) for seed in range(100)]
    used = []
    try:
        for repeated in (count // 1000, count // 100):
            cubes, out = folder / f"{repeated}.txt", folder / f"{repeated}.jsonl"
            cubes.write_text("".join(f"{alg}\n" for alg in algs * repeated))
            arguments = ["solve", "--file", str(cubes), "--size", "2", "--json", "-o", str(out)]
            done = run_python(program, *arguments, "--cluster", machines.address)
            used.append(int(done.stdout) * (1 if sys.platform == "linux" else 1 / 1024))
            assert out.read_bytes().count(b"\n") == 100 * repeated
    finally:
        machines.close()
    # Kilobytes: a solution takes more than 2, and its cube, its request and its tasks some more.
    assert used[1] - used[0] < 2 * count


@pytest.mark.soak
def test_a_search_in_shares_survives_its_workers(folder: Path) -> None:
    command = [sys.executable, "-m", "cubeproof", "solve", "R U F2 L D' B U2 R' F L2 D B' U R2", "--json"]
    undisturbed = json.loads(run_program([*command, "--engine", "search"]).stdout)
    machines, journal, killed = Machines(folder), folder / "shares" / JOURNAL, 0
    machines.add_worker()

    def lines() -> int:
        return journal.read_bytes().count(b"\n") if journal.exists() else 0

    try:
        run = subprocess.Popen(
            [*command, "--share", str(folder / "shares"), "--cluster", machines.address],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

        def has_ended_or_written(count: int) -> bool:
            return run.poll() is not None or lines() > count

        while run.poll() is None:
            until(partial(has_ended_or_written, 30 * (killed + 1)))
            if run.poll() is None:
                machines.replace_worker()
                killed += 1
        out, messages = run.communicate()
    finally:
        machines.close()
    assert (run.returncode, b"Traceback" in messages) == (0, False), messages
    assert killed >= 3
    answer = json.loads(out)
    assert [answer[key] for key in ("length", "optimal")] == [undisturbed["length"], True]
