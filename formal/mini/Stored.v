(** A stored table that agrees with the certified one tells the distance of every state, modulo 3, at its
    number; so who walks down it solves every state in the fewest moves. *)

From Coq Require Import Arith NArith Bool List Lia.
From Cubeproof Require Import Puzzle.
From Cubeproof Require Geometry.
From Cubeproof.mini Require Import State Numbering Trie Table GodsNumber Payload.
Import ListNotations Geometry(metric(..)).

(** What a payload says of the state with a number. *)
Definition stored (payload : list byte) (s : state) : nat := nth (N.to_nat (number s)) (said payload) 3.

(** * Proofs *)

Lemma first_with_least o xs j : mem (nth j xs None) o = true -> first_with o xs <= j /\
  mem (nth (first_with o xs) xs None) o = true.
Proof.
  revert j; induction xs as [|x xs IH]; intros j M; cbn [first_with].
  - destruct j; discriminate.
  - destruct (mem x o) eqn:X; cbn [nth]; [split; [apply Nat.le_0_l | exact X]|].
    destruct j as [|j]; cbn [nth] in M; [congruence|].
    destruct (IH j M) as [A B]; split; [now apply le_n_S | exact B].
Qed.

Lemma above_nothing p : above Nothing p = None.
Proof. now destruct p. Qed.

Lemma first_with_distance m s : valid s ->
  first_with (orientations s) (map (fun x => above x (pieces s)) (table m)) = distance m s.
Proof.
  intros V; destruct (depth_spec make (moves m) is_home valid _ _ (table_layered m) s V) as (_ & B & M).
  assert (E : forall k, mem (nth k (map (fun x => above x (pieces s)) (table m)) None) (orientations s) =
                        in_layer (table m) k s).
  { intros k; unfold in_layer, contains; rewrite <- (above_nothing (pieces s)).
    exact (f_equal (fun x => mem x (orientations s))
             (map_nth (fun x => above x (pieces s)) (table m) Nothing k)). }
  destruct (first_with_least (orientations s) (map (fun x => above x (pieces s)) (table m)) (distance m s))
    as [A C].
  - exact (eq_trans (E _) B).
  - apply (eq_trans (eq_sym (E _))) in C; exact (Nat.le_antisymm _ _ A (M _ C)).
Qed.

Lemma nth_product ps ts i j p o : nth_error ps i = Some p -> nth_error ts j = Some o ->
  nth_error (flat_map (fun p => map (State p) ts) ps) (length ts * i + j) = Some (State p o).
Proof.
  intros P O; assert (J : j < length ts) by (apply nth_error_Some; congruence).
  revert i P; induction ps as [|q ps IH]; intros [|i] P; cbn [nth_error flat_map] in *; try discriminate.
  - injection P as ->; rewrite Nat.mul_0_r, nth_error_app1 by (rewrite map_length; exact J).
    now apply map_nth_error.
  - rewrite nth_error_app2; rewrite map_length; [|lia].
    replace (_ - _) with (length ts * i + j) by lia; now apply IH.
Qed.

Transparent states placings twistings below.

Lemma nth_numbers {A} (f : N -> A) (count : nat) (n : N) :
  (n < N.of_nat count)%N -> nth_error (map f (map N.of_nat (seq 0 count))) (N.to_nat n) = Some (f n).
Proof.
  intros L; rewrite map_map; rewrite (map_nth_error _ (N.to_nat n) _ (d := N.to_nat n)).
  - now rewrite N2Nat.id.
  - rewrite (nth_error_nth' _ 0), seq_nth; rewrite ?seq_length; [reflexivity | lia | lia].
Qed.

(** The states are listed in the order of their numbers. *)
Lemma nth_states s : valid s -> nth_error states (N.to_nat (number s)) = Some s.
Proof.
  intros V; apply valid_spec in V as [P O]; destruct s as [p o]; cbn [pieces orientations] in *.
  destruct (pieces_back p P) as [EP LP], (orientations_back o O) as [EO LO].
  assert (Nth_p : nth_error placings (N.to_nat (number_of_pieces p)) = Some p).
  { unfold placings, below; rewrite nth_numbers by (rewrite five_thousand_forty; exact LP); now rewrite EP. }
  assert (Nth_o : nth_error twistings (N.to_nat (number_of_orientations o)) = Some o).
  { unfold twistings, below; rewrite nth_numbers by exact LO; now rewrite EO. }
  unfold number, states; cbn [pieces orientations].
  rewrite N2Nat.inj_add, N2Nat.inj_mul; change (N.to_nat 729) with 729; rewrite <- length_twistings.
  now apply nth_product.
Qed.

Global Opaque states placings twistings below.

(** * What a table that agrees is good for *)

(** It has the distance of every state, modulo 3, and nothing else. *)
Theorem agreed_payload m payload : agrees m (rev payload) = true ->
  said payload = map (fun s => distance m s mod 3) states.
Proof.
  intros E; rewrite (agrees_spec m payload E); apply map_ext_in; intros s S; apply in_states in S.
  now rewrite (first_with_distance m s S).
Qed.

Theorem stored_residue m payload s : agrees m (rev payload) = true -> valid s ->
  stored payload s = distance m s mod 3.
Proof.
  intros E V; unfold stored; rewrite (agreed_payload m payload E).
  apply nth_error_nth; exact (map_nth_error (fun s => distance m s mod 3) _ _ (nth_states s V)).
Qed.

(** The table solver, which sees nothing but the stored table, solves every state in the fewest moves. *)
Theorem stored_walk_minimal m payload s : agrees m (rev payload) = true -> valid s ->
  let walk := descend make (moves m) is_home (stored payload) (gods_number m) s in
  solves make (moves m) is_home walk s /\
  forall word, solves make (moves m) is_home word s -> length walk <= length word.
Proof.
  intros E V; cbv zeta.
  destruct (descend_solves make (moves m) is_home valid (distance m) (moves_closed m) (distance_measures m)
              (stored payload) s (gods_number m)) as [S L];
    [intros; now apply stored_residue | exact V | now apply distance_bounded|].
  split; [exact S|]; intros word W; rewrite L; now apply distance_exact.
Qed.
