(** * Parity: in quarter turns, the formula may ask for two turns less

    Each quarter turn of a face is an odd permutation of the stickers. Where the colours leave no choice which
    sticker goes where, all words that solve a cube make the same permutation, after the cube as a whole has
    been turned; so they all count an even number of quarter turns, or all an odd one. Hence if an answer
    counts n, and a formula refutes n - 2, the answer is a shortest. *)

From Coq Require Import Arith Bool List PArith Permutation FMapPositive Lia.
From Cubeproof Require Import Geometry.
From Cubeproof.refutation Require Import Clause Lrup.
From Cubeproof.formula Require Import Canonical Framed Cube Reduction Certificate Shortest.
Import ListNotations.

(** ** The sign of a permutation of 0, ..., n-1: whether the number of its inversions is odd *)

Fixpoint pairs (n : nat) : list (nat * nat) :=
  match n with
  | 0 => []
  | S j => map (fun i => (i, j)) (seq 0 j) ++ pairs j
  end.

Definition inverted (f : nat -> nat) (pair : nat * nat) : bool := f (snd pair) <? f (fst pair).

Fixpoint odd_of (truths : list bool) : bool :=
  match truths with
  | [] => false
  | one :: rest => xorb one (odd_of rest)
  end.

Definition is_odd (n : nat) (f : nat -> nat) : bool := odd_of (map (inverted f) (pairs n)).

(** ** The theorems *)

(** The account without its hints, to which no distances are needed. *)
Definition bare (a : account) : account :=
  {| held := held a;
     unmoved_by := unmoved_by a;
     meanings := fun _ => None;
     hints := {| layers := PositiveMap.empty _; things := []; triples := false |} |}.

(** What is in a place at the end is settled: what nothing moves, or the only thing that may be there. *)
Definition settled (q : question) (a : account) : bool :=
  let z := puzzle_of q (bare a) in
  let turns := turns_of_cube (moves (layers_of_cube q) (counted q) (unmoved_by a)) in
  forallb (fun p => still turns (from z) p || match owner z p with Some _ => true | None => false end)
    (places z).

(** All words that solve the cube count alike, modulo 2. *)
Definition counts_alike (q : question) : Prop := forall one other,
  solves (layers_of_cube q) (colours q) one -> solves (layers_of_cube q) (colours q) other ->
  Nat.even (word_cost (layers_of_cube q) (counted q) one) =
  Nat.even (word_cost (layers_of_cube q) (counted q) other).

(** ** Proofs *)

