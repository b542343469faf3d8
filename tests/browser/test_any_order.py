"""The page's statements are true of the cube that it shows, after any presses in any order.

A visitor presses random controls. After every press the test reads the drawn cube by its colours, and compares
the statements beside the cube with the library's results for that cube.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from hypothesis.stateful import run_state_machine_as_test as wander

from browser.judging import Screen, judge, letters, read
from browser.seeing import (
    STILL,
    Visitor,
    address_fields,
    choose_engine,
    choose_setting,
    current,
    intercept,
    link,
    shows,
    unfold_details,
)

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, Route

COUNTING = """
  window.pending = 0;
  const send = window.fetch;
  window.fetch = async (...words) => {
    window.pending += 1;
    try {
      return await send(...words);
    } finally {
      window.pending -= 1;
    }
  };
"""
"""Counts the requests that are not answered yet."""

QUIET = """(passing) => {
  const busy = window.pending > 0 || document.querySelector(passing);
  window.quiet = busy ? 0 : (window.quiet ?? 0) + 1;
  if (window.quiet < 3) return false;
  window.quiet = 0;
  return true;
}"""
"""Whether three frames in a row had no pending request and no element that is shown only for a moment."""

PASSING = (
    ".paint [data-testid=verdict][aria-busy=true], [data-testid=solve-button]:disabled, [data-phase=stopping]"
)
"""Selector of the elements that are shown only for a moment."""


class Chance:
    """Make the server's random choices reproducible: each scramble, cube or walk uses the next seed."""

    def __init__(self, page: Page) -> None:
        self.seed = 0
        intercept(page, re.compile(r"/api/(random|explore/cube)\?"), self._draw)
        intercept(page, "**/api/solve", self._walk)

    def _draw(self, route: Route) -> None:
        self.seed += 1
        route.continue_(url=f"{route.request.url}&seed={self.seed}")

    def _walk(self, route: Route) -> None:
        parameters: dict[str, object] = json.loads(route.request.post_data or "{}")
        if parameters["engine"] == "walk":
            parameters["seed"] = self.seed
        route.continue_(post_data=parameters)


ACTIONS: list[tuple[Any, ...]] = [
    *[("solves",)] * 8,
    *[("solves_and_goes_on",)] * 2,
    *[("goes_on_with_the_answer", "another-answer")] * 2,
    *[("goes_along_the_tape", 3)] * 3,
    *[("types", turns) for turns in ("R U2", "D' (R B)2", "")],
    *[("goes_on_with_the_answer", "back-to-question")] * 2,
    ("goes_on_with_the_answer", "stop-button"),
    *[("scrambles",)] * 3,
    *[("takes_back",)] * 3,
    ("resets",),
    *[("goes_along_the_tape", number) for number in range(5)],
    *[("goes_to_a_place_of_the_tape", place) for place in (0, 2)],
    *[("presses_keys", keys) for keys in ("r", "Shift+D", "2 b", "ArrowLeft", "Backspace", "Space")],
    *[("presses_a_turn", number) for number in (0, 5)],
    *[("chooses_a_size", size) for size in ("2", "3")],
    *[("chooses_a_language", language) for language in ("en", "fr")],
    ("follows_a_link", 2, "R D2 B'", ""),
    ("follows_a_link", 2, "", "R D R' D' R D R' D'"),
    ("follows_a_link", 3, "F", "R U"),
    *[("goes_back",)] * 2,
    *[("paints", sticker, letter) for sticker, letter in ((0, "R"), (9, "?"), (20, "L"), (23, "B"))],
    *[
        ("goes_on_with_the_painting", f"{what}")
        for what in (
            "solve-painted",
            "goal-drop",
            "repair-button",
            "paint-solved",
        )
    ],
    ("makes_the_painting_the_goal",),
    *[("chooses", "metric", metric) for metric in ("htm", "qtm", "stm")],
    *[("chooses", "goal", goal) for goal in ("solved", "corners")],
    *[("chooses", "engine", engine) for engine in ("auto", "table", "sat")],
    *[("chooses", "moves", moves) for moves in ("", "R, D")],
    *[("explores", what) for what in ("explore-htm", "explore-qtm", "layer-3", "layer-7", "neighbour-R")],
    *[("tries_at_random",)] * 2,
]
"""The actions of a visitor; an action listed more often is chosen more often. Some do nothing on a 3×3×3."""


