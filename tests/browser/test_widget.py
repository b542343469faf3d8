"""The script of the notebook's player, in a browser, connected to its Python object."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from browser.assertions import expect
from browser.conftest import FAILED, SCREENSHOTS
from browser.seeing import button, faces, shows, until
from cubeproof import Cube
from cubeproof.draw import Look
from cubeproof.draw.camera import Camera
from cubeproof.notebook import parts
from cubeproof.notebook.widget import Player

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

TRAITS = ("step", "playing", "speed", "_tape", "_texts", "_descriptions")
CUBE = ".cubeproof-player .cube"

# The part of anywidget that a script uses: traits that notify their listeners of changes.
SHOW = """async ({ number, script, traits }) => {
    const listeners = {};
    const notify = (event, ...what) => (listeners[event] ?? []).forEach((listener) => listener(...what));
    const take = (changes) => Object.entries(changes).forEach(([name, value]) => {
        traits[name] = value;
        notify(`change:${name}`);
    });
    const model = {
        get: (name) => traits[name],
        set: (name, value) => {
            take({ [name]: value });
            void saveTrait(number, name, value).then(take);
        },
        save_changes: () => {},
        send: (message) => void sendMessage(number, message).then(take),
        on: (event, listener) => (listeners[event] ??= []).push(listener),
    };
    const address = URL.createObjectURL(new Blob([script], { type: "text/javascript" }));
    const { default: widget } = await import(address);
    const { initialize, render } = widget();
    initialize({ model });
    (window.takes ??= [])[number] = take;
    (window.leaves ??= [])[number] = render({ model, el: document.body.appendChild(document.createElement("div")) });
}"""


class Notebook:
    """A page on which players are shown, and the kernel behind it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.players: list[Player] = []
        page.expose_function("saveTrait", self._save_trait)
        page.expose_function("sendMessage", self._receive_message)

    def show(self, player: Player) -> None:
        """Show a player, as a cell shows the value of its last line."""
        self.players.append(player)
        player_data = {"number": len(self.players) - 1, "script": parts.script(), "traits": _state(player)}
        self.page.evaluate(SHOW, player_data)

    def set(self, player: Player, **traits: object) -> None:
        """Set traits in Python, and send the resulting changes to the page."""
        before = _state(player)
        for name, value in traits.items():
            setattr(player, name, value)
        number = self.players.index(player)
        self.page.evaluate(
            "([number, changes]) => takes[number](changes)", [number, _changes(player, before)]
        )

    def _save_trait(self, number: int, name: str, value: object) -> dict[str, Any]:
        player = self.players[number]
        before = {**_state(player), name: value}
        setattr(player, name, value)
        return _changes(player, before)

    def _receive_message(self, number: int, message: object) -> dict[str, Any]:
        player = self.players[number]
        before = _state(player)
        player._handle_custom_msg(message, [])
        return _changes(player, before)


def _state(player: Player) -> dict[str, Any]:
    return {name: getattr(player, name) for name in TRAITS}


def _changes(player: Player, before: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in _state(player).items() if value != before[name]}


@pytest.fixture
def notebook(chromium: Browser, request: pytest.FixtureRequest) -> Iterator[Notebook]:
    if not parts.is_built():
        pytest.skip("the page is not built (make page)")
    locale = getattr(request, "param", "en-GB")
    context = chromium.new_context(viewport={"width": 600, "height": 900}, locale=locale)
    page = context.new_page()
    faults: list[str] = []
    page.on("pageerror", lambda fault: faults.append(str(fault)))
    page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
    page.on(
        "request",
        lambda sent: None if sent.url.startswith(("blob:", "data:")) else faults.append(sent.url),
    )
    yield Notebook(page)
    if faults or request.node.stash.get(FAILED, False):
        SCREENSHOTS.mkdir(exist_ok=True)
        page.screenshot(path=SCREENSHOTS / f"{request.node.name}.png")
    context.close()
    assert faults == []


def test_widget_shows_the_cube_of_python(notebook: Notebook) -> None:
    page, player = notebook.page, Player(Cube(3).apply("R U"), "U' R' x M2")
    notebook.show(player)
    shows(page, player.start, CUBE)
    for step in range(1, 5):
        button(page, "One turn forward").click()
        until(page, lambda: player.step == step)  # noqa: B023
        shows(page, player.cube, CUBE)
    button(page, "To the start").click()
    shows(page, player.start, CUBE)
    page.get_by_label("Turns").get_by_role("button", name="R'").click()
    shows(page, player.start.apply("U' R'"), CUBE)
    assert player.step == 2
    notebook.set(player, step=3)
    shows(page, player.cube, CUBE)
    expect(page.locator("[aria-current=step]")).to_have_text("x")


