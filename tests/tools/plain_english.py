"""Refuse literary words and vague names: `make lint` lists every line that has one.

Prose is comments, docstrings and other strings of Python files, and the whole of Markdown files. Names are what an
assignment, a loop, a `with`, an `except` or a `def` introduces. Words with an ordinary use ("neither … nor", "alone")
are not in the list.
"""

import io
import re
import subprocess
import sys
import tokenize
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PROSE = re.compile(
    r"\b(What (the|a|an|it|they|is|was|each|every|has|one) \w+|so (many|much|long)|tells|begun|begins|"
    r"began|comes? home|anew|afresh|whoever|whatever|as (far|soon) as|for ever|in vain|of (its|their|our|his) own|"
    r"may be had|at hand|stands? (for|in)|likewise|nobody|the one,|the other,|that of|own up|front door|floors?|roof)\b"
)
NAMES = re.compile(
    r"\b(?:for|as) (found|one|made|told|asked|known|other|shown)(?= in\b|:)|\bas problem\b|"
    r"^\s*(found|made|told|asked|other|shown)(?: = |, )|"
    r"\bdef (_(?:told|written|asked|made|found|shown|said|known)|test_(?:it|so|none|they|and|nothing)_\w+)\b"
)


def prose_and_code(path: Path) -> Iterator[tuple[int, str, re.Pattern[str]]]:
    """Yield the lines of a file with their numbers, each with the pattern that applies to it."""
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


def main() -> int:
    """Print the lines to reword; return the exit status."""
    names = subprocess.check_output(["git", "ls-files", "*.py", "*.md"], cwd=ROOT, text=True).splitlines()
    hits = [
        f"{name}:{number}: {hit[0].strip()}\n"
        for name in names
        if name != "tests/tools/plain_english.py" and (ROOT / name).is_file()
        for number, line, pattern in prose_and_code(ROOT / name)
        for hit in pattern.finditer(line)
    ]
    sys.stdout.writelines(hits)
    return bool(hits)


if __name__ == "__main__":
    sys.exit(main())
