"""`cubeproof decode`."""

import argparse
import json

from cubeproof.cli.formulas.solver_answer import awaited, awaited_proof, looked_at
from cubeproof.cli.inputs import bytes_of, text_of
from cubeproof.cli.output.streams import NO_TURN, SAYS, show, tell, valid_in_json
from cubeproof.cli.statuses import NO_ANSWER, OK
from cubeproof.contract.control import Control
from cubeproof.contract.limit import Limit
from cubeproof.errors import UsageError
from cubeproof.formulas.answers import Answer, Decoded, decode
from cubeproof.formulas.dimacs import File, read_file
from cubeproof.proof.others.refutation import Refutation, check_refutation
from cubeproof.sentences import Sentence, Template, say

_WAIT_FOR_STDIN = Template(
    "command.wait-for-stdin", "--wait looks at a file again and again; stdin is read once, to its end."
)
_NO_PROOF_WANTED = Template(
    "command.no-proof-wanted",
    "There is an answer, and it was checked: a proof is not needed, and --proof was not read.",
)


def run(parsed: argparse.Namespace) -> int:
    """Read a solver's answer as turns, or check its proof that there are none."""
    if parsed.timeout is not None and not parsed.wait:
        raise UsageError(say("command.timeout-alone", "--timeout is how long to wait: give it with --wait."))
    if parsed.wait and parsed.answer == "-":
        raise UsageError(_WAIT_FOR_STDIN())
    control = Control(Limit(parsed.timeout))
    file = read_file(text_of(parsed.cnf).splitlines())
    answer = awaited(parsed.answer, control) if parsed.wait else looked_at(parsed.answer)
    decoded = decode(file, answer)
    refutation = None
    if parsed.proof is not None and decoded.satisfiable:
        tell(SAYS(sentence=_NO_PROOF_WANTED()))
    elif parsed.proof is not None and decoded.satisfiable is False:
        opened = awaited_proof(parsed.proof, control) if parsed.wait else bytes_of(parsed.proof)
        with opened as proof:
            refutation = check_refutation(file, proof)
    if parsed.json:
        print(json.dumps(valid_in_json(_as_json(file, decoded, refutation))))
    elif decoded.satisfiable:
        show(" ".join(decoded.turns) or NO_TURN())
    if decoded.satisfiable:
        return OK
    tell(SAYS(sentence=_said(file, answer, refutation)))
    return NO_ANSWER


def _as_json(file: File, found: Decoded, refutation: Refutation | None) -> dict[str, object]:
    members: dict[str, object] = {
        "satisfiable": found.satisfiable,
        "solution": " ".join(found.turns) if found.satisfiable else None,
        "length": found.length,
        "formula": file.hash,
        "proved": refutation is not None,
    }
    if refutation is not None:
        members |= {"checker": refutation.checker, "lemmas": refutation.lemmas}
    return members


def _said(file: File, answer: Answer, refutation: Refutation | None) -> Sentence:
    """Why there are no turns."""
    if answer.satisfiable is None:
        return say("command.gave-up", "The solver gave up without a verdict.")
    if refutation is None:
        return say(
            "command.no-answer-of-length",
            "The solver reports that no answer of this length exists. This is unproved.{named?true:|false: "
            "The output also does not name the formula.}",
            named=answer.formula is not None,
        )
    return say(
        "command.refuted",
        "Proved: the formula has no model ({checker} followed the proof{lemmas?none:|other:, {lemmas:,} "
        "{lemmas?one:lemma|other:lemmas}}). So there is no answer of {exactly?true:exactly|false:at "
        "most} {steps} {steps?one:turn|other:turns}, if the file contains the question that it names: "
        "`decode` does not check that. `cubeproof solve --certify` and `cubeproof check` also check the "
        "question.",
        checker=refutation.checker,
        lemmas=refutation.lemmas,
        exactly=file.legend.exactly,
        steps=file.legend.steps,
    )