def test_widget_plays_to_the_end_and_python_knows(notebook: Notebook) -> None:
    page, player = notebook.page, Player(alg="R U F D", size=2, speed=8)
    notebook.show(player)
    shows(page, Cube(2), CUBE)
    button(page, "Play").click()
    until(page, lambda: player.step == 4 and not player.playing)
    shows(page, Cube(2).apply("R U F D"), CUBE)
    expect(button(page, "Play")).to_be_visible()
    # Python sets another tape.
    notebook.set(player, alg="B2", facelets=Cube(4).facelets)
    notebook.set(player, alg="2R Uw")
    shows(page, Cube(4), CUBE)
    notebook.set(player, step=2)
    shows(page, Cube(4).apply("2R Uw"), CUBE)


def test_widget_survives_the_removal_of_another(notebook: Notebook) -> None:
    page = notebook.page
    first, second = Player(alg="R"), Player(alg="L", size=2)
    notebook.show(first)
    shows(page, Cube(3), CUBE)
    notebook.show(second)
    shows(page, Cube(2), f"div:nth-child(2) > {CUBE}")
    page.evaluate("leaves[0]()")
    expect(page.locator(".cubeproof-player")).to_have_count(1)
    button(page, "To the end").click()
    shows(page, Cube(2).apply("L"), CUBE)


def test_a_cube_of_many_layers_is_played_too(notebook: Notebook) -> None:
    page, player = notebook.page, Player(alg="3Rw U 7-9Fw'", size=16, speed=8)
    notebook.show(player)
    shows(page, Cube(16), CUBE)
    button(page, "Play").click()
    shows(page, Cube(16).apply("3Rw U 7-9Fw'"), CUBE)


def test_the_cube_is_described_as_it_is_now(notebook: Notebook) -> None:
    page, player = notebook.page, Player(alg="R", size=9)
    notebook.show(player)
    expect(page.get_by_role("img", name=re.compile("^Solved: up white"))).to_be_visible()
    button(page, "To the end").click()
    expect(page.get_by_role("img", name=re.compile("^Up: 72 white, 9 green"))).to_be_visible()


@pytest.mark.parametrize("size", [2, 3, 5])
def test_mouse_turn_reaches_python(size: int, notebook: Notebook) -> None:
    page, player = notebook.page, Player(alg="U U U", size=size)
    notebook.show(player)
    shows(page, Cube(size), CUBE)
    button(page, "One turn forward").click()
    shows(page, Cube(size).apply("U"), CUBE)
    canvas = page.locator(CUBE).locator("canvas").bounding_box()
    assert canvas is not None
    camera = Camera.of(Look(size=round(canvas["width"])))

    def place(*point: float) -> tuple[float, float]:
        x, y = camera.project(np.array(point))
        return canvas["x"] + float(x), canvas["y"] + float(y)

    # The front's right column goes up, in place of the turns that were still to come.
    page.mouse.move(*place(0.7, 0, 1))
    page.mouse.down()
    page.mouse.move(*place(0.7, 1.5, 1), steps=4)
    page.mouse.up()
    until(page, lambda: player.alg == "U R")
    shows(page, Cube(size).apply("U R"), CUBE)
    page.mouse.click(*place(0.7, 0.7, 1))
    until(page, lambda: player.alg == "U R F")
    shows(page, Cube(size).apply("U R F"), CUBE)
    assert (player.step, player.cube) == (3, Cube(size).apply("U R F"))
    expect(page.get_by_label("Turns").get_by_role("button")).to_have_text(["U", "R", "F"])
    button(page, "One turn back").click()
    shows(page, Cube(size).apply("U R"), CUBE)


def test_the_mouse_shows_the_cube_from_behind_and_a_double_click_comes_back(notebook: Notebook) -> None:
    page = notebook.page
    notebook.show(Player(alg="R"))
    cube = page.locator(CUBE)
    until(page, lambda: faces(cube) == {"U", "R", "F"})
    box = cube.bounding_box()
    assert box is not None
    middle = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(middle[0], box["y"] + 4)
    page.mouse.down()
    page.mouse.move(middle[0] + box["height"], box["y"] + 4, steps=5)
    page.mouse.up()
    until(page, lambda: faces(cube) == {"U", "L", "B"})
    cube.dblclick(position={"x": 5, "y": 5})
    until(page, lambda: faces(cube) == {"U", "R", "F"})


@pytest.mark.parametrize("notebook", ["fr-CH"], indirect=True)
def test_a_french_browser_shows_a_french_player(notebook: Notebook) -> None:
    page, player = notebook.page, Player(alg="R U", size=9, speed=0.5)
    notebook.show(player)
    assert page.locator(".cubeproof-player").get_attribute("lang") == "fr"
    expect(page.locator(CUBE)).to_have_attribute("aria-label", re.compile("^Résolu"))
    button(page, "Un mouvement en avant").click()
    expect(page.locator("output").first).to_have_text("1 / 2")
    expect(page.locator("output").last).to_have_text("0,5×")
    expect(page.get_by_label("Vitesse")).to_be_visible()
    expect(page.get_by_label("Mouvements").get_by_role("button", name="R")).to_be_visible()
    assert button(page, "Jouer").get_attribute("title") == "Jouer"
    button(page, "Jouer").click()
    expect(button(page, "Pause")).to_be_visible()
    expect(button(page, "Jouer")).to_be_visible()
