"""The notebook's player and its searches, as Python sees them; the script of the widget is not run here."""

import xml.etree.ElementTree as ET
from html import unescape
from pathlib import Path
from types import SimpleNamespace

import anywidget
import pytest
import traitlets

from cubeproof import Cube, NotationError, UsageError, notebook, random_cube, solve
from cubeproof.contract.events import (
    BoundProved,
    Event,
    HorizonClosed,
    HorizonOpened,
    Improved,
    Started,
    Walked,
)
from cubeproof.draw.palette import STANDARD
from cubeproof.notebook import Live, page, parts, widget
from programs import run_python
from toy_language import speak

Either = type[widget.Player] | type[page.PagePlayer]
PLAYERS: dict[str, Either] = {"widget": widget.Player, "page": page.PagePlayer}


class TestBothPlayers:
    @pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
    def test_players_take_the_same_arguments_and_say_the_same(self, player: Either) -> None:
        cube = Cube(3).apply("R U")
        player_shown = player(cube, "U' R'", speed=2)
        assert player_shown.start == player_shown.cube == cube
        assert [str(move) for move in player_shown.moves] == ["U'", "R'"]
        player_shown.step = 2
        assert player_shown.cube.is_solved

    @pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
    def test_a_solution_brings_its_answer_along(self, player: Either) -> None:
        solution = solve(Cube(2).apply("R U2 F'"))
        player_shown = player(solution)
        assert player_shown.start == solution.start
        assert player_shown.alg == str(solution.alg)

    @pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
    def test_turns_only_start_with_the_smallest_cube_that_has_them(self, player: Either) -> None:
        assert player(alg="R U").start == Cube(3)
        assert player(alg="4R", scramble="U").start == Cube(4).apply("U")
        assert player(alg="R", size=2).start == Cube(2)
        assert player().start == Cube(3)

    @pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
    def test_turn_that_no_cube_has_is_named(self, player: Either) -> None:
        with pytest.raises(UsageError, match="101R needs 101 layers, and this cube has 3"):
            player(alg="M 101R")

    @pytest.mark.parametrize("speed", [0.1, 10])
    @pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
    def test_slowest_and_fastest_speed_are_accepted(self, player: Either, speed: float) -> None:
        assert player(alg="R", speed=speed).speed == speed

    @pytest.mark.parametrize("player", PLAYERS.values(), ids=PLAYERS)
    def test_senseless_arguments_are_refused_with_a_reason(self, player: Either) -> None:
        with pytest.raises(NotationError, match="M"):
            player(Cube(2), "R M")
        with pytest.raises(UsageError, match="does not lead"):
            player(Cube(3), scramble="R")
        with pytest.raises(UsageError, match="has 3 layers, not 4"):
            player(Cube(3), size=4)
        with pytest.raises(UsageError, match="2,000"):
            player(alg="(R U)2000")
        with pytest.raises(NotationError):
            player(alg="60R")
        for start in ("R U", 5):
            with pytest.raises(UsageError, match="starts from a cube or a solution, not from"):
                player(start)  # type: ignore[arg-type]
        for turns in (5, ["R"]):
            with pytest.raises(UsageError, match="Turns are a text or an Alg, not"):
                player(alg=turns)  # type: ignore[arg-type]
            with pytest.raises(UsageError, match="Turns are a text or an Alg, not"):
                player(Cube(3), scramble=turns)  # type: ignore[arg-type]
        for speed in (0, 11, float("nan"), "fast"):
            with pytest.raises(UsageError, match=r"from 0\.1 to 10, not"):
                player(speed=speed)  # type: ignore[arg-type]

    @pytest.mark.parametrize("size", [3, 7, 30, 50])
    def test_notebook_file_is_bounded_and_plays_without_a_network(self, size: int) -> None:
        left = page.PagePlayer(Cube(size).apply("R U"), "(R U F' 2L)20")._repr_html_()
        assert len(left) < 400_000
        assert "http" not in unescape(left).replace("http-equiv", "").replace("http://www.w3.org", "")


