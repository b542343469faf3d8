"""A second reader of texts: what a text means, decided from the written rules only. It shares no code with the product.

`meaning` says whether a text is a cube, turns, refused, or refused because it has two readings. Where the rules leave
the answer open, or where it takes more than this reader knows, the meaning is open: any answer is accepted.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from math import isqrt
from typing import Literal
from urllib.parse import parse_qs, urlsplit

import numpy as np

from permutation_group import PermutationGroup
from second_opinion.lattice import FACES, Array, Turn, after, cubies, letters, permutation, solved

Kind = Literal["cube", "turns", "refused", "two readings", "open"]
MOST_TURNS = 20_000


@dataclass(frozen=True)
class Word:
    """One turn as it is written: its letter, the layers that its digits and its `w` name, and its quarters."""

    letter: str
    low: int | None
    high: int | None
    wide: bool
    quarters: int

    def inverse(self) -> Word:
        return Word(self.letter, self.low, self.high, self.wide, -self.quarters % 4)

    def turn(self, size: int, lower_case: str) -> Turn | None:
        """The turn of a cube of this size; None if the cube lacks it."""
        letter, face = self.letter, self.letter.upper()
        if letter in "xyz":
            first, last, face = 1, size, {"x": "R", "y": "U", "z": "F"}[letter]
        elif face in "MES":
            face = {"M": "L", "E": "D", "S": "F"}[face]
            middle = letter.isupper() and size != 4
            if (middle and not size % 2) or size < 3:
                return None
            first, last = ((size + 1) // 2,) * 2 if middle else (2, size - 1)
        else:
            wide = self.wide or (letter.islower() and (lower_case == "wide" or self.low is not None))
            last = self.high or (2 if self.wide or letter.islower() else 1)
            first = self.low or (1 if wide else last)
        return Turn(face, first, last, self.quarters) if 1 <= first <= last <= size else None


@dataclass(frozen=True)
class Meaning:
    """The kind of a text; for a cube its facelets in URFDLB order, for turns the words, brackets written out."""

    kind: Kind
    facelets: str = ""
    words: tuple[Word, ...] = ()

    def effect(self, size: int, lower_case: str | None = None) -> Array | None:
        """The permutation of stickers that the turns make; None if a cube of this size lacks one of them."""
        wide = {word.letter for word in self.words if word.wide}
        if lower_case is None:
            mixed = any(word.letter.islower() and word.letter.upper() in wide for word in self.words)
            lower_case = "inner" if mixed else "wide"
        state = np.arange(6 * size * size)
        for word in self.words:
            turn = word.turn(size, lower_case if size > 3 else "wide")
            if turn is None:
                return None
            state = state[permutation(turn, size)] if turn.quarters else state
        return state

    def cube(self, size: int, lower_case: str | None = None) -> str | None:
        """The facelets that the text leads to on a cube of this size; None if it leads to none."""
        if self.kind == "cube":
            return self.facelets
        effect = self.effect(size, lower_case)
        return None if effect is None else letters(solved(size)[effect])


REFUSED, TWO_READINGS, OPEN = Meaning("refused"), Meaning("two readings"), Meaning("open")


def meaning(text: str, size: int | None = None) -> Meaning:
    """The meaning of a text where both turns and a cube are expected, with the size that was given beside it."""
    text = text.removeprefix("\ufeff")
    decided = _link(text) or _net(text) or _facelets(text, size) or _printed(text) or turns(text)
    if decided.kind == "cube" and size not in {None, isqrt(len(decided.facelets) // 6)}:
        return REFUSED
    return decided


# Cubes.

_COLOURS = "WRGYOB"  # white is U, red R, green F, yellow D, orange L, blue B
_EMOJI = dict(zip("⬜🟥🟩🟨🟧🟦", FACES, strict=True))


def _facelets(text: str, size: int | None) -> Meaning | None:
    """A text of letters of faces or colours, with blanks, line breaks and commas; None if it is no cube."""
    word = re.sub(r"[\s,]", "", text)
    colours = set(word.upper()) <= {*_COLOURS, "?"} and set(word.upper()) & set("WYGO")
    if not word or not (colours or set(word.upper()) <= {*FACES, "?"}):
        return None
    edge = isqrt(len(word) // 6)
    whole = edge > 1 and len(word) == 6 * edge * edge
    even = whole and sorted(Counter(word.upper()).values()) == [edge * edge] * 6
    apart = all(len(part) == 1 for part in re.split(r"[\s,]+", text.strip()))
    cube = _coloured(word.upper()) if whole and colours else Meaning("cube", word.upper())
    if apart:
        if not even:
            return OPEN if whole and ("?" in word or colours or "," in text) else None
        if "," in text or colours:
            return cube
        if size not in {None, edge}:
            return TWO_READINGS
        possible = is_possible(word.upper())
        return OPEN if possible is None else cube if possible else TWO_READINGS
    if len(re.match(r"[^\s,]*", text.strip())[0]) < 2 and not even:  # type: ignore[index]
        return OPEN  # Turns of which two stand together, or facelets with a blank after the first.
    if word.isupper() or colours or not re.search(r"\s|,", text) or even:
        if whole:
            return OPEN if "," in text and not even else cube
        return REFUSED if len(word) >= 24 and (word.isupper() or colours) else None
    return OPEN if whole else None


def _coloured(word: str) -> Meaning:
    """A cube in letters of colours: on odd sizes the centres say which colour belongs to which face."""
    area = len(word) // 6
    names = word[area // 2 :: area] if area % 2 else _COLOURS
    if len(set(names)) < 6 or "?" in names or not set(word) <= {*names, "?"}:
        return OPEN
    return Meaning("cube", word.translate(str.maketrans(names, FACES)))


@cache
def _group(size: int) -> PermutationGroup:
    return PermutationGroup([after(np.arange(6 * size * size), name, size).tolist() for name in "URFDLBxyz"])


@cache
def _corners(size: int) -> list[list[int]]:
    """The places of every cubie, in the order of a walk around it."""
    slots: dict[tuple[int, ...], list[int]] = {}
    for place, cubie in enumerate(cubies(size).tolist()):
        slots.setdefault(tuple(cubie), []).append(place)
    return list(slots.values())


def is_possible(facelets: str) -> bool | None:
    """Whether turns lead to these facelets; None if this reader cannot decide, on more than three layers."""
    size = isqrt(len(facelets) // 6)
    if size > 3 or "?" in facelets:
        return None
    homes = {frozenset(FACES[place // (size * size)] for place in slot): slot for slot in _corners(size)}
    stickers = [0] * len(facelets)
    for slot in _corners(size):
        home = homes.get(frozenset(facelets[place] for place in slot))
        if home is None or len({facelets[place] for place in slot}) < len(slot):
            return False
        for place in slot:
            stickers[place] = next(at for at in home if FACES[at // (size * size)] == facelets[place])
    return stickers in _group(size)


def _net(text: str) -> Meaning | None:
    """The net of a cube: U, then L F R B beside one another, then D; in letters or emoji, also coloured by ANSI."""
    plain = re.sub(r"\x1b\[[0-9;]*m", " ", text)
    rows = [re.findall(r"\S", row) for row in plain.splitlines() if row.strip()]
    edge = len(rows) // 3
    names = {**dict(zip([*FACES, "?"], [*FACES, "?"], strict=True)), **_EMOJI}
    if edge < 2 or [len(row) for row in rows] != [edge] * edge + [4 * edge] * edge + [edge] * edge:
        # Rows of four faces beside one another: a net with a fault.
        return (
            OPEN
            if len(re.findall(r"^.*\S {2,}\S.*\S {2,}\S.*\S {2,}\S.*$", plain, re.MULTILINE))
            and len(rows) > 2
            else None
        )
    if not {sticker for row in rows for sticker in row} <= set(names):
        return OPEN
    blocks = {"U": rows[:edge], "D": rows[2 * edge :]}
    for number, face in enumerate("LFRB"):
        blocks[face] = [row[number * edge : (number + 1) * edge] for row in rows[edge : 2 * edge]]
    word = "".join(names[sticker] for face in FACES for row in blocks[face] for sticker in row)
    possible = "?" not in word and is_possible(word)
    return Meaning("cube", word) if possible or re.search(r"[^URFDLB\s]", text) else OPEN


def _printed(text: str) -> Meaning | None:
    """A list of stickers as Python or NumPy prints it, with quotes and brackets."""
    word = re.sub(r"[\s,'\"\[\]()]", "", text)
    edge = isqrt(len(word) // 6)
    if edge < 2 or len(word) != 6 * edge * edge or not set(word) <= {*FACES, "?"}:
        return None
    quoted = re.fullmatch(r"(?:[\[\](),\s]*(?:'[URFDLB?]+'|\"[URFDLB?]+\"))+[\])\s]*", text)
    if not quoted or sorted(Counter(word).values()) != [edge * edge] * 6:
        return OPEN if turns(text).kind == "refused" else None
    return Meaning("cube", word)


def _link(text: str) -> Meaning | None:
    """A link to Twizzle: the cube after its setup and then its turns."""
    link = urlsplit(text.strip())
    if not re.search(r"\s", text.strip()) and "twizzle.net" in text and link.scheme != "https":
        return OPEN
    if "\n" in text.strip() or link.scheme != "https" or not link.netloc.endswith("twizzle.net"):
        return None
    if re.search(r"\s", text.strip()):
        return OPEN  # A link has no blanks.
    query = parse_qs(link.query)
    size = re.fullmatch(r"(\d)x\1x\1", query.get("puzzle", ["3x3x3"])[0])
    both = [turns(query.get(name, [""])[0]) for name in ("setup-alg", "alg")]
    if size is None or any(part.kind != "turns" for part in both):
        return OPEN
    facelets = Meaning("turns", words=both[0].words + both[1].words).cube(int(size[1]), "wide")
    return Meaning("cube", facelets) if facelets else REFUSED


# Turns.

_UNIT = r"(?:[fhqs]\*?|(?i:htm|qtm|stm|ftm|obtm|etm)\*?)"
_COUNT = re.compile(rf"(?:\(\s*\d+\s*{_UNIT}?(?:\s*,\s*\d+\s*{_UNIT})*\s*\)|\s-\s*\d+ moves)[\s.]*\Z")
_TURN = re.compile(
    r"(?:(\d+)-)?(\d+)?([URFDLBurfdlbMESmesxyz])(w?)('?)(\d*)('?)(\{ *(\d+) *\})?", flags=re.ASCII
)
_OPEN_FORMS = [
    r"²['’]?[\d²]|[\d²][²]",  # two amounts
    r"(?<=[\])'])\s*[×^]\s*\D",  # a repetition without a number
    r"[\])]['\d]*\s+[×^]|[\])]['\d]+[×^]|[×^]\s+\d|[×^]\d+'",  # … or not directly after a bracket
    r"[\])]['\d]*\s*\*+\s*\d|[\])][\d']*\s*\{|[\])]'\d*\s*x",
    r"(?:^|\s)\{|\{[^0-9]*\}|\}\s*[{}]",  # braces that are no depth
    r"[\])]['\d]*\s*x\s+\d",
    r"[×^]\d+[A-Za-z]|(?<=\S)[*+]|[*+](?=\S)|^\s*[*+]|[*+]\s*$",  # marks not between blanks, legends
    r"^\s*\d+\s*[.)]|\d\d{5}",  # numbers of lines; amounts too large
    r"//|/\*|\*/",  # comments inside comments, or never closed
]


class _FaultError(Exception):
    def __init__(self, kind: Kind = "refused") -> None:
        self.kind: Kind = kind


def turns(text: str) -> Meaning:
    """The meaning of a text where only turns are expected."""
    text = re.sub("[’‘′`´ʼʹ＇‛]", "'", text.removeprefix("\ufeff"))
    text = re.sub(
        r"//[^\n]*|/\*.*?\*/", lambda comment: "\n" * comment[0].count("\n") or " ", text, flags=re.DOTALL
    )
    counted = _COUNT.search(text)
    if counted and re.search(r"[A-Za-z]", text[: counted.start()]):
        if re.match(r"\(\s*\d+\s*\)", counted[0]) and re.search(
            r"[\])]['\d]*[\s.]*\Z", text[: counted.start()]
        ):
            return OPEN  # A count, or a repetition of the bracket before it.
        text = text[: counted.start()] + " "
    if re.search(r"[\])]\*\d+\s+[URFDLBurfdlb]", text) or re.search(
        r"[\])]\s*x(?!1\b|0)\d+'?(?![\dA-Za-z'-])", text
    ):
        # Something else may be wrong before this place: then either refusal is right.
        return (
            TWO_READINGS if _parsed(re.sub(r"([\])])(\*|\s*x)\d+", r"\1", text)).kind == "turns" else REFUSED
        )
    if re.search(r"[*+]\s*[=:]", text):
        return OPEN  # A mark with a legend.
    text = re.sub(r"(?<=\s)[*+](?=\s)", " ", text)
    if any(re.search(form, text) for form in _OPEN_FORMS):
        return OPEN
    text = re.sub(r"(?<=[\])])[×^](?=\d)", "", text).replace("²", "2")
    return _parsed(text)


def _parsed(text: str) -> Meaning:
    try:
        words, end = _sequence(text, 0, "")
        assert end == len(text)
    except _FaultError as fault:
        return Meaning(fault.kind)
    return Meaning("turns", words=tuple(words))


def _inverse(words: list[Word]) -> list[Word]:
    return [word.inverse() for word in reversed(words)]


def _sequence(text: str, at: int, closing: str) -> tuple[list[Word], int]:
    """Read up to one of the closing characters (in brackets: a separator too); return the turns and its place."""
    words: list[Word] = []
    before: list[Word] | None = None
    nodes, face_before, turn_before = 0, True, False
    while at < len(text) and text[at] not in "])" + ("" if closing == ")" else closing.replace("]", ",:")):
        if text[at].isspace() or text[at] == ".":
            at, turn_before = at + 1, False
        elif text[at] == ":" and before is None and nodes and closing != "]":
            before, words, nodes = words, [], 0
            at, turn_before = at + 1, False
        elif text[at] in "([":
            part, at = _bracket(text, at)
            words, nodes, turn_before = words + part, nodes + 1, False
        else:
            word, at, simple = _turn(text, at)
            if turn_before and not (simple and face_before):
                raise _FaultError
            words, nodes, turn_before, face_before = [*words, *word], nodes + 1, True, simple
        if len(words) > MOST_TURNS:
            raise _FaultError("open")
    if (at == len(text) and closing) or (at < len(text) and text[at] in "])" and text[at] not in closing):
        raise _FaultError
    if before is not None:
        if not nodes:
            raise _FaultError
        words = before + words + _inverse(before)
    return words, at


def _bracket(text: str, at: int) -> tuple[list[Word], int]:
    """Read a group, a commutator or a conjugate, and what repeats it."""
    if text[at] == "(":
        words, at = _sequence(text, at + 1, ")")
    else:
        first, at = _sequence(text, at + 1, "]")
        if text[at] not in ",:":
            raise _FaultError
        separator = text[at]
        second, at = _sequence(text, at + 1, "]")
        if text[at] != "]":
            raise _FaultError
        words = first + second + _inverse(first) + (_inverse(second) if separator == "," else [])
    amount = re.compile(r"('?)(\d*)('?)").match(text, at + 1)
    assert amount
    prime, digits, late = amount.groups()
    # `)2-3Rw`: the digits belong to the turn.
    if digits and re.match(r"-\d", text[amount.end() :]) and not late:
        digits, end = "", amount.start(2)
    else:
        end = amount.end()
        if digits and re.match(r"[a-z]|[URFDLB]w", text[end:]) and text[end] not in "xyzmes":
            raise _FaultError
        if prime and digits and re.match(r"[URFDLB]", text[end:]):
            raise _FaultError
    if (prime and late) or (digits.startswith("0") and len(digits) > 1) or text[end : end + 1] == "'":
        raise _FaultError
    repeated = int(digits or 1)
    if len(words) * repeated > MOST_TURNS:
        raise _FaultError("open")
    return (_inverse(words) if prime or late else words) * repeated, end


def _turn(text: str, at: int) -> tuple[list[Word], int, bool]:
    """Read one turn; return it (nothing for full circles), its end, and whether it is a face turn without layers."""
    match = _TURN.match(text, at)
    if match is None:
        raise _FaultError
    low, high, letter, wide, prime, digits, late, braces, depth = match.groups()
    face = letter in FACES
    numbers = [number for number in (low, high, digits, depth) if number]
    if (prime and late) or any(number.startswith("0") and len(number) > 1 for number in numbers):
        raise _FaultError
    if (letter in "MESmesxyz" and (low or high or wide or braces)) or (wide and not face):
        raise _FaultError
    if braces and (low or high or wide or not face):
        raise _FaultError
    if (low and int(low) < 1) or (high and int(high) < 1) or (low and high and int(low) > int(high)):
        raise _FaultError
    if low and not high:
        raise _FaultError
    if prime and digits and re.match(r"[A-Za-z]", text[match.end() :]):
        raise _FaultError  # F'2R
    layer = int(depth) + 1 if depth else int(high) if high else None
    word = Word(letter, int(low) if low else None, layer, bool(wide), int(digits or 1) % 4)
    word = word.inverse() if prime or late else word
    return [word], match.end(), face and not (low or high or wide)