Lemma pairs_spec n i j : In (i, j) (pairs n) <-> i < j < n.
Proof.
  induction n as [|n IH]; cbn; [lia|]. rewrite in_app_iff, IH, in_map_iff. split.
  - intros [(i' & [= -> ->] & listed)|both]; [apply in_seq in listed|]; lia.
  - intros [less small]. destruct (Nat.eq_dec j n) as [->|other]; [left|right; lia].
    exists i. split; [reflexivity|]. apply in_seq. lia.
Qed.

Lemma NoDup_map_on {A B} (f : A -> B) l : (forall x y, In x l -> In y l -> f x = f y -> x = y) ->
  NoDup l -> NoDup (map f l).
Proof.
  intros injective once. induction once as [|x l new once IH]; cbn; [constructor|]. constructor.
  - intros listed. apply in_map_iff in listed as (y & same & there).
    apply injective in same; [congruence|now right|now left].
  - apply IH. intros y y' there there'. apply injective; now right.
Qed.

Lemma pairs_once n : NoDup (pairs n).
Proof.
  induction n as [|n IH]; cbn; [constructor|].
  assert (forall l l' : list (nat * nat), NoDup l -> NoDup l' -> (forall x, In x l -> ~ In x l') ->
    NoDup (l ++ l')) as join.
  { intros l l' once once' apart. induction once as [|x l new once IH']; cbn; [assumption|]. constructor.
    - rewrite in_app_iff. intros [?|?]; [easy|]. apply (apart x); [now left|assumption].
    - apply IH'. intros y there. apply apart. now right. }
  apply join; [|assumption|].
  - apply NoDup_map_on; [congruence|apply seq_NoDup].
  - intros [i j] listed listed'. apply in_map_iff in listed as (i' & [= -> ->] & _).
    apply pairs_spec in listed'. lia.
Qed.

Lemma odd_of_permutation l l' : Permutation l l' -> odd_of l = odd_of l'.
Proof.
  induction 1 as [|x l l' same IH|x y l|l l' l'' same IH same' IH']; cbn;
    [reflexivity|now rewrite IH| |congruence].
  now destruct x, y, (odd_of l).
Qed.

Lemma odd_of_xor {A} (f g : A -> bool) l :
  odd_of (map (fun x => xorb (f x) (g x)) l) = xorb (odd_of (map f l)) (odd_of (map g l)).
Proof.
  induction l as [|x l IH]; cbn; [reflexivity|]. rewrite IH.
  now destruct (f x), (g x), (odd_of (map f l)), (odd_of (map g l)).
Qed.

(** A permutation of the numbers below [n]. *)
Definition permutes (n : nat) (f : nat -> nat) : Prop :=
  (forall i, i < n -> f i < n) /\ forall i j, i < n -> j < n -> f i = f j -> i = j.

Definition sorted (f : nat -> nat) (pair : nat * nat) : nat * nat :=
  if f (fst pair) <? f (snd pair) then (f (fst pair), f (snd pair)) else (f (snd pair), f (fst pair)).

Lemma pairs_permuted n g : permutes n g -> Permutation (map (sorted g) (pairs n)) (pairs n).
Proof.
  intros [small injective]. apply NoDup_Permutation_bis.
  - apply NoDup_map_on; [|apply pairs_once]. intros [i j] [i' j'] there there'.
    apply pairs_spec in there, there'. unfold sorted. cbn [fst snd].
    destruct (Nat.ltb_spec (g i) (g j)), (Nat.ltb_spec (g i') (g j')); intros [= one other];
      apply injective in one, other; try lia; subst; auto; lia.
  - now rewrite map_length.
  - intros [i j] listed. apply in_map_iff in listed as ([i' j'] & same & there). apply pairs_spec in there.
    assert (g i' <> g j') as apart by (intros equal; apply injective in equal; lia).
    assert (g i' < n /\ g j' < n) by (split; apply small; lia).
    unfold sorted in same. cbn [fst snd] in same. destruct (Nat.ltb_spec (g i') (g j'));
      injection same as <- <-; apply pairs_spec; lia.
Qed.

Lemma is_odd_compose n f g : permutes n f -> permutes n g ->
  is_odd n (fun i => f (g i)) = xorb (is_odd n f) (is_odd n g).
Proof.
  intros [_ injective] good. unfold is_odd.
  rewrite <- (odd_of_permutation _ _ (Permutation_map (inverted f) (pairs_permuted n g good))).
  rewrite map_map, <- odd_of_xor. f_equal. apply map_ext_in. intros [i j] there. apply pairs_spec in there.
  destruct good as [small injective']. unfold inverted, sorted. cbn [fst snd].
  assert (g i <> g j) as apart by (intros equal; apply injective' in equal; lia).
  assert (f (g i) <> f (g j)) as apart' by (intros equal; apply injective in equal; [lia|apply small; lia..]).
  destruct (Nat.ltb_spec (g i) (g j)), (Nat.ltb_spec (g j) (g i)); try lia; cbn [fst snd];
    destruct (Nat.ltb_spec (f (g i)) (f (g j))), (Nat.ltb_spec (f (g j)) (f (g i))); try lia; reflexivity.
Qed.

Lemma is_odd_ext n f g : (forall i, i < n -> f i = g i) -> is_odd n f = is_odd n g.
Proof.
  intros same. unfold is_odd. f_equal. apply map_ext_in. intros [i j] there. apply pairs_spec in there.
  unfold inverted. cbn [fst snd]. now rewrite !same by lia.
Qed.

Lemma is_odd_nothing n : is_odd n (fun i => i) = false.
Proof.
  unfold is_odd. assert (forall pair, In pair (pairs n) -> inverted (fun i => i) pair = false) as none.
  { intros [i j] there. apply pairs_spec in there. apply Nat.ltb_ge. cbn. lia. }
  revert none. induction (pairs n) as [|pair rest IH]; intros none; [reflexivity|].
  cbn [map odd_of]. rewrite none by now left. rewrite IH; [reflexivity|]. intros other there. apply none.
  now right.
Qed.

(** Quarter turns: each is odd, and another takes it back. *)
Definition quarters_are_odd (size : nat) (unmoved : corner) : bool :=
  let made := moves size qtm unmoved in
  forallb (fun p =>
    is_odd (stickers size) (fun i => nth i p 0)
    && below size p && of_length size p
    && existsb (fun back => permutation_eqb (compose back p) (identity size)) made) made.

Lemma quarter size unmoved p : is_size size -> In p (moves size qtm unmoved) ->
  is_odd (stickers size) (fun i => nth i p 0) = true /\ permutes (stickers size) (fun i => nth i p 0).
Proof.
  intros of_size listed.
  assert (quarters_are_odd size unmoved = true) as H
    by (destruct of_size as [->| ->], unmoved; vm_cast_no_check (eq_refl true)).
  unfold quarters_are_odd in H. rewrite forallb_forall in H. specialize (H p listed).
  rewrite <- (andb_assoc (is_odd _ _)), !andb_true_iff in H. destruct H as [[odd good] back].
  rewrite <- andb_true_iff in good. apply below_spec in good as [long small].
  apply existsb_exists in back as (back & _ & nothing). apply permutation_eqb_spec in nothing.
  split; [assumption|]. split; [assumption|]. intros i j Hi Hj same.
  assert (forall k, k < stickers size -> nth (nth k p 0) back 0 = k) as undone.
  { intros k Hk. rewrite <- nth_compose by now rewrite long. rewrite nothing. now apply nth_identity. }
  rewrite <- (undone i), <- (undone j) by assumption. now rewrite same.
Qed.

Lemma word_of_quarters size unmoved permutations : is_size size ->
  Forall (fun p => In p (moves size qtm unmoved)) permutations ->
  permutes (stickers size) (through permutations) /\
  is_odd (stickers size) (through permutations) = Nat.odd (length permutations).
Proof.
  intros of_size all. induction all as [|p rest listed all [[small injective] parity]].
  - split; [split; auto|]. exact (is_odd_nothing _).
  - destruct (quarter size unmoved p of_size listed) as [odd [small' injective']]. split; [split|].
    + intros i Hi. apply (small' (through rest i)). auto.
    + intros i j Hi Hj same. apply injective; [assumption..|].
      apply injective'; [now apply small..|exact same].
    + change (through (p :: rest)) with (fun i => (fun k => nth k p 0) (through rest i)).
      rewrite is_odd_compose, odd, parity by (now split). cbn [length]. rewrite Nat.odd_succ.
      unfold Nat.odd. now destruct (Nat.even (length rest)).
Qed.

Section Alike.
Variables (q : question) (a : account) (belongs : clause -> bool).
Hypothesis tested : test_for q a = Some belongs.
Hypothesis no_choice : settled q a = true.

Lemma solved_alike : counted q = qtm -> counts_alike q.
Proof.
  intros in_quarters one other [turns1 ends1] [turns2 ends2].
  unfold test_for in tested. destruct (_ && _ && _) eqn:E in tested; [|discriminate].
  rewrite !andb_true_iff, orb_true_iff, !Nat.eqb_eq in E. destruct E as [[of_size in_order] one_end].
  destruct (solving_word q a of_size in_order one_end one turns1 ends1)
    as (w1 & p1 & of_turns1 & _ & leads1 & of_moves1 & <- & does1).
  destruct (solving_word q a of_size in_order one_end other turns2 ends2)
    as (w2 & p2 & of_turns2 & _ & leads2 & of_moves2 & <- & does2).
  rewrite in_quarters in of_moves1, of_moves2.
  destruct (word_of_quarters _ _ _ of_size of_moves1) as [_ parity1].
  destruct (word_of_quarters _ _ _ of_size of_moves2) as [_ parity2].
  enough (is_odd (stickers (layers_of_cube q)) (through p1) =
          is_odd (stickers (layers_of_cube q)) (through p2)) as same.
  { rewrite parity1, parity2 in same. unfold Nat.odd in same.
    now destruct (Nat.even (length p1)), (Nat.even (length p2)). }
  apply is_odd_ext. intros i below_n. apply SuccNat2Pos.inj.
  change (place_of (through p1 i) = place_of (through p2 i)). rewrite <- does1, <- does2 by assumption.
  assert (In (place_of i) (places_of_cube (layers_of_cube q))) as inside by now apply place_of_listed.
  unfold settled in no_choice. cbv zeta in no_choice.
  change (from (puzzle_of q (bare a))) with (from (puzzle_of q a)) in no_choice.
  change (owner (puzzle_of q (bare a))) with (owner (puzzle_of q a)) in no_choice.
  rewrite forallb_forall in no_choice. specialize (no_choice _ inside).
  apply orb_true_iff in no_choice as [stays|has_owner].
  - assert (forall w, Forall (fun t => In t (turns_of_cube (moves (layers_of_cube q) (counted q) (unmoved_by a)))) w ->
      does (from (puzzle_of q a)) w (place_of i) = place_of i) as at_home.
    { intros w all. unfold still in stays. rewrite forallb_forall in stays.
      induction all as [|t w listed all IH]; [reflexivity|].
      change (from (puzzle_of q a) t (does (from (puzzle_of q a)) w (place_of i)) = place_of i).
      rewrite IH. now apply Pos.eqb_eq, stays. }
    now rewrite !at_home.
  - destruct (owner (puzzle_of q a) (place_of i)) as [thing|] eqn:E; [|discriminate].
    pose proof (sound_of_cube (layers_of_cube q) (not_0 _ of_size) _ (colours q) (held a) (most q) (hints a)
      in_order)
      as good.
    destruct (owned _ good _ _ E) as [_ only].
    pose proof (cubies_stay_whole (layers_of_cube q) (not_0 _ of_size) _ (colours q) (held a) (most q)
      (hints a)
      in_order) as whole.
    pose proof (leading_fits (layers_of_cube q) (not_0 _ of_size) _ (colours q) (held a) (most q) (hints a)
      in_order) as fitting.
    transitivity thing; [|symmetry]; apply only.
    + now apply (whole w1 of_turns1).
    + now apply (fitting w1 of_turns1 leads1).
    + now apply (whole w2 of_turns2).
    + now apply (fitting w2 of_turns2 leads2).
Qed.

End Alike.

(** An answer in quarter turns is a shortest if the formula has one step less than it, or two. *)
Theorem answer_is_shortest_by_parity q a belongs lines word :
  counted q = qtm -> settled q a = true ->
  is_answer (layers_of_cube q) (colours q) word = true ->
  word_cost (layers_of_cube q) (counted q) word <= S (S (most q)) ->
  test_for q a = Some belongs -> refutes (run belongs lines) = true ->
  shortest (layers_of_cube q) (counted q) (colours q) word.
Proof.
  intros in_quarters no_choice answer cheap tested refuted. apply is_answer_solves in answer.
  split; [assumption|]. intros other ends.
  pose proof (solved_alike q a belongs tested no_choice in_quarters _ _ answer ends) as alike.
  destruct ends as [turns ends].
  destruct (le_lt_dec (word_cost (layers_of_cube q) (counted q) other) (most q)) as [less|more].
  - exfalso. now apply (refutation_of_the_question q a belongs lines tested refuted other).
  - destruct (Nat.eq_dec (word_cost (layers_of_cube q) (counted q) other) (S (most q))) as [next|]; [|lia].
    destruct (Nat.eq_dec (word_cost (layers_of_cube q) (counted q) word) (S (S (most q)))) as [next'|];
      [|lia].
    exfalso. rewrite next, next', Nat.even_succ_succ, Nat.even_succ in alike. unfold Nat.odd in alike.
    now destruct (Nat.even (most q)).
Qed.
