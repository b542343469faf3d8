(** * Tables with one row for all values that symmetries exchange

    A pair of views has a row of entries for each value of the first view, and an entry in it for each value of the
    second. Symmetries save rows: the first value names a class, which has a row, and a symmetry, by which the second
    value is looked up in that row. It does not matter what the classes and symmetries are. If the first four
    properties below hold of the numbers, then a turn lowers an entry by at most 1. With two more, some turn lowers each entry
    that is not 0. *)

From Coq Require Import NArith Bool List Lia.
From Cubeproof.search Require Import Words.
Import ListNotations.
Local Open Scope N_scope.

Section Classes.

Context {First Second Turn Class Symmetry : Type}.
Context (firsts : First -> Prop) (seconds : Second -> Prop) (turns : Turn -> Prop).
Context (classes : Class -> Prop) (symmetries : Symmetry -> Prop).
Context (move : First -> Turn -> First) (turned : Second -> Turn -> Second).
Context (class : First -> Class) (symmetry : First -> Symmetry).
Context (image : Symmetry -> Second -> Second) (seems : Symmetry -> Turn -> Turn).
Context (product : Symmetry -> Symmetry -> Symmetry) (alike : Class -> Symmetry -> Prop).
Context (next_class : Class -> Turn -> Class) (next_symmetry : Class -> Turn -> Symmetry).
Context (entry : Class -> Second -> N).

(** Under a symmetry a turn looks like another turn, and two symmetries one after the other are a symmetry. *)
Definition images_fit : Prop := forall s j, symmetries s -> seconds j ->
  seconds (image s j) /\
  (forall t, turns t -> turns (seems s t) /\ image s (turned j t) = turned (image s j) (seems s t)) /\
  (forall g, symmetries g -> image g (image s j) = image (product s g) j).

(** After a turn, the class is the next one of the class before; so is the symmetry, but for one under which the class
    looks alike. *)
Definition classes_fit : Prop := forall i t, firsts i -> turns t ->
  classes (class i) /\ symmetries (symmetry i) /\
  let u := seems (symmetry i) t in
  let after := move i t in
  let through := product (symmetry i) (next_symmetry (class i) u) in
  next_class (class i) u = class after /\
  (through = symmetry after \/
   exists g, symmetries g /\ alike (class after) g /\ product (symmetry after) g = through).

Definition rows_fit : Prop := forall c u j, classes c -> turns u -> seconds j ->
  symmetries (next_symmetry c u) /\
  entry c j <= entry (next_class c u) (image (next_symmetry c u) (turned j u)) + 1.

Definition alike_fit : Prop := forall c g j, classes c -> symmetries g -> alike c g -> seconds j ->
  entry c (image g j) = entry c j.

Definition entry_of (i : First) (j : Second) : N := entry (class i) (image (symmetry i) j).

(** The entry after a turn is the one that the row of the class leads to, for the turn as it is seen. *)
Lemma entry_after_turn : images_fit -> classes_fit -> rows_fit -> alike_fit ->
  forall i j t, firsts i -> seconds j -> turns t -> firsts (move i t) -> seconds (turned j t) ->
  let u := seems (symmetry i) t in
  classes (class i) /\ turns u /\ seconds (image (symmetry i) j) /\
  entry (next_class (class i) u) (image (next_symmetry (class i) u) (turned (image (symmetry i) j) u)) =
    entry_of (move i t) (turned j t).
