"""Ask Coq which axioms the theorems named in README.md assume; fail if a theorem assumes an axiom.

A block of Coq in README.md starts with the name of the file that it quotes. The program asks about each theorem in it.
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
    """Return the module and the name of each theorem that a text quotes."""
    return [
        (f"Cubeproof.{path.replace('/', '.')}", name)
        for path, quoted in BLOCK.findall(text)
        for name in THEOREM.findall(quoted)
    ]


def assumed(named: list[tuple[str, str]]) -> list[str]:
    """Return the answer of Coq about each theorem."""
    commands = [f"Require {module}.\nPrint Assumptions {module}.{name}." for module, name in named]
    # A marker, which Coq prints, follows each answer and separates it from the next.
    marked = "\n".join(f'{command}\nEval compute in "next"%string.' for command in commands)
    said = subprocess.run(
        ["coqtop", "-q", "-R", str(HERE), "Cubeproof"],
        input=f"Require Import String.\n{marked}\n",
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return said.split('"next"')[:-1]


def main() -> int:
    """Print the faults, or the number of theorems, none of which rests on an axiom; return the exit status."""
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
        print(f"None of the {len(named)} theorems rests on an axiom.")
    return status


if __name__ == "__main__":
    sys.exit(main())
