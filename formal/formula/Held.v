(** * A cube that is to end held just so

    Solved in whatever hold is one question; to end as a picture shows the cube, sticker by sticker, is another.
    Then the cube may not be turned as a whole, which would count nothing, and a wide turn is not the turn of a
    face with the cube held otherwise. This file is about such questions on the 3×3×3: the cube at the end may be
    any, and every sticker of it counts. A formula about one has wide turns and slices among its own, or is the
    usual one, if the centres tell how the cube is held. *)

From Coq Require Import ZArith Arith Bool List PArith FMapPositive Permutation Lia.
From Cubeproof Require Import Geometry Solved.
From Cubeproof.refutation Require Import Clause Lrup.
From Cubeproof.formula Require Import Lists Canonical Framed Cube Reduction Certificate Shortest Parity.
Import ListNotations.
Open Scope nat_scope.

(** ** What is asked *)

Definition reaches (colours goal : colouring) (word : list slab) : Prop :=
  Forall (fun s => In s layer_turns) word /\ after 3 word colours = goal /\ of_pieces 3 goal.

Definition shortest_to (m : metric) (colours goal : colouring) (word : list slab) : Prop :=
  reaches colours goal word /\
  forall other, reaches colours goal other -> word_cost 3 m word <= word_cost 3 m other.

(** The same of an answer, computed. *)
Definition is_way (colours goal : colouring) (word : list slab) : bool :=
  forallb (fun s => existsb (slab_eqb s) layer_turns) word
  && colours_eqb (after 3 word colours) goal
  && is_of_pieces 3 goal.

