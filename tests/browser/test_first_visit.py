"""What comes first: the picture at once, little to load, nothing from elsewhere."""

from threading import Event

from playwright.sync_api import Request, Route, expect

from browser.seeing import Visitor, link, shows
from cubeproof import Cube

MOST_BYTES = 400_000


def test_the_picture_is_there_before_the_library_that_turns_it(visit: Visitor) -> None:
    page = visit(link("turn", scramble="R U"))
    page.wait_for_load_state("networkidle")
    asked: list[str] = []
    waiting: list[Route] = []
    comes = Event()

    def hold(route: Route) -> None:
        # What the page imports once it has begun, the library among it, has to wait.
        if any("/api/" in url for url in asked) and not comes.is_set():
            waiting.append(route)
        else:
            route.continue_()

    page.on("request", lambda request: asked.append(request.url))
    page.route("**/assets/part-*.js", hold)
    page.reload(wait_until="commit")
    drawing = page.get_by_test_id("picture").get_by_role("img", name="The cube")
    expect(drawing).to_be_visible()
    expect(drawing).to_have_js_property("complete", True)
    assert drawing.evaluate("image => image.naturalWidth") > 0
    expect(page.get_by_test_id("picture")).to_have_attribute("data-live", "false")
    assert waiting
    comes.set()
    for route in waiting:
        route.continue_()
    shows(page, Cube(3).apply("R U"))
    expect(drawing).to_have_count(0)


def test_the_first_visit_loads_less_than_400_kilobytes(visit: Visitor) -> None:
    page = visit()
    loaded: list[Request] = []
    page.on("requestfinished", lambda request: loaded.append(request))  # noqa: PLW0108 - playwright wants a function
    page.reload()
    shows(page, Cube(3))
    page.wait_for_load_state("networkidle")
    sizes = {request.url: request.sizes()["responseBodySize"] for request in loaded}
    assert any("/assets/main-" in url for url in sizes)
    assert 100_000 < sum(sizes.values()) < MOST_BYTES, sizes


def test_where_the_browser_keeps_nothing_the_page_works_all_the_same(visit: Visitor) -> None:
    page = visit(link("paint", scramble="R U"))
    page.add_init_script(
        """Object.defineProperty(window, "localStorage", { get() { throw new DOMException("", "SecurityError"); } })"""
    )
    page.reload()
    shows(page, Cube(3).apply("R U"))
    page.get_by_test_id("paint-palette").select_option("colourblind")
    expect(page.get_by_test_id("paint-sticker-22")).to_have_css("background-color", "rgb(33, 215, 135)")
    page.get_by_test_id("theme").select_option("dark")
    page.get_by_test_id("language").select_option("fr")
    expect(page.get_by_role("tab", name="Peindre")).to_be_visible()


def test_what_was_kept_and_is_no_choice_does_not_count(visit: Visitor) -> None:
    page = visit()
    page.evaluate(
        "for (const name of ['theme', 'language', 'palette', 'letters']) localStorage.setItem(name, 'nonsense')"
    )
    page.reload()
    for name, usual in (("theme", "auto"), ("language", "en")):
        assert page.get_by_test_id(name).input_value() == usual


def test_without_javascript_a_sentence_says_what_there_is(visit: Visitor) -> None:
    page = visit(java_script_enabled=False)
    assert "This page needs JavaScript." in page.locator("noscript").inner_text()


def test_the_api_has_a_page_that_loads_nothing_from_elsewhere(visit: Visitor) -> None:
    page = visit()
    page.get_by_role("link", name="API").click()
    expect(page.get_by_role("heading", name="cubeproof")).to_be_visible()
    expect(page.get_by_text("/api/solve/{id}/events")).to_be_visible()