class TestWidget:
    def test_widget_traits_describe_what_it_plays(self) -> None:
        player = widget.Player(alg="[R, U]", scramble="F", size=4)
        state = player.get_state()
        assert (state["size"], state["scramble"], state["alg"]) == (4, "F", "[R, U]")
        assert state["facelets"] == Cube(4).apply("F").facelets
        assert state["_tape"] == {
            "size": 4,
            "moves": ["R", "U", "R'", "U'"],
            "turns": [
                {"slab": {"face": face, "first": 1, "last": 1}, "quarters": quarters}
                for face, quarters in (("R", 1), ("U", 1), ("R", -1), ("U", -1))
            ],
            "start": Cube(4).apply("F").facelets,
            "paints": {
                "colours": {letter: STANDARD.colour(letter) for letter in "URFDLB?"},
                "body": STANDARD.body,
                "accent": STANDARD.accent,
            },
        }
        assert isinstance(player, anywidget.AnyWidget)

    def test_setting_turns_keeps_the_cube_and_starts_again(self) -> None:
        player = widget.Player(Cube(3).apply("F"), "R U", scramble="F")
        player.step = 2
        player.alg = "[U: R]"
        assert player.step == 0
        assert player._tape["moves"] == ["U", "R", "U'"]
        assert player.start == Cube(3).apply("F")
        assert player.scramble == "F"

    def test_setting_a_cube_or_a_scramble_changes_the_cube(self) -> None:
        player = widget.Player(alg="R")
        player.facelets = Cube(2).apply("U").facelets
        assert (player.size, player.alg, player.scramble) == (2, "", "")
        assert player._tape["start"] == player.facelets
        player.scramble = "R U"
        assert player.start == Cube(2).apply("R U")
        assert player.facelets == player.start.facelets

    def test_unplayable_input_is_refused_and_changes_nothing(self) -> None:
        player = widget.Player(alg="R U")
        for name, value in (("alg", "R ?"), ("alg", "5R"), ("facelets", "UUU"), ("scramble", "4Rw")):
            with pytest.raises(UsageError):
                setattr(player, name, value)
        with pytest.raises(traitlets.TraitError):
            player.speed = 0
        assert (player.alg, player.start, player.scramble, player.speed) == ("R U", Cube(3), "", 1)

    @pytest.mark.parametrize(("wanted", "got"), [(-3, 0), (0, 0), (2, 2), (99, 2)])
    def test_a_step_stays_within_the_turns(self, wanted: int, got: int) -> None:
        player = widget.Player(alg="R U")
        player.step = wanted
        assert player.step == got

    def test_play_starts_again_at_the_end(self) -> None:
        player = widget.Player(alg="R U")
        player.step = 2
        player.play()
        assert (player.step, player.playing) == (0, True)
        player.pause()
        assert not player.playing

    def test_an_observer_of_a_step_sees_the_cube_at_it(self) -> None:
        player = widget.Player(alg="R U")
        seen: list[Cube] = []
        player.observe(lambda change: seen.append(player.cube), "step")
        player.set_state({"step": 1})
        assert seen == [Cube(3).apply("R")]

    def test_a_turn_by_hand_comes_after_those_that_were_made(self) -> None:
        player = widget.Player(alg="R U", scramble="F", size=4)
        player._handle_custom_msg({"turn": "2L'", "step": 1}, [])
        assert (player.alg, player.scramble, player.step) == ("R 2L'", "F", 2)
        for nonsense in (None, "U", {"turn": 3}, {"turn": "U", "step": 9}):
            player._handle_custom_msg(nonsense, [])
        assert player.cube == Cube(4).apply("F R 2L'")

    def test_full_tape_restarts_with_a_turn_by_hand(self) -> None:
        player = widget.Player(alg="(R U)1000")
        player._handle_custom_msg({"turn": "F", "step": 2000}, [])
        assert (player.alg, player.step) == ("F", 1)
        assert player.cube == Cube(3).apply("(R U)1000 F")

    def test_page_replaces_the_widget_without_widget_support(self) -> None:
        bundle = widget.Player(alg="R U")._repr_mimebundle_()
        assert bundle is not None
        assert "application/vnd.jupyter.widget-view+json" in bundle[0]
        assert bundle[0]["text/html"].startswith("<iframe")


class TestChoice:
    def test_the_player_is_the_widget_where_the_script_is_built(self) -> None:
        assert notebook.Player is (widget.Player if parts.is_built() else page.PagePlayer)

    def test_without_anywidget_the_player_is_a_page(self) -> None:
        program = (
            "import sys; sys.modules['anywidget'] = None\n"
            "from cubeproof import Cube, notebook\n"
            "player = notebook.Player(Cube(3), 'R U')\n"
            "solution = notebook.solve(Cube(2).apply('R'))\n"
            "print(player._repr_html_()[:7], solution.length, *(set(sys.modules) & {'IPython'}))"
        )
        done = run_python(program)
        assert done.stdout == "<iframe 1\n"
        assert done.stderr == ""


