(** * The tables of pairs

    The stored table [search-3x3x3-phase1] has an entry for each twist and set of slots, each flip and set of slots, and each twist and
    flip. [tables_ok] tests that no turn lowers an entry by more than 1. Then each entry is a lower bound for the turns to the
    coset of its axis. *)

From Coq Require Import NArith Arith Bool List Lia.
From Cubeproof Require Import Geometry Puzzle.
From Cubeproof.search Require Import Words Bounds Views Tables Inverse Search.
Import ListNotations.
Local Open Scope N_scope.

(** ** Where things are *)

Definition twists_and_sets : word := literal stored.
Definition flips_and_sets : word := literal (stored + 1082565).
Definition twists_and_flips : word := literal (stored + 2096325).

(** The entry of two numbers: the row of the first one, and a place in it. *)
Definition row (start wide i : word) : word := add start (mul i wide).
Definition entry (m : memory) (in_row j : word) : word := byte m (add in_row j).

(** ** The test *)

(** No turn lowers an entry by more than 1; the entry of two zeros is 0. *)
Definition entries_ok (m : memory) (start wide : word) (one_kind other_kind : coordinate) : bool :=
  let seconds := all_numbers other_kind in
  eqb (entry m (row start wide zero) zero) zero
  && forallb (fun i =>
       let here := row start wide i in
       forallb (fun t =>
         let there := row start wide (moved m one_kind i t) in
         forallb (fun j => negb (ltb (add (entry m there (moved m other_kind j t)) one) (entry m here j))) seconds)
         all_turn_numbers)
     (all_numbers one_kind).

Definition tables_ok (m : memory) : bool :=
  numbers_ok m && inverse_ok m
  && entries_ok m twists_and_sets sets Twist Slots
  && entries_ok m flips_and_sets sets Flip Slots
  && entries_ok m twists_and_flips flips Twist Flip.

(** ** The bound of an axis *)

Definition twist_slots (m : memory) (p : place) : word := entry m (row twists_and_sets sets (twist p)) (slots p).
Definition flip_slots (m : memory) (p : place) : word := entry m (row flips_and_sets sets (flip p)) (slots p).
Definition twist_flip (m : memory) (p : place) : word := entry m (row twists_and_flips flips (twist p)) (flip p).

Definition bound (m : memory) (p : place) : N :=
  N.max (value (twist_slots m p)) (N.max (value (flip_slots m p)) (value (twist_flip m p))).

(** ** Looks *)

Definition larger (a b : word) : word := if ltb a b then b else a.

