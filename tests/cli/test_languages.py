"""The command in other languages: messages for people are translated, output for programs is not."""

import json
import os
import re
import subprocess
from pathlib import Path

import pytest

import argparse_messages
from cubeproof import languages
from cubeproof.cli import main
from cubeproof.cli.output import streams
from cubeproof.cli.output.progress import Display
from cubeproof.cli.usage import understood
from cubeproof.contract.events import HorizonClosed, Note
from cubeproof.sentences import Sentence
from french import in_french
from programs import run_program, run_python
from terminal import COMMAND, on_a_terminal, plain
from toy_language import speak

Capture = pytest.CaptureFixture[str]


def run_command(capsys: Capture, *arguments: str) -> tuple[object, str, str]:
    """Run the command in this process; return its status and its output on stdout and stderr, without seconds."""
    try:
        status: object = main(arguments)
    except SystemExit as left:
        status = left.code
    seen = capsys.readouterr()
    return status, seen.out, re.sub(r"\d+[.,]\d\d s", "0 s", plain(seen.err))


_VERBS = (
    *("solve", "scramble", "apply", "show", "animate", "cnf", "decode"),
    *("check", "explore", "serve", "tables", "doctor", "status"),
)


VERBS = ", ".join(map(repr, _VERBS))
FRENCH_VERBS = re.sub(r"'(.*?)'", r"« \1 »", VERBS)


SAID = {
    "an answer with its claim": (
        ["solve", "R U F2", "--size", "2"],
        0,
        "3 turns (htm): there is no shorter way. [table, 0 s]\nThis answer counts 3 htm, 4 qtm, 3 stm.\n",
        "3 mouvements (htm) : il n’y a pas plus court. [table, 0 s]\nCette réponse compte 3 htm, 4 qtm, 3 stm.\n",
    ),
    "notation that breaks": (
        ["solve", "R Q"],
        2,
        "cubeproof: Column 3: 'Q' is not a turn.\nR Q\n  ^\n",
        "cubeproof : Colonne 3 : « Q » n’est pas un mouvement.\nR Q\n  ^\n",
    ),
    "a verb that there is not": (
        ["nope"],
        2,
        (
            f"cubeproof: error: argument VERB: invalid choice: 'nope' (choose from {VERBS})\n"
            "usage: cubeproof [-h] [--version] [--lang TAG] VERB ...\n"
        ),
        (
            f"cubeproof : erreur : argument VERB : le choix « nope » n’existe pas (au choix : {FRENCH_VERBS})\n"
            "usage : cubeproof [-h] [--version] [--lang TAG] VERB ...\n"
        ),
    ),
    "a value that is too much": (
        ["doctor", "--json=1"],
        2,
        (
            "cubeproof doctor: error: argument --json: ignored explicit argument '1'\n"
            "usage: cubeproof doctor [-h] [--lang TAG] [--json]\n"
        ),
        (
            "cubeproof doctor : erreur : argument --json : cette option ne prend pas de valeur, "
            "et en a reçu une : « 1 »\n"
            "usage : cubeproof doctor [-h] [--lang TAG] [--json]\n"
        ),
    ),
}


