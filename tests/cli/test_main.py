"""The command from outside: its output, its exit status, and that it loads only the modules that it needs."""

import errno
import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import cubeproof
from cubeproof.cli import main
from cubeproof.cli.solve import one_cube as solve_verb
from cubeproof.errors import InternalError
from cubeproof.sentences import Sentence
from patience import PATIENCE
from programs import run_program, run_python
from terminal import COMMAND

VERBS = ["solve", "scramble", "apply", "show", "cnf", "decode", "explore", "tables", "doctor", "serve"]


class TestProgram:
    """The real program in a separate process."""

    @pytest.mark.parametrize(
        ("arguments", "status"),
        [
            (["solve", "R U F2", "--size", "2"], 0),
            (["solve", "R Q", "--size", "2"], 2),
            (["solve", "--state", "U" * 24], 3),
            (["solve", "R U F2", "--size", "2", "--max-length", "2"], 4),
            (["--no-such-option"], 2),
            ([], 2),
            (["--version"], 0),
        ],
    )
    def test_command_returns_its_exit_status(self, arguments: list[str], status: int) -> None:
        done = run_program([*COMMAND, *arguments])
        assert done.returncode == status
        assert "Traceback" not in done.stderr
        assert bool(done.stdout) == (status == 0)

    def test_json_is_the_only_output(self) -> None:
        done = run_program([*COMMAND, "solve", "R U F2", "--size", "2", "--json"])
        assert json.loads(done.stdout)["length"] == 3
        assert done.stderr == ""

    @pytest.mark.parametrize("json_too", [False, True])
    def test_command_ends_at_ctrl_c(self, json_too: bool) -> None:
        # The scrambled cube takes the engine minutes.
        scramble = "R U F D L B R2 U2 F2 D2 L2 B2 R' U' F' D' L' B'"
        arguments = ["solve", scramble, "--engine", "sat", *(["--json"] if json_too else [])]
        program = (
            "import sys, threading, os, signal\n"
            "from cubeproof.cli import main\n"
            "from cubeproof.cli.solve import one_cube as solve\n"
            "real = solve.Display.__call__\n"
            "def report(self, event):\n"
            "    real(self, event)\n"
            "    if type(event).__name__ == 'HorizonOpened' and event.length >= 8:\n"
            "        print('now', file=sys.stderr, flush=True)\n"
            "solve.Display.__call__ = report\n"
            "sys.exit(main(sys.argv[1:]))"
        )
        process = subprocess.Popen(
            [sys.executable, "-c", program, *arguments],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert process.stderr is not None
        for line in process.stderr:
            if line == "now\n":
                break
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=PATIENCE)
        assert process.returncode == 130
        assert "Traceback" not in errors
        if json_too:
            answer = json.loads(output)
            assert (answer["solution"], answer["stopped"]) == (None, "interrupted")
            assert answer["lower_bound"] >= 8
        else:
            assert output == ""
            assert "Interrupted before there was an answer. It is proved that" in errors

    @pytest.mark.parametrize(
        "command", [COMMAND, [str(Path(sys.executable).with_name("cubeproof"))]], ids=["module", "script"]
    )
    def test_command_ends_at_ctrl_c_while_loading(self, command: list[str], tmp_path: Path) -> None:
        # Not even NumPy is loaded yet.
        Path(tmp_path, "numpy.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGINT)\n")
        path = os.pathsep.join([str(tmp_path), *sys.path])
        environment = os.environ | {"PYTHONPATH": path}
        done = run_program([*command, "solve", "R"], env=environment)
        assert (done.returncode, done.stdout, done.stderr) == (130, "", "")

    def test_command_without_memory_to_load_says_so(self, tmp_path: Path) -> None:
        fault = "liba.so: failed to map segment from shared object"
        Path(tmp_path, "numpy.py").write_text(
            f"try: raise ImportError({fault!r})\nexcept ImportError: raise ImportError('read this')\n"
        )
        path = os.pathsep.join([str(tmp_path), *sys.path])
        done = run_program([*COMMAND, "solve", "R"], env=os.environ | {"PYTHONPATH": path})
        assert (done.returncode, done.stdout) == (4, "")
        assert done.stderr == "cubeproof: There is not enough memory for this.\n"

    def test_ctrl_c_in_another_program_is_not_caught(self) -> None:
        program = (
            "import os, signal, cubeproof\n"
            "try: os.kill(os.getpid(), signal.SIGINT)\n"
            "except KeyboardInterrupt: print('heard')"
        )
        done = run_python(program)
        assert done.stdout == "heard\n"

    @pytest.mark.parametrize("verb", ["explore --depth 4", "cnf R --size 2 --length 9 -o -", "show R"])
    def test_closed_reader_ends_the_command(self, verb: str) -> None:
        command = f"{sys.executable} -m cubeproof {verb}"
        done = run_program(["bash", "-c", f"{command} | head -1; exit ${{PIPESTATUS[0]}}"])
        assert done.returncode == 0
        assert len(done.stdout.splitlines()) == 1
        assert "Traceback" not in done.stderr
        assert "BrokenPipe" not in done.stderr

    @pytest.mark.parametrize("encoding", ["ascii", "cp1252", "latin-1"])
    @pytest.mark.parametrize("arguments", [["explore", "--depth", "2"], ["solve", "R ☃"], ["doctor"]])
    def test_terminal_of_another_encoding_gets_readable_output(
        self, encoding: str, arguments: list[str]
    ) -> None:
        done = subprocess.run(
            [*COMMAND, *arguments],
            capture_output=True,
            check=False,
            env=os.environ | {"PYTHONIOENCODING": encoding},
        )
        assert done.returncode == (2 if "solve" in arguments else 0)
        assert b"Error" not in done.stderr

    def test_undecodable_bytes_are_refused(self) -> None:
        done = subprocess.run([*COMMAND, "solve", b"R \xff"], capture_output=True, check=False)
        assert done.returncode == 2
        assert b"Column 3" in done.stderr


