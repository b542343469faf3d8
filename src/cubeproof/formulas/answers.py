r"""Answers of solvers: reading a solver's output, checking its model, and decoding it to turns.

>>> from cubeproof.formulas.dimacs import read_file
>>> file = read_file(["c var 1 turn(1,R2)", "p cnf 1 1", "1 0"])
>>> decode(file, read_answer("s SATISFIABLE\nv 1 0\n"))
Decoded(satisfiable=True, turns=('R2',), length=1)
"""

import re
from dataclasses import dataclass, field

from cubeproof.base.argument_checks import expect
from cubeproof.errors import UsageError
from cubeproof.formulas.dimacs import File, formula_hash_in
from cubeproof.formulas.formula import Broken
from cubeproof.sentences import Sentence, Template, say

_NO_LITERAL = Template("sat.no-literal", "The solver's model has {text!r}, which is not a literal.")
_CONTRADICTION = Template(
    "sat.contradicting-model",
    "The solver's model has both {variable} and -{variable}: it contradicts itself.",
)
_TWO_FORMULAS = Template("answer.two-formulas", "This answer names two formulas: {first} and {second}.")
_NO_MODEL = Template(
    "answer.no-model",
    "The answer is incomplete: the solver reports a model, but no line `v …` contains it.",
)
_SEVERAL = Template(
    "answer.several-models",
    "This answer has several models: after the end of the first, variable {variable} has another value. Keep one.",
)
_CUT_SHORT = Template("answer.cut-short", "The answer is incomplete: no 0 ends the solver's model.")
_OTHER_FORMULA = Template(
    "answer.other-formula", "This is an answer to another formula, {named}; the file has {hash}."
)
_BEYOND = Template(
    "answer.beyond",
    "The solver's model has the variable {variable}, but the formula has only {variables:,} variables: it "
    "is a model of another formula.",
)
_BROKEN = Template(
    "command.no-model",
    "This is not a model of the formula: it violates {count} clauses, first {clauses:semicolons}.",
)
_CLAUSE = Template("command.broken-clause", "clause {number}, «{label}»: {literals:sentences}")

# "0.10/0.12", "1.53" or "[1.53]": CPU time and wall time, or one time. A literal contains no point.
_TIME_STAMP = re.compile(r"\s*\[?\s*[0-9]+\.[0-9]+s?(?:/[0-9]+\.[0-9]+s?)?\s*\]?\s+")

# The numbers of characters of an invalid literal, and of violated clauses, in a sentence.
_LETTERS = 40
_CLAUSES = 3


@dataclass(frozen=True, slots=True)
class SolverAnswer:
    """A solver's output."""

    satisfiable: bool | None
    """Whether a model exists; None if the solver gave no answer, or answered "unknown"."""
    literals: tuple[int, ...] = ()
    """The literals of the model, each once."""
    formula: str | None = None
    """The formula's hash in the answer, or None."""
    unfinished: Sentence | None = field(default=None, compare=False)
    """The reason why the answer is incomplete, for example while it is being written; None if it is complete."""


@dataclass(frozen=True, slots=True)
class Decoded:
    """An answer, decoded."""

    satisfiable: bool | None
    """True for turns that were checked; False if the solver claims that no turns exist; None if it gave up."""
    turns: tuple[str, ...] = ()
    """The turns."""
    length: int | None = None
    """The length of the turns in the formula's metric, or None without turns."""


_VERDICTS = {
    "SATISFIABLE": True,
    "UNSATISFIABLE": False,
    "SAT": True,
    "UNSAT": False,
    "UNKNOWN": None,
    "INDETERMINATE": None,
    "INDET": None,
}
# python-sat prints its results like this.
_PYTHON_VERDICTS = {("True",): True, ("False",): False, ("False", "None"): False}
_LIST = re.compile(r"^[ \t]*(?:True\s+)?\[([^\[\]]*)\][ \t\r]*$", re.MULTILINE)
_STANDARD = re.compile(r"(?:^|\s)s\s+(?:(?:UN)?SATISFIABLE|UNKNOWN)\b", re.IGNORECASE)
_ASSIGNMENT = re.compile(r"k!(?P<variable>[1-9][0-9]{0,8})\s*=\s*(?:True|(?P<false>False))")
_LITERAL = re.compile(r"0|[-+]?[1-9][0-9]{0,8}")


