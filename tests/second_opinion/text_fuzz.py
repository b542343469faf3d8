"""Random texts: cubes in every form, turns in every spelling, and what becomes of both when people copy them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from math import isqrt
from random import Random

from second_opinion.lattice import FACES, after, letters, slabs, solved

_PRIMES = ["'"] * 6 + list("’‘′`´ʼʹ＇‛")
_AMOUNTS = ["", "", "", "2", "'", "²", "3", "2'", "'2"]
_NAMES = [*("URFDLB" * 4), *"rufdlbMESxyzm", "Rw", "Uw", "Lw", "3Rw", "2R", "2-3Rw", "3r", "R{1}", "U{0}"]
_GAPS = [" "] * 12 + ["", "  ", "\t", "\n", " . ", " * ", " + ", " // a (R) x6\n", " /* R, U */ ", ", "]
_COUNTS = ["", "", "", " (16)", " (3q*, 3f)", " (4 ETM)", " - 21 moves", " (20f*)", "(12)", " // 21 moves"]
_REPEATS = [
    "",
    "",
    "2",
    "'",
    "3'",
    " x2",
    "x3",
    ")",
    "×3",
    "^3",
    "*3",
    "1 x2",
    " x",
    " x'",
    "'x2",
    "x 2",
    " X2",
]
_ODD = "URFDLBurfdlbMxyzw0123456789'’()[]{},:*+-×^?².\"\n /#%QWGYO🟥é\u00a0i|'\""


def net(word: str) -> str:
    """The net of a cube in letters, each with a blank after it."""
    edge = isqrt(len(word) // 6)
    rows = [" ".join(word[at * edge :][:edge]) for at in range(6 * edge)]
    face = {name: rows[at * edge :][:edge] for at, name in enumerate(FACES)}
    middle = ["  ".join(parts) for parts in zip(*(face[name] for name in "LFRB"), strict=True)]
    blank = " " * (2 * edge + 1)
    return "\n".join([*(blank + row for row in face["U"]), *middle, *(blank + row for row in face["D"])])


def _in_rows(word: str, letter: str, row: str, face: str) -> str:
    """The letters of a cube, with these separators between letters, rows and faces."""
    edge = isqrt(len(word) // 6)
    rows = [letter.join(word[at : at + edge]) for at in range(0, len(word), edge)]
    return face.join(row.join(rows[at : at + edge]) for at in range(0, len(rows), edge))


def typed(word: str, random: Random) -> str:
    """The facelets of a cube in one of the forms that are read."""
    area = len(word) // 6
    colours = "WRGYOB"
    if area % 2 and len(set(word[area // 2 :: area])) == 6 and "?" not in word[area // 2 :: area]:
        if random.random() < 0.5:
            colours = "".join(random.sample(colours, 6))
        if word[area // 2 :: area] != FACES:
            colours = FACES  # The centres would be taken for the names of the faces.
    elif area % 2:
        colours = FACES
    word = word.translate(str.maketrans(FACES, colours)) if random.random() < 0.3 else word
    forms: list[Callable[[], str]] = [
        lambda: word,
        lambda: " ".join(word),
        lambda: ",".join(word),
        lambda: ", ".join(word),
        lambda: _in_rows(word, "", " ", "  "),
        lambda: _in_rows(word, "", "", random.choice([" ", ",", "\n", ", "])),
        lambda: _in_rows(word, " ", "\n", "\n"),
        lambda: _in_rows(word, ",", "\n", "\n"),
    ]
    if set(word) <= set(FACES):
        forms += [lambda: repr(list(word))]
        forms += [lambda: str([word[at : at + area] for at in range(0, 6 * area, area)]).replace(", ", " ")]
        forms += [lambda: net(word)]
    text = random.choice(forms)()
    cases: list[Callable[[str], str]] = [str, str, str.lower, str.title]
    case = random.choice(cases) if "'" not in text and "\n" not in text else str
    return case(text)


def _turns(random: Random, length: int) -> str:
    text = ""
    calm = random.random() < 0.7
    for _ in range(length):
        name = random.choice(_NAMES[:24] if calm else _NAMES)
        text += (
            name
            + random.choice(_AMOUNTS).replace("'", random.choice(_PRIMES))
            + random.choice(_GAPS[: 12 if calm else None])
        )
    return text


def _bracketed(random: Random) -> str:
    parts = [_turns(random, random.randint(1, 4)) for _ in range(3)]
    form = random.choice(
        ["({})", "[{}, {}]", "[{}: {}]", "{}: {}", "({}: {})", "[{}:[{},{}]]", "{}:[{},{}]", "([{}, {}])"]
    )
    return form.format(*parts) + random.choice(_REPEATS)


def _algorithm(random: Random) -> str:
    parts = [
        random.choice([_turns(random, random.randint(1, 8)), _bracketed(random)])
        for _ in range(random.randint(1, 3))
    ]
    return random.choice([" ", " ", ""]).join(parts) + random.choice(_COUNTS)


def _cube(random: Random) -> str:
    size = random.choice([2, 2, 3, 3, 3, 4])
    turns = random.choices(slabs(size), k=random.randint(0, 12))
    word = letters(after(solved(size), " ".join(turn.name for turn in turns), size))
    spoil = random.random()
    if spoil < 0.25:
        place = random.randrange(len(word))
        word = word[:place] + random.choice([*FACES, "?", "x", "", "UU"]) + word[place + 1 :]
    elif spoil < 0.35:
        word = "".join(word[face * size * size :][: size * size] for face in random.sample(range(6), 6))
    elif spoil < 0.4:
        word = word.translate(str.maketrans(FACES, random.choice(["012345", "abcdef", "⬜🟥🟩🟨🟧🟦"])))
    elif spoil < 0.5:
        return (
            net(word) if random.random() < 0.5 else "\n".join(net(word).split("\n")[random.randint(0, 2) :])
        )
    elif spoil < 0.6:
        names = "+".join(turn.name.replace("'", "%27") for turn in turns)
        return f"https://alpha.twizzle.net/edit/?alg={names}&puzzle={size}x{size}x{size}&setup-alg=R+U2"
    return (
        typed(word, random) if len(word) % 6 == 0 and isqrt(len(word) // 6) ** 2 == len(word) // 6 else word
    )


def in_rows_of_a_net(word: str) -> str:
    """The letters of a cube by the rows of its net: U, rows of L F R B, D."""
    return re.sub(r"\s", "", net(word))


def _plain_turns(random: Random) -> list[str]:
    return [
        random.choice("URFDLB") + random.choice(["", "", "2", "'"])
        for _ in range(random.choice([1, 2, 4, 24]))
    ]


def _inverses(text: str, random: Random) -> str:
    return text.replace("'", random.choice("'i-"))


def pasted(random: Random) -> str:
    """Turns or a cube as a program, a page or a person writes them, with something around them."""
    words = _plain_turns(random)
    line = " ".join(words)
    time = random.choice(["3.02", "1:03.4+", "(9.81)", "DNF(7.15)", "12.5=5.5+7.0", "8.04[oops]"])
    solve = f"{random.randint(1, 12)}. {time}   {line}{random.choice(['', '  ', '   @2024-05-05 10:10:10'])}"
    answer = " ".join(word[0] + {"'": "", "2": "2"}.get(word[1:], "'") for word in words[::-1])
    cube = letters(after(solved(3), line, 3))
    forms: list[Callable[[], str]] = [
        lambda: _inverses(", ".join(words), random),
        lambda: random.choice([" -> ", "->", " → "]).join(words),
        lambda: str(words),
        lambda: str(tuple(words)),
        lambda: json.dumps(words),
        lambda: _inverses(line, random),
        lambda: f"Scramble {random.randint(1, 9)}: {line}",
        lambda: f'"{line}"{random.choice(["", ","])}',
        lambda: solve,
        lambda: f"Generated By csTimer on 2024-5-5\nmean: 3.02\n\nTime List:\n{solve}",
        lambda: f"{line} | {answer}",
        lambda: in_rows_of_a_net(cube),
        lambda: f"{cube} // {line}",
        lambda: f"Scramble: {cube}",
        lambda: f"{cube[: random.randint(19, 53)]}",
    ]
    return random.choice(forms)()


def random_text(random: Random) -> tuple[str, int | None]:
    """A text, and the number of layers that the user names beside it, or None."""
    text = random.choice([_algorithm, _algorithm, _bracketed, _cube, _cube, pasted, pasted])(random)
    while random.random() < 0.25:
        place = random.randrange(len(text) + 1)
        text = text[:place] + random.choice(["", random.choice(_ODD)]) + text[place + random.randint(0, 1) :]
    if random.random() < 0.05:
        text += random.choice(["", " ", "\n"]) + random.choice([_algorithm, _cube])(random)
    return text, random.choice([None, None, None, 2, 3, 4, 5])
