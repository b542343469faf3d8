"""Check a certificate: the visitor's browser runs the proved checker, and shows no other verdict than its."""

from __future__ import annotations

import json
import shutil
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from browser.assertions import expect
from browser.seeing import Visitor, address_fields, button, choose_setting, link, until
from cubeproof import Cube
from cubeproof.proof.external.program_digest import DIGEST
from formal import search_certificates
from formal.conftest import folder, original

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

__all__ = ["folder", "original"]


@pytest.fixture
def page(visit: Visitor) -> Page:
    page = visit()
    button(page, "Solve").first.wait_for()
    if page.get_by_test_id("check").count() == 0:
        pytest.skip("the page was built without the checker (`make -C formal browser`, then `make page`)")
    page.get_by_test_id("check").locator("summary").first.click()
    page.get_by_test_id("check-folder").wait_for(state="attached")
    return page


def choose(page: Page, *paths: Path, testid: str = "check-folder") -> Locator:
    """Choose files, and return the verdict when it is there."""
    page.get_by_test_id(testid).set_input_files(paths[0] if len(paths) == 1 else paths)
    return verdict(page)


def verdict(page: Page) -> Locator:
    result = page.get_by_test_id("check-verdict")
    until(page, lambda: result.count() > 0 and result.get_attribute("data-kind") != "")
    return result


def kind(result: Locator) -> str:
    return result.get_attribute("data-kind") or ""


def test_folder_is_proved_and_the_cube_shown(page: Page, folder: Path) -> None:
    loaded: list[str] = []
    page.on("request", lambda sent: loaded.append(sent.url))
    (folder / "inside").mkdir()
    (folder / "inside" / "part-0002.lrat").write_text("not of this folder")
    result = choose(page, folder)
    assert kind(result) == "proved"
    expect(result).to_contain_text(
        "Proved: U' R' solves this cube in 2 turns (htm), and nothing shorter does."
    )
    expect(result).to_contain_text("theorem answer_is_shortest of formal/formula/Shortest.v")
    start = Cube(2).apply("R U").facelets
    expect(result).to_contain_text(start)
    # Only now the worker and the checker were loaded, and nothing was sent.
    assert [url.rpartition("/")[2].partition("-")[0] for url in loaded] == ["worker", "checker"]
    button(page, "Show the cube with its answer").click()
    until(page, lambda: address_fields(page).get("turns") == "U' R'")
    assert address_fields(page)["state"] == start


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("part-0001.lrat", "", "part-0001.lrat ends without the empty clause."),
        ("part-0001.lrat", None, "part-0001.lrat: No such file or directory."),
        ("certificate.json", '{"format": 1, "format": 1}', "certificate.json is not JSON."),
    ],
)
def test_bad_folder_is_refused_with_the_sentence_of_the_program(
    name: str, content: str | None, sentence: str, page: Page, folder: Path
) -> None:
    (folder / name).unlink()
    if content is not None:
        (folder / name).write_text(content)
    result = choose(page, folder)
    assert kind(result) == "refused"
    expect(result).to_contain_text(f"Refused: {sentence}")


def test_question_without_a_theorem_is_not_checked(page: Page, folder: Path) -> None:
    path = folder / "certificate.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"size": 4}))
    result = choose(page, folder)
    assert kind(result) == "uncovered"
    expect(result).to_contain_text(
        "Not checked: No theorem covers this kind of question: only cubes of 2 and 3 layers."
    )


def test_zip_of_a_certificate_is_checked(page: Page, folder: Path, tmp_path: Path) -> None:
    archive = Path(shutil.make_archive(str(tmp_path / "certificate"), "zip", folder.parent, folder.name))
    assert kind(choose(page, archive, testid="check-files")) == "proved"
    archive.write_bytes(archive.read_bytes()[:-40])
    result = choose(page, archive, testid="check-files")
    assert kind(result) == "trouble"
    expect(result).to_contain_text("certificate.zip cannot be unpacked")