(** The highest of the three entries; each may be the last that is looked up. *)
Definition see_pairs (m : memory) (spare : word) (a : axis_name) (p : place) (t : move) : seen place :=
  let k := turn_on a t in
  let twist' := moved m Twist (twist p) k in
  let slots' := moved m Slots (slots p) k in
  let one_bound := entry m (row twists_and_sets sets twist') slots' in
  if ltb spare one_bound then Beyond (ltb (add spare one) one_bound)
  else
    let flip' := moved m Flip (flip p) k in
    let two_bound := entry m (row flips_and_sets sets flip') slots' in
    if ltb spare two_bound then Beyond (ltb (add spare one) two_bound)
    else
      let three_bound := entry m (row twists_and_flips flips twist') flip' in
      if ltb spare three_bound then Beyond (ltb (add spare one) three_bound)
      else Within (Place twist' flip' slots') (larger one_bound (larger two_bound three_bound)).

Definition highest (m : memory) (p : place) : word := larger (twist_slots m p) (larger (flip_slots m p) (twist_flip m p)).

Definition pair_tables (m : memory) : tables place :=
  Tables m (fun i j k => Place i j k) (fun p => highest m p) (fun spare a p t => see_pairs m spare a p t).

(** ** Proofs *)

Lemma larger_small a b : value a < 256 -> value b < 256 ->
  value (larger a b) = N.max (value a) (value b) /\ value (larger a b) < 256.
Proof.
  intros Ha Hb. unfold larger. rewrite ltb_spec by lia.
  destruct (N.ltb_spec (value a) (value b)); lia.
Qed.

Lemma small_entry m i j : value (entry m i j) < 256.
Proof. apply byte_small. Qed.

Lemma larger_is_bound m p :
  value (highest m p) = bound m p /\ bound m p < 256.
Proof.
  assert (forall a b c, value a < 256 -> value b < 256 -> value c < 256 ->
    value (larger a (larger b c)) = N.max (value a) (N.max (value b) (value c)) /\
    N.max (value a) (N.max (value b) (value c)) < 256) as H.
  { intros a b c Ha Hb Hc. destruct (larger_small b c Hb Hc) as [E Hbc].
    destruct (larger_small a (larger b c) Ha Hbc) as [-> small]. rewrite E in *. lia. }
  apply H; apply small_entry.
Qed.

(** So that nothing looks into it where words of one kind are compared. *)
Strategy 1000 [entries_ok inverse_ok numbers_ok].

Section Checked.

Variable m : memory.
Hypothesis checked : tables_ok m = true.

Lemma numbers_checked : numbers_ok m = true /\ inverse_ok m = true.
Proof.
  unfold tables_ok in checked. apply andb_prop in checked as [H _]. apply andb_prop in H as [H _].
  apply andb_prop in H as [H _]. now apply andb_prop in H.
Qed.

Lemma entry_lowered start wide one_kind other_kind i j t :
  entries_ok m start wide one_kind other_kind = true ->
  In i (all_numbers one_kind) -> In j (all_numbers other_kind) -> In t all_turn_numbers ->
  value (entry m (row start wide i) j) <=
  value (entry m (row start wide (moved m one_kind i t)) (moved m other_kind j t)) + 1.
Proof.
  intros H Hi Hj Ht. unfold entries_ok in H. cbv zeta in H. apply andb_true_iff in H as [_ H].
  rewrite forallb_forall in H. specialize (H i Hi). rewrite forallb_forall in H. specialize (H t Ht).
  rewrite forallb_forall in H. specialize (H j Hj). apply negb_true_iff in H.
  set (after := entry m (row start wide (moved m one_kind i t)) (moved m other_kind j t)) in *.
  set (before := entry m (row start wide i) j) in *.
  assert (value after < 256) as small by apply byte_small.
  assert (value before < 256) as small' by apply byte_small.
  assert (value (add after one) = value after + 1) as sum
    by (rewrite value_add, one_is_1; [reflexivity|]; rewrite one_is_1; lia).
  rewrite ltb_spec in H by lia. apply N.ltb_ge in H. lia.
Qed.

Lemma entry_of_zeros start wide one_kind other_kind :
  entries_ok m start wide one_kind other_kind = true -> value (entry m (row start wide zero) zero) = 0.
Proof.
  intros H. unfold entries_ok in H. cbv zeta in H. apply andb_true_iff in H as [H _]. apply eqb_spec in H.
  rewrite H. apply zero_is_0.
Qed.

Lemma entries_checked : entries_ok m twists_and_sets sets Twist Slots = true /\
  entries_ok m flips_and_sets sets Flip Slots = true /\ entries_ok m twists_and_flips flips Twist Flip = true.
Proof.
  unfold tables_ok in checked. apply andb_prop in checked as [H H3]. apply andb_prop in H as [H H2].
  apply andb_prop in H as [_ H1]. auto.
Qed.

Lemma bound_lowered a : lowers_by_one kinds (fun p kind => turned_place m p (on a kind)) (shows a) (bound m).
Proof.
  intros p s kind shown listed. pose proof (in_turn_numbers a kind listed) as Ht.
  destruct entries_checked as (H1 & H2 & H3).
  pose proof (in_all_numbers Twist _ (proj1 (shown Twist))) as H4.
  pose proof (in_all_numbers Flip _ (proj1 (shown Flip))) as H5.
  pose proof (in_all_numbers Slots _ (proj1 (shown Slots))) as H6.
  pose proof (entry_lowered _ _ _ _ _ _ _ H1 H4 H6 Ht). pose proof (entry_lowered _ _ _ _ _ _ _ H2 H5 H6 Ht).
  pose proof (entry_lowered _ _ _ _ _ _ _ H3 H4 H5 Ht).
  unfold bound, twist_slots, flip_slots, twist_flip. cbn [twist flip slots turned_place number_in] in *. lia.
Qed.

Lemma bound_in_coset a p s : shows a p s -> in_coset a s -> bound m p = 0.
Proof.
  intros shown solved. destruct entries_checked as (H1 & H2 & H3).
  pose proof (solved_is_zero m (proj1 numbers_checked) Twist a _ s (shown Twist) (solved Twist)) as E1.
  pose proof (solved_is_zero m (proj1 numbers_checked) Flip a _ s (shown Flip) (solved Flip)) as E2.
  pose proof (solved_is_zero m (proj1 numbers_checked) Slots a _ s (shown Slots) (solved Slots)) as E3. cbn [number_in] in E1, E2, E3.
  unfold bound, twist_slots, flip_slots, twist_flip. rewrite E1, E2, E3.
  now rewrite (entry_of_zeros _ _ _ _ H1), (entry_of_zeros _ _ _ _ H2), (entry_of_zeros _ _ _ _ H3).
Qed.

Lemma bound_is_right a p s : shows a p s -> far_from a (bound m p) s.
Proof.
  apply (numbers_are_bounds m (proj1 numbers_checked)); [apply bound_in_coset|apply bound_lowered].
Qed.

Lemma nearer a n n' s : far_from a n s -> n' <= n -> far_from a n' s.
Proof. intros far less word all ends. specialize (far word all ends). lia. Qed.

Lemma pairs_right : right_tables (pair_tables m) shows.
Proof.
  split.
  - exact numbers_checked.
  - intros a i j k s shown. cbv zeta. cbn [first_place reach pair_tables].
    destruct (larger_is_bound m (Place i j k)) as [E small]. rewrite E. auto using bound_is_right.
  - intros spare a p t s small shown listed. cbn [see pair_tables]. destruct (move_kind t listed) as [same kind_listed].
    assert (turn_on a t = on a (kind t)) as number by (rewrite same; now destruct a).
    pose proof (shows_turned m (proj1 numbers_checked) a p (kind t) s kind_listed shown) as shown'.
    pose proof (bound_is_right a _ _ shown') as far.
    set (p' := turned_place m p (on a (kind t))) in *.
    unfold see_pairs. cbv zeta. rewrite number.
    change (moved m Twist (twist p) (on a (kind t))) with (twist p').
    change (moved m Slots (slots p) (on a (kind t))) with (slots p').
    change (moved m Flip (flip p) (on a (kind t))) with (flip p').
    fold (twist_slots m p'). fold (flip_slots m p'). fold (twist_flip m p').
    assert (value (twist_slots m p') <= bound m p' /\ value (flip_slots m p') <= bound m p' /\
            value (twist_flip m p') <= bound m p') as (B1 & B2 & B3) by (unfold bound; lia).
    change (face_turn s (kind t)) with (step s t) in far.
    destruct (ltb spare (twist_slots m p')) eqn:E1.
    { apply (nearer a _ _ _ far). eapply N.le_trans; [exact (beyond spare (twist_slots m p') small (small_entry m _ _) E1)|exact B1]. }
    destruct (ltb spare (flip_slots m p')) eqn:E2.
    { apply (nearer a _ _ _ far). eapply N.le_trans; [exact (beyond spare (flip_slots m p') small (small_entry m _ _) E2)|exact B2]. }
    destruct (ltb spare (twist_flip m p')) eqn:E3.
    { apply (nearer a _ _ _ far). eapply N.le_trans; [exact (beyond spare (twist_flip m p') small (small_entry m _ _) E3)|exact B3]. }
    fold (highest m p'). destruct (larger_is_bound m p') as [E little]. rewrite E.
    split; [exact shown'|]. now split.
Qed.

End Checked.

Theorem pairs_are_right : forall m, tables_ok m = true -> right_tables (pair_tables m) shows.
Proof. exact pairs_right. Qed.
