"""Random changes of a proof in one place."""

from __future__ import annotations

from random import Random


def changed_number(draw: Random, words: list[str]) -> list[str]:
    place = draw.randrange(len(words))
    number = words[place]
    words[place] = draw.choice(
        [
            f"-{number}",
            number.lstrip("-"),
            "0",
            number + "0",
            number[:-1] or "7",
            str(draw.randrange(60)),
            "d",
        ]
    )
    return words


def changed_line(draw: Random, line: str) -> str:
    words = line.split()
    kind = draw.randrange(8)
    if kind == 0:
        return " ".join(changed_number(draw, words))
    if kind == 1:
        place = draw.randrange(len(words))
        return " ".join([*words[:place], *words[place + 1 :]])
    if kind == 2:
        place = draw.randrange(len(words))
        return " ".join([*words[: place + 1], *words[place:]])
    if kind == 3:
        return " ".join([*words[:1], *draw.sample(words[1:], len(words) - 1)])
    if kind == 4:
        return line[: draw.randrange(len(line) + 1)]
    if kind == 5:
        place = draw.randrange(len(line) + 1)
        return line[:place] + draw.choice(" 0123456789-d+_.\t\r\x00é") + line[place:]
    if kind == 6:
        return "".join(line.split(" ", draw.randrange(1, 3)))
    return f"  {line}  " if draw.random() < 0.5 else line.replace(" ", "  ")


def changed(draw: Random, lines: list[str]) -> str:
    """Return a proof with a change in one place, or of the whole proof."""
    place = draw.randrange(len(lines))
    kind = draw.randrange(8)
    if kind == 0:
        lines = [*lines[:place], *lines[place + 1 :]]
    elif kind == 1:
        lines = [*lines[: place + 1], *lines[place:]]
    elif kind == 2:
        second = draw.randrange(len(lines))
        lines[place], lines[second] = lines[second], lines[place]
    elif kind == 3:
        lines = lines[:place]
    elif kind == 4:
        lines = [*lines, draw.choice(["", "  ", "9 0 1 0", "x", "0 d 1 0"])]
    else:
        lines[place] = changed_line(draw, lines[place])
    end = draw.choice(["\n"] * 9 + ["\r\n"])
    text = "".join(line + end for line in lines)
    return text[:-1] if draw.random() < 0.1 else text