class TestWhatItSays:
    @pytest.mark.parametrize(("arguments", "status", "english", "french"), SAID.values(), ids=SAID)
    def test_solve_speaks_english_and_french(
        self,
        arguments: list[str],
        status: int,
        english: str,
        french: str,
        capsys: Capture,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setenv("COLUMNS", "120")
        same, answer, said = run_command(capsys, *arguments)
        assert (same, said) == (status, english)
        verb, *others = arguments
        for given in (
            ["--lang", "fr", *arguments],
            [verb, "--lang=fr", *others],
            [*arguments, "--lang", "fr"],
        ):
            assert run_command(capsys, *given) == (status, answer, french)

    def test_progress_is_translated(self, capsys: Capture) -> None:
        display = Display()
        # As on a terminal, after the initial delay of the display.
        display.live, display.started = True, display.started - 1
        streams.set_language("fr")
        try:
            with display:
                display(HorizonClosed(6, False, 0.251))
                display(Note(Sentence("The table was built again.")))
        finally:
            streams.set_language("en")
        assert [line.strip() for line in plain(capsys.readouterr().err).splitlines()] == [
            "une réponse en 6 mouvements ?  non, après 0,25 s",
            "cubeproof : The table was built again.",
        ]

    def test_help_shows_a_single_per_cent_sign(
        self, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("COLUMNS", "100")
        odd = "100 % or 5%d %(prog)s %%"
        codes = (
            *["command", "examples", "version", "solve", "check", "json", "settings-of-others"],
            *["positionals"],
        )
        tag = speak(monkeypatch, tmp_path, {f"help.{code}": f"{code} {odd}" for code in codes})
        status, out, _ = run_command(capsys, "--help", "--lang", tag)
        assert status == 0
        for code in ("command", "examples", "version", "solve", "check"):
            assert f"{code} {odd}" in out
        for verb, told_there in (("check", ["json", "positionals"]), ("solve", ["settings-of-others"])):
            status, out, _ = run_command(capsys, verb, "--help", "--lang", tag)
            assert status == 0
            for code in told_there:
                assert f"{code} {odd}" in out

    @pytest.mark.parametrize("verb", ["solve", "serve", "cnf"])
    def test_help_of_every_verb_is_translated(self, verb: str, capsys: Capture) -> None:
        english, french = (run_command(capsys, verb, "--help", "--lang", tag)[1] for tag in ("en", "fr"))
        assert re.findall(r"--\w[\w-]*", english)[:9] == re.findall(r"--\w[\w-]*", french)[:9]
        assert set(english.splitlines()) & set(french.splitlines()) <= {""} | {
            line for line in english.splitlines() if line.startswith("  ")
        }


class TestWhatProgramsRead:
    @pytest.mark.parametrize(
        "arguments",
        [
            ["solve", "R U F2", "--size", "2", "--json"],
            ["solve", "R Q", "--json"],
            ["solve", "--state", "UUUFURRRFRFFDDDDLLLLBBBB", "--json"],
            ["solve", "R U F2", "--size", "2", "--max-length", "2", "--json"],
            ["solve", "--size", "two", "--json"],
            ["scramble", "--seed", "7", "--json"],
            ["explore", "--depth", "3", "--json"],
            ["doctor", "--json"],
            ["tables", "--json"],
            ["show", "R", "--format", "letters"],
            ["cnf", "R", "--size", "2", "--length", "1", "-o", "-"],
        ],
    )
    def test_json_is_the_same_in_every_language(self, arguments: list[str], capsys: Capture) -> None:
        answers = []
        for tag in ("en", "fr"):
            status, out, _ = run_command(capsys, *arguments, "--lang", tag)
            # Times, free memory and free disk space differ from run to run.
            answers.append((status, re.sub(r'"seconds": [\d.e-]+|[\d,]+ MB free', "", out)))
        assert answers[0] == answers[1]
        assert answers[0][1]

    def test_a_failure_has_its_code_its_template_and_its_values(self, capsys: Capture) -> None:
        data = json.loads(run_command(capsys, "solve", "R Q", "--json", "--lang", "fr")[1])
        assert data["error"] == "Column 3: 'Q' is not a turn.\nR Q\n  ^"
        assert (data["status"], data["code"], data["column"]) == (2, "error.column", 3)
        assert (data["template"], data["values"]["column"]) == ("Column {column}: {reason}.", 3)
        data = json.loads(run_command(capsys, "scramble", "--count", "0", "--json")[1])
        assert (data["code"], data["values"]) == ("command.no-count", {"count": 0})
        data = json.loads(run_command(capsys, "scramble", "--size", "two", "--json")[1])
        assert (data["code"], data["values"]["argument"]) == ("command.argument", "--size")


class TestWhichLanguage:
    def test_unknown_language_is_refused(self, capsys: Capture) -> None:
        sentence = "There is no language 'xx'; there are en, fr."
        assert run_command(capsys, "apply", "R", "--lang", "xx") == (2, "", f"cubeproof: {sentence}\n")
        status, out, _ = run_command(capsys, "--lang", "xx", "apply", "R", "--json")
        assert (status, json.loads(out)["error"]) == (2, sentence)
        assert json.loads(out)["code"] == "language.unknown"

    def test_language_ends_with_the_run(self, capsys: Capture) -> None:
        run_command(capsys, "apply", "R", "--lang", "fr")
        assert run_command(capsys, "scramble", "--count", "0")[2].startswith("cubeproof: There must be")

    def test_words_after_two_dashes_are_turns(self, capsys: Capture) -> None:
        said = run_command(capsys, "solve", "--", "--lang", "fr")[2]
        assert said.startswith("cubeproof: Column 1: ")

    @pytest.mark.parametrize(
        ("locale", "arguments", "message"),
        [
            ({"LANG": "fr_FR.UTF-8"}, [], "cubeproof : Il faut demander au moins 1 mélange"),
            ({"LANG": "fr_FR.UTF-8", "LC_ALL": "C"}, [], "cubeproof: There must be 1 scramble"),
            ({"LANG": "fr_FR.UTF-8"}, ["--lang", "en"], "cubeproof: There must be 1 scramble"),
            ({"LANG": "de_DE.UTF-8"}, [], "cubeproof: There must be 1 scramble"),
            ({}, [], "cubeproof: There must be 1 scramble"),
        ],
    )
    def test_locale_applies_on_a_terminal(
        self, locale: dict[str, str], arguments: list[str], message: str
    ) -> None:
        status, _, said = on_a_terminal(locale, "scramble", "--count", "0", *arguments)
        assert status == 2
        assert said.startswith(message)

    @pytest.mark.parametrize(
        ("arguments", "english", "french"),
        [
            (["solve", "", "--size", "2"], "(the cube is solved)\n", "(le cube est résolu)\n"),
            (["check", "--help"], "check a certificate;", "vérifier un certificat, à partir"),
            (["explore", "--depth", "1"], "perhaps more beyond", "et peut-être d’autres"),
            (["tables"], "Tables in ", "Tables dans "),
        ],
        ids=["solve", "check", "explore", "tables"],
    )
    def test_locale_applies_to_stdout_only_on_a_terminal(
        self, arguments: list[str], english: str, french: str, tmp_path: Path
    ) -> None:
        # Other tests build tables in the cache of the run, which `tables` lists.
        cache = {"CUBEPROOF_CACHE": str(tmp_path)}
        locale = {"LC_ALL": "fr_FR.UTF-8", **cache}
        status, out, _ = on_a_terminal(locale, *arguments)
        assert (status, out) == on_a_terminal({"LC_ALL": "C.UTF-8", **cache}, *arguments)[:2]
        assert english in out
        assert french in on_a_terminal(locale, *arguments, stdout=True)[1]
        # A language requested by name applies to all streams.
        assert french in on_a_terminal(cache, *arguments, "--lang", "fr")[1]

    def test_stderr_has_the_locale_when_stdout_is_no_terminal(self) -> None:
        locale = {"LC_ALL": "fr_FR.UTF-8"}
        _, out, said = on_a_terminal(locale, "solve", "R U F2", "--size", "2")
        assert len(out.split()) == 3
        # The bounds of a slow search are drawn before it.
        assert "3 mouvements (htm) : il n’y a pas plus court." in said
        status, out, said = on_a_terminal(locale, "scramble", "--size", "two")
        assert (status, out) == (2, "")
        assert said.startswith("cubeproof scramble : erreur : argument --size")
        assert "cubeproof scramble : erreur : argument --size : « two » n’est pas un nombre entier" in said

    def test_damaged_language_table_is_reported_and_skipped(self, tmp_path: Path) -> None:
        tmp_path.joinpath("de.json").write_text("{}", encoding="utf-8")
        locale = {"LANG": "de_DE.UTF-8", languages.VARIABLE: str(tmp_path)}
        status, out, said = on_a_terminal(locale, "solve", "", "--size", "2")
        assert (status, out) == (0, "(the cube is solved)\n")
        damaged = "cubeproof: The table of the language 'de' cannot be used: "
        note, answer = said.splitlines()
        assert note.startswith(damaged)
        assert note.endswith(" The command speaks English.")
        assert answer.startswith("The cube needs no turn.")
        # An explicit request for the language is refused.
        status, out, said = on_a_terminal(locale, "solve", "", "--size", "2", "--lang", "de")
        assert (status, out) == (2, "")
        assert said.startswith(damaged)
        assert len(said.splitlines()) == 1

    def test_locale_is_ignored_without_a_terminal(self) -> None:
        environment = os.environ | {"LC_ALL": "fr_FR.UTF-8"}
        command = [*COMMAND, "scramble", "--count", "0"]
        done = run_program(command, env=environment)
        assert done.stderr == "cubeproof: There must be 1 scramble or more, not 0.\n"

    def test_language_written_by_a_user_is_spoken(self, tmp_path: Path) -> None:
        templates = {
            "command.says": "cubeproof> {sentence}",
            "command.no-count": "{count}? Ein Zug mehr, bitte.",
        }
        table = {"language": {"name": "Deutsch", "decimal": ","}, "templates": templates}
        tmp_path.joinpath("de.json").write_text(json.dumps(table), encoding="utf-8")
        environment = os.environ | {languages.VARIABLE: str(tmp_path)}

        def start(*arguments: str) -> "subprocess.CompletedProcess[str]":
            command = [*COMMAND, *arguments]
            return run_program(command, env=environment)

        done = start("scramble", "--count", "0", "--lang", "de")
        assert (done.returncode, done.stderr) == (2, "cubeproof> 0? Ein Zug mehr, bitte.\n")
        # Missing templates are shown in English.
        assert start("show", "--format", "bmp", "--lang", "de").stderr.startswith(
            "cubeproof> There is no format"
        )
        assert "there are en, de, fr." in start("apply", "R", "--lang", "xx").stderr
        tmp_path.joinpath("de.json").write_text("{}", encoding="utf-8")
        assert start("apply", "R", "--lang", "de").stderr.startswith(
            "cubeproof: The table of the language 'de' cannot be used: KeyError"
        )

    def test_english_loads_no_language_table(self) -> None:
        program = (
            "import sys; from cubeproof.cli import main\n"
            "try: main(['--help'])\n"
            "except SystemExit: pass\n"
            "print('cubeproof.languages' in sys.modules)"
        )
        environment = os.environ | {"LC_ALL": "fr_FR.UTF-8"}
        done = run_python(program, env=environment)
        assert done.stdout.splitlines()[-1] == "False"


RECORDED: dict[str, dict[str, str]] = json.loads(
    Path(argparse_messages.__file__).with_suffix(".json").read_text(encoding="utf-8")
)
TRIED = {**RECORDED, "this Python": argparse_messages.messages()}


@pytest.mark.parametrize("version", TRIED)
@pytest.mark.parametrize("mistake", argparse_messages.MISTAKES)
def test_argparse_messages_of_every_python_give_the_same_sentence(mistake: str, version: str) -> None:
    oldest, *_ = RECORDED.values()
    said = understood(TRIED[version][mistake])
    # Without code only if our own check replaces argparse's, as for arguments that no parser reads.
    if mistake in ("no such option", "too many words"):
        assert said == TRIED[version][mistake]
        return
    assert said == oldest[mistake]
    assert said.code.startswith("command.")
    reason = said.values.get("reason")
    assert reason is None or reason.code  # type: ignore[union-attr]
    assert in_french(said) != said


@pytest.mark.parametrize("choices", ["'list', 'build'", "list, build"], ids=["in quotes", "bare"])
def test_choices_are_names_that_each_language_quotes_in_its_own_way(choices: str) -> None:
    said = understood(f"invalid choice: 'burn' (choose from {choices})")
    assert str(said) == "invalid choice: 'burn' (choose from 'list', 'build')"
    french = plain(languages.translated(said, "fr"))
    assert french == "le choix « burn » n’existe pas (au choix : « list », « build »)"


def test_words_that_look_like_an_argparse_message_stay_a_word(capsys: Capture) -> None:
    words = ["doctor", "argument x: expected one argument", "a\nb"]
    status, _, said = run_command(capsys, *words)
    assert status == 2
    assert "error: unrecognized arguments: argument x: expected one argument a\nb\n" in said


def test_unknown_argparse_message_stays_unchanged() -> None:
    said = understood("something else: 'x'")
    assert (said, said.code) == ("something else: 'x'", "")
