"""The other verbs: scramble, apply, show, cnf, decode, explore, tables and doctor."""

import importlib.util
import json
import os
import re
import signal
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from cubeproof import Cube, languages, solve
from cubeproof.base.extras import install_command
from cubeproof.base.polling import pulse
from cubeproof.cli import main
from cubeproof.methods.configurations.distances import table_name
from cubeproof.solving.registry import all_tables
from cubeproof.store import Store, default_folder
from ground_truth import LAYERS_2_HTM, LAYERS_2_QTM
from programs import run_program
from terminal import COMMAND

Capture = pytest.CaptureFixture[str]


def run_command(capsys: Capture, *arguments: str, status: int = 0) -> str:
    """The command's output on stdout, or on stderr if it fails."""
    assert main(arguments) == status
    seen = capsys.readouterr()
    assert "Traceback" not in seen.err
    return seen.out if status == 0 else seen.err


class TestScramble:
    @pytest.mark.parametrize("size", ["2", "4", "5"])
    def test_scramble_seed_repeats_its_scrambles(self, size: str, capsys: Capture) -> None:
        arguments = ["scramble", "--size", size, "--seed", "7", "--count", "3"]
        first = run_command(capsys, *arguments)
        assert first == run_command(capsys, *arguments)
        assert len(set(first.splitlines())) == 3
        for line in first.splitlines():
            assert not Cube(int(size)).apply(line).status()

    def test_scramble_json_has_facelets(self, capsys: Capture) -> None:
        answer = json.loads(run_command(capsys, "scramble", "--size", "2", "--count", "2", "--json"))
        again = json.loads(
            run_command(
                capsys, "scramble", "--size", "2", "--count", "2", "--json", "--seed", str(answer["seed"])
            )
        )
        assert answer == again
        for entry in answer["scrambles"]:
            assert Cube(2).apply(entry["scramble"]).facelets == entry["facelets"]

    def test_scramble_state_prints_random_states_of_any_size(self, capsys: Capture) -> None:
        arguments = ["scramble", "--state", "--size", "6", "--seed", "7", "--count", "2"]
        lines = run_command(capsys, *arguments).splitlines()
        assert [Cube.from_facelets(line) for line in lines] != [Cube(6)] * 2
        assert json.loads(run_command(capsys, *arguments, "--json")) == {
            "size": 6,
            "seed": 7,
            "states": lines,
        }

    def test_scramble_count_of_0_is_refused(self, capsys: Capture) -> None:
        assert "1 scramble or more, not 0" in run_command(
            capsys, "scramble", "--size", "2", "--count", "0", status=2
        )

    def test_scrambles_beyond_one_object_are_printed_line_by_line_only(self, capsys: Capture) -> None:
        arguments = ["scramble", "--json", "--count", "99999999999"]
        assert main(arguments) == 2
        assert "at most 100,000 scrambles" in json.loads(capsys.readouterr().out)["error"]


class TestApply:
    def test_apply_turns_a_solved_and_another_cube(self, capsys: Capture) -> None:
        state = run_command(capsys, "apply", "R U'", "--size", "2").strip()
        assert state == Cube(2).apply("R U'").facelets
        assert (
            run_command(capsys, "apply", "U R'", "--state", state, "--size", "2").strip() == Cube(2).facelets
        )

    def test_apply_turns_an_impossible_cube(self, capsys: Capture) -> None:
        assert run_command(capsys, "apply", "R", "--state", "U" * 24, "--size", "2").strip() == "U" * 24

    def test_apply_refuses_a_wrong_turn(self, capsys: Capture) -> None:
        assert "Column 3" in run_command(capsys, "apply", "R Q", status=2)


