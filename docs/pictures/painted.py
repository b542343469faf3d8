"""Draws a cube, and the same cube with opposite faces in one colour, for docs/h48.md.

python docs/pictures/painted.py docs/pictures/painted.svg
"""

import re
import sys
from pathlib import Path

from cubeproof import Cube
from cubeproof.draw import svg_net

TURNS = "R U"
SIZE = 320


def main(path: str) -> None:
    """Write the picture: the cube on the left, painted on the right."""
    cube = Cube(3).apply(TURNS)
    painted = Cube.from_facelets(cube.facelets.translate(str.maketrans("DLB", "URF")))
    parts = []
    for place, state in enumerate((cube, painted)):
        drawn = re.sub(r' (width|height)="[\d.]+"', "", svg_net(state), count=2)
        drawn = drawn.replace(
            "<svg", f'<svg x="{place * (SIZE + 20)}" width="{SIZE}" height="{SIZE * 3 // 4}"', 1
        )
        parts.append(drawn)
    Path(path).write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {2 * SIZE + 20} {SIZE * 3 // 4}" '
        f'width="{2 * SIZE + 20}" height="{SIZE * 3 // 4}">\n'
        f"<title>A cube after {TURNS}, and the same cube with opposite faces in one colour</title>\n"
        + "\n".join(parts)
        + "\n</svg>\n",
        encoding="utf-8",
    )


if __name__ == "__main__":
    main(sys.argv[1])