Proof.
  intros images starts rows same i j t Hi Hj Ht Hi' Hj'. cbv zeta.
  destruct (starts i t Hi Ht) as (Hc & Hs & next & through).
  destruct (starts (move i t) t Hi' Ht) as (Hc' & Hs' & _).
  destruct (images _ _ Hs Hj) as (Hw & looks & _). destruct (looks t Ht) as (Hu & equal).
  destruct (rows _ _ _ Hc Hu Hw) as (Hn & _). repeat (split; [assumption|]). unfold entry_of. rewrite next, <- equal.
  destruct (images _ _ Hs Hj') as (_ & _ & composed). rewrite (composed _ Hn).
  destruct through as [through|(g & Hg & is_alike & through)]; [now rewrite through|].
  destruct (images _ _ Hs' Hj') as (Hw' & _ & composed'). rewrite <- through, <- (composed' g Hg).
  exact (same _ _ _ Hc' Hg is_alike Hw').
Qed.

Lemma entries_lower_by_one : images_fit -> classes_fit -> rows_fit -> alike_fit ->
  forall i j t, firsts i -> seconds j -> turns t -> firsts (move i t) -> seconds (turned j t) ->
  entry_of i j <= entry_of (move i t) (turned j t) + 1.
Proof.
  intros images starts rows same i j t Hi Hj Ht Hi' Hj'.
  destruct (entry_after_turn images starts rows same i j t Hi Hj Ht Hi' Hj') as (Hc & Hu & Hw & <-).
  exact (proj2 (rows _ _ _ Hc Hu Hw)).
Qed.

(** Two more properties, by which a turn comes nearer to 0: each turn is what another looks like, and each entry of a
    row that is not 0 has a turn that lowers it. *)
Definition turns_are_seen : Prop := forall s u, symmetries s -> turns u -> exists t, turns t /\ seems s t = u.

Definition rows_come_nearer : Prop := forall c j, classes c -> seconds j -> entry c j <> 0 ->
  exists u, turns u /\ entry (next_class c u) (image (next_symmetry c u) (turned j u)) < entry c j.

Lemma entries_come_nearer : images_fit -> classes_fit -> rows_fit -> alike_fit -> turns_are_seen -> rows_come_nearer ->
  forall i j t, firsts i -> seconds j -> turns t ->
  (forall t, turns t -> firsts (move i t) /\ seconds (turned j t)) ->
  entry_of i j <> 0 -> exists t, turns t /\ entry_of (move i t) (turned j t) < entry_of i j.
Proof.
  intros images starts rows same seen nearer i j some Hi Hj Hsome after positive.
  destruct (starts i some Hi Hsome) as (Hc & Hs & _). destruct (images _ _ Hs Hj) as (Hw & _).
  destruct (nearer _ _ Hc Hw positive) as (u & Hu & less). destruct (seen _ _ Hs Hu) as (t & Ht & <-).
  destruct (after t Ht) as [Hi' Hj'].
  destruct (entry_after_turn images starts rows same i j t Hi Hj Ht Hi' Hj') as (_ & _ & _ & equal).
  exists t. split; [exact Ht|]. rewrite <- equal. exact less.
Qed.

End Classes.

Theorem classes_lower_by_one {First Second Turn Class Symmetry : Type}
  (firsts : First -> Prop) (seconds : Second -> Prop) (turns : Turn -> Prop)
  (classes : Class -> Prop) (symmetries : Symmetry -> Prop)
  (move : First -> Turn -> First) (turned : Second -> Turn -> Second)
  (class : First -> Class) (symmetry : First -> Symmetry)
  (image : Symmetry -> Second -> Second) (seems : Symmetry -> Turn -> Turn)
  (product : Symmetry -> Symmetry -> Symmetry) (alike : Class -> Symmetry -> Prop)
  (next_class : Class -> Turn -> Class) (next_symmetry : Class -> Turn -> Symmetry)
  (entry : Class -> Second -> N) :
  images_fit seconds turns symmetries turned image seems product ->
  classes_fit firsts turns classes symmetries move class symmetry seems product alike next_class next_symmetry ->
  rows_fit seconds turns classes symmetries turned image next_class next_symmetry entry ->
  alike_fit seconds classes symmetries image alike entry ->
  forall i j t, firsts i -> seconds j -> turns t -> firsts (move i t) -> seconds (turned j t) ->
  entry_of class symmetry image entry i j <= entry_of class symmetry image entry (move i t) (turned j t) + 1.
Proof.
  exact (entries_lower_by_one firsts seconds turns classes symmetries move turned class symmetry image seems product
    alike next_class next_symmetry entry).
Qed.

Theorem classes_come_nearer {First Second Turn Class Symmetry : Type}
  (firsts : First -> Prop) (seconds : Second -> Prop) (turns : Turn -> Prop)
  (classes : Class -> Prop) (symmetries : Symmetry -> Prop)
  (move : First -> Turn -> First) (turned : Second -> Turn -> Second)
  (class : First -> Class) (symmetry : First -> Symmetry)
  (image : Symmetry -> Second -> Second) (seems : Symmetry -> Turn -> Turn)
  (product : Symmetry -> Symmetry -> Symmetry) (alike : Class -> Symmetry -> Prop)
  (next_class : Class -> Turn -> Class) (next_symmetry : Class -> Turn -> Symmetry)
  (entry : Class -> Second -> N) :
  images_fit seconds turns symmetries turned image seems product ->
  classes_fit firsts turns classes symmetries move class symmetry seems product alike next_class next_symmetry ->
  rows_fit seconds turns classes symmetries turned image next_class next_symmetry entry ->
  alike_fit seconds classes symmetries image alike entry ->
  turns_are_seen turns symmetries seems ->
  rows_come_nearer seconds turns classes turned image next_class next_symmetry entry ->
  forall i j t, firsts i -> seconds j -> turns t ->
  (forall t, turns t -> firsts (move i t) /\ seconds (turned j t)) ->
  entry_of class symmetry image entry i j <> 0 ->
  exists t, turns t /\
    entry_of class symmetry image entry (move i t) (turned j t) < entry_of class symmetry image entry i j.
Proof.
  exact (entries_come_nearer firsts seconds turns classes symmetries move turned class symmetry image seems product
    alike next_class next_symmetry entry).
Qed.


(** ** Loops over many numbers

    They halve what is left, so that no list of all numbers is in memory. *)

Fixpoint all_of (widths : list word) (test : word -> bool) (i : word) : bool :=
  match widths with
  | [] => test i
  | width :: widths => all_of widths test i && all_of widths test (add i width)
  end.

Fixpoint powers (n : nat) : list word :=
  match n with
  | O => []
  | S n => literal (2 ^ N.of_nat n) :: powers n
  end.

Lemma value_literal_power n : N.of_nat n < 30 -> value (literal (2 ^ N.of_nat n)) = 2 ^ N.of_nat n.
Proof. intros few. apply value_literal. now apply N.pow_lt_mono_r. Qed.

Lemma all_of_spec n test : forall i a, value i + 2 ^ N.of_nat n <= 2 ^ 29 -> N.of_nat n < 30 ->
  all_of (powers n) test i = true -> value i <= value a < value i + 2 ^ N.of_nat n -> test a = true.
Proof.
  induction n as [|n IH]; intros i a small few H within; cbn [powers all_of] in H.
  - assert (a = i) as -> by (apply word_ext; cbn in within; lia). exact H.
  - rewrite Nat2N.inj_succ, N.pow_succ_r' in small, within. apply andb_true_iff in H as [lower upper].
    assert (N.of_nat n < 30) as few' by lia.
    assert (value (add i (literal (2 ^ N.of_nat n))) = value i + 2 ^ N.of_nat n) as E.
    { rewrite value_add; rewrite (value_literal_power n few'); [reflexivity|].
      apply N.le_lt_trans with (2 ^ 29); [lia|reflexivity]. }
    destruct (N.lt_ge_cases (value a) (value i + 2 ^ N.of_nat n)).
    + apply (IH i a); [lia|assumption..|lia].
    + apply (IH _ a) in upper; [exact upper|rewrite E; lia|assumption|rewrite E; lia].
Qed.

Lemma all_below n test a : N.of_nat n < 29 -> value a < 2 ^ N.of_nat n ->
  all_of (powers n) test (literal 0) = true -> test a = true.
Proof.
  intros few small H. assert (value (literal 0) = 0) as E by now apply value_literal.
  assert (2 ^ N.of_nat n <= 2 ^ 29) as fits by (apply N.pow_le_mono_r; [discriminate|now apply N.lt_le_incl]).
  apply (all_of_spec n test (literal 0) a); [now rewrite E|apply N.lt_trans with 29; easy|exact H|].
  rewrite E. split; [apply N.le_0_l|exact small].
Qed.

(** ** Examples

    One class, whose row is claimed to be alike under the symmetry that exchanges its two entries, though the entries
    differ by 2. All other properties hold, and a turn lowers an entry by 2. *)
Example alike_rows_must_be_alike :
  let all {A : Type} (_ : A) := True in
  let entry (_ : unit) (j : bool) := if j then 2 else 0 in
  images_fit (Turn := unit) all all all (fun j _ => j) xorb (fun _ t => t) xorb /\
  classes_fit all all all all (fun i _ => negb i) (fun _ => tt) (fun i => i) (fun _ t => t) xorb (fun _ _ => True)
    (fun _ _ => tt) (fun _ (_ : unit) => false) /\
  rows_fit (Turn := unit) all all all all (fun j _ => j) xorb (fun _ _ => tt) (fun _ _ => false) entry /\
  ~ entry_of (fun _ => tt) (fun i => i) xorb entry false true
    <= entry_of (fun _ => tt) (fun i => i) xorb entry (negb false) true + 1.
Proof.
  cbv zeta. split; [|split; [|split]].
  - intros s j _ _. repeat split. intros g _. now destruct s, j, g.
  - intros i t _ _. cbn. repeat split. right. exists true. repeat split. now destruct i.
  - intros c u j _ _ _. split; [exact I|]. destruct j; cbn; lia.
  - cbn. intros H. now apply H.
Qed.

(** Entries that are 1 everywhere have all properties but the last one, and no turn comes nearer. *)
Example rows_must_come_nearer :
  let all {A : Type} (_ : A) := True in
  let entry (_ _ : unit) := 1 in
  images_fit (Second := unit) (Turn := unit) (Symmetry := unit) all all all (fun j _ => j) (fun (_ : unit) j => j) (fun _ t => t) (fun s _ => s) /\
  classes_fit all all all all (fun i (_ : unit) => i) (fun _ : unit => tt) (fun i => i) (fun _ t => t) (fun s _ => s)
    (fun _ _ => True) (fun _ _ => tt) (fun _ _ => tt) /\
  rows_fit (Second := unit) (Turn := unit) (Symmetry := unit) all all all all (fun j _ => j) (fun (_ : unit) j => j) (fun _ _ => tt) (fun _ _ => tt) entry /\
  alike_fit (Second := unit) (Symmetry := unit) all all all (fun (_ : unit) j => j) (fun _ _ => True) entry /\
  turns_are_seen (Turn := unit) all all (fun (_ : unit) t => t) /\
  ~ rows_come_nearer (Second := unit) (Turn := unit) (Symmetry := unit) all all all (fun j _ => j) (fun (_ : unit) j => j) (fun _ _ => tt) (fun _ _ => tt) entry.
Proof.
  cbv zeta. split; [|split; [|split; [|split; [|split]]]].
  - intros s j _ _. repeat split.
  - intros [] [] _ _. repeat split. now left.
  - intros c u j _ _ _. split; [exact I|]. discriminate.
  - intros c g j _ _ _ _. reflexivity.
  - intros s u _ _. now exists u.
  - intros H. destruct (H tt tt I I ltac:(discriminate)) as (u & _ & less). now apply N.lt_irrefl in less.
Qed.

(** Two classes and two turns. By the row, one turn leads from entry 1 to entry 0; but no turn looks like it. *)
Example turns_must_be_seen :
  let all {A : Type} (_ : A) := True in
  let entry (c : bool) (_ : unit) := if c then 1 else 0 in
  let next (c u : bool) := if u then false else c in
  images_fit (Second := unit) (Turn := bool) (Symmetry := unit) all all all (fun j _ => j) (fun (_ : unit) j => j) (fun _ _ => false) (fun s _ => s) /\
  classes_fit all all all all (fun i (_ : bool) => i) (fun i : bool => i) (fun _ => tt) (fun _ _ => false) (fun s _ => s)
    (fun _ _ => True) next (fun _ _ => tt) /\
  rows_fit (Second := unit) (Turn := bool) (Symmetry := unit) all all all all (fun j _ => j) (fun (_ : unit) j => j) next (fun _ _ => tt) entry /\
  alike_fit (Second := unit) (Symmetry := unit) all all all (fun (_ : unit) j => j) (fun _ _ => True) entry /\
  rows_come_nearer (Second := unit) (Turn := bool) (Symmetry := unit) all all all (fun j _ => j) (fun (_ : unit) j => j) next (fun _ _ => tt) entry /\
  forall t : bool, ~ entry_of (fun i : bool => i) (fun _ => tt) (fun (_ : unit) j => j) entry true tt
    < entry_of (fun i : bool => i) (fun _ => tt) (fun (_ : unit) j => j) entry true tt.
Proof.
  cbv zeta. split; [|split; [|split; [|split; [|split]]]].
  - intros s j _ _. repeat split.
  - intros i t _ _. repeat split. now left.
  - intros c u j _ _ _. split; [exact I|]. destruct c, u; discriminate.
  - intros c g j _ _ _ _. reflexivity.
  - intros [] j _ _ positive; [|now destruct positive]. exists true. split; [exact I|reflexivity].
  - intros t. apply N.lt_irrefl.
Qed.
