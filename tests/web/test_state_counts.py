"""The page computes the published numbers of states of cubes."""

import re

from ground_truth import STATES
from web.page_code import PAGE, on_the_page

# Seven digits or more, in groups or not, or a power of ten.
TYPED_IN = re.compile(r"\d{7,}|\d{1,3}(?:[,_\u00a0\u202f ]\d{3}){2,}|\d\.\d+e\d\d")


def test_state_counts_are_the_published_ones() -> None:
    counts = on_the_page("src/states.ts", "page.stateCount", STATES)
    assert dict(zip(STATES, map(int, counts), strict=True)) == STATES


def test_state_counts_are_computed() -> None:
    sources = [path for path in (PAGE / "src").rglob("*.ts*") if path.is_file()]
    assert len(sources) > 50
    results = {path.name: TYPED_IN.findall(path.read_text(encoding="utf-8")) for path in sources}
    assert {name: typed for name, typed in results.items() if typed} == {}