class TestShow:
    @pytest.mark.parametrize(
        ("name", "prefix"),
        [("a.svg", b"<svg"), ("a.SVG", b"<svg"), ("a.png", b"\x89PNG"), ("a.txt", b"U U U")],
        ids=["svg", "SVG", "png", "txt"],
    )
    def test_show_chooses_the_format_by_the_file_name(
        self, name: str, prefix: bytes, tmp_path: Path, capsys: Capture
    ) -> None:
        assert run_command(capsys, "show", "R U", "-o", str(tmp_path / name)) == ""
        assert tmp_path.joinpath(name).read_bytes().lstrip().startswith(prefix)

    @pytest.mark.parametrize("name", ["a.gif", "a.jpg", "a.html", "a"])
    def test_a_name_that_asks_for_another_format_is_refused_unless_one_is_named(
        self, name: str, tmp_path: Path, capsys: Capture
    ) -> None:
        path = tmp_path / name
        reason = f"not as {path.suffix or 'a file without ending'}"
        assert reason in run_command(capsys, "show", "R U", "-o", str(path), status=2)
        assert not path.exists()
        assert run_command(capsys, "show", "R U", "--format", "letters", "-o", str(path)) == ""
        assert path.read_text() == run_command(capsys, "show", "R U", "-o", "-")

    def test_a_picture_may_have_other_colours_letters_arrows_and_rings(self, capsys: Capture) -> None:
        plain = run_command(capsys, "show", "F", "--format", "svg")
        for request in (
            ["--palette", "colourblind"],
            ["--letters"],
            ["--move", "Rw"],
            ["--goal", "cross"],
            ["--goal", Cube(3).facelets],
            ["--pixels", "200"],
            ["--view", "solid"],
            ["--view", "plan"],
            ["--view", "solid", "--hidden"],
            ["--mask", "cross"],
        ):
            second = run_command(capsys, "show", "F", "--format", "svg", *request)
            assert second != plain
            assert re.findall('data-colour="(.)"', second)
        twisted = "UUURURRRFFFFDDDDLLLLBBBB"
        wrong = run_command(capsys, "show", "--state", twisted, "--suspects", "--format", "svg")
        assert wrong != run_command(capsys, "show", "--state", twisted, "--format", "svg")

    @pytest.mark.parametrize(
        ("asked", "reason"),
        [
            (["--move", "R U", "--format", "svg"], "for one turn, not for 2"),
            (["--move", "4R", "--format", "svg"], "4R"),
            (["--goal", "nonsense", "--format", "svg"], "no goal 'nonsense'"),
            (["--goal", "cross", "--format", "letters"], "drawn as svg or png"),
            (["--letters", "--format", "emoji"], "Emoji squares have no letters"),
            (["--view", "solid", "--format", "letters"], "The solid cube is drawn as svg or png."),
            (["--view", "plan", "--format", "letters"], "The plan is drawn as svg or png."),
            (["--hidden", "--format", "svg"], "use --view solid"),
            (["--view", "plan", "--hidden", "--format", "svg"], "use --view solid"),
            (["--mask", "nonsense"], "no goal 'nonsense'"),
            (["--mask", "cross", "--format", "twizzle"], "shows only the cube"),
            (["--palette", "U=mud", "--format", "png", "-o", "x.png"], "mud"),
            (["--pixels", "0", "--format", "svg"], "pixels wide, not 0"),
        ],
    )
    def test_show_refuses_a_senseless_view(self, asked: list[str], reason: str, capsys: Capture) -> None:
        assert reason in run_command(capsys, "show", "R", *asked, status=2)

    def test_a_mask_greys_the_net_of_the_terminal_too(self, capsys: Capture) -> None:
        letters = run_command(capsys, "show", "F", "--mask", "cross", "--format", "letters").split()
        assert len(letters) == 54
        assert Counter(letters) == {"?": 40, **dict.fromkeys("URFLB", 2), "U": 1, "D": 5}
        assert letters.index("D") < 36, "the edge that F has taken out of its place keeps its colours"

    def test_show_links_to_the_same_cube_elsewhere(self, capsys: Capture) -> None:
        link = "https://alpha.twizzle.net/edit/?puzzle=3x3x3&setup-alg=R+U+F2"
        assert run_command(capsys, "show", "R U F2", "--format", "twizzle") == f"{link}\n"
        state = Cube(2).apply("R U x").facelets
        words = parse_qs(urlsplit(run_command(capsys, "show", state, "--format", "twizzle")).query)
        assert Cube(2).apply(words["setup-alg"][0].strip()).facelets == state
        assert "not for 4 layers" in run_command(
            capsys, "show", Cube(4).facelets, "--format", "twizzle", status=2
        )

    def test_show_refuses_an_unknown_format_and_an_unwritable_file(
        self, tmp_path: Path, capsys: Capture
    ) -> None:
        assert "no format 'bmp'" in run_command(capsys, "show", "R", "--format", "bmp", status=2)
        nowhere = str(tmp_path / "no" / "a.svg")
        assert f"{nowhere}: No such file" in run_command(capsys, "show", "R", "-o", nowhere, status=2)


