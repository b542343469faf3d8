"""Draws a cube beside the same cube painted, which is how a view looks: for docs/h48.md and docs/views.md.

python docs/pictures/painted.py docs/pictures
"""

import re
import sys
from collections.abc import Mapping
from pathlib import Path

import numpy as np

from cubeproof import Cube
from cubeproof.draw import svg_net
from cubeproof.puzzle.cube import UNKNOWN, permutation
from cubeproof.puzzle.geometry import FACES, geometry

TURNS = "R U"
SIZE = 320


def painted(labels: Mapping[int, str]) -> Cube:
    """The cube after `TURNS`, with each sticker in the colour of its label; other stickers are unknown."""
    colours = np.array(
        [FACES.index(labels[sticker]) if sticker in labels else UNKNOWN for sticker in range(54)]
    )
    for turn in TURNS.split():
        colours = colours[permutation(turn, 3)]
    return Cube.from_colours(colours.tolist())


def write(path: Path, title: str, *cubes: Cube) -> None:
    """Write the pictures of cubes side by side."""
    parts = []
    for place, state in enumerate(cubes):
        drawn = re.sub(r' (width|height)="[\d.]+"', "", svg_net(state), count=2)
        drawn = drawn.replace(
            "<svg", f'<svg x="{place * (SIZE + 20)}" width="{SIZE}" height="{SIZE * 3 // 4}"', 1
        )
        parts.append(drawn)
    width = len(cubes) * (SIZE + 20) - 20
    path.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {SIZE * 3 // 4}" '
        f'width="{width}" height="{SIZE * 3 // 4}">\n'
        f"<title>{title}</title>\n" + "\n".join(parts) + "\n</svg>\n",
        encoding="utf-8",
    )


def main(folder: Path) -> None:
    """Write all pictures."""
    cube, cubies = Cube(3).apply(TURNS), geometry(3).cubies
    kinds = (cubies == 0).sum(axis=1)
    opposite = {sticker: "URF"[face % 3] for sticker, face in enumerate(geometry(3).faces.tolist())}
    corners = {
        sticker: "U" if opposite[sticker] == "U" else "D" for sticker in np.flatnonzero(kinds == 0).tolist()
    }
    equator = {
        sticker: "R" if cubies[sticker, 1] == 0 else "L" for sticker in np.flatnonzero(kinds == 1).tolist()
    }
    title = f"A cube after {TURNS}, and the same cube with opposite faces in one colour"
    write(folder / "painted.svg", title, cube, painted(opposite))
    title = f"A cube after {TURNS}, its view by twists of corners, and its view by edges of the middle layer"
    write(folder / "views.svg", title, cube, painted(corners), painted(equator))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
