"""Read the page's statements about its cube, and compare them with the library's results for that cube."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from browser.seeing import nearest
from cube_maps import map_of
from cubeproof import Alg, Cube, Limit, UnreachableError, distance, neighbours, solve
from cubeproof.problem import Problem, cube_problem

if TYPE_CHECKING:
    from playwright.sync_api import Page

READ = """() => {
  const node = (id) => [...document.querySelectorAll(`[data-testid=${id}]`)].find((item) => !item.closest("[hidden]"));
  const text = (id) => node(id)?.textContent.replaceAll("\\u00a0", " ") ?? "";
  const data = (id, name) => node(id)?.dataset[name] ?? "";
  const fills = (id) => [...(node(id)?.querySelectorAll("rect") ?? [])].map((rect) => getComputedStyle(rect).fill);
  const chosen = (name) => document.getElementById(`solve-${name}`).value;
  const places = (cells) => cells.map((cell) => [Number(cell.dataset.sticker), getComputedStyle(cell).backgroundColor])
    .sort(([a], [b]) => a - b).map(([, colour]) => colour);
  return {
    tab: document.querySelector("[role=tab][aria-selected=true]").id.replace("tab-", ""),
    message: text("said"),
    description: text("described"),
    net: places([...document.querySelectorAll("#panel-paint [data-sticker]")]),
    verdict: text("verdict"),
    paint_message: text("paint-said"),
    about: fills("about-net"),
    turns_made: Number(data("about", "made")),
    tape: [...node("tape").querySelectorAll("button")].map((turn) => turn.textContent),
    claim: text("claim"),
    solution: data("answer", "solution"),
    optimal: data("answer", "optimal") === "true",
    lower: data("bounds-lower", "value"),
    best: data("bounds-best", "value"),
    chart_mark: node("deeds")?.querySelector("tr.marked td")?.textContent ?? "",
    png_url: node("download-png")?.href ?? "",
    refusal: text("solve-fault"),
    elsewhere: text("elsewhere"),
    goal: chosen("goal"), metric: chosen("metric"), moves: chosen("moves"),
    distance: data("distance", "distance"),
    layer: node("layers")?.querySelector("[aria-current]")?.textContent ?? "",
    counting: document.querySelector("[data-testid=explore-qtm]")?.checked ? "qtm" : "htm",
    cards: [...document.querySelectorAll(".card[data-distance]")]
      .map((card) => [card.dataset.testid, card.dataset.distance]),
  };
}"""


def read(page: Page) -> dict[str, Any]:
    """The visible state of the page at one moment."""
    results: dict[str, Any] = page.evaluate(READ)
    return results


@dataclass(frozen=True)
class Screen:
    """The page as drawn: `cube` is the state of its big cube, the other fields are the statements beside it."""

    cube: str
    tab: str
    message: str
    description: str
    net: list[str]
    verdict: str
    paint_message: str
    about: list[str]
    turns_made: int
    tape: list[str]
    claim: str
    solution: str
    optimal: bool
    lower: str
    best: str
    chart_mark: str
    png_url: str
    refusal: str
    elsewhere: str
    goal: str
    metric: str
    moves: str
    distance: str
    layer: str
    counting: str
    cards: list[list[str]]


def letters(colours: list[str]) -> str:
    """The facelets, from the colours that the browser has drawn."""
    return "".join(nearest([int(part) for part in re.findall(r"\d+", colour)[:3]]) for colour in colours)


@cache
def task(facelets: str, goal: str, metric: str, moves: str) -> Problem:
    """The question of the page as a problem."""
    aim = Cube.from_facelets(goal) if re.fullmatch("[URFDLB?]+", goal) else goal
    return cube_problem(Cube.from_facelets(facelets), aim, moves=moves or None, metric=metric)


@cache
def shortest(facelets: str, goal: str, metric: str, moves: str) -> float | None:
    """The number of turns needed: infinity if the goal is unreachable, None if the time limit ends first."""
    try:
        solution = solve(task(facelets, goal, metric, moves), limit=Limit(seconds=20))
    except UnreachableError:
        # The page shows bounds until its server also finds that the goal is unreachable.
        return math.inf
    return solution.length if solution.optimal else None


def is_solved(facelets: str) -> bool:
    return Cube.from_facelets(facelets).is_solved


def is_possible(facelets: str) -> bool:
    return not Cube.from_facelets(facelets).diagnose().status


VERDICTS = {
    "impossible": ("This cube cannot exist.", "Ce cube ne peut pas exister."),
    "solved": ("This cube is solved.", "Ce cube est résolu."),
    "possible": ("This cube can be solved.", "Ce cube peut être résolu."),
    "open": ("Nothing is wrong so far", "Rien de faux jusqu’ici"),
}


def verdict(facelets: str) -> str:
    """The expected verdict on a painted cube."""
    if not is_possible(facelets):
        return "impossible"
    return "open" if "?" in facelets else "solved" if is_solved(facelets) else "possible"


def verdicts(text: str) -> list[str]:
    """The page's verdict on a painted cube."""
    return [name for name, sentences in VERDICTS.items() if any(sentence in text for sentence in sentences)]