(** ** The test of a formula

    Here an account's way to hold the cube at the end, [held a], is what was asked for: the goal. *)

(** The formula's turns: all that count one, or those that leave the centres. *)
Definition made_of (wide : bool) (m : metric) : list permutation := if wide then layer_moves m else moves 3 m DBL.

(** What is left to be turned after them. *)
Definition left_over (wide : bool) : list permutation := if wide then [identity 3] else rotations 3.

Definition puzzle_held (wide : bool) (q : question) (a : account) : puzzle :=
  puzzle_of_cube 3 (made_of wide (counted q)) (colours q) (held a) (most q) (hints a).

(** Whatever is left to be turned, the cube comes to the same end, or a sticker that nothing moves forbids it. *)
Definition only_hold (z : puzzle) (turns : list positive) (left : list permutation) (colours goal : colouring)
  : bool :=
  forallb (fun r =>
    every (fun i => face_eqb (nth (nth i r 0) goal U) (nth i goal U)) (seq 0 (stickers 3))
    || any (fun i => still turns (from z) (place_of i)
            && negb (face_eqb (nth i colours U) (nth (nth i r 0) goal U))) (seq 0 (stickers 3))) left.

Definition held_test_for (wide : bool) (q : question) (a : account) : option (clause -> bool) :=
  let made := made_of wide (counted q) in
  let z := puzzle_held wide q a in
  if (layers_of_cube q =? 3)
     && is_in_order 3 made (colours q) (held a) z
     && only_hold z (turns_of_cube made) (left_over wide) (colours q) (held a)
  then Some (belongs z (meanings a))
  else None.

(** ** Parity

    A quarter turn, of a face or wide, is an odd permutation of the stickers of corners. *)

Definition is_corner (i : nat) : bool :=
  let '(x, y, z) := cubie 3 (nth i (points 3) (0, 0, 0)%Z) in negb (x * y * z =? 0)%Z.

Definition on_corners (f : nat -> nat) (i : nat) : nat := if is_corner i then f i else i.

(** Where each corner comes from at the end is settled. *)
Definition corners_settled (wide : bool) (q : question) (a : account) : bool :=
  let z := puzzle_held wide q (bare a) in
  forallb (fun i => negb (is_corner i) || match owner z (place_of i) with Some _ => true | None => false end)
          (seq 0 (stickers 3)).

(** ** Proofs, up to the theorems at the end *)

Lemma is_way_reaches colours goal word : is_way colours goal word = true -> reaches colours goal word.
Proof.
  unfold is_way. rewrite !andb_true_iff. intros [[turns same] pieces]. split; [|split].
  - apply Forall_forall. intros s listed. rewrite forallb_forall in turns. specialize (turns s listed).
    apply existsb_exists in turns as (t & there & equal). apply slab_eqb_eq in equal. congruence.
  - now apply colours_eqb_spec.
  - now apply is_of_pieces_spec.
Qed.

Lemma layer_turn_listed s : In s layer_turns -> In s (all_turns 3).
Proof. intros listed. now apply filter_In in listed. Qed.

Lemma all_listed word : Forall (fun s => In s layer_turns) word -> Forall (fun s => In s (all_turns 3)) word.
Proof. apply Forall_impl, layer_turn_listed. Qed.

Lemma size_3 : is_size 3.
Proof. now right. Qed.

(** A word of layer turns is a word of the formula's, and something left over that can be turned back. *)
Lemma formula_word wide m word : Forall (fun s => In s layer_turns) word -> exists permutations r,
  Forall (fun p => In p (made_of wide m)) permutations /\ length permutations = word_cost 3 m word /\
  In r (left_over wide) /\
  forall i, i < stickers 3 -> nth i r 0 < stickers 3 /\
    through (map (turn 3) word) (nth i r 0) = through permutations i.
Proof.
  intros all. destruct wide.
  - destruct (layers_are_enough m word all) as (permutations & r & of_moves & long & rotation & equal).
    exists permutations, r. split; [assumption|]. split; [assumption|]. split; [assumption|].
    intros i short. destruct rotation as [<-|[]]. rewrite nth_identity by assumption. split; [assumption|].
    now rewrite equal, nth_identity by assumption.
  - destruct (fewer_turns_are_enough 3 m DBL size_3 word (all_listed word all))
      as (permutations & r & of_moves & long & rotation & equal).
    destruct (rotation_back 3 r size_3 rotation) as (s & there & [_ small] & back & _).
    exists permutations, s. split; [assumption|]. split; [assumption|]. split; [assumption|].
    intros i short. split; [now apply small|]. rewrite equal, back by auto. reflexivity.
Qed.

Section Held.
Variables (wide : bool) (q : question) (a : account).
Let made := made_of wide (counted q).
Let z := puzzle_held wide q a.

Hypothesis in_order : is_in_order 3 made (colours q) (held a) z = true.
Hypothesis one_hold :
  only_hold z (turns_of_cube made) (left_over wide) (colours q) (held a) = true.

Let some_layers : 3 <> 0 := not_0 3 size_3.

(** What reaches the goal is, for the formula, a word that leads there. *)
Lemma reaching_word word : Forall (fun s => In s layer_turns) word -> after 3 word (colours q) = held a ->
  exists other permutations, Forall (fun t => In t (turns_of_cube made)) other /\
    length other = word_cost 3 (counted q) word /\
    leads 3 made (colours q) (held a) (most q) (hints a) other /\
    Forall (fun p => In p made) permutations /\ length permutations = word_cost 3 (counted q) word /\
    forall i, i < stickers 3 -> does (from z) other (place_of i) = place_of (through permutations i).
Proof.
  intros all ends.
  destruct (formula_word wide (counted q) word all) as (permutations & r & of_moves & long & left & equal).
  destruct (moves_do 3 made (colours q) (held a) (most q) (hints a) some_layers in_order permutations of_moves)
    as (other & of_turns & as_long & does_so).
  change (puzzle_of_cube 3 made (colours q) (held a) (most q) (hints a)) with z in does_so.
  exists other, permutations. split; [assumption|]. split; [congruence|].
  split; [|split; [assumption|split; [assumption|intros i below_n; now apply does_so]]].
  destruct (tables_of_cube 3 some_layers made (colours q) (held a) (most q) (hints a) in_order)
    as (_ & shows & _).
  assert (forall i, i < stickers 3 -> nth (through permutations i) (colours q) U = nth (nth i r 0) (held a) U)
    as there.
  { intros i below_n. destruct (equal i below_n) as [small <-]. rewrite <- ends.
    now destruct (after_through 3 word size_3 (all_listed word all) (colours q) (nth i r 0) small) as [-> _]. }
  pose proof one_hold as H. unfold only_hold in H. rewrite forallb_forall in H. specialize (H r left).
  apply orb_true_iff in H as [H|H].
  - rewrite every_spec in H. intros p inside. apply listed_place_of in inside as (i & below_n & ->).
    destruct (does_so i below_n) as [small same].
    change (colour (colour_map (places_of_cube 3) (colours q)) (does (from z) other (place_of i)) =
            colour (colour_map (places_of_cube 3) (held a)) (place_of i)).
    rewrite same. destruct (shows _ small) as [-> _], (shows _ below_n) as [_ ->]. rewrite there by assumption.
    apply face_eqb_spec, H. apply in_seq. lia.
  - exfalso. apply any_spec in H as (i & listed & H). apply andb_true_iff in H as [stays differs].
    apply in_seq in listed. assert (i < stickers 3) as below_n by lia.
    apply negb_true_iff in differs. enough (nth i (colours q) U = nth (nth i r 0) (held a) U) as E
      by (rewrite (proj2 (face_eqb_spec _ _) E) in differs; discriminate).
    rewrite <- there by assumption. f_equal. apply SuccNat2Pos.inj.
    change (place_of i = place_of (through permutations i)). destruct (does_so i below_n) as [_ <-]. symmetry.
    unfold still in stays. rewrite forallb_forall in stays. clear - of_turns stays.
    induction of_turns as [|t w listed of_turns IH]; [reflexivity|].
    change (from z t (does (from z) w (place_of i)) = place_of i). rewrite IH. now apply Pos.eqb_eq, stays.
Qed.

End Held.

Lemma held_test_spec wide q a belongs : held_test_for wide q a = Some belongs ->
  is_in_order 3 (made_of wide (counted q)) (colours q) (held a) (puzzle_held wide q a) = true /\
  only_hold (puzzle_held wide q a) (turns_of_cube (made_of wide (counted q))) (left_over wide) (colours q)
            (held a) = true /\
  belongs = Framed.belongs (puzzle_held wide q a) (meanings a).
Proof.
  unfold held_test_for. cbv zeta. intros tested. destruct (_ && _ && _) eqn:E in tested; [|discriminate].
  injection tested as <-. rewrite !andb_true_iff in E. now destruct E as [[_ ?] ?].
Qed.

(** Quarter turns: each is odd on corners, which stay corners, and another takes it back. *)
Definition quarters_turn_corners (made : list permutation) : bool :=
  forallb (fun p =>
    is_odd (stickers 3) (on_corners (fun i => nth i p 0))
    && below 3 p && of_length 3 p
    && forallb (fun i => negb (is_corner i) || is_corner (nth i p 0)) (seq 0 (stickers 3))
    && existsb (fun back => permutation_eqb (compose back p) (identity 3)) made) made.

Lemma quarter_of_corners wide p : In p (made_of wide qtm) ->
  is_odd (stickers 3) (on_corners (fun i => nth i p 0)) = true /\
  permutes (stickers 3) (fun i => nth i p 0) /\
  forall i, i < stickers 3 -> is_corner i = true -> is_corner (nth i p 0) = true.
Proof.
  intros listed.
  assert (quarters_turn_corners (made_of wide qtm) = true) as H
    by (destruct wide; vm_cast_no_check (eq_refl true)).
  unfold quarters_turn_corners in H. rewrite forallb_forall in H. specialize (H p listed).
  rewrite <- (andb_assoc (is_odd _ _)), !andb_true_iff in H. destruct H as [[[odd good] corners] back].
  rewrite <- andb_true_iff in good. apply below_spec in good as [long small].
  apply existsb_exists in back as (back & _ & nothing). apply permutation_eqb_spec in nothing.
  split; [assumption|]. split; [split|].
  - assumption.
  - intros i j Hi Hj same.
    assert (forall k, k < stickers 3 -> nth (nth k p 0) back 0 = k) as undone.
    { intros k Hk. rewrite <- nth_compose by now rewrite long. rewrite nothing. now apply nth_identity. }
    rewrite <- (undone i), <- (undone j) by assumption. now rewrite same.
  - intros i Hi corner. rewrite forallb_forall in corners. specialize (corners i ltac:(apply in_seq; lia)).
    now rewrite corner in corners.
Qed.

Lemma on_corners_permutes f : permutes (stickers 3) f ->
  (forall i, i < stickers 3 -> is_corner i = true -> is_corner (f i) = true) ->
  permutes (stickers 3) (on_corners f).
Proof.
  intros [small injective] corners. unfold on_corners. split.
  - intros i Hi. destruct (is_corner i); auto.
  - intros i j Hi Hj. destruct (is_corner i) eqn:Ci, (is_corner j) eqn:Cj; intros same; auto; exfalso.
    + specialize (corners i Hi Ci). congruence.
    + specialize (corners j Hj Cj). congruence.
Qed.

Lemma corners_of_quarters wide permutations : Forall (fun p => In p (made_of wide qtm)) permutations ->
  permutes (stickers 3) (through permutations) /\
  (forall i, i < stickers 3 -> is_corner i = true -> is_corner (through permutations i) = true) /\
  is_odd (stickers 3) (on_corners (through permutations)) = Nat.odd (length permutations).
Proof.
  intros all. induction all as [|p rest listed all [[small injective] [corners parity]]].
  - split; [split; auto|]. split; [auto|]. transitivity (is_odd (stickers 3) (fun i => i)).
    + apply is_odd_ext. intros i _. unfold on_corners. now destruct (is_corner i).
    + exact (is_odd_nothing _).
  - destruct (quarter_of_corners wide p listed) as [odd [[small' injective'] corners']].
    split; [split|split].
    + intros i Hi. apply (small' (through rest i)). auto.
    + intros i j Hi Hj same. apply injective; [assumption..|].
      apply injective'; [now apply small..|exact same].
    + intros i Hi corner. apply (corners' (through rest i)); auto.
    + transitivity (is_odd (stickers 3)
        (fun i => on_corners (fun k => nth k p 0) (on_corners (through rest) i))).
      * apply is_odd_ext. intros i Hi. unfold on_corners. destruct (is_corner i) eqn:C; [|now rewrite C].
        now rewrite corners.
      * rewrite is_odd_compose, odd, parity by (apply on_corners_permutes; [split|]; assumption).
        cbn [length]. rewrite Nat.odd_succ. unfold Nat.odd. now destruct (Nat.even (length rest)).
Qed.

(** All words that reach the goal count alike, even or odd. *)
Lemma reach_alike wide q a belongs one other : held_test_for wide q a = Some belongs ->
  corners_settled wide q a = true -> counted q = qtm ->
  reaches (colours q) (held a) one -> reaches (colours q) (held a) other ->
  Nat.even (word_cost 3 (counted q) one) = Nat.even (word_cost 3 (counted q) other).
Proof.
  intros tested no_choice in_quarters ends1 ends2.
  apply held_test_spec in tested as (in_order & one_hold & _).
  destruct (reaching_word wide q a in_order one_hold one (proj1 ends1) (proj1 (proj2 ends1)))
    as (w1 & p1 & of_turns1 & _ & leads1 & of_moves1 & <- & does1).
  destruct (reaching_word wide q a in_order one_hold other (proj1 ends2) (proj1 (proj2 ends2)))
    as (w2 & p2 & of_turns2 & _ & leads2 & of_moves2 & <- & does2).
  rewrite in_quarters in of_moves1, of_moves2.
  destruct (corners_of_quarters wide p1 of_moves1) as (_ & _ & parity1).
  destruct (corners_of_quarters wide p2 of_moves2) as (_ & _ & parity2).
  enough (is_odd (stickers 3) (on_corners (through p1)) = is_odd (stickers 3) (on_corners (through p2))) as same.
  { rewrite parity1, parity2 in same. unfold Nat.odd in same.
    now destruct (Nat.even (length p1)), (Nat.even (length p2)). }
  apply is_odd_ext. intros i below_n. unfold on_corners. destruct (is_corner i) eqn:C; [|reflexivity].
  apply SuccNat2Pos.inj. change (place_of (through p1 i) = place_of (through p2 i)).
  rewrite <- does1, <- does2 by assumption.
  assert (In (place_of i) (places_of_cube 3)) as inside by now apply place_of_listed.
  unfold corners_settled in no_choice. cbv zeta in no_choice.
  change (owner (puzzle_held wide q (bare a))) with (owner (puzzle_held wide q a)) in no_choice.
  rewrite forallb_forall in no_choice. specialize (no_choice i ltac:(apply in_seq; lia)).
  rewrite C in no_choice. cbn [negb orb] in no_choice.
  destruct (owner (puzzle_held wide q a) (place_of i)) as [thing|] eqn:E; [|discriminate].
  pose proof (not_0 3 size_3) as some_layers.
  pose proof (sound_of_cube 3 some_layers _ (colours q) (held a) (most q) (hints a) in_order) as good.
  destruct (owned _ good _ _ E) as [_ only].
  pose proof (cubies_stay_whole 3 some_layers _ (colours q) (held a) (most q) (hints a) in_order) as whole.
  pose proof (leading_fits 3 some_layers _ (colours q) (held a) (most q) (hints a) in_order) as fitting.
  transitivity thing; [|symmetry]; apply only.
  - now apply (whole w1 of_turns1).
  - now apply (fitting w1 of_turns1 leads1).
  - now apply (whole w2 of_turns2).
  - now apply (fitting w2 of_turns2 leads2).
Qed.

(** ** The theorems

    [q] is the question how few turns lead from [colours q] to the goal, [held a]; the rest of [a], [wide] and
    [lines] are what a certificate says, whatever that is. *)
Theorem no_word_ends_so wide q a belongs lines : held_test_for wide q a = Some belongs ->
  refutes (run belongs lines) = true ->
  forall word, Forall (fun s => In s layer_turns) word -> word_cost 3 (counted q) word <= most q ->
  after 3 word (colours q) <> held a.
Proof.
  intros tested refuted word all cheap ends. apply held_test_spec in tested as (in_order & one_hold & ->).
  destruct (reaching_word wide q a in_order one_hold word all ends)
    as (other & _ & of_turns & short & there & _).
  apply (no_word 3 (not_0 3 size_3) _ (colours q) (held a) (most q) (hints a) in_order (meanings a) lines
    refuted other of_turns); [lia|assumption].
Qed.

Theorem answer_is_shortest_held wide q a belongs lines word :
  is_way (colours q) (held a) word = true ->
  word_cost 3 (counted q) word <= S (most q) ->
  held_test_for wide q a = Some belongs -> refutes (run belongs lines) = true ->
  shortest_to (counted q) (colours q) (held a) word.
Proof.
  intros answer cheap tested refuted. split; [now apply is_way_reaches |].
  intros other (turns & ends & _).
  destruct (le_lt_dec (word_cost 3 (counted q) other) (most q)) as [less | more]; [exfalso | lia].
  now apply (no_word_ends_so wide q a belongs lines tested refuted other).
Qed.

Theorem answer_is_shortest_held_by_parity wide q a belongs lines word :
  counted q = qtm -> corners_settled wide q a = true ->
  is_way (colours q) (held a) word = true ->
  word_cost 3 (counted q) word <= S (S (most q)) ->
  held_test_for wide q a = Some belongs -> refutes (run belongs lines) = true ->
  shortest_to (counted q) (colours q) (held a) word.
Proof.
  intros in_quarters no_choice answer cheap tested refuted. apply is_way_reaches in answer.
  split; [assumption|]. intros other ends.
  pose proof (reach_alike wide q a belongs _ _ tested no_choice in_quarters answer ends) as alike.
  destruct ends as (turns & ends & _).
  destruct (le_lt_dec (word_cost 3 (counted q) other) (most q)) as [less|more].
  - exfalso. now apply (no_word_ends_so wide q a belongs lines tested refuted other).
  - destruct (Nat.eq_dec (word_cost 3 (counted q) other) (S (most q))) as [next|]; [|lia].
    destruct (Nat.eq_dec (word_cost 3 (counted q) word) (S (S (most q)))) as [next'|]; [|lia].
    exfalso. rewrite next, next', Nat.even_succ_succ, Nat.even_succ in alike. unfold Nat.odd in alike.
    now destruct (Nat.even (most q)).
Qed.

(** Where the answer has no turn there is nothing to refute. *)
Theorem no_turn_is_shortest_held m colours goal word :
  is_way colours goal word = true -> word_cost 3 m word = 0 -> shortest_to m colours goal word.
Proof. intros answer nothing. split; [now apply is_way_reaches | intros; lia]. Qed.

(** ** Examples *)

(** The slice is turned back, or on; turning the whole cube is no layer turn. *)
Example these_are_ways : let goal := solved_colours 3 in
  map (is_way (after 3 [Slab R 2 2 1] goal) goal)
      [[Slab R 2 2 3]; [Slab L 2 2 1]; [Slab R 2 2 1]; [Slab R 1 3 3; Slab R 1 1 1; Slab L 1 1 3]]
  = [true; true; false; false].
Proof. vm_cast_no_check (eq_refl [true; true; false; false]). Qed.

(** Between equal lists of colours there is no way if they are no cube. *)
Example no_cube_no_way :
  map (fun colours => is_way colours colours [])
      [solved_colours 3; []; repeat U 54; exchange 19 52 (solved_colours 3); exchange 9 20 (solved_colours 3)]
  = [true; false; false; false; false].
Proof. vm_cast_no_check (eq_refl [true; false; false; false; false]). Qed.

Example empty_list_is_not_reached : ~ shortest_to htm [] [] [].
Proof. intros [(_ & _ & pieces) _]. now apply as_many_stickers in pieces. Qed.
