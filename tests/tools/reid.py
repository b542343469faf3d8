"""Michael Reid's optimal solver as an independent program: Debian's package `rubiks`.

Debian compiles it for quarter turns. The program reads one cube per line: the cubies in the places of `PLACES`, each
by the colours that it shows, named after the faces.
"""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path

from second_opinion.lattice import FACES, after, points, solved

PLACES = "UF UR UB UL DF DR DB DL FR FL BR BL UFR URB UBL ULF DRF DFL DLB DBR"

# The outward direction of each face, as in `second_opinion.lattice`.
_WAYS = {"U": (0, 1, 0), "R": (1, 0, 0), "F": (0, 0, 1), "D": (0, -1, 0), "L": (-1, 0, 0), "B": (0, 0, -1)}

_ANSWER = re.compile(r" *((?:[URFDLB][ 2'] *)*) *\((\d+)q\*")


def program() -> Path | None:
    """Return the path of the program, or None if the package is not installed."""
    results = shutil.which("rubiks_optimal")
    return None if results is None else Path(results)


def cube_line(scramble: str) -> str:
    """Return the state after these turns in the notation of the program."""
    state = after(solved(3), scramble, 3)
    number = {tuple(point): index for index, point in enumerate(points(3).tolist())}
    return " ".join(
        "".join(FACES[state[number[_sticker_point(place, face)]]] for face in place)
        for place in PLACES.split()
    )


def _sticker_point(place: str, face: str) -> tuple[int, ...]:
    """Return the point of a sticker: coordinate 2 towards each face of its place, and 3 towards its own face."""
    return tuple(sum(_WAYS[way][axis] * (3 if way == face else 2) for way in place) for axis in range(3))


def quarter_turn_lengths(solver: Path, scrambles: Sequence[str]) -> list[tuple[int, str]]:
    """Return the optimal length of each state in quarter turns, and a solution.

    The program builds a table first, which takes a minute. A state of 19 quarter turns takes minutes too.
    """
    results = []
    with subprocess.Popen([solver], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as run:
        assert run.stdin is not None
        assert run.stdout is not None
        try:
            for scramble in scrambles:
                cube = cube_line(scramble)
                print(cube, file=run.stdin, flush=True)
                # The program repeats the cube first. Lines before that are answers to the previous cube.
                _read_until(run.stdout, re.compile(cube))
                answer = _read_until(run.stdout, _ANSWER)
                results.append((int(answer[2]), " ".join(answer[1].split())))
                # The program would search for all answers of this length; after an interrupt it reads the next cube.
                run.send_signal(signal.SIGINT)
        finally:
            run.kill()
    return results


def _read_until(lines: Iterable[str], pattern: re.Pattern[str]) -> re.Match[str]:
    for line in lines:
        assert "invalid" not in line, line
        if match := pattern.match(line):
            return match
    raise AssertionError("The program has ended.")