def test_dropped_files_are_checked(page: Page, folder: Path) -> None:
    files = {path.name: path.read_text() for path in folder.iterdir()}
    drop = """([drop, files]) => {
      const dataTransfer = new DataTransfer();
      for (const [name, text] of Object.entries(files)) dataTransfer.items.add(new File([text], name));
      const event = new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true });
      document.querySelector(drop).dispatchEvent(event);
    }"""
    page.evaluate(drop, ["[data-testid=check-drop]", files])
    assert kind(verdict(page)) == "proved"
    page.evaluate(drop, ["[data-testid=check-drop]", {"formula.cnf": "p cnf 0 0\n"}])
    expect(page.get_by_test_id("check-verdict")).to_have_text(
        "Not checked: There is no certificate among these files: it has a file certificate.json."
    )


def fake(digest: str, said: str) -> str:
    """Return a checker that returns a JavaScript value."""
    version = json.dumps(json.dumps({"protocol": 1, "digest": digest}))
    return f"globalThis.cubeproof = {{ version: () => {version}, check: () => {said} }};"


def serve(page: Page, script: str) -> None:
    """Let the server have this checker."""
    page.context.unroute_all()
    page.context.route(
        "**/assets/checker-*.js", lambda route: route.fulfill(body=script, content_type="text/javascript")
    )


STOPPED = "The checker was stopped before it gave a verdict"
FAKES = [
    (
        fake("0" * 64, "[0, '{\"proved\": true}', '']"),
        "The checker was built from other sources than this page",
    ),
    (fake(DIGEST, "[0, '', '']"), STOPPED),
    (fake(DIGEST, "[0, '{\"proved\": true}', '']"), STOPPED),
    (fake(DIGEST, "[0, '{\"proved\": \"true\"}', '']"), STOPPED),
    (fake(DIGEST, "[3, 'null', 'no']"), STOPPED),
    (
        fake(DIGEST, "{ throw new RangeError('Array buffer allocation failed') }"),
        "cannot run in this browser",
    ),
    ("", "The checker cannot run in this browser"),
]


def test_silent_or_foreign_checker_proves_nothing(page: Page, folder: Path) -> None:
    for script, sentence in FAKES:
        serve(page, script)
        result = choose(page, folder)
        expect(result).to_contain_text(sentence)
        assert kind(result) in ("trouble", "stopped")
        expect(result).not_to_contain_text("Proved")


def test_check_can_be_stopped(page: Page, folder: Path) -> None:
    endless = fake(DIGEST, "{ for (;;) {} }")
    serve(page, endless)
    page.get_by_test_id("check-folder").set_input_files(folder)
    expect(page.get_by_test_id("check-progress")).to_be_visible()
    button(page.get_by_test_id("check"), "Stop").click()
    expect(page.get_by_test_id("check-progress")).to_have_count(0)
    assert kind(page.get_by_test_id("check-verdict")) == ""


def test_the_browser_leaves_a_search_to_the_command(page: Page, tmp_path: Path) -> None:
    result = choose(page, search_certificates.write(tmp_path / "proof", search_certificates.EASY))
    assert kind(result) == "unchecked"
    expect(result).to_contain_text("The command cubeproof check FOLDER makes it.")
    expect(result).not_to_contain_text("cubeproof-formal")
    choose_setting(page, "language", "fr")
    expect(result).to_contain_text("La commande cubeproof check DOSSIER la fait.")


def test_a_long_answer_has_a_small_certificate_that_says_not_checked(visit: Visitor) -> None:
    page = visit(link("solve", 3, scramble="R U F2 L' D B2 R F U' L B2"))
    button(page, "Solve").click()
    page.locator("[data-testid=answer][data-optimal=true]").wait_for()
    page.get_by_test_id("certify-button").click()
    with page.expect_download() as waiting:
        page.get_by_test_id("certificate-link").click()
    expect(page.get_by_test_id("certificate-hint")).to_contain_text("Proved by search, not checked.")
    with zipfile.ZipFile(waiting.value.path()) as archive:
        (manifest,) = (
            json.loads(archive.read(name)) for name in archive.namelist() if name.endswith(".json")
        )
    assert manifest["proof"] == "search"
    assert manifest["length"] == 11
