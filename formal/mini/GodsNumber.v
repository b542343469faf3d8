(** The 2×2×2 needs exactly 11 turns, or 14 quarter turns: what is proved of its distances, as the article
    says it, with a corner that stays. [mini/Cube.v] says it of the cube as people have it. *)

From Coq Require Import Arith NArith Bool List Lia.
From Cubeproof Require Import Puzzle.
From Cubeproof Require Geometry.
From Cubeproof.mini Require Import State Numbering Trie Table Explored.
Import ListNotations Geometry(metric(..)).

Lemma table_layered m : layered make (moves m) is_home valid (gods_number m) (in_layer (table m)).
Proof.
  pose proof (f_equal snd (table_summary m)) as E; unfold summary in E; cbn [snd] in E.
  rewrite table_layers in *; now apply layers_layered.
Qed.

(** The three conditions of [Puzzle.v] hold. *)
Theorem distance_measures m : measures make (moves m) is_home valid (distance m).
Proof. apply layered_measures; auto using moves_closed, table_layered, moves_undone. Qed.

(** The table has the exact distance of every state. *)
Theorem distance_exact m s : valid s -> is_distance make (moves m) is_home s (distance m s).
Proof. apply exact_distance; auto using moves_closed, distance_measures. Qed.

(** No state is farther than God's number. *)
Theorem distance_bounded m s : valid s -> distance m s <= gods_number m.
Proof. intros V; exact (proj1 (depth_spec make (moves m) is_home valid _ _ (table_layered m) s V)). Qed.

(** How many states there are at each distance. *)
Theorem states_at_distance m :
  map (fun k => N.of_nat (length (filter (fun s => distance m s =? k) states))) (seq 0 (S (gods_number m))) =
  counts m.
Proof.
  pose proof (f_equal fst (table_summary m)) as E; unfold summary in E; cbn [fst] in E; rewrite <- E; clear E.
  assert (L : length (table m) = S (gods_number m)) by (rewrite table_layers; apply length_explored).
  transitivity (map (fun k => counted (nth k (table m) Nothing)) (seq 0 (length (table m)))).
  - rewrite L; apply map_ext_in; intros k K; apply in_seq in K.
    rewrite counted_spec; f_equal; f_equal; apply filter_ext_in; intros s S.
    apply in_states in S; unfold distance.
    rewrite <- (layer_at_depth make (moves m) is_home valid _ _ (table_layered m) s k S) by lia.
    reflexivity.
  - clear; induction (table m) as [|x ls IH]; [reflexivity|].
    cbn [length seq map nth]; f_equal; rewrite <- seq_shift, map_map; exact IH.
Qed.

Lemma farthest m : exists s, valid s /\ distance m s = gods_number m.
Proof.
  pose proof (f_equal (fun l => nth_error l (gods_number m)) (states_at_distance m)) as E; cbv beta in E.
  rewrite (map_nth_error _ (gods_number m) _ (d := gods_number m)) in E.
  2: rewrite (nth_error_nth' _ 0), seq_nth; rewrite ?seq_length; auto.
  destruct (filter (fun s => distance m s =? gods_number m) states) as [|s l] eqn:F.
  - exfalso; destruct m; discriminate.
  - assert (I : In s (filter (fun s => distance m s =? gods_number m) states)) by (rewrite F; now left).
    apply filter_In in I as [I D]; apply in_states in I; apply Nat.eqb_eq in D; eauto.
Qed.

(** *God's number*: every state is solved by at most 11 moves (14 quarter turns), and some by no fewer. *)
Theorem gods_number_exact m :
  (forall s, valid s -> exists word, solves make (moves m) is_home word s /\ length word <= gods_number m) /\
  (exists s, valid s /\ forall word, solves make (moves m) is_home word s -> gods_number m <= length word).
Proof.
  split.
  - intros s V; destruct (distance_exact m s V) as [(word & W & L) _].
    exists word; split; [exact W|]; rewrite L; now apply distance_bounded.
  - destruct (farthest m) as (s & V & D); exists s; split; [exact V|].
    rewrite <- D; now apply distance_exact.
Qed.

(** What the table solver walks by: two bits a state, the distance modulo 3. *)
Definition residue (m : metric) (s : state) : nat := distance m s mod 3.

(** The table solver's word: it solves every state, and no word is shorter. *)
Definition answer (m : metric) (s : state) : list move :=
  descend make (moves m) is_home (residue m) (gods_number m) s.

Theorem answer_minimal m s : valid s ->
  solves make (moves m) is_home (answer m s) s /\
  length (answer m s) = distance m s /\
  forall word, solves make (moves m) is_home word s -> length (answer m s) <= length word.
Proof.
  intros V; unfold answer.
  destruct (descend_solves make (moves m) is_home valid (distance m) (moves_closed m) (distance_measures m)
              (residue m) s (gods_number m)) as [S L]; auto using distance_bounded.
  split; [exact S|]; split; [exact L|].
  intros word W; rewrite L; now apply distance_exact.
Qed.

(** The valid states are those that turns make of home. *)
Theorem reached_valid m s :
  valid s <-> exists word, (forall g, In g word -> In g (moves m)) /\ run make home word = s.
Proof.
  split.
  - intros V; destruct (distance_exact m s V) as [(word & [W H] & _) _]; apply is_home_spec in H.
    destruct (run_undone make (moves m) valid (moves_closed m) (moves_undone m) word s V W) as (back & B & E).
    exists back; now rewrite <- H.
  - intros (word & W & <-); apply (run_valid make (moves m) valid); auto using moves_closed, home_valid.
Qed.
