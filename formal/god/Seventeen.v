(** * Seventeen turns are too few

    A word of turns that solves a cube comes down to a word of turns of faces in canonical order that is no longer. There
    are fewer such words of at most 17 turns than cubes, and each solves one cube only. So some cube needs 18 turns. *)

From Coq Require Import NArith Arith Bool List Lia.
From Cubeproof Require Import Geometry Puzzle Solved.
From Cubeproof.formula Require Import Reduction Parity.
From Cubeproof.search Require Import Bounds Views Tables Search Excluded.
From Cubeproof.god Require Import Order.
Import ListNotations.

(** ** How many words there are *)

(** The faces that may be turned after a face: not the same, and of opposite faces not the one that comes first. *)
Definition next_faces (f : face) : list face :=
  match f with
  | U => [R; F; D; L; B] | R => [U; F; D; L; B] | F => [U; R; D; L; B]
  | D => [R; F; L; B] | L => [U; F; D; B] | B => [U; R; D; L]
  end.

Fixpoint words_from (turns : nat) (choices : list face) : list (list (face * nat)) :=
  match turns with
  | 0 => [[]]
  | S fewer =>
      flat_map (fun f => flat_map (fun q => map (cons (f, q)) (words_from fewer (next_faces f))) [1; 2; 3]) choices
  end.

Fixpoint words_up_to (turns : nat) : list (list (face * nat)) :=
  match turns with
  | 0 => [[]]
  | S fewer => words_up_to fewer ++ words_from turns faces
  end.

(** The number of words after a turn of U, R or F, and after a turn of D, L or B. *)
Fixpoint counts_after (turns : nat) : N * N :=
  match turns with
  | 0 => (1, 1)%N
  | S fewer => let (one, other) := counts_after fewer in (6 * one + 9 * other, 6 * one + 6 * other)%N
  end.

Fixpoint count_up_to (turns : nat) : N :=
  match turns with
  | 0 => 1%N
  | S fewer => let (one, other) := counts_after fewer in (count_up_to fewer + 9 * one + 9 * other)%N
  end.

Lemma length_after_face turns f : N.of_nat (length (words_from turns (next_faces f))) =
  match f with U | R | F => fst (counts_after turns) | _ => snd (counts_after turns) end.
Proof.
  revert f. induction turns as [|turns IH]; intros f; [destruct f; reflexivity|].
  pose proof (IH U) as u. pose proof (IH R) as r. pose proof (IH F) as f'. pose proof (IH D) as d.
  pose proof (IH L) as l. pose proof (IH B) as b. clear IH.
  cbn [counts_after]. destruct (counts_after turns) as [one other]. cbn [fst snd] in *.
  destruct f; cbn [words_from next_faces flat_map]; rewrite !app_length, !map_length; cbn [length];
    cbn [next_faces] in *; lia.
Qed.

Lemma length_up_to turns : N.of_nat (length (words_up_to turns)) = count_up_to turns.
Proof.
  induction turns as [|turns IH]; [reflexivity|]. cbn [words_up_to count_up_to]. rewrite app_length.
  pose proof (length_after_face turns U) as u. pose proof (length_after_face turns R) as r.
  pose proof (length_after_face turns F) as f. pose proof (length_after_face turns D) as d.
  pose proof (length_after_face turns L) as l. pose proof (length_after_face turns B) as b.
  destruct (counts_after turns) as [one other]. cbn [fst snd] in *.
  cbn [words_from faces flat_map]. rewrite !app_length, !map_length. cbn [length]. cbn [next_faces] in *. lia.
Qed.

Lemma fewer_words_than_cubes : count_up_to 17 = 19973266111335481264%N /\ (count_up_to 17 < order)%N.
Proof. split; vm_compute; reflexivity. Qed.

(** The words themselves, counted. *)
Example first_counts : map (fun turns => N.of_nat (length (words_from turns faces))) [0; 1; 2; 3; 4] =
  [1; 18; 243; 3240; 43254]%N.
Proof. vm_cast_no_check (eq_refl [1; 18; 243; 3240; 43254]%N). Qed.

