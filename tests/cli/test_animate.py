"""`animate` writes a film in the format of the file's name, or refuses with a reason."""

from pathlib import Path

import pytest

from cubeproof.cli import main

Capture = pytest.CaptureFixture[str]
SMALL = ["--size", "2", "--pixels", "48"]

MAGIC = {
    "a.gif": b"GIF89a",
    "a.GIF": b"GIF89a",
    "a.webp": b"RIFF",
    "a.png": b"\x89PNG\r\n\x1a\n",
    "a.apng": b"\x89PNG\r\n\x1a\n",
    "a.svg": b"<svg",
    "a.html": b"<!doctype html",
}


class TestFormats:
    @pytest.mark.parametrize("name", MAGIC)
    def test_the_name_chooses_the_format(self, name: str, tmp_path: Path, capsys: Capture) -> None:
        path = tmp_path / name
        assert main(["animate", "R U'", *SMALL, "-o", str(path)]) == 0
        seen = capsys.readouterr()
        written = path.read_bytes()
        assert written.lstrip()[: len(MAGIC[name])].lower() == MAGIC[name].lower()
        assert seen.out == ""
        assert seen.err == f"{path}: {len(written):,} bytes\n"
        assert (written[8:12] == b"WEBP") == (name == "a.webp")
        assert (b"acTL" in written) == (path.suffix in (".png", ".apng"))

    def test_film_depends_on_its_start_its_colours_its_speed_and_its_size(self, tmp_path: Path) -> None:
        films = set()
        for more in (
            [],
            ["--from", "F R"],
            ["--palette", "colourblind"],
            ["--palette", "U=#fff R=#b00"],
            ["--speed", "5"],
            ["--pixels", "64"],
        ):
            assert main(["animate", "U", *SMALL, *more, "-o", str(tmp_path / "a.svg")]) == 0
            films.add((tmp_path / "a.svg").read_text())
        assert len(films) == 6

    def test_film_of_a_goal_is_masked_and_can_show_the_far_side(self, tmp_path: Path) -> None:
        films = {"a.svg": [], "b.svg": ["--mask", "layer", "--from", "F2"], "c.svg": ["--hidden"]}
        for name, request in films.items():
            assert main(["animate", "U", *SMALL, *request, "-o", str(tmp_path / name)]) == 0
        whole, masked, hidden = ((tmp_path / name).read_text() for name in films)
        assert ("#5a606a" in whole, "#5a606a" in masked) == (False, True)
        assert "ffd500" in masked, "F2 brings stickers of D up, which the layer asks for"
        assert ('data-colour="D"' in whole, 'data-colour="D"' in hidden) == (False, True)


BAD = {
    "an unknown ending": (["R", "-o", "a.bmp"], "A film is written as .gif, .webp, .png"),
    "no ending": (["R", "-o", "film"], "not as a file without ending"),
    "a turn that is none": (["R Q", "-o", "a.gif"], "Column 3: 'Q' is not a turn.\nR Q\n  ^"),
    "a layer that is not there": (["R 9Rw", "-o", "a.gif"], "Column 3: 9Rw needs 9 layers"),
    "a middle where there is none": (["M", "--size", "6", "-o", "a.gif"], "Column 1: M turns the middle"),
    "a start that is none": (["R", "--from", "U Q", "-o", "a.gif"], "Column 3: 'Q' is not a turn"),
    "too slow": (["R", "--speed", "0.01", "-o", "a.gif"], "from 0.1 to 10, not 0.01"),
    "too fast": (["R", "--speed", "11", "-o", "a.gif"], "from 0.1 to 10, not 11"),
    "no speed": (["R", "--speed", "nan", "-o", "a.gif"], "from 0.1 to 10, not nan"),
    "no speed for a page": (["R", "--speed", "0", "-o", "a.html"], "from 0.1 to 10, not 0"),
    "too small": (["R", "--pixels", "0", "-o", "a.gif"], "pixels"),
    "far too large": (["R", "--pixels", "1000000", "-o", "a.gif"], "pixels"),
    "too much": (["(R U)900", "-o", "a.gif"], "turns|stickers|memory|frames"),
    "a size that no cube has": (["R", "--size", "1", "-o", "a.gif"], "2 to 50 layers, not 1"),
    "a mask that is none": (["R", "--mask", "crss", "-o", "a.gif"], "no goal 'crss'"),
    "a palette that is none": (["R", "--palette", "pink", "-o", "a.gif"], "pink"),
    "a folder that is not there": (["R", "--size", "2", "--pixels", "48", "-o", "no/a.gif"], "No such file"),
}


class TestBadInput:
    @pytest.mark.parametrize("case", BAD)
    def test_bad_input_gets_a_clear_sentence_and_writes_nothing(
        self, case: str, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        arguments, expected = BAD[case]
        monkeypatch.chdir(tmp_path)
        assert main(["animate", *arguments]) == 2
        seen = capsys.readouterr()
        assert seen.out == ""
        assert seen.err.startswith("cubeproof: ")
        assert any(part in seen.err for part in expected.split("|"))
        assert "Traceback" not in seen.err
        assert list(tmp_path.iterdir()) == []

    def test_a_film_without_a_name_is_refused(self, capsys: Capture) -> None:
        with pytest.raises(SystemExit) as caught:
            main(["animate", "R"])
        assert caught.value.code == 2
        assert "-o" in capsys.readouterr().err
