"""README and docs/ are true: links have targets, the index is complete, and named functions and theorems exist."""

import re
from pathlib import Path

import pytest

from documented_commands import FENCE

ROOT = Path(__file__).parents[1]
DOCS = sorted((ROOT / "docs").glob("*.md"))
LINKED = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")),
    *(ROOT / name for name in ("formal/README.md", "tests/README.md", "src/cubeproof/draw/README.md")),
    *DOCS,
]
INDEX = ROOT / "docs" / "README.md"

LINK = re.compile(r"\]\(([^)\s]+)\)")


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def text(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def anchors(path: Path) -> set[str]:
    """Return the anchors that GitHub makes of a page's headings."""
    prose = FENCE.sub("", text(path))
    headings = re.findall(r"^#+ (.*)$", prose, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def broken(page: Path) -> list[str]:
    """Return the relative links of a page that lead to no file or no heading."""
    wrong = []
    for link in LINK.findall(FENCE.sub("", text(page))):
        if "://" in link:
            continue
        file, _, anchor = link.partition("#")
        target = (page.parent / file).resolve() if file else page
        if not target.exists() or (anchor and anchor not in anchors(target)):
            wrong.append(link)
    return wrong


@pytest.mark.parametrize("page", LINKED, ids=name)
def test_links_lead_to_a_file_and_a_heading(page: Path) -> None:
    assert broken(page) == []


def test_index_links_to_every_page() -> None:
    linked = {(INDEX.parent / link.partition("#")[0]).resolve() for link in LINK.findall(text(INDEX))}
    assert set(DOCS) - {INDEX} <= linked


def test_no_page_installs_from_an_index_that_lacks_cubeproof() -> None:
    pages = [path for path in (*LINKED, *(ROOT / "src").rglob("*.py")) if path.name != "extras.py"]
    command = re.compile(r"pip install (?:-\S+ )*[\"']?cubeproof\b")
    assert [name(path) for path in pages if command.search(text(path))] == []


def test_readme_is_one_screen_with_both_commands() -> None:
    lines = text(ROOT / "README.md").splitlines()
    assert len(lines) < 100
    assert any(line.startswith("make run ") for line in lines)
    assert any(line.startswith("make test ") for line in lines)


def test_semantics_names_what_exists() -> None:
    page = (ROOT / "docs" / "semantics.md").read_text(encoding="utf-8")
    package, formal = ROOT / "src" / "cubeproof", ROOT / "formal"
    named = re.findall(r"`([\w/]+\.(?:py|v))`: ((?:`[\w.]+`(?:, )?)+)", page)
    assert len(named) > 30
    lost = []
    for file, names in named:
        paths = [folder / file for folder in (package, package / "proof" / "check", formal)]
        texts = [path.read_text(encoding="utf-8") for path in paths if path.is_file()]
        for name in re.findall(r"[\w.]+", names.replace("`", " ")):
            word = re.compile(rf"\b{re.escape(name.rpartition('.')[2])}\b")
            if not any(word.search(text) for text in texts):
                lost.append(f"{file}: {name}")
    assert lost == []
