"""A readable checker of LRAT proofs.

A proof is a list of lemmas. Each lemma is a clause, in which no literal occurs twice, with hints, the numbers of
earlier clauses. To check it, assume that all its literals are false, and follow the hints: in each hinted clause,
all literals but at most one must be false by now. If one literal remains, it is true from then on. If no literal
remains, that is a contradiction, and the lemma follows. A proof that derives the empty clause shows that the
clauses of the formula cannot all be true. Lines `N d …` delete clauses, to save memory.

A certificate relies on this module for the search; the solver and its method do not matter.
Format: Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp, Efficient certified RAT verification, CADE 2017.
RAT lemmas, which only preserve satisfiability, are refused: no proof of cubeproof needs them.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO

from cubeproof.errors import CertificateError
from cubeproof.sentences import Sentence, Template, say

_AFTER_THE_END = Template(
    "certificate.after-the-end", "Line {line} of the proof comes after the empty clause."
)
_FORGETS = Template(
    "certificate.forgets", "Line {line} of the proof deletes clause {clause}, which does not exist."
)
_NO_LINE = Template("certificate.no-line", "Line {line} of the proof cannot be read: {text!r}.")
_TWICE = Template("certificate.clause-twice", "Line {line} of the proof: clause {clause} already exists.")
_NO_LEMMA = Template("certificate.no-lemma", "Line {line} of the proof: {fault}.")
_NO_HINT = Template("certificate.no-hint", "lemma {lemma} uses clause {clause}, which does not exist")
_HINT_OPEN = Template(
    "certificate.hint-open", "clause {clause}, a hint of lemma {lemma}, leaves more than one literal open"
)
_LONG_LINE = Template("certificate.long-line", "Line {line} of the proof is too long.")

# A number of nineteen digits, a sign or a space.
_NUMBER = 20
# Larger numbers are refused: other checkers have machine integers, and all checkers must agree.
_TOO_LARGE = 10**18
# Python accepts these characters as spaces or within numbers; other checkers do not.
_LOOSE = b"\t\v\f\r\x1c\x1d\x1e\x1f_+"
_STRICT = bytes.maketrans(_LOOSE, b"?" * len(_LOOSE))


def check(formula: Iterable[Sequence[int]], proof: Iterable[str]) -> int:
    """Check that a proof refutes a formula; return the number of lemmas.

    >>> check([[1, 2], [-1, 2], [-2]], ["4 1 0 1 3 0", "5 0 4 2 3 0"])
    2
    >>> check([[1, 2], [-2]], ["3 1 0 1 0"])
    Traceback (most recent call last):
        ...
    cubeproof.CertificateError: Line 1 of the proof: the hints of lemma 3 lead to no contradiction.
    """
    clauses: dict[int, Sequence[int]] = {
        number: [*dict.fromkeys(clause)] for number, clause in enumerate(formula, 1)
    }
    lemmas = 0
    refuted = False
    for number, line in enumerate(proof, 1):
        if refuted:
            if line.strip():
                raise CertificateError(_AFTER_THE_END(line=number))
            continue
        try:
            numbers = list(map(int, line.replace(" d ", " 0 0 ", 1).split()))
            if max(numbers) >= _TOO_LARGE or min(numbers) <= -_TOO_LARGE or numbers[-1] != 0:
                raise ValueError
            if numbers[1:3] == [0, 0] and " d " in line:
                if len(numbers) < 4 or numbers[0] < 0:
                    raise ValueError
                for deleted in numbers[3:-1]:
                    del clauses[deleted]
                continue
            end = numbers.index(0, 1)
            lemma_number, lemma, hints = numbers[0], numbers[1:end], numbers[end + 1 : -1]
            if end == len(numbers) - 1 or lemma_number < 1:
                raise ValueError
        except KeyError as missing:
            raise CertificateError(_FORGETS(line=number, clause=missing.args[0])) from None
        except (ValueError, IndexError):
            raise CertificateError(_NO_LINE(line=number, text=line.strip()[:60])) from None
        if lemma_number in clauses:
            raise CertificateError(_TWICE(line=number, clause=lemma_number))
        fault = _fault(clauses, lemma_number, lemma, hints)
        if fault is not None:
            raise CertificateError(_NO_LEMMA(line=number, fault=fault))
        lemmas += 1
        refuted = not lemma
        clauses[lemma_number] = lemma
    if not refuted:
        raise CertificateError(say("certificate.no-end", "The proof ends without the empty clause."))
    return lemmas


def lines(file: BinaryIO, variables: int, clauses: int) -> Iterator[str]:
    """Yield the lines of a proof; refuse a line that is longer than a line of this proof can be.

    Lines end with a line feed and separate numbers by spaces; `check` refuses other characters.
    """
    number = 0
    while True:
        number += 1
        most = _NUMBER * (2 * variables + clauses + number + 4)
        line = file.readline(most)
        if not line:
            return
        if len(line) == most and not line.endswith(b"\n"):
            raise CertificateError(_LONG_LINE(line=number))
        yield line.translate(_STRICT).decode("ascii", "replace")


def _fault(
    clauses: dict[int, Sequence[int]], lemma_number: int, lemma: list[int], hints: list[int]
) -> Sentence | None:
    """Return the reason why a lemma does not follow from its hints, or None if it follows."""
    false = set(lemma)
    if len(false) < len(lemma):
        return say("certificate.literal-twice", "lemma {lemma} has a literal twice", lemma=lemma_number)
    if len(set(hints)) < len(hints):
        return say("certificate.hint-twice", "lemma {lemma} has a hint twice", lemma=lemma_number)
    if (least := min(hints, default=1)) < 1:
        return _NO_HINT(lemma=lemma_number, clause=least)
    for hint in hints:
        if hint not in clauses:
            return _NO_HINT(lemma=lemma_number, clause=hint)
        left = [literal for literal in clauses[hint] if literal not in false]
        if not left:
            return None
        if len(left) > 1:
            return _HINT_OPEN(lemma=lemma_number, clause=hint)
        false.add(-left[0])
    return say(
        "certificate.no-contradiction",
        "the hints of lemma {lemma} lead to no contradiction",
        lemma=lemma_number,
    )
