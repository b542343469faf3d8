"""The figures of docs/h48.md and docs/search.md that can be computed in a moment; the examples are doctests."""

import re
from itertools import islice
from pathlib import Path

import numpy as np
import pytest

from cubeproof.base.numba_support import COMPILES
from cubeproof.engines.search import run
from cubeproof.engines.search.problem_parsing import FaceProblem, face_problem
from cubeproof.methods.h48 import search as optimal
from cubeproof.methods.h48.coset import CLASSES, FLIPS, SEPARATIONS, SPLITS, TWISTS, coset_tables
from cubeproof.methods.h48.stored_tables import PRUNING
from cubeproof.methods.h48.table_builder import layers, lines_of_a_class, size_of
from cubeproof.methods.words.turn_costs import HALF
from cubeproof.problem import cube_problem
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.cubies import axes_of, face_turns

DOCS = Path(__file__).parents[3] / "docs"
PAGE = DOCS / "h48.md"
OVERVIEW = DOCS / "search.md"

# How deep the tables of the page are counted again here.
DEEP = 5


def rows(heading: str) -> list[list[str]]:
    """Return the cells of the table that starts with this line."""
    lines = iter(PAGE.read_text(encoding="utf-8").splitlines())
    for line in lines:
        if line == heading:
            break
    else:
        raise AssertionError(f"the page has no table {heading}")
    next(lines)
    results = []
    for line in lines:
        if not line.startswith("|"):
            break
        results.append([cell.strip() for cell in line.strip("|").split("|")])
    return results


def text(page: Path = PAGE) -> str:
    """The page without its line breaks."""
    return " ".join(page.read_text(encoding="utf-8").split())


def number(cell: str) -> int:
    return int(cell.replace(",", ""))


def column(table: list[list[str]], place: int) -> list[int]:
    return [number(row[place]) for row in table if row[place]]


COUNTS = "| depth | k = 0, entries | k = 0, cosets | k = 11, cosets |"
VALUES = "| value | meaning | k = 0 | | k = 3 | |"


def test_coordinates_have_the_sizes_on_the_page() -> None:
    ranges = {row[0]: row[3] for row in rows("| name | meaning | size | range |")}
    sizes = {"twist": TWISTS, "separation": SEPARATIONS, "class": CLASSES, "split": SPLITS, "flips": FLIPS}
    assert {name: number(expected.removeprefix("0 to ")) + 1 for name, expected in ranges.items()} == sizes


def test_tables_have_the_sizes_on_the_page() -> None:
    expected = {number(flips): number(size) for flips, size in rows("| flips stored | bytes |")}
    assert expected == {flips: size_of(flips) for flips in range(9)}
    built = {row.flips for row in PRUNING.values() if row.metric == "htm"}
    assert (
        f"Those with {', '.join(map(str, sorted(built)[:-1]))} and {max(built)} can be built"
        in PAGE.read_text(encoding="utf-8")
    )
    assert [row.flips for row in PRUNING.values() if row.metric == "qtm"] == [3]


def test_bases_are_those_on_the_page() -> None:
    assert {row.flips: row.base for row in PRUNING.values() if row.metric == "htm"} == {
        0: 8,
        3: 8,
        6: 9,
        7: 9,
        8: 9,
    }


def test_painted_cubes_are_the_cosets() -> None:
    """A coset has only one fact about each sticker: the axis of its face at home."""
    here, turns = axes_of()[None], face_turns()
    visited = {here[0].tobytes()}
    counts = [1]
    for _ in range(DEEP - 1):
        after = np.unique(here[:, turns].reshape(-1, 54), axis=0)
        here = np.array([cube for cube in after if cube.tobytes() not in visited])
        visited |= {cube.tobytes() for cube in here}
        counts.append(len(here))
    assert counts == column(rows(COUNTS), 3)[:DEEP]


@pytest.mark.skipif(not COMPILES, reason="the layers are filled by compiled loops")
def test_layers_have_the_sizes_on_the_page() -> None:
    table, classes = rows(COUNTS), np.arange(CLASSES)
    weights = 48 // coset_tables().keeps.sum(axis=1, dtype=np.int64)
    visited = np.zeros(0, dtype=np.int64)
    for depth, layer in enumerate(islice(layers(HALF), DEEP + 1)):
        entries = np.unique(np.repeat(classes, np.diff(layer.starts)) * SPLITS + (layer.items >> 11))
        entries = np.setdiff1d(entries, visited)
        visited = np.union1d(visited, entries)
        expected = [depth, len(entries), int(weights[entries // SPLITS].sum()), layer.cosets]
        assert [number(cell) for cell in table[depth]] == expected


def test_table_values_are_as_many_as_its_entries() -> None:
    table = rows(VALUES)
    for place, flips in ((2, 0), (4, 3)):
        counts = column(table, place)
        assert sum(counts) == CLASSES * SPLITS << flips
        shares = [f"{count / sum(counts):.1%}".replace("%", " %") for count in counts]
        assert [row[place + 1] for row in table] == shares
    means = [
        sum(count * value for value, count in enumerate(column(table, place), 8)) / sum(column(table, place))
        for place in (2, 4)
    ]
    assert "Counted as 8 to 11, their mean is {:.2f} and {:.2f}.".format(*means) in text()
    depths = column(rows(COUNTS), 1)
    assert column(table, 2)[:2] == [sum(depths[:9]), depths[9]]


def test_lines_are_as_many_as_on_the_page() -> None:
    match = re.search(
        r"\(([\d,]+) of ([\d,]+)\) have no entry of 0 at all; the least depth is 8 in ([\d,]+) lines, "
        r"7 in ([\d,]+), 6 in ([\d,]+), and lower in the other ([\d,]+)\.",
        text(),
    )
    assert match is not None
    none, every, *others = map(number, match.groups())
    assert every == CLASSES * lines_of_a_class(3) == none + sum(others)


def test_settings_are_those_on_the_page() -> None:
    overview = text(OVERVIEW)
    assert f"Words of {optimal._PREFIXED} turns and more are searched from each" in text()
    assert optimal._AT_ONCE == 8
    assert "Threads share the prefixes, eight at a time." in text()
    assert (
        f"They look at {run._BESIDE:,} cubes, and after that at one for every {run._CUBES_FOR_ONE}"
        in overview
    )
    (good, nodes), (any_turns, _) = run._FIRST
    assert f"at most {good} turns; after {nodes:,} cubes without one, {any_turns} turns will do" in overview
    assert (
        f"up to {run._SHORT} turns follow (`--quick`: {run._SHORT_QUICK}), with at most {run._SHORT_NODES:,} cubes for "
        "each length" in overview
    )


def test_superflip_has_the_number_of_first_turns_on_the_page() -> None:
    match = re.search(r"superflip.*```console(.*?)```.*of the 3240 prefixes (\d+) are searched", text())
    assert match is not None
    scramble = re.search(r'solve "([^"]+)"', match[1])
    assert scramble is not None
    cube = Cube(3).apply(scramble[1])
    # Every edge is flipped where it is, every corner right.
    assert cube.facelets == "UBULURUFURURFRBRDRFUFLFRFDFDFDLDRDBDLULBLFLDLBUBRBLBDB"
    problem = face_problem(cube_problem(cube))
    assert isinstance(problem, FaceProblem)
    assert problem.scramble is not None
    pruning = optimal.Pruning(np.zeros(1, dtype=np.uint8), 8, 9, HALF)
    search = optimal.OptimalSearch(problem.scramble, pruning, problem.allowed)
    prefixes, _ = search._beginnings(20)
    assert len(prefixes) == int(match[2])
