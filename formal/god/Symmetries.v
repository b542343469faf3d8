(** * The 48 symmetries of the 3×3×3, and the superflip

    Rotations and mirror images take turns of faces to turns of faces. A word of turns that takes stickers somewhere is
    taken to the word that takes the images of these stickers to the images of those places. All this is computed, turn by
    turn, from the geometry. *)

From Coq Require Import ZArith Arith Bool List Lia.
From Cubeproof Require Import Geometry Puzzle Solved.
From Cubeproof.formula Require Import Reduction Certificate.
From Cubeproof.search Require Import Views Tables Excluded.
Import ListNotations.

(** ** Words of face turns *)

(** A face, and the number of its quarter turns: see [Views.kinds]. *)
Definition named : Type := face * nat.

Notation of_kinds := (Forall (fun k : named => In k kinds)).

(** After the word, place [i] shows the sticker that was in place [goes word i]. *)
Definition goes (word : list named) (i : nat) : nat := through (map permutation_by word) i.

Definition known (k : named) : permutation :=
  match find (fun '(l, _) => kind_eqb l k) permutations with Some (_, p) => p | None => [] end.

Definition is_kind (k : named) : bool := existsb (kind_eqb k) kinds.

Lemma is_kind_spec k : is_kind k = true <-> In k kinds.
Proof.
  unfold is_kind. rewrite existsb_exists. split.
  - intros (l & listed & same). apply kind_eqb_spec in same. now subst.
  - intros listed. exists k. split; [assumption|]. now apply kind_eqb_spec.
Qed.

Lemma known_is k : In k kinds -> known k = permutation_by k.
Proof.
  intros listed. unfold known. destruct (find _ permutations) as [[l p]|] eqn:E.
  - apply find_some in E as [there same]. apply kind_eqb_spec in same. subst l.
    unfold permutations in there. apply in_map_iff in there as (l & same & _). now injection same as -> <-.
  - pose proof (find_none _ _ E (k, permutation_by k) (in_map (fun k => (k, permutation_by k)) _ _ listed)) as other.
    cbv beta iota in other. rewrite (proj2 (kind_eqb_spec k k) eq_refl) in other. discriminate other.
Qed.

Lemma goes_app one other i : goes (one ++ other) i = goes one (goes other i).
Proof. unfold goes. rewrite map_app. apply through_app. Qed.

Lemma goes_cons k word i : goes (k :: word) i = nth (goes word i) (permutation_by k) 0.
Proof. reflexivity. Qed.

Lemma goes_small word i : of_kinds word -> i < 54 -> goes word i < 54.
Proof. intros all short. exact (proj2 (does_through word i all short)). Qed.

(** A word, computed: entry [i] is [goes word i]. *)
Definition table_of (word : list named) : permutation :=
  fold_right (fun k p => compose (known k) p) (identity 3) word.

Lemma table_of_spec word i : of_kinds word -> i < 54 ->
  nth i (table_of word) 0 = goes word i /\ length (table_of word) = 54.
Proof.
  intros all short. induction all as [|k word listed all [IH long]].
  - split; [unfold goes; cbn [map through fold_right table_of]; unfold identity; now rewrite seq_nth|apply seq_length].
  - cbn [table_of fold_right]. fold (table_of word). rewrite goes_cons. split.
    + rewrite nth_compose by now rewrite long. now rewrite IH, known_is.
    + unfold compose, gather. now rewrite map_length.
Qed.

Definition same_effect (one other : list named) : bool := permutation_eqb (table_of one) (table_of other).

Lemma same_effect_spec one other i : same_effect one other = true -> of_kinds one -> of_kinds other -> i < 54 ->
  goes one i = goes other i.
Proof.
  unfold same_effect. intros same all all' short. apply permutation_eqb_spec in same.
  destruct (table_of_spec one i all short) as [<- _], (table_of_spec other i all' short) as [<- _]. now rewrite same.
Qed.

(** ** Relations that turns respect *)

(** [f] takes each turn to its image: first the turn and then [f] is first [f] and then the image. *)
Definition takes (f : permutation) (image : named -> named) : bool :=
  forallb (fun '(k, p) =>
    let p' := known (image k) in
    is_kind (image k) && forallb (fun i => nth (nth i p 0) f 0 =? nth (nth i f 0) p' 0) (seq 0 54)) permutations.

Definition below_54 (f : permutation) : bool := (length f =? 54) && forallb (fun i => i <? 54) f.

Lemma below_54_spec f : below_54 f = true -> length f = 54 /\ forall i, i < 54 -> nth i f 0 < 54.
Proof.
  unfold below_54. rewrite andb_true_iff, Nat.eqb_eq, forallb_forall. intros [long all]. split; [assumption|].
  intros i short. apply Nat.ltb_lt, all, nth_In. now rewrite long.
Qed.

Lemma taken f image word i : takes f image = true -> of_kinds word -> i < 54 ->
  nth (goes word i) f 0 = goes (map image word) (nth i f 0).
Proof.
  intros good all short. induction all as [|k word listed all IH]; [reflexivity|].
  cbn [map]. rewrite !goes_cons, <- IH. unfold takes in good. rewrite forallb_forall in good.
  specialize (good _ (in_map (fun k => (k, permutation_by k)) _ _ listed)). cbv beta iota zeta in good.
  apply andb_true_iff in good as [there good]. apply is_kind_spec in there. rewrite known_is in good by assumption.
  rewrite forallb_forall in good. apply Nat.eqb_eq, good, in_seq.
  pose proof (goes_small word i all short). lia.
Qed.

Lemma images_are_kinds f image word : takes f image = true -> of_kinds word -> of_kinds (map image word).
Proof.
  intros good all. apply Forall_map. revert all. apply Forall_impl. intros k listed.
  unfold takes in good. rewrite forallb_forall in good.
  specialize (good _ (in_map (fun k => (k, permutation_by k)) _ _ listed)). cbv beta iota zeta in good.
  apply andb_true_iff in good as [there _]. now apply is_kind_spec.
Qed.

(** A turn and the turn that takes it back. *)
Lemma undone_by : forallb (fun '(k, p) =>
    let p' := known (undo_of k) in
    is_kind (undo_of k) && forallb (fun i => nth (nth i p 0) p' 0 =? i) (seq 0 54)) permutations = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma goes_injective word : of_kinds word -> forall i j, i < 54 -> j < 54 -> goes word i = goes word j -> i = j.
Proof.
  intros all. induction all as [|k word listed all IH]; intros i j Hi Hj same; [exact same|].
  apply IH; [assumption..|]. rewrite !goes_cons in same. pose proof undone_by as H. rewrite forallb_forall in H.
  specialize (H _ (in_map (fun k => (k, permutation_by k)) _ _ listed)). cbv beta iota zeta in H.
  apply andb_true_iff in H as [_ H]. rewrite forallb_forall in H.
  assert (forall i, i < 54 -> nth (nth i (permutation_by k) 0) (known (undo_of k)) 0 = i) as back.
  { intros m short. apply Nat.eqb_eq, H, in_seq. lia. }
  rewrite <- (back (goes word i)), <- (back (goes word j)) by now apply goes_small. now rewrite same.
Qed.

(** ** The symmetries *)

(** A symmetry takes sticker [i] to place [nth i (moved_to s) 0], and so faces to faces; a mirror image reverses turns. *)
Record symmetry := Symmetry { moved_to : permutation; face_to : face -> face; mirrors : bool }.

Definition mirror : permutation := map (fun '(x, y, z) => number 3 (- x, y, z)%Z) (points 3).

Definition symmetry_of (mirrored : bool) (p : permutation) : symmetry :=
  let at_centre f := face_of 3 (nth (centre f) p 0) in
  let u := at_centre U in let r := at_centre R in let f := at_centre F in
  let d := at_centre D in let l := at_centre L in let b := at_centre B in
  Symmetry p (six_faces u r f d l b) mirrored.

Definition symmetries : list symmetry :=
  map (symmetry_of false) (rotations 3) ++ map (fun r => symmetry_of true (compose mirror r)) (rotations 3).

Definition image (s : symmetry) (k : named) : named :=
  (face_to s (fst k), if mirrors s then 4 - snd k else snd k).

(** Each place is the image of a place. *)
Definition reaches_all (p : permutation) : bool := forallb (fun j => existsb (Nat.eqb j) p) (seq 0 54).

Lemma symmetries_are_right :
  forallb (fun s => takes (moved_to s) (image s) && below_54 (moved_to s) && reaches_all (moved_to s)) symmetries = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma one_symmetry s : In s symmetries ->
  takes (moved_to s) (image s) = true /\ (forall i, i < 54 -> nth i (moved_to s) 0 < 54) /\
  forall j, j < 54 -> exists i, i < 54 /\ nth i (moved_to s) 0 = j.
Proof.
  intros listed. pose proof symmetries_are_right as H. rewrite forallb_forall in H. specialize (H s listed).
  rewrite !andb_true_iff in H. destruct H as [[good small] all]. apply below_54_spec in small as [long small].
  split; [assumption|]. split; [assumption|]. intros j short. unfold reaches_all in all. rewrite forallb_forall in all.
  specialize (all j ltac:(apply in_seq; lia)). apply existsb_exists in all as (j' & there & same).
  apply Nat.eqb_eq in same. subst j'. apply (In_nth _ _ 0) in there as (i & below & E). exists i.
  split; [now rewrite <- long|assumption].
Qed.

(** There are 48, all different. *)
Lemma symmetries_are_48 : NoDup (map moved_to symmetries) /\ length symmetries = 48.
Proof. split; [apply distinct_spec; vm_cast_no_check (eq_refl true)|vm_compute; reflexivity]. Qed.

(** ** Solved colours, and pieces at home *)

(** The next sticker of the piece: clockwise on a corner, the other one on an edge. *)
Definition next_pairs : list (nat * nat) :=
  flat_map (fun slot => match slot with [a; b; c] => [(a, b); (b, c); (c, a)] | _ => [] end) corner_slots
  ++ flat_map (fun '(a, b) => [(a, b); (b, a)]) edge_slots.

Definition partner (pairs : list (nat * nat)) (i : nat) : nat :=
  match find (fun '(a, _) => a =? i) pairs with Some (_, b) => b | None => i end.

Definition next_sticker : permutation := map (partner next_pairs) (seq 0 54).

Definition home_colour (i : nat) : face := nth i (solved_colours 3) U.

(** The colours of a piece, from one sticker on, name this sticker. *)
Lemma colours_name_stickers : let all := map (fun i =>
    let j := nth i next_sticker 0 in (i, home_colour i, home_colour j, home_colour (nth j next_sticker 0))) (seq 0 54) in
  forallb (fun '(i, a, b, c) => forallb (fun '(j, a', b', c') =>
    if face_eqb a a' then if face_eqb b b' then if face_eqb c c' then i =? j else true else true else true) all) all
  = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma turns_keep_pieces : takes next_sticker (fun k => k) && below_54 next_sticker = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma next_small i : i < 54 -> nth i next_sticker 0 < 54.
Proof.
  pose proof turns_keep_pieces as H. apply andb_true_iff in H as [_ H].
  apply (proj2 (below_54_spec next_sticker H)).
Qed.

Theorem pieces_at_home (g : nat -> nat) :
  (forall i, i < 54 -> g i < 54) ->
  (forall i, i < 54 -> g (nth i next_sticker 0) = nth (g i) next_sticker 0) ->
  (forall i, i < 54 -> home_colour (g i) = home_colour i) ->
  forall i, i < 54 -> g i = i.
Proof.
  intros small whole painted i short. pose proof colours_name_stickers as H. cbv zeta in H.
  pose (mark := fun i => let j := nth i next_sticker 0 in
    (i, home_colour i, home_colour j, home_colour (nth j next_sticker 0))).
  assert (forall i, i < 54 -> In (mark i) (map mark (seq 0 54))) as listed by (intros; apply in_map, in_seq; lia).
  rewrite forallb_forall in H. specialize (H _ (listed (g i) (small i short))). unfold mark at 1 in H. cbv beta iota zeta in H.
  rewrite forallb_forall in H. specialize (H _ (listed i short)). unfold mark in H. cbv beta iota zeta in H.
  pose proof (next_small i short) as short'. pose proof (next_small _ short') as short''.
  rewrite <- (whole i short), <- (whole _ short'), (painted i short), (painted _ short'), (painted _ short'') in H.
  rewrite !(proj2 (face_eqb_spec _ _) eq_refl) in H. now apply Nat.eqb_eq in H.
Qed.

(** ** The superflip: each of the twelve edges is flipped in its place *)

Definition flipped : permutation :=
  map (partner (flat_map (fun '(a, b) => [(a, b); (b, a)]) edge_slots)) (seq 0 54).

Definition superflip : colouring := gather U flipped (solved_colours 3).

(** Turns, symmetries and the order of a piece's stickers respect it; it takes itself back. *)
Lemma turns_respect_flips : takes flipped (fun k => k) = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma flips_are_places : length flipped = 54 /\ forall i, i < 54 -> nth i flipped 0 < 54.
Proof.
  assert (below_54 flipped = true) as H by (vm_cast_no_check (eq_refl true)). exact (below_54_spec flipped H).
Qed.

Definition agree (one other : nat -> nat) : bool := forallb (fun i => one i =? other i) (seq 0 54).

Lemma agree_spec one other : agree one other = true -> forall i, i < 54 -> one i = other i.
Proof.
  unfold agree. rewrite forallb_forall. intros all i short. apply Nat.eqb_eq, all, in_seq. lia.
Qed.

Lemma flipped_twice : forall i, i < 54 -> nth (nth i flipped 0) flipped 0 = i.
Proof. apply (agree_spec (fun i => nth (nth i flipped 0) flipped 0) (fun i => i)). vm_cast_no_check (eq_refl true). Qed.

Lemma pieces_respect_flips : forall i, i < 54 ->
  nth (nth i flipped 0) next_sticker 0 = nth (nth i next_sticker 0) flipped 0.
Proof.
  apply (agree_spec (fun i => nth (nth i flipped 0) next_sticker 0) (fun i => nth (nth i next_sticker 0) flipped 0)).
  vm_cast_no_check (eq_refl true).
Qed.

Definition respects_flips (s : symmetry) : bool :=
  agree (fun i => nth (nth i flipped 0) (moved_to s) 0) (fun i => nth (nth i (moved_to s) 0) flipped 0).

Lemma all_respect_flips : forallb respects_flips symmetries = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma symmetries_respect_flips s i : In s symmetries -> i < 54 ->
  nth (nth i flipped 0) (moved_to s) 0 = nth (nth i (moved_to s) 0) flipped 0.
Proof.
  intros listed. pose proof (proj1 (forallb_forall _ _) all_respect_flips s listed) as H.
  exact (agree_spec _ _ H i).
Qed.

(** A word answers the superflip if it exchanges the stickers of each edge and leaves all others. *)
Definition answers (word : list named) : Prop := of_kinds word /\ forall i, i < 54 -> goes word i = nth i flipped 0.

Theorem solved_is_answered word : of_kinds word ->
  run face_turn superflip word = solved_colours 3 <-> answers word.
Proof.
  intros all. destruct flips_are_places as [long small].
  assert (forall i, i < 54 -> nth i (run face_turn superflip word) U = home_colour (nth (goes word i) flipped 0)) as E.
  { intros i short. rewrite nth_after_kinds by assumption. fold (goes word i). unfold superflip.
    apply nth_gather. rewrite long. now apply goes_small. }
  assert (length superflip = 54) as long' by (unfold superflip, gather; now rewrite map_length).
  split.
  - intros ends. split; [assumption|]. intros i short.
    rewrite <- (flipped_twice (goes word i)) by now apply goes_small. f_equal. revert i short.
    apply (pieces_at_home (fun i => nth (goes word i) flipped 0)).
    + intros i short. now apply small, goes_small.
    + intros i short. pose proof turns_keep_pieces as H. apply andb_true_iff in H as [H _].
      rewrite pieces_respect_flips by now apply goes_small.
      rewrite (taken next_sticker (fun k => k) word i H all short), map_id. reflexivity.
    + intros i short. rewrite <- E, ends by assumption. reflexivity.
  - intros [_ exchanged]. apply (nth_ext _ _ U U); [now rewrite length_after|].
    rewrite length_after by assumption. intros i short. rewrite E, exchanged, flipped_twice by assumption. reflexivity.
Qed.

(** The superflip looks the same from all 48 sides. *)
Theorem image_answers s word : In s symmetries -> answers word -> answers (map (image s) word).
Proof.
  intros listed [all exchanged]. destruct (one_symmetry s listed) as (good & small & onto).
  split; [now apply (images_are_kinds (moved_to s))|].
  intros j short. destruct (onto j short) as (i & below & <-).
  rewrite <- (taken (moved_to s) (image s) word i good all below), exchanged by assumption.
  now apply symmetries_respect_flips.
Qed.

(** It commutes with every word: what ends an answer may begin it. *)
Theorem shifted_answers one other : answers (one ++ other) -> answers (other ++ one).
Proof.
  intros [all exchanged]. apply Forall_app in all as [all all']. destruct flips_are_places as [_ small].
  split; [now apply Forall_app|]. intros i short. rewrite goes_app.
  apply (goes_injective one all); [|now apply small|].
  - apply goes_small; [assumption|now apply goes_small].
  - rewrite <- goes_app, exchanged by now apply goes_small.
    rewrite (taken flipped (fun k => k) one i turns_respect_flips all short), map_id. reflexivity.
Qed.

(** A word may be exchanged for another one with the same effect. *)
Lemma exchanged_answers one other rest : same_effect one other = true -> of_kinds other ->
  answers (one ++ rest) -> answers (other ++ rest).
Proof.
  intros same all' [all exchanged]. apply Forall_app in all as [all rest_all]. split; [now apply Forall_app|].
  intros i short. rewrite <- exchanged, !goes_app by assumption. symmetry.
  apply same_effect_spec; [assumption..|]. now apply goes_small.
Qed.

(** ** Examples *)

(** A cube with one turned face does not look the same from all sides, and does not commute with turns. *)
Example not_every_cube_is_symmetric :
  let p := permutation_by (U, 1) in
  forallb (fun s => permutation_eqb (compose p (moved_to s)) (compose (moved_to s) p)) symmetries = false /\
  takes p (fun k => k) = false.
Proof. split; vm_cast_no_check (eq_refl false). Qed.
