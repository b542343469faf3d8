"""Move the news in `changes/` into CHANGELOG.md, under the heading of a version: python tools/changes.py 0.2.0."""

import sys
from datetime import UTC, datetime
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
KINDS = ("Added", "Changed", "Fixed")


def news(folder: Path) -> dict[str, list[str]]:
    """Return the sentences of each kind, sorted by file name.

    Raises:
        SystemExit: a file does not start with a kind and a colon.
    """
    sentences: dict[str, list[str]] = {kind: [] for kind in KINDS}
    for path in sorted(folder.glob("*.md")):
        if path.name != "README.md":
            kind, _, sentence = path.read_text(encoding="utf-8").strip().partition(": ")
            if kind not in KINDS or not sentence:
                raise SystemExit(f"{path.name} must start with one of {', '.join(KINDS)} and a colon.")
            sentences[kind].append(" ".join(sentence.split()))
    return sentences


def section(version: str, sentences: dict[str, list[str]]) -> str:
    """Return the section of a version in Markdown."""
    lines = [f"## [{version}] – {datetime.now(UTC):%Y-%m-%d}", ""]
    for kind, entries in sentences.items():
        if entries:
            lines += [f"### {kind}", "", *(f"- {entry}" for entry in entries), ""]
    return "\n".join(lines) + "\n"


def main(version: str, root: Path = ROOT) -> None:
    """Write the section before the newest version, and remove the files."""
    sentences, changelog = news(root / "changes"), root / "CHANGELOG.md"
    text = changelog.read_text(encoding="utf-8")
    start = text.index("\n## ") + 1
    changelog.write_text(text[:start] + section(version, sentences) + text[start:], encoding="utf-8")
    for path in (root / "changes").glob("*.md"):
        if path.name != "README.md":
            path.unlink()


if __name__ == "__main__":
    main(sys.argv[1])