class TestFormulas:
    def test_formula_file_explains_itself(self, tmp_path: Path, capsys: Capture) -> None:
        file = tmp_path / "a.cnf"
        run_command(capsys, "cnf", "R U F2", "--size", "2", "--length", "3", "-o", str(file))
        lines = file.read_text().splitlines()
        (header,) = [line for line in lines if line.startswith("p cnf")]
        variables, clauses = map(int, header.split()[2:])
        named = [int(line.split()[2]) for line in lines if line.startswith("c var ")]
        assert named == list(range(1, variables + 1))
        ranges = [line.split()[2].split("-") for line in lines if line.startswith("c clauses ")]
        covered = [number for first, last in ranges for number in range(int(first), int(last) + 1)]
        assert covered == list(range(1, clauses + 1))
        assert len([line for line in lines if line.endswith(" 0") and line[0] not in "cp"]) == clauses

    def test_false_model_is_refused_with_the_rule_that_it_breaks(
        self, tmp_path: Path, capsys: Capture
    ) -> None:
        file, answer = str(tmp_path / "a.cnf"), tmp_path / "answer"
        run_command(
            capsys, "cnf", "R", "--size", "2", "--length", "1", "--encoding", "cubie-onehot", "-o", file
        )
        answer.write_text("s SATISFIABLE\nv 1 2 0\n")
        said = run_command(capsys, "decode", file, str(answer), status=2)
        assert "This is not a model of the formula: it violates" in said
        assert "«no two turns at once»: ¬turn(1,R) or ¬turn(1,R2)" in said

    def test_formula_is_written_to_stdout(self, capsys: Capture) -> None:
        assert main(["cnf", "R", "--size", "2", "--length", "1", "-o", "-"]) == 0
        seen = capsys.readouterr()
        assert all(line[0] in "cp-123456789" for line in seen.out.splitlines())
        assert "variables" in seen.err

    def test_multiline_input_stays_a_comment(self, capsys: Capture) -> None:
        goal = "\n".join(Cube(2).facelets[i : i + 4] for i in range(0, 24, 4))
        lines = run_command(
            capsys,
            "cnf",
            "R\nD",
            "--size",
            "2",
            "--moves",
            "R\n D",
            "--goal",
            goal,
            "--length",
            "1",
            "-o",
            "-",
        ).splitlines()
        assert all(line[:2] in ("c ", "p ") or line.endswith(" 0") for line in lines)

    @pytest.mark.parametrize(
        ("arguments", "status", "reason"),
        [
            (["R", "--length", "1", "-o", "/no/such/folder/a.cnf"], 2, "/no/such/folder/a.cnf: No such file"),
            (["R", "--length", "1", "-o", "/"], 2, "directory"),
            (["R", "--length", "-1", "-o", "-"], 2, "0 or more turns, not -1"),
            (["R", "--length", "1", "--encoding", "magic", "-o", "-"], 2, "no encoding 'magic'"),
            (["--state", "U" * 24, "--length", "1", "-o", "-"], 3, "cannot exist"),
            (["R Q", "--length", "1", "-o", "-"], 2, "Column 3"),
        ],
    )
    def test_formula_refuses_senseless_options(
        self, arguments: list[str], status: int, reason: str, capsys: Capture
    ) -> None:
        assert reason in run_command(capsys, "cnf", *arguments, status=status)

    @pytest.mark.parametrize(
        ("formula", "answer", "reason"),
        [
            ("hello\n", "s SATISFIABLE\nv 1 0\n", "Line 1 is not a line of a DIMACS file"),
            ("c var 1 turn(1,R)\np cnf 1 1\n1 0\n", "s SATISFIABLE\nv x 0\n", "'x'"),
            ("c var 1 turn 1\np cnf 1 1\n1 0\n", "s SATISFIABLE\nv 1 0\n", "turn"),
            (None, "s SATISFIABLE\nv 1 0\n", "No such file"),
        ],
    )
    def test_formula_files_of_another_kind_are_refused(
        self, formula: str | None, answer: str, reason: str, tmp_path: Path, capsys: Capture
    ) -> None:
        if formula is not None:
            tmp_path.joinpath("a.cnf").write_text(formula)
        tmp_path.joinpath("answer").write_text(answer)
        arguments = ["decode", str(tmp_path / "a.cnf"), str(tmp_path / "answer")]
        assert reason in run_command(capsys, *arguments, status=2)


