"""The net as text for terminals: letters, coloured cells, or emoji squares.

::

           U U U
           U U U
           U U U
    L L L  F F F  R R R  B B B
    ...

`ansi` has a letter in every coloured cell, so it is readable without colours; `emoji` needs no colours of the terminal;
`letters` is plain text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Literal

from cubeproof.base.argument_checks import expect
from cubeproof.draw.flat_scene import NET
from cubeproof.draw.palette import STANDARD, Palette, ink
from cubeproof.errors import UsageError
from cubeproof.puzzle.alg import Alg
from cubeproof.puzzle.cube import Cube
from cubeproof.puzzle.geometry import FACES
from cubeproof.puzzle.lower_case import read_turns
from cubeproof.puzzle.move import Move
from cubeproof.sentences import Template

if TYPE_CHECKING:
    from rich.text import Text

_NO_STYLE = Template("draw.net-style", "A net is drawn in ansi, emoji or letters, not in {style!r}.")

Style = Literal["ansi", "emoji", "letters"]


def net(cube: Cube, style: Style = "letters", palette: Palette = STANDARD) -> str:
    """Return the net of a cube as text of 3·N lines, without a final line break.

    Args:
        cube: the state; unknown stickers are `?`, or a black square.
        style: `ansi`, cells with letters in 256 colours; `emoji`, coloured squares; `letters`, plain text.
        palette: the colours.

    Raises:
        UsageError: an unknown style.

    >>> print(net(Cube(2).apply("R")))
         U F
         U F
    L L  F D  R R  U B
    L L  F D  R R  U B
         D B
         D B
    >>> print(net(Cube(2), "emoji").splitlines()[2])
    🟧🟧 🟩🟩 🟥🟥 🟦🟦
    """
    expect("cube", cube, Cube, "a Cube")
    expect("palette", palette, Palette, "a Palette")
    if style == "letters":
        return _rows(cube, lambda letter: f"{letter} ", "  ")
    if style == "emoji":
        squares = dict(zip(FACES + "?", (*palette.emoji, palette.unknown_emoji), strict=True))
        # Emoji are two columns wide, like the ideographic space.
        return _rows(cube, squares.__getitem__, "\u3000")
    if style == "ansi":
        from rich.color import ColorSystem
        from rich.style import Style as RichStyle

        width = _cell_width(cube)
        cells = {}
        for letter in FACES + "?":
            colour = palette.colour(letter)
            cell_style = RichStyle(color=ink(colour), bgcolor=colour)
            cells[letter] = cell_style.render(f"{letter:^{width}}", color_system=ColorSystem.EIGHT_BIT)
        return _rows(cube, cells.__getitem__, " " * width)
    raise UsageError(_NO_STYLE(style=style))


def net_steps(
    cube: Cube, alg: Alg | str, style: Style = "letters", palette: Palette = STANDARD
) -> Iterator[tuple[Move, str]]:
    """Yield the net after each turn of an algorithm.

    Args:
        cube: the state before the first turn.
        alg: the turns.
        style: see `net`.
        palette: the colours.

    Yields:
        Each turn, and the net after it.

    Raises:
        NotationError: the algorithm's text has a fault, with the column.
        UsageError: a turn that this size does not have, or an unknown style.

    >>> for move, picture in net_steps(Cube(2), "R U"):
    ...     print(move, picture.splitlines()[2])
    R L L  F D  R R  U B
    U F D  R R  U B  L L
    """
    expect("cube", cube, Cube, "a Cube")
    for move in alg if isinstance(alg, Alg) else read_turns(alg, cube.size)[0]:
        cube = cube.apply(move)
        yield move, net(cube, style, palette)


def rich_net(cube: Cube, palette: Palette = STANDARD, emphasised: Iterable[int] = ()) -> Text:
    """Return the net for `rich`, which adapts the colours to the terminal; every cell has its letter.

    Args:
        cube: the state.
        palette: the colours.
        emphasised: numbers of stickers whose letters are in brackets, such as the suspects of a diagnosis.

    >>> print(rich_net(Cube(2)).plain.splitlines()[2])
     L  L   F  F   R  R   B  B
    """
    from rich.text import Text

    marked = set(emphasised)
    width = 3 if marked else _cell_width(cube)
    styles = {
        letter: f"{'bold ' if letter != '?' else ''}{ink(palette.colour(letter))} on {palette.colour(letter)}"
        for letter in FACES + "?"
    }
    text, facelets = Text(no_wrap=True), cube.facelets
    for line, blocks in enumerate(_blocks(cube.size)):
        text.append("\n" if line else "")
        for column, block in enumerate(blocks):
            text.append(" " if column else "")
            if block is None:
                text.append(" " * width * cube.size)
                continue
            for sticker in block:
                letter = facelets[sticker]
                cell = f"[{letter}]" if sticker in marked else f"{letter:^{width}}"
                text.append(cell, styles[letter])
    return text


def _blocks(size: int) -> Iterator[list[range | None]]:
    """Yield the lines of the net as lists of rows of faces: sticker numbers, or None without a face."""
    for line in range(3):
        faces = {column: FACES.index(face) for face, (column, row) in NET.items() if row == line}
        for row in range(size):
            starts = (
                faces[column] * size**2 + row * size if column in faces else None
                for column in range(max(faces) + 1)
            )
            yield [None if start is None else range(start, start + size) for start in starts]


def _rows(cube: Cube, cell: Callable[[str], str], nothing: str) -> str:
    facelets = cube.facelets
    lines = []
    for blocks in _blocks(cube.size):
        faces = (
            nothing * cube.size if block is None else "".join(cell(facelets[sticker]) for sticker in block)
            for block in blocks
        )
        lines.append(" ".join(faces).rstrip(" "))
    return "\n".join(lines)


def _cell_width(cube: Cube) -> int:
    """Return the width of a cell: three columns, or two if three do not fit into 80 columns."""
    return 3 if 4 * 3 * cube.size + 3 <= 80 else 2
