"""The parser: from text to the tree of an algorithm.

==============================  ===================================================================================
`R` `U` `F` `D` `L` `B`         a face turn
`M E S` `m e s` `x y z`         the middle layer; all inner layers; the whole cube
`Rw` `3Rw`                      a wide turn: the outer 2 layers; the outer 3
`r` `3r`                        the same; with lower case read as inner, the layers 2R and 3R
`2R` `2-3Rw` `2-3R` `2-3r`      layer 2; layers 2 to 3, with or without the `w`
`R'{1}`                         a turn of one layer, counted from 0 at the face
`R2` `R'` `R2'` `R'2` `R5` `R²` an amount, counted modulo 4: `R5` is `R`; `R4` and `R0` turn nothing
`(A)3` `(A)'` `(A)'2`           a group, repeated; a prime inverts it
`(A)×3` `(A)^3`                 the same as `(A)3`
`[A, B]` `[A: B]`               a commutator, a conjugate; a side may be empty; amounts as for a group
`A: B` `(A: B)`                 a conjugate: the colon takes everything before it; both sides have turns
`.`                             a pause, skipped like a blank
`// text` `/* text */`          a comment to the end of the line; a comment
`*` `+` `{text}`                an insertion mark, with blanks around it: skipped
`(20f*)` `(18 HTM)` `(16)`      the count that a solver prints: a comment at the end of the text, after a turn
`(3q*, 3f)` `- 21 moves`        the same
`R, L, U2` `R -> L` `['R']`     a list, as programs print it: see `puzzle/listed_turns.py`
`Ri` `R-`                       the same as `R'`
`Scramble 1: R U` `"R U"`       a label, quotation marks, csTimer's times: see `puzzle/bare_text.py`
==============================  ===================================================================================

A prime is any usual apostrophe. A number has no leading zeros.

Face turns may follow one another without blanks: `RUR'U'`. The depth form may, too: `R{1}U`. All other turns (slices,
rotations, lower-case and wide turns, turns with layer numbers) need a blank, a pause or a bracket between them and the
next turn. An amount takes all digits after a face letter or a bracket: `R2R` is `R2 R`, and `(A)2R` is `(A)2 R`. A text
without blanks is refused if its digits could belong to either side in another way: `R3Rw`, `F'2R`, `(A)3Rw`. After a
bracket, `x` and a number of 2 or more are refused with and without blanks, since many databases write `(A) x6` for
`(A)6`; a rotation after a group is written `(A)1 x2`. See `puzzle/two_readings.py`.

The output is canonical WCA and SiGN: see `Move.__str__`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cubeproof.errors import NotationError
from cubeproof.puzzle.bare_text import bare_text
from cubeproof.puzzle.facelet_symbols import refuse_facelets
from cubeproof.puzzle.letter_case import LowerCase
from cubeproof.puzzle.listed_turns import spaced_list
from cubeproof.puzzle.move import Move
from cubeproof.puzzle.text_parts import NOT_CLOSED, digits_group, insertion_mark, skip_blanks, skip_count
from cubeproof.puzzle.turn_parsing import TurnParser
from cubeproof.puzzle.two_readings import fault_after_bracket, fault_of_bare_count, two_readings
from cubeproof.sentences import Template, say

if TYPE_CHECKING:
    from cubeproof.puzzle.alg import Node

__all__ = ["LONG_TEXT", "MAX_DEPTH", "MAX_MOVES", "MAX_TEXT", "LowerCase", "face_letters", "parse"]

MAX_TEXT = 1_000_000
"""The maximum length of a text, in characters."""
MAX_MOVES = 1_000_000
"""The maximum number of moves of an algorithm, with brackets expanded."""
MAX_DEPTH = 50
"""The maximum depth of nested brackets."""

# A repetition after a bracket: `(A)×3`, `(A)^3`, `(A)*3`.
_TIMES = re.compile(r"[^\S\n]*[×^*][^\S\n]*(?=[0-9]++(?!-))")
_CLOSING_BRACKET = re.compile(r"[)\]]'?$")
_CLOSING = {"(": ")", "[": "]"}

LONG_TEXT = Template("notation.long-text", "the text has more than {most:,} characters")
_MANY_MOVES = Template("notation.many-moves", "written out, this has more than {most:,} moves")
_DEEP = Template("notation.deep", "brackets are nested more than {most} deep")
_NO_TURNS_BEFORE = Template("notation.no-turns-before", "there are no turns before {separator!r}; write A: B")
_NO_TURNS_AFTER = Template("notation.no-turns-after", "there are no turns after {separator!r}; write A: B")
_SECOND_COLON = Template("notation.second-colon", "two colons have two readings; write {readings!r:or}")


def parse(text: str, lower_case: LowerCase | str | None = None) -> tuple[Node, ...]:
    """Read an algorithm's text.

    Args:
        text: the turns.
        lower_case: the meaning of lower-case face letters, "wide" or "inner"; None for wide.

    Raises:
        NotationError: the text has a fault, with its column.
        UsageError: `lower_case` has another value.

    Pauses, comments and turns by a multiple of 4 quarter turns have no node in the tree.

    >>> parse("3Rw2 . R’{1} U4 // set-up")
    (Move(family='R', amount=2, first=1, last=3), Move(family='R', amount=-1, first=2, last=2))
    >>> parse("r", lower_case="inner")
    (Move(family='R', amount=1, first=2, last=2),)
    >>> parse("R U Q2")
    Traceback (most recent call last):
        ...
    cubeproof.NotationError: column 5: 'Q2' is not a turn
    >>> parse("(R U)x2")
    Traceback (most recent call last):
        ...
    cubeproof.NotationError: column 6: ')x2' has two readings; write ')2' or ')1 x2'
    """
    return _NotationParser(text, LowerCase.WIDE if lower_case is None else LowerCase(lower_case)).parse()


def face_letters(text: str) -> list[str]:
    """Return the letters of turns with a `w` and of lower-case turns, in the order of the text.

    Layer numbers are kept if they are not a range. A lower-case turn of a range has the same meaning in both readings
    and is left out.

    >>> face_letters("Rw U r' 3r2 2-3Fw 2-3f // b")
    ['Rw', 'r', '3r', 'Fw']
    """
    parser = _NotationParser(text, LowerCase.WIDE)
    parser.parse()
    return parser.face_letters


class _NotationParser(TurnParser):
    """Brackets, colons and what stands between turns."""

    def parse(self) -> tuple[Node, ...]:
        if len(self.text) > MAX_TEXT:
            raise NotationError(LONG_TEXT(most=MAX_TEXT), self.text, MAX_TEXT)
        refuse_facelets(self.text)
        self.text = spaced_list(bare_text(self.text))
        nodes = self.sequence("", 0)
        if sum(node.expanded_length for node in nodes) > MAX_MOVES:
            raise NotationError(_MANY_MOVES(most=MAX_MOVES), self.written, 0)
        return nodes

    def next(self) -> str:
        """Skip blanks, pauses, comments and insertion marks; return the next character, or "" at the end."""
        self.position = skip_blanks(self.text, self.position)
        while mark := insertion_mark(self.text, self.position):
            if mark["words"] and _has_turns(mark["words"]):
                words = mark["words"].strip()
                raise self.error(two_readings(mark[0], f"({words})", f"/* {words} */"))
            self.position = skip_blanks(self.text, mark.end())
        return self.text[self.position : self.position + 1]

    def sequence(self, end: str, depth: int) -> tuple[Node, ...]:
        """Read nodes up to a character in `end`, which is not consumed; for "", up to the end of the text."""
        nodes: list[Node] = []
        is_first = True
        while (character := self.next()) and character not in end:
            if depth == 0 and not is_first and self.skip_count(nodes):
                break
            if character == ":" and end in ("", ")"):
                if is_first:
                    raise self.error(_NO_TURNS_BEFORE(separator=character))
                return (self.conjugate(tuple(nodes), end, depth),)
            if character in _CLOSING:
                nodes.append(self.bracket(depth))
            elif (move := self.turn()) is not None:
                nodes.append(move)
            is_first = False
        return tuple(nodes)

    def conjugate(self, left: tuple[Node, ...], end: str, depth: int) -> Node:
        """Read `: B` after the turns of A."""
        from cubeproof.puzzle.alg import Alg, Conjugate

        colon = self.position
        self.position += 1
        if self.next() in ("", ")"):
            raise self.error(_NO_TURNS_AFTER(separator=":"), colon)
        right = self.sequence(f"{end}:", depth)
        if self.next() == ":":
            raise self.error(_SECOND_COLON(readings=["[A: [B: C]]", "[[A: B]: C]"]))
        conjugate = Conjugate(Alg(left), Alg(right))
        if depth + conjugate.depth > MAX_DEPTH:
            raise self.error(_DEEP(most=MAX_DEPTH), colon)
        return conjugate

    def skip_count(self, nodes: list[Node]) -> bool:
        """Skip a count of turns that ends the text, `(20f*)`; return whether it is there."""
        end = skip_count(self.text, self.position)
        if end is None:
            return False
        if nodes and not isinstance(nodes[-1], Move) and abs(nodes[-1].amount) == 1:
            turns = sum(node.expanded_length for node in nodes)
            bracket = _CLOSING_BRACKET.search(str(nodes[-1]))
            if bracket and (fault := fault_of_bare_count(self.text, self.position, bracket[0], turns)):
                raise self.error(fault)
        self.position = end
        return True

    def bracket(self, depth: int) -> Node:
        from cubeproof.puzzle.alg import Alg, Commutator, Conjugate, Group

        start = self.position
        opening = self.text[start]
        closing = _CLOSING[opening]
        if depth >= MAX_DEPTH:
            raise self.error(_DEEP(most=MAX_DEPTH))
        self.position += 1
        parts = [Alg(self.sequence(closing if opening == "(" else ",:]", depth + 1))]
        separator = ""
        if opening == "[" and self.next() in (",", ":"):
            separator = self.next()
            self.position += 1
            parts.append(Alg(self.sequence("]", depth + 1)))
        if self.next() != closing:
            raise self.error(NOT_CLOSED(bracket=opening), start)
        if opening == "[" and not separator:
            raise self.error(say("notation.one-part", "'[' requires two parts: [A, B] or [A: B]"), start)
        amount = self.amount_of_bracket()
        if opening == "(":
            return Group(parts[0], amount)
        return (Commutator if separator == "," else Conjugate)(parts[0], parts[1], amount)

    def amount_of_bracket(self) -> int:
        """Read a closing bracket and its amount; refuse an amount with two readings."""
        start = self.position
        self.position += 1
        amount, written = self.amount()
        if fault := fault_after_bracket(self.text, start, self.position, written):
            raise self.error(fault)
        if not written[digits_group(written)] and self.take(_TIMES):
            is_inverted = amount < 0
            amount, written = self.amount()
            if is_inverted and amount < 0:
                raise self.unknown(written.start("prime"))
            if is_inverted:
                amount = -amount
        return amount


def _has_turns(text: str) -> bool:
    try:
        return bool(parse(text))
    except NotationError:
        return False
