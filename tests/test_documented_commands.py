"""The commands of README and docs/ run, in the order of each page, in a folder that belongs to the page."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from cubeproof.cli.options import build_parser
from cubeproof.contract.control import Control
from cubeproof.engines.search.preparation import FIRST, IMPROVING
from cubeproof.proof.external import extracted
from documented_commands import FENCE, REASONS, Command, PageRun, commands, files

ROOT = Path(__file__).parents[1]
PAGES = [
    ROOT / "README.md",
    ROOT / "CONTRIBUTING.md",
    ROOT / "SECURITY.md",
    ROOT / "formal" / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
]

# Commands that a page marks as not run, so that a new mark changes this test.
NOT_RUN = {
    ("README.md", "installation"): [
        "make run",
        "make test",
    ],
    ("docs/cluster.md", "another machine or service"): [
        "dask scheduler --port 8786",
        "dask worker tcp://first:8786 --nworkers 1",
        "cubeproof solve --file cubes.txt --size 2 --json -o answers.jsonl --cluster tcp://first:8786",
        "cubeproof scramble --count 20 > random.txt",
        "cubeproof tables build h48-htm-7 && cp ~/.cache/cubeproof/h48-htm-7.table /shared/tables/",
        "CUBEPROOF_SHARED_TABLES=/shared/tables dask worker tcp://first:8786 --nworkers 1",
        "cubeproof solve --file random.txt --table h48-htm-7 -o answers.txt --cluster tcp://first:8786",
        "dask scheduler --protocol tls --tls-ca-file ca.pem --tls-cert cert.pem --tls-key key.pem",
        "dask worker tls://first:8786 --tls-ca-file ca.pem --tls-cert cert.pem --tls-key key.pem",
        (
            "export DASK_DISTRIBUTED__COMM__TLS__CA_FILE=ca.pem DASK_DISTRIBUTED__COMM__TLS__CLIENT__CERT=cert.pem"
            " DASK_DISTRIBUTED__COMM__TLS__CLIENT__KEY=key.pem"
        ),
        "cubeproof solve --file random.txt -o answers.txt --cluster tls://first:8786",
    ],
    ("docs/coq.md", "installation"): [
        "sudo apt install coq libcoq-stdlib libcoq-core-ocaml-dev ocaml ocaml-findlib",
        "make -C formal program",
        "make formal",
        "sudo apt install js-of-ocaml",
        "make -C formal browser && make page",
    ],
    ("docs/elsewhere.md", "another machine or service"): [
        'cubeproof cnf "R U2 F\' L D" --length 5 -o s3://cubes/q.cnf',
        "rclone copy drive:cubes/q.cnf . && rclone copy drive:cubes/q.cnf.sha256 . && sha256sum -c q.cnf.sha256",
        "./answer.sh q.cnf answer.txt proof.drat",
        "rclone copy proof.drat drive:cubes && rclone copy answer.txt drive:cubes",
        "cubeproof decode s3://cubes/q.cnf s3://cubes/answer.txt --wait --timeout 86400",
        'cubeproof cnf "R U2 F\' L D" --length 4 -o s3://cubes/q4.cnf',
        "rclone copy drive:cubes/q4.cnf .",
        "./answer.sh q4.cnf answer4.txt proof4.drat",
        "rclone copy proof4.drat drive:cubes && rclone copy answer4.txt drive:cubes",
        "cubeproof decode s3://cubes/q4.cnf s3://cubes/answer4.txt --wait --proof s3://cubes/proof4.drat",
    ],
    ("docs/encodings.md", "over 10 minutes"): [
        (
            "cubeproof solve \"R' U2 D2 B2 R D L B2 F' R' U2 B' U2\" --jobs 2 --certify proof --proof lrat"
            " && cubeproof check proof"
        ),
    ],
    ("docs/first-hour.md", "installation"): [
        'pip install ".[web]"',
        "make run",
    ],
    ("docs/gods-number.md", "installation"): [
        "sudo apt install coq libcoq-stdlib libcoq-core-ocaml-dev ocaml ocaml-findlib",
        "make -C formal program",
        'export PATH="$PWD/formal/built:$PATH"',
    ],
    ("docs/gods-number.md", "over 10 minutes"): [
        "cubeproof-formal superflip --tables ~/.cache/cubeproof --jobs 2 --journal superflip.journal --progress",
    ],
    ("docs/h48.md", "over 10 minutes"): [
        "cubeproof tables build h48-htm-8",
        (
            "cubeproof solve \"U R2 F B R B2 R U2 L B2 R U' D' R2 F R' L B2 U2 F2\""
            " --engine search --table h48-htm-8 --timeout 7200 --jobs 1"
        ),
    ],
    ("docs/page-and-server.md", "another machine or service"): [
        "cubeproof serve --host 0.0.0.0 --allow-host cubes.example --proxy 10.0.0.2",
    ],
    ("docs/places.md", "another machine or service"): [
        'cubeproof cnf "R U2 F\'" --size 2 --length 3 -o s3://cubes/q.cnf',
        'cubeproof solve "R U F2 L\' D B2" --certify sftp://ann@example.org/home/ann/proof',
        "cubeproof check https://example.org/proof",
        "cubeproof solve --file gs://cubes/in.csv --json -o gs://cubes/answers.jsonl",
    ],
    ("docs/verified-search.md", "installation"): [
        "sudo apt install coq libcoq-stdlib libcoq-core-ocaml-dev ocaml ocaml-findlib",
        "make -C formal program",
        'export PATH="$PWD/formal/built:$PATH"',
    ],
    ("formal/README.md", "installation"): [
        "sudo apt install coq libcoq-stdlib libcoq-core-ocaml-dev ocaml ocaml-findlib",
        "make formal",
    ],
}


# Commands of more than five seconds on a quiet machine without tables, and those that need their files.
SLOW = {
    "README.md": [
        "cubeproof solve \"R U F2 L' D B2 R F U' L B2 D' R\" --certify long && cubeproof check long",
    ],
    "docs/first-hour.md": [
        "cubeproof tables build",
    ],
    "docs/benchmark-family.md": [
        "cubeproof cnf --family hard --competition",
    ],
    "docs/cluster.md": [
        "cubeproof solve --file cubes.txt --size 2 --json -o answers.jsonl --cluster local",
    ],
    "docs/command.md": [
        "cubeproof solve \"R U F2 L' D B U2 R' F L2 D B' U R2 D F L2\" --share shares",
        "cubeproof status shares",
        "cubeproof solve \"R U F2 L' D B2 R F U' L B2 D' R\" --certify by-search",
        "cubeproof check by-search --timeout 600",
        "cubeproof cnf --family instances --gzip",
        "cubeproof cnf --family hard --competition",
        "cubeproof tables build && cubeproof tables verify",
    ],
    "docs/gods-number.md": [
        "cubeproof tables build search-3x3x3-coordinates",
        "cubeproof tables build search-3x3x3-whole1",
        "cubeproof-formal at-most --tables ~/.cache/cubeproof --progress",
    ],
    "docs/large-cubes.md": [
        'cubeproof solve "Rw U Fw2 R\' Uw L Bw2 D Rw2 F Uw R" --size 4 --timeout 10',
        'cubeproof solve "Rw U 3Fw2 R\' 3Uw L Bw2 D 3Rw2 F" --size 7 --engine large --timeout 20 --json',
        "cubeproof tables build",
    ],
    "docs/shares.md": [
        "cubeproof solve \"R U F2 L D' B U2 R' F L2 D B' U R2 D F L2\" --estimate --max-length 16",
        "cubeproof solve \"R U F2 L D' B U2 R' F L2 D B' U R2 D F L2\" --share shares",
        "cubeproof status shares",
    ],
    "docs/tables-and-speed.md": [
        "cubeproof tables build h48-qtm-3",
        "cubeproof tables verify",
        "cubeproof tables remove h48-qtm-3",
    ],
    "docs/verified-search.md": [
        "cubeproof tables build search-3x3x3-phase1",
        "cubeproof tables build search-3x3x3-coordinates",
        "cubeproof tables build search-3x3x3-whole1",
        (
            "cubeproof-formal search --tables ~/.cache/cubeproof --jobs 2"
            " --start LLRDUFDDRBUBBRBFDBFFDBFLBRRLFUUDLLDLFRRRLRFLDUFDUBUUBU --length 14"
        ),
        "cubeproof solve \"R U F2 L' D B2 R F U' L B2 D' R\" --certify proof",
        "cubeproof check proof",
    ],
}


def name(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def quick(page: Path) -> list[Command]:
    """Return the commands of a page that `make check` runs."""
    slow = SLOW.get(name(page), [])
    return [command for command in commands(page) if not command.not_run and command.text not in slow]


def test_commands_that_no_test_runs_are_these() -> None:
    marked: dict[tuple[str, str], list[str]] = {}
    for page in PAGES:
        for command in commands(page):
            if command.not_run:
                marked.setdefault((name(page), command.not_run), []).append(command.text)
    assert marked == NOT_RUN
    assert {reason for _, reason in marked} <= set(REASONS)


@pytest.mark.parametrize("page", SLOW)
def test_slow_commands_are_on_their_page(page: str) -> None:
    assert set(SLOW[page]) <= {command.text for command in commands(ROOT / page)}


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_commands_are_understood(page: Path) -> None:
    for command in commands(page):
        for arguments in command.calls() or []:
            if arguments != ["--help"]:
                assert build_parser().parse_args(arguments).verb, command


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_no_command_hides_in_another_kind_of_block(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    program = "(?:cubeproof|cubeproof-formal|make|pip|sudo|python|curl)"
    assert re.findall(rf"^    (?:\$ )?{program} .*", FENCE.sub("", text), re.MULTILINE) == []
    others = [fence for fence in FENCE.finditer(text) if fence["language"] not in ("sh", "console")]
    assert [fence["text"] for fence in others if re.match(rf" *(?:\$ )?{program} ", fence["text"])] == []


@pytest.fixture
def page_run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], kissat: Path
) -> Iterator[PageRun]:
    monkeypatch.chdir(tmp_path)
    program = extracted.program()
    with PageRun(tmp_path, capsys, (kissat.parent, *([program.parent] if program else []))) as run:
        yield run


def run_all(chosen: list[Command], page: Path, page_run: PageRun, request: pytest.FixtureRequest) -> None:
    if any("minisat" in command.text for command in chosen):
        request.getfixturevalue("minisat")
    demanded = ("cubeproof-formal", "--formal", ".lrat")
    if extracted.program() is None and any(word in command.text for command in chosen for word in demanded):
        pytest.skip("there is no cubeproof-formal: `make formal` builds it, with Coq and OCaml")
    page_run.write(files(page))
    for command in chosen:
        page_run.run(command)


@pytest.mark.check
@pytest.mark.parametrize("page", [page for page in PAGES if quick(page)], ids=name)
def test_quick_commands_run_in_order(page: Path, page_run: PageRun, request: pytest.FixtureRequest) -> None:
    chosen = quick(page)
    if any(command.shown for command in chosen):
        # Until these tables are built and their loops compiled, a quick answer uses smaller tables, and differs.
        for step in (FIRST, IMPROVING):
            step.run(Control(), None)
    run_all(chosen, page, page_run, request)


@pytest.mark.soak
@pytest.mark.parametrize("page", SLOW)
def test_all_commands_run_in_order(page: str, page_run: PageRun, request: pytest.FixtureRequest) -> None:
    run_all(
        [command for command in commands(ROOT / page) if not command.not_run], ROOT / page, page_run, request
    )