def read_answer(printed: str) -> SolverAnswer:
    r"""Read a solver's output: `s` and `v` lines, a result file of MiniSat, or what python-sat and z3 print.

    Lines may start with a time stamp of StarExec or runlim. Other lines are ignored, so text without a verdict and a
    model is an incomplete answer.

    >>> read_answer("s SATISFIABLE\nv 1 -2 0\n").literals, read_answer("UNSAT").satisfiable
    ((1, -2), False)
    >>> read_answer("True\n[1, -2]\n").literals, read_answer("sat\n[k!2 = False, k!1 = True]").literals
    ((1, -2), (-2, 1))
    >>> print(read_answer("s SATISFIABLE\nv 1 -").unfinished)
    The answer is incomplete: no 0 ends the solver's model.
    """
    expect("printed", printed, str, "text")
    verdicts: set[bool | None] = set()
    formulas: dict[str, None] = {}
    # A repeated literal counts once.
    literals: dict[int, None] = {}
    # `one_line`: as in old versions of z3, which end a model with its line.
    bare = one_line = ended = had_model = False
    # Beside `s` lines, printed lists and Python's words belong to the solver's talk.
    is_standard = _STANDARD.search(printed) is not None
    lines = (printed if is_standard else _LIST.sub(_list_as_lines, printed)).splitlines(keepends=True)
    for printed_line in lines:
        stamp = _TIME_STAMP.match(printed_line)
        line = printed_line[stamp.end() :] if stamp else printed_line
        tokens = line.split()
        if not tokens:
            continue
        if named := formula_hash_in(line):
            formulas[named] = None
        elif tokens[0] == "s" and len(tokens) > 1 and tokens[1].upper() in _VERDICTS:
            verdicts.add(_VERDICTS[tokens[1].upper()])
        elif len(tokens) == 1 and tokens[0].upper() in _VERDICTS:
            verdicts.add(_VERDICTS[tokens[0].upper()])
            bare, one_line = True, tokens[0] == "sat"
        elif not is_standard and (*tokens,) in _PYTHON_VERDICTS:
            verdicts.add(_PYTHON_VERDICTS[*tokens,])
        elif tokens[0] in ("v", "V") or (bare and _is_literals(tokens)):
            words = tokens[1:] if tokens[0] in ("v", "V") else tokens
            if printed_line is lines[-1] and not line.endswith(("\n", "\r")) and words[-1:] != ["0"]:
                # In a truncated file the last word may be truncated too.
                words = words[:-1]
            elif one_line and tokens[0] not in ("v", "V"):
                words = [*words, "0"]
            for word in words:
                if not _is_literals([word]):
                    raise UsageError(_NO_LITERAL(text=word[:_LETTERS]))
                literal = int(word)
                if -literal in literals:
                    reason = _SEVERAL if had_model else _CONTRADICTION
                    raise UsageError(reason(variable=abs(literal)))
                if literal:
                    literals[literal] = None
                ended = literal == 0
                had_model = had_model or ended
    if {True, False} <= verdicts:
        raise UsageError(
            say("answer.two-verdicts", "The solver reports both a model and that no model exists.")
        )
    if len(formulas) > 1:
        first, second, *_ = formulas
        raise UsageError(_TWO_FORMULAS(first=first, second=second))
    if None in verdicts and not ended:
        # A partial model of a solver that gave up is ignored.
        verdicts -= {True}
    unfinished = None
    if not printed.strip():
        unfinished = say("answer.empty", "There is no answer of a solver yet: the file is empty.")
    elif not verdicts:
        unfinished = say(
            "answer.no-verdict",
            "There is no answer of a solver yet: no line `s SATISFIABLE` or `s UNSATISFIABLE`.",
        )
    elif True in verdicts and not ended:
        unfinished = _CUT_SHORT() if literals else _NO_MODEL()
    satisfiable = next(iter(verdicts - {None}), None)
    return SolverAnswer(satisfiable, tuple(literals), next(iter(formulas), None), unfinished)


def decode(file: File, answer: SolverAnswer) -> Decoded:
    """Decode an answer to a formula; a model is checked against every clause.

    A solver's claim that no turns exist is not checked; `proof/external/refutation.py` checks its proof, if it has one.
    """
    expect("file", file, File, "what `read_file` read")
    expect("answer", answer, SolverAnswer, "what `read_answer` read")
    if answer.unfinished is not None:
        raise UsageError(answer.unfinished)
    if answer.formula not in (None, file.hash):
        raise UsageError(_OTHER_FORMULA(named=answer.formula, hash=file.hash))
    if not answer.satisfiable:
        return Decoded(answer.satisfiable)
    highest = max(map(abs, answer.literals), default=0)
    if highest > file.variables:
        raise UsageError(_BEYOND(variable=highest, variables=file.variables))
    if broken := file.verify(answer.literals):
        raise UsageError(_BROKEN(count=len(broken), clauses=[_clause(part) for part in broken[:_CLAUSES]]))
    file.legend.check_steps(answer.literals)
    turns = tuple(file.legend.turns(answer.literals))
    return Decoded(True, turns, file.legend.length(answer.literals))


def _list_as_lines(match: re.Match[str]) -> str:
    """Return a printed list, `[1, -2]` or `[k!1 = True]`, as a verdict and a model; other lists stay."""
    content = match[1].strip()
    if _ASSIGNMENT.match(content):
        assignments = [_ASSIGNMENT.fullmatch(part.strip()) for part in content.split(",")]
        words = [("-" if part["false"] else "") + part["variable"] for part in assignments if part]
        if len(words) != len(assignments):
            return match[0]
    else:
        words = content.replace(",", " ").split()
    if not _is_literals(words) or "0" in words[:-1]:
        return match[0]
    return f"s SATISFIABLE\nv {' '.join(words)} 0"


def _is_literals(tokens: list[str]) -> bool:
    return all(map(_LITERAL.fullmatch, tokens))


def _clause(broken: Broken) -> Sentence:
    first, *others = broken.literals or ("",)
    literals = (first, *(say("command.or-literal", "or {literal}", literal=literal) for literal in others))
    return _CLAUSE(number=broken.number, label=broken.label, literals=literals)