(** ** Words in canonical order are among them *)

Lemma chain_is_listed word : forall choices, Bounds.chain follow (groups_of choices) word ->
  In (map kind word) (words_from (length word) choices).
Proof.
  induction word as [|t word IH]; intros choices linked; [now left|]. destruct linked as [listed linked].
  rewrite groups_are in listed. apply in_concat in listed as (group & there & listed).
  apply in_map_iff in there as (f & <- & chosen). apply in_map_iff in listed as (q & <- & amount).
  cbn [map length words_from]. apply in_flat_map. exists f. split; [assumption|].
  apply in_flat_map. exists q. split; [assumption|]. change (kind (move_of (f, q))) with (f, q). apply in_map, IH.
  destruct f; exact linked.
Qed.

Lemma shorter_is_listed turns word : length word <= turns -> In word (words_from (length word) faces) ->
  In word (words_up_to turns).
Proof.
  induction turns as [|turns IH]; intros short listed.
  - destruct word; [now left|cbn in short; lia].
  - cbn [words_up_to]. apply in_app_iff. destruct (Nat.eq_dec (length word) (S turns)) as [<-|]; [now right|].
    left. apply IH; [lia|assumption].
Qed.

(** ** A word solves one cube *)

Lemma undone_kinds : forallb (fun k => let p := permutation_by k in let back := permutation_by (undo_of k) in
  forallb (fun i => (nth i back 0 <? 54) && (nth (nth i back 0) p 0 =? i)) (seq 0 54)
  && (length p =? 54) && (length back =? 54)) kinds = true.
Proof. vm_cast_no_check (eq_refl true). Qed.

Lemma turn_undone k s : In k kinds -> length s = 54 -> face_turn (face_turn s k) (undo_of k) = s.
Proof.
  intros listed long. pose proof undone_kinds as H. rewrite forallb_forall in H. specialize (H k listed).
  cbv zeta in H. rewrite !andb_true_iff, !Nat.eqb_eq, forallb_forall in H. destruct H as [[back long_p] long_back].
  unfold face_turn. apply (nth_ext _ _ U U); [unfold gather; rewrite map_length; congruence|].
  unfold gather at 1. rewrite map_length, long_back. intros i short.
  specialize (back i ltac:(apply in_seq; lia)). rewrite andb_true_iff, Nat.ltb_lt, Nat.eqb_eq in back.
  destruct back as [small same]. rewrite !nth_gather by lia. now rewrite same.
Qed.

Definition undone_by (word : list (face * nat)) : colouring := run face_turn (solved_colours 3) (rev (map undo_of word)).

Lemma solved_by_one word s : Forall (fun k => In k kinds) word -> length s = 54 ->
  run face_turn s word = solved_colours 3 -> s = undone_by word.
Proof.
  intros all long ends. unfold undone_by. rewrite <- ends. clear ends. revert s long.
  induction all as [|k word listed all IH]; intros s long; [reflexivity|].
  change (run face_turn s (k :: word)) with (run face_turn (face_turn s k) word). cbn [map rev].
  rewrite run_app, <- IH by (now apply (length_after [k]); [|constructor; [|constructor]]).
  symmetry. now apply turn_undone.
Qed.

(** ** Reachable cubes *)

Lemma face_turns_are_kinds : face_turns = map slab_of kinds.
Proof. reflexivity. Qed.

Lemma reachable_by_kinds cube : reachable cube ->
  exists word, Forall (fun k => In k kinds) word /\ cube = run face_turn (solved_colours 3) word.
Proof.
  intros (word & all & ->). rewrite face_turns_are_kinds in all.
  assert (exists ks, Forall (fun k => In k kinds) ks /\ map slab_of ks = word) as (ks & of_kinds & <-).
  { induction all as [|s word listed all (ks & of_kinds & same)]; [now exists []|].
    apply in_map_iff in listed as (k & <- & listed). exists (k :: ks). split; [now constructor|]. cbn [map]. now rewrite same. }
  exists ks. split; [assumption|]. symmetry. apply run_is_after.
