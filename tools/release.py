"""The checklist of a release, run step by step: python tools/release.py 0.2.0. It uploads nothing.

1. The version is the one of `src/cubeproof/__init__.py`, and no tag has it yet.
2. The work tree is clean, on `main`.
3. `changes/` has no news left (`python tools/changes.py VERSION` moves them), and CHANGELOG.md has the version.
4. `make formal` and `make check` pass, and `make other-python` (README's two commands on another Debian).
5. The sdist and two wheels are built: one for all systems, one for Linux x86-64 with the proved checker. Each wheel
   solves and checks in an empty environment, and names the checker that it should.
6. Checksums are in `dist/SHA256SUMS`; the tag is made here, and pushed by hand.
"""

import argparse
import hashlib
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
import venv
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"


def run(*command: str | Path, cwd: Path = ROOT, path: Path | None = None) -> str:
    """Run a command, with only this folder on the PATH if there is one; return its output.

    Raises:
        SystemExit: the command fails.
    """
    environment = os.environ if path is None else {**os.environ, "PATH": str(path)}
    done = subprocess.run(command, cwd=cwd, env=environment, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, command))} ended with status {done.returncode}.\n{done.stdout}")
    return done.stdout.strip()


def require(holds: bool, sentence: str) -> None:
    """End the release with a sentence unless a condition holds."""
    if not holds:
        raise SystemExit(sentence)


def check_version(version: str) -> None:
    """The version is the one in the package, and has no tag yet."""
    text = (ROOT / "src/cubeproof/__init__.py").read_text(encoding="utf-8")
    stated = re.search(r'^__version__ = "(.*)"$', text, re.MULTILINE)
    require(stated is not None and stated[1] == version, f"src/cubeproof/__init__.py must state {version}.")
    require(not run("git", "tag", "--list", f"v{version}"), f"The tag v{version} exists already.")


def check_tree(_version: str) -> None:
    """All is committed, on main."""
    require(not run("git", "status", "--porcelain"), "The work tree has changes that are not committed.")
    require(run("git", "branch", "--show-current") == "main", "A release is made from the branch main.")


def check_news(version: str) -> None:
    """CHANGELOG.md has a section with a date, and no news are left."""
    news = [path.name for path in (ROOT / "changes").glob("*.md") if path.name != "README.md"]
    require(not news, f"changes/ has {', '.join(news)}: run python tools/changes.py {version}, and commit.")
    heading = re.compile(rf"^## \[{re.escape(version)}\] – \d{{4}}-\d\d-\d\d$", re.MULTILINE)
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    require(
        heading.search(changelog) is not None, f"CHANGELOG.md needs a heading with the date of {version}."
    )


def check_tests(_version: str) -> None:
    """Every test passes here, and the two commands of README on another Debian."""
    run("make", "formal")
    run("make", "check")
    run("make", "other-python")


def build(version: str) -> None:
    """Build the sdist and both wheels; try each wheel in an empty environment."""
    require(
        (platform.system(), platform.machine()) == ("Linux", "x86_64"),
        "A release is made on Linux x86-64, since one of its wheels contains the proved checker for that system.",
    )
    for path in DIST.glob("cubeproof-*"):
        path.unlink()
    run("make", "build")
    wheels = sorted(DIST.glob(f"cubeproof-{version}-*.whl"))
    names = [wheel.name.rpartition("-")[2] for wheel in wheels]
    require(
        len(names) == 2 and names[0] == "any.whl" and names[1].endswith("x86_64.whl"),
        f"dist/ should have a wheel for all systems and one for Linux, not {', '.join(names) or 'none'}.",
    )
    for wheel, checker in zip(wheels, ("python", "cubeproof-formal"), strict=True):
        try_wheel(version, wheel, checker)


def try_wheel(version: str, wheel: Path, checker: str) -> None:
    """Solve and check with a wheel in an empty environment; verify which checker it uses."""
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        programs = Path(folder, "bin")
        run(programs / "pip", "install", "--quiet", "--constraint", ROOT / "constraints.txt", wheel)
        require(
            run(programs / "cubeproof", "--version") == f"cubeproof {version}",
            "The wheel has another version.",
        )
        run(programs / "cubeproof", "solve", "R U", "--size", "2", "--certify", "proof", cwd=Path(folder))
        answer = json.loads(
            run(programs / "cubeproof", "check", "proof", "--json", cwd=Path(folder), path=programs)
        )
        require(
            answer["holds"] and answer["checker"] == checker, f"{wheel.name} does not check by {checker}."
        )


def checksums(version: str) -> None:
    """Write the checksums and make the tag."""
    files = sorted(DIST.glob(f"cubeproof-{version}*"))
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (DIST / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")
    run("git", "tag", "--annotate", f"v{version}", "--message", f"cubeproof {version}")


STEPS: tuple[Callable[[str], None], ...] = (
    check_version, check_tree, check_news, check_tests, build, checksums,
)  # fmt: skip


def main() -> int:
    """Run the steps; a step that fails ends the release with a sentence."""
    parser = argparse.ArgumentParser(description="The checklist of a release. It uploads nothing.")
    parser.add_argument("version", help="the version, such as 0.2.0")
    version = parser.parse_args().version
    for step in STEPS:
        step(version)
        sys.stdout.write(f"done: {step.__doc__}\n")
    sys.stdout.write(f"dist/ has the release and its checksums. Push the tag: git push origin v{version}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