class TestExplore:
    @pytest.mark.parametrize(("metric", "published"), [("htm", LAYERS_2_HTM), ("qtm", LAYERS_2_QTM)])
    def test_explore_json_has_the_documented_entries(
        self, metric: str, published: list[int], capsys: Capture
    ) -> None:
        answer = json.loads(run_command(capsys, "explore", "--metric", metric, "--json"))
        expected = {"size": 2, "metric": metric, "counts": published, "total": 3_674_160}
        assert {key: answer[key] for key in expected} == expected

    def test_explore_table_names_every_layer(self, capsys: Capture) -> None:
        lines = run_command(capsys, "explore", "--size", "3", "--depth", "2").splitlines()
        assert [line.split()[:2] for line in lines[1:4]] == [["0", "1"], ["1", "18"], ["2", "243"]]
        assert lines[4].split()[:2] == ["total", "262"]

    def test_explore_says_if_there_are_more_layers(self, capsys: Capture) -> None:
        assert "3,674,160  all states" in run_command(capsys, "explore", "--depth", "11")
        less = f"{sum(LAYERS_2_HTM[:10]):,}  perhaps more beyond"
        assert less in run_command(capsys, "explore", "--depth", "9")

    @pytest.mark.parametrize("json_", [False, True])
    def test_explore_prints_finished_layers_after_a_stop(
        self, json_: bool, monkeypatch: pytest.MonkeyPatch, capsys: Capture
    ) -> None:
        def interrupted(_: object) -> Iterator[int]:
            yield from (1, 18)
            signal.raise_signal(signal.SIGINT)
            pulse()
            yield 243

        monkeypatch.setattr("cubeproof.solving.explore.breadth_layers", interrupted)
        assert main(["explore", "--size", "3", *(["--json"] if json_ else [])]) == 130
        seen = capsys.readouterr()
        if json_:
            answer = json.loads(seen.out)
            assert (answer["counts"], answer["complete"]) == ([1, 18], False)
            assert answer["stopped"] == "interrupted"
        else:
            assert [line.split()[:2] for line in seen.out.splitlines()[1:]] == [
                ["0", "1"],
                ["1", "18"],
                ["total", "19"],
            ]
        assert seen.err.startswith("cubeproof: Interrupted")

    def test_explore_prints_finished_layers_when_memory_ends(
        self, monkeypatch: pytest.MonkeyPatch, capsys: Capture
    ) -> None:
        monkeypatch.setattr("cubeproof.tables.explore.MOST_STATES", 1000)
        assert main(["explore", "--size", "3", "--json"]) == 4
        seen = capsys.readouterr()
        answer = json.loads(seen.out)
        assert (answer["counts"], answer["complete"], answer["stopped"]) == ([1, 18, 243], False, "gave up")
        assert "cubeproof: The layer at 3 has more than 1,000 states" in seen.err

    def test_explore_writes_a_chart(self, tmp_path: Path, capsys: Capture) -> None:
        run_command(capsys, "explore", "--depth", "3", "-o", str(tmp_path / "chart.svg"))
        assert "<svg" in (tmp_path / "chart.svg").read_text(encoding="utf-8")

    @pytest.mark.parametrize(
        ("arguments", "reason"),
        [
            (["--depth", "-1"], "A depth is 0 or more, not -1"),
            (["--size", "0"], "not 0"),
            (["--metric", "x"], "no metric 'x'"),
            (["--moves", "Q"], "Column 1"),
            (["--depth", "1", "-o", "/no/such/folder/chart.svg"], "No such file"),
        ],
    )
    def test_explore_refuses_senseless_options(
        self, arguments: list[str], reason: str, capsys: Capture
    ) -> None:
        assert reason in run_command(capsys, "explore", *arguments, status=2)


