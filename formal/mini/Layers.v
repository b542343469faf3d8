(** * Different states are different cubes, so the layers count cubes

    A state of [mini/] is a cube held with one corner in its place. Two different states are never the same cube,
    in any holds: the numbers of states at each distance are numbers of cubes. *)

From Coq Require Import Arith NArith Bool List Lia.
From Cubeproof Require Import Geometry Solved.
From Cubeproof Require Puzzle.
From Cubeproof.mini Require Import State Numbering Table GodsNumber Stickers Cube.
Import ListNotations.

(** * Statements *)

Definition same_cube (one other : colouring) : Prop :=
  exists rotation, In rotation (rotations 2) /\ one = gather U rotation other.

(** Some turns that count k solve the cube, and none that count less. *)
Definition needs (m : metric) (cube : colouring) (k : nat) : Prop :=
  (exists answer, Forall (fun t => In t all_turns) answer /\ solved 2 (after 2 answer cube) /\
                  word_cost 2 m answer = k) /\
  (forall answer, Forall (fun t => In t all_turns) answer -> solved 2 (after 2 answer cube) ->
                  k <= word_cost 2 m answer).

(** The layer counts: one cube for each state at a distance. *)
Definition cubes_at (m : metric) (k : nat) : list colouring :=
  map colours (filter (fun s => distance m s =? k) states).

(** * Proofs, up to the theorems at the end *)

(** Two neighbouring stickers tell the piece, and how it is twisted. *)
Lemma two_stickers p o p' o' : shows p o 0 = shows p' o' 0 -> shows p o 1 = shows p' o' 1 -> p = p' /\ o = o'.
Proof. destruct p, o, p', o'; first [discriminate | split; reflexivity]. Qed.

(** No piece looks like the corner that stays. *)
Lemma not_the_corner p o :
  ~ (U = shows p o 0 /\ F = shows p o 1 /\ L = shows p o 2) /\
  ~ (U = shows p o 1 /\ F = shows p o 2 /\ L = shows p o 0) /\
  ~ (U = shows p o 2 /\ F = shows p o 0 /\ L = shows p o 1).
Proof. destruct p, o; repeat split; intros (? & ? & ?); discriminate. Qed.

Lemma colours_differ s s' : colours s = colours s' -> s = s'.
Proof.
  destruct s as [[p1 p2 p3 p4 p5 p6 p7] [o1 o2 o3 o4 o5 o6 o7]].
  destruct s' as [[q1 q2 q3 q4 q5 q6 q7] [w1 w2 w3 w4 w5 w6 w7]].
  rewrite !colours_are; intros E; injection E; clear E; intros.
  destruct (two_stickers p1 o1 q1 w1) as [-> ->]; [assumption..|].
  destruct (two_stickers p2 o2 q2 w2) as [-> ->]; [assumption..|].
  destruct (two_stickers p3 o3 q3 w3) as [-> ->]; [assumption..|].
  destruct (two_stickers p4 o4 q4 w4) as [-> ->]; [assumption..|].
  destruct (two_stickers p5 o5 q5 w5) as [-> ->]; [assumption..|].
  destruct (two_stickers p6 o6 q6 w6) as [-> ->]; [assumption..|].
  destruct (two_stickers p7 o7 q7 w7) as [-> ->]; [assumption..|].
  reflexivity.
Qed.

(** Held otherwise, another corner is where the corner that stays is: the stickers 2, 8 and 17. *)
Lemma only_one_hold s s' rotation : In rotation (rotations 2) ->
  colours s = gather U rotation (colours s') -> rotation = identity 2.
Proof.
  destruct s as [[p1 p2 p3 p4 p5 p6 p7] [o1 o2 o3 o4 o5 o6 o7]].
  destruct s' as [[q1 q2 q3 q4 q5 q6 q7] [w1 w2 w3 w4 w5 w6 w7]].
  rewrite !colours_are; intros R E.
  pose proof (f_equal (fun c => nth 2 c U) E) as A; pose proof (f_equal (fun c => nth 8 c U) E) as C.
  pose proof (f_equal (fun c => nth 17 c U) E) as K; clear E; cbv beta in A, C, K.
  vm_compute in R.
  repeat destruct R as [<- | R]; [..|destruct R]; try reflexivity; exfalso;
    cbn [gather map nth] in A, C, K; try discriminate;
    match type of A with U = shows ?p ?o _ => destruct (not_the_corner p o) as (N & N' & N'') end;
    first [apply N; split; [exact A | split; [exact C | exact K]]
         | apply N'; split; [exact A | split; [exact C | exact K]]
         | apply N''; split; [exact A | split; [exact C | exact K]]].
Qed.

(** * The theorems *)

(** The same colours, each in some hold, are of the same state. *)
Theorem states_are_cubes s s' rotation rotation' :
  In rotation (rotations 2) -> In rotation' (rotations 2) ->
  gather U rotation (colours s) = gather U rotation' (colours s') -> s = s'.
Proof.
  intros R R' E; destruct (held_back rotation R) as (back & K & B).
  apply (f_equal (gather U back)) in E; rewrite B, gather_rotations in E by auto using length_colours.
  rewrite (only_one_hold s s' _ (rotations_compose _ _ R' K) E) in E.
  change (identity 2) with (seq 0 24) in E; rewrite gather_identity in E by apply length_colours.
  now apply colours_differ.
