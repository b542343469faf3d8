"""Tables of cubes as spreadsheets and timers write them."""

from collections.abc import Callable

import pytest

from cubeproof.errors import UsageError

Read = Callable[..., list[object]]

TWISTY_TIMER = """\
Puzzle,Category,Time(millis),Date(millis),Scramble,Penalty,Comment
"333";"Normal";"12345";"1696500000000";"R U2 F' D2";"0";""
"222";"Normal";"4340";"1696500060000";"R U' F2";"1";"a comment;
of ""two"" lines"
"pyra";"OH";"5320";"1696500120000";"U R' L";"2";"null"
"333";"Normal";"9000";"1696500180000";"R U";"0";"no end
"444";"Normal";"60000";"1696500240000";"Rw U2";"0";"[a, b]"
"""


class TestTables:
    def test_backup_of_twisty_timer(self, read: Read) -> None:
        assert read(TWISTY_TIMER) == [
            (2, 3, "R U2 F' D2"),
            (3, 2, "R U' F2"),
            (5, "cubes.event"),
            (6, "cubes.quotes"),
            (7, 4, "Rw U2"),
        ]

    @pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
    @pytest.mark.parametrize("separator", [",", ";", "\t", "|"])
    def test_separator_of_excel(self, separator: str, end: str, read: Read) -> None:
        rows = [f"sep={separator}", "id;scramble", "a;R U", "b;F2"]
        assert read(end.join(rows).replace(";", separator)) == [(3, 3, "R U"), (4, 3, "F2")]

    def test_session_of_cstimer_as_csv(self, read: Read) -> None:
        text = "No.;Time;Comment;Scramble;Date;P.1\r\n1;10.51;;R U2 F';2023-10-05 12:00:00;10.51\r\n"
        text += '2;1:02.345;"a;b";U;2023-10-05 12:03:00;1:02.345\r\n'
        assert read(text, size=4) == [(2, 4, "R U2 F'"), (3, 4, "U")]

    def test_scrambles_of_the_world_cube_association(self, read: Read) -> None:
        heading = "scrambleId\tcompetitionId\teventId\troundTypeId\tgroupId\tisExtra\tscrambleNum\tscramble\n"
        rows = "1\tA2024\t555bf\tf\tA\t0\t1\tRw U2 3Fw'\n2\tA2024\tclock\tf\tA\t0\t1\tUR1+ DR2-\n"
        rows += "3\tA2024\t333mbf\tf\tA\t0\t1\tR U Rw|F2 Uw\n"
        assert read(heading + rows, "Scrambles.tsv") == [
            (2, 5, "Rw U2 3Fw'"),
            (3, "cubes.event"),
            (4, "cubes.several"),
        ]

    def test_first_fitting_row_decides_the_separator(self, read: Read) -> None:
        rows = "id,scramble,size\n1\n1;[R, U];2\n2;[R, U];2\n3,R,2\n"
        assert read(rows) == [(2, "cubes.cells"), (3, 2, "[R, U]"), (4, 2, "[R, U]"), (5, "cubes.cells")]

    @pytest.mark.parametrize("heading", ["alg", "Algorithm", "SCRAMBLES"])
    def test_turns_have_other_names(self, heading: str, read: Read) -> None:
        assert read(f"id,{heading}\n1,R U\n") == [(2, 3, "R U")]
        assert read(f'{{"{heading}": "R U"}}') == [(1, 3, "R U")]
        # A column with cubes comes first.
        assert read(f"{heading},scramble\nF,R U\n") == [(2, 3, "R U")]
        assert read(f'{{"{heading}": "F", "scramble": "R U"}}') == [(1, 3, "R U")]

    def test_two_columns_of_turns_are_refused(self, read: Read) -> None:
        with pytest.raises(UsageError, match="The columns alg and algorithm could all be the turns"):
            read("alg,algorithm\nR,U\n")
        assert read('{"alg": "R", "scrambles": "U"}') == [(1, "cubes.turns-twice")]

    def test_unclosed_quotation_mark_spoils_only_its_own_line(self, read: Read) -> None:
        good = [f"{number},R U,note" for number in range(300)]
        for row in ('x,"R U,note', 'x,R U,"note', '"x,R U,note', 'x,R U,"note ""quoted"""" end'):
            for place in (0, 7, 299):
                rows = ["id,scramble,comment", *good[:place], row, *good[place:]]
                readings = read("\n".join(rows), "cubes.csv")
                expected: list[object] = [(number + 2, 3, "R U") for number in range(301)]
                expected[place] = (place + 2, "cubes.quotes")
                assert readings == expected, row

    def test_cell_may_have_line_breaks(self, read: Read) -> None:
        rows = 'id,scramble,comment\n1,"R\nU",x\n2,F,"a\n\n""b"",\n3,R,c"\n4,D,x\n'
        assert read(rows) == [(2, 3, "R\nU"), (4, 3, "F"), (8, 3, "D")]