class TestLive:
    def test_live_bounds_narrow(self) -> None:
        visible: list[str] = []
        live = Live(visible.append, pause=0)
        events: list[Event] = [
            Started("sat"),
            HorizonOpened(6, 100, 200),
            HorizonClosed(6, False, 0.5),
            BoundProved(7),
            Improved(9, 7),
        ]
        for event in events:
            live(event)
        assert len(visible) == len(events)
        assert "an answer in 6 turns? (100 variables, 200 clauses)" in visible[1]
        assert "at least 7, no answer yet" in visible[3]
        assert "at least 7, an answer of 9" in visible[4]
        proved, results, scale = ET.fromstring(visible[4]).iter("{http://www.w3.org/2000/svg}rect")
        width = float(scale.attrib["width"])
        assert float(proved.attrib["width"]) == width * 6 / 20, "7 of 20: six lengths are too short"
        assert float(results.attrib["x"]) == width * 8 / 20
        assert float(results.attrib["x"]) + float(results.attrib["width"]) == width
        for document in visible:
            ET.fromstring(document)

    def test_quick_events_are_skipped_except_the_last(self) -> None:
        visible: list[str] = []
        live = Live(visible.append, pause=1e9)
        for turns in range(50):
            live(Walked(turns, 0))
        assert len(visible) == 1
        live(Improved(9, 7))
        assert "an answer of 9 turns" in visible[-1]

    def test_a_search_ends_with_its_claim_and_its_story(self) -> None:
        visible: list[str] = []
        solution = notebook.solve(random_cube(2, seed=4), live=Live(visible.append), engine="sat")
        assert solution.optimal
        assert str(solution) in "".join(ET.fromstring(visible[-1]).itertext())
        assert f"an answer in {solution.lower_bound - 1} turns?  no" in visible[-1]
        assert f"an answer in {solution.length} turns?  yes" in visible[-1]

    def test_end_shows_the_bound_and_the_length_of_the_solution(self) -> None:
        visible: list[str] = []
        best = SimpleNamespace(summary="9 turns, the best so far", length=9, lower_bound=7)
        Live(visible.append).close(best)  # type: ignore[arg-type]
        assert "at least 7, an answer of 9" in visible[-1]

    def test_names_of_all_that_runs_are_escaped(self) -> None:
        visible: list[str] = []
        Live(visible.append)(Started("<b>&"))
        assert "engine <b>&" in "".join(ET.fromstring(visible[0]).itertext())

    def test_a_long_search_keeps_a_short_story(self) -> None:
        visible: list[str] = []
        live = Live(visible.append)
        for depth in range(3000):
            live(Improved(3000 - depth, 0))
        live.close()
        assert "3000 steps" in visible[-1]
        assert "an answer of 2 turns" in visible[-1], "the last steps are kept"
        assert "an answer of 3000 turns" not in visible[-1]
        assert len(visible[-1]) < 30_000

    def test_live_display_is_empty_without_a_notebook(self, capsys: pytest.CaptureFixture[str]) -> None:
        notebook.solve(Cube(2).apply("R U"))
        assert capsys.readouterr() == ("", "")


class TestLanguages:
    def test_search_is_shown_in_the_requested_language(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("LC_ALL", "fr_FR.UTF-8")
        visible: list[str] = []
        live = Live(visible.append, language="en")
        live(BoundProved(7))
        assert "at least 7, no answer yet" in visible[-1]
        live.language = "fr"
        live(Improved(9, 7))
        assert "au moins 7, une réponse de 9" in visible[-1]
        notebook.solve(Cube(2).apply("R"), live=live)
        assert "au moins 1, une réponse de 1" in visible[-1]
        with pytest.raises(UsageError, match="no language 'xy'"):
            Live(language="xy")

    def test_the_widget_has_its_texts_in_every_language(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        templates = {"player.play": "ludi", "description.turn": "{what}", "description.solved": "preta"}
        tag = speak(monkeypatch, tmp_path, templates)
        player = widget.Player(alg="R", size=9)
        assert set(player._texts) == {"en", "fr", tag}
        assert player._texts["en"]["play"] == "Play"
        assert player._texts["fr"]["play"] == "Jouer"
        assert player._texts[tag] == {"play": "ludi"}
        assert player._descriptions[tag] == {"cube": "preta"}
        player.set_state({"step": 1})
        assert player._descriptions["en"]["cube"].startswith("Up: 72 white, 9 green.")
        assert (
            player._descriptions["fr"]["cube"]
            .replace("\u00a0", " ")
            .startswith("Dessus : 72 blanches, 9 vertes.")
        )