class TestWeight:
    @pytest.mark.parametrize(
        "program",
        [
            "import cubeproof",
            "from cubeproof.cli import main\ntry: main(['--help'])\nexcept SystemExit: pass",
            "from cubeproof.cli import main\ntry: main(['solve', '--help'])\nexcept SystemExit: pass",
            "from cubeproof.cli import main\ntry: main(['serve', '--help'])\nexcept SystemExit: pass",
        ],
        ids=["import", "--help", "solve --help", "serve --help"],
    )
    def test_command_loads_solver_jit_and_web_only_on_demand(self, program: str) -> None:
        heavy = [
            *["pysat", "pysolvers", "numba", "llvmlite", "scipy", "matplotlib", "PIL", "rich"],
            *["http.server"],
        ]
        heavy += [
            *["fastapi", "starlette", "uvicorn", "pydantic", "anyio", "aiohttp", "flask"],
            *["multiprocessing", "asyncio", "IPython"],
        ]
        done = run_python(f"{program}\nimport sys\nprint('loaded', *(set({heavy!r}) & set(sys.modules)))")
        assert done.stdout.splitlines()[-1].split() == ["loaded"]

    def test_help_and_usage_errors_load_no_numpy(self) -> None:
        helps = [["--help"], ["--version"], *([verb, "--help"] for verb in VERBS)]
        errors = [
            *([], ["solv"], ["solve", "--no-such-option"], ["solve", "R", "--size", "three"]),
            *(["solve", "R", "--timeout", "soon"], ["scramble", "--count"], ["show", "--view", "inside"]),
            *(["check"], ["tables", "lost"]),
        ]
        program = (
            "import json, sys\nfrom cubeproof.cli import main\nended = []\n"
            "for arguments in json.loads(sys.argv[1]):\n"
            "    try: status = main(arguments)\n"
            "    except SystemExit as end: status = end.code\n"
            "    ended.append([status, 'numpy' in sys.modules])\n"
            "print(json.dumps(ended))"
        )
        ended = json.loads(run_python(program, json.dumps([*helps, *errors])).stdout.splitlines()[-1])
        assert ended == [[0, False]] * len(helps) + [[2, False]] * len(errors)

    def test_look_up_loads_at_most_112_modules(self) -> None:
        look_up = "from cubeproof.cli import main\nmain(['solve', 'R U F', '--size', '2'])"
        count = "import sys\nprint(*(name for name in sys.modules if name.split('.')[0] == 'cubeproof'))"
        # The first look-up may build the table, which loads more.
        for _ in range(2):
            done = run_python(f"{look_up}\n{count}")
        modules = done.stdout.splitlines()[-1].split()
        assert len(modules) <= 112, modules


class TestHelp:
    @pytest.mark.parametrize("verb", VERBS)
    def test_help_describes_every_verb(self, verb: str, capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit) as left:
            main([verb, "--help"])
        assert left.value.code == 0
        assert f"usage: cubeproof {verb}" in capsys.readouterr().out

    def test_the_command_lists_its_verbs(self, capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit) as left:
            main(["--help"])
        assert left.value.code == 0
        output = capsys.readouterr().out
        assert all(f"  {verb} " in output for verb in VERBS)

    def test_command_version_is_the_package_version(self, capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit):
            main(["--version"])
        assert capsys.readouterr().out == f"cubeproof {cubeproof.__version__}\n"


