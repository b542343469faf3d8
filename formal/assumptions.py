"""Ask Coq what the theorems named in README.md assume; fail unless it is nothing.

A block of Coq in README.md begins with the file that it quotes; its theorems are those that are asked about.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
CLOSED = "Closed under the global context"

BLOCK = re.compile(r"^```coq\n\(\* (\S+)\.v \*\)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
THEOREM = re.compile(r"^(?:Theorem|Corollary|Lemma|Example) (\w+)", re.MULTILINE)


def theorems(text: str) -> list[tuple[str, str]]:
    """The theorems that a text quotes: the module that each is in, and its name."""
    return [
        (f"Cubeproof.{path.replace('/', '.')}", name)
        for path, quoted in BLOCK.findall(text)
        for name in THEOREM.findall(quoted)
    ]


def assumed(named: list[tuple[str, str]]) -> list[str]:
    """What Coq says of each."""
    asked = [f"Require {module}.\nPrint Assumptions {module}.{name}." for module, name in named]
    # Each answer is set apart by an answer of its own.
    marked = "\n".join(f'{question}\nEval compute in "next"%string.' for question in asked)
    said = subprocess.run(
        ["coqtop", "-q", "-R", str(HERE), "Cubeproof"],
        input=f"Require Import String.\n{marked}\n",
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return said.split('"next"')[:-1]


def main() -> int:
    """Print what is wrong, or how many theorems rest on nothing."""
    named = theorems((HERE / "README.md").read_text(encoding="utf-8"))
    answers = assumed(named)
    if not named or len(answers) != len(named):
        print("README.md names no theorems, or Coq did not answer about each.", file=sys.stderr)
        return 1
    status = 0
    for (module, name), answer in zip(named, answers, strict=True):
        if answer.count(CLOSED) != 1 or "Axioms:" in answer or "Error" in answer:
            print(f"{module}.{name} is not closed under the global context:\n{answer}", file=sys.stderr)
            status = 1
    if not status:
        print(f"{len(named)} theorems, and none of them rests on an axiom.")
    return status


if __name__ == "__main__":
    sys.exit(main())