class Person(RuleBasedStateMachine):
    """A visitor who presses any control. The test provides the page, its server and the random choices."""

    page: Page
    chance: Chance
    server: str

    @initialize(start=st.sampled_from([(2, "R D2 B'"), (2, "D B R2 D"), (2, ""), (3, "R U")]))
    def comes(self, start: tuple[int, str]) -> None:
        size, scramble = start
        self.chance.seed = 0
        self.painted = ""
        self.links = 0
        self.page.goto("about:blank")
        self.page.goto(self.server + link("solve", size, scramble=scramble))
        self.page.locator("[data-testid=picture][data-live=true]").wait_for()
        self.solves()

    def press(self, place: Locator | str) -> bool:
        """Press a control if it is visible and enabled; return whether it was pressed."""
        if isinstance(place, str):
            place = self.page.locator(f'[data-testid="{place}"]:visible')
        is_enabled = place.count() > 0 and place.is_visible() and place.is_enabled()
        if is_enabled:
            place.click()
        return is_enabled

    def go(self, tab: str) -> None:
        if self.page.locator(f"#tab-{tab}").get_attribute("aria-selected") == "false":
            self.page.locator(f"#tab-{tab}").click()
            self.quiet()

    def quiet(self, *also: str) -> None:
        """Wait until the page is idle and the elements of these selectors have disappeared."""
        self.page.wait_for_function(QUIET, arg=", ".join([PASSING, *also]))

    # The stage, which every tab shows.

    def knob(self, group: str, number: int) -> None:
        self.press(self.page.locator(f"{group} button").nth(number))

    def scrambles(self) -> None:
        self.knob(".knobs", 0)

    def takes_back(self) -> None:
        self.knob(".knobs", 1)

    def resets(self) -> None:
        self.knob(".knobs", 2)

    def goes_along_the_tape(self, number: int) -> None:
        self.knob(".transport", number)

    def types(self, turns: str) -> None:
        self.go("turn")
        self.page.locator("#sequence").fill(turns)

    def goes_to_a_place_of_the_tape(self, place: int) -> None:
        turns = self.page.get_by_test_id("tape").locator("button")
        if turns.count():
            self.press(turns.nth(place % turns.count()))

    def presses_keys(self, keys: str) -> None:
        self.page.evaluate("document.activeElement.blur()")
        for key in keys.split():
            self.page.keyboard.press(key)

    def presses_a_turn(self, number: int) -> None:
        self.go("turn")
        self.press(self.page.locator(".turns button").nth(number))

    def chooses_a_size(self, size: str) -> None:
        self.page.get_by_test_id("size").select_option(size)

    def chooses_a_language(self, language: str) -> None:
        choose_setting(self.page, "language", language)

    def follows_a_link(self, size: int, scramble: str, turns: str) -> None:
        self.links += 1
        turns_made = len(turns.split()) // 2
        address = link(
            address_fields(self.page)["tab"], size, scramble=scramble, turns=turns, made=turns_made
        )
        self.page.evaluate("address => location.assign(address)", address)
        self.page.wait_for_function(
            "size => document.querySelector('[data-testid=size]').value === size", arg=f"{size}"
        )

    def goes_back(self) -> None:
        if self.links > 0:
            self.links -= 1
            self.page.evaluate(
                "new Promise((done) => (addEventListener('popstate', done, { once: true }), history.back()))"
            )

    # Painting.

    def paints(self, sticker: int, letter: str) -> None:
        self.go("paint")
        self.press(f"paint-colour-{letter}")
        self.press(f"paint-sticker-{sticker}")

    def goes_on_with_the_painting(self, what: str) -> None:
        self.go("paint")
        self.press(what)

    def makes_the_painting_the_goal(self) -> None:
        self.go("paint")
        net = letters(read(self.page)["net"])
        if self.press("goal-button"):
            self.painted = net

    # Solving.

    def is_solved_soon(self) -> bool:
        """Whether the answer appears soon."""
        now = read(self.page)
        fields = address_fields(self.page)
        if fields["size"] == "2":
            return not self.page.get_by_test_id("engine-sat").is_checked()
        turns = len(fields.get("scramble", "").split()) + int(fields.get("made", "0"))
        return "state" not in fields and turns <= 3 and not now["moves"] and now["goal"] == "solved"

    def solves(self) -> None:
        self.go("solve")
        self.press("solve-button")
        if self.is_solved_soon():
            self.quiet("[data-testid=stop-button]")

    def solves_and_goes_on(self) -> None:
        self.go("solve")
        self.press("solve-button")

    def goes_on_with_the_answer(self, what: str) -> None:
        self.go("solve")
        self.press(what)

    def chooses(self, what: str, choice: str) -> None:
        self.go("solve")
        if what == "engine":
            # Engines that do not support this size have no button.
            if self.page.get_by_test_id(f"engine-{choice}").count():
                choose_engine(self.page, choice)
            return
        unfold_details(self.page)
        field = self.page.locator(f"#solve-{what}")
        if what == "moves":
            field.fill(choice)
        elif field.locator(f"option[value={choice}]").count():
            field.select_option(choice)

    # The explorer and the random walk.

    def explores(self, what: str) -> None:
        self.go("explore")
        self.press(what)

    def tries_at_random(self) -> None:
        self.go("explore")
        self.page.get_by_test_id("walk").evaluate("details => (details.open = true)")
        self.press("walk-button")
        # A walk turns the cube; the statements are checked after it has stopped.
        walking = "[data-testid=walk-live][data-phase=running]"
        if self.page.locator(walking).count() and self.press("walk-button"):
            self.quiet(walking)

    # One rule for all actions: hypothesis disables some of several rules for a whole run.
    @rule(action=st.sampled_from(ACTIONS))
    def does(self, action: tuple[Any, ...]) -> None:
        name, *arguments = action
        getattr(self, name)(*arguments)

    @invariant()
    def statements_are_true(self) -> None:
        self.quiet()
        self.check_statements()
        tab = address_fields(self.page)["tab"]
        if tab != "solve":
            self.go("solve")
            self.check_statements()
            self.go(tab)

    def check_statements(self) -> None:
        drawn = letters(read(self.page)["net"]) or current(self.page).facelets
        shows(self.page, drawn)
        self.quiet()
        screen = Screen(cube=drawn, **read(self.page))
        judge(screen, self.painted if screen.goal == "painted" else screen.goal)

    def teardown(self) -> None:
        self.page.goto("about:blank")  # ends the searches of the page


@pytest.mark.parametrize(
    ("persons", "steps", "settled"),
    [
        pytest.param(1, 12, STILL, id="a few", marks=pytest.mark.slow),
        pytest.param(20, 40, STILL, id="many", marks=pytest.mark.soak),
        pytest.param(8, 40, {}, id="many, who see the turns", marks=pytest.mark.soak),
    ],
)
def test_after_any_presses_all_that_is_said_is_true_of_the_cube_shown(
    persons: int, steps: int, settled: dict[str, str], visit: Visitor, server: str
) -> None:
    page = visit(**settled)
    page.add_init_script(COUNTING)
    person_type = type("Visiting", (Person,), {"page": page, "chance": Chance(page), "server": server})
    wander(
        person_type,
        settings=settings(
            max_examples=persons,
            stateful_step_count=steps,
            derandomize=True,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        ),
    )
