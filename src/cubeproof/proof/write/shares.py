"""`prove_in_shares`: the parts of a certificate's proof by workers that write them into a folder, with a journal.

The plan has the SHA-256 of the formula and the literals of each part. A worker writes the formula itself, and refuses
another one. A proof goes from the worker to the folder, and its SHA-256 to the journal. The certificate gets the proofs
from the folder, if they have the recorded SHA-256; others are made again.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from collections.abc import Iterable, Sequence
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
from cubeproof.proof.others.formal import sha256
from cubeproof.sentences import Template, say
from cubeproof.work.executor import stop_flag
from cubeproof.work.folder import JOURNAL, PLAN, Coordinator, ShareFolder, waiting
from cubeproof.work.journal import ANSWER, EXCLUDED, UNFINISHED, Journal, Record, digest_of
from cubeproof.work.plan import OTHER_FORMULA
from cubeproof.work.remote import executor_of
from cubeproof.work.workers import LOST_WORKERS, Workers

_OTHER_PLAN = Template(
    "shares.other-proof", "{place} has the plan of another proof or search; choose another folder."
)
_OTHER_PROOF = Template(
    "shares.forged-proof", "The proof of part {part} is missing or not the recorded one: it is made again."
)
_GIVEN_UP = Template(
    "shares.proof-given-up", "The proof of part {part} was not the recorded one {times} times."
)

# The number of attempts at a proof whose file is not the recorded one.
_MOST_ATTEMPTS = 3


@dataclass(frozen=True, eq=False)
class ProofPart:
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


def prove_part(part: ProofPart) -> list[Record]:
    """Write the formula, prove a part, and copy the proof into the folder; return its record.

    Raises:
        CertificateError: this process writes another formula than the plan has.
    """
    with tempfile.TemporaryDirectory(prefix="cubeproof-") as name:
        formula = formula_of(part.claim)
        if digest_of_lines(lines_of(part.claim, formula)) != part.formula:
            raise CertificateError(OTHER_FORMULA())
        record = partial(Record, str(part.number), part.length, attempt=part.attempt)
        try:
            reply = ask(formula, Prover(Path(name)), Control(flag=stop_flag()), [part.literals])
        except StoppedError:
            return [record(UNFINISHED)]
        if reply.satisfiable:
            return [record(ANSWER, seconds=reply.seconds)]
        proof = proof_path(Path(name), 0)
        ShareFolder(part.share).deliver(_name(part.number), proof)
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
    formula_digest, length = digest_of_lines(lines_of(claim, formula)), claim.horizon
    plan = _plan(formula_digest, literals, length)
    pieces = None if executor is None else executor_of(executor)

    if place.read(PLAN) not in (None, plan):
        raise UsageError(_OTHER_PLAN(place=place.shown))
    with place.coordinated(waiting(control)) as coordinator:
        if place.read(PLAN) is None:
            coordinator.write_plan(plan)
        run = _ProofRun(claim, formula_digest, literals, length, place, plan, control, coordinator)
        with Workers(prove_part, pieces, lambda: jobs, jobs) as workers:
            run.prove(workers, share)
            while wrong := run.collect(folder):
                for number in wrong:
                    control.tell(Note(_OTHER_PROOF(part=number + 1)))
                    if run.attempts.get(number, 1) >= _MOST_ATTEMPTS:
                        raise CertificateError(_GIVEN_UP(part=number + 1, times=_MOST_ATTEMPTS))
                run.prove(workers, share, wrong)


class _ProofRun:
    def __init__(
        self,
        claim: Manifest | Puzzle,
        formula: str,
        literals: Sequence[Sequence[int]],
        length: int,
        place: ShareFolder,
        plan: bytes,
        control: Control,
        coordinator: Coordinator,
    ) -> None:
        self.claim, self.formula, self.literals, self.length = claim, formula, literals, length
        self.place, self.control, self.coordinator = place, control, coordinator
        names = {str(number) for number in range(len(literals))}
        self.digest = digest_of(plan)
        self.journal = Journal(self.digest, names.__contains__)
        self.journal.add_all(place.read(JOURNAL) or b"")
        # The number of attempts of this run at a part.
        self.attempts: dict[int, int] = {}

    def prove(self, workers: Workers[ProofPart], share: Place, again: Iterable[int] = ()) -> None:
        """Prove the parts that the journal does not decide, and some parts again."""
        numbers = range(len(self.literals))
        waiting = [
            number
            for number in numbers
            if number in again or self.journal.decided(str(number), self.length) is None
        ]
        while True:
            while waiting and workers.have_room and not self.control.expired:
                number = waiting.pop(0)
                self.attempts[number] = self.attempts.get(number, 0) + 1
                attempt = self.journal.next_attempt(str(number), self.length)
                literals = tuple(self.literals[number])
                workers.submit(
                    ProofPart(self.claim, self.formula, number, literals, self.length, share, attempt)
                )
            if not workers.running:
                self.control.check()
                return
            if (piece := workers.next()) is not None:
                self._take(piece[1])
            if workers.failure is not None:
                raise CertificateError(LOST_WORKERS(reason=workers.failure))
            if self.control.expired:
                workers.stop()
            running = [str(part.number) for part in workers.running.values()]
            self.coordinator.beat({"length": self.length, "running": running})

    def _take(self, records: list[Record]) -> None:
        for record in records:
            line = record.line(self.digest)
            self.coordinator.append(line)
            self.journal.add(line)
            if record.result == ANSWER:
                raise CertificateError(
                    say(
                        "certificate.shorter",
                        "A shorter answer exists, so this one cannot be certified.",
                    )
                )
            done = sum(
                self.journal.is_excluded(str(number), self.length) for number in range(len(self.literals))
            )
            self.control.tell(PartProved(done, len(self.literals)))

    def collect(self, folder: Path) -> list[int]:
        """Copy the proofs into a folder; return the parts whose proof is not the recorded one."""
        wrong = []
        for number in range(len(self.literals)):
            record = self.journal.decided(str(number), self.length)
            path = proof_path(folder, number)
            self.control.check()
            if (
                record is None
                or record.result != EXCLUDED
                or not self.place.fetch(_name(number), path)
                or sha256(path) != record.proof
            ):
                wrong.append(number)
        return wrong


def _plan(formula: str, literals: Sequence[Sequence[int]], length: int) -> bytes:
    plan = {
        "schema": 1,
        "kind": "proof",
        "formula": formula,
        "lower": length,
        "step": 1,
        "turns": 1,
        "word": None,
        "shares": [[[number], [*map(int, part)]] for number, part in enumerate(literals)],
    }
    return (json.dumps(plan, separators=(",", ":")) + "\n").encode("ascii")


def digest_of_lines(lines: Iterable[str]) -> str:
    """Return the SHA-256 of a file with these lines."""
    digest = hashlib.sha256()
    for line in lines:
        digest.update(f"{line}\n".encode("ascii"))
    return digest.hexdigest()


def _name(number: int) -> str:
    return proof_path(Path(), number).name
