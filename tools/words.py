"""Add the codes of new sentences to each table of `languages/` with an empty text, remove old ones, and list both.

The English of the page is in `web/built/words.json`, which `make page` writes.
"""

import json
import sys
from pathlib import Path

from cubeproof.languages import catalogue

ROOT = Path(__file__).resolve().parents[1]
TABLES = ROOT / "src" / "cubeproof" / "languages"
PAGE = ROOT / "src" / "cubeproof" / "web" / "built" / "words.json"
EXAMPLES = ("example.", "test.", "toy.")


def english() -> dict[str, str]:
    """Return the English template of each code, of Python and of the page."""
    page = json.loads(PAGE.read_text(encoding="utf-8"))
    return {code: text for code, text in (catalogue() | page).items() if not code.startswith(EXAMPLES)}


def update(table: dict[str, str], templates: dict[str, str]) -> dict[str, str]:
    """Return a table with exactly the codes of the English templates, sorted; a new code has an empty text."""
    return {code: table.get(code, "") for code in sorted(templates)}


def main() -> int:
    """Write the tables; the exit status is 1 if a text is empty."""
    templates, status = english(), 0
    for path in sorted(TABLES.glob("*.json")):
        data = json.loads(path.read_text(encoding="utf-8"))
        removed = sorted(data["templates"].keys() - templates.keys())
        data["templates"] = update(data["templates"], templates)
        path.write_text(json.dumps(data, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")
        empty = [code for code, text in data["templates"].items() if not text]
        sys.stdout.writelines(f"{path.name}: {code} is removed\n" for code in removed)
        sys.stdout.writelines(f"{path.name}: {code} needs a text for: {templates[code]}\n" for code in empty)
        status = status or bool(empty)
    return status


if __name__ == "__main__":
    sys.exit(main())
