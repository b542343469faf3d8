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
  const one = (id) => [...document.querySelectorAll(`[data-testid=${id}]`)].find((found) => !found.closest("[hidden]"));
  const text = (id) => one(id)?.textContent.replaceAll("\\u00a0", " ") ?? "";
  const data = (id, name) => one(id)?.dataset[name] ?? "";
  const fills = (id) => [...(one(id)?.querySelectorAll("rect") ?? [])].map((rect) => getComputedStyle(rect).fill);
  const chosen = (name) => document.getElementById(`solve-${name}`).value;
  const places = (cells) => cells.map((cell) => [Number(cell.dataset.sticker), getComputedStyle(cell).backgroundColor])
    .sort(([a], [b]) => a - b).map(([, colour]) => colour);
  return {
    tab: document.querySelector("[role=tab][aria-selected=true]").id.replace("tab-", ""),
    said: text("said"),
    described: text("described"),
    net: places([...document.querySelectorAll("#panel-paint [data-sticker]")]),
    verdict: text("verdict"),
    painted: text("paint-said"),
    about: fills("about-net"),
    made: Number(data("about", "made")),
    claim: text("claim"),
    solution: data("answer", "solution"),
    optimal: data("answer", "optimal") === "true",
    lower: data("bounds-lower", "value"),
    best: data("bounds-best", "value"),
    mark: one("deeds")?.querySelector("tr.marked td")?.textContent ?? "",
    png: one("download-png")?.href ?? "",
    refused: text("solve-fault"),
    elsewhere: text("elsewhere"),
    goal: chosen("goal"), metric: chosen("metric"), moves: chosen("moves"),
    far: data("distance", "distance"),
    layer: one("layers")?.querySelector("[aria-current]")?.textContent ?? "",
    counting: document.querySelector("[data-testid=explore-qtm]")?.checked ? "qtm" : "htm",
    cards: [...document.querySelectorAll(".card[data-distance]")]
      .map((card) => [card.dataset.testid, card.dataset.distance]),
    compared: text("walk-compared"),
  };
}"""


def read(page: Page) -> dict[str, Any]:
    """The visible state of the page at one moment."""
    results: dict[str, Any] = page.evaluate(READ)
    return results


@dataclass(frozen=True)
class Screen:
    """The page as drawn: `cube` is the state of its big cube, the other fields are the texts beside it."""

    cube: str
    tab: str
    said: str
    described: str
    net: list[str]
    verdict: str
    painted: str
    about: list[str]
    made: int
    claim: str
    solution: str
    optimal: bool
    lower: str
    best: str
    mark: str
    png: str
    refused: str
    elsewhere: str
    goal: str
    metric: str
    moves: str
    far: str
    layer: str
    counting: str
    cards: list[list[str]]
    compared: str


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
    return [name for name, said in VERDICTS.items() if any(item in text for item in said)]


def _judge_stage(now: Screen) -> None:
    """The big cube and the sentence below it."""
    if now.tab == "paint":
        assert letters(now.net) == now.cube, "the net and the big cube are two"
        assert verdicts(now.verdict) == [verdict(now.cube)]
        assert verdicts(now.said) in ([], [verdict(now.cube)])
    solved = "The cube is solved." in now.said or "Le cube est résolu." in now.said
    assert solved <= is_solved(now.cube), f"{now.said} beside {now.cube}"
    if found := re.search(r"(?:Scrambled with|Mélangé par) ([^.]*)\.", now.said):
        assert Cube(size_of(now.cube)).apply(found[1]).facelets == now.cube
    assert ("Solved: " in now.described or "Résolu : " in now.described) <= is_solved(now.cube)


def size_of(facelets: str) -> int:
    return math.isqrt(len(facelets) // 6)


def _judge_answer(now: Screen, goal: str) -> None:
    """The bounds, the answer and the claim, for the cube shown or for the start of the answer."""
    if "cannot exist" in now.refused or "ne peut pas exister" in now.refused:
        assert not is_possible(now.cube)
    if not (now.claim or now.lower):
        assert not now.mark
        assert not now.png
        return
    start = letters(now.about) or now.cube
    result = now.solution.split()[: now.made]
    assert Cube.from_facelets(start).apply(" ".join(result)).facelets == now.cube, (
        f"{now.claim or 'bounds'} beside another cube"
    )
    questions = (start, goal, now.metric, now.moves)
    length = Alg(now.solution).count(now.metric, size_of(start))
    reference = shortest(*questions) if size_of(start) == 2 or 0 < length <= 4 else None
    if now.lower and reference is not None:
        assert int(now.lower) <= reference
    if now.solution:
        assert map_of(task(*questions)).is_solved_by(Alg(now.solution)), (
            f"{now.claim} {now.solution} beside {start}"
        )
        assert map_of(task(*questions)).allows(Alg(now.solution))
        assert now.best == str(length)
        assert f"state={start}" in now.png
        assert str(length) in now.claim
    if now.optimal:
        assert reference in (length, None), now.claim
    if now.mark:
        depth, _, whose = now.mark.partition(" ← ")
        assert int(depth) == distance(
            Cube.from_facelets(now.cube if whose in ("this cube", "ce cube") else start), now.metric
        )


def _judge_explorer(now: Screen) -> None:
    """The distance, the mark in the chart and the neighbours."""
    if now.far:
        cube = Cube.from_facelets(now.cube)
        assert int(now.far) == distance(cube, now.counting)
        assert now.layer == now.far
        around = [[f"neighbour-{near.turn}", str(near.distance)] for near in neighbours(cube, now.counting)]
        assert sorted(now.cards) == sorted(around)
    else:
        assert not now.cards
        assert not now.layer


def _judge_comparison(now: Screen) -> None:
    """What the table needs where chance has walked."""
    if found := re.search(r"(?:The table needs|La table :) (\d+)", now.compared):
        assert int(found[1]) == distance(Cube.from_facelets(letters(now.about) or now.cube))


def judge(now: Screen, goal: str) -> None:
    """Whether all of it is true; the goal is that of the page, as facelets if it was painted."""
    _judge_stage(now)
    _judge_answer(now, goal)
    _judge_explorer(now)
    _judge_comparison(now)
