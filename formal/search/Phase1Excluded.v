(** * Theorems about a search with all of phase 1

    The same as in Excluded.v, with the tables of Phase1.v. *)

From Coq Require Import NArith Arith Bool List Lia.
From Cubeproof Require Import Geometry Puzzle Solved.
From Cubeproof.formula Require Import Reduction Shortest.
From Cubeproof.search Require Import Words Tables Search Phase1 Excluded.
Import ListNotations.

Definition phase1_root (m : memory) : colouring -> option (node place) := root_of (phase1_tables m).
Definition phase1_share_from (m : memory) : colouring -> node place -> list word -> beginning -> option word :=
  share_of (phase1_tables m).

(** For every memory [m] and every list of shares: if the tables pass the test, the shares are the whole, and each share
    was searched to its end, then no [n] turns solve the cube. *)
Theorem excluded_by_phase1 : forall m cube n from shares,
  phase1_ok m = true -> question_ok cube n = true -> phase1_root m (relabelled cube) = Some from ->
  whole shares = true ->
  Forall (fun by_two => phase1_share_from m (relabelled cube) from (counting_down n) by_two <> None) shares ->
  forall word, Forall (fun s => In s (all_turns 3)) word -> word_cost 3 htm word <= n ->
  ~ solved 3 (after 3 word cube).
Proof.
  intros m cube n from shares checked.
  exact (right_tables_exclude place (phase1_tables m) shows (phase1_is_right m checked) cube n from shares).
Qed.

(** An answer that counts one more than was excluded is a shortest. *)
Theorem shortest_by_phase1 : forall m cube n from shares word,
  is_answer 3 cube word = true -> word_cost 3 htm word <= S n ->
  phase1_ok m = true -> question_ok cube n = true -> phase1_root m (relabelled cube) = Some from ->
  whole shares = true ->
  Forall (fun by_two => phase1_share_from m (relabelled cube) from (counting_down n) by_two <> None) shares ->
  shortest 3 htm cube word.
Proof.
  intros m cube n from shares word answer cheap checked question rooted covered done.
  split; [now apply is_answer_solves|]. intros other [turns ends].
  destruct (le_lt_dec (word_cost 3 htm other) n) as [less|more]; [exfalso|clear -cheap more; lia].
  exact (excluded_by_phase1 m cube n from shares checked question rooted covered done other turns less ends).
Qed.
