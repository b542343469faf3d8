"""The page's style sheets: a class of one view cannot change another view."""

import re
from collections import defaultdict
from pathlib import Path

from web.page_code import PAGE

VIEWS = PAGE / "src" / "styles"
"""The style sheets of views; `style.css` beside this folder has what several views share."""


def classes(path: Path) -> set[str]:
    """The names of all classes in the selectors of a style sheet."""
    text = re.sub(r"/\*.*?\*/", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    selectors = (text for text in re.findall(r"([^{};]+)\{", text) if not text.strip().startswith("@"))
    return {
        name
        for text in selectors
        for name in re.findall(r"\.([A-Za-z_][\w-]*)", re.sub(r'"[^"]*"', "", text))
    }


def test_no_class_is_styled_by_the_sheets_of_two_views() -> None:
    sheets = defaultdict(set)
    # The sheet for colours that the system chooses repeats classes of every view.
    for path in VIEWS.glob("*.css"):
        if path.name != "forced.css":
            for name in classes(path):
                sheets[name].add(path.name)
    assert len(sheets) > 50
    assert not {name: found for name, found in sheets.items() if len(found) > 1}
