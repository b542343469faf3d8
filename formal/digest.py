"""Compute the SHA-256 of the sources of `cubeproof-formal`: Coq files of the extraction, `program/` without `tables`.

python3 digest.py            print it
python3 digest.py --write    write it into the Python package, which believes only a program with this digest
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path

HERE = Path(__file__).parent
PACKAGED = HERE.parent / "src" / "cubeproof" / "proof" / "external" / "program_digest.py"
PATTERNS = (
    "*.v",
    "formula/*.v",
    "refutation/*.v",
    "search/*.v",
    "god/*.v",
    "program/*.ml",
    "program/*.mli",
    "program/machine/*.ml",
    "program/browser/*",
)
OTHER_PROGRAM = "ExtractTables.v"


def digest() -> str:
    """Return the SHA-256 of the names, the sizes and the bytes of all source files."""
    total = hashlib.sha256()
    files = {path.relative_to(HERE).as_posix(): path for pattern in PATTERNS for path in HERE.glob(pattern)}
    for name, path in sorted(files.items()):
        if name != OTHER_PROGRAM:
            content = path.read_bytes()
            total.update(f"{name} {len(content)}\n".encode())
            total.update(content)
    return total.hexdigest()


def packaged() -> str:
    """Return the module of the Python package that has the digest."""
    return (
        '"""The SHA-256 of the sources of the program that this version believes: see `formal/digest.py`."""\n\n'
        f'DIGEST = "{digest()}"\n'
    )


def main() -> int:
    """Print or write the digest; return the exit status."""
    if sys.argv[1:] == ["--write"]:
        if not PACKAGED.exists() or PACKAGED.read_text(encoding="utf-8") != packaged():
            PACKAGED.write_text(packaged(), encoding="utf-8")
    else:
        print(digest())
    return 0


if __name__ == "__main__":
    sys.exit(main())
