(** * Twelve turns to the subgroup of U, D and half turns

    A cube that turns make of the solved one shows a place on the first axis. If the stored table of phase 1 passes both tests,
    [phase1_ok] and [phase1_exact], then at most twelve turns bring the cube into the coset of the solved one:
    what its stickers show of twist, flip and slots is as in the solved cube. *)

From Coq Require Import NArith Arith Bool List Lia.
From Cubeproof Require Import Geometry Puzzle Solved.
From Cubeproof.search Require Import Words Bounds Views Tables Phase1 Phase1Exact.
From Cubeproof.god Require Import Order Seventeen.
Import ListNotations.

Definition solved_place : place := Place zero zero zero.

Lemma solved_shows a : shows a solved_place (solved_colours 3).
Proof.
  intros c. split.
  - assert (number_in c solved_place = zero) as -> by now destruct c. rewrite zero_is_0. destruct c; reflexivity.
  - assert (number_in c solved_place = zero) as -> by now destruct c. rewrite zero_is_solved. f_equal. symmetry. apply solved_view.
Qed.

Lemma reachable_shows m a cube : numbers_ok m = true -> reachable cube -> exists p, shows a p cube.
Proof.
  intros numbers from. apply reachable_by_kinds in from as (word & all & ->).
  assert (forall p s, shows a p s -> exists p', shows a p' (run face_turn s word)) as H.
  { induction all as [|kind word listed all IH]; intros p s shown; [now exists p|].
    exact (IH _ _ (shows_turned m numbers a p kind s listed shown)). }
  exact (H _ _ (solved_shows a)).
Qed.

Theorem within_twelve : forall m cube, phase1_ok m = true -> phase1_exact m = true -> reachable cube ->
  exists word, Forall (fun kind => In kind kinds) word /\ length word <= 12 /\
    in_coset First (run face_turn cube word).
Proof.
  intros m cube checked exact_too from.
  destruct (reachable_shows m First cube (proj1 (proj1 (parts_checked m checked))) from) as (p & shown).
  exact (twelve_turns_to_the_coset m First p cube checked exact_too shown).
Qed.
