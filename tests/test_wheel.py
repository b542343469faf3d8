"""The built wheel is complete: it works in an empty environment, also without extras."""

import json
import re
import shutil
import subprocess
import sys
import urllib.request
import venv
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

# All these tests, quick or not, need the environments, which take 15 s.
pytestmark = [pytest.mark.wheel, pytest.mark.check]


def run(*command: str | Path, cwd: Path = ROOT) -> "subprocess.CompletedProcess[str]":
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd)
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done


def pip(environment: Path, *arguments: str | Path) -> str:
    """Run the pip of this environment on another environment, which needs no pip."""
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--python"]
    return run(*command, environment, *arguments).stdout


# The core: a proof by each engine, and a certificate.
CORE = """
import sys
from pathlib import Path
from cubeproof import Cube, certify, check_certificate, random_cube, solve
for size, engine in ((2, "table"), (2, "sat"), (3, "sat"), (3, "auto")):
    solution = solve(Cube(size).apply("R U F2"), engine=engine)
    assert solution.optimal and solution.length == 3, (size, engine, solution)
if sys.argv[2] == "compiled":
    # The loops of this search are compiled in 10 s, those for quarter turns in 40 s.
    assert solve(random_cube(3, 1), quick=True).length < 23
else:
    assert solve(Cube(3).apply("R U F2"), engine="search", metric="qtm").length == 4
folder = Path(sys.argv[1], "certificate")
certify(solution, folder)
assert check_certificate(folder).length == 3
web = {"anyio", "fastapi", "pydantic", "starlette", "uvicorn"} & set(sys.modules)
assert not web, web
print("compiled" if "numba.core" in sys.modules else "not compiled")
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from the sdist."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder)
    (built,) = folder.glob("*.whl")
    assert len(list(folder.glob("*.tar.gz"))) == 1
    return built


def install(environment: Path, requirement: str) -> None:
    """Install a wheel and its dependencies without bytecode; Python compiles only the modules that it loads."""
    constraints = ROOT / "constraints.txt"
    pip(environment, "install", "--quiet", "--no-compile", "--constraint", constraints, requirement)
    pip(environment, "check")


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment without extras."""
    folder = tmp_path_factory.mktemp("base") / "env"
    venv.create(folder)
    install(folder, str(wheel))
    return folder / "bin"


@pytest.fixture(scope="module")
def with_web(wheel: Path, installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment with the extra `web`; it finds the base in the other environment."""
    folder = tmp_path_factory.mktemp("web") / "env"
    venv.create(folder)
    (packages,) = folder.glob("lib/python*/site-packages")
    (base,) = installed.parent.glob("lib/python*/site-packages")
    (packages / "base.pth").write_text(f"{base}\n")
    install(folder, f"{wheel}[web]")
    return folder / "bin"


def test_the_base_brings_no_web_framework(installed: Path) -> None:
    listed = pip(installed.parent, "list", "--format", "json")
    names = {package["name"].lower() for package in json.loads(listed)}
    assert {"cubeproof", "numpy", "python-sat"} <= names
    assert not names & {"anyio", "fastapi", "h11", "pydantic", "starlette", "uvicorn", "anywidget"}


def test_the_base_proves_certifies_and_checks(installed: Path, tmp_path: Path) -> None:
    assert run(installed / "python", "-c", CORE, tmp_path, "compiled", cwd=tmp_path).stdout == "compiled\n"
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
    assert run(installed / "python", "-c", CORE, tmp_path, "", cwd=tmp_path).stdout == "not compiled\n"


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
    # The extra comes from the wheel that cubeproof was installed from: no index has it.
    assert re.search(r"pip install 'cubeproof\[web\] @ file://\S+\.whl'", done.stderr)


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
    command = [str(with_web / "python"), "-m", "cubeproof", "serve", "--port", "0"]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as server:
        assert server.stderr is not None
        first_line = server.stderr.readline()
        match = re.search(r"http://\S+:\d+/", first_line)
        assert match, first_line
        with urllib.request.urlopen(match.group(), timeout=60) as answer:
            page = answer.read().decode()
        scripts = re.findall(r'src="/(assets/[\w.-]+\.js)"', page)
        assert scripts
        for script in scripts:
            with urllib.request.urlopen(match.group() + script, timeout=60) as answer:
                assert answer.headers["content-type"].startswith("text/javascript")
        server.terminate()
        server.communicate()


@pytest.fixture(scope="module")
def proved(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment with the wheel for Linux x86-64, which contains the proved checker."""
    if not (ROOT / "formal" / "built" / "cubeproof-formal").exists() or shutil.which("ocamlfind") is None:
        pytest.skip("there is no cubeproof-formal: `make formal` builds it, with Coq and OCaml")
    run("make", "-C", "formal", "static")
    folder = tmp_path_factory.mktemp("proved")
    program = "formal/built/static/cubeproof-formal"
    command = [sys.executable, "-m", "build", "--no-isolation", "--wheel", "--outdir", str(folder)]
    run("env", f"CUBEPROOF_PROGRAM={program}", *command)
    (wheel,) = folder.glob("*-py3-none-manylinux*_x86_64.whl")
    environment = folder / "env"
    venv.create(environment)
    (packages,) = environment.glob("lib/python*/site-packages")
    (base,) = installed.parent.glob("lib/python*/site-packages")
    (packages / "base.pth").write_text(f"{base}\n")
    pip(environment, "install", "--quiet", "--no-compile", "--no-deps", "--ignore-installed", wheel)
    return environment / "bin"


def test_wheel_for_linux_checks_by_the_proved_checker(
    proved: Path, installed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # No program of Coq or OCaml, and no cubeproof-formal.
    monkeypatch.setenv("PATH", "")
    command = ("solve", "R U", "--size", "2", "--certify", "certificate")
    run(proved / "python", "-m", "cubeproof", *command, cwd=tmp_path)
    checkers = {}
    for name, programs in (("proved", proved), ("pure", installed)):
        done = run(programs / "python", "-m", "cubeproof", "check", "certificate", "--json", cwd=tmp_path)
        checkers[name] = json.loads(done.stdout)["checker"]
    assert checkers == {"proved": "cubeproof-formal", "pure": "python"}
    done = run(installed / "python", "-m", "cubeproof", "check", "certificate", cwd=tmp_path)
    assert "not by the proved one. The program cubeproof-formal was not found" in done.stdout


def test_source_package_builds_the_proved_checker_with_ocaml_only(
    wheel: Path, proved: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (archive,) = wheel.parent.glob("*.tar.gz")
    run("tar", "-xzf", archive, "-C", tmp_path)
    (source,) = tmp_path.glob("cubeproof-*")
    without_coq = tmp_path / "without-coq"
    without_coq.mkdir()
    for name in ("coqc", "coqtop", "coq_makefile", "coqdep"):
        (without_coq / name).write_text("#!/bin/sh\nexit 127\n")
        (without_coq / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{without_coq}:/usr/local/bin:/usr/bin:/bin")
    run("make", "-C", "formal", "compiled", cwd=source)
    built, shipped = source / "formal" / "built" / "cubeproof-formal", proved.parent
    (inside,) = shipped.glob("lib/python*/site-packages/cubeproof/proof/external/cubeproof-formal")
    assert run(built, "version").stdout == run(inside, "version").stdout