def _judge_stage(screen: Screen) -> None:
    """Assert the statements about the big cube, and the verdict on a painting."""
    if screen.tab == "paint":
        assert letters(screen.net) == screen.cube, "the net and the big cube differ"
        assert verdicts(screen.verdict) == [verdict(screen.cube)]
        assert verdicts(screen.message) in ([], [verdict(screen.cube)])
    solved = "The cube is solved." in screen.message or "Le cube est résolu." in screen.message
    assert solved <= is_solved(screen.cube), f"{screen.message} beside {screen.cube}"
    if match := re.search(r"(?:Scrambled with|Mélangé par) ([^.]*)\.", screen.message):
        assert Cube(size_of(screen.cube)).apply(match[1]).facelets == screen.cube
    assert ("Solved: " in screen.description or "Résolu : " in screen.description) <= is_solved(screen.cube)


def size_of(facelets: str) -> int:
    return math.isqrt(len(facelets) // 6)


def _judge_answer(screen: Screen, goal: str) -> None:
    """Assert the bounds, the answer and the claim, for the cube shown or for the start of the answer."""
    if "cannot exist" in screen.refusal or "ne peut pas exister" in screen.refusal:
        assert not is_possible(screen.cube)
    if not (screen.claim or screen.lower):
        assert not screen.chart_mark
        assert not screen.png_url
        return
    start = letters(screen.about) or screen.cube
    # The turns on the tape may be an earlier answer than the best.
    turns_made = screen.tape[: screen.turns_made]
    assert Cube.from_facelets(start).apply(" ".join(turns_made)).facelets == screen.cube, (
        f"{screen.claim or 'bounds'} beside another cube"
    )
    questions = (start, goal, screen.metric, screen.moves)
    length = Alg(screen.solution).count(screen.metric, size_of(start))
    reference = shortest(*questions) if size_of(start) == 2 or 0 < length <= 4 else None
    if screen.lower and reference is not None:
        assert int(screen.lower) <= reference
    if screen.solution:
        assert map_of(task(*questions)).is_solved_by(Alg(screen.solution)), (
            f"{screen.claim} {screen.solution} beside {start}"
        )
        assert map_of(task(*questions)).allows(Alg(screen.solution))
        assert screen.best == str(length)
        assert f"state={start}" in screen.png_url
        assert str(length) in screen.claim
    if screen.optimal:
        assert reference in (length, None), screen.claim
    if screen.chart_mark:
        depth, _, whose = screen.chart_mark.partition(" ← ")
        assert int(depth) == distance(
            Cube.from_facelets(screen.cube if whose in ("this cube", "ce cube") else start), screen.metric
        )


def _judge_explorer(screen: Screen) -> None:
    """Assert the distance, the mark in the chart and the neighbours."""
    if screen.distance:
        cube = Cube.from_facelets(screen.cube)
        assert int(screen.distance) == distance(cube, screen.counting)
        assert screen.layer == screen.distance
        expected = [
            [f"neighbour-{neighbour.turn}", str(neighbour.distance)]
            for neighbour in neighbours(cube, screen.counting)
        ]
        assert sorted(screen.cards) == sorted(expected)
    else:
        assert not screen.cards
        assert not screen.layer


def judge(screen: Screen, goal: str) -> None:
    """Assert every statement of the page. `goal` is the name of the goal, or the facelets of a painted goal."""
    _judge_stage(screen)
    _judge_answer(screen, goal)
    _judge_explorer(screen)
