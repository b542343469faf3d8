"""The event and the size of a row: they decide the size of its cube, or the row is refused."""

import json
from collections.abc import Callable

import pytest

from cubeproof.cli import main
from cubeproof.puzzle.cube import Cube

Capture = pytest.CaptureFixture[str]
Read = Callable[..., list[object]]


class TestEvents:
    @pytest.mark.parametrize(
        ("size", "events"),
        [
            (2, "222 2x2x2 2x2 222so 222eg0 2223"),
            (3, "333 3x3x3 333oh 333bf 333fm 333ft 333mbf 333mbo 3x3x3_Blindfolded 333ni pll 3gen_F"),
            (4, "444 4×4×4 444bf 4x4x4-Cube 444wca 4edge"),
            (5, "555 5x5x5 555bf"),
            (7, "777 7x7x7 777wca"),
            (10, "10x10x10 101010"),
        ],
    )
    def test_event_decides_the_size(self, size: int, events: str, read: Read) -> None:
        rows = [f"{event.replace('_', ' ')},R U" for event in events.split()]
        expected = [(number, size, "R U") for number in range(2, len(rows) + 2)]
        assert read("\n".join(["event,scramble", *rows]), "cubes.csv") == expected

    @pytest.mark.parametrize(
        "events",
        [
            "pyram skewb minx sq1 clock mmagic pyra mega Square-1 Megaminx fto",
            "pyrso skbso mgmp sqrs clkwca klmso redim 15p 223 233 334 133 112 111",
            # Suffix notation, in which R² turns two layers; relays; unknown names.
            "666s 777s r234w 1x1x1 2x2x3 3x3x4 World-Championship",
        ],
    )
    @pytest.mark.parametrize("size", [None, 3])
    def test_other_puzzle_is_refused_even_if_its_turns_could_be_those_of_a_cube(
        self, events: str, size: int | None, read: Read
    ) -> None:
        rows = [f"{event},R U" for event in events.split()]
        readings = read("\n".join(["event,scramble", *rows, "333,R"]), "cubes.csv", size=size)
        faults = [(number, "cubes.event") for number in range(2, len(rows) + 2)]
        assert readings == [*faults, (len(rows) + 2, 3, "R")]

    @pytest.mark.parametrize("column", ["event", "event_id", "eventId", "Puzzle", "EVENT_ID"])
    def test_event_has_many_names(self, column: str, read: Read) -> None:
        assert read(f"{column}\tscramble\n222\tR U\n", "cubes.tsv") == [(2, 2, "R U")]
        assert read(json.dumps({column: "222", "scramble": "R U"}), "cubes.jsonl") == [(1, 2, "R U")]
        assert read(json.dumps([{column: 222, "scramble": "R U"}]), "cubes.json") == [(1, 2, "R U")]

    def test_contradiction_is_a_fault_of_the_row(self, read: Read) -> None:
        rows = "event,size,Puzzle,scramble\n222,,,R\n222,2x2x2,2x2,R\n222,3,,R\n222,,333,R\n,,,R\n"
        fault = "cubes.other-size"
        readings = read(rows, "cubes.csv")
        assert readings == [(2, 2, "R"), (3, 2, "R"), (4, fault), (5, "cubes.other-event"), (6, 3, "R")]
        readings = read(rows, "cubes.csv", size=3)
        assert readings == [(2, fault), (3, fault), (4, fault), (5, "cubes.other-event"), (6, 3, "R")]

    def test_scrambles_of_several_cubes_are_not_one_long_scramble(self, read: Read) -> None:
        rows = 'event_id,scramble\n333mbf,R U|F D\n333mbf,"R U\nF D"\n333mbf,R U\n'
        assert read(rows, "cubes.csv") == [(2, "cubes.several"), (3, "cubes.several"), (5, 3, "R U")]

    @pytest.mark.parametrize("size", ["3x3x3", "3×3×3", "3 x 3 x 3", "3x3", "3X3X3", "3"])
    def test_size_may_be_a_product(self, size: str, read: Read, capsys: Capture) -> None:
        assert read(f"size,scramble\n{size},R U\n", "cubes.csv") == [(2, 3, "R U")]
        assert read(json.dumps({"size": size, "scramble": "R U"}), "cubes.jsonl") == [(1, 3, "R U")]
        assert main(["apply", "R U", "--size", size]) == 0
        assert capsys.readouterr().out.strip() == Cube(3).apply("R U").facelets

    @pytest.mark.parametrize("size", ["2x2x3", "3x", "x3", "3x3x3x3", "three"])
    def test_other_size_is_refused(self, size: str, read: Read, capsys: Capture) -> None:
        assert read(f"size,scramble\n{size},R U\n", "cubes.csv") == [(2, "cubes.size")]
        with pytest.raises(SystemExit) as error:
            main(["apply", "R U", "--size", size])
        assert error.value.code == 2
        assert f"invalid int value: '{size}'" in capsys.readouterr().err