Qed.

Lemma reachable_is_centred cube : reachable cube ->
  length cube = 54 /\ (forall f, face_with cube (nth (centre f) cube U) = f) /\ relabelled cube = cube.
Proof.
  intros from. apply reachable_by_kinds in from as (word & all & same).
  assert (length cube = 54) as long by (rewrite same; now apply length_after).
  assert (forall f, nth (centre f) cube U = f) as centred.
  { intros f. rewrite same, nth_after_kinds by (try assumption; destruct f; cbn; lia).
    rewrite centres_stay by assumption. destruct f; reflexivity. }
  assert (forall f, face_with cube f = f) as named.
  { intros f. unfold face_with. cbn [find faces]. rewrite !centred. destruct f; reflexivity. }
  split; [assumption|]. split; [intros f; now rewrite centred|].
  unfold relabelled. transitivity (map (fun f => f) cube); [now apply map_ext|apply map_id].
Qed.

(** ** The theorem *)

Lemma some_is_not_listed {A} (same : forall x y : A, {x = y} + {x <> y}) (count : N) (f : N -> A) (listed : list A) :
  (forall n m, (n < count)%N -> (m < count)%N -> f n = f m -> n = m) ->
  (N.of_nat (length listed) < count)%N -> exists n, (n < count)%N /\ ~ In (f n) listed.
Proof.
  intros injective fewer. set (numbers := map N.of_nat (seq 0 (N.to_nat count))).
  assert (forall n, In n numbers -> (n < count)%N) as small.
  { intros n there. apply in_map_iff in there as (i & <- & there). apply in_seq in there. lia. }
  destruct (Forall_Exists_dec (fun n => In (f n) listed) (fun n => in_dec same (f n) listed) numbers) as [all|some].
  - exfalso. assert (NoDup (map f numbers)) as once.
    { apply NoDup_map_on; [auto|]. apply NoDup_map_on; [|apply seq_NoDup]. intros i j _ _. apply Nnat.Nat2N.inj. }
    assert (length (map f numbers) <= length listed) as no_more.
    2: { unfold numbers in no_more. rewrite !map_length, seq_length in no_more. lia. }
    apply NoDup_incl_length; [assumption|]. intros x there. apply in_map_iff in there as (n & <- & there).
    rewrite Forall_forall in all. auto.
  - apply Exists_exists in some as (n & there & new). exists n. auto.
Qed.

Theorem seventeen_turns_are_too_few : exists cube, reachable cube /\
  forall word, Forall (fun s => In s (all_turns 3)) word -> solved 3 (after 3 word cube) ->
  18 <= word_cost 3 htm word.
Proof.
  destruct order_is_right as (cube & from & injective & _).
  assert (forall x y : face, {x = y} + {x <> y}) as same_face by decide equality.
  destruct (some_is_not_listed (list_eq_dec same_face) order cube (map undone_by (words_up_to 17)) injective)
    as (n & small & new).
  { rewrite map_length, length_up_to. apply fewer_words_than_cubes. }
  exists (cube n). split; [now apply from|]. intros word all ends.
  destruct (le_lt_dec 18 (word_cost 3 htm word)) as [|cheap]; [assumption|exfalso; apply new].
  destruct (reachable_is_centred (cube n) (from n small)) as (long & centred & named).
  destruct (solving_chain (cube n) word long centred all ends) as (turns & linked & short & goal).
  unfold is_goal in goal. rewrite named, run_step in goal.
  assert (Forall (fun k => In k kinds) (map kind turns)) as of_kinds.
  { apply kinds_of_moves. apply (chain_of_turns follow step all_moves) with (choices := all_groups);
      [|exact (groups_are_good faces)|exact linked].
    exact (fun t _ => follow_is_good t). }
  rewrite (solved_by_one (map kind turns) (cube n) of_kinds long goal). apply in_map.
  apply shorter_is_listed; rewrite map_length; [lia|]. apply (chain_is_listed turns faces), linked.
Qed.
