(** * What a certificate proves

    A certificate of a 2×2×2 or a 3×3×3 that is to be solved, in whatever hold, has a formula and a proof that
    it has no model. If every clause of the formula belongs to a formula about this question, and the proof is
    right, then no word of turns that counts so much or less leads from the start to six faces of one colour
    each: of no turns of faces, slices, neighbouring layers, and of the whole cube, which count nothing. *)

From Coq Require Import Arith Bool List PArith FMapPositive Lia.
From Cubeproof Require Import Geometry Solved.
From Cubeproof.refutation Require Import Clause Lrup.
From Cubeproof.formula Require Import Distances Framed Cube Reduction.
Import ListNotations.

(** What was asked: whether this cube can be solved by turns that count [most] or less. *)
Record question := {
  layers_of_cube : nat;                          (* 2 or 3 *)
  counted : metric;
  colours : colouring;                           (* 24 or 54 *)
  most : nat
}.

(** What a certificate adds, of which nothing is believed: how the cube is held at the end, which corner of a 2×2×2
    the turns of its formula leave alone, and what the variables of its formula mean. *)
Record account := {
  held : colouring;
  unmoved_by : corner;
  meanings : positive -> option meaning;
  hints : hint
}.

(** ** The one way in which the cube can end *)

Section Ends.
Variables (all_places turns : list positive).
Variables (from : positive -> positive -> positive) (mate_of : positive -> positive).
Variables (face_at shown wanted : positive -> face).

(** The colours that a face may have at the end: that of a sticker that nothing moves, if it has one. *)
Definition still (p : positive) : bool := forallb (fun a => (from a p =? p)%positive) turns.
Definition choices (f : face) : list face :=
  match find (fun p => face_eqb (face_at p) f && still p) all_places with
  | Some p => [shown p]
  | None => faces
  end.

Fixpoint product (lists : list (list face)) : list (list face) :=
  match lists with
  | [] => [[]]
  | these :: rest => flat_map (fun one => map (cons one) (product rest)) these
  end.

(** Six colours, painted on the six faces. *)
Definition paint (six : list face) (p : positive) : face :=
  nth (match face_at p with U => 0 | R => 1 | F => 2 | D => 3 | L => 4 | B => 5 end) six U.

(** Some place would need a cubie that the cube does not have. *)
Definition impossible (six : list face) : bool :=
  existsb (fun p => negb (existsb (fun thing => may_be mate_of shown (paint six) thing p) all_places))
    all_places.

Definition only_end : bool :=
  forallb (fun six => forallb (fun p => face_eqb (paint six p) (wanted p)) all_places || impossible six)
          (product (map choices faces)).
End Ends.

(** ** The test *)

Definition puzzle_of (q : question) (a : account) : puzzle :=
  puzzle_of_cube (layers_of_cube q) (moves (layers_of_cube q) (counted q) (unmoved_by a)) (colours q) (held a) (most q)
    (hints a).

Definition face_at (size : nat) (p : positive) : face := face_of size (Nat.pred (Pos.to_nat p)).

(** A test of the clauses of a formula; none if the account cannot be right. *)
Definition test_for (q : question) (a : account) : option (clause -> bool) :=
  let size := layers_of_cube q in
  let made := moves size (counted q) (unmoved_by a) in
  let z := puzzle_of q a in
  let all_places := places z in
  let start_map := colour_map all_places (colours q) in
  let end_map := colour_map all_places (held a) in
  let mate_map := map_of all_places (mates size) in
  if ((size =? 2) || (size =? 3))
     && is_in_order size made (colours q) (held a) z
     && only_end all_places (turns_of_cube made) (from z) (image (Pos.of_nat (stickers size)) mate_map)
                 (face_at size) (colour start_map) (colour end_map)
  then Some (belongs z (meanings a))
  else None.

(** The whole check, of a formula and its proof, line by line. *)
Definition check (q : question) (a : account) (lines : list line) : bool :=
  match test_for q a with
  | Some belongs => refutes (run belongs lines)
  | None => false
  end.

(** ** Proof, up to the theorem at the end *)

Lemma not_0 size : is_size size -> size <> 0.
Proof. intros [->| ->]; discriminate. Qed.

Definition all_fine (size : nat) : bool :=
  forallb (fun p => below size p && of_length size p) (map (turn size) (all_turns size)).

