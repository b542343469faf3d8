"""Writes `FourTurns.v` from a certificate: the clauses of the formula that the proof needs, and its lemmas.

cubeproof solve "R U F2 D'" --metric stm --certify DIR
python formal/formula/example.py DIR > formal/formula/FourTurns.v
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterable
from pathlib import Path
from textwrap import fill

FACES, LAYERS, METRIC = "URFDLB", {"M": "L 2 2", "E": "D 2 2", "S": "F 2 2"}, "stm"
QUARTERS = {"": 1, "2": 2, "'": 3}

folder = Path(sys.argv[1])
said = json.loads((folder / "certificate.json").read_text())
assert (said["size"], said["metric"], said["parts"]) == (3, METRIC, [[]])
turns = [name.split()[0] for name, _ in said["formula"]["generators"]]


def place(name: str) -> int:
    """Return the number of a place: 10 for `R1`."""
    return 9 * FACES.index(name[0]) + int(name[1])


def action(name: str) -> int:
    """Return the number of a turn in the formula, or of the idle step `-`."""
    return [*turns, "-"].index(name) + 1


def slab(turn: str) -> str:
    """Return a turn in the notation of `Geometry.v`."""
    return f"Slab {LAYERS.get(turn[0], turn[0] + ' 1 1')} {QUARTERS[turn[1:]]}"


def meaning(name: str) -> str:
    """Return the meaning of a variable in the notation of `Framed.v`."""
    kind, *arguments = re.split(r"[(),]", name)[:-1]
    if kind in ("turn", "layer"):
        return f"{kind.capitalize()} {arguments[0]} {action(arguments[1])}"
    return f"At {arguments[0]} {place(arguments[1])} {place(arguments[2])}"


def listed(items: Iterable[object]) -> str:
    """Return a list in the notation of Coq."""
    return f"[{'; '.join(map(str, items))}]"


def wrapped(text: str) -> str:
    """Break a text into lines of at most 108 characters."""
    return fill(text, 108, initial_indent="  ", subsequent_indent="   ", break_long_words=False)


names, clauses = {}, []
for line in (folder / "formula.cnf").read_text().splitlines():
    words = line.split()
    if words[:2] == ["c", "var"]:
        names[int(words[2])] = words[3]
    elif words[0] not in "cp":
        clauses.append([int(word) for word in words[:-1]])

lemmas = {}
for line in (folder / "part-0001.lrat").read_text().splitlines():
    number, *rest = line.split()
    if rest[0] != "d":
        numbers = [int(word) for word in rest]
        lemmas[int(number)] = numbers[: numbers.index(0)], numbers[numbers.index(0) + 1 : -1]
needed, waiting = set(), [max(lemmas)]
while waiting:
    number = waiting.pop()
    if number not in needed:
        needed.add(number)
        waiting += lemmas.get(number, ([], []))[1]

given = [(number, clauses[number - 1]) for number in sorted(needed) if number <= len(clauses)]
learned = [(number, *lemmas[number]) for number in sorted(needed) if number in lemmas]
used = sorted({abs(literal) for _, clause, *_ in [*given, *learned] for literal in clause})
pieces = [name.split(",")[1] for name in names.values() if name.startswith("at")]
things = dict.fromkeys(map(place, pieces))
layers = [(action(turn), action(turn.rstrip("2'"))) for turn in [*turns, "-"]]

sys.stdout.write(f"""(** * A cube that needs four turns

    R U F2 D' takes four turns to solve, even if slices and wide turns count one: a theorem about one cube, of
    which Coq itself follows the proof that CaDiCaL found. The formula of {len(clauses):,} clauses says that
    three turns are enough; of them the proof needs {len(given)}, and {len(learned)} lemmas.
    [example.py] wrote this file. *)

From Coq Require Import Arith Bool List PArith ZArith FMapPositive.
From Cubeproof Require Import Geometry.
From Cubeproof.refutation Require Import Clause Lrup.
From Cubeproof.formula Require Import Framed Cube Reduction Certificate Shortest.
Import ListNotations.

(** The cube after R U F2 D', as people write it. *)
Definition the_cube : colouring :=
{wrapped(listed(said["start"]))}.

Example the_cube_is_that :
  the_cube = after 3 [Slab R 1 1 1; Slab U 1 1 1; Slab F 1 1 2; Slab D 1 1 3] (solved_colours 3).
Proof. vm_compute. reflexivity. Qed.

(** {said["answer"]} *)
Definition the_answer : list slab := {listed(map(slab, said["answer"].split()))}.

Definition the_question : question :=
  {{| layers_of_cube := 3; counted := {METRIC}; colours := the_cube; most := {said["formula"]["horizon"]} |}}.

(** ** The statement of the certificate *)

Local Open Scope positive_scope.

(** The meanings of the proof's variables: [Turn 1 2], the second turn in step 1, is [turn(1,U2)]. *)
Definition the_meanings : list (positive * meaning) :=
{wrapped(listed(f"({variable}, {meaning(names[variable])})" for variable in used))}.

Definition the_layers : list (positive * positive) :=
{wrapped(listed(layers))}.

Definition the_things : list positive :=
{wrapped(listed(things))}.

Definition map_of_list {{A}} (pairs : list (positive * A)) : PositiveMap.t A :=
  fold_left (fun m '(key, value) => PositiveMap.add key value m) pairs (PositiveMap.empty A).

Definition the_account : account :=
  let named := map_of_list the_meanings in
  {{| unmoved_by := DBL;
     held :=
{wrapped(listed(said["formula"]["goals"][0]))};
     meanings := fun v => PositiveMap.find v named;
     hints := {{| layers := map_of_list the_layers; things := the_things; triples := false |}} |}}.

(** Literals as files have them: -7 is [No 7]. *)
Definition literal_of (number : Z) : literal :=
  match number with
  | Zpos v => Yes v
  | Zneg v => No v
  | Z0 => Yes 1
  end.
Definition clause_of (numbers : list Z) : clause := map literal_of numbers.

Definition the_clauses : list (positive * list Z) :=
{wrapped(listed(f"({number}, {listed(clause)}%Z)" for number, clause in given))}.

Definition the_lemmas : list (positive * (list Z * list positive)) :=
{wrapped(listed(f"({number}, ({listed(clause)}%Z, {listed(hints)}))" for number, clause, hints in learned))}.

Definition the_lines : list line :=
  map (fun '(number, numbers) => Given number (clause_of numbers)) the_clauses
  ++ map (fun '(number, (numbers, hints)) => Learn number (clause_of numbers) hints) the_lemmas.

(** ** The theorem *)

Local Close Scope positive_scope.

Lemma the_check : check the_question the_account the_lines = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Theorem three_turns_are_not_enough : forall word, Forall (fun s => In s (all_turns 3)) word ->
  word_cost 3 {METRIC} word <= 3 -> ~ solved 3 (after 3 word the_cube).
Proof. exact (certificate_sound the_question the_account the_lines the_check). Qed.

Theorem four_turns_are_shortest : shortest 3 {METRIC} the_cube the_answer.
Proof.
  split; [apply is_answer_solves; vm_compute; reflexivity|]. intros other [turns ends].
  change (word_cost 3 {METRIC} the_answer) with 4.
  destruct (le_lt_dec 4 (word_cost 3 {METRIC} other)) as [enough|few]; [assumption|exfalso].
  now apply (three_turns_are_not_enough other turns); [apply Nat.lt_succ_r|].
Qed.
""")
