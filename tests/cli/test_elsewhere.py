"""All of `docs/elsewhere.md`: its commands, its script and its Python, with a folder as the shared place.

`rclone` is a stand-in that copies between folders; the solvers are real.
"""

import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from cubeproof import Cube
from cubeproof.cli import main
from programs import run_program

PAGE = Path(__file__).parents[2].joinpath("docs", "elsewhere.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```sh\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)
(SCRIPT,) = [block for block in BLOCKS if block.startswith("#!/bin/sh\n# answer.sh")]
COMMANDS = [block for block in BLOCKS if block != SCRIPT]
(PYTHON,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.DOTALL | re.MULTILINE)

# `rclone copy FROM TO-FOLDER`, where `drive:` is the folder of the shared places.
RCLONE = """#!/bin/sh
set -eu
test "$1" = copy
cp "$(echo "$2" | sed "s|^drive:|$SHARED/|")" "$(echo "$3" | sed "s|^drive:|$SHARED/|")/"
"""


@dataclass
class Machine:
    """A machine that has the programs of the page, and a shared drive."""

    folder: Path
    shared: Path
    environment: dict[str, str]

    def run(self, block: str) -> subprocess.CompletedProcess[str]:
        """Run commands of the page; all except the last must succeed."""
        block = block.replace("s3://", f"{self.shared}/")
        return run_program(["sh", "-e", "-c", block], cwd=self.folder, env=self.environment)


@pytest.fixture
def machine(tmp_path: Path, kissat: Path) -> Machine:
    folder, shared, programs = (tmp_path / name for name in ("here", "drives", "programs"))
    for directory in (folder, shared / "cubes", programs):
        directory.mkdir(parents=True)
    command = f'#!/bin/sh\nexec "{sys.executable}" -m cubeproof "$@"\n'
    texts = {programs / "rclone": RCLONE, programs / "cubeproof": command, folder / "answer.sh": SCRIPT}
    for path, text in texts.items():
        path.write_text(text)
        path.chmod(0o755)
    (programs / "kissat").symlink_to(kissat)
    search = f"{programs}{os.pathsep}{os.environ['PATH']}"
    return Machine(folder, shared, os.environ | {"PATH": search, "SHARED": str(shared)})


def test_the_script_has_ten_lines_or_fewer() -> None:
    assert len(SCRIPT.splitlines()) <= 10


def test_formula_is_solved_elsewhere_and_decoded(machine: Machine) -> None:
    out, there, back, no = COMMANDS
    place = machine.shared / "cubes"

    said = machine.run(out)
    assert said.returncode == 0, said.stderr
    (name,) = re.findall(r"^    c formula (sha256:\w{64})$", PAGE, re.MULTILINE)
    assert f"formula {name}\n" in said.stderr
    assert (place / "q.cnf").read_text().splitlines()[0] == f"c formula {name}"
    beside = (place / "q.cnf.sha256").read_text().splitlines()
    assert (beside[0], len(beside)) == (f"# formula {name}", 2)
    (line,) = re.findall(r"`(grep .*?)`", PAGE)
    computed = run_program(line, check=True, shell=True, cwd=place).stdout
    assert f"sha256:{computed.split()[0]}" == name

    said = machine.run(there)
    assert said.returncode == 0, said.stderr
    assert "q.cnf: OK" in said.stdout
    assert (place / "answer.txt").read_text().startswith(f"c formula {name}\n")

    said = machine.run(back)
    assert said.returncode == 0, said.stderr
    assert Cube(3).apply("R U2 F' L D").apply(said.stdout).is_solved

    said = machine.run(no)
    assert said.returncode == 4, said.stderr
    assert "Proved: the formula has no model" in said.stderr
    assert "no answer of at most 4 turns" in said.stderr

    (machine.folder / "python.py").write_text(PYTHON)
    done = run_program([sys.executable, "python.py"], check=True, cwd=machine.folder)
    first, second = done.stdout.splitlines()
    assert first == "None Decoded(satisfiable=False, turns=(), length=None)"
    assert second.startswith("Refutation(checker='dr")


class TestTheScript:
    @pytest.fixture
    def question(self, machine: Machine) -> Path:
        path = machine.folder / "q.cnf"
        assert main(["cnf", "R U2", "--size", "2", "--length", "2", "-o", str(path)]) == 0
        return path

    @pytest.mark.parametrize("change", ["none", "comments", "windows"])
    def test_script_names_its_formula(self, change: str, machine: Machine, question: Path) -> None:
        sent = machine.folder / "sent.cnf"
        text = question.read_text()
        if change == "comments":
            text = "".join(line for line in text.splitlines(keepends=True) if line[0] != "c")
        elif change == "windows":
            text = text.replace("\n", "\r\n")
        sent.write_bytes(text.encode())
        assert machine.run("./answer.sh sent.cnf answer.txt").returncode == 0
        assert main(["decode", str(question), str(machine.folder / "answer.txt")]) == 0

    def test_an_answer_to_a_damaged_copy_is_not_taken_for_one_to_the_formula(
        self, machine: Machine, question: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        sent = machine.folder / "sent.cnf"
        # Its comment still has the hash of the whole formula.
        lines = question.read_text().splitlines()
        sent.write_text("\n".join(lines[:-1]).replace(f" {len(lines)}", f" {len(lines) - 1}") + "\n1 0\n")
        machine.run("./answer.sh sent.cnf answer.txt")
        assert main(["decode", str(question), str(machine.folder / "answer.txt")]) == 2
        assert "answer to another formula" in capsys.readouterr().err

    @pytest.mark.parametrize("said", ["c thinking\\n", "s SATISFIABLE\\nv 1 -2"])
    def test_script_reports_an_abnormal_solver_end_as_given_up(
        self, said: str, machine: Machine, question: Path
    ) -> None:
        kissat = Path(machine.environment["PATH"].partition(os.pathsep)[0], "kissat")
        kissat.unlink()
        kissat.write_text(f"#!/bin/sh\nprintf '{said}'\nkill -9 $$\n")
        kissat.chmod(0o755)
        machine.run("./answer.sh q.cnf answer.txt")
        assert main(["decode", str(question), str(machine.folder / "answer.txt"), "--wait"]) == 4

    @pytest.mark.parametrize(("length", "status"), [(2, 0), (1, 4)])
    def test_script_runs_minisat_as_the_page_says(
        self, length: int, status: int, machine: Machine, minisat: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        (line,) = re.findall(r"`(minisat .*?)`", PAGE)
        script = re.sub(r"^kissat .*$", lambda _: line, SCRIPT, flags=re.MULTILINE)
        (machine.folder / "answer.sh").write_text(script)
        question = machine.folder / "q.cnf"
        arguments = ["cnf", "R U2", "--size", "2", "--length", str(length), "-o", str(question)]
        assert main(arguments) == 0
        machine.run("./answer.sh q.cnf answer.txt")
        capsys.readouterr()
        assert main(["decode", str(question), str(machine.folder / "answer.txt"), "--json"]) == status
        data = json.loads(capsys.readouterr().out)
        assert (data["satisfiable"], data["length"]) == ((True, 2) if status == 0 else (False, None))
