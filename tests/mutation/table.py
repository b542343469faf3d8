"""The table in README.md: how many patches of each package tests find, and how many tests find a patch."""

import re
from collections.abc import Mapping
from pathlib import Path
from statistics import median
from typing import Any

_TABLE = re.compile(r"(?<=<!-- table -->\n).*?(?=<!-- end -->)", re.DOTALL)
_COLUMNS = (
    "package",
    "patches",
    "found",
    "not found",
    "all tests tried",
    "tests that find a patch: median, range",
    "found by one test only",
)
_HEADING = f"| {' | '.join(_COLUMNS)} |\n| --- |{' ---: |' * (len(_COLUMNS) - 1)}\n"


def package_of(name: str) -> str:
    """Return the package of a patch.

    >>> package_of("mutants/store-07.patch"), package_of("faults/18-places-password.patch")
    ('store', 'places')
    """
    kind, _, rest = name.partition("/")
    return rest.split("-")[1 if kind == "faults" else 0]


def table(all_tests: Mapping[str, Any], first: Mapping[str, str | None]) -> str:
    """Return the rows of the table, given the records of all finders and of the first finders."""
    packages: dict[str, list[str]] = {}
    for name in first:
        packages.setdefault(package_of(name), []).append(name)
    rows = [_row(package, names, all_tests, first) for package, names in sorted(packages.items())]
    return _HEADING + "".join([*rows, _row("**all**", [*first], all_tests, first)])


def _row(
    package: str, names: list[str], all_tests: Mapping[str, Any], first: Mapping[str, str | None]
) -> str:
    with_finder = sum(first[name] is not None for name in names)
    counts = [sum(all_tests[name]["found"].values()) for name in names if name in all_tests]
    by_some = [count for count in counts if count]
    spread = f"{median(by_some):g}, {min(by_some)} to {max(by_some)}" if by_some else ""
    once = by_some.count(1) if counts else ""
    cells = (package, len(names), with_finder, len(names) - with_finder, len(counts), spread, once)
    return f"| {' | '.join(map(str, cells))} |\n"


def update_table(page: Path, all_tests: Mapping[str, Any], first: Mapping[str, str | None]) -> None:
    """Write the table into a page, between its marks."""
    text = page.read_text(encoding="utf-8")
    page.write_text(_TABLE.sub(lambda _: table(all_tests, first), text), encoding="utf-8")