Qed.

#[local] Opaque states distance.

Lemma cube_of m scramble : Forall (fun t => In t all_turns) scramble ->
  exists s, valid s /\ same_cube (scrambled scramble) (colours s) /\ needs m (scrambled scramble) (distance m s).
Proof.
  intros W; destruct (distance_of_the_cube m scramble W) as (s & r & V & R & E & (answer & T & D & S) & Least).
  exists s; split; [exact V|]; split; [now exists r|]; split; [|exact Least].
  exists answer; split; [|split; [exact S|]].
  - apply faces_are_turns; revert T; apply Forall_impl; intros t I; now apply filter_In in I.
  - now rewrite (single_cost m).
Qed.

(** The list of the cubes at a distance has as many as [counts] says, all of them cubes, no cube twice, and every
    cube with this least number of turns. *)
Theorem layers_count_cubes m k : k <= gods_number m ->
  N.of_nat (length (cubes_at m k)) = nth k (counts m) 0%N /\
  ForallOrdPairs (fun one other => ~ same_cube one other) (cubes_at m k) /\
  (forall cube, In cube (cubes_at m k) ->
     exists scramble, Forall (fun t => In t all_turns) scramble /\ cube = scrambled scramble) /\
  (forall scramble, Forall (fun t => In t all_turns) scramble ->
     needs m (scrambled scramble) k <->
     exists cube, In cube (cubes_at m k) /\ same_cube (scrambled scramble) cube).
Proof.
  intros K; split; [|split; [|split]].
  - unfold cubes_at; rewrite map_length, <- (states_at_distance m).
    set (count := fun k => N.of_nat (length (filter (fun s => distance m s =? k) states))).
    rewrite (nth_indep _ 0%N (count 0)) by (rewrite map_length, seq_length; lia).
    rewrite (map_nth count), seq_nth by lia; reflexivity.
  - unfold cubes_at; pose proof (NoDup_filter (fun s => distance m s =? k) NoDup_states) as N; revert N.
    generalize (filter (fun s => distance m s =? k) states) as layer; intros layer N.
    induction N as [|s layer New _ IH]; cbn [map]; constructor; [|exact IH].
    apply Forall_map, Forall_forall; intros s' I (r & R & E); apply New.
    enough (s = s') as -> by exact I.
    apply (states_are_cubes s s' (identity 2) r); [now left | exact R|].
    rewrite <- E; apply gather_identity, length_colours.
  - intros cube I; apply in_map_iff in I as (s & <- & I); apply filter_In in I as [I _].
    apply in_states, (reached_valid m) in I as (gs & G & <-).
    exists (map slab_of gs); split.
    + apply Forall_map, Forall_forall; intros g H; now apply (slabs_are_turns m), G.
    + unfold scrambled; rewrite <- home_colours; now apply (words_agree m).
  - intros scramble W; destruct (cube_of m scramble W) as (s & V & (r & R & E) & (answer & T & S & D) & Least).
    split.
    + intros [(answer' & T' & S' & D') Least'].
      assert (distance m s = k) as <-.
      { specialize (Least answer' T' S'); specialize (Least' answer T S); lia. }
      exists (colours s); split; [|now exists r].
      apply in_map, filter_In; split; [now apply in_states | apply Nat.eqb_refl].
    + intros (cube & I & r' & R' & E'); apply in_map_iff in I as (s' & <- & I); apply filter_In in I as [_ D'].
      apply Nat.eqb_eq in D'; rewrite E in E'; rewrite <- E in *.
      assert (s = s') as <- by (apply (states_are_cubes s s' r r'); congruence).
      rewrite <- D'; split; [now exists answer | exact Least].
Qed.

(** * Examples: the solved cube in another hold is the same cube, and one with a turn is not. *)

Definition is_same_cube (one other : colouring) : bool :=
  existsb (fun rotation => colours_eqb one (gather U rotation other)) (rotations 2).

Example same_or_not :
  map (is_same_cube (colours home))
      [colours home; after 2 [Slab R 1 2 1; Slab U 1 2 1] (colours home); after 2 [Slab R 1 1 1] (colours home);
       after 2 [Slab R 1 1 1; Slab L 1 1 3] (colours home)] = [true; true; false; true].
Proof. vm_cast_no_check (eq_refl [true; true; false; true]). Qed.
