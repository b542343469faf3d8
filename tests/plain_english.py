"""Count words and names that CONTRIBUTING's "Plain English" refuses, by package; the counts may only fall.

    python tests/plain_english.py            list the lines of a package that has more than plain_english.json allows
    python tests/plain_english.py --write    record lower counts

Prose is comments, docstrings and other strings of Python files, and the whole of Markdown files. Names are what an
assignment, a loop, a `with`, an `except` or a `def` introduces.
"""

import io
import json
import re
import subprocess
import sys
import tokenize
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ALLOWED = Path(__file__).with_suffix(".json")
PROSE = re.compile(
    r"\b(What (the|a|an|it|they|is|was|each|every|has|one)|so (many|much|long)|tells?|told|telling|(there )?is none|"
    r"none of (its|their|them)|wants?|wanted|begun|begins?|began|comes? home|alone|anew|afresh|nor|whoever|whatever|"
    r"as (long|far|soon) as|for ever|in vain|meanwhile|of (its|their|one's|our|his) own|may be had|at hand|"
    r"stands? (for|in)|likewise|just so|nobody|so it (was|is)|the one,|the other,|that of|those that|own up|"
    r"front door|floors?|roof)\b"
)
NAMES = re.compile(
    r"\b(?:for|as) (found|one|made|told|asked|known|other|shown|problem)\b(?= in\b|:)|"
    r"^\s*(found|one|made|told|asked|known|other|shown)(?: = |: |, )|"
    r"\bdef (_(?:told|written|asked|made|found|shown|said|known)|test_(?:it|so|what|none|one|they|and|nothing)_\w+)\b"
)


def prose_and_code(path: Path) -> Iterator[tuple[int, str, re.Pattern[str]]]:
    """The lines of a file with their numbers, each with the pattern that applies to it."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py":
        yield from ((number, line, PROSE) for number, line in enumerate(text.splitlines(), 1))
        return
    kinds = (tokenize.COMMENT, tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING))
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in kinds:
            lines = token.string.splitlines()
            yield from ((token.start[0] + index, line, PROSE) for index, line in enumerate(lines))
    yield from ((number, line, NAMES) for number, line in enumerate(text.splitlines(), 1))


def package(name: str) -> str:
    """The package of a file: `src/cubeproof/solving`, `tests/web`, `docs`."""
    parts = Path(name).parent.parts
    return "/".join(parts[: 3 if parts[:1] == ("src",) else 2]) or "."


def main() -> int:
    """Compare the counts with the allowed counts; return the exit status."""
    names = subprocess.check_output(["git", "ls-files", "*.py", "*.md"], cwd=ROOT, text=True).splitlines()
    hits: dict[str, list[str]] = defaultdict(list)
    for name in names:
        if (ROOT / name).is_file() and name not in ("tests/plain_english.py", "CHANGELOG.md"):
            for number, line, pattern in prose_and_code(ROOT / name):
                hits[package(name)] += [
                    f"{name}:{number}: {hit[0].strip()}" for hit in pattern.finditer(line)
                ]
    allowed = json.loads(ALLOWED.read_text()) if ALLOWED.exists() else None
    counts = {folder: len(lines) for folder, lines in sorted(hits.items())}
    if "--write" in sys.argv or allowed is None:
        allowed = {folder: min(count, (allowed or counts).get(folder, 0)) for folder, count in counts.items()}
        ALLOWED.write_text(json.dumps(allowed, indent=1) + "\n")
    over = [folder for folder, count in counts.items() if count > allowed.get(folder, 0)]
    for folder in over:
        sys.stdout.writelines(f"{line}\n" for line in sorted(hits[folder]))
        sys.stdout.write(
            f"{folder}: {counts[folder]} words and names to avoid, {allowed.get(folder, 0)} allowed.\n"
        )
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