class TestTables:
    @pytest.fixture(autouse=True)
    def folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("CUBEPROOF_CACHE", str(tmp_path / "cache"))

    def test_tables_are_built_listed_verified_and_removed(self, capsys: Capture) -> None:
        assert "none; they are built when they are needed" in run_command(capsys, "tables")
        solve(Cube(2).apply("R U"))
        listed = json.loads(run_command(capsys, "tables", "list", "--json"))
        assert [(table["name"], table["state"]) for table in listed["tables"]] == [
            ("distance-2x2x2-htm", "good")
        ]
        path = Store().path(table_name(range(9)))
        path.write_bytes(path.read_bytes()[:1000])
        assert "damaged" in run_command(capsys, "tables")
        assert main(["solve", "R U", "--size", "2"]) == 0
        assert "the table was built again" in capsys.readouterr().err
        assert "distance-2x2x2-htm" in run_command(capsys, "tables", "remove")
        assert not any(default_folder().iterdir())

    def test_a_folder_that_cannot_be_written_costs_only_a_word(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Capture
    ) -> None:
        tmp_path.joinpath("file").write_text("")
        monkeypatch.setenv("CUBEPROOF_CACHE", str(tmp_path / "file"))
        assert main(["solve", "R U", "--size", "2", "--json"]) == 0
        seen = capsys.readouterr()
        assert json.loads(seen.out)["length"] == 2
        assert "Tables cannot be kept" in seen.err
        assert "not writable" in run_command(capsys, "doctor")


@pytest.mark.parametrize(
    ("kind", "option", "text"),
    [("int", option, text) for option in ("--size", "--seed") for text in ("1_0", "٣", "3.0", "", "３")]
    + [("float", option, text) for option in ("--timeout", "--pace") for text in ("1_0", "٣", "1_0.5")],
)
def test_a_number_has_the_digits_0_to_9(kind: str, option: str, text: str, capsys: Capture) -> None:
    with pytest.raises(SystemExit) as caught:
        main(["solve", "R", option, text, "--json"])
    assert caught.value.code == 2
    refusal = json.loads(capsys.readouterr().out)
    assert refusal["error"].endswith(f"invalid {'time' if option == '--timeout' else kind} value: {text!r}")
    assert refusal["code"]


@pytest.mark.slow
def test_default_tables_are_built_in_advance(capsys: Capture) -> None:
    # In the cache folder of the run: other tests use the tables that this test builds.
    built = {
        table["name"]: table["state"]
        for table in json.loads(run_command(capsys, "tables", "build", "--json"))["tables"]
    }
    assert {built[table.name] for _, table in all_tables() if not table.optional} == {"good"}


def test_doctor_reports_a_sound_installation(capsys: Capture) -> None:
    assert "All is well." in run_command(capsys, "doctor")
    data = json.loads(run_command(capsys, "doctor", "--json"))
    assert data["well"] is True
    assert data["python-sat"] != "not installed"


def test_serve_without_its_extra_names_the_extra(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "cubeproof.base.extras.find_spec",
        lambda name: None if name == "uvicorn" else importlib.util.find_spec(name),
    )
    assert main(["serve"]) == 2
    assert capsys.readouterr().err.count(f"not installed: {install_command('web')}.") == 1
    extras = json.loads(run_command(capsys, "doctor", "--json"))["extras"]
    assert f"web (not installed: {install_command('web')})" in extras


def test_doctor_reports_the_completeness_of_languages(tmp_path: Path) -> None:
    table = json.loads(Path(languages.__file__).with_name("fr.json").read_text(encoding="utf-8"))
    del table["templates"]["command.doctor-good"]
    table["templates"] |= {"command.doctor-cores": "{cores}", "command.doctor-cache": "{"}
    tmp_path.joinpath("xx.json").write_text(json.dumps(table), encoding="utf-8")
    tmp_path.joinpath("yy.json").write_text("{}", encoding="utf-8")

    def start(*arguments: str) -> str:
        # In a separate process, since other tests declare sentences that no language has.
        environment = os.environ | {languages.VARIABLE: str(tmp_path)}
        return run_program([*COMMAND, "doctor", *arguments], check=True, env=environment).stdout

    data = json.loads(start("--json"))
    assert data["language fr"] == "complete"
    assert data["language xx"] == "3 templates are missing or faulty"
    assert data["language yy"].startswith("The table of the language 'yy' cannot be used")
    assert "language en" not in data
    assert re.search(r"^langue fr +complète$", start("--lang", "fr"), re.MULTILINE)


def test_doctor_reports_faults(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cubeproof.cli.doctor.solve", lambda cube, **_: solve(Cube(2)))
    assert main(["doctor"]) == 1
    assert "Something is wrong" in capsys.readouterr().out


def test_explore_refuses_a_depth_beyond_machine_integers(capsys: Capture) -> None:
    arguments = ["explore", "--size", "3", "--moves", "R", "--depth", str(1 << 80), "--json"]
    assert json.loads(run_command(capsys, *arguments))["counts"] == [1, 3]