Lemma turns_are_fine size s : is_size size -> In s (all_turns size) -> fine size (turn size s).
Proof.
  intros of_size listed.
  assert (all_fine size = true) as H by (destruct of_size as [->| ->]; vm_cast_no_check (eq_refl true)).
  unfold all_fine in H. rewrite forallb_forall in H. apply below_spec, H. now apply in_map.
Qed.

Lemma after_through size word : is_size size -> Forall (fun s => In s (all_turns size)) word ->
  forall shown i, i < stickers size ->
  nth i (after size word shown) U = nth (through (map (turn size) word) i) shown U /\
  through (map (turn size) word) i < stickers size.
Proof.
  intros of_size all. unfold after.
  induction all as [|s word listed all IH]; intros shown i short; [now split|].
  destruct (turns_are_fine size s of_size listed) as [long good]. cbn [fold_left map].
  change (through (turn size s :: map (turn size) word) i)
    with (nth (through (map (turn size) word) i) (turn size s) 0).
  destruct (IH (turned size s shown) i short) as [-> small']. split; [|now apply good].
  unfold turned, gather.
  rewrite nth_indep with (d' := nth 0 shown U) by now rewrite map_length, long.
  now rewrite (map_nth (fun place => nth place shown U)).
Qed.

(** Rotations are there to and fro, and turn faces into faces. *)
Definition to_and_fro (size : nat) : bool :=
  let all := rotations size in
  forallb (fun r => existsb (fun s =>
    permutation_eqb (compose r s) (identity size)
    && forallb (fun f => forallb (fun i => negb (face_eqb (face_of size i) f)
         || face_eqb (face_of size (nth i s 0))
                     (face_of size (nth (match f with U => 0 | R => 1 | F => 2 | D => 3 | L => 4 | B => 5 end
                                         * (size * size)) s 0)))
         (seq 0 (stickers size))) faces
    && below size s && of_length size s) all) all.

Lemma rotation_back size r : is_size size -> In r (rotations size) ->
  exists s, In s (rotations size) /\ fine size s /\
  (forall i, i < stickers size -> nth (nth i s 0) r 0 = i) /\
  forall f, exists g, forall i, i < stickers size -> face_of size i = f -> face_of size (nth i s 0) = g.
Proof.
  intros of_size listed.
  assert (to_and_fro size = true) as H by (destruct of_size as [->| ->]; vm_cast_no_check (eq_refl true)).
  unfold to_and_fro in H. rewrite forallb_forall in H. specialize (H r listed).
  apply existsb_exists in H as (s & there & H). rewrite <- andb_assoc, !andb_true_iff in H.
  destruct H as [[back whole] good]. rewrite <- andb_true_iff in good. apply below_spec in good.
  exists s. split; [assumption|]. split; [assumption|]. split.
  - intros i short. apply permutation_eqb_spec in back. destruct good as [long _].
    rewrite <- nth_compose by now rewrite long. rewrite back. unfold identity. now rewrite seq_nth.
  - intros f. eexists. intros i short on. rewrite forallb_forall in whole.
    specialize (whole f ltac:(destruct f; cbn; tauto)). rewrite forallb_forall in whole.
    specialize (whole i ltac:(apply in_seq; lia)). apply orb_true_iff in whole as [no|yes].
    + rewrite (proj2 (face_eqb_spec _ _) on) in no. discriminate.
    + apply face_eqb_spec in yes. exact yes.
Qed.

Section Moves.
Variables (size : nat) (made : list permutation) (start goal : colouring) (steps : nat) (hints : hint).
Let z := puzzle_of_cube size made start goal steps hints.
Hypothesis some_layers : size <> 0.
Hypothesis in_order : is_in_order size made start goal z = true.

(** A word of moves is a word of the puzzle. *)
Lemma moves_do permutations : Forall (fun p => In p made) permutations -> exists word,
  Forall (fun a => In a (turns_of_cube made)) word /\ length word = length permutations /\
  forall i, i < stickers size ->
    through permutations i < stickers size /\
    Canonical.does (from z) word (place_of i) = place_of (through permutations i).
Proof.
  pose proof (tables_of_cube size some_layers made start goal steps hints in_order) as (maps & _ & ways & _).
  intros all. induction all as [|p rest listed all (word & of_turns & long & equal)].
  - exists []. repeat split; auto.
  - destruct (In_nth _ _ [] listed) as (number & short & at_number).
    exists (place_of number :: word). split; [|split].
    + constructor; [|assumption]. now apply turn_listed.
    + cbn. now rewrite long.
    + intros i below_n. destruct (equal i below_n) as [small' there].
      change (Canonical.does (from z) (place_of number :: word) (place_of i))
        with (from z (place_of number) (Canonical.does (from z) word (place_of i))).
      pose proof (maps number _ short small') as E. subst p.
      change (through (nth number made [] :: rest) i) with (nth (through rest i) (nth number made []) 0).
      rewrite there. split; [|exact E].
      destruct (ways (place_of number)) as [_ ways']; [apply in_app_iff; left; now apply turn_listed|].
      destruct (ways' (place_of (through rest i))) as [inside _];
        [now apply place_of_listed|].
      rewrite E in inside.
      apply listed_place_of in inside as (sticker & small'' & same). unfold place_of in same.
      apply SuccNat2Pos.inj in same.
      now rewrite same.
Qed.

End Moves.

Section Checked.
Variables (q : question) (a : account).
Let size := layers_of_cube q.
Let made := moves size (counted q) (unmoved_by a).
Let z := puzzle_of q a.
Let shown := colour (colour_map (places_of_cube size) (colours q)).
Let wanted := colour (colour_map (places_of_cube size) (held a)).
Let mate_of := image (Pos.of_nat (stickers size)) (map_of (places_of_cube size) (mates size)).

Hypothesis of_size : is_size size.
Hypothesis in_order : is_in_order size made (colours q) (held a) z = true.
Hypothesis one_end :
  only_end (places_of_cube size) (turns_of_cube made) (from z) mate_of (face_at size) shown wanted = true.

Let some_layers : size <> 0 := not_0 size of_size.

Lemma product_spec lists six : Forall2 (fun c these => In c these) six lists -> In six (product lists).
Proof.
  intros all. induction all as [|c these six lists there all IH]; cbn; [now left|].
  apply in_flat_map. exists c. split; [assumption|]. now apply in_map.
Qed.

(** A word that makes six faces of one colour each leads to the end that is wanted. *)
Lemma solved_is_wanted word (paints : face -> face) : Forall (fun a => In a (turns_of_cube made)) word ->
  (forall p, In p (places_of_cube size) ->
    shown (Canonical.does (from z) word p) = paints (face_at size p)) ->
  leads size made (colours q) (held a) (most q) (hints a) word.
Proof.
  intros of_turns ends.
  assert (forall p, In p (places_of_cube size) -> In (Canonical.does (from z) word p) (places_of_cube size) /\
    Canonical.does (from z) word (mate_of p) = mate_of (Canonical.does (from z) word p)) as carried
    by exact (cubies_stay_whole size some_layers made (colours q) (held a) (most q) (hints a)
              in_order word of_turns).
  assert (forall p, In p (places_of_cube size) -> In (mate_of p) (places_of_cube size)) as whole
    by apply (tables_of_cube size some_layers made (colours q) (held a) (most q) (hints a) in_order).
  assert (forall p, paint (face_at size) (map paints faces) p = paints (face_at size p)) as painted
    by (intros p; unfold paint; now destruct (face_at size p)).
  assert (forall p, In p (places_of_cube size) ->
    paint (face_at size) (map paints faces) p = wanted p) as done.
  { pose proof one_end as H. unfold only_end in H. rewrite forallb_forall in H.
    specialize (H (map paints faces)).
    assert (In (map paints faces) (product (map (choices (places_of_cube size) (turns_of_cube made) (from z)
      (face_at size) shown) faces))) as candidate.
    { apply product_spec. clear H. generalize faces as these.
      induction these as [|f these IH]; constructor; [|assumption].
      unfold choices. destruct find as [p|] eqn:E; [|destruct (paints f); cbn; tauto].
      apply find_some in E as [inside fixed]. apply andb_true_iff in fixed as [on fixed].
      apply face_eqb_spec in on. left. rewrite <- on, <- ends by assumption. f_equal. symmetry.
      unfold still in fixed. rewrite forallb_forall in fixed. clear ends carried.
      induction of_turns as [|t word listed of_turns IH']; [reflexivity|].
      change (from z t (Canonical.does (from z) word p) = p). rewrite IH'. now apply Pos.eqb_eq, fixed. }
    specialize (H candidate). apply orb_true_iff in H as [H|H].
    - rewrite forallb_forall in H. intros p inside. now apply face_eqb_spec, H.
    - exfalso. unfold impossible in H. apply existsb_exists in H as (p & inside & H).
      apply negb_true_iff in H. enough (existsb (fun thing =>
        may_be mate_of shown (paint (face_at size) (map paints faces)) thing p) (places_of_cube size) = true)
        by congruence.
      apply existsb_exists. exists (Canonical.does (from z) word p). split; [now apply carried|].
      destruct (carried p inside) as [_ m1]. destruct (carried (mate_of p) (whole p inside)) as [_ m2].
      unfold may_be. rewrite !painted, <- !ends by auto.
      rewrite m2, m1. now rewrite !(proj2 (face_eqb_spec _ _) eq_refl). }
  intros p inside. change (shown (Canonical.does (from z) word p) = wanted p).
  rewrite ends, <- painted by assumption. now apply done.
Qed.

Lemma face_at_place i : face_at size (place_of i) = face_of size i.
Proof. unfold face_at, place_of. now rewrite SuccNat2Pos.pred_id. Qed.

(** The end of any word that solves, turned back by a rotation. *)
Lemma solving_word word : Forall (fun s => In s (all_turns size)) word ->
  solved size (after size word (colours q)) ->
  exists other permutations, Forall (fun a => In a (turns_of_cube made)) other /\
    length other = word_cost size (counted q) word /\
    leads size made (colours q) (held a) (most q) (hints a) other /\
    Forall (fun p => In p made) permutations /\ length permutations = word_cost size (counted q) word /\
    forall i, i < stickers size -> Canonical.does (from z) other (place_of i)
      = place_of (through permutations i).
Proof.
  intros all ends.
  destruct (fewer_turns_are_enough size (counted q) (unmoved_by a) of_size word all)
    as (permutations & r & of_moves & short & rotation & equal).
  destruct (moves_do size made (colours q) (held a) (most q) (hints a) some_layers in_order permutations of_moves)
    as (other & of_turns & long & does_so).
  change (puzzle_of_cube size made (colours q) (held a) (most q) (hints a)) with z in does_so.
  exists other, permutations. split; [assumption|]. split; [lia|].
  split; [|split; [assumption|split; [assumption|intros i below_n; now apply does_so]]].
  destruct (rotation_back size r of_size rotation) as (s & _ & [long_s small_s] & back & faces_to_faces).
  assert (exists paints : face -> face, forall f i, i < stickers size -> face_of size i = f ->
    nth (nth i s 0) (after size word (colours q)) U = paints f) as [paints painted].
  { assert (forall f, exists colour, forall i, i < stickers size -> face_of size i = f ->
      nth (nth i s 0) (after size word (colours q)) U = colour) as one.
    { intros f. destruct (faces_to_faces f) as [g goes].
      destruct (one_colour_each _ _ ends g) as [c it]. exists c.
      intros i below_n on. apply it; [now apply small_s|now apply goes]. }
    destruct (one U) as [cU HU], (one R) as [cR HR], (one F) as [cF HF], (one D) as [cD HD],
      (one L) as [cL HL], (one B) as [cB HB].
    exists (fun f => match f with U => cU | R => cR | F => cF | D => cD | L => cL | B => cB end).
    intros []; assumption. }
  apply (solved_is_wanted other paints of_turns). intros p inside.
  apply listed_place_of in inside as (i & below_n & ->). rewrite face_at_place.
  rewrite <- (painted (face_of size i) i below_n eq_refl).
  destruct (after_through size word of_size all (colours q) (nth i s 0) (small_s i below_n)) as [-> _].
  rewrite equal, back by auto. destruct (does_so i below_n) as [small ->].
  apply (tables_of_cube size some_layers made (colours q) (held a) (most q) (hints a) in_order). assumption.
Qed.

End Checked.

(** ** The theorem

    [q] is the question; [a] and [lines] are what a certificate says, whatever that is. *)
Theorem certificate_sound : forall q a lines, check q a lines = true ->
  forall word, Forall (fun s => In s (all_turns (layers_of_cube q))) word ->
  word_cost (layers_of_cube q) (counted q) word <= most q ->
  ~ solved (layers_of_cube q) (after (layers_of_cube q) word (colours q)).
Proof.
  intros q a lines checked word all cheap ends. unfold check, test_for in checked.
  destruct (_ && _ && _) eqn:E in checked; [|discriminate].
  rewrite !andb_true_iff, orb_true_iff, !Nat.eqb_eq in E.
  destruct E as [[of_size in_order] one_end].
  destruct (solving_word q a of_size in_order one_end word all ends)
    as (other & _ & of_turns & short & there & _).
  apply (no_word (layers_of_cube q) (not_0 _ of_size) _ (colours q) (held a) (most q) (hints a) in_order
    (meanings a) lines checked other of_turns); [lia|assumption].
Qed.

(** The same of the fold, for a program that reads a proof line by line. *)
Corollary refutation_of_the_question : forall q a belongs lines,
  test_for q a = Some belongs -> refutes (run belongs lines) = true ->
  forall word, Forall (fun s => In s (all_turns (layers_of_cube q))) word ->
  word_cost (layers_of_cube q) (counted q) word <= most q ->
  ~ solved (layers_of_cube q) (after (layers_of_cube q) word (colours q)).
Proof.
  intros q a belongs lines tested refuted. apply (certificate_sound q a lines). unfold check.
  now rewrite tested.
Qed.

(** In the words of most people: [most] of the 18 face turns, or fewer, do not solve the cube. *)
Corollary face_turns_are_not_enough : forall q a lines, check q a lines = true -> counted q = htm ->
  forall word, Forall (fun s => In s face_turns) word -> length word <= most q ->
  ~ solved (layers_of_cube q) (after (layers_of_cube q) word (colours q)).
Proof.
  intros q a lines checked half_turns word all short.
  assert (is_size (layers_of_cube q)) as of_size.
  { unfold check, test_for in checked. destruct (_ && _ && _) eqn:E in checked; [|discriminate].
    rewrite !andb_true_iff, orb_true_iff, !Nat.eqb_eq in E. apply E. }
  assert (forall size, is_size size -> forallb (fun s => existsb (fun t =>
      face_eqb (seen_from s) (seen_from t) && (first s =? first t) && (last s =? last t)
      && (quarters s =? quarters t)) (all_turns size) && (cost size htm s =? 1)) face_turns = true) as known
    by (intros size [->| ->]; vm_compute; reflexivity).
  specialize (known _ of_size). rewrite forallb_forall in known.
  apply (certificate_sound q a lines checked).
  - apply Forall_forall. intros s listed. rewrite Forall_forall in all. specialize (known s (all s listed)).
    apply andb_true_iff in known as [there _]. apply existsb_exists in there as (t & there & same).
    rewrite !andb_true_iff, !Nat.eqb_eq, face_eqb_spec in same. destruct s, t; cbn in same.
    now destruct same as [[[-> ->] ->] ->].
  - rewrite half_turns. enough (word_cost (layers_of_cube q) htm word = length word) as -> by assumption.
    clear short. unfold word_cost. induction all as [|s word listed all IH]; [reflexivity|].
    specialize (known s listed). apply andb_true_iff in known as [_ one]. apply Nat.eqb_eq in one.
    change (list_sum (map (cost (layers_of_cube q) htm) (s :: word)))
      with (cost (layers_of_cube q) htm s + list_sum (map (cost (layers_of_cube q) htm) word)).
    rewrite IH, one. reflexivity.
Qed.

(** And so for a cube that is to end just as it comes from the shop, U above and F in front. *)
Corollary nor_held_just_so : forall q a lines, check q a lines = true ->
  forall word, Forall (fun s => In s (all_turns (layers_of_cube q))) word ->
  word_cost (layers_of_cube q) (counted q) word <= most q ->
  after (layers_of_cube q) word (colours q) <> solved_colours (layers_of_cube q).
Proof.
  intros q a lines checked word all cheap ends. apply (certificate_sound q a lines checked word all cheap).
  rewrite ends.
  assert (is_size (layers_of_cube q)) as [->| ->].
  { unfold check, test_for in checked. destruct (_ && _ && _) eqn:E in checked; [|discriminate].
    rewrite !andb_true_iff, orb_true_iff, !Nat.eqb_eq in E. apply E. }
  - apply is_solved_spec; [cbn; auto|vm_compute; reflexivity].
  - apply is_solved_spec; [cbn; auto|vm_compute; reflexivity].
Qed.
