"""The hash by which a formula is known, in its file, beside it, and in the answers of solvers.

It is the SHA-256 of the formula as DIMACS without comments: the line `p cnf VARIABLES CLAUSES`, then each clause on a
line of its own, its literals with a space after each, and 0; every line ends with a line feed. Comments, blanks and
line ends of a file may change on the way, and the hash stays. Clauses and literals have their order.

The files of cubeproof have the formula written so. Anybody computes the hash of one with

    grep -v '^c' question.cnf | sha256sum

A file says it in a comment, `c formula sha256:HEX`, and an answer to it may have the same line.
"""

import hashlib
import re
from collections.abc import Iterable
from itertools import islice

_COMMENT = re.compile(r"c formula (sha256:[0-9a-f]{64})\s*$")
# As many lines go into the hash at a time.
_LINES = 10_000


def fingerprint(lines: Iterable[str]) -> str:
    """The hash of a formula.

    >>> fingerprint(["p cnf 2 1", "1 -2 0"])[:20]
    'sha256:16c839d024017'
    """
    digest = hashlib.sha256()
    lines = iter(lines)
    while part := list(islice(lines, _LINES)):
        digest.update(("\n".join(part) + "\n").encode())
    return f"sha256:{digest.hexdigest()}"


def named_in(line: str) -> str | None:
    """The hash that a line names, if it is a comment `c formula sha256:HEX`.

    >>> named_in("c formula sha256:" + 64 * "0") == "sha256:" + 64 * "0", named_in("c formula of mine")
    (True, None)
    """
    match = _COMMENT.match(line)
    return None if match is None else match[1]
