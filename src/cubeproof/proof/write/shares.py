"""`prove_in_shares`: the parts of a certificate's proof by workers that write them into a folder, with a journal.

The plan has the SHA-256 of the formula and the literals of each part. A worker writes the formula itself, and refuses
another one. A proof goes from the worker to the folder, and its SHA-256 to the journal. The certificate gets the proofs
from the folder, if they have the recorded SHA-256; others are made again.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from cubeproof.contract.control import Control
from cubeproof.contract.events import Note, PartProved
from cubeproof.errors import CertificateError, StoppedError, UsageError
from cubeproof.formulas.formula import Formula
from cubeproof.methods.sat.search import ask
from cubeproof.methods.sat.solvers import Prover, proof_path
from cubeproof.places import Place
from cubeproof.proof.check.manifest import Manifest
from cubeproof.proof.check.permutations import Puzzle
from cubeproof.proof.check.verdict import formula_of, lines_of
from cubeproof.proof.external.formal import sha256
from cubeproof.sentences import Template, say
from cubeproof.work.divided_run import DividedRun, divided_run
from cubeproof.work.executor import stop_flag
from cubeproof.work.folder import ShareFolder
from cubeproof.work.journal import ANSWER, EXCLUDED, UNFINISHED, Record
from cubeproof.work.plan import OTHER_FORMULA, PROOF, Plan
from cubeproof.work.remote import executor_of
from cubeproof.work.workers import Workers

_OTHER_PLAN = Template(
    "shares.other-proof", "{place} has the plan of another proof or search; choose another folder."
)
_OTHER_PROOF = Template(
    "shares.forged-proof", "The proof of part {part} is missing or not the recorded one: it is made again."
)
_GIVEN_UP = Template(
    "shares.proof-given-up", "The proof of part {part} was not the recorded one {times} times."
)
_PARTS_MISSING = Template("shares.proof-parts-missing", "Parts of the proof are missing. {reason}")

# The number of attempts at a proof whose file is not the recorded one.
_MOST_ATTEMPTS = 3


@dataclass(frozen=True, eq=False)
class ProofTask:
    """One part of a proof: small, and any process can prove it."""

    claim: Manifest | Puzzle
    """The claim, whose formula is refuted."""
    formula: str
    """The SHA-256 of the formula's file."""
    number: int
    """The number of the part, from 0."""
    literals: tuple[int, ...]
    """The literals of the part."""
    length: int
    """The length that is excluded."""
    share: Place
    """The folder of the proofs."""
    attempt: int
    """The number of the attempt."""


def prove_task(task: ProofTask) -> list[Record]:
    """Write the formula, prove a part, and copy the proof into the folder; return its record.

    Raises:
        CertificateError: this process writes another formula than the plan has.
    """
    with tempfile.TemporaryDirectory(prefix="cubeproof-") as name:
        formula = formula_of(task.claim)
        if digest_of_lines(lines_of(task.claim, formula)) != task.formula:
            raise CertificateError(OTHER_FORMULA())
        record = partial(Record, str(task.number), task.length, attempt=task.attempt)
        try:
            reply = ask(formula, Prover(Path(name)), Control(flag=stop_flag()), [task.literals])
        except StoppedError:
            return [record(UNFINISHED)]
        if reply.satisfiable:
            return [record(ANSWER, seconds=reply.seconds)]
        proof = proof_path(Path(name), 0)
        ShareFolder(task.share).deliver(_name(task.number), proof)
        return [record(EXCLUDED, seconds=reply.seconds, proof=sha256(proof))]


