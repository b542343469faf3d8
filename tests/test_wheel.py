"""What a user gets from pip is whole: the built wheel works in an empty environment, also with the base only."""

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


PIP = ("-m", "pip", "--disable-pip-version-check")

# The core: a proof by each engine, and a certificate.
CORE = """
import sys
from pathlib import Path
from cubeproof import Cube, certify, check_certificate, solve
for size, engine in ((2, "table"), (2, "sat"), (3, "sat"), (3, "auto")):
    solution = solve(Cube(size).apply("R U F2"), engine=engine)
    assert solution.optimal and solution.length == 3, (size, engine, solution)
folder = Path(sys.argv[1], "certificate")
certify(solution, folder)
assert check_certificate(folder).length == 3
web = {"anyio", "fastapi", "pydantic", "starlette", "uvicorn"} & set(sys.modules)
assert not web, web
print("compiled" if "numba.core" in sys.modules else "not compiled")
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built by way of the sdist."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder)
    (built,) = folder.glob("*.whl")
    assert len(list(folder.glob("*.tar.gz"))) == 1
    return built


def environment(folder: Path, wheel: str) -> Path:
    """The folder of programs of a new environment with the wheel and its dependencies."""
    venv.create(folder, with_pip=True)
    programs = folder / ("Scripts" if os.name == "nt" else "bin")
    constraints = ROOT / "constraints.txt"
    run(programs / "python", *PIP, "install", "--quiet", "--constraint", constraints, wheel)
    run(programs / "python", *PIP, "check")
    return programs


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment with the base only."""
    return environment(tmp_path_factory.mktemp("base") / "env", str(wheel))


@pytest.fixture(scope="module")
def with_web(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment with the extra `web`."""
    return environment(tmp_path_factory.mktemp("web") / "env", f"{wheel}[web]")


def test_the_base_brings_no_web_framework(installed: Path) -> None:
    listed = run(installed / "python", *PIP, "list", "--format", "json").stdout
    names = {package["name"].lower() for package in json.loads(listed)}
    assert {"cubeproof", "numpy", "python-sat"} <= names
    assert not names & {"anyio", "fastapi", "h11", "pydantic", "starlette", "uvicorn", "anywidget"}


def test_the_base_proves_certifies_and_checks(installed: Path, tmp_path: Path) -> None:
    assert run(installed / "python", "-c", CORE, tmp_path, cwd=tmp_path).stdout == "compiled\n"
    run(installed / "cubeproof", "solve", "R U", "--size", "2", "--certify", "certificate-2", cwd=tmp_path)
    run(installed / "cubeproof", "check", "certificate-2", cwd=tmp_path)
    assert "All is well." in run(installed / "cubeproof", "doctor", cwd=tmp_path).stdout


def test_the_core_works_without_numba(
    installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "blocked"
    blocked.mkdir()
    blocked.joinpath("numba.py").write_text("raise ImportError('Numba is blocked')\n")
    monkeypatch.setenv("PYTHONPATH", str(blocked))
    assert run(installed / "python", "-c", CORE, tmp_path, cwd=tmp_path).stdout == "not compiled\n"


def test_serve_without_the_extra_names_it(installed: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [installed / "cubeproof", "serve", "--lang", "en"],
        capture_output=True,
        text=True,
        check=False,
        cwd=tmp_path,
    )
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert 'pip install "cubeproof[web]"' in done.stderr


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


def test_the_wheel_brings_the_page(with_web: Path, tmp_path: Path) -> None:
    command = [str(with_web / "cubeproof"), "serve", "--port", "0"]
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
