"""Writes src/facts.ts: the constants that the painter of cubes needs, from the library's own drawing.

python page/facts.py            write it
python page/facts.py --check    fail if the file is not up to date
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from cubeproof.draw.film import HALF_MS, PAUSE_MS, QUARTER_MS
from cubeproof.draw.look import Look
from cubeproof.draw.palette import PALETTES
from cubeproof.draw.solid import facts, paints

FACTS = Path(__file__).resolve().parent / "src" / "facts.ts"

_HEAD = (
    "// What cubes look like, as the library draws them. Made by `make wire`: nothing here is written by hand.\n"
    'import type { Facts, Paints } from "../../src/cubeproof/draw/solid.js";\n'
)


def module() -> str:
    """The facts, as TypeScript."""
    look = Look()
    constants = {
        "facts: Facts": facts(),
        "PAINTS: Record<string, Paints>": {name: paints(palette) for name, palette in PALETTES.items()},
        "USUAL": {"latitude": look.latitude, "longitude": look.longitude},
        "LASTS": {"quarter": QUARTER_MS, "half": HALF_MS, "pause": PAUSE_MS},
    }
    return _HEAD + "".join(
        f"\nexport const {name} = {_object(value)};\n" for name, value in constants.items()
    )


def _object(members: dict[str, Any]) -> str:
    lines = (
        f"  {json.dumps(name)}: {json.dumps(value, ensure_ascii=False)},\n" for name, value in members.items()
    )
    return f"{{\n{''.join(lines)}}}"


def main() -> None:
    """Write the file, or fail if it is stale."""
    text = module()
    if sys.argv[1:] != ["--check"]:
        FACTS.write_text(text, encoding="utf-8")
    elif not FACTS.is_file() or FACTS.read_text(encoding="utf-8") != text:
        raise SystemExit("page/src/facts.ts is not what the library draws by: run `make wire`.")


if __name__ == "__main__":
    main()
