(** * Every cube that turns reach can be solved in 40 turns

    In two phases, as Kociemba's programs do: at most twelve turns bring a cube into the coset of phase 1, and from there the
    last two stages of Thistlethwaite.v need at most 28. The first number is that of a stored table: the hypotheses are the
    tests of Phase1.v and Phase1Exact.v, which the program makes. *)

From Coq Require Import NArith Arith Bool List Lia.
From Cubeproof Require Import Geometry Puzzle Solved.
From Cubeproof.formula Require Import Lists Cube Reduction.
From Cubeproof.search Require Import Words Views Tables Phase1 Phase1Exact Excluded.
From Cubeproof.god Require Import Order Seventeen Stages Pieces Thistlethwaite.
Import ListNotations.

(** ** Phase 1 *)

Definition solved_place : place := Place zero zero zero.

Lemma solved_shows a : Tables.shows a solved_place (solved_colours 3).
Proof.
  intros c. assert (number_in c solved_place = zero) as -> by now destruct c. split.
  - rewrite zero_is_0. destruct c; reflexivity.
  - rewrite zero_is_solved. f_equal. symmetry. apply solved_view.
Qed.

Lemma reachable_shows m a cube : numbers_ok m = true -> reachable cube -> exists p, Tables.shows a p cube.
Proof.
  intros numbers from. apply reachable_by_kinds in from as (word & all & ->).
  assert (forall p s, Tables.shows a p s -> exists p', Tables.shows a p' (run face_turn s word)) as H.
  { induction all as [|k word listed all IH]; intros p s shown; [now exists p|].
    exact (IH _ _ (shows_turned m numbers a p k s listed shown)). }
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

(** ** What a cube shows, by its colours and by its stickers *)

Definition labels_of (c : coordinate) : labels :=
  match c with Twist => twist_labels | Flip => flip_labels | Slots => slots_labels end.

Lemma places_are_spots c :
  every (fun '(i, mate) => (i <? 54) && (mate <? 54)
    && match c with Twist => true | _ => mate =? next_of i end) (places (painting_of c First)) = true /\
  map fst (places (painting_of c First)) = spots (labels_of c).
Proof. split; destruct c; vm_compute; reflexivity. Qed.

Lemma seen_is_view c p : of_turns p -> see (labels_of c) p = map mark (view (painting_of c First) (shown_by p)).
Proof.
  intros from. pose proof (of_turns_fine p from) as good. apply of_turns_keeps_pieces in from.
  destruct (places_are_spots c) as [H spots_are]. rewrite every_spec in H.
  unfold see, view. rewrite <- spots_are, !map_map. apply map_ext_in. intros [i mate] listed.
  specialize (H _ listed). cbv beta iota in H. rewrite !andb_true_iff, !Nat.ltb_lt in H. destruct H as [[short short'] same].
  cbn [fst]. rewrite !nth_shown by assumption.
  transitivity (mark (first_paint c (home_colour (nth i p 0)) (home_colour (next_of (nth i p 0))))); [now destruct c|].
  f_equal. unfold painting_of, paint, back. destruct c; [reflexivity| |]; apply Nat.eqb_eq in same; subst mate;
    unfold home_colour, next_of in *; now rewrite (from i short).
Qed.

Lemma in_coset_is_home p : of_turns p -> in_coset First (shown_by p) ->
  shows_home [twist_labels; flip_labels; slots_labels] p.
Proof.
  intros from ends. apply Forall_forall. intros l listed.
  assert (exists c, l = labels_of c) as [c ->]
    by (destruct listed as [<-|[<-|[<-|[]]]]; [now exists Twist|now exists Flip|now exists Slots]).
  assert (of_turns (identity 3)) as identity_of_turns by (exists []; split; [constructor|reflexivity]).
  unfold home. rewrite !seen_is_view by assumption.
  assert (shown_by (identity 3) = solved_colours 3) as -> by (vm_cast_no_check (eq_refl (solved_colours 3))).
  rewrite ends, solved_view. reflexivity.
Qed.

(** ** Both phases *)

Lemma after_app word other s : after 3 (word ++ other) s = after 3 other (after 3 word s).
Proof. apply fold_left_app. Qed.

Lemma kinds_are_face_turns word : Forall (fun k => In k kinds) word -> Forall (fun s => In s face_turns) (map kind_turn word).
Proof. intros all. apply Forall_map. revert all. apply Forall_impl. exact kind_turn_is_of_face. Qed.

Theorem forty_turns_are_enough : forall m, phase1_ok m = true -> phase1_exact m = true -> forall cube, reachable cube ->
  exists word, Forall (fun s => In s face_turns) word /\ length word <= 40 /\ after 3 word cube = solved_colours 3.
Proof.
  intros m checked exact cube from. destruct (within_twelve m cube checked exact from) as (word & all & short & ends).
  destruct from as (scramble & of_faces & ->).
  assert (Forall (fun s => In s face_turns) (scramble ++ map kind_turn word)) as all_face_turns
    by (apply Forall_app; split; [exact of_faces|exact (kinds_are_face_turns word all)]).
  set (p := permutation_of 3 (scramble ++ map kind_turn word)).
  assert (of_turns p) as from by (exists (scramble ++ map kind_turn word); split; [exact all_face_turns|reflexivity]).
  assert (shown_by p = after 3 (map kind_turn word) (after 3 scramble (solved_colours 3))) as shown
    by (rewrite <- after_app; symmetry; exact (after_is_shown _ all_face_turns)).
  rewrite run_is_after in ends. change (map slab_of word) with (map kind_turn word) in ends. rewrite <- shown in ends.
  destruct (last_28 p from (in_coset_is_home p from ends)) as (rest & all' & short' & at_home).
  exists (map kind_turn word ++ map kind_turn rest). split; [|split].
  - apply Forall_app. split; [exact (kinds_are_face_turns word all)|exact (kinds_are_face_turns rest all')].
  - rewrite app_length, !map_length. exact (Nat.add_le_mono _ 12 _ 28 short short').
  - rewrite after_app. transitivity (after 3 (map kind_turn rest) (shown_by p)).
    + exact (f_equal (after 3 (map kind_turn rest)) (eq_sym shown)).
    + exact (colours_moved rest p from all' at_home).
Qed.