class TestErrors:
    @pytest.mark.parametrize(
        "arguments", [["solve", "--size", "two"], ["no-such-verb"], ["tables", "burn"], ["cnf"]]
    )
    def test_unreadable_command_line_is_refused(
        self, arguments: list[str], capsys: pytest.CaptureFixture[str]
    ) -> None:
        try:
            status: object = main(arguments)
        except SystemExit as left:
            status = left.code
        assert status == 2
        seen = capsys.readouterr()
        assert seen.out == ""
        assert "cubeproof" in seen.err

    @pytest.mark.parametrize("arguments", [["solve", "--json", "--size", "two"], ["no-such-verb", "--json"]])
    def test_error_is_printed_as_json(self, arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
        with pytest.raises(SystemExit) as left:
            main(arguments)
        answer = json.loads(capsys.readouterr().out)
        assert (left.value.code, answer["status"]) == (2, 2)
        assert "two" in answer["error"] or "no-such-verb" in answer["error"]

    @pytest.mark.parametrize("defect", [ZeroDivisionError("oh"), InternalError(Sentence("Oh."))])
    def test_internal_error_is_reported_without_a_traceback(
        self, defect: Exception, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        def broken(*_: object, **__: object) -> None:
            raise defect

        monkeypatch.setattr(solve_verb, "solve_request", broken)
        monkeypatch.delenv("CUBEPROOF_DEBUG", raising=False)
        assert main(["solve", "R", "--json"]) == 1
        seen = capsys.readouterr()
        assert json.loads(seen.out)["status"] == 1
        assert (
            "This is a bug in cubeproof, not in your request. Set CUBEPROOF_DEBUG=1 to see where." in seen.err
        )
        monkeypatch.setenv("CUBEPROOF_DEBUG", "1")
        with pytest.raises(type(defect)):
            main(["solve", "R"])

    @pytest.mark.parametrize(
        ("kind", "status", "message"),
        [
            (KeyboardInterrupt(), 130, "Interrupted."),
            (MemoryError(), 4, "There is not enough memory for this."),
            (OSError(errno.ENOMEM, "Cannot allocate memory"), 4, "There is not enough memory for this."),
            (RuntimeError("can't start new thread"), 4, "There is not enough memory for this."),
            (
                ImportError("liba.so: failed to map segment from shared object"),
                4,
                "There is not enough memory for this.",
            ),
            (OSError(errno.EIO, "Input/output error", "a.txt"), 2, "a.txt: Input/output error."),
        ],
    )
    def test_other_exceptions_end_the_command_with_a_sentence(
        self,
        kind: BaseException,
        status: int,
        message: str,
        monkeypatch: pytest.MonkeyPatch,
        capsys: pytest.CaptureFixture[str],
    ) -> None:
        def ended(*_: object, **__: object) -> None:
            raise kind

        monkeypatch.setattr(solve_verb, "solve_request", ended)
        assert main(["solve", "R", "--json"]) == status
        seen = capsys.readouterr()
        answer = json.loads(seen.out)
        assert (answer["error"], answer["status"]) == (message, status)
        unanswered = {"solution", "lower_bound"} if status == 4 else set()
        assert set(answer) == {"error", "status", "code", "template", "values"} | unanswered
        assert answer["code"].startswith("command.")
        assert seen.err == f"cubeproof: {message}\n"

    @pytest.mark.parametrize("early", [False, True])
    def test_ctrl_c_ignored_by_python_still_ends_the_command(
        self, early: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        class Forgetful:
            def __del__(self) -> None:
                raise KeyboardInterrupt

        def patient(*_: object, **__: object) -> None:
            Forgetful()
            threading.Event().wait(PATIENCE)
            raise ZeroDivisionError

        class Early(threading.Timer):
            """A timer whose time is over before its thread has started, the first time."""

            is_up = early

            def start(self) -> None:
                if Early.is_up:
                    Early.is_up = False
                    signal.raise_signal(signal.SIGINT)
                super().start()

        # A verb that has no search to stop.
        monkeypatch.setattr("cubeproof.cli.check.check_certificate", patient)
        monkeypatch.setattr(threading, "Timer", Early)
        assert main(["check", "--python", "folder"]) == 130
        assert capsys.readouterr().err == "cubeproof: Interrupted.\n"


def test_the_command_and_the_module_are_the_same() -> None:
    script = Path(sys.executable).with_name("cubeproof")
    done = run_program([script, "apply", "R", "--size", "2"], check=True)
    assert done.stdout == run_program([*COMMAND, "apply", "R", "--size", "2"]).stdout
