"""What a user gets from pip is whole: the built wheel works in an empty environment."""

import json
import os
import re
import subprocess
import sys
import urllib.request
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

pytestmark = pytest.mark.wheel


def run(*command: str | Path, cwd: Path = ROOT) -> "subprocess.CompletedProcess[str]":
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of programs of an empty environment with the wheel, built by way of the sdist, in it."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder / "dist")
    (wheel,) = folder.joinpath("dist").glob("*.whl")
    assert len(list(folder.joinpath("dist").glob("*.tar.gz"))) == 1
    venv.create(folder / "empty", with_pip=True)
    programs = folder / "empty" / ("Scripts" if os.name == "nt" else "bin")
    pip: list[str | Path] = [programs / "python", "-m", "pip", "--disable-pip-version-check"]
    run(*pip, "install", "--quiet", "--constraint", ROOT / "constraints.txt", wheel)
    run(*pip, "check")
    return programs


@pytest.mark.parametrize("command", [["cubeproof"], ["python", "-m", "cubeproof"]])
def test_the_installed_command_solves_and_proves(installed: Path, command: list[str], tmp_path: Path) -> None:
    done = run(installed / command[0], *command[1:], "solve", "R U F2", "--size", "2", "--json", cwd=tmp_path)
    answer = json.loads(done.stdout)
    assert answer["optimal"] is True
    assert answer["length"] == answer["lower_bound"] == 3


def test_the_wheel_says_that_it_is_typed(installed: Path, tmp_path: Path) -> None:
    program = (
        "import cubeproof, pathlib; print(pathlib.Path(cubeproof.__file__).with_name('py.typed').is_file())"
    )
    assert run(installed / "python", "-c", program, cwd=tmp_path).stdout == "True\n"


def test_the_wheel_brings_the_page(installed: Path, tmp_path: Path) -> None:
    command = [str(installed / "cubeproof"), "serve", "--port", "0"]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        said = server.stderr.readline()
        found = re.search(r"http://\S+:\d+/", said)
        assert found, said
        with urllib.request.urlopen(found.group(), timeout=60) as answer:
            page = answer.read().decode()
        scripts = re.findall(r'src="/(assets/[\w.-]+\.js)"', page)
        assert scripts
        for script in scripts:
            with urllib.request.urlopen(found.group() + script, timeout=60) as answer:
                assert answer.headers["content-type"].startswith("text/javascript")
        server.terminate()
        server.communicate()
