"""Links to Twizzle: the form that its own program writes, and turns that mean the same when they are read again."""

import re
from urllib.parse import parse_qs, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cubeproof.errors import NotationError, UsageError
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube, permutation
from cubeproof.puzzle.twizzle import MAX_TWIZZLE_TURNS, read_twizzle, twizzle_link, twizzle_turn
from strategies import algs

questions = st.integers(2, 7).flatmap(lambda size: st.tuples(st.just(size), algs(size), algs(size)))


def test_links_have_the_form_of_those_that_twizzle_makes() -> None:
    # From the tests of cubing.js, whose player makes such links (TwistyPlayerModel.twizzleLink).
    assert twizzle_link("R U R'", size=4) == "https://alpha.twizzle.net/edit/?alg=R+U+R%27&puzzle=4x4x4"


@given(questions)
def test_the_turns_of_a_link_do_what_they_did(both: tuple[int, Alg, Alg]) -> None:
    size, alg, setup = both
    if alg.expanded_length + setup.expanded_length > MAX_TWIZZLE_TURNS:
        return
    words = parse_qs(urlsplit(twizzle_link(alg, setup, size)).query)
    begin = Cube(size).apply(words.get("setup-alg", [""])[0])
    assert begin == Cube(size).apply(setup)
    assert begin.apply(words.get("alg", [""])[0]) == Cube(size).apply(setup).apply(alg)
    assert words["puzzle"] == [f"{size}x{size}x{size}"]


@given(questions)
def test_a_turn_is_the_same_turn_when_it_is_read_again(both: tuple[int, Alg, Alg]) -> None:
    size, alg, _ = both
    for move in alg:
        assert (permutation(twizzle_turn(move, size), size) == permutation(move, size)).all()


@pytest.mark.parametrize(
    ("size", "turn", "written"),
    [
        # M turns as L, E as D, S as F; x, y and z turn as R, U and F.
        (3, "2R", "M'"),
        (3, "2U2", "E2"),
        (3, "2D", "E"),
        (3, "2B'", "S"),
        (2, "Lw", "x'"),
        (2, "Bw'", "z"),
        (2, "2R", "L'"),
        (5, "4-5Rw'", "Lw"),
    ],
)
def test_turn_keeps_its_sense_under_another_name(size: int, turn: str, written: str) -> None:
    (move,) = Alg(turn)
    assert twizzle_turn(move, size) == written


@pytest.mark.parametrize("size", range(2, 8))
def test_blocks_exclude_the_whole_cube(size: int) -> None:
    for move in ("Rw", f"{size}Rw", f"{size}Fw2", f"{size}R", "x'", "z2"):
        for written in (twizzle_turn(item, size) for item in Alg(move)):
            match = re.fullmatch(r"(?:(\d)-)?(\d)?([URFDLB])(w?)(2|')?|[MESxyz](2|')?", written)
            assert match, written
            if match[4]:
                assert 2 <= int(match[2] or 2) < size or (match[1] and 2 <= int(match[1]) < int(match[2]))


def test_link_refuses_unsupported_content() -> None:
    with pytest.raises(UsageError, match="7 layers or fewer, not 8"):
        twizzle_link("R", size=8)
    with pytest.raises(UsageError, match="500"):
        twizzle_link("(R U)300")
    with pytest.raises(NotationError):
        twizzle_link("R Q")
    with pytest.raises(UsageError):
        twizzle_link(setup="3R", size=2)


@given(questions)
def test_link_is_read_as_the_turns_from_which_it_was_written(both: tuple[int, Alg, Alg]) -> None:
    size, alg, setup = both
    if alg.expanded_length + setup.expanded_length > MAX_TWIZZLE_TURNS:
        return
    link = twizzle_link(alg, setup, size)
    for text in (link, link + "\n", f" <{link}>", link.replace("&", "&amp;"), link.removeprefix("https://")):
        read = read_twizzle(text)
        assert read is not None
        assert read[2] == size
        assert Cube(size).apply(read[0]) == Cube(size).apply(setup)
        assert Cube(size).apply(read[0]).apply(read[1]) == Cube(size).apply(setup).apply(alg)


@pytest.mark.parametrize(
    ("link", "setup", "turns", "size"),
    [
        ("https://alpha.twizzle.net/edit/?alg=R+U", "", "R U", 3),
        ("https://alpha.twizzle.net/edit/", "", "", 3),
        ("https://alpha.twizzle.net/edit/?puzzle=4x4x4&alg=Rw%27%0AU%2F%2Fnote", "", "Rw' U", 4),
        ("http://twizzle.net/edit/?experimental-setup-alg=F&alg=%28R+U%292", "F", "(R U)2", 3),
        ("https://alpha.twizzle.net/edit/?setup-alg=F&alg=R+U&setup-anchor=end", "F U' R'", "R U", 3),
        # alg.cubing.net: a blank is _, a prime is -, a hyphen is &#45; (escape_alg of its source).
        ("https://alg.cubing.net/?alg=R_U_R-_U2-&setup=F-_D", "F' D", "R U R' U2'", 3),
        ("https://alg.cubing.net/?puzzle=5x5x5&alg=2%26%2345%3B3Rw-_2-3Lw", "", "2-3Rw' 2-3Lw", 5),
        ("https://alg.cubing.net/?type=alg&alg=R_U-", "U R'", "R U'", 3),
        ("https://alg.cubing.net/?type=reconstruction&setup=F&alg=R_U-&title=a", "F", "R U'", 3),
        ("https://alg.cubing.net/?alg=[R,_U-]&type=reconstruction-end-with-setup", "[U', R]", "[R, U']", 3),
    ],
)
def test_links_of_twizzle_and_its_predecessor_are_read(link: str, setup: str, turns: str, size: int) -> None:
    read = read_twizzle(link)
    assert read is not None
    assert (Cube(size).apply(read[0]), read[1].__str__(), read[2]) == (
        Cube(size).apply(setup),
        str(Alg(turns)),
        size,
    )


@pytest.mark.parametrize(
    ("link", "reason"),
    [
        ("https://alpha.twizzle.net/edit/?puzzle=pyraminx&alg=R", "shows the puzzle 'pyraminx'"),
        ("https://alpha.twizzle.net/edit/?puzzle=square1", "shows the puzzle 'square1'"),
        ("https://alpha.twizzle.net/edit/?puzzle=2x2x3", "shows the puzzle '2x2x3'"),
        ("https://alpha.twizzle.net/edit/?puzzle=99x99x99", "2x2x2 to 50x50x50"),
        ("https://alpha.twizzle.net/explore/?puzzle-description=c+f+0.3", "shows the puzzle 'c f 0.3'"),
        ("https://alpha.twizzle.net/edit/?alg=R&alg=U", "'alg=R' and 'alg=U' for the same thing"),
        ("https://alpha.twizzle.net/edit/?setup-alg=R&setup=U", "for the same thing"),
        ("https://alpha.twizzle.net/edit/?setup-anchor=middle", "setup at 'middle'"),
        ("https://alg.cubing.net/?type=odd&alg=R", "setup at 'odd'"),
        ("https://alpha.twizzle.net/edit/?alg=R+Q", "column 3: 'Q' is not a turn"),
    ],
)
def test_unusable_link_is_refused(link: str, reason: str) -> None:
    with pytest.raises(UsageError, match=reason):
        read_twizzle(link)


@pytest.mark.parametrize(
    "text",
    ["", "R U", "https://example.org/?alg=R", "https://twizzle.net.example.org/?alg=R", "R // twizzle.net/"],
)
def test_other_text_is_no_link(text: str) -> None:
    assert read_twizzle(text) is None