def prove_in_shares(
    claim: Manifest | Puzzle,
    formula: Formula,
    literals: Sequence[Sequence[int]],
    share: Place,
    folder: Path,
    control: Control,
    *,
    jobs: int,
    executor: Any = None,
) -> None:
    """Prove all parts, or those that the share does not have, and copy their proofs into a folder.

    Raises:
        UsageError: the share has another plan, or another run coordinates it.
        CertificateError: a shorter answer exists, or proofs were repeatedly not the recorded ones.
        StoppedError: the control requested a stop.
        TimeUpError: the time was up.
    """
    place = ShareFolder(share)
    formula_digest = digest_of_lines(lines_of(claim, formula))
    shares = tuple(((number,), tuple(map(int, part))) for number, part in enumerate(literals))
    plan = Plan(PROOF, claim.horizon, shares, added={"formula": formula_digest})
    tasks = None if executor is None else executor_of(executor)

    def refuse(other: Plan) -> None:
        if other != plan:
            raise UsageError(_OTHER_PLAN(place=place.shown))

    with (
        divided_run(place, control, refuse) as divided,
        Workers(prove_task, tasks, lambda: jobs, jobs) as workers,
    ):
        divided.settle(plan, refuse)
        run = _ProofRun(claim, share, plan, control, divided, workers)
        run.prove()
        while wrong := run.collect(folder):
            for number in wrong:
                control.emit(Note(_OTHER_PROOF(part=number + 1)))
                if run.attempts.get(number, 1) >= _MOST_ATTEMPTS:
                    raise CertificateError(_GIVEN_UP(part=number + 1, times=_MOST_ATTEMPTS))
            run.prove(wrong)


class _ProofRun:
    def __init__(
        self,
        claim: Manifest | Puzzle,
        share: Place,
        plan: Plan,
        control: Control,
        run: DividedRun[ProofTask],
        workers: Workers[ProofTask],
    ) -> None:
        self.claim, self.share, self.plan, self.control = claim, share, plan, control
        self.run, self.workers, self.length = run, workers, plan.lower
        # The number of attempts of this run at a part.
        self.attempts: dict[int, int] = {}

    def prove(self, again: Iterable[int] = ()) -> None:
        """Prove the parts that the journal does not decide, and some parts again."""
        waiting = deque(
            number
            for number, name in enumerate(self.plan.names)
            if number in again or self.run.journal.decided(name, self.length) is None
        )

        def next_task() -> ProofTask | None:
            return self._task(waiting.popleft()) if waiting else None

        def report(running: Iterable[ProofTask]) -> Mapping[str, Any]:
            return {"length": self.length, "running": [str(task.number) for task in running]}

        for _, records in self.run.results(self.workers, next_task, report):
            for record in records:
                if record.result == ANSWER:
                    raise CertificateError(
                        say(
                            "certificate.shorter",
                            "A shorter answer exists, so this one cannot be certified.",
                        )
                    )
                names = self.plan.names
                done = sum(self.run.journal.is_excluded(name, self.length) for name in names)
                self.control.emit(PartProved(done, len(names)))
        if self.run.loss is not None:
            raise CertificateError(_PARTS_MISSING(reason=self.run.loss))
        self.control.check()

    def _task(self, number: int) -> ProofTask:
        self.attempts[number] = self.attempts.get(number, 0) + 1
        attempt = self.run.journal.next_attempt(str(number), self.length)
        formula, literals = self.plan.added["formula"], self.plan.shares[number][1]
        return ProofTask(self.claim, formula, number, literals, self.length, self.share, attempt)

    def collect(self, folder: Path) -> list[int]:
        """Copy the proofs into a folder; return the parts whose proof is not the recorded one."""
        wrong = []
        for number in range(len(self.plan.shares)):
            record = self.run.journal.decided(str(number), self.length)
            path = proof_path(folder, number)
            self.control.check()
            if (
                record is None
                or record.result != EXCLUDED
                or not self.run.folder.fetch(_name(number), path)
                or sha256(path) != record.proof
            ):
                wrong.append(number)
        return wrong


def digest_of_lines(lines: Iterable[str]) -> str:
    """Return the SHA-256 of a file with these lines."""
    digest = hashlib.sha256()
    for line in lines:
        digest.update(f"{line}\n".encode("ascii"))
    return digest.hexdigest()


def _name(number: int) -> str:
    return proof_path(Path(), number).name
